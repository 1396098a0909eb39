"""The board after an event. Never refuses, never asks chance."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from domain.kit.facts import tells_only
from domain.shinobi.board import events as e
from domain.shinobi.board.state import NOTHING_DONE, Board, Deeds
from domain.shinobi.data.tables import NINJA


def evolve(board: Board, event: Any) -> Board:
    """The board after `event`."""
    return _FOLDS[type(event)](board, event)


def _clan_dealt(board: Board, event: e.ClanDealt) -> Board:
    return replace(board, clans=board.clans | {event.seat: event.clan.value})


def _cards_drawn(board: Board, event: e.CardsDrawn) -> Board:
    drawn = event.cards.value
    deck = board.deck.copy()
    for card in drawn:
        deck[card] -= 1
    return replace(board, deck=deck, hands=board.hands | {event.seat: board.hands[event.seat] + drawn})


def _first_player_chosen(board: Board, event: e.FirstPlayerChosen) -> Board:
    return replace(board, first=event.seat)


def _turn_began(board: Board, event: e.TurnBegan) -> Board:
    return replace(board, active=event.seat, turn=event.turn, done=NOTHING_DONE)


def _placed(board: Board, event: e.Placed) -> Board:
    """The first card of a turn goes before another player, so that the place tells which action it was."""
    seat, card, province = event.seat, event.card, event.province
    army, done = (province, card), board.done
    return replace(
        board,
        table=_with(board.table, province, card, 1),
        hands=board.hands | {seat: _without(board.hands[seat], card)},
        done=Deeds(done.placed if province == seat else army, done.ninja, (*done.reinforced, army)),
    )


def _ninja_sent(board: Board, event: e.NinjaSent) -> Board:
    discard = board.discard.copy()
    discard[NINJA] += 1
    discard[event.clan] += 1
    return replace(
        board,
        table=_with(board.table, event.province, event.clan, -1),
        hands=board.hands | {event.seat: _without(board.hands[event.seat], NINJA)},
        discard=discard,
        done=Deeds(None, (event.province, event.clan)),
    )


def _moved(board: Board, event: e.Moved) -> Board:
    clan, source, target, done, table = event.clan, event.source, event.target, board.done, board.table
    left, joined = table[source], table[target]
    return replace(
        board,
        table=table | {source: left | {clan: left[clan] - 1}, target: joined | {clan: joined[clan] + 1}},
        done=Deeds(done.placed, done.ninja, (*done.reinforced, (target, clan))),
    )


def _attacked(board: Board, event: e.Attacked) -> Board:
    clan, table, discard = event.clan, board.table, board.discard
    return replace(
        board, table=_with(table, event.province, clan, -1), discard=discard | {clan: discard[clan] + 1}
    )


def _last_turns_began(board: Board, event: e.LastTurnsBegan) -> Board:
    return replace(board, last_turn=board.turn + event.turns)


def _revealed(board: Board, event: e.HandsRevealed) -> Board:
    return replace(board, revealed=True)


def _won(board: Board, event: e.GameWon) -> Board:
    return replace(board, winners=event.winners)


def _army_corrected(board: Board, event: e.ArmyCorrected) -> Board:
    clan, more = event.clan, event.after - event.before
    discard = board.discard | {clan: board.discard[clan] - more}
    return replace(board, table=_with(board.table, event.province, clan, more), discard=discard)


def _discard_corrected(board: Board, event: e.DiscardCorrected) -> Board:
    card, more = event.card, event.after - event.before
    deck = board.deck | {card: board.deck[card] - more}
    return replace(board, discard=board.discard | {card: event.after}, deck=deck)


def _hand_corrected(board: Board, event: e.HandCorrected) -> Board:
    deck = board.deck.copy()
    for card in event.before.value:
        deck[card] += 1
    for card in event.after.value:
        deck[card] -= 1
    return replace(board, deck=deck, hands=board.hands | {event.seat: event.after.value})


def _mark_corrected(board: Board, event: e.MarkCorrected) -> Board:
    army, done = (event.province, event.clan), board.done
    one = army if event.after else None
    if event.mark == "struck":
        return replace(board, done=replace(done, ninja=one))
    if event.mark == "placed":
        return replace(board, done=replace(done, placed=one))
    others = tuple(known for known in done.reinforced if known != army)
    return replace(board, done=replace(done, reinforced=(*others, army) if event.after else others))


def _with(
    table: dict[str, dict[str, int]], province: str, clan: str, cards: int
) -> dict[str, dict[str, int]]:
    armies = table[province]
    return table | {province: armies | {clan: armies[clan] + cards}}


def _without(hand: tuple[str, ...], card: str) -> tuple[str, ...]:
    at = hand.index(card)
    return hand[:at] + hand[at + 1 :]


_FOLDS: dict[type, Callable[[Board, Any], Board]] = {
    e.ClanDealt: _clan_dealt,
    e.CardsDrawn: _cards_drawn,
    e.FirstPlayerChosen: _first_player_chosen,
    e.TurnBegan: _turn_began,
    e.Placed: _placed,
    e.NinjaSent: _ninja_sent,
    e.Moved: _moved,
    e.Attacked: _attacked,
    e.ActionSkipped: tells_only,
    e.AttackDeclined: tells_only,
    e.LastTurnsBegan: _last_turns_began,
    e.ClansRevealed: tells_only,
    e.HandsRevealed: _revealed,
    e.ClansCounted: tells_only,
    e.TieBroken: tells_only,
    e.GameWon: _won,
    e.ArmyCorrected: _army_corrected,
    e.DiscardCorrected: _discard_corrected,
    e.HandCorrected: _hand_corrected,
    e.MarkCorrected: _mark_corrected,
}
