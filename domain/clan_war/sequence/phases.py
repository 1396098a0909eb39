"""Chapter "battle": turns, phases and the end."""

from __future__ import annotations

from msgspec import Struct

from domain.clan_war.battle.confirming import settling
from domain.clan_war.board.events import (
    ArmyDone,
    ArmyResigned,
    BattleEnded,
    BattleWon,
    EndProposed,
    PhaseBegan,
    PointsCounted,
    Tally,
    TurnBegan,
    TurnEnded,
    UnitReady,
)
from domain.clan_war.board.state import Board, present
from domain.clan_war.book import BOOK
from domain.clan_war.flight.movement import must_fly
from domain.clan_war.hostage.captors import asked_again, choice_missing, unchosen
from domain.clan_war.words import reports
from domain.clan_war.words.items import (
    BeginPhase,
    BeginTurn,
    Destructions,
    EndTurn,
    ExtraCard,
    FlyBys,
    HonorTests,
    Recoveries,
    Reports,
    Victory,
)
from domain.kit.bars import Bar, Bars, refuse_first
from domain.kit.chance import Chance
from domain.kit.facts import By, Outcome, does, keeps
from domain.kit.sums import Sum

AFTER: dict[str, tuple[Struct, ...]] = {
    "primary": (FlyBys("primary"), BeginPhase("cavalry")),
    "cavalry": (FlyBys("cavalry"), BeginPhase("ranged")),
    "ranged": (BeginPhase("close"),),
    "close": (Destructions(), Recoveries(), BeginPhase("end")),
    "end": (HonorTests(), EndTurn()),
}
"""What the sequence of play does when all armies are done with a phase."""

SETTLED = ("close", "end")
"""The phases after which honor is looked at: before the extra card, and before the tests of a turn."""


@BOOK.step(BeginTurn, "battle/turn")
def begin_turn(board: Board, item: BeginTurn, chance: Chance) -> Outcome:
    """Each turn begins with the Primary movement phase [battle/turn].

    Initiative is thrown and special actions are taken on the table, and reported here.
    """
    return does(TurnBegan(board.turn + 1), then=(BeginPhase("primary"),))


@BOOK.step(BeginPhase, "battle/turn")
def begin_phase(board: Board, item: BeginPhase, chance: Chance) -> Outcome:
    """All armies with units report; those without may [battle/turn]."""
    seats, there = board.setting.seats, {unit.army for unit in present(board)}
    fighting = tuple(seat for seat in seats if seat in there) or seats
    welcome = tuple(seat for seat in seats if seat not in fighting)
    prompt = Reports(item.phase, fighting, welcome)
    return does(PhaseBegan(item.phase), then=(ExtraCard(), prompt) if item.phase == "end" else (prompt,))


@BOOK.answer(Reports, reports.Done, "battle/report")
def phase_done(board: Board, item: Reports, seat: str, order: reports.Done, chance: Chance) -> Outcome:
    """The last army that is done ends the phase [battle/report].

    An army that was done sooner is asked again where one of its units has to choose since [hostage/choice].
    """
    refuse_first(done_bars(board, item, seat, order))
    waiting = tuple(one for one in item.seats if one != seat)
    late = () if waiting else unchosen(board, item.phase)
    if late:
        return does(ArmyDone(seat), then=(asked_again(board, item, late),))
    if waiting:
        return does(ArmyDone(seat), then=(Reports(item.phase, waiting, (*item.welcome, seat)),))
    settled = settling(board) if item.phase in SETTLED else ()
    return does(ArmyDone(seat), then=(*settled, *AFTER[item.phase]))


def done_bars(board: Board, item: Reports, seat: str, order: reports.Done) -> Bars:
    """Not before airborne units have moved and captors are fought in one of the two ways [battle/report]."""
    if seat in item.welcome:
        yield Bar("battle/report", f"{seat} is done with this phase.", "Wait for the others.")
    for unit in present(board, seat):
        yield from must_fly(board, unit, item.phase)
        if item.phase == "close":
            yield from choice_missing(board, unit)


@BOOK.step(EndTurn, "battle/turn")
def end_turn(board: Board, item: EndTurn, chance: Chance) -> Outcome:
    """Units whose time is over are no longer spent; then the next turn, or the end [battle/turn]."""
    ready = (unit for unit in present(board) if 0 < unit.spent_until <= board.turn)
    recovered = tuple(By("battle/conditions", UnitReady(unit.name)) for unit in ready)
    if board.turn < board.setting.options.turn_limit:
        return does(*recovered, TurnEnded(board.turn), then=(BeginTurn(),))
    ended = By("battle/end", BattleEnded("turn limit"))
    return does(*recovered, TurnEnded(board.turn), ended, then=(Victory(),))


@BOOK.answer(Reports, reports.EndBattle, "battle/end")
def end_battle(board: Board, item: Reports, seat: str, order: reports.EndBattle, chance: Chance) -> Outcome:
    """The battle ends when all armies have agreed in one turn [battle/end]."""
    refuse_first(end_bars(board, item, seat, order))
    agreed = (*board.agreed, seat)
    if set(agreed) == set(board.setting.seats):
        return does(EndProposed(seat), BattleEnded("agreed"), then=(*settling(board), Victory()))
    return keeps(EndProposed(seat))


def end_bars(board: Board, item: Reports, seat: str, order: reports.EndBattle) -> Bars:
    """Once in a turn [battle/end]."""
    if seat in board.agreed:
        left = ", ".join(one for one in board.setting.seats if one not in board.agreed)
        yield Bar("battle/end", f"{seat} has agreed to the end in this turn.", f"Still to agree: {left}.")


@BOOK.anytime(reports.Resign, "battle/end")
def resign(board: Board, seat: str, order: reports.Resign, chance: Chance) -> Outcome:
    """An army that gives up ends the battle; the best of the others wins [battle/end]."""
    others = tuple(army for army in board.armies if army != seat)
    tallies, winners = counted(board, others)
    return keeps(ArmyResigned(seat), PointsCounted(tallies), BattleWon(winners, "resignation"))


@BOOK.step(Victory, "battle/end")
def victory(board: Board, item: Victory, chance: Chance) -> Outcome:
    """The most victory points win; equal armies draw [battle/end]."""
    tallies, winners = counted(board, tuple(board.armies))
    return does(PointsCounted(tallies), BattleWon(winners, "victory" if len(winners) == 1 else "draw"))


def counted(board: Board, armies: tuple[str, ...]) -> tuple[tuple[Tally, ...], tuple[str, ...]]:
    """The victory points of some armies, and those with the most [battle/end]."""
    tallies = tuple(Tally(army, Sum(board.armies[army].points)) for army in armies)
    most = max(tally.points.total for tally in tallies)
    return tallies, tuple(tally.army for tally in tallies if tally.points.total == most)
