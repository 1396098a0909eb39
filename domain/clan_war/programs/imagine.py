"""A battle as an army knows it, without the lists of others under seal, and lists that may stand there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from domain.clan_war.board.events import PersonalityRecruited, UnitMustered
from domain.clan_war.board.evolve import evolve
from domain.clan_war.board.list_events import Listed
from domain.clan_war.board.own_table import are_sealed
from domain.clan_war.board.state import Board, clan_of
from domain.clan_war.data.names import own_name
from domain.clan_war.data.tables import UNALIGNED
from domain.clan_war.sequence.muster import profile_of, recruited
from domain.kit.facts import State
from domain.kit.players import Luck
from domain.kit.sealed import filled


def known(state: State[Board, Any], seat: str) -> State[Board, Any]:
    """The state with the lists of other armies blank; once they are opened nothing is hidden."""
    board = state.board
    lists = {army: line if army == seat else () for army, line in board.lists.items()}
    return State(replace(board, lists=lists), state.agenda)


def seen(board: Board, event: Any, seat: str) -> Board:
    """That another army has entered a line is seen, and not what stands in it."""
    return evolve(board, filled(event, what=Listed(())))


def imagine(known: State[Board, Any], seat: str, luck: Luck) -> State[Board, Any]:
    """A state in which each other army that has entered something has a small army of its clan."""
    board = known.board
    if not are_sealed(board):
        return known
    lists = {
        army: line if army == seat else tuple(some_army(board, army, luck))
        for army, line in board.lists.items()
    }
    return State(replace(board, lists=lists), known.agenda)


def some_army(board: Board, army: str, luck: Luck) -> Iterator[Struct]:
    """Units of the clan and personalities that lead them; without any, a unit that serves anybody."""
    data, clan = board.setting.data.units, clan_of(board, army)
    units = [one for one in data.unit if one.clan == clan] or [
        one for one in data.unit if one.clan == UNALIGNED
    ]
    chosen = luck.sample(units, luck.randrange(1, len(units) + 1))
    yield from (UnitMustered(profile_of(one, army)) for one in chosen)
    for person in data.personality:
        if person.clan == clan and luck.random() < 0.5:
            leads = own_name(army, luck.choice(chosen).name)
            yield PersonalityRecruited(recruited(person, army, leads))
