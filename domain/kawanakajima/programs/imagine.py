"""A game as a side knows it, and a whole state that may be behind it.

Hidden are the plan of the other side until it is used, the points that it saves, what it writes down for
special chits and entry points, the chits that it is choosing, its standing orders; by consent its postures.
"""

from __future__ import annotations

from collections import Counter
from typing import Any, NoReturn

from msgspec.structs import replace

from domain.kawanakajima.board import events
from domain.kawanakajima.board.evolve import evolve, with_specials
from domain.kawanakajima.board.field_events import PostureTried, PostureWanted
from domain.kawanakajima.board.state import (
    Army,
    Board,
    Choice,
    Note,
    Standing,
    clans_of,
    enemy,
    hypothetical,
    is_eliminated,
    is_present,
    side_of,
    units_of,
    with_army,
)
from domain.kawanakajima.command.choices import COMBINED, IMPETUOUS, choosable, payer
from domain.kawanakajima.command.command_points import purse
from domain.kawanakajima.command.plans import LEAST
from domain.kawanakajima.data.tables import CHIEF, POSTURES, Plan
from domain.kawanakajima.words import items
from domain.kit.errors import Fault
from domain.kit.facts import State
from domain.kit.players import Luck
from domain.kit.sealed import filled

_State = State[Board, Any]

UNKNOWN = "unknown"
"""What stands for a plan, a posture or a note of which no more is known than that there is one."""

BLANK = Note(UNKNOWN)


# ---- what is known


def known(state: _State, seat: str) -> _State:
    """The state without what the other side keeps to itself; once the game is over, all of it."""
    board, other = state.board, enemy(seat)
    if board.ending:
        return state
    blank = with_army(board, other, **_blank(board.armies[other]))
    entries = {clan: point for clan, point in board.entries.items() if side_of(clan) == seat}
    notes = {chit: note if side_of(chit) == seat else BLANK for chit, note in board.notes.items()}
    blank = replace(blank, entries=entries, notes=notes)
    if board.options.secret_postures:
        hidden = dict.fromkeys(clans_of(board, other), UNKNOWN)
        field = replace(board.field, wanted="")
        blank = replace(blank, postures=board.postures | hidden, field=field)
    return State(blank, state.agenda)


def _blank(army: Army) -> dict[str, Any]:
    """What changes of an army in the eyes of the enemy."""
    return {
        "plan": army.plan if army.shown or not army.plan else UNKNOWN,
        "saved": 0,
        "saved_now": 0,
        "trying": False,
        "left": {},
        "choices": (),
        "standing": (),
        "sheet": (),
    }


_BLANKS: dict[type, dict[str, Any]] = {
    events.PlanChosen: {"plan": UNKNOWN},
    events.PostureChanged: {"posture": UNKNOWN},
    events.ClanEntered: {"posture": UNKNOWN},
    PostureWanted: {"posture": UNKNOWN},
    PostureTried: {"needed": 0},
    events.EntriesWritten: {"points": {}},
    events.PointsSaved: {"points": 0},
    events.SavingSealed: {"points": 0, "tries": False},
    events.ChoiceMade: {"choices": ()},
    events.SpecialPlaced: {"note": BLANK},
    events.StandingWritten: {"standing": Standing("")},
    events.SheetLaid: {"standing": ()},
}
"""What stands for what a side may not know, by the event that hides it."""


def seen(board: Board, event: Any, seat: str) -> Board:
    """A plan that is not known allows nothing that could be counted until it is shown."""
    if isinstance(event, events.PlanActivated) and board.armies[event.side].plan == UNKNOWN:
        return with_specials(with_army(board, event.side, active=True), event.side)
    if isinstance(event, events.PlanShown):
        board = with_army(board, event.side, plan=event.plan)
    blanks = _BLANKS.get(type(event))
    return evolve(board, filled(event, **blanks) if blanks else event)


# ---- what may be


def imagine(known: _State, seat: str, luck: Luck) -> _State:
    """A state that fits: a plan that can do what was done, notes within it, clans that have not come yet."""
    other, board = enemy(seat), known.board
    if board.ending:
        return known
    if board.options.secret_postures:
        told = {clan: luck.choice(POSTURES) for clan in clans_of(board, other)}
        board = replace(board, postures=board.postures | told)
    board = _with_plan(known, board, other, luck)
    board = _with_entries(known, board, other, luck)
    board = _with_savings(known, board, other, luck)
    return State(_with_choices(known, board, other, luck), known.agenda)


# ---- the plan, and what is written on chits


def _with_plan(known: _State, board: Board, side: str, luck: Luck) -> Board:
    """A plan that allows what has been seen, special activations that are left, and notes for its chits.

    Raises `Fault` where no plan does: such a board does not come about by play.
    """
    army = board.armies[side]
    plan = army.plan
    if plan == UNKNOWN:
        plan = luck.choice(_plans(known, board, side) or _none_fits(board, side))
    pool = _pool(board, side, plan)
    notes: dict[str, Note] = {}
    for chit in (chit for chit, note in board.notes.items() if note == BLANK):
        activation = luck.choice(sorted(pool.elements()) or _none_fits(board, side))
        pool[activation] -= 1
        notes[chit] = Note(activation, _aim(board, side, activation, luck))
    left = {activation: pool[activation] for activation in _kinds(army, board.data.plans.get(plan))}
    return replace(with_army(board, side, plan=plan, left=left), notes=board.notes | notes)


def _none_fits(board: Board, side: str) -> NoReturn:
    written = sum(note == BLANK for note in board.notes.values())
    raise Fault(
        f"No plan of {side} has what is seen of it: {written} special chits that are not open, "
        f"{sum(board.armies[side].spent.values())} special activations that were used [7.1, 7.3]."
    )


def _kinds(army: Army, plan: Plan | None) -> tuple[str, ...]:
    """The activations that stand on the sheet of a side, used up or not."""
    own = ("attack", "retreat", COMBINED) if plan and army.active else ()
    return (*own, *((IMPETUOUS,) if army.received else ()))


def _pool(board: Board, side: str, plan: str) -> Counter[str]:
    """The special activations that a side with a plan has not shown yet [7.3, 9.5.1]."""
    army, printed = board.armies[side], board.data.plans.get(plan)
    whole = {IMPETUOUS: army.received}
    if printed and army.active:
        whole |= {"attack": printed.attack, "retreat": printed.retreat, COMBINED: printed.combined}
    return Counter({kind: max(0, count - army.spent.get(kind, 0)) for kind, count in whole.items()})


def _plans(known: _State, board: Board, side: str) -> tuple[str, ...]:
    """The plans that a side may have which has not shown any [7.1].

    A plan that is active has shown itself where it builds positions, or adds to a throw for command; it has
    enough activations for the chits that are out. The postures that it begins with are seen by all.
    """
    army, plans = board.armies[side], board.data.plans
    if not army.active or any(isinstance(item, (items.ChoosePlan, items.OpenPlan)) for item in known.agenda):
        return tuple(plans)
    written = sum(note == BLANK for note in board.notes.values())
    quiet = (plan for plan in plans.values() if not plan.defensive_positions and not _has_thrown(board, plan))
    begins = any(isinstance(item, items.SetPostures) and item.seat == side for item in known.agenda)
    return tuple(
        plan.name
        for plan in quiet
        if _pool(board, side, plan.name).total() >= written
        and not (begins and len(plan.postures) == 1)
        and (plan.given == "" or not army.given)
    )


def _has_thrown(board: Board, plan: Plan) -> bool:
    return bool(plan.command) and board.turn > 1


def _aim(board: Board, side: str, activation: str, luck: Luck) -> tuple[str, ...]:
    """The clans that a special activation is for [8.3]."""
    if activation == IMPETUOUS:
        return ()
    present = tuple(clan for clan in clans_of(board, side) if is_present(board, clan))
    most = board.data.numbers.combined_clans if activation == COMBINED else 1
    return tuple(luck.sample(present, min(len(present), most)))


# ---- entry points


def _with_entries(known: _State, board: Board, side: str, luck: Luck) -> Board:
    """Entry points for the clans of Mount Saijo: those where they stand, or that are still to open [16.2].

    While they are being written down none is: how many there are is not known.
    """
    if any(isinstance(item, items.WriteEntries) and item.seat == side for item in known.agenda):
        return board
    opening = board.turn + (not _is_early(known))
    late = tuple(clan for clan in clans_of(board, side) if _came_late(board, clan))
    points = board.data.map.entries
    found = {
        clan: luck.choice(
            tuple(point for point, entry in points.items() if _fits(board, clan, point, entry.turn, opening))
            or tuple(points)
        )
        for clan in late
    }
    return replace(board, entries=board.entries | found)


def _is_early(known: _State) -> bool:
    """Whether the clans of this turn have not come yet."""
    return any(isinstance(item, items.EnterClans) for item in known.agenda)


def _came_late(board: Board, clan: str) -> bool:
    """Whether a clan has an entry point: those who do not stand on the map at the beginning [16.2, 18.1]."""
    if hypothetical(board):
        return side_of(clan) == "uesugi"
    return side_of(clan) == "takeda" and not board.data.units[board.data.clans[clan].units[0]].start


def _fits(board: Board, clan: str, point: str, turn: int, opening: int) -> bool:
    """Whether a clan may have that point: it stands there, has come, or is still to come."""
    units = units_of(board, clan)
    if not units and not all(is_eliminated(board, unit) for unit in board.data.clans[clan].units):
        return turn >= opening
    stands = {board.units[unit].hex for unit in units} & set(board.data.map.entries)
    return point in stands if stands else turn < opening


# ---- points saved, chits chosen


def _with_savings(known: _State, board: Board, side: str, luck: Luck) -> Board:
    """Points that may be saved for a plan: at most those that its commander has had [7.2]."""
    army = board.armies[side]
    tries = _tries(known, side)
    if not army.plan or army.active or not army.at_most:
        return with_army(board, side, trying=tries)
    saved = luck.randrange(min(LEAST, army.at_most) if tries else 0, army.at_most + 1)
    now = min(saved, board.command.get(CHIEF[side], 0)) if _is_paying(known, side) else 0
    unseen = hypothetical(board) and _has_saved(known, side) and saved >= LEAST
    return with_army(
        board,
        side,
        saved=saved,
        saved_now=luck.randrange(0, now + 1),
        trying=tries or (unseen and luck.random() < 0.5),
    )


def _tries(known: _State, side: str) -> bool:
    """Whether all know that a side is going to try its plan."""
    return any(
        (isinstance(item, items.AttemptPlan) and item.side == side)
        or (isinstance(item, items.SavePoints) and side in item.trying)
        for item in known.agenda
    )


def _has_saved(known: _State, side: str) -> bool:
    """Whether a side has written down what it saves, while the other still has to."""
    head = known.agenda[0] if known.agenda else None
    return isinstance(head, items.SavePoints) and side not in head.seats


def _is_paying(known: _State, side: str) -> bool:
    """Whether this turn's chits are still being chosen, so that points which are put by are missed."""
    return _has_saved(known, side) or any(isinstance(item, items.SelectChits) for item in known.agenda)


def _with_choices(known: _State, board: Board, side: str, luck: Luck) -> Board:
    """The chits of a side that has closed its choice while the other still chooses [8.3]."""
    head = known.agenda[0] if known.agenda else None
    if not isinstance(head, items.SelectChits) or side in head.seats or side not in head.welcome:
        return board
    for _ in range(sum(purse(board, side).values())):
        choice = _choice(board, side, luck)
        if choice is None:
            break
        board = with_army(board, side, choices=(*board.armies[side].choices, choice))
    return board


def _choice(board: Board, side: str, luck: Luck) -> Choice | None:
    """A chit that the side can pay for, most often of a clan."""
    left = purse(board, side)
    clans = tuple(clan for clan in choosable(board, side) if payer(board, side, (clan,), "", left))
    if not clans:
        return None
    clan = luck.choice(clans)
    return Choice(clan, payer(board, side, (clan,), "", left))
