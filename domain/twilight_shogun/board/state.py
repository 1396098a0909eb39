"""The board, and questions to it.

Everything is frozen: `evolve` builds new values and never writes into a dict of the board.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Literal

from msgspec import Struct

from domain.twilight_shogun.data.effects import Ban, Until
from domain.twilight_shogun.data.options import Options
from domain.twilight_shogun.data.tables import ANTI, PRO, Face, Side, Space, Tables, Tracks
from domain.twilight_shogun.words.corrections import DECK, DISCARDS, REMOVED

NAVY = "navy"
"""The optional support marker [12.1]."""

Use = Literal["event", "action", "action-first", "event-first", "court"]
"""What a card is played for. An opponent's or a must-play card gives both, in the order chosen."""


class Setting(Struct, frozen=True):
    """What holds from the opening to the end of a game."""

    options: Options
    tables: Tables
    seats: tuple[str, ...]


class Change(Struct, frozen=True):
    """The influence of a seat in a space, before and after. No event tells of a change in any other way."""

    space: str
    seat: str
    before: int
    after: int


class Standing(Struct, frozen=True):
    """Where a support marker lies, and which face is up: "head" or "tail"."""

    space: str
    face: str


class Played(Struct, frozen=True, omit_defaults=True):
    """The card of the round that is going on.

    `met`: whether the condition of its event held at the start of the round; `occurred`: whether it occurred.
    `ifs`: whether each "if" of its text held then, where an option has them judged so early.
    """

    card: str
    seat: str
    use: Use
    met: bool
    occurred: bool = False
    ifs: tuple[bool, ...] = ()


class Lasting(Struct, frozen=True, omit_defaults=True):
    """An event that lasts: its card, who has resolved it, how long, what it forbids, by seat; and all that in
    a sentence.
    """

    card: str
    seat: str
    until: Until
    forbids: tuple[Ban, ...] = ()
    text: str = ""


class RetiredFace(Struct, frozen=True):
    """A face of a support marker that never comes to the map again."""

    marker: str
    face: str


class Board(Struct, frozen=True):
    """A game of Twilight of Shogun.

    `vp` is positive for Anti-Bakufu. Piles hold cards in the order of the data set: the deck has no other.
    `spent` are the APs that (seat, space) has used in this round, where the space has a limit. `joi` counts
    the Jo-i events of the turn. `shown` is the control that the markers show by clan, as told after the last
    round. `open`: the treaty marker shows "Open". `is_final`: the last scoring goes on.
    `left` are the standing orders of each seat. `lasting` are the events that last, the oldest first;
    `retired` the cards that are out of play wherever they are, and `faces` such faces of support markers.
    """

    setting: Setting
    influence: dict[str, dict[str, int]]
    markers: dict[str, Standing]
    hands: dict[str, tuple[str, ...]]
    deck: tuple[str, ...]
    aside: tuple[str, ...]
    court: dict[str, int]
    court_done: dict[str, bool]
    discard: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    played: Played | None = None
    spent: tuple[tuple[str, str], ...] = ()
    shown: dict[str, str] = {}
    turn: int = 0
    round: int = 0
    first: str = ANTI
    active: str = ""
    vp: int = 0
    treaty: int = 0
    open: bool = False
    intervention: int = 0
    joi: int = 0
    court_modifier: int = 0
    yokohama: bool = False
    is_final: bool = False
    winner: str = ""
    ending: str = ""
    left: dict[str, tuple[str, ...]] = {}
    lasting: tuple[Lasting, ...] = ()
    retired: tuple[str, ...] = ()
    faces: tuple[RetiredFace, ...] = ()


def begin(options: Options, tables: Tables, seats: tuple[str, ...]) -> Board:
    """The components [2.0] before anything has happened: an empty map [2.1], no counter on it [2.2],
    the closed cards in the deck and the open ones aside [2.3].
    """
    none = dict.fromkeys(seats, 0)
    return Board(
        Setting(options, tables, seats),
        influence=dict.fromkeys(tables.spaces, none),
        markers={},
        hands=dict.fromkeys(seats, ()),
        deck=tuple(card.id for card in tables.cards.values() if card.deck == "closed"),
        aside=tuple(card.id for card in tables.cards.values() if card.deck == "open"),
        court=none,
        court_done=dict.fromkeys(seats, False),
    )


def other(seat: str) -> Side:
    return PRO if seat == ANTI else ANTI


def space_of(board: Board, name: str) -> Space:
    return board.setting.tables.spaces[name]


def tracks(board: Board) -> Tracks:
    return board.setting.tables.tracks


def is_clan(board: Board, name: str) -> bool:
    return space_of(board, name).kind == "clan"


def in_play(board: Board, name: str) -> bool:
    """Whether influence may stand in a space: not in Edo, nor in Yokohama before it is opened [2.24]."""
    space = space_of(board, name)
    return space.kind != "edo" and (board.yokohama or not space.opens)


def neighbours(board: Board, name: str) -> tuple[str, ...]:
    """The spaces that a line joins to this one; a closed Yokohama is none [2.13]."""
    near, spaces = space_of(board, name).adjacent, board.setting.tables.spaces
    if board.yokohama:
        return near
    return tuple([one for one in near if not spaces[one].opens or spaces[one].kind == "edo"])


def is_edo(board: Board, name: str) -> bool:
    return space_of(board, name).kind == "edo"


def controller(board: Board, name: str) -> str:
    """Who controls a space; "" if nobody [3.2].

    A clan is controlled with a lead of at least its stability. Nobody controls a space that is no clan
    [2.11], but Edo is deemed to be controlled by Pro-Bakufu.
    """
    return held_by(space_of(board, name), board.influence[name])


def held_by(space: Space, here: Mapping[str, int]) -> str:
    """Who controls a space where the seats have so much influence; "" if nobody [3.2]."""
    if space.kind == "edo":
        return PRO
    lead = here[ANTI] - here[PRO]
    if space.kind != "clan" or abs(lead) < space.stability or not lead:
        return ""
    return ANTI if lead > 0 else PRO


def support(board: Board, name: str, seat: str) -> int:
    """The inherent number and the support markers of a seat in a space [3.3]."""
    return supports(board).get((name, seat), 0)


def supports(board: Board) -> dict[tuple[str, str], int]:
    """All support that there is, by space and seat: what the markers add to the inherent numbers [3.3]."""
    found = dict(board.setting.tables.inherent)
    for marker, at in board.markers.items():
        face = face_of(board, marker, at)
        found[at.space, face.side] = found.get((at.space, face.side), 0) + face.value
    return found


def faces_at(board: Board, name: str) -> Iterator[tuple[str, Face]]:
    """The support markers in a space, each with the face that is up."""
    for marker, at in board.markers.items():
        if at.space == name:
            yield marker, face_of(board, marker, at)


def face_of(board: Board, marker: str, at: Standing) -> Face:
    """The face of a support marker that is up."""
    return board.setting.tables.markers[marker].showing(at.face)


def change(board: Board, name: str, seat: str, by: int) -> Change:
    """So much influence more or less; what exceeds the influence that is there is ignored [9.3]."""
    before = board.influence[name][seat]
    return Change(name, seat, before, max(0, before + by))


def title_of(board: Board, name: str) -> str:
    """The name of a space as it is printed."""
    return space_of(board, name).name


def cards_in_order(board: Board, cards: tuple[str, ...]) -> tuple[str, ...]:
    """The cards in the order of the data set, so that a pile tells nothing of how it came about."""
    return tuple(sorted(cards, key=lambda card: board.setting.tables.cards[card].number))


def hand_of(seat: str) -> str:
    """A hand, as the name of a pile."""
    return f"hand-{seat}"


def piles(board: Board) -> dict[str, tuple[str, ...]]:
    """The cards of each pile that a correction may name, hands among them."""
    hands = {hand_of(seat): hand for seat, hand in board.hands.items()}
    return {DECK: board.deck, DISCARDS: board.discard, REMOVED: board.removed, **hands}


def conserved(board: Board) -> str:
    """What is wrong with the cards or the influence, in a sentence; "" when all is there."""
    held = tuple(card for hand in board.hands.values() for card in hand)
    shown = (board.played.card,) if board.played else ()
    every = (*board.deck, *board.aside, *board.discard, *board.removed, *held, *shown)
    if len(every) != len(board.setting.tables.cards) or set(every) != board.setting.tables.cards.keys():
        found = Counter(every)
        for card in board.setting.tables.cards:
            if found[card] != 1:
                return f"There is one card {card}; {found[card]} are found."
    for name, here in board.influence.items():
        if any(here.values()):
            if min(here.values()) < 0:
                return f"The influence in {name} is {here}; it cannot be less than zero."
            if not in_play(board, name):
                return f"There is influence in {name}, which is not in play."
    return out_of_play(board)


def out_of_play(board: Board) -> str:
    """What is in play again though an event has taken it out of it, in a sentence; "" if nothing is."""
    for card in board.retired:
        if card in board.discard:
            return f"The card {card} is out of play; it cannot lie in the discards."
    for face in board.faces:
        at = board.markers.get(face.marker)
        if at is not None and at.face == face.face:
            return f"{face_of(board, face.marker, at).name} is out of play; it cannot stand in {at.space}."
    lasting = [one.card for one in board.lasting]
    if len(set(lasting)) < len(lasting):
        return f"Each event lasts once; these last: {', '.join(lasting)}."
    return ""
