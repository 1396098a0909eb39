"""Advice for set-up and command: plans, postures, entry points, points saved, chits."""

from __future__ import annotations

from typing import Any

from domain.kawanakajima.board.memo import kept, kept_in_the_field
from domain.kawanakajima.board.state import (
    Board,
    clan_of,
    enemy,
    side_of,
    unit_named,
    unit_of_general,
    units_of,
)
from domain.kawanakajima.command.delays import box_of, distance_of
from domain.kawanakajima.data.tables import BOWL, CHIEF, SECOND
from domain.kawanakajima.programs.postures import best_posture, liking, reach
from domain.kawanakajima.programs.reckoning import danger, engaged, menace, nearest, prospect, worn
from domain.kawanakajima.programs.rule import rule
from domain.kawanakajima.words import orders as o
from domain.kawanakajima.words.items import CallKansuke
from domain.kit.facts import State
from domain.kit.hexes import distance

_State = State[Board, Any]

FAVOURITES = {"kokuyoku": 3.0, "gyorin": 2.0, "ganko": 1.0}
"""Plans that let a side attack and fall back in equal measure."""

ENOUGH = 7
"""Points with which 2d6 are likely to do [7.2]."""

A_LITTLE, LATE_IN_THE_DAY = 2, 6
"""Points that are put by in a turn, and the turn from which on it is too late to begin."""

CROWD = 0.15
"""What an entry point is worth less for each clan that comes there already."""

LATE = 1.0
"""What a chit is worth less for each turn that it comes late."""

TWICE = 3.0
"""What a chit is worth less for a clan that has a special one already."""

OPENING = 10.0
"""What the first chit of a clan is worth to the Uesugi: what is drawn before it has no effect [17.4]."""


def plan(state: _State, seat: str, order: Any) -> float:
    return FAVOURITES.get(order.plan, 0.0) if isinstance(order, o.ChooseOwn) else 0.0


def first_postures(state: _State, seat: str, order: Any) -> float:
    """How much better the new posture suits the clan than the one it has; nothing more is 0."""
    if not isinstance(order, o.Postures):
        return 0.0
    clan = seat[0] + order.clans[0]
    board = state.board
    return liking(board, clan, order.posture) - liking(board, clan, board.postures[clan]) - 0.1


def entry(state: _State, seat: str, order: Any) -> float:
    """Where one's own general is near who is alone with the enemy, soon, and not all in one place."""
    if not isinstance(order, o.WriteEntry):
        return 0.0
    board, chief = state.board, unit_of_general(state.board, CHIEF[seat])
    goal = board.units[chief].hex
    point = board.data.map.entries[order.point]
    if goal not in board.data.map.places:
        goal = board.data.map.kaizu
    crowd = sum(there == order.point for there in board.entries.values())
    return -0.3 * min(distance(hex, goal) for hex in point.hexes) - 0.4 * point.turn - CROWD * crowd


def fortify(state: _State, seat: str, order: Any) -> float:
    """Positions for those who stand nearest to the enemy."""
    if not isinstance(order, o.Fortify):
        return 0.0
    return sum(
        -0.1 * nearest(state.board, clan_of(unit_named(state.board, seat, unit))) for unit in order.units
    )


def saving(state: _State, seat: str, order: Any) -> float:
    """Points are put by until a throw is likely to do; else they command clans."""
    points: int = order.points
    if isinstance(order, o.Attempt):
        return 1.0 if state.board.armies[seat].saved + points >= ENOUGH else -2.0
    return 0.2 * min(points, A_LITTLE) if state.board.turn < LATE_IN_THE_DAY else -0.2 * points


# ---- chits


@kept
def turns_late(board: Board, clan: str) -> int:
    """In how many turns the chit of a clan comes into the bowl, if its general sends it now [8.3]."""
    general = board.data.clans[clan].general if not board.fort else CHIEF[side_of(clan)]
    if general == SECOND and not board.command.get(SECOND):
        general = CHIEF[side_of(clan)]
    if not units_of(board, clan):
        return 1
    place = box_of(board, distance_of(board, general, clan).total)
    return 0 if place == BOWL else int(place)


@kept_in_the_field
def need(board: Board, clan: str) -> float:
    """How much an activation would do for a clan: to attack, to get out of harm, to come up.

    A general only needs one to take his posture of command again.
    """
    if not units_of(board, clan):
        return 2.0
    now = board.postures[clan]
    wants = max(0.0, liking(board, clan, best_posture(board, clan)) - liking(board, clan, now))
    if clan[1] == "A":
        return 0.6 * wants - 0.3
    near = nearest(board, clan)
    strikes = max(0.0, prospect(board, clan)) if near <= reach(board) else 0.0
    comes = 1.0 if near > reach(board) else 0.0
    return 0.6 * wants + 1.5 * strikes + comes


def clan_chit(state: _State, seat: str, order: Any) -> float:
    """What the chit does for the clan, less for the turns that it is late, and where the clan has another.

    Before the first clan of the Uesugi is activated nothing else counts [17.4].
    """
    if not isinstance(order, o.Command):
        return 0.0
    board, clan = state.board, seat[0] + order.clans[0]
    opens = OPENING * (seat == "uesugi" and not board.opened and not _has_clan_chit(board, seat))
    return opens + 0.3 + need(board, clan) - LATE * turns_late(board, clan) - TWICE * _has_orders(board, clan)


def _has_clan_chit(board: Board, seat: str) -> bool:
    return any(choice.note is None for choice in board.armies[seat].choices)


def _has_orders(board: Board, clan: str) -> bool:
    """Whether a special chit is written for a clan, or about to be."""
    side = side_of(clan)
    chosen = [choice.note for choice in board.armies[side].choices if choice.note]
    written = [note for chit, note in board.notes.items() if side_of(chit) == side]
    return any(clan in note.clans for note in (*chosen, *written))


def special_chit(state: _State, seat: str, order: Any) -> float:
    """An attack for a clan with good prospects, a retreat for one in danger; what is free is always taken."""
    if not isinstance(order, o.Special):
        return 0.0
    board = state.board
    if order.activation == "impetuous":
        return 5.0
    clan = seat[0] + order.aim[0]
    near = nearest(board, clan)
    if _has_orders(board, clan):
        return -1.0
    if order.activation == "attack":
        return 0.4 + 2.0 * prospect(board, clan) if 1 < near <= reach(board) + 1 and clan[1] != "A" else -1.0
    if order.activation == "retreat":
        return 1.2 * worn(board, clan) + danger(board, clan) - 0.8 if near <= 3 else -1.0
    return 0.5 * sum(max(0.0, prospect(board, seat[0] + one)) for one in order.aim)


def play(state: _State, seat: str, order: Any) -> float:
    """A chit is played, but for a clan that can do nothing with it while the turn is young."""
    if not isinstance(order, o.Play):
        return 0.0
    board, chit = state.board, state.board.drawn
    if chit not in board.data.clans or side_of(chit) != seat:
        return 0.5
    return 0.3 + 0.5 * need(board, chit)


def kansuke(state: _State, seat: str, order: Any) -> float:
    """Kansuke puts off a clan of the enemy that is about to strike hard."""
    head = state.agenda[0]
    if not isinstance(order, o.Kansuke) or not isinstance(head, CallKansuke):
        return 0.0
    clan, board = head.chit, state.board
    strikes = clan in board.data.clans and side_of(clan) != seat
    return prospect(board, clan) - 2.5 if strikes else -3.0


def samurai(state: _State, seat: str, order: Any) -> float:
    """The samurai joins the clan with the best prospects and leads it into the attack."""
    if not isinstance(order, o.Samurai):
        return 0.0
    board, unit = state.board, unit_named(state.board, seat, order.unit)
    clan, steps = clan_of(unit), state.board.units[unit].losses
    if order.use == "rally":
        return 0.6 * steps - menace(board, unit)
    if order.use == "attack":
        near = nearest(board, clan) <= reach(board) and clan[1] != "A"
        return 1.5 * prospect(board, clan) - 0.5 * steps if near else -1.0
    return -0.2 * steps


def impetuous(state: _State, seat: str, order: Any) -> float:
    """The clan of the enemy that would come to harm: a bad attack, or out of a good place."""
    if not isinstance(order, o.Impetuous):
        return 0.0
    clan = enemy(seat)[0] + order.clan
    board = state.board
    return (2.0 if clan[1] == "A" else 0.0) - (prospect(board, clan) if not engaged(board, clan) else 0.3)


def deploy(state: _State, seat: str, order: Any) -> float:
    """Kenshin's clans are wanted against the main body: nobody goes to the ford."""
    return 0.0 if isinstance(order, o.DeployClan) else 0.5


def column(state: _State, seat: str, order: Any) -> float:
    """The whole column at once, in the order of the clans, so that they keep together."""
    return float(len(order.units)) if isinstance(order, o.Column) else 0.0


def bring(state: _State, seat: str, order: Any) -> float:
    """The rear comes on, as far up the road as it can."""
    if not isinstance(order, o.Bring):
        return 0.0
    board = state.board
    return 2.0 - 0.05 * distance(order.hex, board.data.map.kaizu)


PLAN = rule("Choose a plan that has attacks and retreats in equal measure, such as Kokuyoku.", plan)
FIRST = rule(
    "Begin in the postures that suit where the clans stand: near the enemy in attack.", first_postures
)
ENTRY = rule("Come down the mountain where you can join your general, and soon.", entry)
FORTIFY = rule("Give defensive positions to those who stand nearest to the enemy.", fortify)
SAVING = rule("Try your plan once you have saved seven points; save little at a time.", saving)
CHIT = rule(
    "Pay for the chits of clans that can strike now, or must get away, and that the messenger finds soon.",
    clan_chit,
)
SPECIAL = rule(
    "Write special attacks for fresh clans within reach, and special retreats for worn ones.", special_chit
)
PLAY = rule("Play a chit when it is drawn, if its clan has something to do.", play)
KANSUKE = rule("Keep Kansuke for a clan of the enemy that is about to strike hard.", kansuke)
SAMURAI = rule("Let the samurai lead a fresh clan with good prospects into the attack.", samurai)
IMPETUOUS = rule("Make the enemy's clan attack that would lose by it, his general's first of all.", impetuous)
DEPLOY = rule("Keep all your clans together against the main body.", deploy)
COLUMN = rule("Form the column clan by clan.", column)
BRING = rule("Bring the rear onto the map as far up the road as it can go.", bring)
