"""The engine beside an independent one, PokerKit: same cards, same choices, same chips."""
