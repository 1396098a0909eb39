"""Corrections of clans and sides: postures, chits, tracks, the samurai [6.1, 8.3, 11.11, 14.2, 15.1]."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from domain.kawanakajima.board.events import ChitCorrected, PostureChanged, SamuraiCorrected, TrackCorrected
from domain.kawanakajima.board.state import Board, clan_named, covered, unit_named
from domain.kawanakajima.corrections.bars import (
    Stood,
    busy,
    name_of,
    no_clan,
    off_the_map,
)
from domain.kawanakajima.corrections.open_business import Thing
from domain.kawanakajima.data.tables import AWAY, DRAWN
from domain.kawanakajima.words.corrections import BOX, TRACKS, SetChit, SetPosture, SetSamurai, SetTrack
from domain.kit.bars import Bar, Bars
from domain.kit.corrections import so_already
from domain.kit.facts import By

RULING = "ruling"


def posture_bars(state: Stood, said: SetPosture) -> Bars:
    board = state.board
    yield from no_clan(board, said.seat, said.clan)
    clan, name = clan_named(board, said.seat, said.clan), f"Clan {name_of(said.seat, said.clan)}"
    if board.postures[clan] == said.posture:
        yield so_already("6.1", f"{name} is in {said.posture}")
    yield from busy(state, "6.1", name, Thing("clan", clan))


def posture_set(board: Board, said: SetPosture) -> tuple[Struct, ...]:
    """With secret postures the clan's own side alone may know it [6.2]."""
    clan = clan_named(board, said.seat, said.clan)
    return (PostureChanged(clan, covered(board, clan, said.posture), RULING),)


def chit_bars(state: Stood, said: SetChit) -> Bars:
    board = state.board
    yield from no_clan(board, said.seat, said.clan)
    chit, name = clan_named(board, said.seat, said.clan), f"The chit of {name_of(said.seat, said.clan)}"
    if board.chits[chit] == place_of(said.place):
        yield so_already("8.3", f"{name} is in {said.place}")
    yield from busy(state, "8.3", name, Thing("chit", chit))
    if board.chits[chit] == DRAWN:
        yield Bar("9.1", f"{name} is being played.", "Go back to before it was drawn instead.")


def place_of(written: str) -> str:
    """Where a chit is, as the board has it: "box-2" is "2"."""
    return written.removeprefix(BOX)


def chit_set(board: Board, said: SetChit) -> tuple[Struct, ...]:
    chit = clan_named(board, said.seat, said.clan)
    return (ChitCorrected(chit, board.chits[chit], place_of(said.place)),)


def track_bars(state: Stood, said: SetTrack) -> Bars:
    """A ruling passes no line of a samurai [14.1]; Bundori are values of leaders, and not below 0."""
    rule, name = TRACKS[said.track], f"The {said.track} of {said.seat.title()}"
    if said.track == "bundori" and said.value < 0:
        yield Bar(rule, f"{name} cannot be {said.value}; the track begins at 0.")
    if getattr(state.board.armies[said.seat], said.track) == said.value:
        yield so_already(rule, f"{name} is {said.value}" if rule == "11.11" else f"{name} are {said.value}")
    yield from busy(state, rule, name, Thing("track", said.seat))


def track_set(board: Board, said: SetTrack) -> tuple[By, ...]:
    before = getattr(board.armies[said.seat], said.track)
    track: Any = said.track
    return (By(TRACKS[said.track], TrackCorrected(said.seat, track, before, said.value)),)


def samurai_bars(state: Stood, said: SetSamurai) -> Bars:
    """With a unit on the map, where he is played with [14.2]."""
    board, name = state.board, f"The samurai of {said.seat.title()}"
    if not board.options.samurai:
        yield Bar("14.1", "This game is played without samurai.")
    if said.unit:
        yield from off_the_map(board, said.seat, said.unit)
        unit = unit_named(board, said.seat, said.unit)
        if board.armies[said.seat].samurai == unit:
            yield so_already("14.2", f"{name} is with {said.unit}")
        if board.units[unit].hex not in board.data.map.places:
            yield Bar("14.2", f"{name_of(said.seat, said.unit)} is on an entry point, not on the map.")
        yield from busy(state, "14.2", name, Thing("unit", unit))
    elif board.chits[f"samurai {said.seat}"] == AWAY:
        yield so_already("14.3", f"{name} is out of the game")
    host = board.armies[said.seat].samurai
    yield from busy(state, "14.2", name, Thing("samurai", said.seat), Thing("unit", host))


def samurai_set(board: Board, said: SetSamurai) -> tuple[Struct, ...]:
    unit = unit_named(board, said.seat, said.unit) if said.unit else ""
    return (SamuraiCorrected(said.seat, board.armies[said.seat].samurai, unit),)
