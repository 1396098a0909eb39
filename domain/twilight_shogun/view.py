"""The board as a seat, everybody or the referee may know it. What the viewer may not know is None."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct

from domain.kit.facts import State
from domain.kit.same import Same
from domain.kit.sealed import REFEREE
from domain.twilight_shogun.board.conditions import condition_met
from domain.twilight_shogun.board.events import Standings
from domain.twilight_shogun.board.state import (
    Board,
    Played,
    controller,
    faces_at,
    in_play,
    supports,
)
from domain.twilight_shogun.card_text import text_of
from domain.twilight_shogun.cards.scoring import standings
from domain.twilight_shogun.data.tables import ANTI, PRO
from domain.twilight_shogun.sequence.rounds import resolver


class Marker(Struct, frozen=True):
    """A support marker in a space: the name on the face that is up, whose it is and how much."""

    id: str
    name: str
    side: str
    value: int


class SpaceView(Struct, frozen=True):
    """A space of the map. `control` is "" where nobody controls it; a space that is no clan has no area.

    `column` and `row` are where a picture shows it, -1 where the data set does not say.
    """

    space: str
    name: str
    kind: str
    area: str
    powered: bool
    stability: int
    adjacent: tuple[str, ...]
    column: int
    row: int
    influence: dict[str, int]
    support: dict[str, int]
    control: str
    is_in_play: bool
    markers: tuple[Marker, ...]


class Held(Struct, frozen=True):
    """A card of the viewer's hand; `would_occur`: whether the condition of its event holds now; `removed`:
    whether the card is out of the game once its event has occurred; `is_out_of_play`: whether it never will.
    """

    card: str
    number: int
    name: str
    side: str
    ap: int
    text: str
    would_occur: bool
    removed: bool
    is_out_of_play: bool = False


class Player(Struct, frozen=True):
    """A side. `hand` is None where the viewer may not see it."""

    seat: str
    court: int
    court_done: bool
    cards_in_hand: int
    hand: tuple[Held, ...] | None


class LastingView(Struct, frozen=True):
    """An event that lasts: its card, and what it forbids how long, in a sentence."""

    card: str
    name: str
    text: str


class View(Struct, frozen=True):
    """A game as `viewer` sees it; `vp` is positive for Anti-Bakufu. `scored_now`: were all scored now.

    `lasting` are the events that last; `out_of_play` what never comes again: the cards that are not yet among
    the removed, and the faces of support markers, by their names.
    """

    viewer: str
    turn: int
    round: int
    first: str
    active: str
    vp: int
    treaty: int
    is_open: bool
    intervention: int
    joi: int
    court_modifier: int
    yokohama: bool
    players: tuple[Player, ...]
    spaces: tuple[SpaceView, ...]
    scored_now: dict[str, tuple[Standings, ...]]
    played: Played | None
    cards_in_deck: int
    deck: tuple[str, ...] | None
    cards_aside: int
    discard: tuple[str, ...]
    removed: tuple[str, ...]
    winner: str
    ending: str
    lasting: tuple[LastingView, ...] = ()
    out_of_play: tuple[str, ...] = ()


def view(state: State[Board, Any], viewer: str) -> View:
    """What `viewer` may know: map, tracks [2.14], boxes [2.15], piles and the own hand; the referee all."""
    board = state.board
    spaces, scored_now = _map(board)
    return View(
        viewer,
        *(board.turn, board.round),
        board.first,
        board.active,
        board.vp,
        board.treaty,
        board.open,
        board.intervention,
        board.joi,
        board.court_modifier,
        board.yokohama,
        tuple(_player(board, seat, viewer in (seat, REFEREE)) for seat in board.setting.seats),
        spaces,
        dict(scored_now),
        board.played,
        len(board.deck),
        board.deck if viewer == REFEREE else None,
        len(board.aside),
        board.discard,
        board.removed,
        board.winner,
        board.ending,
        tuple(LastingView(one.card, _card_name(board, one.card), one.text) for one in board.lasting),
        tuple(_out_of_play(board)),
    )


Drawn = tuple[tuple[SpaceView, ...], Mapping[str, tuple[Standings, ...]]]
"""The spaces, and what each scoring would give now."""

_newest: tuple[tuple[Any, ...], Drawn] = (), ((), {})


def _map(board: Board) -> Drawn:
    """Most events move nothing on the map: that of the newest board is kept."""
    global _newest
    of = board.setting, board.influence, board.markers, board.yokohama
    known, found = _newest
    if not known or any(one is not other for one, other in zip(known, of, strict=True)):
        given = supports(board)
        before = {space.space: space for space in found[0]}
        seen = (_space(board, name, given) for name in board.influence)
        spaces = tuple([was if (was := before.get(one.space)) == one else one for one in seen])
        found = spaces, {scoring: standings(board, scoring) for scoring in board.setting.tables.scorings}
        _newest = of, found
    return found


def _card_name(board: Board, card: str) -> str:
    return board.setting.tables.cards[card].name


def _out_of_play(board: Board) -> Iterator[str]:
    markers = board.setting.tables.markers
    yield from (_card_name(board, card) for card in board.retired if card not in board.removed)
    yield from (markers[one.marker].showing(one.face).name for one in board.faces)


def _player(board: Board, seat: str, is_open: bool) -> Player:
    cards = board.hands[seat]
    hand = tuple(_held(board, seat, card) for card in cards) if is_open else None
    return Player(seat, board.court[seat], board.court_done[seat], len(cards), hand)


_TEXTS = Same(1024)


def _held(board: Board, seat: str, name: str) -> Held:
    card = board.setting.tables.cards[name]
    would_occur = condition_met(board, name, resolver(board, seat, name))
    tables, retired = board.setting.tables, name in board.retired
    text = _TEXTS((tables, card), lambda: text_of(tables, card))
    return Held(name, card.number, card.name, card.side, card.ap, text, would_occur, card.removed, retired)


def _space(board: Board, name: str, given: Mapping[tuple[str, str], int]) -> SpaceView:
    """A space with its influence and control [3.0]."""
    printed = board.setting.tables.spaces[name]
    return SpaceView(
        name,
        printed.name,
        printed.kind,
        printed.area,
        printed.powered,
        printed.stability,
        printed.adjacent,
        printed.column,
        printed.row,
        board.influence[name],
        {seat: given.get((name, seat), 0) for seat in (ANTI, PRO)},
        controller(board, name),
        in_play(board, name),
        tuple(Marker(id, face.name, face.side, face.value) for id, face in faces_at(board, name)),
    )


def turn(board: Board) -> str:
    """The turn as mails write it: "T5". "T0" is the set-up."""
    return f"T{board.turn}"


def winners(board: Board) -> tuple[str, ...]:
    """Who has won; () while the game is on."""
    return (board.winner,) if board.winner else ()


ENDINGS = {
    "vp": "A side has reached the VP limit.",
    "resignation": "A side has recognised the victory of the other.",
    "intervention": "The powers have intervened in a round of the side that loses.",
    "emperor": "The emperor's flags stand, and the VP decide.",
    "final": "After the last turn every scoring was played, and the VP decide.",
}


def ending(board: Board) -> str:
    """How the game has ended, in a word; "" while it is on."""
    return board.ending
