"""From battle to battle: what is left of an army, as the orders of its next muster [battle/carried]."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from domain.clan_war.battle.honor import starting_terms
from domain.clan_war.board.state import Board, Personality, Unit, clan_of, people_of, present
from domain.clan_war.data.names import PLAIN_SEATS
from domain.clan_war.data.tables import CREATURE
from domain.clan_war.sequence.muster import MOST_CHANGE, profile_of, recruited
from domain.clan_war.words import reports
from domain.clan_war.words.grammar import words_of
from domain.kit.sums import Sum

CAUSE = "carried over"


def sheets(board: Board) -> dict[str, tuple[str, ...]]:
    """The lines of each army's next muster; none before the battle is over, or if it never began, when its
    lists may still be sealed [battle/carried, battle/lists]."""
    if not board.winners or not board.turn:
        return {}
    words = words_of(board.setting.data, board.setting.seats)
    return {army: tuple(map(words.write, carried(board, army))) for army in board.armies}


def carried(board: Board, army: str) -> Iterator[Struct]:
    """Survivors, names, hostages, honor and victory points [battle/carried]."""
    units = present(board, army)
    people = [one for unit in units for one in people_of(board, unit.name)]
    if army in PLAIN_SEATS and board.armies[army].clan:
        yield reports.ChooseClan(board.armies[army].clan)
    yield from (_mustered(board, unit) for unit in units)
    yield from (_recruited(board, one) for one in people)
    for unit in units:
        if unit.models < unit.profile.models:
            yield reports.Casualties(unit.name, unit.profile.models - unit.models)
    yield from _named(board, [unit.name for unit in units], [one.name for one in people])
    yield from _hostages(board, army)
    yield from _honor(board, army, people)
    for part in _parts(board.armies[army].vp):
        yield reports.Points(army, part, CAUSE)


def _mustered(board: Board, unit: Unit) -> Struct:
    """A unit of the data set, under its name or another, or one with a profile of its own."""
    profile = unit.profile
    for one in board.setting.data.units.unit:
        printed = profile_of(one, unit.army)
        if printed == profile:
            return reports.Muster(one.name)
        if replace(printed, name=profile.name) == profile:
            return reports.Muster(one.name, profile.name)
    clan = "" if profile.clan == clan_of(board, unit.army) else profile.clan
    known = board.setting.data.clan(profile.clan)
    implied = {CREATURE} if known and known.creatures else set()
    return reports.Raise(
        profile.name,
        *(profile.move, profile.tl, profile.ml, profile.models),
        *(profile.leadership, profile.close, profile.extended),
        traits=tuple(trait for trait in profile.traits if trait not in implied),
        clan=clan,
    )


def _recruited(board: Board, one: Personality) -> Struct:
    for person in board.setting.data.units.personality:
        if recruited(person, one.army, one.unit) == one:
            return reports.Recruit(person.name, one.unit)
    return reports.Personality(one.name, one.clan, one.honor, one.leadership, one.unit, one.skills)


def _named(board: Board, units: list[str], people: list[str]) -> Iterator[Struct]:
    called = board.called
    yield from (reports.CallUnit(name, called[name]) for name in units if name in called)
    yield from (reports.CallPersonality(name, called[name]) for name in people if name in called)


def _hostages(board: Board, army: str) -> Iterator[Struct]:
    """Those that the army holds; who has come back to its own clan is at home."""
    for one in board.hostages.values():
        held = not one.end and board.units[one.captor].army == army
        if held and one.clan != clan_of(board, army):
            yield reports.Take(one.name, one.clan, one.captor)


def _honor(board: Board, army: str, people: list[Personality]) -> Iterator[Struct]:
    """What the starting honor of those that are left lacks to the honor that the army has."""
    left = replace(board, people={one.name: one for one in people}, modifiers=())
    start = Sum(tuple(starting_terms(left, army))).total
    for part in _parts(board.armies[army].honor - start):
        yield reports.Modifier(part, CAUSE)


def _parts(amount: int) -> Iterator[int]:
    """An amount in changes that can be entered."""
    while amount:
        part = max(-MOST_CHANGE, min(MOST_CHANGE, amount))
        yield part
        amount -= part
