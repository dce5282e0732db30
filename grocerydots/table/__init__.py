"""The session around hands: seats, buy-ins, antes switched on and off, the deal, dealer's choice.

A table is a second stream of events beside those of its hands, in the same style: `evolve`, `turn` and
`check` carry everything, `Table` is what applications hold, `TableLog` what they store.
"""

from __future__ import annotations

from grocerydots.table.check import check
from grocerydots.table.log import TableLog, read_table_log
from grocerydots.table.messages import Applied, StaleMessage, apply_message, choices_for, update_for
from grocerydots.table.session import Table
from grocerydots.table.state import TableSeat, TableState, evolve, fold
from grocerydots.table.turns import Due, HandOn, Waiting, turn

__all__ = [
    "Applied",
    "Due",
    "HandOn",
    "StaleMessage",
    "Table",
    "TableLog",
    "TableSeat",
    "TableState",
    "Waiting",
    "apply_message",
    "check",
    "choices_for",
    "evolve",
    "fold",
    "read_table_log",
    "turn",
    "update_for",
]
