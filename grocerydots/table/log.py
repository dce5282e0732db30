"""`TableLog`: the lines of one table and the events they say, as in a hand's log under another name."""

from __future__ import annotations

from typing import ClassVar, Final, final

from grocerydots.log.codec import Codec
from grocerydots.log.fields import hexadecimal, words
from grocerydots.log.files import Source, read_whole
from grocerydots.log.format import Format
from grocerydots.log.log import ChainedLog
from grocerydots.table import events as t

TABLE: Final[Format[t.TableEvent]] = Format(
    "table",
    "grocerydots-table",
    1,
    (
        (t.TableOpened, "table_opened", 1),
        (t.PlayerSat, "player_sat", 1),
        (t.AutoAnteSwitched, "auto_ante_switched", 1),
        (t.ChipsAdded, "chips_added", 1),
        (t.PlayerSatOut, "player_sat_out", 1),
        (t.PlayerCameBack, "player_came_back", 1),
        (t.PlayerGotUp, "player_got_up", 1),
        (t.PlayerLeft, "player_left", 1),
        (t.DealerMoved, "dealer_moved", 1),
        (t.GameChosen, "game_chosen", 1),
        (t.HandStarted, "hand_started", 1),
        (t.HandFinished, "hand_finished", 1),
    ),
    keeps_time=True,
    kinds={"Deal": words("value_deal", t.Deal), "Head": hexadecimal("value_head", 32)},
)
"""The format of a table's log."""
CODEC: Final = Codec(TABLE)


@final
class TableLog(ChainedLog[t.TableEvent]):
    """The log of one table: ``TableLog(lines)`` reads stored lines, `TableLog.of` writes events down.

    The lines have no line ends; nothing closes a table's log. Two logs are equal when their lines are. Raises
    `LogError` for lines or events that are not the log of a table, and `WrongType`. A log says nothing about
    the rules.
    """

    __slots__ = ()

    _codec: ClassVar[Codec[t.TableEvent]] = CODEC

    @property
    def opening(self) -> t.TableOpened:
        """The first event."""
        first = self.event_at(0)
        assert isinstance(first, t.TableOpened)
        return first

    @property
    def table_id(self) -> str:
        """The table's id."""
        return self.opening.table_id

    def __repr__(self) -> str:
        return f"TableLog({self.table_id!r}, {self.entries} entries)"


def read_table_log(source: Source) -> TableLog:
    r"""The log of one table from bytes, a file's path (text is a path), or a file open in binary mode.

    Raises `LogError`: `TruncatedLog` where it stops within a line. One that stops after a whole line is
    whole: nothing closes a table's log.
    """
    return read_whole(TableLog, source)
