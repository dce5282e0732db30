"""The session around hands: seats, buy-ins, antes switched on and off, the deal, dealer's choice.

A table is a second stream of events beside those of its hands, in the same style: `evolve`, `turn` and
`check` carry everything, `Table` is what applications hold, `TableLog` what they store.
"""

from __future__ import annotations

from grocerydots.table.check import check
from grocerydots.table.commands import Answer, StaleMessage, answer, asked, told
from grocerydots.table.evolve import evolve, fold
from grocerydots.table.log import TableLog, read_table_log
from grocerydots.table.session import Table
from grocerydots.table.state import TableSeat, TableState
from grocerydots.table.turns import Due, HandOn, Waiting, turn

__all__ = [
    "Answer",
    "Due",
    "HandOn",
    "StaleMessage",
    "Table",
    "TableLog",
    "TableSeat",
    "TableState",
    "Waiting",
    "answer",
    "asked",
    "check",
    "evolve",
    "fold",
    "read_table_log",
    "told",
    "turn",
]
