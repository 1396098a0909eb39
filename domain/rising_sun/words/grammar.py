"""The words of the orders: clans, provinces, figures, cards, and how many of a figure there are."""

from __future__ import annotations

from collections.abc import Iterator

from domain.kit.notation import Notation
from domain.kit.own_names import typed
from domain.kit.vocabulary import Name, Vocabulary
from domain.rising_sun.data.tables import BORROWED, HERALD, MONSTER, SEASONS, Kind, Province, Tables
from domain.rising_sun.words.corrections import CORRECTIONS
from domain.rising_sun.words.orders import ORDERS
from domain.rising_sun.words.typed import (
    ADVANTAGE_NAMES,
    CHOICES,
    MOMENTS,
    OF_CLANS,
    OF_FIGURES,
    OF_PROVINCES,
    OPTIONAL,
    SEASON_NAMES,
    TYPED,
    WORDS,
)

SEATS = (HERALD, "koi", "turtle", "sun", "fox", "moon", "lotus", "dragonfly", "bonsai")
"""The herald, and the clans: those first whose abilities touch a battle."""


def notation(tables: Tables, seats: tuple[str, ...]) -> Notation:
    """The words of the orders, for a data set and the seats of a game."""
    return Notation(ORDERS, _vocabulary(tables, seats), words=WORDS, optional=OPTIONAL, typed=TYPED)


def correcting(tables: Tables, seats: tuple[str, ...]) -> Notation:
    """The words of the corrections."""
    return Notation(CORRECTIONS, _vocabulary(tables, seats), words=WORDS, optional=OPTIONAL)


def _vocabulary(tables: Tables, seats: tuple[str, ...]) -> Vocabulary:
    clans = tuple(
        Name(clan.name, (*clan.also, *OF_CLANS.get(clan.name, ())))
        for clan in tables.clans.values()
        if clan.name in seats and clan.name != HERALD
    )
    cards = tuple(Name(card.name, (*card.also, *_spaced(card.name))) for card in tables.cards.values())
    monsters = tuple(name for name in cards if tables.cards[name.word].kind == "monster")
    kinds = tuple(Name(kind.name, _figure_words(kind)) for kind in tables.kinds.values())
    names = {
        "clan": typed(clans, tables.own_names),
        "province": typed(map(_province, tables.provinces.values()), tables.own_names),
        "figure": (*kinds, *map(Name, BORROWED), *monsters),
        "troop": (*_troops(tables), *monsters),
        "card": typed(cards, tables.own_names),
        "choice": CHOICES,
        "season": tuple(Name(season, SEASON_NAMES[season]) for season in SEASONS),
        "moment": MOMENTS,
        "advantage": ADVANTAGE_NAMES,
    }
    return Vocabulary(names)


def _spaced(name: str) -> tuple[str, ...]:
    return (name.replace("-", " "),) if "-" in name else ()


def _province(province: Province) -> Name:
    return Name(province.name, (*province.also, *OF_PROVINCES.get(province.name, ())))


def _figure_words(kind: Kind) -> tuple[str, ...]:
    return (*kind.also, *OF_FIGURES.get(kind.name, ()))


def _troops(tables: Tables) -> Iterator[Name]:
    """ "2-bushi", also written "2 bushi"; one of them is "bushi"."""
    for kind in tables.kinds.values():
        words = _figure_words(kind)
        yield Name(kind.name, (*words, f"1 {kind.name}", f"1-{kind.name}"))
        for count in range(2, kind.number + 1):
            also = tuple(f"{count} {word}" for word in (kind.name, *words))
            yield Name(troop_of(kind.name, count), also)


def troop_of(figure: str, count: int) -> str:
    """So many of a figure, as one word of an order."""
    return figure if count == 1 else f"{count}-{figure}"


def counted_troop(tables: Tables, troop: str) -> tuple[str, int]:
    """The figure and the count that a word of an order means; ("", 0) if it means none."""
    count, dash, figure = troop.partition("-")
    if dash and count.isascii() and count.isdigit() and figure in tables.kinds:
        return figure, int(count)
    known = troop in tables.kinds or (troop in tables.cards and tables.cards[troop].kind == MONSTER)
    return (troop, 1) if known else ("", 0)
