"""Other worlds of a game: what one seat hides is another thing, and all else is as it was.

They need not come about by play: the pictures and answers of a title are made of the board alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from domain.kawanakajima.board.state import Note, Standing
from tests.playing import Game

Boards = Iterator[tuple[str, Any]]
"""Whose secret it is, and the board on which it is another."""


def worlds(game: Game) -> Iterator[tuple[str, Game]]:
    twisted = TWISTED.get(game.rules.title)
    for seat, board in twisted(game.state.board) if twisted else ():
        state = replace(game.state, board=board)
        yield seat, Game.at(replace(game.now, state=state))


def _twilight_shogun(board: Any) -> Boards:
    """A card of a hand for one of the deck."""
    for seat, hand in board.hands.items():
        if hand and board.deck:
            hands = {**board.hands, seat: (board.deck[0], *hand[1:])}
            yield seat, replace(board, hands=hands, deck=(hand[0], *board.deck[1:]))


def _shinobi(board: Any) -> Boards:
    """A card of a hand for one of the deck; the clan that somebody plays for."""
    for seat, hand in board.hands.items():
        drawn = next((card for card, count in board.deck.items() if count and hand and card != hand[0]), "")
        if drawn:
            deck = {**board.deck, drawn: board.deck[drawn] - 1, hand[0]: board.deck[hand[0]] + 1}
            yield seat, replace(board, hands={**board.hands, seat: (drawn, *hand[1:])}, deck=deck)
    for seat, clan in board.clans.items():
        other = next(
            one for one in board.setting.cards.per_clan if one not in board.clans.values() or one != clan
        )
        yield seat, replace(board, clans={**board.clans, seat: other})


def _kawanakajima(board: Any) -> Boards:
    """Plans, postures, entry points, notes, standing orders and points that are put by."""
    for seat, army in board.armies.items():
        own = [clan for clan in board.postures if clan[0] == seat[0]]
        turned = {"attack": "defence", "defence": "move", "move": "regroup", "regroup": "attack"}
        if board.options.secret_postures:
            postures = {
                clan: turned.get(now, now) if clan in own else now for clan, now in board.postures.items()
            }
            yield seat, replace(board, postures=postures)
        if army.plan and not army.shown:
            other = next(plan for plan in board.data.plans if plan != army.plan)
            yield seat, replace(board, armies={**board.armies, seat: replace(army, plan=other)})
        standing = (*army.standing, Standing("retreats", (), ("away",)))
        hidden = replace(army, saved=army.saved + 1, standing=standing, left={"attack": 3})
        yield seat, replace(board, armies={**board.armies, seat: hidden})
        if seat == "takeda":
            yield seat, replace(board, entries=dict.fromkeys(own, "A2"))
        yield seat, replace(board, notes={**board.notes, f"{seat[0]}1": Note("attack", (own[0],))})


def _rising_sun(board: Any) -> Boards:
    """Bids that are not shown yet, and standing answers."""
    for clan in board.setting.clans:
        answers = {**board.standing, clan: {**board.standing[clan], "poets": "yes"}}
        yield clan, replace(board, standing=answers)
        if board.battle and clan in board.battle.bids and not board.battle.revealed:
            bids = {**board.battle.bids, clan: (0, 0, 0, 0)}
            yield clan, replace(board, battle=replace(board.battle, bids=bids))


TWISTED: Mapping[str, Callable[[Any], Boards]] = {
    "twilight_shogun": _twilight_shogun,
    "shinobi": _shinobi,
    "kawanakajima": _kawanakajima,
    "rising_sun": _rising_sun,
}
"""Of the titles in which something is hidden."""
