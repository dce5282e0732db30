"""Stores, all by the same tests: a package, because it has fixtures of its own."""
