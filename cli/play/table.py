"""A person at a terminal among programs: what has happened, the board, the orders with numbers, an answer."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import suppress

from msgspec import Struct

from cli.frame.printing import FAILS, HOLDS, QUIET, Style, note, say
from cli.play.narrow import board, fitted, width
from domain.game.state.game_state import GameState
from domain.game.state.words import notation_of
from domain.kit.errors import OrderError
from projections.language.messages import _, listed, term, wrap
from projections.telling.log import what_if
from referee.games import rulings
from referee.games.order_sheet import PLAYED, Line, Sheet
from referee.games.referee import Referee
from referee.programs import advising
from referee.programs.seats import play_waiting
from referee.reading.line_words import ADVICE, Ask, Explain, Help, Log, Show, Undo, read_line
from referee.record.envelope import COMMAND_LINE, Act
from referee.record.record import Record
from referee.seats.seat_view import (
    MOST_EXAMPLES,
    Scene,
    choices,
    in_columns,
    persons,
    replay_of,
    seen_by,
    told_of,
    whose_turn,
)
from referee.seats.tokens import holder, server_key
from referee.telling.advice import told
from referee.telling.questions import answer
from referee.web.seat_data import last_own

BOARD, ORDERS, HELP, QUIT = "board", "orders", ("?", "help"), "quit"
"""What may be asked here beside orders and advice; quit also by its first letter."""

MOST_LISTED = 60
"""Orders that are listed unasked; of more, their forms and some examples are, and “orders” lists all."""


OPENED = 1
"""The event of the opening: who plays is said otherwise."""


class Table:
    """The seat of a person in a game of a store. `told` is the event up to which it was told."""

    def __init__(self, record: Record, game: str, seat: str) -> None:
        self._record = record
        self._game = game
        self._seat = seat
        self._told = 0
        self._numbered: Sequence[str] = ()

    def play(self) -> None:
        """Plays until the game is over or the person has had enough."""
        self._sit_down(self._scene())
        while True:
            play_waiting(Referee(self._record), self._game)
            scene = self._scene()
            self._tell(scene)
            if scene.game.is_over() or not self._answered(scene):
                return

    def _scene(self) -> Scene:
        replay = replay_of(self._record, self._game)
        return seen_by(replay, server_key(self._record), holder(self._record, replay.newest(), self._seat))

    def _sit_down(self, scene: Scene) -> None:
        """Says who plays. What was before the person's last order has been told."""
        others = listed([persons(scene.game, seat) for seat in scene.game.seats if seat != self._seat])
        said = _("{game}: you play {seat}, against {others}.")
        _say(wrap(said.format(game=self._game, seat=term(self._seat), others=others), width=width()), HOLDS)
        if marked := what_if(scene.game.ledger.fork):
            _say(wrap(marked, width=width()))
        self._told = max(OPENED, last_own(scene))

    def _tell(self, scene: Scene) -> None:
        """What has happened, the board, what is asked, and the orders."""
        events, _written = told_of(scene, self._told)
        for event in events:
            _say(wrap(event.text, "- ", "  ", width()), HOLDS if event.concerns else None)
        self._told = len(scene.replay)
        say()
        self._show_board(scene)
        _say(["", *wrap(whose_turn(scene), width=width()), ""])
        if not scene.game.is_over():
            self._list(scene, MOST_LISTED)

    def _show_board(self, scene: Scene) -> None:
        replay = scene.replay
        _say([*board(replay.board(len(replay), replay.eye(scene.viewer)))])

    def _list(self, scene: Scene, most: int) -> None:
        """The orders with their numbers; where not all of them, also their forms."""
        orders, is_whole = self._lines(scene.game)
        if is_whole and len(orders) <= most:
            self._numbered = orders
        else:
            self._numbered = orders if most > MOST_LISTED else orders[:MOST_EXAMPLES]
            _say(choices(scene))
        figures = len(str(len(self._numbered)))
        shown = [f"{number:>{figures}}  {order}" for number, order in enumerate(self._numbered, 1)]
        _say(in_columns(shown, width()))
        note(_("A number, or an order as it is written. ? for more."), QUIET)

    def _lines(self, game: GameState) -> tuple[list[str], bool]:
        """All orders that are legal; or, where they cannot be listed, examples, and False."""
        if game.ledger.absent or self._seat not in (*game.awaited(), *game.welcome()):
            return [], True
        offers, write = game.offers(self._seat), notation_of(game).write
        orders = game.examples(self._seat) if offers is None else offers
        return [write(order) for order in orders], offers is not None

    def _answered(self, scene: Scene) -> bool:
        """Takes one order; False where the person ends it."""
        while True:
            say("> ", nl=False)
            sys.stdout.flush()
            line = sys.stdin.readline()
            text = " ".join(line.split())
            if not line or text.casefold() in (QUIT, QUIT[0]):
                return False
            if text and not self._asked(scene, text.casefold()) and self._played(text):
                return True

    def _asked(self, scene: Scene, text: str) -> bool:
        """Whether it is a question, which is answered."""
        if text == BOARD:
            self._show_board(scene)
        elif text == ORDERS:
            self._list(scene, sys.maxsize)
        elif text in HELP:
            said = _(
                "A number plays the order that stands behind it. board shows the board, orders all orders, "
                "advise what a program would order, undo takes your last order back, quit ends; the game is "
                "kept. “rules” lists the rules; also:"
            )
            _say([*wrap(said, width=width()), "", *answer(self._record, scene, Help(""))])
        else:
            return self._is_answered(scene, _meant(text))
        return True

    def _is_answered(self, scene: Scene, line: Struct | None) -> bool:
        """Whether it is a line that asks something, as in a mail."""
        if isinstance(line, ADVICE):
            self._advise()
        elif isinstance(line, (Ask, Explain, Help, Log, Show)):
            try:
                _say(answer(self._record, scene, line))
            except OrderError as refusal:  # an event that is not there
                _say([f"  {term(str(refusal))}"], FAILS)
        else:
            return False
        return True

    def _advise(self) -> None:
        """The same as by mail, and as much on record."""
        try:
            counsel = advising.ask(Referee(self._record), self._game, self._seat, self._act())
        except OrderError as refusal:
            _say([f"  {term(str(refusal))}"], FAILS)
        else:
            _say([*told(counsel)])

    def _undone(self, to: int) -> bool:
        """Whether the seat took back, as by mail; nobody was written to, and programs let everybody."""
        slip = rulings.Slip(to, self._told, 0)
        try:
            rulings.undo(Referee(self._record), self._game, self._seat, slip, self._act())
        except OrderError as refusal:
            _say([f"  {term(str(refusal))}"], FAILS)
            return False
        _say([_("Taken back.")])
        return True

    def _act(self) -> Act:
        person = self._record.load(self._game).game.register.holders[self._seat]
        return Act(COMMAND_LINE, seat=self._seat, person=person)

    def _played(self, text: str) -> bool:
        """Whether the order was played, or taken back; what is wrong with it, where it was not."""
        if text.isdecimal() and 0 < int(text) <= len(self._numbered):
            text = self._numbered[int(text) - 1]
        if isinstance(line := _meant(text), Undo):
            return self._undone(line.to)
        sheet = Sheet(Referee(self._record), self._game, self._seat, self._act())
        (result,) = sheet.play([Line(1, text)])
        if result.outcome == PLAYED:
            return True
        _say([f"  {reason}" for reason in str(result.error or _(result.outcome)).splitlines()], FAILS)
        return False


def _meant(text: str) -> Struct | None:
    """The line of any game that it is, as in a mail; None for an order of the title."""
    with suppress(OrderError):
        return read_line(text, ())
    return None


def _say(lines: Sequence[str], style: Style | None = None) -> None:
    """Lines, as wide as the terminal."""
    say("\n".join(fitted(lines)), style)
