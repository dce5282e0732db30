"""The rules of a table as a value, and the rulebook as data."""
