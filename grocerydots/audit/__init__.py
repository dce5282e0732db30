"""A log in, a report out: what is wrong with a hand, by which rule, and who is owed how many chips.

`audit` takes one hand, `audit_archive` each hand of an archive. Neither raises for anything that stands in a
log, however hostile: they report it.
"""

from grocerydots.audit.auditing import audit, audit_archive
from grocerydots.audit.report import Checked, Finding, Report

__all__ = ["Checked", "Finding", "Report", "audit", "audit_archive"]
