"""Chapter 9.1 and 9.2: drawing chits.

4.2    a chit is drawn, until the turn is over
9.1    what a chit brings: compulsory, of a clan, special
9.2    a chit may be refused, but not twice running
17.4   the first chit of the game
17.6.1 Yamamoto Kansuke
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from domain.kawanakajima.board import events
from domain.kawanakajima.board.state import (
    COMPULSORY,
    Board,
    hypothetical,
    is_destroyed,
    is_present,
    lead,
    side_of,
)
from domain.kawanakajima.book import BOOK
from domain.kawanakajima.command.plans import FIRST_RETREAT, gives_impetuous
from domain.kawanakajima.data.tables import AWAY, BOWL, DRAWN, PLAYED, RESERVE
from domain.kawanakajima.scenario.late_troops import arrival
from domain.kawanakajima.scenario.victory import samurai_called
from domain.kawanakajima.words.field_items import Activation, CombatChit, InitiativeChit, MarchChit, RallyChit
from domain.kawanakajima.words.items import (
    AcceptChit,
    CallKansuke,
    DrawChit,
    EndTurn,
    PlaceSamurai,
    PlayChit,
    PlaySpecial,
    ReturnChit,
)
from domain.kawanakajima.words.orders import Delay, Kansuke, Play
from domain.kit.bars import Bar, Bars, refuse_first
from domain.kit.chance import Chance
from domain.kit.facts import By, Outcome, does
from domain.kit.sums import Sum, Term

COMBATS = ("combat takeda", "combat uesugi")
TIRED = "both combat chits have been drawn, and the men are tired"


def is_samurai(chit: str) -> bool:
    return chit.startswith("samurai")


def is_special(chit: str) -> bool:
    return chit[1:].isdigit()


def owner(chit: str) -> str:
    """Whose chit it is; not for compulsory ones."""
    return chit.split()[1] if is_samurai(chit) else side_of(chit)


# ---- drawing


@BOOK.step(DrawChit, "4.2")
def draw_chit(board: Board, item: DrawChit, chance: Chance) -> Outcome:
    """A chit is drawn from the bowl, unless the turn is over [4.1, 4.2, 9.1]."""
    why = why_turn_is_over(board)
    if why:
        return does(then=(EndTurn(why),))
    bowl = tuple(chit for chit, place in board.chits.items() if place == BOWL)
    chit = chance.draw("9.1", "a chit from the bowl", bowl, secret=False)[0]
    return does(events.ChitDrawn(chit), *_gift(board, chit), then=(*_that_follow(board, chit), DrawChit()))


def _gift(board: Board, chit: str) -> tuple[By, ...]:
    """By an option Kuruma Gakari gives its impetuous attack when a retreat is drawn, also in vain [7.3]."""
    if board.options.kuruma_gift != "drawn" or not is_special(chit) or why_void(board, chit):
        return ()
    is_retreat = board.notes[chit].activation == "retreat"
    return gives_impetuous(board, side_of(chit), FIRST_RETREAT) if is_retreat else ()


def why_turn_is_over(board: Board) -> str:
    """The five compulsory chits have been drawn; when all are tired, both combat chits [4.2, 16.5]."""
    drawn = [chit for chit in COMPULSORY if board.chits[chit] == PLAYED]
    if len(drawn) == len(COMPULSORY):
        return "the five compulsory chits have been drawn"
    tired = board.turn >= board.data.scenarios[board.options.scenario].fatigue_turn
    if tired and all(chit in drawn for chit in COMBATS):
        return TIRED
    return ""


def _that_follow(board: Board, chit: str) -> tuple[Struct, ...]:
    """Kansuke's word, the refusal, and the play [9.2, 17.6.1]."""
    if chit in COMPULSORY or is_samurai(chit) or why_void(board, chit):
        return (PlayChit(chit),)
    asked: tuple[Struct, ...] = ()
    if board.options.kansuke and not any(kansuke_bars(board)):
        asked += (CallKansuke("takeda", chit),)
    if may_refuse(board, side_of(chit)):
        asked += (AcceptChit(side_of(chit), chit),)
    return (*asked, PlayChit(chit))


def may_refuse(board: Board, side: str) -> bool:
    """Not two chits running: the side's own, or by an option of all that are drawn [9.2]."""
    if board.options.refusals == "own":
        return not board.armies[side].refused
    return side not in board.refused


def why_void(board: Board, chit: str) -> str:
    """Why a chit has no effect: it comes before the first Uesugi clan, or its clan is gone, or not yet there
    [17.4, 18.1]."""
    is_clan = chit in board.data.clans
    if board.turn == 1 and not board.opened and not (is_clan and side_of(chit) == "uesugi"):
        return "no Uesugi clan has been activated yet"
    if is_clan and is_destroyed(board, chit):
        return "its clan is no more"
    if is_clan and hypothetical(board) and not is_present(board, chit):
        return "its units wait behind the edge of the map"
    return ""


def place_when_void(board: Board, chit: str) -> str:
    """Where a chit goes that was drawn in vain, or stayed in the bowl [4.2]."""
    if chit in COMPULSORY:
        return PLAYED
    if is_special(chit):
        return "1"
    return AWAY if is_destroyed(board, chit) else RESERVE


# ---- refusing, and Kansuke


@BOOK.moot(AcceptChit, "17.6.1")
@BOOK.moot(PlayChit, "9.2")
def is_no_longer_drawn(board: Board, item: AcceptChit | PlayChit) -> bool:
    """A chit that was refused or put off is not played [9.2, 17.6.1]."""
    return board.chits[item.chit] not in (DRAWN, PLAYED)


@BOOK.offered(AcceptChit, "9.2")
def answers_to_a_chit(board: Board, item: AcceptChit, seat: str) -> Iterator[Struct]:
    """To play the chit, or to put it back [9.2]."""
    yield Play()
    yield Delay()


@BOOK.answer(AcceptChit, Play, "9.2")
def accept_chit(board: Board, item: AcceptChit, seat: str, order: Play, chance: Chance) -> Outcome:
    """The chit is played [9.2]."""
    return does()


@BOOK.answer(AcceptChit, Delay, "9.2")
def refuse_chit(board: Board, item: AcceptChit, seat: str, order: Delay, chance: Chance) -> Outcome:
    """The chit goes back into the bowl; the side cannot refuse its next one [9.2]."""
    return does(events.ChitRefused(item.chit))


@BOOK.offered(CallKansuke, "17.6.1")
def answers_of_kansuke(board: Board, item: CallKansuke, seat: str) -> Iterator[Struct]:
    """To let the chit be played, or to call Kansuke [17.6.1]."""
    yield Play()
    if not any(kansuke_bars(board)):
        yield Kansuke()


@BOOK.answer(CallKansuke, Play, "17.6.1")
def spare_kansuke(board: Board, item: CallKansuke, seat: str, order: Play, chance: Chance) -> Outcome:
    """Kansuke waits for a better moment [17.6.1]."""
    return does()


def kansuke_bars(board: Board) -> Bars:
    if board.kansuke_used:
        yield Bar("17.6.1", "Yamamoto Kansuke has been called before.", 'Write "play".')


@BOOK.answer(CallKansuke, Kansuke, "17.6.1")
def call_kansuke(board: Board, item: CallKansuke, seat: str, order: Kansuke, chance: Chance) -> Outcome:
    """Once in a game, a chit that was drawn goes to box 1 of its owner, for two victory points [17.6.1]."""
    refuse_first(kansuke_bars(board))
    cost = Sum((Term(-board.data.numbers.kansuke, "Yamamoto Kansuke", "17.6.1"),))
    before = lead(board)
    called = samurai_called(board, before, before + cost.total)
    return does(events.KansukeCalled(item.chit, "1", cost), *called)


# ---- playing


@BOOK.step(PlayChit, "9.1")
def play_chit(board: Board, item: PlayChit, chance: Chance) -> Outcome:
    """What a chit brings, by its kind [9.1, 9.3, 9.4, 9.5, 17.3, 17.4]."""
    chit, why = item.chit, why_void(board, item.chit)
    if why:
        rule = "9.1" if board.opened or board.turn > 1 else "17.4"
        return does(By(rule, events.ChitVoid(chit, why, place_when_void(board, chit))))
    if chit in COMPULSORY:
        return does(events.ChitPlayed(chit), then=(_effect(chit),))
    if is_samurai(chit):
        return does(then=(PlaceSamurai(owner(chit)),))
    if is_special(chit):
        return does(events.ChitPlayed(chit), then=(PlaySpecial(chit), ReturnChit(chit)))
    comes = () if is_present(board, chit) else (By("17.3", arrival(board, chit)),)
    return does(events.ChitPlayed(chit), *comes, then=(Activation(side_of(chit), (chit,)), ReturnChit(chit)))


def _effect(chit: str) -> Struct:
    """The compulsory chits [9.3]."""
    if chit in COMBATS:
        return CombatChit(chit.split()[1])
    return {"rally": RallyChit, "march": MarchChit, "initiative": InitiativeChit}[chit]()


@BOOK.step(ReturnChit, "9.4")
def return_chit(board: Board, item: ReturnChit, chance: Chance) -> Outcome:
    """The chit goes back to its side's reserve; a special one is blank again [9.4, 9.5.1]."""
    gone = item.chit in board.data.clans and is_destroyed(board, item.chit)
    return does(events.ChitReturned(item.chit, AWAY if gone else RESERVE))
