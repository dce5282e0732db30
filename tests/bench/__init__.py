"""How fast the library is beside PokerKit, measured in one run: `python -m tests.bench`."""
