"""Corrections that a ruling may make: what bars each, and the events that record it.

The turn, the round, whose it is and what was thrown are set right by a rewind only; so is what the open
prompt is about (open_business.py).
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from domain.kit.bars import Bar, Bars
from domain.kit.corrections import Correction, Corrections, so_already
from domain.kit.editions import PlayBy, play_by
from domain.kit.facts import By, State
from domain.kit.sealed import Sealed
from domain.twilight_shogun.board import events
from domain.twilight_shogun.board.state import (
    NAVY,
    Board,
    Change,
    RetiredFace,
    Standing,
    face_of,
    hand_of,
    is_edo,
    piles,
    tracks,
)
from domain.twilight_shogun.book import space_bars
from domain.twilight_shogun.corrections.open_business import Thing, unfinished
from domain.twilight_shogun.data.options import EDITIONS
from domain.twilight_shogun.data.tables import SIDES
from domain.twilight_shogun.sequence.navy import navy_bars
from domain.twilight_shogun.words import corrections
from domain.twilight_shogun.words.items import Play

Stood = State[Board, Any]


def _over(state: Stood, said: Struct) -> Bars:
    if state.board.winner:
        why = "The game is over; nothing on its board can be corrected any more."
        yield Bar("11.0", why, "Go back to before its end instead.")


def _busy(state: Stood, rule: str, said: str, *things: Thing) -> Bars:
    """A thing that is being decided just now cannot be set right [open_business.py]."""
    why = unfinished(state, *things)
    if why:
        yield Bar(
            rule,
            f"{said} is what play is about: {why} is not finished.",
            f"Go back to before {why} instead.",
        )


# ---- the map


def _influence_bars(state: Stood, said: corrections.SetInfluence) -> Bars:
    """Only where influence may stand [2.11, 2.24]."""
    yield from space_bars(state.board, "3.1", said.space)
    if state.board.influence[said.space][said.seat] == said.count:
        yield so_already("3.1", f"{SIDES[said.seat]} has {said.count} influence in {said.space}")
    yield from _busy(state, "3.1", said.space, ("space", said.space))


def _influence_set(board: Board, said: corrections.SetInfluence) -> tuple[Struct, ...]:
    before = board.influence[said.space][said.seat]
    return (events.InfluenceCorrected((Change(said.space, said.seat, before, said.count),)),)


def _marker_bars(state: Stood, said: corrections.SetMarker) -> Bars:
    """The navy marker stands where the game would let it stand, and only where it is played with [12.1]."""
    board = state.board
    if said.marker == NAVY and not board.setting.options.navy:
        yield Bar("12.1", "This game is played without the navy marker.")
    if RetiredFace(said.marker, said.face) in board.faces:
        name = face_of(board, said.marker, Standing(said.space, said.face)).name
        yield Bar("2.22", f"{name} is out of play for good.", "Go back to before that instead.")
    if said.space not in board.influence:
        yield Bar("2.22", f"There is no space {said.space} on the map.")
    if said.marker == NAVY and not is_edo(board, said.space):
        yield from navy_bars(board, said.space)
    if board.markers.get(said.marker) == Standing(said.space, said.face):
        yield so_already("2.22", f"The marker {said.marker} stands in {said.space} with its {said.face} up")
    yield from _busy(state, "12.1", f"The marker {said.marker}", ("marker", said.marker))


def _marker_set(board: Board, said: corrections.SetMarker) -> tuple[Struct, ...]:
    before, after = board.markers.get(said.marker), Standing(said.space, said.face)
    return (events.MarkerCorrected(said.marker, face_of(board, said.marker, after).name, before, after),)


def _take_bars(state: Stood, said: corrections.TakeMarker) -> Bars:
    if said.marker not in state.board.markers:
        yield so_already("2.22", f"The marker {said.marker} is off the map")
    if said.marker == NAVY:
        yield Bar("12.1", "The navy marker never leaves the map.", "Put it in Edo instead.")
    yield from _busy(state, "2.22", f"The marker {said.marker}", ("marker", said.marker))


def _marker_taken(board: Board, said: corrections.TakeMarker) -> tuple[Struct, ...]:
    before = board.markers[said.marker]
    return (events.MarkerCorrected(said.marker, face_of(board, said.marker, before).name, before, None),)


# ---- tracks and boxes


def level_of(board: Board, track: str) -> int:
    """Where the marker of a track stands."""
    if track.startswith("court-"):
        return board.court[track.removeprefix("court-")]
    return {
        "vp": board.vp,
        "treaty": board.treaty,
        "intervention": board.intervention,
        "jo-i": board.joi,
    }[track]


def levels(board: Board, track: str) -> range:
    """The levels that a ruling can set: those of the track where the game goes on.

    Once the open deck is in play the treaty level is what brought it there, or more [2.31].
    """
    printed = tracks(board)
    if track.startswith("court-"):
        return range(printed.court_top + 1)
    return {
        "vp": range(1 - printed.vp_limit, printed.vp_limit),
        "treaty": range(printed.treaty_open if board.open else 0, len(printed.hand)),
        "intervention": range(printed.lose_at),
        "jo-i": range(sum(card.joi for card in board.setting.tables.cards.values()) + 1),
    }[track]


def _track_bars(state: Stood, said: corrections.SetTrack) -> Bars:
    rule, known = corrections.TRACKS[said.track], levels(state.board, said.track)
    if said.level not in known:
        why = f"A ruling can set {said.track} from {known[0]} to {known[-1]} now, not to {said.level}."
        yield Bar(rule, why)
    if level_of(state.board, said.track) == said.level:
        yield so_already(rule, f"The marker of {said.track} stands at {said.level}")
    yield from _busy(state, rule, f"The marker of {said.track}", ("track", said.track))


def _track_set(board: Board, said: corrections.SetTrack) -> tuple[By, ...]:
    corrected = events.TrackCorrected(said.track, level_of(board, said.track), said.level)
    return (By(corrections.TRACKS[said.track], corrected),)


def shown(board: Board, box: str) -> str:
    """Which of its two words a box shows."""
    if box == "yokohama":
        is_on = board.yokohama
    elif box == "modification":
        is_on = board.court_modifier != 0
    else:
        is_on = board.court_done[box.removeprefix("operation-")]
    return corrections.BOXES[box][1][is_on]


def _box_bars(state: Stood, said: corrections.SetBox) -> Bars:
    """A port is closed only where nobody has influence [2.24]."""
    board, (rule, words) = state.board, corrections.BOXES[said.box]
    if said.shows not in words:
        yield Bar(rule, f"The box {said.box} shows {words[0]} or {words[1]}; not {said.shows}.")
    if shown(board, said.box) == said.shows:
        yield so_already(rule, f"The box {said.box} shows {said.shows}")
    if said.box != "yokohama":
        return
    for name, here in board.influence.items():
        if board.setting.tables.spaces[name].opens:
            yield from _busy(state, rule, name, ("space", name))
            if any(here.values()):
                why = f"There is influence in {name}; a port that is closed has none."
                yield Bar(rule, why, f"Set the influence in {name} to 0 first.")


def _box_set(board: Board, said: corrections.SetBox) -> tuple[By, ...]:
    rule, _ = corrections.BOXES[said.box]
    return (By(rule, events.BoxCorrected(said.box, shown(board, said.box), said.shows)),)


# ---- cards


def pile_of(board: Board, card: str) -> str:
    """The pile or the hand that a card is in; "" where it waits with the open deck or is being played."""
    return next((pile for pile, cards in piles(board).items() if card in cards), "")


def _moving_bars(state: Stood, rule: str, card: str, pile: str) -> Bars:
    """A card that is in play goes to another pile; who must play one keeps one [7.1]."""
    board, before = state.board, pile_of(state.board, card)
    yield from _busy(state, rule, f"The card {card}", ("card", card), ("pile", before), ("pile", pile))
    if card in board.aside:
        yield Bar("2.31", f"The card {card} waits with the open deck, which is not in play yet.")
    if before == pile:
        yield so_already(rule, f"The card {card} is in {pile}")
    head = state.agenda[0] if state.agenda else None
    if isinstance(head, Play) and before == hand_of(head.seat) and len(board.hands[head.seat]) == 1:
        why = f"{SIDES[head.seat]} must play a card now, and {card} is the only one."
        yield Bar("7.1", why, "Give another card first.")


def _card_bars(state: Stood, said: corrections.SetCard) -> Bars:
    """One of both is a pile that everybody sees: else the correction would tell what is in a hand [6.3]."""
    yield from _moving_bars(state, "2.3", said.card, said.pile)
    if said.pile == corrections.DISCARDS and said.card in state.board.retired:
        why = f"The card {said.card} is out of play; it cannot lie in the discards."
        yield Bar("9.2", why, f'Say "card {said.card} in removed" instead.')
    if not {said.pile, pile_of(state.board, said.card)} & {corrections.DISCARDS, corrections.REMOVED}:
        why = "What goes between the draw deck and a hand, or between hands, is not for all to see."
        yield Bar("2.3", why, 'Say "take … from …" or "give … to …" instead.')


def _card_set(board: Board, said: corrections.SetCard) -> tuple[Struct, ...]:
    return (events.CardCorrected(said.card, pile_of(board, said.card), said.pile),)


def _give_bars(state: Stood, said: corrections.GiveCard) -> Bars:
    yield from _moving_bars(state, "6.3", said.card, hand_of(said.seat))
    if pile_of(state.board, said.card) != corrections.DECK:
        why = f"The card {said.card} is not in the draw deck."
        yield Bar("6.3", why, 'Say "card … in …", or "take … from …" first.')


def _card_given(board: Board, said: corrections.GiveCard) -> tuple[Struct, ...]:
    return (events.CardGiven(said.seat, Sealed((said.seat,), (said.card,))),)


def _take_back_bars(state: Stood, said: corrections.TakeCard) -> Bars:
    yield from _moving_bars(state, "6.3", said.card, corrections.DECK)
    if pile_of(state.board, said.card) != hand_of(said.seat):
        yield Bar("6.3", f"{SIDES[said.seat]} does not hold the card {said.card}.")


def _card_taken(board: Board, said: corrections.TakeCard) -> tuple[Struct, ...]:
    return (events.CardTaken(said.seat, Sealed((said.seat,), (said.card,))),)


JUDGE = Corrections(
    {
        corrections.SetInfluence: Correction("3.1", _influence_bars, _influence_set),
        corrections.SetMarker: Correction("2.22", _marker_bars, _marker_set),
        corrections.TakeMarker: Correction("2.22", _take_bars, _marker_taken),
        corrections.SetTrack: Correction("2.14", _track_bars, _track_set),
        corrections.SetBox: Correction("2.15", _box_bars, _box_set),
        corrections.SetCard: Correction("2.3", _card_bars, _card_set),
        corrections.GiveCard: Correction("6.3", _give_bars, _card_given),
        corrections.TakeCard: Correction("6.3", _take_back_bars, _card_taken),
        PlayBy: play_by(EDITIONS),
    },
    always=_over,
)
