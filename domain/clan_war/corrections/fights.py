"""Corrections of fights, of the deeds of a turn and of hostages: what bars each, and what is recorded."""

from __future__ import annotations

from msgspec import Struct

from domain.clan_war.board import corrected as k
from domain.clan_war.board.state import Board, Unit, engaged_with, mode_of
from domain.clan_war.book import PHASES, in_play
from domain.clan_war.corrections.open_business import word
from domain.clan_war.hostage.captors import concerns
from domain.clan_war.words import corrections as s
from domain.kit.bars import Bar, Bars
from domain.kit.corrections import so_already
from domain.kit.errors import either

# ---- engagements


def engaged(board: Board, correction: s.SetEngaged) -> tuple[Struct, ...]:
    """Two units in base contact [battle/ground]."""
    return (k.EngagementCorrected(correction.unit, correction.target, True),)


def engaged_bars(board: Board, correction: s.SetEngaged) -> Bars:
    """Enemies on the ground [battle/ground, flight/no-engage]."""
    pair = (correction.unit, correction.target)
    for name in pair:
        yield from in_play(board, "battle/ground", name)
    one, other = (board.units[name] for name in pair)
    if one.army == other.army:
        yield Bar("battle/ground", f"{one.name} and {other.name} are of one army.")
    if other.name in engaged_with(board, one.name):
        yield so_already("battle/ground", f"{one.name} and {other.name} are engaged")
    for unit in (one, other):
        if unit.airborne:
            why = f"{unit.name} is airborne, and engaged with nobody."
            yield Bar("flight/no-engage", why, "Correct its height first.")


def parted(board: Board, correction: s.SetParted) -> tuple[Struct, ...]:
    """Two units that are not engaged; how they fight each other ends with it [battle/ground]."""
    return (k.EngagementCorrected(correction.unit, correction.target, False),)


def parted_bars(board: Board, correction: s.SetParted) -> Bars:
    """Units that are engaged [battle/ground]."""
    for name in (correction.unit, correction.target):
        yield from in_play(board, "battle/ground", name)
    if correction.target not in engaged_with(board, correction.unit):
        yield so_already("battle/ground", f"{correction.unit} and {correction.target} are not engaged")


def mode(board: Board, correction: s.SetMode) -> tuple[Struct, ...]:
    """How a unit fights a captor; honor and victory points are corrected apart [hostage/choice]."""
    after = "" if correction.mode == s.NONE else correction.mode
    before = mode_of(board, correction.unit, correction.captor)
    return (k.ModeCorrected(correction.unit, correction.captor, before, after),)


def mode_bars(board: Board, correction: s.SetMode) -> Bars:
    """A unit that is engaged with a captor whose hostage concerns it [hostage/choice]."""
    name, captor, wanted = correction.unit, correction.captor, correction.mode
    for one in (name, captor):
        yield from in_play(board, "hostage/choice", one)
    yield from word("hostage/choice", wanted, s.WORDS_OF["mode"])
    if (mode_of(board, name, captor) or s.NONE) == wanted:
        how = "has chosen no way to fight" if wanted == s.NONE else f"fights {wanted} against"
        yield so_already("hostage/choice", f"{name} {how} {captor}")
    if wanted == s.NONE:
        return
    if captor not in engaged_with(board, name):
        yield Bar("hostage/choice", f"{name} is not engaged with {captor}.", "Correct the engagement first.")
    if not concerns(board, board.units[name], captor):
        yield Bar("hostage/choice", f"{captor} holds no hostage that concerns {name}.")


# ---- what a unit has done in the turn


def moved(board: Board, correction: s.SetMoved) -> tuple[Struct, ...]:
    """The phases in which a unit has moved [battle/turn]."""
    after = tuple(phase for phase in s.WORDS_OF["phase"] if phase in correction.phases)
    return (k.MovedCorrected(correction.unit, board.units[correction.unit].deeds.moved, after),)


def moved_bars(board: Board, correction: s.SetMoved) -> Bars:
    """Movement phases of this turn that have begun [battle/turn]."""
    name, wanted = correction.unit, correction.phases
    yield from in_play(board, "battle/turn", name)
    for phase in wanted:
        yield from word("battle/turn", phase, s.WORDS_OF["phase"])
    if "cavalry" in wanted and board.phase == "primary":
        yield Bar("battle/turn", f"{PHASES['cavalry'].capitalize()} has not begun.")
    if set(wanted) == set(board.units[name].deeds.moved):
        when = f"moved in {either(wanted)}" if wanted else "not moved"
        yield so_already("battle/turn", f"{name} has {when}")


def deed(board: Board, correction: s.SetDeed) -> tuple[Struct, ...]:
    """Whether a unit has shot, reacted, dived, retreated or made its fly-by attacks [battle/turn]."""
    done = correction.answer == s.YES
    now = board.phase if board.phase in s.WORDS_OF["phase"] else "cavalry"
    phase = now if done and correction.deed == s.FLY_BY else ""
    return (k.DeedCorrected(correction.unit, correction.deed, done, phase),)


def deed_bars(board: Board, correction: s.SetDeed) -> Bars:
    """Something that later reports of the turn depend on [battle/turn]."""
    name = correction.unit
    yield from in_play(board, "battle/turn", name)
    yield from word("battle/turn", correction.deed, s.DEEDS)
    yield from word("battle/turn", correction.answer, s.WORDS_OF["answer"])
    if has_done(board.units[name], correction.deed) is (correction.answer == s.YES):
        yield so_already("battle/turn", f'"{correction.deed}" of {name} is noted as {correction.answer}')


def has_done(unit: Unit, deed: str) -> bool:
    return bool(getattr(unit.deeds, k.DEEDS[deed]))


def tally(board: Board, correction: s.SetTally) -> tuple[Struct, ...]:
    """The wounds and the Morale tests of a unit in this turn [battle/losses, battle/morale]."""
    before = counted(board.units[correction.unit], correction.tally)
    return (k.TallyCorrected(correction.unit, correction.tally, before, correction.number),)


def tally_bars(board: Board, correction: s.SetTally) -> Bars:
    """Numbers on which later tests of the turn depend [battle/losses]."""
    name = correction.unit
    yield from in_play(board, "battle/losses", name)
    yield from word("battle/losses", correction.tally, s.WORDS_OF["tally"])
    if counted(board.units[name], correction.tally) == correction.number:
        yield so_already("battle/losses", f"{correction.tally} of {name}: {correction.number}")


def counted(unit: Unit, tally: str) -> int:
    number: int = getattr(unit.deeds, k.TALLIES[tally])
    return number


# ---- hostages


def captor(board: Board, correction: s.SetCaptor) -> tuple[Struct, ...]:
    """A hostage is in a unit, perhaps again [hostage/taking]."""
    one = board.hostages[correction.hostage]
    return (k.HostageCorrected(one.name, correction.unit, "", one.captor, one.end),)


def captor_bars(board: Board, correction: s.SetCaptor) -> Bars:
    """A hostage that has been taken, and a unit on the table [hostage/taking]."""
    yield from taken(board, correction.hostage)
    yield from in_play(board, "hostage/taking", correction.unit)
    one = board.hostages[correction.hostage]
    if (one.captor, one.end) == (correction.unit, ""):
        yield so_already("hostage/taking", f"{one.name} is in {one.captor}")


def taken(board: Board, name: str) -> Bars:
    """Whoever has a hostage that is not on record reports it [hostage/taking]."""
    if name not in board.hostages:
        yield Bar("hostage/taking", f"{name} has not been taken in this battle.", "Its captor reports it.")


def hostage(board: Board, correction: s.SetHostage) -> tuple[Struct, ...]:
    """A hostage that is destroyed, or free and out of the battle [hostage/taking]."""
    one = board.hostages[correction.hostage]
    return (k.HostageCorrected(one.name, one.captor, correction.end, one.captor, one.end),)


def hostage_bars(board: Board, correction: s.SetHostage) -> Bars:
    """The price of a destroyed one is corrected apart [hostage/taking]."""
    yield from taken(board, correction.hostage)
    yield from word("hostage/taking", correction.end, s.WORDS_OF["end"])
    if board.hostages[correction.hostage].end == correction.end:
        yield so_already("hostage/taking", f"{correction.hostage} is {correction.end}")
