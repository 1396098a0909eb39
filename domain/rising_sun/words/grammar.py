"""The words of the orders: clans, provinces, figures, cards, and how many of a figure there are."""

from __future__ import annotations

from collections.abc import Iterator

from domain.kit.notation import Notation
from domain.kit.own_names import typed
from domain.kit.vocabulary import Name, Vocabulary, names_of
from domain.rising_sun.data.tables import BORROWED, HERALD, MONSTER, SEASONS, Kind, Province, Tables
from domain.rising_sun.words.corrections import CORRECTIONS
from domain.rising_sun.words.orders import ORDERS, Bid
from domain.rising_sun.words.typed import typed as typed_words

SEATS = (HERALD, "koi", "turtle", "sun", "fox", "moon", "lotus", "dragonfly", "bonsai")
"""The herald, and the clans: those first whose abilities touch a battle."""

CHOICES, MOMENTS = ("yes", "no", "ask"), ("first", "last")


def notation(tables: Tables, seats: tuple[str, ...]) -> Notation:
    """The words of the orders, for a data set and the seats of a game."""
    said = typed_words()
    names = _vocabulary(tables, seats)
    return Notation(ORDERS, names, words=said.words, optional=said.optional, typed=said.forms)


def correcting(tables: Tables, seats: tuple[str, ...]) -> Notation:
    """The words of the corrections."""
    said = typed_words()
    return Notation(CORRECTIONS, _vocabulary(tables, seats), words=said.words, optional=said.optional)


def _vocabulary(tables: Tables, seats: tuple[str, ...]) -> Vocabulary:
    said = typed_words()
    clans = tuple(
        Name(clan.name, (*clan.also, *said.also("clan", clan.name)))
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
        "choice": names_of(said.kind("choice", CHOICES)),
        "season": names_of(said.kind("season", SEASONS)),
        "moment": names_of(said.kind("moment", MOMENTS)),
        "advantage": names_of(said.kind("advantage", Bid.__struct_fields__)),
    }
    return Vocabulary(names)


def _spaced(name: str) -> tuple[str, ...]:
    return (name.replace("-", " "),) if "-" in name else ()


def _province(province: Province) -> Name:
    return Name(province.name, (*province.also, *typed_words().also("province", province.name)))


def _figure_words(kind: Kind) -> tuple[str, ...]:
    return (*kind.also, *typed_words().also("figure", kind.name))


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
