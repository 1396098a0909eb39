"""Pages of seats for the browser: a recorded or a random game at one of its events, and a server that judges
lines by what is legal there, and keeps what it is sent."""

from __future__ import annotations

import gzip
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from domain.game.state.words import forms_of, notation_of
from domain.kit.errors import OrderError
from domain.titles import TITLES
from projections.replay import Replay
from projections.seat_page.making import Boards, page
from projections.telling.boards import drawn, narrow
from referee.seats.choices import choices_of
from referee.seats.seat_view import Scene
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
    """A seat that is asked for an order, and the page of it."""

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

    def told(self, **more: Any) -> dict[str, Any]:
        """What the page is told."""
        scene, game = Scene(self.replay, self.seat, "TOKEN", person="Anna"), self.replay.newest()
        return {
            "game": "perry",
            "title": game.rules.name,
            "turn": game.label,
            "seat": self.seat,
            "seat_name": self.seat,
            "person": "Anna",
            "language": "en",
            "events": len(self.replay),
            "head": f"{len(self.replay)} 0d241103",
            "is_asked": True,
            "over": False,
            "waits": "",
            "asked": f"Anna, it is your turn in perry: {self.replay.asks(self.seat)}.",
            "due": 4_000_000_000_000,
            "until": "Answer by Thursday 26 November, 18:00 (Paris).",
            **self.offered(),
            "choices": [
                {"order": one.order, "label": one.label, "group": one.group, "part": one.is_part}
                for one in choices_of(scene)
            ],
            "forms": list(forms_of(game)),
            "to_you": ["Boris took 1 from Choshu."],
            "since": ["Boris worked at the court.", "It is turn 4."],
            "press": [
                {"who": "Boris", "at": NOON, "text": "Choshu was <b>only</b> ever on loan.", "mine": False}
            ],
            "standing": None,
            "matters": [],
            "advises": False,
            "begins": {"Later…": "later ", "Take back…": "take back "},
            "notes": [],
            "mail": "desk@referee.example",
            "tag": "[perry]",
            "play": "yes",
            "others": [seat for seat in game.seats if seat != self.seat],
            **more,
        }

    def offered(self) -> dict[str, Any]:
        game = self.replay.newest()
        offers, write = game.offers(self.seat), notation_of(game).write
        orders = game.examples(self.seat) if offers is None else offers
        return {"whole": offers is not None, "orders": [write(order) for order in orders]}

    def html(self, **more: Any) -> str:
        at, told = len(self.replay), max(1, len(self.replay) - 6)
        now, before = drawn(self.replay, at, self.seat), drawn(self.replay, told, self.seat)
        if self.replay.pictures.narrow is None:
            return page(self.told(**more), Boards(now, before))
        upright = narrow(self.replay, at, self.seat), narrow(self.replay, told, self.seat)
        return page(self.told(**more), Boards(now, before, *upright))

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


class Desk:
    """What was sent, and what is answered."""

    def __init__(self, seat: Seat, **more: Any) -> None:
        self.seat = seat
        self.more = more
        self.games = ""
        self.sent: list[dict[str, Any]] = []
        self.answers: list[tuple[int, dict[str, Any]]] = []

    def answer(self, path: str, body: dict[str, Any]) -> tuple[int, dict[str, Any]]:
        if path == "check":
            lines = [self.seat.checked(line) for line in body["lines"]]
            return 200, {"head": body["head"], "lines": lines, "asked": "", "orders": None, "choices": []}
        if path == "ask":
            return 200, {"lines": [f"You asked: {body['line']}", "It is <i>so</i>."]}
        if path == "games":
            return 200, {"path": self.games}
        self.sent.append(body)
        done = {"state": "answered", "says": "Your order has been carried out.", "lines": ["It is so."]}
        return self.answers.pop(0) if self.answers else (200, done)


@contextmanager
def desk_of(seat: Seat, **more: Any) -> Iterator[tuple[str, Desk]]:
    """The address of the page, and the desk behind it."""
    desk = Desk(seat, **more)

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            if "live" in self.path:
                self._say(204, "text/event-stream", b"")
            elif "favicon" in self.path:
                self._say(204, "image/png", b"")
            else:
                self._say(200, "text/html; charset=utf-8", seat.html(**more).encode())

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            code, told = desk.answer(self.path.partition("?")[0].rpartition("/")[2], body)
            self._say(code, "application/json", json.dumps(told).encode())

        def _say(self, code: int, kind: str, body: bytes) -> None:
            self.send_response(code)
            self.send_header("Content-Type", kind)
            if kind.startswith("text/html"):  # as the pages do
                body = gzip.compress(body, 6)
                self.send_header("Content-Encoding", "gzip")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/s/perry/{seat.seat}/token/", desk
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
