"""Corrections of units: places, states, leaders, defensive positions [5.3, 10.3, 11.8, 11.11]."""

from __future__ import annotations

from msgspec import Struct

from domain.kawanakajima.board.events import (
    ChitCorrected,
    LeaderCorrected,
    PositionCorrected,
    StateCorrected,
    UnitCorrected,
)
from domain.kawanakajima.board.state import (
    ELIMINATED,
    Board,
    clan_of,
    is_eliminated,
    short,
    unit_named,
    units_of,
)
from domain.kawanakajima.board.zones import occupants, state_word
from domain.kawanakajima.corrections.bars import (
    Stood,
    busy,
    name_of,
    no_unit,
    off_the_map,
)
from domain.kawanakajima.corrections.open_business import Thing
from domain.kawanakajima.data.tables import AWAY, CHIEF, RESERVE, STATES
from domain.kawanakajima.words.corrections import BUILT, DEAD, SetLeader, SetPosition, SetState, SetUnit
from domain.kit.bars import Bar, Bars
from domain.kit.corrections import so_already
from domain.kit.facts import By

BACK = ELIMINATED - 1
"""Steps lost of a unit that a ruling brings back: it is exhausted."""


def unit_bars(state: Stood, said: SetUnit) -> Bars:
    """One unit to a hex; nobody who has not come yet [10.3, 16.2, 17.3, 18.1]."""
    board, name = state.board, name_of(said.seat, said.unit)
    yield from no_unit(board, said.seat, said.unit)
    unit = unit_named(board, said.seat, said.unit)
    here = board.units[unit].hex
    if not here and not is_eliminated(board, unit):
        yield Bar("16.2", f"{name} has not come onto the map yet.", "It comes by the sequence of play.")
    if here == said.place:
        yield so_already("10.3", f"{name} stands on {here}")
    yield from _place_bars(board, unit, said)
    yield from busy(state, "10.3", name, Thing("unit", unit))
    yield from busy(state, "10.3", said.place, Thing("hex", said.place))


def _place_bars(board: Board, unit: str, said: SetUnit) -> Bars:
    """A clan is in Kaizu whole or not at all; an entry point is its own clan's [13.3, 16.2]."""
    here, there, name = board.units[unit].hex, said.place, name_of(said.seat, said.unit)
    if board.fort and board.fort in (here, there):
        why = f"A clan is in Kaizu whole or not at all; {name} alone does not go in or out."
        yield Bar("13.3", why, "Go back to before the clan went in or out instead.")
    if there in board.data.map.entries:
        if board.entries.get(clan_of(unit)) != there:
            yield Bar("16.2", f"{there} is not the entry point of clan {short(clan_of(unit))}.")
        return
    if there not in board.data.map.places:
        yield Bar("10.2", f"There is no hex {there} on the map.")
    taken = occupants(board).get(there, "")
    if taken:
        other = name_of(board.data.units[taken].seat, short(taken))
        why = f"{there} is taken by {other}; a hex holds one unit."
        yield Bar("10.3", why, f"Put {other} elsewhere first.")


def unit_set(board: Board, said: SetUnit) -> tuple[Struct | By, ...]:
    """Whoever is back is exhausted, and the chit of its clan, if the clan was gone, in the reserve [5.3]."""
    unit = unit_named(board, said.seat, said.unit)
    stands, clan = board.units[unit], clan_of(unit)
    back: tuple[By, ...] = ()
    if stands.losses == ELIMINATED:
        back = (By("5.3", StateCorrected(unit, "", ELIMINATED, BACK)),)
        if board.chits[clan] == AWAY:
            back += (By("4.2", ChitCorrected(clan, AWAY, RESERVE)),)
    return (*back, UnitCorrected(unit, stands.hex, said.place))


def state_bars(state: Stood, said: SetState) -> Bars:
    """In a siege strengths count, not units [13.4]; a clan whose chit is chosen is not destroyed [8.3]."""
    board, name = state.board, name_of(said.seat, said.unit)
    unit = unit_named(board, said.seat, said.unit)
    if unit and is_eliminated(board, unit) and said.state == STATES[ELIMINATED]:
        yield so_already("5.3", f"{name} is eliminated")
    yield from off_the_map(board, said.seat, said.unit)
    now = board.units[unit]
    if state_word(now.losses) == said.state:
        yield so_already("5.3", f"{name} is {said.state}")
    if board.siege and now.hex == board.fort:
        why = f"{name} is in the siege of Kaizu, where strengths are counted and not units."
        yield Bar("13.4", why, f'Say "troops {said.seat} …" instead.')
    yield from busy(state, "5.3", name, Thing("unit", unit), *_in_kaizu(board, unit))
    if said.state == STATES[ELIMINATED] and units_of(board, clan_of(unit)) == (unit,):
        yield from busy(state, "5.3", f"Clan {short(clan_of(unit))}", Thing("chit", clan_of(unit)))


def _in_kaizu(board: Board, unit: str) -> tuple[Thing, ...]:
    return (Thing("kaizu"),) if board.fort and board.units[unit].hex == board.fort else ()


def state_set(board: Board, said: SetState) -> tuple[Struct, ...]:
    unit = unit_named(board, said.seat, said.unit)
    now = board.units[unit]
    return (StateCorrected(unit, now.hex, now.losses, STATES.index(said.state)),)


def leader_bars(state: Stood, said: SetLeader) -> Bars:
    """The death of Shingen or Kenshin ends the game [16.4]."""
    board, name = state.board, name_of(said.seat, said.unit)
    yield from off_the_map(board, said.seat, said.unit)
    unit = unit_named(board, said.seat, said.unit)
    printed = board.data.units[unit]
    if not printed.leader:
        yield Bar("11.11", f"{name} has no leader.")
    if board.units[unit].leader_killed == (said.life == DEAD):
        yield so_already("11.11", f"The leader of {name} is {said.life}")
    if said.life == DEAD and printed.general == CHIEF[said.seat]:
        why = f"The death of {printed.general.title()} ends the game; no ruling decides it so."
        yield Bar("16.4", why, "Go back to before what went wrong instead.")
    yield from busy(state, "11.11", name, Thing("unit", unit))


def leader_set(board: Board, said: SetLeader) -> tuple[Struct, ...]:
    return (LeaderCorrected(unit_named(board, said.seat, said.unit), said.life == DEAD),)


def position_bars(state: Stood, said: SetPosition) -> Bars:
    """On the map, and not behind the walls of Kaizu [11.8]."""
    board, name = state.board, name_of(said.seat, said.unit)
    yield from off_the_map(board, said.seat, said.unit)
    unit = unit_named(board, said.seat, said.unit)
    here = board.units[unit].hex
    if here not in board.data.map.places or here == board.fort:
        yield Bar("11.8", f"{name} stands on {here}, where no defensive position can be.")
    if (board.positions.get(here) == unit) == (said.stands == BUILT):
        has = "has a" if said.stands == BUILT else "has no"
        yield so_already("11.8", f"{name} {has} defensive position on {here}")
    yield from busy(state, "11.8", name, Thing("unit", unit))


def position_set(board: Board, said: SetPosition) -> tuple[Struct, ...]:
    unit = unit_named(board, said.seat, said.unit)
    return (PositionCorrected(unit, board.units[unit].hex, said.stands == BUILT),)
