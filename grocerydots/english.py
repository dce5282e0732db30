"""How messages, histories and reports say the same things: words in a row, counts, chips, seats."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def listed(words: Sequence[str], last: str = "and") -> str:
    """Words in a row: ``ann, bob and cat``, or with another word before the last; empty for none."""
    return f" {last} ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def count(number: int, what: str) -> str:
    """A number of things: ``1 dot``, ``2 dots``, ``2 entries``."""
    if number == 1:
        return f"1 {what}"
    return f"{number} {what[:-1]}ies" if what.endswith("try") else f"{number} {what}s"


def chips(amount: int) -> str:
    """An amount: ``1 chip``, ``2 chips``."""
    return count(amount, "chip")


def seats(numbers: Sequence[int]) -> str:
    """Seats in a row: ``seat 1``, ``seats 1, 2 and 4``; ``nobody`` for none, ``the house`` for 0."""
    if not numbers:
        return "nobody"
    if 0 in numbers:
        others = [number for number in numbers if number]
        return f"the house and {seats(others)}" if others else "the house"
    return f"seat{'s' if len(numbers) > 1 else ''} {listed([str(number) for number in numbers])}"


def pot_names(number: int) -> list[str]:
    """What that many pots are called, the main pot first."""
    if number == 1:
        return ["pot"]
    if number == 2:
        return ["main pot", "side pot"]
    return ["main pot", *[f"side pot {side}" for side in range(1, number)]]


def did_you_mean(word: object, words: Iterable[str]) -> str:
    """``; did you mean burn?`` for a word close to one of `words`; empty when none is close."""
    from difflib import get_close_matches

    near = get_close_matches(word[:80], list(words), n=1, cutoff=0.6) if isinstance(word, str) else []
    return f"; did you mean {near[0]}?" if near else ""


def capital(text: str) -> str:
    """The text with a capital at its start."""
    return text[:1].upper() + text[1:]


def cut(text: str, longest: int = 600) -> str:
    """A text of at most so many characters, with ``…`` in place of the rest."""
    return text if len(text) <= longest else f"{text[:longest]}…"
