"""The words of the orders: cards, clans and provinces with their other spellings."""

from __future__ import annotations

from domain.kit.notation import Notation
from domain.kit.own_names import typed
from domain.kit.vocabulary import Name, Vocabulary, names_of
from domain.shinobi.data.tables import NINJA, Cards
from domain.shinobi.words.corrections import CORRECTIONS
from domain.shinobi.words.orders import ORDERS
from domain.shinobi.words.typed import typed as typed_words

SEATS = ("iga", "ise", "kii", "omi", "yamato")
"""Clockwise: provinces that belong to none of the clans. Our own invention, see RULINGS.md."""

MARKS = (Name("struck", ("ninja",)), Name("placed"), Name("reinforced", ("received",)))


def notation(cards: Cards, seats: tuple[str, ...]) -> Notation:
    """The words of the orders, for a data set and the seats of a game."""
    said = typed_words()
    return Notation(ORDERS, Vocabulary(_names(cards, seats)), words=said.words, typed=said.forms)


def correcting(cards: Cards, seats: tuple[str, ...]) -> Notation:
    """The words of the corrections."""
    names = Vocabulary({**_names(cards, seats), "mark": MARKS})
    return Notation(CORRECTIONS, names, words=typed_words().words)


def _names(cards: Cards, seats: tuple[str, ...]) -> dict[str, tuple[Name, ...]]:
    said = typed_words()
    known = (Name(clan.name, (*clan.also, *said.also("clan", clan.name))) for clan in cards.clans)
    clans = typed(known, cards.own_names)
    provinces = tuple(name for name in names_of(said.kind("province", SEATS)) if name.word in seats)
    return {"card": (*clans, *names_of(said.kind("card", [NINJA]))), "clan": clans, "province": provinces}
