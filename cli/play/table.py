"""A person at a terminal among programs: what has happened, the board, the orders with numbers, an answer."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import suppress

from cli.frame.printing import FAILS, HOLDS, QUIET, note, say
from domain.game.state.game_state import GameState
from domain.game.state.words import notation_of
from domain.kit.errors import OrderError
from projections.language.messages import _, listed, term, wrap
from projections.telling.log import what_if
from referee.games.order_sheet import PLAYED, Line, Sheet
from referee.games.referee import Referee
from referee.programs import advising
from referee.programs.seats import play_waiting
from referee.reading.line_words import ADVICE, read_line
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
from referee.web.seat_data import last_own

BOARD, ORDERS, HELP, QUIT = "board", "orders", "?", "quit"
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
        say("\n".join(wrap(said.format(game=self._game, seat=term(self._seat), others=others))), HOLDS)
        if marked := what_if(scene.game.ledger.fork):
            say("\n".join(wrap(marked)))
        self._told = max(OPENED, last_own(scene))

    def _tell(self, scene: Scene) -> None:
        """What has happened, the board, what is asked, and the orders."""
        events, _written = told_of(scene, self._told)
        for event in events:
            say("\n".join(wrap(event.text, "- ", "  ")), HOLDS if event.concerns else None)
        self._told = len(scene.replay)
        say()
        self._show_board(scene)
        say("\n".join(["", *wrap(whose_turn(scene)), ""]))
        if not scene.game.is_over():
            self._list(scene, MOST_LISTED)

    def _show_board(self, scene: Scene) -> None:
        replay = scene.replay
        say(replay.board(len(replay), replay.eye(scene.viewer)), nl=False)

    def _list(self, scene: Scene, most: int) -> None:
        """The orders with their numbers; where not all of them, also their forms."""
        orders, is_whole = self._lines(scene.game)
        if is_whole and len(orders) <= most:
            self._numbered = orders
        else:
            self._numbered = orders if most > MOST_LISTED else orders[:MOST_EXAMPLES]
            say("\n".join(choices(scene)))
        width = len(str(len(self._numbered)))
        shown = [f"{number:>{width}}  {order}" for number, order in enumerate(self._numbered, 1)]
        say("\n".join(in_columns(shown)))
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
        elif text == HELP:
            said = _(
                "board shows the board, orders all orders, advise what a program would order, quit ends; the "
                "game is kept."
            )
            say("\n".join(wrap(said)))
        elif _asks_for_advice(text):
            self._advise()
        else:
            return False
        return True

    def _advise(self) -> None:
        """The same as by mail, and as much on record."""
        try:
            counsel = advising.ask(Referee(self._record), self._game, self._seat, self._act())
        except OrderError as refusal:
            say(f"  {term(str(refusal))}", FAILS)
        else:
            say("\n".join(told(counsel)))

    def _act(self) -> Act:
        person = self._record.load(self._game).game.register.holders[self._seat]
        return Act(COMMAND_LINE, seat=self._seat, person=person)

    def _played(self, text: str) -> bool:
        """Whether the order was played; what is wrong with it, where it was not."""
        if text.isdecimal() and 0 < int(text) <= len(self._numbered):
            text = self._numbered[int(text) - 1]
        sheet = Sheet(Referee(self._record), self._game, self._seat, self._act())
        (result,) = sheet.play([Line(1, text)])
        if result.outcome == PLAYED:
            return True
        for reason in str(result.error or _(result.outcome)).splitlines():
            say(f"  {reason}", FAILS)
        return False


def _asks_for_advice(text: str) -> bool:
    with suppress(OrderError):
        return isinstance(read_line(text, ()), ADVICE)
    return False
