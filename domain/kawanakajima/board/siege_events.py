"""Events of a siege [13]. Tags are for ever; new fields have defaults.

Points are points of Elan and Mass. A source is a zone with a marker, or "effectives".
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from domain.kit.sums import Sum

Zones = tuple[str, ...]
Units = tuple[str, ...]


class FortressEntered(Struct, frozen=True, tag="fortress-entered"):
    """A whole clan has gone into Kaizu by a peripheral zone, unit by unit along `paths`.

    `effectives`, `disabled`: what it brings; in a siege it counts at once.
    """

    clan: str
    zone: str
    paths: dict[str, tuple[str, ...]]
    spent: dict[str, int]
    effectives: Sum
    disabled: Sum


class SiegeBegan(Struct, frozen=True, tag="siege-began"):
    """The strengths of both sides, and the zone by which the besieger has come."""

    besieger: str
    zone: str
    effectives: dict[str, Sum]
    disabled: dict[str, Sum]


class MarkersPosted(Struct, frozen=True, tag="markers-posted"):
    side: str
    zones: Zones


class ActionsCounted(Struct, frozen=True, tag="actions-counted"):
    side: str
    actions: Sum


class ActionSpent(Struct, frozen=True, tag="action-spent"):
    """An action begins: to "post" markers, an "assault", "fire", to "muster". `left` are those after it."""

    side: str
    action: Literal["post", "assault", "fire", "muster"]
    count: int
    left: int


class ActionsEnded(Struct, frozen=True, tag="actions-ended"):
    """A side does no more; `left` actions are gone unused."""

    side: str
    left: int


class AssaultAnnounced(Struct, frozen=True, tag="assault-announced"):
    """`participants`: the zones of the markers that take part; `score` is the defence score that counts."""

    side: str
    zone: str
    participants: Zones
    score: int
    advantage: bool


class Sacrificed(Struct, frozen=True, tag="sacrificed", omit_defaults=True):
    """Points that a side gives; `total` with those before. `last`: after a tie."""

    side: str
    points: int
    total: int
    last: bool = False


class AssaultThrown(Struct, frozen=True, tag="assault-thrown"):
    """The dice (attacker, defender) and both sums: the zone is "taken", or "repelled", or a "tie"."""

    side: str
    zone: str
    faces: tuple[int, int]
    attack: Sum
    defence: Sum
    result: Literal["taken", "tie", "repelled"]


class TieBroken(Struct, frozen=True, tag="tie-broken"):
    """After the attacker's last sacrifice: whether the assault has succeeded."""

    side: str
    zone: str
    won: bool


class TroopsLost(Struct, frozen=True, tag="troops-lost"):
    """A marker, or a point of effectives, of `side` is gone: it is "disabled" or "lost"."""

    side: str
    source: str
    to: Literal["disabled", "lost"]
    why: str


class ZoneSeized(Struct, frozen=True, tag="zone-seized"):
    side: str
    zone: str
    source: str


class AssaultEnded(Struct, frozen=True, tag="assault-ended"):
    """The assault of a side on a zone is over."""

    side: str
    zone: str


class FortressFired(Struct, frozen=True, tag="fortress-fired"):
    """The die of a fire at a zone, with what was needed."""

    side: str
    zone: str
    participants: Zones
    face: int
    fire: Sum
    needed: Sum
    hit: bool


class Mustered(Struct, frozen=True, tag="mustered"):
    """A point of the disabled is effective again."""

    side: str


class TroopsRallied(Struct, frozen=True, tag="troops-rallied"):
    """A die for each point of the disabled; so many are lost, so many are effective again."""

    side: str
    faces: tuple[int, ...]
    lost: int
    regained: int


class ClanWithdrew(Struct, frozen=True, tag="clan-withdrew", omit_defaults=True):
    """A clan has withdrawn by a peripheral zone, its units to `places`.

    `effectives`, `disabled` and `markers` are what its side pays; `recovered` of the losses go with it. The
    units of `worn` go disorganised, those of `behind` are given up. `due`: all that is paid, unit by unit.
    """

    clan: str
    zone: str
    places: dict[str, str]
    effectives: int
    disabled: int
    markers: Zones
    recovered: int
    worn: Units
    behind: Units
    due: Sum = Sum(())


class SiegeEnded(Struct, frozen=True, tag="siege-ended"):
    """A side has won; `total` is what it has left, of it `disabled`. `lifted`: the other has gone."""

    winner: str
    loser: str
    total: Sum
    disabled: int
    lifted: bool


class SurvivorsChosen(Struct, frozen=True, tag="survivors-chosen"):
    """The units that the winner keeps, with the steps that each has lost; the others are given up."""

    side: str
    kept: dict[str, int]
    lost: Units


SIEGE_EVENTS: tuple[type[Struct], ...] = (
    *(FortressEntered, SiegeBegan, MarkersPosted, ActionsCounted, ActionSpent, ActionsEnded),
    *(AssaultAnnounced, Sacrificed, AssaultThrown, TieBroken, TroopsLost, ZoneSeized, AssaultEnded),
    *(FortressFired, Mustered, TroopsRallied, ClanWithdrew, SiegeEnded, SurvivorsChosen),
)
