"""Folds one event into the board: what has happened, and nothing else. Never refuses, never asks chance."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from msgspec.structs import replace

from domain.kit.corrections import At
from domain.kit.editions import Amended, amended
from domain.kit.facts import tells_only
from domain.twilight_shogun.board import events as e
from domain.twilight_shogun.board.state import (
    NAVY,
    Board,
    Change,
    Lasting,
    Played,
    RetiredFace,
    Standing,
    cards_in_order,
    hand_of,
    piles,
)
from domain.twilight_shogun.words.corrections import DECK, DISCARDS, REMOVED


def evolve(board: Board, event: Any) -> Board:
    """The board after `event`."""
    return _FOLDS[type(event)](board, event)


def with_changes(board: Board, changes: Iterable[Change]) -> Board:
    """The board with the influence markers that the changes tell of [2.21]."""
    influence = dict(board.influence)
    for one in changes:
        influence[one.space] = influence[one.space] | {one.seat: one.after}
    return replace(board, influence=influence)


def with_marker(board: Board, marker: str, space: str, face: str) -> Board:
    """The board with a support marker placed, moved or flipped."""
    return replace(board, markers=board.markers | {marker: Standing(space, face)})


def _changed(board: Board, event: Any) -> Board:
    return with_changes(board, event.changes)


def _turn_began(board: Board, event: e.TurnBegan) -> Board:
    return replace(board, turn=event.turn, first=event.first, active="", round=0)


def _open_deck_added(board: Board, event: e.OpenDeckAdded) -> Board:
    deck = cards_in_order(board, (*board.deck, *board.discard, *board.aside))
    return replace(board, deck=deck, discard=(), aside=(), open=True)


def _reshuffled(board: Board, event: e.Reshuffled) -> Board:
    return replace(board, deck=cards_in_order(board, (*board.deck, *board.discard)), discard=())


def _cards_drawn(board: Board, event: e.CardsDrawn) -> Board:
    drawn = event.cards.value
    hand = cards_in_order(board, (*board.hands[event.seat], *drawn))
    return replace(
        board,
        deck=tuple(card for card in board.deck if card not in drawn),
        hands=board.hands | {event.seat: hand},
    )


def _round_began(board: Board, event: e.RoundBegan) -> Board:
    return replace(board, round=event.round, active=event.seat, spent=())


def _card_played(board: Board, event: e.CardPlayed) -> Board:
    hand = tuple(card for card in board.hands[event.seat] if card != event.card)
    played = Played(event.card, event.seat, event.use, event.met, ifs=event.ifs)
    return replace(board, hands=board.hands | {event.seat: hand}, played=played)


def _event_occurred(board: Board, event: e.EventOccurred) -> Board:
    if board.played is None or board.played.card != event.card:
        return board
    return replace(board, played=replace(board.played, occurred=True))


def _joi_performed(board: Board, event: e.JoiPerformed) -> Board:
    return replace(board, joi=board.joi + 1)


def _card_discarded(board: Board, event: e.CardDiscarded) -> Board:
    return replace(board, discard=cards_in_order(board, (*board.discard, event.card)), played=None)


def _card_removed(board: Board, event: e.CardRemoved) -> Board:
    return replace(board, removed=cards_in_order(board, (*board.removed, event.card)), played=None)


def _acted(board: Board, event: e.InfluencePlaced | e.Realigned) -> Board:
    spent = tuple((event.seat, space) for space in event.spent)
    return replace(with_changes(board, event.changes), spent=(*board.spent, *spent))


def _court_tried(board: Board, event: e.CourtTried) -> Board:
    return replace(
        board,
        court=board.court | {event.seat: event.level},
        court_done=board.court_done | {event.seat: True},
    )


def _intervention_changed(board: Board, event: e.InterventionChanged) -> Board:
    return replace(board, intervention=event.after)


def _control_shifted(board: Board, event: e.ControlShifted) -> Board:
    return replace(board, shown=board.shown | {shift.space: shift.after for shift in event.shifts})


def _vp_scored(board: Board, event: e.VpScored) -> Board:
    return replace(board, vp=event.vp)


def _turn_ended(board: Board, event: e.TurnEnded) -> Board:
    return replace(board, joi=0, court_done=dict.fromkeys(board.court_done, False))


def _navy_placed(board: Board, event: e.NavyPlaced) -> Board:
    return with_marker(board, NAVY, event.space, event.face)


def _final_scoring_began(board: Board, event: e.FinalScoringBegan) -> Board:
    return replace(board, is_final=True)


def _won(board: Board, event: e.GameWon) -> Board:
    return replace(board, winner=event.winner, ending=event.ending)


def _marker_placed(board: Board, event: e.MarkerPlaced) -> Board:
    return with_marker(board, event.marker, event.space, event.face)


def _marker_removed(board: Board, event: e.MarkerRemoved) -> Board:
    left = {marker: at for marker, at in board.markers.items() if marker != event.marker}
    return replace(board, markers=left)


def _treaty_raised(board: Board, event: e.TreatyRaised) -> Board:
    return replace(board, treaty=event.after)


def _court_moved(board: Board, event: e.CourtMoved) -> Board:
    return replace(board, court=board.court | {event.seat: event.after})


def _court_modifier_placed(board: Board, event: e.CourtModifierPlaced) -> Board:
    return replace(board, court_modifier=event.value)


def _yokohama_opened(board: Board, event: e.YokohamaOpened) -> Board:
    return replace(board, yokohama=True)


def _card_dropped(board: Board, event: e.CardDropped) -> Board:
    return with_card_in(board, event.dropped, REMOVED if event.dropped in board.retired else DISCARDS)


def without_lasting(board: Board, card: str) -> tuple[Lasting, ...]:
    return tuple(one for one in board.lasting if one.card != card)


def _event_lasted(board: Board, event: e.EventLasted) -> Board:
    return replace(board, lasting=(*without_lasting(board, event.lasting.card), event.lasting))


def _lasting_ended(board: Board, event: e.LastingEnded) -> Board:
    return replace(board, lasting=without_lasting(board, event.card))


def _card_retired(board: Board, event: e.CardRetired) -> Board:
    retired = replace(board, retired=(*board.retired, event.retired))
    return with_card_in(retired, event.retired, REMOVED) if event.retired in board.discard else retired


def _face_retired(board: Board, event: e.FaceRetired) -> Board:
    return replace(board, faces=(*board.faces, RetiredFace(event.marker, event.face)))


def _card_retrieved(board: Board, event: e.CardRetrieved) -> Board:
    return with_card_in(board, event.retrieved, hand_of(event.seat))


def _marker_corrected(board: Board, event: e.MarkerCorrected) -> Board:
    left = {marker: at for marker, at in board.markers.items() if marker != event.marker}
    return replace(board, markers=left | ({event.marker: event.after} if event.after else {}))


def _track(event: e.TrackCorrected) -> tuple[str, ...]:
    """Where the level of a track stands on the board."""
    if event.track.startswith("court-"):
        return "court", event.track.removeprefix("court-")
    return ("joi",) if event.track == "jo-i" else (event.track,)


def _box_corrected(board: Board, event: e.BoxCorrected) -> Board:
    if event.box == "yokohama":
        return replace(board, yokohama=event.after == "open")
    if event.box == "modification":
        placed = board.setting.tables.tracks.court_modifier
        return replace(board, court_modifier=placed if event.after == "placed" else 0)
    seat = event.box.removeprefix("operation-")
    return replace(board, court_done=board.court_done | {seat: event.after == "tried"})


def _card_corrected(board: Board, event: e.CardCorrected) -> Board:
    return with_card_in(board, event.card, event.after)


def _card_taken(board: Board, event: e.CardTaken) -> Board:
    (card,) = event.cards.value
    return with_card_in(board, card, DECK)


def with_card_in(board: Board, card: str, pile: str) -> Board:
    """The board with a card out of wherever it is, in a pile or in "hand-" and a seat."""
    after = {name: tuple(one for one in cards if one != card) for name, cards in piles(board).items()}
    after[pile] = cards_in_order(board, (*after[pile], card))
    hands = {seat: after[hand_of(seat)] for seat in board.hands}
    return replace(board, hands=hands, deck=after[DECK], discard=after[DISCARDS], removed=after[REMOVED])


def _sheet_laid(board: Board, event: e.SheetLaid) -> Board:
    return replace(board, left=board.left | {event.seat: event.left})


_FOLDS: dict[type, Callable[[Board, Any], Board]] = {
    e.GameSetUp: _changed,
    e.TurnBegan: _turn_began,
    e.OpenDeckAdded: _open_deck_added,
    e.Reshuffled: _reshuffled,
    e.CardsDrawn: _cards_drawn,
    e.RoundBegan: _round_began,
    e.CardPlayed: _card_played,
    e.EventOccurred: _event_occurred,
    e.EventFailed: tells_only,
    e.EventBarred: tells_only,
    e.JoiPerformed: _joi_performed,
    e.CardDiscarded: _card_discarded,
    e.CardRemoved: _card_removed,
    e.InfluencePlaced: _acted,
    e.Realigned: _acted,
    e.Couped: _changed,
    e.CourtTried: _court_tried,
    e.ActionEnded: tells_only,
    e.InterventionChanged: _intervention_changed,
    e.InterventionEvaded: tells_only,
    e.Recovered: _changed,
    e.ControlShifted: _control_shifted,
    e.Scored: tells_only,
    e.VpScored: _vp_scored,
    e.TurnEnded: _turn_ended,
    e.NavyPlaced: _navy_placed,
    e.FinalScoringBegan: _final_scoring_began,
    e.EmperorFlagsStood: tells_only,
    e.Resigned: tells_only,
    e.SheetLaid: _sheet_laid,
    e.GameWon: _won,
    e.InfluenceChanged: _changed,
    e.MarkerPlaced: _marker_placed,
    e.MarkerRemoved: _marker_removed,
    e.TreatyRaised: _treaty_raised,
    e.CourtMoved: _court_moved,
    e.CourtModifierPlaced: _court_modifier_placed,
    e.YokohamaOpened: _yokohama_opened,
    e.WarfareFought: _changed,
    e.WayChosen: tells_only,
    e.CardDropped: _card_dropped,
    e.NothingDone: tells_only,
    e.EventLasted: _event_lasted,
    e.LastingEnded: _lasting_ended,
    e.CardRetired: _card_retired,
    e.FaceRetired: _face_retired,
    e.HandSeen: tells_only,
    e.CardRetrieved: _card_retrieved,
    e.InfluenceCorrected: _changed,
    e.MarkerCorrected: _marker_corrected,
    e.TrackCorrected: At(_track),
    e.BoxCorrected: _box_corrected,
    e.CardCorrected: _card_corrected,
    e.CardGiven: _cards_drawn,
    e.CardTaken: _card_taken,
    Amended: amended,
}
