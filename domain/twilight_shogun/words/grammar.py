"""The words of the orders: spaces, cards by number and by name, and numbers of influence."""

from __future__ import annotations

from domain.kit import editions
from domain.kit.notation import Notation
from domain.kit.own_names import typed
from domain.kit.vocabulary import Name, Vocabulary
from domain.twilight_shogun.data.checks import deeds
from domain.twilight_shogun.data.effects import Choose
from domain.twilight_shogun.data.options import EDITIONS
from domain.twilight_shogun.data.tables import ANTI, PRO, Card, Space, Tables
from domain.twilight_shogun.words.corrections import BOXES, CORRECTIONS, PILES, TRACKS
from domain.twilight_shogun.words.orders import ORDERS
from domain.twilight_shogun.words.typed import typed as typed_words

SEATS = (ANTI, PRO)

NUMBERS = tuple(Name(str(n), (f"+{n}", f"x{n}", f"{n}x", f"х{n}")) for n in range(1, 21))
"""How much influence one word of an order may ask for; the last sign for "times" is Cyrillic."""


def notation(tables: Tables, seats: tuple[str, ...]) -> Notation:
    """The words of the orders, for a data set."""
    spaces = typed(map(name_of_space, tables.spaces.values()), tables.own_names)
    names = {
        "space": spaces,
        "place": (*spaces, *NUMBERS),
        "card": typed(map(name_of, tables.cards.values()), tables.own_names),
        "way": tuple(Name(way) for way in ways(tables)),
    }
    said = typed_words()
    return Notation(ORDERS, Vocabulary(names, "card"), words=said.words, typed=said.forms)


def correcting(tables: Tables, seats: tuple[str, ...]) -> Notation:
    """The words of the corrections, for a data set."""
    shown = dict.fromkeys(word for _, words in BOXES.values() for word in words)
    names = {
        "seat": tuple(map(Name, seats)),
        "space": typed(map(name_of_space, tables.spaces.values()), tables.own_names),
        "card": typed(map(name_of, tables.cards.values()), tables.own_names),
        "marker": tuple(map(Name, tables.markers)),
        "face": (Name("head"), Name("tail")),
        "track": tuple(map(Name, TRACKS)),
        "box": tuple(map(Name, BOXES)),
        "side of a box": tuple(map(Name, shown)),
        "pile": tuple(map(Name, PILES)),
        **editions.names(EDITIONS),
    }
    return Notation(CORRECTIONS, Vocabulary(names))


def ways(tables: Tables) -> tuple[str, ...]:
    """The names of the ways in which some events can be resolved."""
    every = (deed for card in tables.cards.values() for deed in deeds(card.effects))
    return tuple(dict.fromkeys(way.name for deed in every if isinstance(deed, Choose) for way in deed.ways))


def name_of_space(space: Space) -> Name:
    """A space, whose spellings are single words, so that a list of spaces needs no commas."""
    words = (space.name, *space.also, *typed_words().also("space", space.id))
    return Name(space.id, tuple(word.replace(" ", "-") for word in words))


def name_of(card: Card) -> Name:
    """A card by its short name, its number and its printed name, which loses its commas."""
    spelled = (card.name.replace(",", ""), *((card.ja,) if card.ja else ()), *card.also)
    return Name(card.id, (str(card.number), f"#{card.number}", *spelled))
