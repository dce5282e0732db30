"""A log in, a report out: what is wrong with a hand, by which rule, and who is owed how many chips.

`audit` takes one hand, `audit_archive` each hand of an archive, `audit_table` a table with its hands. They
report whatever is wrong with a log, however hostile, and never raise for it.
"""

from grocerydots.audit.auditing import audit, audit_archive
from grocerydots.audit.histories import Histories
from grocerydots.audit.report import Checked, Finding, Report
from grocerydots.audit.table import TableReport, audit_table

__all__ = [
    "Checked",
    "Finding",
    "Histories",
    "Report",
    "TableReport",
    "audit",
    "audit_archive",
    "audit_table",
]
