"""The board, and questions to it. Everything is frozen: `evolve` never writes into a dict of the board."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from domain.rising_sun.board.events import BattlesSettled, ForcesCompared
from domain.rising_sun.data.options import Options
from domain.rising_sun.data.tables import DAIMYO, MONSTER, SEASONS, Card, Tables

ADVANTAGES = ("seppuku", "hostage", "ronin", "poets")
"""From left to right, as a bid has its coins."""

SETTLED = "settled"
"""The ending of a game that only settles battles."""

Army = dict[str, int]
"""Figures of one clan in one province, by name; none of them is 0."""


class Setting(Struct, frozen=True):
    """What holds from the opening to the end of a game. `clans` are all seats but the herald's."""

    options: Options
    tables: Tables
    seats: tuple[str, ...]
    clans: tuple[str, ...]


class Battle(Struct, frozen=True):
    """A battle from its start to its end. `players` stay in it, in the order of Honor at its start.

    `began` is what each had in the province at the start, with what came later. `borrowed` is the owner of
    the borrowed figure.
    """

    province: str
    players: tuple[str, ...]
    began: dict[str, Army]
    bids: dict[str, tuple[int, int, int, int]]
    revealed: bool = False
    paid: bool = False
    hired: dict[str, int] = {}
    killed: int = 0
    winner: str = ""
    borrowed: str = ""


class Stand(Struct, frozen=True):
    """How it stood as the War phase began."""

    honor: tuple[str, ...]
    points: dict[str, int]
    coins: dict[str, int]
    ronin: dict[str, int]
    figures: dict[str, dict[str, Army]]


class Token(Struct, frozen=True):
    """A war token: the clan that has it, the province on it, and its season, counted from 1."""

    clan: str
    province: str
    season: int


class Hostage(Struct, frozen=True):
    captor: str
    clan: str
    figure: str


class Board(Struct, frozen=True):
    """A game of Rising Sun. `figures[province][clan]` is an army; `honor` has the highest clan first.

    `purse` is the number of coins that should be in play, `entries` how often the herald has written.
    `war` is the number of the war that is going on, 0 for none. `won` tells how the game ended. Of the last
    War phase: how it `stood` before, what was `compared` in each province, each clan's own figures that were
    `killed`; and its `sheet`, where the game ends with one.
    """

    setting: Setting
    coins: dict[str, int]
    ronin: dict[str, int]
    points: dict[str, int]
    cards: dict[str, tuple[str, ...]]
    figures: dict[str, dict[str, Army]]
    standing: dict[str, dict[str, str]]
    season: int = 1
    phase: Literal["entry", "war", "over"] = "entry"
    honor: tuple[str, ...] = ()
    alliances: tuple[tuple[str, str], ...] = ()
    wars: tuple[str, ...] = ()
    war: int = 0
    settled: tuple[str, ...] = ()
    hostages: tuple[Hostage, ...] = ()
    tokens: tuple[Token, ...] = ()
    battle: Battle | None = None
    purse: int = 0
    entries: int = 0
    winner: str = ""
    won: str = ""
    stood: Stand | None = None
    compared: dict[str, ForcesCompared] = {}
    killed: dict[str, Army] = {}
    sheet: BattlesSettled | None = None


def begin(options: Options, tables: Tables, seats: tuple[str, ...]) -> Board:
    """The empty board of the first season: no figure, no coin, no Honor track."""
    clans = tuple(seat for seat in seats if seat in tables.clans)
    return Board(
        Setting(options, tables, seats, clans),
        coins=dict.fromkeys(clans, 0),
        ronin=dict.fromkeys(clans, 0),
        points=dict.fromkeys(clans, 0),
        cards=dict.fromkeys(clans, ()),
        figures={province: {clan: {} for clan in clans} for province in tables.provinces},
        standing={clan: {} for clan in clans},
        season=SEASONS.index(options.first_season) + 1,
    )


def are_wars_free(board: Board) -> bool:
    """Whether a season has as many wars as the herald enters."""
    options = board.setting.options
    return options.wars == "free" or options.settles == "battles"


# ---- clans


def has_ability(board: Board, clan: str, ability: str) -> bool:
    """Whether the clan has that ability in this game."""
    known = board.setting.tables.clans
    return board.setting.options.clan_abilities and clan in known and known[clan].ability == ability


def ability_amount(board: Board, clan: str) -> int:
    return board.setting.tables.clans[clan].amount


def ally(board: Board, clan: str) -> str:
    """The ally of a clan, or ""."""
    for first, second in board.alliances:
        if clan in (first, second):
            return second if clan == first else first
    return ""


def by_honor(board: Board, clans: Iterable[str]) -> tuple[str, ...]:
    """The clans, highest Honor first."""
    some = tuple(clans)
    return tuple(clan for clan in board.honor if clan in some)


def free_coins(board: Board, clan: str) -> int:
    """The coins of a clan that do not lie on the tile of a battle."""
    battle = board.battle
    on_tile = sum(battle.bids.get(clan, ())) if battle and battle.revealed and not battle.paid else 0
    return board.coins[clan] - on_tile


# ---- cards


def held(board: Board, clan: str, effect: str) -> Iterator[tuple[str, Card]]:
    """The cards of a clan with that effect, copy by copy; monsters too, wherever they are."""
    for name in board.cards[clan]:
        card = board.setting.tables.cards[name]
        if card.effect == effect:
            yield name, card


def oni_of(board: Board, clan: str) -> int:
    """How many Oni a clan owns, on the board or not."""
    return sum(1 for name in board.cards[clan] if board.setting.tables.cards[name].counts == "oni")


# ---- figures


def named(count: int, figure: str) -> str:
    return figure if count == 1 else f"{count} {figure}"


def listed(army: Army) -> str:
    return ", ".join(named(count, figure) for figure, count in army.items()) or "nothing"


def army(board: Board, province: str, clan: str) -> Army:
    """What a clan has in a province, in the order of the tables."""
    there = board.figures[province][clan]
    if len(there) < 2:
        return there
    return {figure: there[figure] for figure in ranked(board.setting.tables, there)}


def ranked(tables: Tables, figures: Iterable[str]) -> tuple[str, ...]:
    """Figures in the order of the tables: kinds, borrowed ones, monsters."""
    return tuple(sorted(figures, key=tables.figures.__getitem__))


def kind_of(figure: str) -> str:
    """What a figure is, whoever fights with it."""
    return figure.removeprefix("borrowed-")


def counts_as(board: Board, figure: str) -> str:
    """What a figure is, or counts as: daimyo, shinto, bushi, oni, building, or "" for another monster."""
    return board.setting.tables.counts[figure]


def is_figure(board: Board, figure: str) -> bool:
    """Strongholds are no figures: nothing can kill, take or move them here."""
    return counts_as(board, figure) != "building"


def only_figures(board: Board, province: str, clan: str) -> Army:
    """An army without its buildings."""
    return {
        figure: count for figure, count in army(board, province, clan).items() if is_figure(board, figure)
    }


def is_immune(board: Board, figure: str) -> bool:
    """A Daimyo, and what counts as one, is no target of what takes a single figure."""
    return counts_as(board, figure) == DAIMYO


def reserve(board: Board, clan: str, figure: str) -> int:
    """How many of a kind are neither on the map nor held as hostages."""
    return board.setting.tables.kinds[figure].number - in_play(board, clan, figure)


def in_play(board: Board, clan: str, figure: str) -> int:
    """How many figures of a clan are on the map, on whatever side, or held as hostages."""
    on_map = sum([armies[clan].get(figure, 0) for armies in board.figures.values()])
    taken = sum([one.clan == clan and one.figure == figure for one in board.hostages])
    battle, lent = board.battle, f"borrowed-{figure}"
    if battle and battle.borrowed == clan:
        on_map += sum(side.get(lent, 0) for side in board.figures[battle.province].values())
    return on_map + taken


def monsters_in_play(board: Board, clan: str) -> tuple[str, ...]:
    """The monsters of a clan that are on the map or held as hostages, in the order of the tables."""
    found = {figure for armies in board.figures.values() for figure in armies[clan]}
    found |= {one.figure for one in board.hostages if one.clan == clan}
    return tuple(name for name in board.setting.tables.cards if name in found)


def local_to(board: Board) -> tuple[str, ...]:
    """Who is in the battle, or has a figure where it is fought, highest Honor first."""
    assert board.battle is not None
    there, players = board.figures[board.battle.province], board.battle.players
    return tuple(clan for clan in board.honor if clan in players or there[clan])


def with_figures(board: Board, province: str, clan: str, figure: str, change: int) -> Board:
    """The board with so many figures more, or less, in a province."""
    there = board.figures[province]
    changed = there[clan] | {figure: there[clan].get(figure, 0) + change}
    kept = {name: count for name, count in changed.items() if count}
    return replace(board, figures=board.figures | {province: there | {clan: kept}})


def with_coins(board: Board, clan: str, coins: int) -> Board:
    """A clan has so many coins, out of the common pile or back into it."""
    purse = board.purse + coins - board.coins[clan]
    return replace(board, coins=board.coins | {clan: coins}, purse=purse)


def with_tokens(board: Board, clan: str, season: int, provinces: Iterable[str]) -> Board:
    """A clan has these war tokens of a season, in the place of those that it had."""
    others = tuple(token for token in board.tokens if (token.clan, token.season) != (clan, season))
    return replace(board, tokens=(*others, *(Token(clan, province, season) for province in provinces)))


# ---- counts


def conserved(board: Board) -> str:
    """What is wrong with coins, Honor and figures, in a sentence; "" when everything is there."""
    found = sum(board.coins.values())
    if found != board.purse:
        return f"The clans have {found} coins; {board.purse} should be in play."
    if board.honor and sorted(board.honor) != sorted(board.setting.clans):
        return (
            f"The Honor track has {', '.join(board.honor)}; the clans are {', '.join(board.setting.clans)}."
        )
    return next((wrong for clan in board.setting.clans for wrong in _wrong(board, clan)), "")


def _wrong(board: Board, clan: str) -> Iterator[str]:
    for what, held_by in (("coins", board.coins), ("Ronin", board.ronin), ("points", board.points)):
        if held_by[clan] < 0:
            yield f"{clan} has {held_by[clan]} {what}."
    for figure, count in _all_in_play(board, clan).items():
        if count > (number := _printed(board.setting.tables, figure, count)):
            yield f"{clan} has {count} {figure} in play; there are {number}."


def _all_in_play(board: Board, clan: str) -> dict[str, int]:
    """What `in_play` says of every figure of a clan that is."""
    held = [(figure, count) for armies in board.figures.values() for figure, count in armies[clan].items()]
    held += [(one.figure, 1) for one in board.hostages if one.clan == clan]
    if board.battle and board.battle.borrowed == clan:
        sides, lent = board.figures[board.battle.province].values(), "borrowed-"
        every = [one for side in sides for one in side.items() if one[0].startswith(lent)]
        held += [(figure.removeprefix(lent), count) for figure, count in every]
    found: dict[str, int] = {}
    for figure, count in held:
        found[figure] = found.get(figure, 0) + count
    return found


def _printed(tables: Tables, figure: str, count: int) -> int:
    """How many a clan has of a figure; of what is none, as many as there are."""
    if figure in tables.kinds:
        return tables.kinds[figure].number
    return 1 if figure in tables.cards and tables.cards[figure].kind == MONSTER else count
