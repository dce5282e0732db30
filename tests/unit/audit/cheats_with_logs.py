"""Cheating with the log itself."""

from __future__ import annotations

import attrs
from cheat_tables import (
    OPERATOR,
    Made,
    cheat,
    stud_table,
    to_the_river,
)


@cheat
def head_forged(name: str) -> Made:
    """The end line of the finished log holds another head, to match a database that was changed."""
    lines = to_the_river(stud_table(name)).finish().log.to_bytes().splitlines(keepends=True)
    end = lines[-1].replace(lines[-1][-67:-3], b"0123456789abcdef" * 4)
    return Made(b"".join([*lines[:-1], end]), None)


@cheat
def line_changed_in_the_file(name: str) -> Made:
    """In the finished file seat 1 is given another player's name, and the end line keeps the old head."""
    content = to_the_river(stud_table(name)).finish().log.to_bytes()
    return Made(content.replace(b'"player":"ann"', b'"player":"eve"'), None)


@cheat
def entries_cut(name: str) -> Made:
    """The log is shown without what came after fifth street; a player's signed receipt knows more entries."""
    table = stud_table(name).play("bring_in call call check check check check check")
    receipt = OPERATOR.sign(table.receipt)
    cut = table.log.lines[: table.entry - 6]
    return Made(b"\n".join(cut) + b"\n", None, receipts=(receipt,))


@cheat
def history_rewritten(name: str) -> Made:
    """Seat 3's bet on fourth street is gone from the log, which is legal; two signed receipts remain."""
    table = stud_table(name).play("bring_in call call")
    early = OPERATOR.sign(table.receipt)
    table.play("check check bet call call")
    late = OPERATOR.sign(table.receipt)
    told = stud_table(name).play("bring_in call call check check check")
    return Made(told.finish().log.to_bytes(), late.entries - 1, receipts=(early, late))


@cheat
def hand_given_another_id(name: str) -> Made:
    """The log of another hand is supplied for the one that the receipt was given for."""
    table = to_the_river(stud_table(name)).finish()
    return Made(
        table.log.to_bytes(), None, receipts=(OPERATOR.sign(attrs.evolve(table.receipt, hand_id="the-hand")),)
    )


@cheat
def line_torn_out(name: str) -> Made:
    """Half of a line is gone, so that it cannot be read."""
    table = stud_table(name).play("bring_in call call check check check")
    lines = table.log.to_bytes().splitlines(keepends=True)
    entry = len(lines) - 4
    lines[entry] = lines[entry][:20] + b"\n"
    return Made(b"".join(lines), entry)


@cheat
def two_receipts_signed(name: str) -> Made:
    """The operator signs two receipts for the same number of entries, of two histories; the log is clean."""
    table = stud_table(name).play("bring_in call call check")
    other = stud_table(name).play("bring_in call call bet")
    receipts = tuple(OPERATOR.sign(each.receipt) for each in (table, other))
    return Made(table.finish().log.to_bytes(), receipts[1].entries - 1, receipts=receipts)
