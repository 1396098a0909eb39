"""The battle as a seat, everybody or the referee may see it: all of it once the army lists are open."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from msgspec import Struct

from domain.clan_war.battle.lists import whole_table
from domain.clan_war.board.list_events import ListsOpened
from domain.clan_war.board.own_table import are_sealed, own_table
from domain.clan_war.board.state import (
    Board,
    Claim,
    Combat,
    Due,
    Entry,
    Mode,
    Unit,
    captives_in,
    clan_of,
    commander,
    engaged_with,
    hostages_in,
    leadership,
    people_of,
    present,
    size,
)
from domain.clan_war.hostage.captors import ALL_OUT
from domain.clan_war.words.items import Kind
from domain.kit.facts import State
from domain.kit.same import Same
from domain.kit.sealed import REFEREE
from domain.kit.sums import Sum


class ArmyView(Struct, frozen=True):
    """An army's ledger; `high` and `low` are the furthest levels reached, 0 where none is."""

    name: str
    honor: Sum
    vp: Sum
    high: int
    low: int
    cards: int
    morale: int
    """What its honor adds to the Morale tests of units that are no creatures."""

    clan: str


class UnitView(Struct, frozen=True):
    """A unit with what depends on others: `size` with its personalities, its commander and so on."""

    unit: Unit
    size: int
    commander: str
    leadership: int
    people: tuple[str, ...]
    engaged: tuple[str, ...]
    hostages: tuple[str, ...]
    called: Mapping[str, str]
    """The names that armies have given to units and personalities."""


class HostageView(Struct, frozen=True):
    name: str
    clan: str
    captor: str
    army: str
    held: tuple[str, ...]
    end: str


class DueView(Struct, frozen=True):
    """Tests for honor; `immune` are the creatures among the units concerned, which take none."""

    army: str
    kind: Kind
    level: int
    penalty: int
    immune: tuple[str, ...] = ()


class View(Struct, frozen=True):
    """A battle as `viewer` sees it. `thresholds`: the levels of the honor track that are coming."""

    viewer: str
    seats: tuple[str, ...]
    turn: int
    turn_limit: int
    phase: str
    armies: tuple[ArmyView, ...]
    units: tuple[UnitView, ...]
    people: tuple[tuple[str, str, str, bool], ...]
    """Name, clan, unit and whether slain."""

    hostages: tuple[HostageView, ...]
    modes: tuple[Mode, ...]
    """Those that still change an attack: nobody is spared where no hostage is left."""

    combats: tuple[Combat, ...]
    due: tuple[DueView, ...]
    agreed: tuple[str, ...]
    thresholds: tuple[int, ...]
    has_low_table: bool
    called: Mapping[str, str]
    ending: str
    winners: tuple[str, ...]
    entries: tuple[Entry, ...] = ()
    """Every change of honor and of victory points, the oldest first."""

    claims: tuple[Claim, ...] = ()
    """Reports that wait, in the order of their numbers."""

    sealed: bool = False
    """Whether the army lists are under seal: the units are those that the viewer may see."""

    def clan(self, army: str) -> str:
        """The clan that an army fights for."""
        return next(one.clan for one in self.armies if one.name == army)


REVEALS = (ListsOpened,)
"""They show to somebody what was hidden: the army lists."""


def seen(board: Board, viewer: str) -> Board:
    """The board as a viewer has it: during the muster each army knows its own list [battle/lists]."""
    return whole_table(board) if viewer == REFEREE else own_table(board, viewer)


def view(state: State[Board, Any], viewer: str) -> View:
    """What `viewer` may know: nothing on the table is hidden, but army lists until they are opened."""
    board = seen(state.board, viewer)
    return View(
        viewer,
        board.setting.seats,
        board.turn,
        board.setting.options.turn_limit,
        board.phase,
        tuple([_army(board, name) for name in board.armies]),
        _SEEN((board.units, *_others(board)), lambda: _units(board)),
        tuple((one.name, one.clan, one.unit, one.slain) for one in board.people.values()),
        tuple(_hostage(board, name) for name in board.hostages),
        tuple(one for one in board.modes if one.mode == ALL_OUT or captives_in(board, one.captor)),
        board.combats,
        tuple(_due(board, due) for due in board.due),
        board.agreed,
        thresholds(board),
        bool(board.setting.data.honor.low),
        board.called,
        board.ending,
        board.winners,
        board.entries,
        tuple(board.claims.values()),
        are_sealed(board),
    )


def _army(board: Board, name: str) -> ArmyView:
    return _SEEN((board.armies[name], board.setting), lambda: _army_seen(board, name), name)


def _army_seen(board: Board, name: str) -> ArmyView:
    army, table = board.armies[name], board.setting.data.honor
    rows = [row for row in table.low if army.honor <= row.at]
    morale = rows[-1].morale if rows else 0
    if army.honor >= table.high.morale_at.value:
        morale = table.high.morale.value
    honor, points = Sum(army.honors), Sum(army.points)
    return ArmyView(name, honor, points, army.high, army.low, army.cards, morale, clan_of(board, name))


_SEEN = Same(4096)
"""Units as they were seen: most events change none or one of them."""


def _others(board: Board) -> tuple[Any, ...]:
    """All that is seen of a unit beside itself."""
    return board.people, board.engaged, board.hostages, board.called


def _units(board: Board) -> tuple[UnitView, ...]:
    others = _others(board)
    return tuple([_SEEN((one, *others), partial(_unit, board, one)) for one in board.units.values()])


def _unit(board: Board, unit: Unit) -> UnitView:
    leader, name = commander(board, unit.name), unit.name
    return UnitView(
        unit,
        size(board, name),
        leader.name if leader else "",
        leadership(board, name),
        tuple(one.name for one in people_of(board, name)),
        engaged_with(board, name),
        tuple(one.name for one in hostages_in(board, name)),
        board.called,
    )


def _hostage(board: Board, name: str) -> HostageView:
    one = board.hostages[name]
    return HostageView(name, one.clan, one.captor, one.held[-1], one.held, one.end)


def _due(board: Board, due: Due) -> DueView:
    concerned = [unit for unit in present(board) if (unit.army == due.army) == (due.kind == "own")]
    immune = tuple(unit.name for unit in concerned if unit.is_creature)
    return DueView(due.army, due.kind, due.level, due.penalty, immune)


def thresholds(board: Board) -> tuple[int, ...]:
    """The levels of the honor track, ascending, as far as any army has come and one further."""
    table, honors = board.setting.data.honor, [army.honor for army in board.armies.values()]
    high, own = table.high, table.own
    top = max(*honors, high.tests_from.value) + high.tests_step.value
    bottom = min(*honors, own.tests_from.value) - own.tests_step.value
    up = range(high.tests_from.value, top + 1, high.tests_step.value)
    down = range(own.tests_from.value, bottom - 1, -own.tests_step.value)
    return tuple(sorted({*down, *(row.at for row in table.low), high.morale_at.value, *up}))


def turn(board: Board) -> str:
    """The turn as mails write it; "T0" is the muster."""
    return f"T{board.turn}"


def winners(board: Board) -> tuple[str, ...]:
    """Who has won; () while the battle is on."""
    return board.winners


ENDINGS = {
    "victory": "One army has the most victory points, by agreement or at the turn limit.",
    "draw": "Several armies have the most victory points.",
    "resignation": "An army has given up; the best of the others wins.",
}


def ending(board: Board) -> str:
    """How it ended: "victory", "draw" or "resignation"; "" while it is on."""
    return board.ending
