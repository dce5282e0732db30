"""The deck: its seed, its order, the seals that fix it before the first ante, and players' own entropy."""

from grocerydots.deck.deck import Deck, DeckKind, Entropy, Seed
from grocerydots.deck.scheme import SCHEME, entropy_commitment, order_seal_of, seal_of, sealer

__all__ = [
    "SCHEME",
    "Deck",
    "DeckKind",
    "Entropy",
    "Seed",
    "entropy_commitment",
    "order_seal_of",
    "seal_of",
    "sealer",
]
