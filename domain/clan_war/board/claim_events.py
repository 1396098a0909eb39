"""Events of reports that count once the other side has confirmed them. Tags are for ever."""

from __future__ import annotations

from msgspec import Struct

from domain.clan_war.board.state import Claim


class ChangeReported(Struct, frozen=True, tag="change-reported"):
    """A change of honor or of victory points that waits for a word of the other side."""

    claim: Claim


class ReportConfirmed(Struct, frozen=True, tag="report-confirmed"):
    """An army has confirmed a report; the change follows."""

    number: int
    by: str


class ReportDenied(Struct, frozen=True, tag="report-denied"):
    """An army says that it is not so: the referee rules, or the reporter takes it back."""

    number: int
    by: str
    why: str


class ReportRetracted(Struct, frozen=True, tag="report-retracted"):
    """Who has reported it takes it back."""

    number: int
    by: str


class ReportRuled(Struct, frozen=True, tag="report-ruled"):
    """A ruling on a report: where it stands the change follows."""

    number: int
    stands: bool


CLAIM_EVENTS = (ChangeReported, ReportConfirmed, ReportDenied, ReportRetracted, ReportRuled)
