"""Exit codes that tell an MTA what became of a mail (sysexits.h)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from referee.games.order_sheet import Result

OK = 0
DATAERR = 65
NOUSER = 67
TEMPFAIL = 75
NOPERM = 77
CONFIG = 78


class Handled(Struct, frozen=True):
    """What became of one mail.

    `why` is for whoever runs the desk; `told` is what the referee is written, "" for nothing. With exit 75,
    `game` names the one game that is in trouble; "" means the store as a whole. `stuck` is the turn in which
    the errors of the seat have just become so many that somebody should help; "" where they have not.
    """

    exit: int
    why: str
    game: str = ""
    seat: str = ""
    results: tuple[Result, ...] = ()
    stuck: str = ""
    told: str = ""

    @property
    def is_left(self) -> bool:
        """Whether the mail is not finished and has to be handed in again."""
        return self.exit in (TEMPFAIL, CONFIG)
