"""The words of the orders: cards, clans and provinces with their other spellings, also in Russian."""

from __future__ import annotations

from domain.kit.notation import Notation
from domain.kit.vocabulary import Name, Vocabulary
from domain.shinobi.data.tables import NINJA, Cards
from domain.shinobi.words.corrections import CORRECTIONS
from domain.shinobi.words.orders import ORDERS

PROVINCES = (
    Name("iga", ("Ига",)),
    Name("ise", ("Исэ", "Исе")),
    Name("kii", ("Кии",)),
    Name("omi", ("Оми", "ohmi")),
    Name("yamato", ("Ямато",)),
)
"""The seats, clockwise: provinces that belong to none of the clans. Our own invention, see RULINGS.md."""

SEATS = tuple(province.word for province in PROVINCES)

NINJA_NAME = Name(NINJA, ("ниндзя", "assassin", "убийца"))

WORDS = {
    "place": ("put", "deploy", "play", "разместить", "положить"),
    "ninja": ("assassinate", "ниндзя", "убийца"),
    "move": ("переместить", "переложить"),
    "attack": ("атаковать",),
    "pass": ("skip", "пас"),
    "in": ("into", "before", "в"),
    "from": ("из",),
    "to": ("into", "в"),
    "with": ("by", "using", "силами"),
}


MARKS = (Name("struck", ("ninja",)), Name("placed"), Name("reinforced", ("received",)))


def notation(cards: Cards, seats: tuple[str, ...]) -> Notation:
    """The words of the orders, for a data set and the seats of a game."""
    return Notation(ORDERS, Vocabulary(_names(cards, seats)), words=WORDS)


def correcting(cards: Cards, seats: tuple[str, ...]) -> Notation:
    """The words of the corrections."""
    return Notation(CORRECTIONS, Vocabulary({**_names(cards, seats), "mark": MARKS}), words=WORDS)


def _names(cards: Cards, seats: tuple[str, ...]) -> dict[str, tuple[Name, ...]]:
    clans = tuple(Name(clan.name, clan.also) for clan in cards.clans)
    provinces = tuple(province for province in PROVINCES if province.word in seats)
    return {"card": (*clans, NINJA_NAME), "clan": clans, "province": provinces}
