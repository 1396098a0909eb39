"""Chapter 7: battle plans.

7.1   a plan is chosen in secret, and shown when it is used
7.2   activating a plan: points saved, 2d6, what a failure costs, postures that conform
7.3   the plans: special activations and abilities
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from msgspec import Struct

from domain.kawanakajima.board.events import (
    ImpetuousGiven,
    PlanActivated,
    PlanAttempted,
    PlanChosen,
    PointsSaved,
    PostureChanged,
    SavingSealed,
)
from domain.kawanakajima.board.fortress import besieged
from domain.kawanakajima.board.plans_in_play import active, used
from domain.kawanakajima.board.state import (
    Board,
    clan_named,
    clans_of,
    covered,
    enemy,
    hypothetical,
    is_present,
    short,
    units_of,
)
from domain.kawanakajima.board.zones import in_enemy_zone
from domain.kawanakajima.book import BOOK, points
from domain.kawanakajima.command.command_points import left_to_save
from domain.kawanakajima.data.tables import CHIEF
from domain.kawanakajima.scenario.hypothetical import may_save
from domain.kawanakajima.words.field_orders import Posture
from domain.kawanakajima.words.items import (
    AttemptPlan,
    BeginSaving,
    ChoosePlan,
    CombatBegun,
    SavePoints,
    SetPostures,
    TryPlans,
)
from domain.kawanakajima.words.orders import Attempt, ChooseOwn, Done, Postures, Save
from domain.kit.bars import Bar, Bars, refuse_first
from domain.kit.chance import Chance
from domain.kit.errors import either
from domain.kit.facts import By, Outcome, does
from domain.kit.narrowed import SOME, Narrowed, Picks, values_of
from domain.kit.sealed import Sealed

FIRST_COMBAT, FIRST_RETREAT = "first combat", "first retreat drawn"
"""When a plan gives impetuous attacks to the enemy, as the data set says it."""

LEAST = 2
"""The least that 2d6 can show."""


# ---- choosing


@BOOK.offered(ChoosePlan, "7.1", private=True)
def plans_to_choose(board: Board, item: ChoosePlan, seat: str) -> Iterator[Struct]:
    """Any of the seven plans [7.1]."""
    for plan in board.data.plans:
        yield ChooseOwn(plan)


def plan_bars(board: Board, order: ChooseOwn) -> Bars:
    if order.plan not in board.data.plans:
        names = either(tuple(board.data.plans))
        yield Bar("7.1", f"There is no battle plan {order.plan}.", f"The plans are {names}.")


@BOOK.answer(ChoosePlan, ChooseOwn, "7.1")
def choose_plan(board: Board, item: ChoosePlan, seat: str, order: ChooseOwn, chance: Chance) -> Outcome:
    """Each side chooses its battle plan in secret, before the game [7.1]."""
    refuse_first(plan_bars(board, order))
    others = tuple(one for one in item.seats if one != seat)
    then = (ChoosePlan(others),) if others else ()
    return does(PlanChosen(seat, Sealed((seat,), order.plan)), then=then)


# ---- postures that conform


def postures_allowed(board: Board, side: str) -> tuple[str, ...]:
    """The postures that a side's plan allows at its activation [7.3]."""
    return board.data.plans[board.armies[side].plan].postures


def first_postures(board: Board, clans: tuple[str, ...], side: str) -> tuple[PostureChanged, ...]:
    """The clans that have to leave their posture take the first that the plan allows [7.3]."""
    allowed = postures_allowed(board, side)
    leaving = tuple(clan for clan in clans if board.postures[clan] not in allowed)
    return _taken(board, clans, leaving, allowed[0])


def _taken(
    board: Board, clans: tuple[str, ...], changing: tuple[str, ...], posture: str
) -> tuple[PostureChanged, ...]:
    """Some of the clans take a posture. Where postures are secret, so is whose: all are told alike [6.2]."""
    told = clans if board.options.secret_postures else changing
    after = {clan: posture if clan in changing else board.postures[clan] for clan in told}
    return tuple(PostureChanged(clan, covered(board, clan, after[clan]), "battle plan") for clan in told)


@BOOK.examples(SetPostures, "setup/posture")
def postures_to_set(board: Board, item: SetPostures, seat: str) -> Iterator[Struct]:
    """Any of the plan's postures for any of the clans, then nothing more [setup/posture]."""
    yield Done()
    for clan in item.clans:
        for posture in postures_allowed(board, seat):
            if posture != board.postures[clan]:
                yield Postures((short(clan),), posture)


def postures_bars(board: Board, item: SetPostures, seat: str, order: Postures) -> Bars:
    allowed, free = postures_allowed(board, seat), either([short(clan) for clan in item.clans])
    if order.posture not in allowed:
        plan = board.armies[seat].plan
        yield Bar("7.3", f"The plan {plan} does not allow {order.posture}.", f"It allows {either(allowed)}.")
    for letter in order.clans:
        if clan_named(board, seat, letter) not in item.clans:
            yield Bar("7.2", f"Clan {letter} cannot take a posture now.", f"Clans that can: {free}.")
    if not order.clans:
        yield Bar("setup/posture", "No clan is named.", f"Clans that can change: {free}.")


@BOOK.narrows(SetPostures, Postures, "setup/posture", first=True)
def postures_to_pick(board: Board, item: SetPostures, seat: str, picks: Picks) -> Narrowed:
    """Clans, and the posture that they take [setup/posture, 7.2]."""
    known = postures_allowed(board, seat)
    clans = tuple([one for one in picks if one not in known])
    if len(clans) < len(picks):
        return Narrowed(order=Postures(clans, picks[-1]), bars=partial(postures_bars, board, item, seat))
    values = values_of("clans", (one for one in map(short, item.clans) if one not in clans))
    return Narrowed((*values, *(values_of("posture", known) if clans else ())), SOME, "clans")


@BOOK.answer(SetPostures, Postures, "setup/posture")
def set_postures(board: Board, item: SetPostures, seat: str, order: Postures, chance: Chance) -> Outcome:
    """Clans take a posture of the plan: at the set-up, or when it is activated [setup/posture, 7.2]."""
    refuse_first(postures_bars(board, item, seat, order))
    clans = tuple(clan_named(board, seat, letter) for letter in order.clans)
    changed = _taken(board, item.clans, clans, order.posture)
    if board.options.secret_postures:
        return does(*changed, then=(item,))
    left = tuple(clan for clan in item.clans if clan not in clans)
    return does(*changed, then=(SetPostures(seat, left),) if left else ())


@BOOK.answer(SetPostures, Posture, "setup/posture")
def set_posture(board: Board, item: SetPostures, seat: str, order: Posture, chance: Chance) -> Outcome:
    """One clan, written as in its activation [setup/posture]."""
    return set_postures(board, item, seat, Postures((order.clan,), order.posture), chance)


@BOOK.answer(SetPostures, Done, "setup/posture")
def keep_postures(board: Board, item: SetPostures, seat: str, order: Done, chance: Chance) -> Outcome:
    """The other clans stay as they are [setup/posture]."""
    return does()


# ---- activation


@BOOK.step(BeginSaving, "7.2")
def begin_saving(board: Board, item: BeginSaving, chance: Chance) -> Outcome:
    """Only a side with a plan that is not active, and points, saves; by an option it may try without.

    [7.2, 18.2]
    """
    seats = tuple(
        side
        for side, army in board.armies.items()
        if army.plan and not army.active and (most_to_save(board, side) > 0 or may_have_saved(board, side))
    )
    return does(then=(SavePoints(seats),) if seats else ())


def most_to_save(board: Board, side: str) -> int:
    """The points that a side can put by this turn [7.2, 18.2]."""
    return left_to_save(board, side) if may_save(board, side) else 0


def may_have_saved(board: Board, side: str) -> bool:
    """Whether a side could try with what it has, by the option, for all that the enemy knows [7.2].

    Its commander has to be there. Whether it has saved enough is its secret, so that it is asked either way.
    """
    could = board.armies[side].at_most >= LEAST and CHIEF[side] in board.command
    return board.options.attempts == "saved" and could


@BOOK.offered(SavePoints, "7.2", private=True)
def points_to_save(board: Board, item: SavePoints, seat: str) -> Iterator[Struct]:
    """Any number of the commander's points, with or without an attempt [7.2]."""
    for count in range(most_to_save(board, seat) + 1):
        yield Save(count)
        attempt = Attempt(count)
        if not any(attempt_bars(board, seat, attempt)):
            yield attempt


def save_bars(board: Board, seat: str, count: int) -> Bars:
    most = most_to_save(board, seat)
    if count > 0 and not may_save(board, seat):
        why = "No enemy stands on the map: your commander can put nothing by this turn."
        yield Bar("18.2", why, f"Save from 0 to {most}.")
    if not 0 <= count <= most:
        why = f"Your commander has {points(most)} this turn; you want to save {count}."
        yield Bar("7.2", why, f"Save from 0 to {most}.")


def attempt_bars(board: Board, seat: str, order: Attempt) -> Bars:
    """2d6 of at most the points saved activate the plan [7.2]."""
    yield from save_bars(board, seat, order.points)
    total = board.armies[seat].saved + order.points
    if total < LEAST:
        why = f"You would have {points(total)} for the plan; 2d6 cannot show so little."
        yield Bar("7.2", why, f'"save {order.points}" puts them by for a later turn.')


@BOOK.answer(SavePoints, Save, "7.2")
def save_points(board: Board, item: SavePoints, seat: str, order: Save, chance: Chance) -> Outcome:
    """Points of this turn are put by for the plan; they add up from turn to turn [7.2]."""
    refuse_first(save_bars(board, seat, order.points))
    return _saving(board, item, seat, order.points, attempt=False)


@BOOK.answer(SavePoints, Attempt, "7.2")
def save_and_attempt(board: Board, item: SavePoints, seat: str, order: Attempt, chance: Chance) -> Outcome:
    """Then the side may try to activate its plan, once a turn [7.2]."""
    refuse_first(attempt_bars(board, seat, order))
    return _saving(board, item, seat, order.points, attempt=True)


def _saving(board: Board, item: SavePoints, seat: str, count: int, attempt: bool) -> Outcome:
    others = tuple(one for one in item.seats if one != seat)
    if hypothetical(board):
        saved = SavingSealed(seat, Sealed((seat,), count), Sealed((seat,), attempt))
        return does(saved, then=(SavePoints(others),) if others else (TryPlans(),))
    # Nobody's attempt is thrown before all have written down what they save.
    waiting = (SavePoints(others, item.trying + (seat,) * attempt),) if others else ()
    tries = () if others else tuple(AttemptPlan(side) for side in (*item.trying, *(seat,) * attempt))
    return does(PointsSaved(seat, Sealed((seat,), count), attempt), then=waiting or tries)


@BOOK.step(TryPlans, "7.2")
def try_plans(board: Board, item: TryPlans, chance: Chance) -> Outcome:
    """Where both sides save, nobody knows who tries before all have written it down [7.2, 18.2]."""
    return does(then=tuple(AttemptPlan(side) for side, army in board.armies.items() if army.trying))


@BOOK.step(AttemptPlan, "7.2")
def attempt_plan(board: Board, item: AttemptPlan, chance: Chance) -> Outcome:
    """2d6 of at most the points saved activate the plan; else the excess is lost [7.2]."""
    side, saved = item.side, board.armies[item.side].saved
    faces = chance.throw("7.2", f"2d6, activation of the plan of {side}", sides=6, count=2)
    excess = sum(faces) - saved
    if excess > 0:
        return does(PlanAttempted(side, faces, saved, False, max(0, saved - excess)))
    clans = tuple(clan for clan in clans_of(board, side) if may_conform(board, clan))
    then = (SetPostures(side, clans),) if clans else ()
    return does(PlanAttempted(side, faces, saved, True, 0), PlanActivated(side), then=then)


def may_conform(board: Board, clan: str) -> bool:
    """A clan none of whose units is in an enemy zone may take a posture of the plan at once [7.2]."""
    here = is_present(board, clan) and not besieged(board, clan)
    return here and not any(in_enemy_zone(board, unit) for unit in units_of(board, clan))


# ---- what plans bring


def gives_impetuous(board: Board, side: str, occasion: str) -> tuple[By, ...]:
    """Hoshi and Kuruma Gakari give impetuous attacks to the enemy, on their first occasion [7.3]."""
    plan = active(board, side)
    if plan is None or plan.given != occasion or board.armies[side].given:
        return ()
    return (*used(board, side), By("7.3", ImpetuousGiven(enemy(side), plan.impetuous)))


@BOOK.step(CombatBegun, "7.3")
def combat_begun(board: Board, item: CombatBegun, chance: Chance) -> Outcome:
    """The first combat that a side with Hoshi begins [7.3]."""
    return does(*gives_impetuous(board, item.side, FIRST_COMBAT))
