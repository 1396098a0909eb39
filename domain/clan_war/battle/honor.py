"""Chapter "honor": the ledger and the tests; continuing effects stand in `honor_effects.py`.

honor/start         base honor, personalities of one's own clan, other modifiers
honor/gain          every change with its cause
honor/enemy-tests   from 40 up, each 20: the enemy tests at the end of the turn
honor/card          the highest honor draws one card more
honor/own-tests     from -50 down, each 10: one's own units test
honor/immunity      creatures take no such tests
"""

from __future__ import annotations

from collections.abc import Iterator

from domain.clan_war.battle.claims import RULING, claim_bars, claimed, must_wait
from domain.clan_war.battle.honor_effects import earlier_tests, morale_terms
from domain.clan_war.battle.morale import after_failure
from domain.clan_war.board.events import (
    DueLapsed,
    ExtraCardGranted,
    ExtraCardWithheld,
    HonorChanged,
    HonorTested,
    LevelReached,
    PointsChanged,
    StartingHonorSet,
)
from domain.clan_war.board.state import Board, Due, clan_of, present
from domain.clan_war.board.trials import command, trial
from domain.clan_war.book import BOOK, count
from domain.clan_war.data.tables import SHADOWLANDS
from domain.clan_war.words import reports
from domain.clan_war.words.items import (
    ExtraCard,
    HonorTest,
    HonorTests,
    Kind,
    MusterArmies,
    Reports,
    SetHonor,
)
from domain.kit.bars import Bar, Bars, refuse_first
from domain.kit.chance import Chance
from domain.kit.facts import By, Outcome, does, keeps
from domain.kit.sums import Sum, Term

Levels = tuple[tuple[Kind, int, int], ...]
"""Kind, level and penalty of tests, in the order in which the levels are reached."""


@BOOK.step(SetHonor, "honor/start")
def set_honor(board: Board, item: SetHonor, chance: Chance) -> Outcome:
    """The clan's base, the personal honor of its own personalities, other modifiers [honor/start]."""
    army = item.army
    terms = tuple(starting_terms(board, army))
    total = Sum(terms).total
    levels = reached(board, army, total)
    if board.setting.options.start_levels == "due":
        return does(StartingHonorSet(army, Sum(terms), 0, 0), *due_at_the_start(board, army, levels))
    high = max((level for kind, level, _ in levels if kind == "enemy"), default=0)
    low = min((level for kind, level, _ in levels if kind == "own"), default=0)
    return does(StartingHonorSet(army, Sum(terms), high, low))


def due_at_the_start(board: Board, army: str, levels: Levels) -> Iterator[LevelReached]:
    """Each level, or the last only, as in a change of honor; in the first edition each [honor/start]."""
    options = board.setting.options
    each = options.levels_at_once == "each" or not options.closer_reading
    for place, (kind, level, penalty) in enumerate(levels, 1):
        yield LevelReached(army, kind, level, penalty, each or place == len(levels))


def starting_terms(board: Board, army: str) -> Iterator[Term]:
    """Personalities of other clans, and unaligned ones, add nothing [honor/start]."""
    data = board.setting.data
    clan = clan_of(board, army)
    known = data.clan(clan)
    yield Term(known.base if known else 0, f"base honor of {clan}", "honor/start")
    for one in board.people.values():
        if one.army == army and one.clan == clan and not one.slain:
            yield Term(one.honor, one.name, "honor/start")
        elif one.army == army and one.clan == SHADOWLANDS:
            yield Term(data.honor.start.shadowlands.value, f"{one.name} of the Shadowlands", "honor/start")
    yield from (term for name, term in board.modifiers if name == army)


@BOOK.answer(Reports, reports.Honor, "honor/gain")
def change_honor(board: Board, item: Reports, seat: str, order: reports.Honor, chance: Chance) -> Outcome:
    """Units and personalities destroyed, duels won, cards and more change honor [honor/gain]."""
    refuse_first(honor_bars(board, item, seat, order))
    term = Term(order.amount, order.cause, "honor/gain")
    if must_wait(board):
        return keeps(By("battle/confirm", claimed(board, "honor", order.army, term, seat)))
    return keeps(*changed(board, order.army, term, seat), then=at_once(board, order.army, term))


def honor_bars(board: Board, item: Reports, seat: str, order: reports.Honor) -> Bars:
    """An army of this battle, and an amount that changes something [honor/gain]."""
    yield from army_bars(board, "honor/gain", order.army)
    if order.amount == 0:
        yield Bar("honor/gain", "A change of 0 changes nothing.", "Write the amount, such as +3 or -5.")
    yield from count("honor/gain", order.amount, "a change of honor", -200, 200)
    yield from claim_bars(board, seat)


def army_bars(board: Board, heading: str, army: str) -> Bars:
    """An army that is in this battle [honor/gain]."""
    if army not in board.armies:
        yield Bar(
            heading, f"There is no army {army} in this battle.", f"There are {', '.join(board.armies)}."
        )


def changed(
    board: Board, army: str, term: Term, by: str, confirmed: str = ""
) -> tuple[HonorChanged | By, ...]:
    """A change of honor, and the levels that it reaches for the first time [honor/gain]."""
    after = board.armies[army].honor + term.value
    return (HonorChanged(army, term, after, by, confirmed), *crossings(board, army, term, confirmed))


def crossings(board: Board, army: str, term: Term, confirmed: str) -> tuple[By, ...]:
    """The levels reached, each with its rule; whether a test becomes due is an option [honor/own-tests].

    A ruling tests nobody at once, so that what it lets stand is tested at the end of the turn.
    """
    levels = reached(board, army, board.armies[army].honor + term.value)
    waits = board.setting.options.own_tests == "end-of-turn" or confirmed == RULING
    tested, events = with_tests(board, army, term, levels), []
    for kind, level, penalty in levels:
        due = (kind == "enemy" or waits) and (kind, level, penalty) in tested
        rule = "honor/enemy-tests" if kind == "enemy" else "honor/own-tests"
        events.append(By(rule, LevelReached(army, kind, level, penalty, due)))
    return tuple(events)


def with_tests(board: Board, army: str, term: Term, levels: Levels) -> Levels:
    """Of several levels each has its test, or the last [honor/enemy-tests].

    A modifier that is confirmed late brings none for what the army would have begun with [honor/start].
    """
    options, begun = board.setting.options, term.value
    if term.rule == "honor/start" and options.start_levels == "crossed":
        begun += sum(one.value for one in board.armies[army].honors if one.rule == "honor/start")
        levels = tuple(one for one in levels if (begun < one[1] if one[0] == "enemy" else begun > one[1]))
    return levels if options.levels_at_once == "each" else levels[-1:]


def at_once(board: Board, army: str, term: Term) -> tuple[HonorTest, ...]:
    """By an option low honor tests its units at once [honor/own-tests]."""
    if board.setting.options.own_tests == "end-of-turn":
        return ()
    levels = with_tests(board, army, term, reached(board, army, board.armies[army].honor + term.value))
    due = (Due(army, kind, level, penalty) for kind, level, penalty in levels if kind == "own")
    return tuple(test for one in due for test in tests_of(board, one))


def reached(board: Board, army: str, after: int) -> Levels:
    """The levels that an honor of `after` reaches for the first time [honor/enemy-tests, honor/own-tests]."""
    ledger = board.armies[army]
    high: Levels = tuple(("enemy", *one) for one in high_levels(board, after) if one[0] > ledger.high)
    low: Levels = tuple(("own", *one) for one in low_levels(board, after) if one[0] < ledger.low)
    return high + low


def high_levels(board: Board, honor: int) -> Iterator[tuple[int, int]]:
    """40, 60, 80… up to an honor, each with its cumulative penalty [honor/enemy-tests]."""
    table = board.setting.data.honor.high
    first, step = table.tests_from.value, table.tests_step.value
    for nth, level in enumerate(range(first, honor + 1, step)):
        yield level, nth * table.tests_penalty.value


def low_levels(board: Board, honor: int) -> Iterator[tuple[int, int]]:
    """Rows of the table with a test, then -50, -60… down to an honor [honor/own-tests]."""
    table = board.setting.data.honor
    yield from ((row.at, 0) for row in table.low if row.test and honor <= row.at)
    first, step = table.own.tests_from.value, table.own.tests_step.value
    for nth, level in enumerate(range(first, honor - 1, -step), board.setting.options.own_first_penalty):
        yield level, nth * table.own.tests_penalty.value


@BOOK.answer(Reports, reports.Points, "battle/points")
def change_points(board: Board, item: Reports, seat: str, order: reports.Points, chance: Chance) -> Outcome:
    """Victory points are entered with their cause [battle/points]."""
    refuse_first(points_bars(board, item, seat, order))
    term = Term(order.amount, order.cause, "battle/points")
    if must_wait(board):
        return keeps(By("battle/confirm", claimed(board, "VP", order.army, term, seat)))
    return keeps(scored(board, order.army, term, seat))


def points_bars(board: Board, item: MusterArmies | Reports, seat: str, order: reports.Points) -> Bars:
    """An army of this battle, and an amount that changes something [battle/points]."""
    yield from army_bars(board, "battle/points", order.army)
    if order.amount == 0:
        yield Bar("battle/points", "A change of 0 changes nothing.", "Write the amount, such as +3 or -2.")
    yield from count("battle/points", order.amount, "a change of points", -200, 200)
    yield from claim_bars(board, seat)


def scored(board: Board, army: str, term: Term, by: str, confirmed: str = "") -> PointsChanged:
    """A change of victory points [battle/points]."""
    return PointsChanged(army, term, board.armies[army].vp + term.value, by, confirmed)


@BOOK.step(ExtraCard, "honor/card")
def extra_card(board: Board, item: ExtraCard, chance: Chance) -> Outcome:
    """At the beginning of the End phase the highest honor may draw one card more [honor/card].

    Where several have it nobody draws, or by an option each.
    """
    most = max(army.honor for army in board.armies.values())
    leaders = tuple(army.name for army in board.armies.values() if army.honor == most)
    if len(leaders) > 1 and board.setting.options.card_tie == "nobody":
        return does(ExtraCardWithheld(leaders, most))
    return does(*(ExtraCardGranted(army, most) for army in leaders))


@BOOK.step(HonorTests, "honor/enemy-tests")
def honor_tests(board: Board, item: HonorTests, chance: Chance) -> Outcome:
    """At the end of the turn each level has its tests, in the order reached [honor/enemy-tests]."""
    lapsed = [due for due in board.due if has_lapsed(board, due)]
    tests = [test for due in board.due if due not in lapsed for test in tests_of(board, due)]
    return does(*(DueLapsed(due.army, due.kind, due.level) for due in lapsed), then=tests)


def has_lapsed(board: Board, due: Due) -> bool:
    """By an option no test for a level that the honor has left again [honor/enemy-tests]."""
    if board.setting.options.due_after_fall:
        return False
    honor = board.armies[due.army].honor
    return honor < due.level if due.kind == "enemy" else honor > due.level


def tests_of(board: Board, due: Due) -> Iterator[HonorTest]:
    """One test for each unit concerned; creatures take none [honor/immunity]."""
    for unit in present(board):
        concerned = (unit.army == due.army) == (due.kind == "own")
        if concerned and not unit.is_creature:
            yield HonorTest(unit.name, due.army, due.kind, due.level, due.penalty)


@BOOK.moot(HonorTest, "battle/morale")
def no_unit_to_test(board: Board, item: HonorTest) -> bool:
    """A unit that is destroyed takes no test [battle/morale]."""
    return board.units[item.unit].destroyed


@BOOK.step(HonorTest, "honor/enemy-tests")
def honor_test(board: Board, item: HonorTest, chance: Chance) -> Outcome:
    """One Morale test [honor/enemy-tests, honor/own-tests].

    Where the enemy's honor is high, without the modifiers of earlier tests in the turn.
    """
    unit, kind = board.units[item.unit], board.setting.data.tests.tests.morale
    rule = "honor/enemy-tests" if item.kind == "enemy" else "honor/own-tests"
    level = Term(item.penalty, f"{item.army} at {item.level} honor", rule)
    terms = (*command(board, kind, unit.name, rule), level, *morale_terms(board, unit))
    if item.kind == "own" and board.setting.options.low_honor_tests == "counted":
        terms = (*terms, earlier_tests(board, unit))
    roll = trial(
        board,
        chance,
        kind,
        rule,
        f"test of {unit.name} for {item.army} at {item.level} honor, turn {board.turn}",
        needed=unit.profile.ml,
        terms=terms,
    )
    events, then = after_failure(board, unit, roll.passed, f"{item.army} at {item.level} honor")
    tested = By(rule, HonorTested(unit.name, item.army, item.kind, item.level, roll))
    return does(tested, *(By("battle/morale", event) for event in events), then=then)
