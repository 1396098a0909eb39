"""Conditions of events in words, and the names that cards use [9.2]."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from domain.kit.errors import either
from domain.twilight_shogun.data import premises
from domain.twilight_shogun.data.tables import Tables
from domain.twilight_shogun.sequence.ending import SIDES

WHO = {**SIDES, "player": "the player", "opponent": "the opponent"}


def asked(tables: Tables, test: premises.Test) -> str:
    """One condition as a clause after "if"."""
    return _ASKED[type(test)](tables, test)


def spaces_named(tables: Tables, names: Iterable[str]) -> str:
    known = [tables.spaces[name].name for name in names]
    return known[0] if len(known) == 1 else f"{', '.join(known[:-1])} and {known[-1]}"


def face_named(tables: Tables, marker: str, face: str) -> str:
    printed = tables.markers[marker]
    one = printed.head if face == "head" else printed.tail
    return f"{one.name} ({one.value} {SIDES[one.side]})"


def marker_named(tables: Tables, marker: str) -> str:
    printed = tables.markers[marker]
    return either(tuple(dict.fromkeys((printed.head.name, printed.tail.name))))


# ---- conditions


def _controls(tables: Tables, test: premises.Controls) -> str:
    return f"{WHO[test.side]} controls {spaces_named(tables, test.spaces)}"


def _present(tables: Tables, test: premises.Present) -> str:
    return f"{WHO[test.side]} has {test.least} influence or more in {spaces_named(tables, (test.space,))}"


def _ahead(tables: Tables, test: premises.Ahead) -> str:
    return f"{WHO[test.side]} has more influence in {spaces_named(tables, (test.space,))}"


def _stands(tables: Tables, test: premises.Stands) -> str:
    named = face_named(tables, test.marker, test.face) if test.face else marker_named(tables, test.marker)
    return f"{named} is on the map"


def _treaties(tables: Tables, test: premises.Treaties) -> str:
    return f"the treaty level is {_limits(test.least, test.most)}"


def _interventions(tables: Tables, test: premises.Interventions) -> str:
    return f"the intervention level is {_limits(test.least, test.most)}"


def _limits(least: int, most: int) -> str:
    if most == premises.ANY_LEVEL:
        return f"{least} or more"
    return f"{most} or less" if not least else f"{least} to {most}"


def _court_level(tables: Tables, test: premises.CourtLevel) -> str:
    return f"{WHO[test.side]} has court operation level {test.least} or more"


def _port_open(tables: Tables, test: premises.PortOpen) -> str:
    return "Yokohama is open"


def _joi_done(tables: Tables, test: premises.JoiDone) -> str:
    return "Jo-i has been performed in this turn"


def _open_turn(tables: Tables, test: premises.OpenTurn) -> str:
    return "the open deck is in play"


def _gone(tables: Tables, test: premises.Gone) -> str:
    return f"{tables.cards[test.card].name} has occurred"


def _not(tables: Tables, test: premises.Not) -> str:
    return f"not: {asked(tables, test.condition)}"


def _either(tables: Tables, test: premises.Either) -> str:
    return " or ".join(asked(tables, one) for one in test.conditions)


_ASKED: dict[type, Callable[[Tables, Any], str]] = {
    premises.Controls: _controls,
    premises.Present: _present,
    premises.Ahead: _ahead,
    premises.Stands: _stands,
    premises.Treaties: _treaties,
    premises.Interventions: _interventions,
    premises.CourtLevel: _court_level,
    premises.PortOpen: _port_open,
    premises.JoiDone: _joi_done,
    premises.OpenTurn: _open_turn,
    premises.Gone: _gone,
    premises.Not: _not,
    premises.Either: _either,
}
