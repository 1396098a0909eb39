"""The clauses of conditions in Twilight of Shogun, judged by what a side may know.

if satsuma is theirs: …   if i hold jo-i-execution: …   if intervention is 3 or more: …   on round 4: …
"""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

from msgspec import Meta, Struct

from domain.kit.conditions import Clauses, Seen
from domain.kit.vocabulary import Name, Named
from domain.twilight_shogun.data.tables import ANTI
from domain.twilight_shogun.view import View
from domain.twilight_shogun.words.typed import typed

Level = Annotated[int, Meta(ge=-99, le=99)]
MINE, THEIRS, NOBODYS = "mine", "theirs", "nobody's"


class Controlled(Struct, frozen=True, tag="controlled"):
    """A space is controlled by the writer, by the other side, or by nobody."""

    FORM: ClassVar[str] = "{space} is {control}"
    space: Annotated[str, Named("space")]
    control: Annotated[str, Named("control")]


class Holding(Struct, frozen=True, tag="holding"):
    """A card is in the writer's hand."""

    FORM: ClassVar[tuple[str, ...]] = ("hold {card}", "i hold {card}", "i have {card}")
    card: Annotated[str, Named("card")]


class Discarded(Struct, frozen=True, tag="discarded"):
    """A card is in the discard, or out of the game."""

    FORM: ClassVar[tuple[str, ...]] = ("discarded {card}", "{card} is discarded", "{card} is played")
    card: Annotated[str, Named("card")]


class Round(Struct, frozen=True, tag="round"):
    """It is this round of a turn."""

    FORM: ClassVar[str] = "round {round}"
    round: Annotated[int, Meta(ge=1, le=20)]


class Leads(Struct, frozen=True, tag="leads"):
    """The writer is so many VP ahead, or more."""

    FORM: ClassVar[tuple[str, ...]] = ("lead is {points}", "i lead by {points}")
    points: Level


class AtLeast(Struct, frozen=True, tag="at-least"):
    """A track stands there, or higher."""

    FORM: ClassVar[str] = "{track} is {level} or more"
    track: Annotated[str, Named("level of a track")]
    level: Level


def judge(view: View, seat: str, clause: Any) -> Seen:
    """Whether a clause holds by what a side may know."""
    match clause:
        case Controlled(space=space, control=wanted):
            holder = next(one.control for one in view.spaces if one.space == space)
            now = (MINE if holder == seat else THEIRS) if holder else NOBODYS
            return Seen(now == wanted, holder or "none")
        case Holding(card=card):
            own = next(one for one in view.players if one.seat == seat)
            return Seen(any(one.card == card for one in own.hand or ()), secret=True)
        case Discarded(card=card):
            return Seen(card in view.discard or card in view.removed)
        case Round(round=number):
            return Seen(view.round == number, str(view.round))
        case Leads(points=points):
            lead = view.vp if seat == ANTI else -view.vp
            return Seen(lead >= points, str(lead))
        case _:
            level: int = getattr(view, clause.track)
            return Seen(level >= clause.level, str(level))


CLAUSES = Clauses(
    (Controlled, Holding, Discarded, Round, Leads, AtLeast),
    judge,
    names={
        "control": (Name(MINE), Name(THEIRS), Name(NOBODYS)),
        "level of a track": (Name("intervention"), Name("treaty"), Name("joi")),
    },
    typed=typed,
)
