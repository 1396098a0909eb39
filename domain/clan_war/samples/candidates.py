"""Names that may stand in a report, so that a page need not show all that any army could have."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any

from msgspec import Struct

from domain.clan_war.battle.claims import waiting_for
from domain.clan_war.board.own_table import own_table
from domain.clan_war.board.state import Board, Unit, clan_of, engaged_with, hostages_in, present
from domain.clan_war.data.names import hero_names, hostage_names, unit_names
from domain.clan_war.hostage.captors import clans_of_hostages
from domain.clan_war.words import movement_reports as m
from domain.clan_war.words import reports as r
from domain.clan_war.words.items import ForcedLanding
from domain.kit.facts import State

Named = Collection[str]
Finds = Callable[[Board, str], Iterable[str]]


def candidates(state: State[Board, Any], seat: str, kind: type[Struct], field: str) -> Named | None:
    """Names in the battle, as the army knows it; for what is new, those that are left [battle/report]."""
    board, asked = own_table(state.board, seat), state.agenda[0]
    if isinstance(asked, ForcedLanding) and field == "unit":
        return (asked.unit,)
    found = _NEW.get((kind, field)) or _SOME.get((kind, field)) or _FIELDS.get(field)
    if found is None:
        return None
    return tuple(dict.fromkeys(found(board, seat)))


def _all(board: Board, seat: str) -> Iterable[str]:
    return [unit.name for unit in present(board)]


def _mine(board: Board, seat: str) -> Iterable[str]:
    return [unit.name for unit in present(board, seat)]


def _theirs(board: Board, seat: str) -> Iterable[str]:
    return [unit.name for unit in present(board) if unit.army != seat]


def _who(is_so: Callable[[Board, Unit], object], *, enemy: bool = False) -> Finds:
    """One's own units of which something is so, or those of the enemy."""
    return lambda board, seat: [
        unit.name for unit in present(board) if (unit.army != seat) == enemy and is_so(board, unit)
    ]


def _is_engaged(board: Board, unit: Unit) -> bool:
    return bool(engaged_with(board, unit.name))


def _is_shot_at(board: Board, seat: str) -> Iterable[str]:
    """Own units that others come out of the air to engage [flight/reaction]."""
    mine = {unit.name for unit in present(board, seat)}
    return [one for one in (unit.deeds.engaging[1] for unit in present(board)) if one in mine]


def _comes(board: Board, unit: Unit) -> bool:
    return bool(unit.deeds.engaging[1])


def _alive(board: Board, seat: str) -> Iterable[str]:
    return [one.name for one in board.people.values() if one.army == seat and not one.slain]


def _others_alive(board: Board, seat: str) -> Iterable[str]:
    return [one.name for one in board.people.values() if one.army != seat and not one.slain]


def _held(board: Board, seat: str) -> Iterable[str]:
    return [one.name for one in board.hostages.values() if not one.end]


def _own_words(board: Board, seat: str) -> Iterable[str]:
    return [str(one.number) for one in board.claims.values() if one.by == seat]


def _asked(board: Board, seat: str) -> Iterable[str]:
    return map(str, waiting_for(board, seat))


def _confirmable(board: Board, seat: str) -> Iterable[str]:
    """Also what the army has denied itself [battle/confirm]."""
    denied = (str(one.number) for one in board.claims.values() if one.denied == seat)
    return (*_asked(board, seat), *denied)


def _other_clans(board: Board, seat: str) -> Iterable[str]:
    return [one for one in clans_of_hostages(board) if one != clan_of(board, seat)]


_FIELDS: Mapping[str, Finds] = {
    "unit": _mine,
    **dict.fromkeys(("target", "captor", "nearer", "enemy"), _theirs),
    **dict.fromkeys(("personality", "challenger"), _alive),
    "hostage": _held,
    "army": lambda board, seat: board.setting.seats,
}

_SOME: Mapping[tuple[type[Struct], str], Finds] = {
    (m.March, "unit"): _who(lambda board, unit: not unit.airborne),
    (m.TakeOff, "unit"): _who(lambda board, unit: unit.flies and not unit.airborne),
    **dict.fromkeys(
        ((kind, "unit") for kind in (m.Fly, m.Land, m.Dive, m.Ground)),
        _who(lambda board, unit: unit.airborne),
    ),
    **dict.fromkeys(
        ((kind, "unit") for kind in (m.BreakAway, m.Retreat, r.Fight, r.StrikeEasy, r.AllOut)),
        _who(_is_engaged),
    ),
    (r.Fight, "target"): _who(_is_engaged, enemy=True),
    **dict.fromkeys(((kind, "captor") for kind in (r.StrikeEasy, r.AllOut)), _who(_is_engaged, enemy=True)),
    (m.FlyBy, "unit"): _who(lambda board, unit: unit.flew_in(board.phase)),
    (m.FlyBy, "target"): _who(lambda board, unit: unit.flew_in(board.phase), enemy=True),
    (m.React, "unit"): _is_shot_at,
    (m.React, "target"): _who(_comes, enemy=True),
    **dict.fromkeys(((kind, "target") for kind in (r.Play, m.Strike)), _all),
    (r.KillAll, "unit"): _who(lambda board, unit: bool(hostages_in(board, unit.name))),
    (r.Challenge, "personality"): _others_alive,
    (r.Take, "clan"): _other_clans,
    (r.Confirm, "numbers"): _confirmable,
    (r.Deny, "number"): _asked,
    (r.Retract, "number"): _own_words,
}

PAIRS: Mapping[type[Struct], tuple[str, str]] = {
    **dict.fromkeys((m.Engage, m.Shoot, r.Fight), ("unit", "target")),
    **dict.fromkeys((r.StrikeEasy, r.AllOut), ("unit", "captor")),
    r.Challenge: ("challenger", "personality"),
}
"""Whoever does something, and to whom [battle/report]."""

_NEW: Mapping[tuple[type[Struct], str], Finds] = {
    (r.Muster, "unit"): lambda board, seat: [one.name for one in board.setting.data.units.unit],
    (r.Muster, "name"): lambda board, seat: _left(unit_names(board.setting.data, seat), board.units),
    (r.Raise, "unit"): lambda board, seat: _left(unit_names(board.setting.data, seat), board.units),
    (r.Recruit, "personality"): lambda board, seat: [
        one.name for one in board.setting.data.units.personality
    ],
    (r.Personality, "personality"): lambda board, seat: _left(
        hero_names(board.setting.data, seat), board.people
    ),
    (r.Take, "hostage"): lambda board, seat: _left(hostage_names(board.setting.data), board.hostages),
}
"""Names that nobody has yet [battle/muster, hostage/taking]."""


def _left(names: Iterable[str], taken: Collection[str]) -> Iterable[str]:
    return [name for name in names if name not in taken]
