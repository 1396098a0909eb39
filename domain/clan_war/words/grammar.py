"""The words of the orders: names of the data set, of the armies, and distances."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from domain.clan_war.data.names import (
    PLAIN_SEATS,
    QUARTERS,
    hero_names,
    hostage_names,
    inches,
    own_name,
    unit_names,
)
from domain.clan_war.data.options import EDITIONS
from domain.clan_war.data.tables import SKILLS, TRAITS, Data
from domain.clan_war.words.corrections import CORRECTIONS, READY, WORDS_OF
from domain.clan_war.words.fixed_words import CONDITIONS, MEANS, OUTCOMES, RESERVE, SKYWARD, STOPPED
from domain.clan_war.words.reports import ORDERS
from domain.clan_war.words.typed import typed as typed_words
from domain.kit import editions
from domain.kit.notation import Notation
from domain.kit.own_names import typed
from domain.kit.vocabulary import Name, Vocabulary

_PARTS = (("¼", "1/4"), ("½", "1/2"), ("¾", "3/4"))
_SIGNS = ("", '"', "″", "in")
"""What may follow a number of inches."""

GIVEN = ("unit", "personality")
"""What armies give names to."""


def notation(data: Data, seats: tuple[str, ...]) -> Notation:
    """The words of the orders, for a data set and the seats of a game."""
    names = Vocabulary(_names(data, seats), given=GIVEN)
    said = typed_words()
    return Notation(ORDERS, names, words=said.words, optional=said.optional, typed=said.forms)


words_of = lru_cache(maxsize=8)(notation)
"""The same, made once for a data set and its seats."""


def correcting(data: Data, seats: tuple[str, ...]) -> Notation:
    """The words of the corrections."""
    fixed = {kind: _words(words) for kind, words in WORDS_OF.items()}
    fixed["condition"] = _words((*CONDITIONS, READY))
    names = {**_names(data, seats), **fixed, **editions.names(EDITIONS)}
    return Notation(CORRECTIONS, Vocabulary(names, given=GIVEN), words=typed_words().words)


def _names(data: Data, seats: tuple[str, ...]) -> dict[str, tuple[Name, ...]]:
    """The names of the data set, of the armies, and the fixed words."""
    own = data.own_names
    clans = typed((Name(clan.name, clan.also) for clan in data.honor.clan), own)
    return {
        "army": (
            *(clan for clan in clans if clan.word in seats),
            *map(Name, _plain(seats)),
        ),
        "clan": clans,
        "unit": (*typed((Name(one.name, one.also) for one in data.units.unit), own), *_own(data, seats)),
        "personality": (
            *typed((Name(one.name, one.also) for one in data.units.personality), own),
            *_heroes(data, seats),
        ),
        "hostage": _hostages(data),
        "distance": tuple(_distances(data)),
        "maneuver": tuple(Name(one.name, one.also) for one in data.flight.maneuver),
        "card": tuple(Name(card.name, card.also) for card in data.cards.card),
        "trait": _words(TRAITS),
        "skill": _words(SKILLS),
        "condition": _words(CONDITIONS),
        "outcome": _words(OUTCOMES),
        "means": _words(MEANS),
        "stop": _words((STOPPED,)),
        "way": _words((SKYWARD,)),
        "kind": _words((RESERVE,)),
    }


def _words(words: tuple[str, ...]) -> tuple[Name, ...]:
    return tuple(Name(word, typed_words().also("fixed", word)) for word in words)


def _own(data: Data, seats: tuple[str, ...]) -> Iterator[Name]:
    yield from (Name(name) for seat in seats for name in unit_names(data, seat))
    yield from (Name(own_name(seat, one.name)) for seat in _plain(seats) for one in data.units.unit)


def _heroes(data: Data, seats: tuple[str, ...]) -> Iterator[Name]:
    yield from (Name(name) for seat in seats for name in hero_names(data, seat))
    yield from (Name(own_name(seat, one.name)) for seat in _plain(seats) for one in data.units.personality)


def _plain(seats: tuple[str, ...]) -> Iterator[str]:
    return (seat for seat in seats if seat in PLAIN_SEATS)


def _hostages(data: Data) -> tuple[Name, ...]:
    also = {one.name: one.also for one in data.hostages.hostage}
    return tuple(Name(name, also.get(name, ())) for name in hostage_names(data))


def _distances(data: Data) -> Iterator[Name]:
    """Distances to a quarter of an inch, also with a fraction and the sign for inches: 3.5, 3½, 3.5"."""
    for length in range(data.units.names.inches.value * QUARTERS + 1):
        word = inches(length)
        longer = () if length % 2 else (f"{length // QUARTERS}.{'50' if length % QUARTERS else '00'}",)
        whole = () if length % QUARTERS else (f"{word}.0",)
        also = (*longer, *whole, *_fractions(*divmod(length, QUARTERS)))
        yield Name(word, tuple(f"{one}{sign}" for one in (word, *also) for sign in _SIGNS)[1:])


def _fractions(whole: int, quarters: int) -> tuple[str, ...]:
    """ "3¼" and "3 1/4", which is read as "3-1/4"; below an inch the fraction alone."""
    if not quarters:
        return ()
    sign, written = _PARTS[quarters - 1]
    return (f"{whole or ''}{sign}", f"{whole}-{written}" if whole else written)
