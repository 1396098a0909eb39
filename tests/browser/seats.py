"""Seats for the browser: a recorded or a random game at one of its events, where lines are judged by what is
legal there."""

from __future__ import annotations

from typing import Any

from domain.game.state.words import notation_of
from domain.kit.errors import OrderError
from domain.titles import TITLES
from projections.replay import Replay
from tests.projections.games import NOBODY, NOON, Stamped
from tests.titles.play import Played, data_of

SECRET = "abcdefghijklmnopqrstuvwx"


PLACING = ("shinobi", 5, 8, 50)

SEATS = (
    PLACING,
    ("kawanakajima", 5, 4, 700),
    ("twilight_shogun", 5, 30, 290),
    ("rising_sun", 5, 10, 10),
    ("clan_war", 5, 6, 140),
)
"""Title, seed, at least so many orders to choose from, after which event."""


class Seat:
    """A seat that is asked for an order."""

    def __init__(self, title: str, seed: int, least: int, after: int = 0) -> None:
        """The first event after `after` at which a seat is asked and has so many legal orders or examples."""
        rules, data = TITLES[title], data_of(TITLES[title])
        entries = Played(rules, seed, data).to_the_end().entries
        stamped = [
            Stamped(bytes(32), NOON + 60_000 * nth, NOBODY, entry) for nth, entry in enumerate(entries)
        ]
        whole = Replay("perry", rules, data, stamped)
        for position in range(max(2, after), len(stamped)):
            game = whole.at(position)
            for seat in game.awaited():
                if len(game.offers(seat) or game.examples(seat)) >= least:
                    self.replay, self.seat = Replay("perry", rules, data, stamped[:position]), seat
                    return
        raise LookupError(title)

    def offered(self) -> dict[str, Any]:
        game = self.replay.newest()
        offers, write = game.offers(self.seat), notation_of(game).write
        orders = game.examples(self.seat) if offers is None else offers
        return {"whole": offers is not None, "orders": [write(order) for order in orders]}

    def checked(self, line: str) -> dict[str, Any]:
        game = self.replay.newest()
        offers, notation = game.offers(self.seat), notation_of(game)
        if line.startswith(("press", "later", "help")):
            return {"text": line, "canonical": line, "state": "talk", "says": ""}
        try:
            order = notation.read(line)
        except OrderError as error:
            return {"text": line, "canonical": "", "state": "unread", "says": str(error)}
        state = "possible" if offers is None else "legal" if order in offers else "illegal"
        said = {"illegal": "That is not legal now."}.get(state, "")
        return {"text": line, "canonical": notation.write(order), "state": state, "says": said}
