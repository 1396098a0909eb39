"""Orders a seat may give. Tags are for ever; new fields have defaults.

A card is played alone (`play 31 action first`) and its action asked for afterwards, or with the action in
the same line (`play 31 action first: influence choshu 2 tosa`).
"""

from __future__ import annotations

from typing import Annotated, ClassVar

from msgspec import Meta, Struct

from domain.kit.vocabulary import Named

Card = Annotated[str, Named("card")]
Space = Annotated[str, Named("space")]
Place = Annotated[str, Named("place")]
"""A space or a number: "choshu 2 tosa" is two in Choshu and one in Tosa."""

Count = Annotated[int, Meta(ge=1, le=99)]


class PlayEvent(Struct, frozen=True, tag="play-event"):
    """A card of the own side or a common one, for its event."""

    FORM: ClassVar[str] = "play {card} event"
    card: Card


class PlayAction(Struct, frozen=True, tag="play-action"):
    """A card of the own side or a common one, for its APs; the action follows."""

    FORM: ClassVar[str] = "play {card} action"
    card: Card


class PlayActionFirst(Struct, frozen=True, tag="play-action-first"):
    """An opponent's or a must-play card: its APs first, for which the action follows, then its event."""

    FORM: ClassVar[str] = "play {card} action first"
    card: Card


class PlayEventFirst(Struct, frozen=True, tag="play-event-first"):
    """An opponent's or a must-play card: its event first, then its APs, for which the action follows."""

    FORM: ClassVar[str] = "play {card} event first"
    card: Card


class PlayInfluence(Struct, frozen=True, tag="play-influence"):
    """A card for its APs, with the action in the same line; an event that occurs goes last."""

    FORM: ClassVar[tuple[str, ...]] = (
        "play {card} action: influence {places}",
        "play {card} action first: influence {places}",
    )
    card: Card
    places: tuple[Place, ...]


class PlayRealign(Struct, frozen=True, tag="play-realign"):
    """A card for its APs, with the attempts of a realignment in the same line."""

    FORM: ClassVar[tuple[str, ...]] = (
        "play {card} action: realign {spaces}",
        "play {card} action first: realign {spaces}",
    )
    card: Card
    spaces: tuple[Space, ...]


class PlayCoup(Struct, frozen=True, tag="play-coup"):
    """A card for its APs, with the coup that they attempt in the same line."""

    FORM: ClassVar[tuple[str, ...]] = (
        "play {card} action: coup {space}",
        "play {card} action first: coup {space}",
    )
    card: Card
    space: Space


class Court(Struct, frozen=True, tag="court"):
    """A card for a court operation: its event does not occur."""

    FORM: ClassVar[str] = "court {card}"
    card: Card


class Influence(Struct, frozen=True, tag="influence"):
    """Places influence one by one, in this order."""

    FORM: ClassVar[str] = "influence {places}"
    places: tuple[Place, ...]


class Realign(Struct, frozen=True, tag="realign"):
    """Attempts, one after the other; the targets may also be named one by one."""

    FORM: ClassVar[str] = "realign {spaces}"
    spaces: tuple[Space, ...]


class Coup(Struct, frozen=True, tag="coup"):
    """All APs are spent on one attempt."""

    FORM: ClassVar[str] = "coup {space}"
    space: Space


class Pass(Struct, frozen=True, tag="pass"):
    """Gives up the APs that are left."""

    FORM: ClassVar[str] = "pass"


class Evade(Struct, frozen=True, tag="evade"):
    """The increase of the intervention level is ignored."""

    FORM: ClassVar[str] = "evade"


class Accept(Struct, frozen=True, tag="accept"):
    """The increase counts, and the game is lost."""

    FORM: ClassVar[str] = "accept intervention"


class Navy(Struct, frozen=True, tag="navy"):
    """Where the navy marker stands in this turn."""

    FORM: ClassVar[str] = "navy {space}"
    space: Space


class StandingEvade(Struct, frozen=True, tag="standing-evade"):
    """At any time: whenever an increase of the intervention level would lose the game, it is evaded."""

    FORM: ClassVar[str] = "standing evade"


class TakeSheet(Struct, frozen=True, tag="take-sheet"):
    """At any time: the recommended standing orders take the place of all that the seat has left."""

    FORM: ClassVar[str] = "standing recommended"


class DropSheet(Struct, frozen=True, tag="drop-sheet"):
    """At any time: the seat takes all its standing orders back, and is asked for everything."""

    FORM: ClassVar[str] = "standing none"


class Resign(Struct, frozen=True, tag="resign"):
    """Recognises the opponent's victory; possible at any time."""

    FORM: ClassVar[str] = "resign"


# ---- the choices of events


class Put(Struct, frozen=True, tag="put", omit_defaults=True):
    """Places influence that an event gives."""

    FORM: ClassVar[str] = "put {space}[ {count}]"
    space: Space
    count: Count = 1


class Remove(Struct, frozen=True, tag="remove", omit_defaults=True):
    """Removes influence that an event takes."""

    FORM: ClassVar[str] = "remove {space}[ {count}]"
    space: Space
    count: Count = 1


class Attack(Struct, frozen=True, tag="attack"):
    """The target of a warfare event."""

    FORM: ClassVar[str] = "attack {space}"
    space: Space


class Choose(Struct, frozen=True, tag="choose"):
    """One of the ways that an event offers."""

    FORM: ClassVar[str] = "choose {way}"
    way: Annotated[str, Named("way")]


class Discard(Struct, frozen=True, tag="discard"):
    """A card of the hand that an event costs."""

    FORM: ClassVar[str] = "discard {card}"
    card: Card


class Retrieve(Struct, frozen=True, tag="retrieve"):
    """A card of the discards that an event brings back."""

    FORM: ClassVar[str] = "retrieve {card}"
    card: Card


ORDERS = (
    PlayEvent,
    PlayAction,
    PlayActionFirst,
    PlayEventFirst,
    PlayInfluence,
    PlayRealign,
    PlayCoup,
    Court,
    Influence,
    Realign,
    Coup,
    Pass,
    Evade,
    Accept,
    Navy,
    Resign,
    Put,
    Remove,
    Attack,
    Choose,
    Discard,
    Retrieve,
    StandingEvade,
    TakeSheet,
    DropSheet,
)
