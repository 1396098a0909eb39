"""Effects of events: the vocabulary in which the cards of a data set are written [9.0].

An event is a list of effects, resolved in their order by the seat that plays the event. Some take place only
on a condition. Tags are for ever: effects stand on the agenda of recorded games. In a data set an effect is a
record with `do`, a condition one with `is`.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from domain.twilight_shogun.data.premises import Test, Whom

Kind = Literal["influence", "realign", "coup"]
"""An action that granted action points may be spent on [8.0]."""


class Where(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Among which spaces the seat chooses; what is left empty does not restrict.

    Named spaces and, unless an option says otherwise, powered clans are free; elsewhere an own influence
    must be there or next to it, unless `free` says otherwise [9.3].
    """

    spaces: tuple[str, ...] = ()
    areas: tuple[str, ...] = ()
    powered: bool = False
    clans: bool = False
    """Clans only, no port and not Kyo."""
    control: tuple[Literal["pro", "anti", "neutral"], ...] = ()
    free: bool = False


EVERYWHERE = Where()

What = Literal["influence", "realign", "coup", "court", "warfare", "event"]
"""What a lasting event may forbid: an action, also with granted APs, warfare, or events of cards."""


class Ban(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What a lasting event forbids to a side; "" is either side.

    Actions and warfare are forbidden in the spaces that fit `where`, a court operation altogether, and of
    events those of `cards`, whoever would resolve them: `side` is that of whoever does.
    """

    what: What
    side: Whom | Literal[""] = ""
    where: Where = EVERYWHERE
    cards: tuple[str, ...] = ()


Until = Literal["turn", "ended"]
"""How long an event lasts: to the end of the turn, or until another card ends it."""


class Effect(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, tag_field="do"):
    """The tag field of all effects."""


class Influence(Effect, frozen=True, tag="influence"):
    """So much influence more, or less, in each of these spaces [9.3]."""

    side: Whom
    spaces: tuple[str, ...]
    change: int


class Place(Effect, frozen=True, tag="place"):
    """So much influence to be placed, or removed where below zero, as the seat chooses [9.3].

    `most`: at most so much in one space; 0 is no limit.
    """

    side: Whom
    count: int
    where: Where = EVERYWHERE
    most: int = 0


class Clear(Effect, frozen=True, tag="clear"):
    """All influence of a side leaves these spaces [9.3]."""

    side: Whom
    spaces: tuple[str, ...]


class Reset(Effect, frozen=True, tag="reset"):
    """The space is as at the set-up: inherent influence on both sides, no support marker [9.3]."""

    space: str


class Marker(Effect, frozen=True, tag="marker"):
    """A support marker is placed, moved or flipped to that face [2.22]."""

    marker: str
    face: Literal["head", "tail"]
    space: str


class Unmark(Effect, frozen=True, tag="unmark"):
    """One support marker leaves the map [2.22]; only with that face up, if one is named."""

    marker: str
    face: Literal["head", "tail", ""] = ""


class RetireFace(Effect, frozen=True, tag="retire-face"):
    """A face of a support marker is out of play for good; if it is up, the marker leaves the map [2.22]."""

    marker: str
    face: Literal["head", "tail"]


class Strip(Effect, frozen=True, tag="strip"):
    """All support markers of a side leave the space [2.22]."""

    side: Whom
    space: str


class Vp(Effect, frozen=True, tag="vp"):
    """Victory points [2.23]."""

    side: Whom
    amount: int


class VpEach(Effect, frozen=True, tag="vp-each"):
    """Victory points for each of these clans that the side controls [2.23]."""

    side: Whom
    amount: int
    where: Where


class Treaty(Effect, frozen=True, tag="treaty"):
    """The treaty level rises [2.23]."""

    change: int = 1


class Intervention(Effect, frozen=True, tag="intervention"):
    """The powers' intervention level rises or falls [2.23]."""

    change: int


class Grant(Effect, frozen=True, tag="grant"):
    """A side acts with so many action points, by these actions, in these spaces [9.1]."""

    side: Whom
    ap: int
    kinds: tuple[Kind, ...] = ("influence", "realign", "coup")
    where: Where = EVERYWHERE


class Warfare(Effect, frozen=True, tag="warfare"):
    """The seat attacks the opponent in a clan; `target` is the number to reach [9.4]."""

    target: int
    where: Where = EVERYWHERE


class Score(Effect, frozen=True, tag="score"):
    """An area, Kyo or the ports are scored [9.5]."""

    table: str


class Court(Effect, frozen=True, tag="court"):
    """The court operation level of a side rises or falls; a risen level pays its VP [8.4]."""

    side: Whom
    change: int


class CourtModifier(Effect, frozen=True, tag="court-modifier"):
    """The Anti-Bakufu court operation modification marker is placed [2.24]."""


class Draw(Effect, frozen=True, tag="draw"):
    """A side draws cards [9.0]."""

    side: Whom
    count: int


class Discard(Effect, frozen=True, tag="discard"):
    """A side discards cards: its own choice, or at random [9.0]."""

    side: Whom
    count: int
    at_random: bool = False


class Look(Effect, frozen=True, tag="look"):
    """The seat that resolves the event sees the hand of the other; nobody else does [9.0]."""


class Retrieve(Effect, frozen=True, tag="retrieve"):
    """A side takes cards of its choice out of the discards into its hand [9.0].

    Of these cards, or of cards of these sides, where any are named.
    """

    side: Whom
    count: int = 1
    cards: tuple[str, ...] = ()
    sides: tuple[Literal["anti", "pro", "common", "must"], ...] = ()


class Retire(Effect, frozen=True, tag="retire"):
    """Cards are out of play, wherever they are: their events do not occur any more [9.2].

    Those among the discards go out of the game at once, the others when they are played or discarded.
    """

    cards: tuple[str, ...]


class Last(Effect, frozen=True, tag="last"):
    """The event lasts, and forbids what it names while it does [2.35]."""

    until: Until
    forbids: tuple[Ban, ...] = ()


class End(Effect, frozen=True, tag="end"):
    """A lasting event ends, that of this card [2.35]."""

    card: str


class OpenYokohama(Effect, frozen=True, tag="open-yokohama"):
    """Yokohama becomes a space like another non-clan space [2.24]."""


class Flags(Effect, frozen=True, tag="emperor-flags"):
    """The emperor's flags stand: the game ends [11.3]."""


class IfActive(Effect, frozen=True, tag="if-active"):
    """A bonus for a side, only in its own round [9.1]."""

    side: Literal["pro", "anti"]
    effects: tuple[Deed, ...]


class If(Effect, frozen=True, tag="if"):
    """Effects that depend on a condition when their turn comes [9.0]."""

    condition: Test
    effects: tuple[Deed, ...]
    otherwise: tuple[Deed, ...] = ()


class Way(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """One of several ways to resolve an event. A way without effects declines."""

    name: str
    effects: tuple[Deed, ...] = ()


class Choose(Effect, frozen=True, tag="choose"):
    """A side chooses one way [9.0]."""

    ways: tuple[Way, ...]
    by: Whom = "player"


Deed = (
    Influence
    | Place
    | Clear
    | Reset
    | Marker
    | Unmark
    | RetireFace
    | Strip
    | Vp
    | VpEach
    | Treaty
    | Intervention
    | Grant
    | Warfare
    | Score
    | Court
    | CourtModifier
    | Draw
    | Discard
    | Look
    | Retrieve
    | Retire
    | Last
    | End
    | OpenYokohama
    | Flags
    | IfActive
    | If
    | Choose
)
