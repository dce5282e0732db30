"""Case files: hands written down with what must come of them, read strictly and played.

The format is described in ``docs/reference/cases.md``.
"""

from grocerydots.cases.comparing import Failure
from grocerydots.cases.playing import play_case, rules_of
from grocerydots.cases.reading import Case, CaseError, read_cases

__all__ = ["Case", "CaseError", "Failure", "play_case", "read_cases", "rules_of"]
