"""Chapters 14 and 15, 16.4, 17.5 and 18.3: victory points, samurai, and the end of the game.

14.1   the samurai's lines        14.2   the samurai joins a unit        14.3   a leader like others
15.1   the track of victory points
16.4   Kenshin and Shingen
17.5, 18.3   the last turn, and a draw
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct

from domain.kawanakajima.board import events, state
from domain.kawanakajima.board.fortress import besieged
from domain.kawanakajima.book import BOOK, listed
from domain.kawanakajima.data.tables import AWAY, CHIEF
from domain.kawanakajima.words.field_items import Activation, RallyUnit
from domain.kawanakajima.words.items import CountPoints, LeaderLost, PlaceSamurai, Score
from domain.kawanakajima.words.orders import Resign, Samurai
from domain.kit.bars import Bar, Bars, refuse_first
from domain.kit.chance import Chance
from domain.kit.facts import By, Outcome, does, keeps
from domain.kit.sums import Sum, Term

USES = RALLY, ATTACK, STAY = "rally", "attack", "stay"
"""What a samurai does when he comes: he need not do anything but lead his unit."""


# ---- 15, 14.1


@BOOK.step(Score, "15.1")
def score(board: state.Board, item: Score, chance: Chance) -> Outcome:
    """A side's victory points move the marker to its side of the track [15.1, 17.5]."""
    before, gained = state.lead(board), item.points.total
    after = before + (gained if item.side == "takeda" else -gained)
    return does(events.PointsScored(item.side, item.points, after), *samurai_called(board, before, after))


def samurai_called(board: state.Board, before: int, after: int) -> tuple[By, ...]:
    """A lead that grows past a line calls the samurai of the other side, if it is not in play [14.1]."""
    if not board.options.samurai:
        return ()
    called: list[By] = []
    for side in board.armies:
        sign = -1 if side == "takeda" else 1  # the lead of the enemy
        passed = [line for line in board.data.samurai_lines[side] if sign * before < line <= sign * after]
        if passed and board.chits[f"samurai {side}"] == AWAY:
            called.append(By("14.1", events.SamuraiCalled(side, passed[-1])))
    return tuple(called)


# ---- 14.2


def hosts(board: state.Board, side: str) -> tuple[str, ...]:
    """The units that a samurai may join: any of its side's on the map [14.2]."""
    return tuple(
        unit
        for unit, stands in board.units.items()
        if state.side_of(unit) == side and stands.hex in board.data.map.places
    )


@BOOK.offered(PlaceSamurai, "14.2")
def units_for_the_samurai(board: state.Board, item: PlaceSamurai, seat: str) -> Iterator[Struct]:
    """Any unit, to be rallied, if it has lost steps, to lead its clan into the attack, or to wait [14.2]."""
    for unit in hosts(board, seat):
        found = (Samurai(state.short(unit), use) for use in USES)
        yield from (order for order in found if not any(_use_bars(board, unit, order)))


def samurai_bars(board: state.Board, item: PlaceSamurai, seat: str, order: Samurai) -> Bars:
    unit, able = state.unit_named(board, seat, order.unit), hosts(board, seat)
    if unit not in able:
        yield Bar("14.2", f"You have no unit {order.unit} on the map.", f"Yours: {listed(able)}.")
    yield from _use_bars(board, unit, order)


def _use_bars(board: state.Board, unit: str, order: Samurai) -> Bars:
    """A samurai rallies who has lost steps; in a siege he can only stay with his unit [13.6, 14.2]."""
    if order.use not in USES:
        yield Bar("14.2", f"A samurai cannot {order.use}.", 'Write "rally", "attack" or "stay".')
    if order.use != STAY and besieged(board, state.clan_of(unit)):
        why = f"{order.unit} is in the siege of Kaizu; there a samurai can only stay with it."
        yield Bar("13.6", why, 'Write "stay", or name another unit.')
    if order.use == RALLY and not board.units[unit].losses:
        yield Bar("14.2", f"{order.unit} is in order and has nothing to rally.", 'Write "attack" or "stay".')


@BOOK.answer(PlaceSamurai, Samurai, "14.2")
def place_samurai(
    board: state.Board, item: PlaceSamurai, seat: str, order: Samurai, chance: Chance
) -> Outcome:
    """The samurai joins a unit; it may try to rally, or its clan attack and be activated [14.2]."""
    refuse_first(samurai_bars(board, item, seat, order))
    unit = state.unit_named(board, seat, order.unit)
    joined = events.SamuraiJoined(seat, unit, order.use)
    if order.use == RALLY:
        return does(joined, then=(RallyUnit(unit, free=True),))
    if order.use == STAY:
        return does(joined)
    clan = state.clan_of(unit)
    attacks = events.PostureChanged(clan, state.covered(board, clan, "attack"), "samurai")
    return does(joined, attacks, then=(Activation(seat, (clan,)),))


@BOOK.when_none(PlaceSamurai, "14.2")
def nobody_to_join(board: state.Board, item: PlaceSamurai, chance: Chance) -> Outcome:
    """Without a unit on the map the samurai's chit has no effect this turn [14.2]."""
    return does()


# ---- the end


@BOOK.step(LeaderLost, "16.4")
def leader_lost(board: state.Board, item: LeaderLost, chance: Chance) -> Outcome:
    """The death of Shingen or Kenshin ends the game; his enemy has won [16.4]."""
    side = state.side_of(item.unit)
    if board.data.units[item.unit].general != CHIEF[side]:
        return does()
    return does(events.GameEnded(f"{CHIEF[side]}-killed", (state.enemy(side),), margin(board)))


def margin(board: state.Board) -> Sum:
    """Both sides' victory points [15.1]."""
    takeda, uesugi = board.armies["takeda"].points, board.armies["uesugi"].points
    return Sum((Term(takeda, "points of Takeda", "15.1"), Term(-uesugi, "points of Uesugi", "15.1")))


@BOOK.step(CountPoints, "17.5")
def count_points(board: state.Board, item: CountPoints, chance: Chance) -> Outcome:
    """After the last turn a lead of up to 4 is a draw; else the leading side has won [17.5, 18.3]."""
    found, rule = margin(board), state.victory_rule(board)
    if abs(found.total) <= state.scenario_of(board).draw_margin:
        return does(By(rule, events.GameEnded("draw", board.setting.seats, found)))
    return does(By(rule, events.GameEnded("points", ("takeda" if found.total > 0 else "uesugi",), found)))


@BOOK.anytime(Resign, "end/resignation")
def resign(board: state.Board, seat: str, order: Resign, chance: Chance) -> Outcome:
    """A side may give the game up at any time; the other has won [end/resignation]."""
    return keeps(events.Resigned(seat), events.GameEnded("resignation", (state.enemy(seat),), margin(board)))


ENDINGS: Mapping[str, str] = {
    "points": "The side with more victory points has won after the last turn.",
    "draw": "After the last turn neither side led by more than 4 victory points.",
    "shingen-killed": "Takeda Shingen is dead; Uesugi has won.",
    "kenshin-killed": "Uesugi Kenshin is dead; Takeda has won.",
    "resignation": "One side gave the game up; the other has won.",
}
"""Every way in which a game ends."""


def ending_of(board: state.Board) -> str:
    """How the game has ended; "" while it is on [17.5]."""
    return board.ending
