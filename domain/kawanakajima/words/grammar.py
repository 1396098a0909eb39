"""The words that orders and corrections are written in, with other spellings, also in French."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from domain.kawanakajima.data.options import EDITIONS
from domain.kawanakajima.data.tables import GENERALS, POSTURES, STATES, Data
from domain.kawanakajima.words.corrections import ALIVE, BUILT, CORRECTIONS, DEAD, GONE, TRACKS, places
from domain.kawanakajima.words.orders import ORDERS
from domain.kawanakajima.words.typed import typed as typed_words
from domain.kit import editions
from domain.kit.notation import Notation
from domain.kit.own_names import typed
from domain.kit.vocabulary import Kind, Name, Vocabulary, names_of

AXES = ("column", "row")
ACTIVATIONS = ("attack", "retreat", "impetuous", "combined")
USES = ("rally", "attack", "stay")
OCCASIONS = (
    *("retreats", "leaders", "delays", "advances", "kansukes", "moves", "marches", "fights", "postures"),
    *("rallies", "initiatives", "sufferers", "pursuits", "seppukus", "provocations", "rears", "posts"),
    *("sieges", "sacrifices", "troops", "seizures", "withdrawals", "survivors"),
)
CHITS = ("rally", "march", "combat", "initiative", "samurai")
"""The chits that are no clan's."""


class Whole(Kind):
    """A kind whose names are written in full.

    Else "retreat A", an order that lacks its unit, would be taken for a standing order about retreats.
    """

    def begun(self, phrase: str) -> tuple[str, ...]:
        return ()


def _specials(data: Data) -> range:
    return range(1, data.numbers.special_chits + 1)


def notation(data: Data, seats: tuple[str, ...]) -> Notation:
    """The words of the orders, for a data set and the seats of a game."""
    clans = typed(_clans(data), data.own_names)
    zones, said = _zones(data), typed_words()
    names = _places(data) | {
        "clan": clans,
        "unit": _units(data),
        "entry point": tuple(Name(point, (point[0],)) for point in data.map.entries),
        "posture": names_of(said.kind("posture", POSTURES)),
        "axis": names_of(said.kind("axis", AXES)),
        "plan": tuple(Name(plan.name, plan.also) for plan in data.plans.values()),
        "general": tuple(Name(general) for general in GENERALS),
        "special activation": names_of(said.kind("special activation", ACTIVATIONS)),
        "use": names_of(said.kind("use", USES)),
        "occasion": names_of(said.kind("occasion", OCCASIONS)),
        "zone": zones,
        "source": (*zones, *names_of(said.kind("source", ["effectives"]))),
        "advantage": names_of(said.kind("advantage", ["advantage"])),
        "chit": (
            *clans,
            *(_special(number) for number in _specials(data)),
            *names_of(said.kind("chit", CHITS)),
        ),
    }
    return _notation_of(tuple(names.items()))


@lru_cache(maxsize=8)
def _notation_of(names: tuple[tuple[str, tuple[Name, ...]], ...]) -> Notation:
    """Made once for the same names: each line of a script and of a recommended sheet asks for it."""
    vocabulary, said = Vocabulary(dict(names)), typed_words()
    vocabulary.kinds["occasion"] = Whole("occasion", names_of(said.kind("occasion", OCCASIONS)))
    return Notation(ORDERS, vocabulary, words=said.words, optional=said.optional, typed=said.forms)


def _special(number: int) -> Name:
    words = ("spec", *typed_words().also("numbered", "special"))
    return Name(f"special {number}", tuple(f"{word} {number}" for word in words))


def _zones(data: Data) -> tuple[Name, ...]:
    zones = data.fortress.zones if data.fortress else ()
    return tuple(Name(zone, typed_words().also("zone", zone)) for zone in zones)


def _places(data: Data) -> dict[str, tuple[Name, ...]]:
    return {"hex": tuple(Name(place) for place in (*data.map.places, *data.map.entries))}


def correcting(data: Data, seats: tuple[str, ...]) -> Notation:
    """The words of the corrections, for a data set and the seats of a game."""
    names = _places(data) | {
        "seat": tuple(map(Name, seats)),
        "clan": tuple(_clans(data)),
        "unit": _units(data),
        "posture": names_of(typed_words().kind("posture", POSTURES)),
        "zone": _zones(data),
        "state": tuple(Name(state, (state.replace(" ", "-"),)) for state in STATES),
        "life": (Name(ALIVE), Name(DEAD)),
        "track": tuple(map(Name, TRACKS)),
        "place of a chit": tuple(map(Name, places(data.numbers.delay_boxes))),
        "side of a position": (Name(BUILT), Name(GONE)),
        **editions.names(EDITIONS),
    }
    return Notation(CORRECTIONS, Vocabulary(names))


def _units(data: Data) -> tuple[Name, ...]:
    return tuple(Name(unit) for unit in dict.fromkeys(unit.short for unit in data.units.values()))


def _clans(data: Data) -> Iterator[Name]:
    """The letters of the clans, with the names of the clans that bear them on either side."""
    for letter in dict.fromkeys(clan.letter for clan in data.clans.values()):
        bearers = [clan for clan in data.clans.values() if clan.letter == letter]
        spellings = (spelling for clan in bearers for spelling in (clan.title, *clan.also))
        yield Name(letter, tuple(spelling.replace(" ", "-") for spelling in spellings))
