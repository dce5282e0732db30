"""A hand as text for people, the way card rooms write their hand histories."""

from grocerydots.history.printable import safe_name, visible
from grocerydots.history.sentences import legal_words
from grocerydots.history.text import requested, requested_mail, tell, tell_lines, tell_shown

__all__ = [
    "legal_words",
    "requested",
    "requested_mail",
    "safe_name",
    "tell",
    "tell_lines",
    "tell_shown",
    "visible",
]
