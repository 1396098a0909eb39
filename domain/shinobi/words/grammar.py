"""The words of the orders: cards, clans and provinces with their other spellings."""

from __future__ import annotations

from domain.kit.notation import Notation
from domain.kit.own_names import typed
from domain.kit.vocabulary import Name, Vocabulary
from domain.shinobi.data.tables import Cards
from domain.shinobi.words.corrections import CORRECTIONS
from domain.shinobi.words.orders import ORDERS
from domain.shinobi.words.typed import NINJA_NAME, OF_CLANS, PROVINCES, TYPED, WORDS

SEATS = tuple(province.word for province in PROVINCES)

MARKS = (Name("struck", ("ninja",)), Name("placed"), Name("reinforced", ("received",)))


def notation(cards: Cards, seats: tuple[str, ...]) -> Notation:
    """The words of the orders, for a data set and the seats of a game."""
    return Notation(ORDERS, Vocabulary(_names(cards, seats)), words=WORDS, typed=TYPED)


def correcting(cards: Cards, seats: tuple[str, ...]) -> Notation:
    """The words of the corrections."""
    return Notation(CORRECTIONS, Vocabulary({**_names(cards, seats), "mark": MARKS}), words=WORDS)


def _names(cards: Cards, seats: tuple[str, ...]) -> dict[str, tuple[Name, ...]]:
    known = (Name(clan.name, (*clan.also, *OF_CLANS.get(clan.name, ()))) for clan in cards.clans)
    clans = typed(known, cards.own_names)
    provinces = tuple(province for province in PROVINCES if province.word in seats)
    return {"card": (*clans, NINJA_NAME), "clan": clans, "province": provinces}
