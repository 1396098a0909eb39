"""Folds one event into the board: what has happened, and nothing else. Never refuses, never asks chance."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from domain.kawanakajima.board import events as e
from domain.kawanakajima.board.field_evolve import FIELD_FOLDS, goes
from domain.kawanakajima.board.siege_evolve import SIEGE_FOLDS
from domain.kawanakajima.board.state import (
    COMPULSORY,
    ELIMINATED,
    Board,
    Choice,
    Unit,
    clan_of,
    enemy,
    fell_at,
    noted,
    side_of,
    siege_of,
    with_army,
    with_chit,
    with_posture,
    with_unit,
    without_samurai,
)
from domain.kawanakajima.data.tables import AWAY, BOWL, CHIEF, DRAWN, RESERVE, SEATS
from domain.kit.corrections import At
from domain.kit.editions import Amended, amended
from domain.kit.facts import tells_only


def evolve(board: Board, event: Any) -> Board:
    """The board after `event`."""
    return _FOLDS[type(event)](board, event)


# ---- set-up


def _units_placed(board: Board, event: e.UnitsPlaced) -> Board:
    """Their clans' chits are in the reserve [setup/units]."""
    units = board.units | {unit: Unit(place) for unit, place in event.places.items()}
    chits = board.chits | dict.fromkeys(map(clan_of, event.places), RESERVE)
    return replace(board, units=units, chits=chits)


def _plan_chosen(board: Board, event: e.PlanChosen) -> Board:
    return noted(with_army(board, event.side, plan=event.plan.value), event.side, event.plan.value)


def _plan_activated(board: Board, event: e.PlanActivated) -> Board:
    """The special chits come into the reserve with what the plan allows."""
    plan = board.data.plans[board.armies[event.side].plan]
    left = dict(board.armies[event.side].left)
    for activation, count in (
        ("attack", plan.attack),
        ("retreat", plan.retreat),
        ("combined", plan.combined),
    ):
        left[activation] = left.get(activation, 0) + count
    return with_specials(with_army(board, event.side, active=True, left=left), event.side)


def with_specials(board: Board, side: str) -> Board:
    """The special chits of a side that were not in the game are in its reserve."""
    chits = dict(board.chits)
    for number in range(1, board.data.numbers.special_chits + 1):
        if chits[f"{side[0]}{number}"] == AWAY:
            chits[f"{side[0]}{number}"] = RESERVE
    return replace(board, chits=chits)


def _plan_shown(board: Board, event: e.PlanShown) -> Board:
    return with_army(board, event.side, shown=True)


def _position_built(board: Board, event: e.PositionBuilt) -> Board:
    return replace(board, positions=board.positions | {event.hex: event.unit})


def _posture_changed(board: Board, event: e.PostureChanged) -> Board:
    return with_posture(board, event.clan, event.posture)


def _entries_written(board: Board, event: e.EntriesWritten) -> Board:
    board = replace(board, entries=board.entries | event.points.value)
    return noted(board, event.side, event.points.value)


# ---- the turn and command


def _turn_began(board: Board, event: e.TurnBegan) -> Board:
    return replace(board, turn=event.turn, command={}, retreated=())


def _clan_entered(board: Board, event: e.ClanEntered) -> Board:
    units = board.units | {
        unit: replace(board.units[unit], hex=place) for unit, place in event.places.items()
    }
    board = with_posture(replace(board, units=units), event.clan, event.posture)
    return with_chit(board, event.clan, RESERVE) if board.chits[event.clan] == AWAY else board


def _places(board: Board, event: e.DelaysMoved) -> Board:
    return replace(board, chits=board.chits | event.places)


def _command_thrown(board: Board, event: e.CommandThrown) -> Board:
    return replace(board, command=board.command | {event.general: event.points})


def _points_saved(board: Board, event: e.PointsSaved) -> Board:
    points = event.points.value
    return noted(with_army(board, event.side, **_put_by(board, event.side, points)), event.side, points)


def _put_by(board: Board, side: str, points: int) -> dict[str, int]:
    """What a side has saved by now, and what the enemy must reckon with: all that its commander had."""
    army, most = board.armies[side], board.command.get(CHIEF[side], 0)
    return {"saved": army.saved + points, "saved_now": points, "at_most": army.at_most + most}


def _plan_attempted(board: Board, event: e.PlanAttempted) -> Board:
    return with_army(board, event.side, saved=event.left, at_most=event.left, trying=False)


def _choice_made(board: Board, event: e.ChoiceMade) -> Board:
    chosen: tuple[Choice, ...] = event.choices.value
    board = with_army(board, event.side, choices=(*board.armies[event.side].choices, *chosen))
    return noted(board, event.side, chosen)


def _choices_cleared(board: Board, event: e.ChoicesCleared) -> Board:
    return with_army(board, event.side, choices=())


def _chit_placed(board: Board, event: e.ChitPlaced) -> Board:
    return with_chit(board, event.chit, event.place)


def _special_placed(board: Board, event: e.SpecialPlaced) -> Board:
    """A note uses up one of the special activations that the side has left."""
    side, note = side_of(event.chit), event.note.value
    left = board.armies[side].left
    board = with_army(board, side, left=left | {note.activation: left.get(note.activation, 0) - 1})
    board = replace(board, notes=board.notes | {event.chit: note})
    return noted(with_chit(board, event.chit, BOWL), side, (event.chit, note))


def _compulsory_added(board: Board, event: e.CompulsoryAdded) -> Board:
    """Whatever was chosen has been placed by now."""
    for side in board.armies:
        board = with_army(board, side, choices=(), saved_now=0)
    return replace(board, chits=board.chits | dict.fromkeys(event.chits, BOWL))


# ---- chits


def _chit_drawn(board: Board, event: e.ChitDrawn) -> Board:
    place = "played" if event.chit in COMPULSORY else DRAWN
    board = replace(board, drawn=event.chit, refused=() if event.chit in COMPULSORY else board.refused)
    return with_chit(board, event.chit, place)


def _chit_put_away(board: Board, event: e.ChitVoid | e.ChitReturned) -> Board:
    return replace(with_chit(board, event.chit, event.place), drawn="")


def _chit_refused(board: Board, event: e.ChitRefused) -> Board:
    side = side_of(event.chit)
    board = with_army(board, side, refused=True)
    return replace(with_chit(board, event.chit, BOWL), drawn="", refused=(side,))


def _kansuke_called(board: Board, event: e.KansukeCalled) -> Board:
    takeda = board.armies["takeda"]
    board = with_army(board, "takeda", points=takeda.points + event.cost.total)
    return replace(with_chit(board, event.chit, event.place), drawn="", kansuke_used=True)


def _chit_played(board: Board, event: e.ChitPlayed) -> Board:
    """Playing a chit makes the side free to refuse the next one."""
    if event.chit in COMPULSORY:
        return board
    side = side_of(event.chit)
    opened = board.opened or (event.chit in board.data.clans and side == "uesugi")
    return replace(with_army(board, side, refused=False), opened=opened, refused=())


def _special_opened(board: Board, event: e.SpecialOpened) -> Board:
    side = side_of(event.chit)
    spent = board.armies[side].spent
    notes = {chit: note for chit, note in board.notes.items() if chit != event.chit}
    spent = spent | {event.activation: spent.get(event.activation, 0) + 1}
    return replace(with_army(board, side, spent=spent), notes=notes)


def _impetuous_given(board: Board, event: e.ImpetuousGiven) -> Board:
    left = board.armies[event.side].left
    left = left | {"impetuous": left.get("impetuous", 0) + event.count}
    board = with_army(board, enemy(event.side), given=True)
    return with_specials(with_army(board, event.side, left=left, received=event.count), event.side)


# ---- victory, samurai, end


def _points_scored(board: Board, event: e.PointsScored) -> Board:
    return with_army(board, event.side, points=board.armies[event.side].points + event.points.total)


def _samurai_called(board: Board, event: e.SamuraiCalled) -> Board:
    return with_chit(board, f"samurai {event.side}", BOWL)


def _samurai_joined(board: Board, event: e.SamuraiJoined) -> Board:
    board = with_army(board, event.side, samurai=event.unit)
    return replace(with_chit(board, f"samurai {event.side}", "unit"), drawn="")


def _samurai_left(board: Board, event: e.SamuraiLeft) -> Board:
    return without_samurai(board, event.side)


def _turn_ended(board: Board, event: e.TurnEnded) -> Board:
    for side in board.armies:
        board = with_army(board, side, refused=False)
    return replace(board, chits=board.chits | event.places, drawn="", refused=())


def _game_ended(board: Board, event: e.GameEnded) -> Board:
    return replace(board, ending=event.ending, winners=event.winners, drawn="")


def _standing_written(board: Board, event: e.StandingWritten) -> Board:
    """A standing order takes the place of the one for the same occasion; without wishes it is withdrawn."""
    new = event.standing.value
    kept = tuple(one for one in board.armies[event.seat].standing if one.occasion != new.occasion)
    board = with_army(board, event.seat, standing=(*kept, new) if new.wishes or new.orders else kept)
    return noted(board, event.seat, new)


def _sheet_laid(board: Board, event: e.SheetLaid) -> Board:
    """All of it is one thing that the seat has written down; nothing where it takes everything back."""
    sheet = event.standing.value
    return noted(with_army(board, event.seat, standing=sheet), event.seat, sheet)


# ---- chapter 18


def _surplus_entered(board: Board, event: e.SurplusEntered) -> Board:
    """With its first unit the chit of a clan comes into the reserve."""
    clan = clan_of(event.unit)
    board = with_unit(board, event.unit, hex=event.path[-1])
    return with_chit(board, clan, RESERVE) if board.chits[clan] == AWAY else board


def _saving_sealed(board: Board, event: e.SavingSealed) -> Board:
    """Like points that are saved openly; what is tried, is tried when both have saved."""
    points, tries = event.points.value, event.tries.value
    board = with_army(board, event.side, **_put_by(board, event.side, points), trying=tries)
    return noted(board, event.side, (points, tries))


# ---- what a ruling has set right


def _unit_corrected(board: Board, event: e.UnitCorrected) -> Board:
    return goes(board, event.unit, event.after)


def _state_corrected(board: Board, event: e.StateCorrected) -> Board:
    """An eliminated unit leaves the map, and a samurai with it the game."""
    board, side = with_unit(board, event.unit, losses=event.after), side_of(event.unit)
    if event.after < ELIMINATED:
        return board
    board = fell_at(goes(board, event.unit, ""), event.unit, event.hex)
    return without_samurai(board, side) if board.armies[side].samurai == event.unit else board


def _samurai_corrected(board: Board, event: e.SamuraiCorrected) -> Board:
    if not event.after:
        return without_samurai(board, event.side)
    return with_chit(with_army(board, event.side, samurai=event.after), f"samurai {event.side}", "unit")


def _position_corrected(board: Board, event: e.PositionCorrected) -> Board:
    left = {hex: unit for hex, unit in board.positions.items() if hex != event.hex}
    return replace(board, positions=left | ({event.hex: event.unit} if event.built else {}))


def _troops_corrected(board: Board, event: e.TroopsCorrected) -> Board:
    siege = siege_of(board)
    markers: dict[str, tuple[str, ...]] = {}
    for zone in dict.fromkeys((*siege.markers, *event.zones_after)):
        there = tuple(side for side in siege.markers.get(zone, ()) if side != event.side)
        if zone in event.zones_after:
            there = tuple(side for side in SEATS if side in (*there, event.side))
        markers |= {zone: there} if there else {}
    troops = siege.troops | {event.side: event.after}
    return replace(board, siege=replace(siege, troops=troops, markers=markers))


_FOLDS: dict[type, Callable[[Board, Any], Board]] = {
    Amended: amended,
    e.UnitsPlaced: _units_placed,
    e.PlanChosen: _plan_chosen,
    e.PlanActivated: _plan_activated,
    e.PlanShown: _plan_shown,
    e.PositionsGranted: tells_only,
    e.PositionBuilt: _position_built,
    e.PostureChanged: _posture_changed,
    e.EntriesWritten: _entries_written,
    e.TurnBegan: _turn_began,
    e.ClanEntered: _clan_entered,
    e.DelaysMoved: _places,
    e.CommandThrown: _command_thrown,
    e.PointsSaved: _points_saved,
    e.PlanAttempted: _plan_attempted,
    e.ChoiceMade: _choice_made,
    e.ChoicesCleared: _choices_cleared,
    e.ChoicesClosed: tells_only,
    e.ChitPlaced: _chit_placed,
    e.SpecialPlaced: _special_placed,
    e.CompulsoryAdded: _compulsory_added,
    e.ChitDrawn: _chit_drawn,
    e.ChitVoid: _chit_put_away,
    e.ChitRefused: _chit_refused,
    e.KansukeCalled: _kansuke_called,
    e.ChitPlayed: _chit_played,
    e.SpecialOpened: _special_opened,
    e.ChitReturned: _chit_put_away,
    e.ImpetuousGiven: _impetuous_given,
    e.ImpetuousOrdered: tells_only,
    e.CombinedTested: tells_only,
    e.PointsScored: _points_scored,
    e.SamuraiCalled: _samurai_called,
    e.SamuraiJoined: _samurai_joined,
    e.SamuraiLeft: _samurai_left,
    e.TurnEnded: _turn_ended,
    e.Resigned: tells_only,
    e.GameEnded: _game_ended,
    e.StandingWritten: _standing_written,
    e.SheetLaid: _sheet_laid,
    e.SurplusEntered: _surplus_entered,
    e.SavingSealed: _saving_sealed,
    e.KaizuChanged: At(lambda event: ("kaizu",), lambda event: event.side),
    e.UnitCorrected: _unit_corrected,
    e.StateCorrected: _state_corrected,
    e.LeaderCorrected: At(lambda event: ("units", event.unit, "leader_killed"), lambda event: event.killed),
    e.TrackCorrected: At(lambda event: ("armies", event.side, event.track)),
    e.ChitCorrected: At(lambda event: ("chits", event.chit)),
    e.SamuraiCorrected: _samurai_corrected,
    e.PositionCorrected: _position_corrected,
    e.TroopsCorrected: _troops_corrected,
    **FIELD_FOLDS,
    **SIEGE_FOLDS,
}
