"""A game as of any of its positions: folded once, and stepped through in both directions."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import cached_property, partial
from typing import Any, NamedTuple, Protocol

from msgspec.structs import replace

from domain.game.entries.entries import Imagined, Rewound, WhatIf
from domain.game.state.game_state import GameState, back_to, begun, fold_on, unopened
from domain.kit.errors import BrokenRecord
from domain.kit.facts import Fact
from domain.kit.notation import Notation
from domain.kit.rules import Rules
from domain.kit.sealed import PUBLIC, REFEREE
from projections.drawing.pieces import NewestDrawn
from projections.drawing.svg import Drawing, Part, lettered
from projections.language.catalogues import named_by, reader
from projections.language.messages import _
from projections.own_names import named_pictures, naming_of
from projections.pictures import OTHER, Names, Pictures
from projections.titles import PICTURES

LATELY = 24
"""So many of the last facts can be marked on a drawn board: a fight and what came of it."""

NEAR = 100
"""From a state so many events before, it is sooner folded on than another is read that was kept."""


class Enveloped(Protocol):
    """An entry and what stands around it, as the record gives it.

    `at` is milliseconds since 1970, UTC; `act` is (cause, reference, seat, person, on whose behalf), and
    the authority of a mail where it brought an order.
    """

    @property
    def digest(self) -> bytes: ...

    @property
    def at(self) -> int: ...

    @property
    def act(self) -> tuple[str, ...]: ...

    @property
    def entry(self) -> Any: ...


class NoSuchPosition(Exception):
    """The game has no event of this number; the sentence says what it has."""

    def __init__(self, game: str, position: int, newest: int) -> None:
        super().__init__(
            _("There is no event {position} in the game {game}; its events are 1 to {newest}.").format(
                position=position, game=game, newest=newest
            )
        )
        self.position = position


Draw = Callable[[Any], Drawing]
"""Of a view."""

Marking = Callable[[Any, Sequence[Any]], tuple[Part, ...]]
"""Of a view and the newest events."""


class Drawn(NamedTuple):
    """A board as text, and where each of its tracks stands, by its name."""

    board: str
    tracks: Mapping[str, int]


class Replay:
    """One recorded game. Positions count from 1, like the envelopes."""

    def __init__(
        self,
        game: str,
        rules: Rules,
        data: Any,
        envelopes: Sequence[Enveloped],
        kept: Callable[[int], GameState | None] | None = None,
    ) -> None:
        """`data` is the data set that the opening names. `kept` finds how a long game stood at a position, or
        at one before."""
        if not envelopes:
            raise BrokenRecord(game, 1, _("It has no event."))
        self.game = game
        self.rules = rules
        self.data = data
        self.envelopes = envelopes
        self.pictures: Pictures = PICTURES[rules.title]
        self.named: Callable[[], AbstractContextManager[None]] = nullcontext
        """Texts have the names that the data set gives in the language of their reader, while it lasts."""
        if getattr(data, "own_names", None) and (naming := naming_of(rules.title, data)):
            self.pictures, self.named = named_pictures(self.pictures, naming), partial(named_by, naming)
        self._printed: dict[str, Names] = {}
        self.states: dict[int, GameState] = {}
        """The game after the events that were asked for, by position."""
        self._kept = kept
        self._drawn: dict[tuple[str, str], tuple[int, Drawn]] = {}
        self._viewed: tuple[Any, str, Any] = (None, "", None)
        self._newest_drawn = NewestDrawn()
        self._late: tuple[int, list[Any]] = (0, [])

    def __len__(self) -> int:
        return len(self.envelopes)

    @property
    def names(self) -> Names:
        """The printed names of things, or those that people have given them in this game."""
        printed = self._printed.get(language := reader().language)
        if printed is None:
            printed = self._printed[language] = self.pictures.names(self.data)
        called = self.pictures.called(self.newest().state.board)
        return {**printed, **called} if called else printed

    @cached_property
    def notation(self) -> Notation:
        """The words of the orders in this game."""
        return self.rules.notation(self.data, self.newest().seats)

    @cached_property
    def corrections(self) -> Notation:
        """The words of what a ruling sets right."""
        return self.rules.correcting(self.data, self.newest().seats)

    def asks(self, seat: str) -> str:
        """What a seat has to do now, as the end of a sentence; "" where it is asked for nothing."""
        game = self.newest()
        if game.ledger.absent or seat not in (*game.awaited(), *game.welcome()):
            return ""
        return self.pictures.asks(self.view(len(self), seat), game.state.agenda[0], self.names)

    def brief(self, told: int, viewer: str) -> str:
        """The board for a mail, with what is new since a position that was told; 0 for none."""
        before = self.view(told, viewer) if 0 < told <= len(self) else None
        return self.pictures.brief(self.view(len(self), viewer), before)

    def told_to(self, seat: str, after: int) -> dict[int, str]:
        """The events of the title after a position that mails tell a seat of, and what each is to it. Those
        that only keep the books are left out."""
        view, pictures = self.view(len(self), seat), self.pictures
        told = dict[int, str]()
        for position in range(after + 1, len(self) + 1):
            event = getattr(self.envelope(position).entry, "event", None)
            rank = OTHER if event is None else pictures.rank(event, seat, view)
            if rank != OTHER or not (event is None or type(event) in pictures.bookkeeping):
                told[position] = rank
        return told

    def at(self, position: int) -> GameState:
        """The game as of a position."""
        if position not in self.states:
            self.envelope(position)  # raises where there is none
            near = range(position - NEAR, position)
            if self._kept and self.states.keys().isdisjoint(near) and (kept := self._kept(position)):
                self.states[kept.position] = kept
            known = position
            while known and known not in self.states:
                known -= 1
            if not known:
                opened = fold_on(unopened(self.game, self.rules), (self.envelopes[0].entry,))
                self.states[1], known = begun(opened, self.data), 1
            first = max(known + 1, position - NEAR)  # of those that are kept one by one
            for after in range(first, position + 1):
                entries = (one.entry for one in self.envelopes[known:after])
                game = fold_on(self.states[known], entries, past=lambda to: back_to(self.at(to)))
                self.states[after], known = game, after
        return self.states[position]

    def newest(self) -> GameState:
        """The game at its newest event."""
        return self.at(len(self))

    def envelope(self, position: int) -> Enveloped:
        """The event of a position. Raises `NoSuchPosition`."""
        if not 1 <= position <= len(self.envelopes):
            raise NoSuchPosition(self.game, position, len(self))
        return self.envelopes[position - 1]

    def head(self) -> str:
        """The digest of the newest event, hexadecimal."""
        return self.envelope(len(self)).digest.hex()

    def turn(self, position: int) -> str:
        """The turn after the event: "T5", or "T5.v2"."""
        return self.at(position).label

    def view(self, position: int, viewer: str) -> Any:
        """What the viewer might know when this was the newest event.

        After the end of the game everybody may look with the eye of the referee: pass `self.eye(viewer)`.
        """
        state, known = self.at(position).state, self._viewed
        if known[0] is not state or known[1] != viewer:
            self._viewed = known = state, viewer, self.rules.view(state, viewer)
        return known[2]

    def board(self, position: int, viewer: str) -> str:
        """The text picture of `view`."""
        return self.pictures.board(self.view(position, viewer))

    def drawing(self, position: int, eye: str) -> Drawing:
        """The drawn board after an event, with what has just happened marked on it."""
        return self._marked(position, eye, self.pictures.drawing, self.pictures.marked)

    def narrow(self, position: int, eye: str) -> Drawing:
        """The same for a narrow screen, where the title draws it anew for that."""
        if self.pictures.narrow is None:
            return self.drawing(position, eye)
        return self._marked(position, eye, self.pictures.narrow, self.pictures.marked_narrow)

    def _marked(
        self,
        position: int,
        eye: str,
        draw: Draw,
        mark: Marking,
    ) -> Drawing:
        board = self._newest_drawn(draw, self.view(position, eye))
        marks = self._marks(position, eye, mark).parts
        return replace(board, parts=(*board.parts, *marks)) if marks else board

    @lettered
    def _marks(self, position: int, eye: str, mark: Marking) -> Drawing:
        return Drawing(0, 0, mark(self.view(position, eye), self._lately(position)), "")

    def _lately(self, position: int) -> tuple[Any, ...]:
        """The events of the last facts up to a position, the newest first; nothing from before a rewind.
        Throws and talk do not count: where the board stands, its marks stand."""
        facts, (known, late) = list[Any](), self._late
        for at in range(position, 0, -1):
            if at == known:
                facts += late
                break
            entry = self.envelopes[at - 1].entry
            if isinstance(entry, Rewound) or len(facts) == LATELY:
                break
            if isinstance(entry, Fact):
                facts.append(entry.event)
        self._late = position, facts[:LATELY]
        return tuple([event for event in facts[:LATELY] if event is not None])

    def tracks(self, position: int, eye: str) -> Mapping[str, int]:
        """Where each track stands after an event, by its name."""
        return self.pictures.tracks(self.view(position, eye))

    def drawn(self, position: int, viewer: str) -> Drawn:
        """The board, as `board`, and its tracks. For each viewer and language the last ones are at hand:
        the next mail to a seat marks what is new since they were drawn. There are no times on a board.
        """
        key = (viewer, reader().language)
        at, drawn = self._drawn.get(key, (0, None))
        if drawn is None or at != position:
            view = self.view(position, viewer)
            drawn = Drawn(self.pictures.board(view), self.pictures.tracks(view))
            self._drawn[key] = position, drawn
        return drawn

    def fork(self, position: int) -> WhatIf | None:
        """Which game an event is a what-if of; None in the game itself."""
        return self.at(position).ledger.fork

    def is_over(self) -> bool:
        return self.newest().is_over()

    def eye(self, viewer: str) -> str:
        """Who the viewer looks like: once the game is over everything is open, as to the referee."""
        return REFEREE if self.newest().is_over() else viewer

    def viewers(self) -> tuple[str, ...]:
        """Every viewpoint that this game has."""
        return viewers(self.newest())


def viewers(game: GameState) -> tuple[str, ...]:
    """The seats of a game, everybody, and the referee."""
    return (*game.seats, PUBLIC, REFEREE)


def stand_seen(replay: Replay, position: int, viewer: str) -> dict[str, Any]:
    """How a game stood after an event, with what the viewer may know of the board."""
    return {
        **stand(replay.at(position), replay.envelope(position).digest),
        "viewer": viewer,
        "events": len(replay),
        "view": replay.view(position, replay.eye(viewer)),
    }


def stand(game: GameState, head: bytes) -> dict[str, Any]:
    """How a game stands, as documents say it; `head` is the digest of its newest event."""
    opened = game.opened
    assert opened is not None, "A game of the record begins with its opening."
    return {
        "game": game.id,
        "title": game.rules.title,
        "scenario": opened.scenario,
        "seats": {seat: game.register.holders[seat] for seat in game.seats},
        "position": game.position,
        "turn": game.label,
        "over": game.is_over(),
        "winners": game.winners,
        "drawn": game.is_drawn,
        "begun": not game.ledger.absent,
        "awaited": game.awaited(),
        "head": head.hex(),
        "what_if": left(game.ledger.fork),
        "own_tables": opened.tables is not None,
    }


def left(fork: WhatIf | None) -> dict[str, Any] | None:
    """The game that a what-if leaves, after which event and at which head, and whose knowledge and which seed
    it is imagined by; None for a game."""
    if fork is None:
        return None
    seen = (fork.seat, fork.seed) if isinstance(fork, Imagined) else ("", 0)
    return {"game": fork.game, "at": fork.at, "head": fork.head, "seat": seen[0], "seed": seen[1]}
