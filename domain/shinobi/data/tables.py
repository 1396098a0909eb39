"""The data set `cards.toml`, decoded once into frozen structs. Every value carries its source."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct

from domain.kit.data_files import line_of, text_of, toml_of, unsourced
from domain.kit.errors import BadTable
from domain.kit.own_names import OwnNames, read_names

FILE = "cards.toml"
NINJA = "ninja"


class Number(Struct, frozen=True, forbid_unknown_fields=True):
    """A number of cards or players, and where it comes from."""

    value: int
    source: str


class Clan(Struct, frozen=True, forbid_unknown_fields=True):
    """A clan: its name, other spellings, and how many troop cards it has."""

    name: str
    name_source: str
    cards: int
    source: str
    also: tuple[str, ...] = ()


class Printed(Struct, frozen=True, forbid_unknown_fields=True):
    """The file as it is written."""

    troops: Number
    clan_cards: Number
    ninja: Number
    hand: Number
    fewest_players: Number
    most_players: Number
    clan: tuple[Clan, ...]


class Cards(Struct, frozen=True):
    """The checked data set. `per_clan` holds the troop cards of each clan, in the order of the file."""

    troops: Number
    clan_cards: Number
    ninja: Number
    hand: Number
    fewest_players: Number
    most_players: Number
    clans: tuple[Clan, ...]
    per_clan: dict[str, int]
    own_names: OwnNames = ()


def read_data(files: Mapping[str, bytes]) -> Cards:
    """The data set out of its files by name. Raises `BadTable` with the line that is wrong."""
    text = text_of(files, FILE)
    printed = toml_of(FILE, text, Printed)
    _check_sources(text, printed)
    _check_numbers(text, printed)
    return Cards(
        printed.troops,
        printed.clan_cards,
        printed.ninja,
        printed.hand,
        printed.fewest_players,
        printed.most_players,
        printed.clan,
        {clan.name: clan.cards for clan in printed.clan},
        read_names(files),
    )


def _check_sources(text: str, printed: Printed) -> None:
    for path, source in _sources(printed):
        if wanted := unsourced(source):
            raise BadTable(FILE, line_of(text, *path), wanted, f'"{source}"')


def _sources(printed: Printed) -> Iterator[tuple[tuple[str, ...], str]]:
    """Where each source stands, and what it says."""
    for name in Printed.__struct_fields__[:-1]:
        yield (name, "source"), getattr(printed, name).source
    for nth, clan in enumerate(printed.clan):
        yield ("clan", str(nth), "name_source"), clan.name_source
        yield ("clan", str(nth), "source"), clan.source


def _check_numbers(text: str, printed: Printed) -> None:
    for path, expected, got in _misfits(printed):
        raise BadTable(FILE, line_of(text, *path), expected, got)


def _misfits(printed: Printed) -> Iterator[tuple[tuple[str, ...], str, str]]:
    """Where the counts do not agree with each other: the place, what was expected, what stands there."""
    names = [clan.name for clan in printed.clan]
    troops, ninja, hand = printed.troops.value, printed.ninja.value, printed.hand.value
    low, high = printed.fewest_players.value, printed.most_players.value
    for nth, clan in enumerate(printed.clan):
        if clan.name in (*names[:nth], NINJA):
            yield ("clan", str(nth), "name"), "another name than those before", f'"{clan.name}"'
        if clan.cards < 1:
            yield ("clan", str(nth), "cards"), "1 card or more", f"{clan.cards}"
    if ninja < 0:
        yield ("ninja", "value"), "0 ninja or more", f"{ninja}"
    if troops != (counted := sum(clan.cards for clan in printed.clan) + ninja):
        yield ("troops", "value"), f"the {counted} cards of the clans and the ninja", f"{troops}"
    if printed.clan_cards.value != len(names):
        yield (
            ("clan_cards", "value"),
            f"one for each of the {len(names)} clans",
            f"{printed.clan_cards.value}",
        )
    if not 1 < low <= high:
        yield ("fewest_players", "value"), f"2 to {high} players", f"{low}"
    if high > len(names):
        yield ("most_players", "value"), f"at most {len(names)} players, one for each clan", f"{high}"
    if hand < 1 or hand * high >= troops:
        yield ("hand", "value"), f"a hand that leaves {high} players a deck of the {troops} cards", f"{hand}"
