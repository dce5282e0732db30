"""The log of a hand: one event a line of canonical JSON, under a hash chain (docs: the log format).

`Log` is the value, `read_log` and `read_archive` read it, `write_log` and `append_archive` keep it.
"""

from typing import Final

from grocerydots.log.codec import LONGEST_LINE, decode_line, encode_event
from grocerydots.log.files import BadHand, append_archive, read_archive, read_log, write_log
from grocerydots.log.format import HAND
from grocerydots.log.log import Log

FORMAT: Final = HAND.name  #: What the first line of a log calls its format.
VERSION: Final = HAND.version  #: Of the format, that is written.

__all__ = [
    "FORMAT",
    "LONGEST_LINE",
    "VERSION",
    "BadHand",
    "Log",
    "append_archive",
    "decode_line",
    "encode_event",
    "read_archive",
    "read_log",
    "write_log",
]
