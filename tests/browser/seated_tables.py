"""Tables of seats for the browser: a random game at one of its events, with a server that works out each step
as the pages do, judges lines by what is legal there, and keeps what it is sent."""

from __future__ import annotations

import gzip
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

from domain.game.state.words import notation_of
from domain.titles import TITLES
from projections.replay import Replay
from referee.seats.seat_view import Scene
from referee.seats.steps import Wanted, imagined
from referee.seats.taking_back import Way
from referee.web.answering import encoded
from referee.web.gallery import Sight
from referee.web.rehearsing import Rehearsing
from referee.web.showing import page_of_seat
from referee.web.table_data import frames, table_data
from referee.web.trying import Tried, judged
from tests.projections.games import NOBODY, NOON, Stamped
from tests.titles.play import FIXTURES, Played, data_of

DESK, PHONE = {"width": 1280, "height": 800}, {"width": 390, "height": 844}

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

    def __init__(self, replay: Replay, seat: str) -> None:
        self.replay, self.seat = replay, seat

    @classmethod
    def asked(cls, title: str, seed: int, least: int, after: int = 0) -> Seat:
        """Of a random game, as of the first event after `after` at which a seat is asked and has so many
        legal orders or examples."""
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
                    return cls(Replay("perry", rules, data, stamped[:position]), seat)
        raise LookupError(title)

    def orders(self) -> list[str]:
        """Those that are legal, or examples."""
        game = self.replay.newest()
        orders = game.offers(self.seat) or game.examples(self.seat)
        return [notation_of(game).write(order) for order in orders]


class Tables:
    """In the place of a record: the data set of a title as it ships."""

    def data_files(self, title: str, _digest: str) -> Any:
        folder = FIXTURES / title
        return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}


class Table:
    """The table of a seat; `more` is told otherwise than it is. `answers` are what Send is answered,
    `games` is where all games of the person are."""

    def __init__(self, seat: Seat, **more: Any) -> None:
        self.seat, self.more = seat, more
        self.scene = Scene(seat.replay, seat.seat, "TOKEN", person="Anna")
        self.sight = Sight(seat.replay, seat.seat)
        self.state = imagined(self.scene)
        self.rehearsing = Rehearsing(Tables())  # type: ignore[arg-type]
        self.sent: list[dict[str, Any]] = []
        self.asked: list[dict[str, Any]] = []
        self.answers: list[tuple[int, dict[str, Any]]] = []
        self.games = ""
        self._lock = threading.Lock()

    def data(self) -> dict[str, Any]:
        found = table_data(self.scene, Way("", why_not="No."), "desk@referee.example", "")
        return {**found, "due": 4_000_000_000_000, **self.more}

    def got(self, path: str, query: dict[str, str]) -> tuple[str, bytes]:
        newest = len(self.seat.replay)
        if not path:
            return "text/html; charset=utf-8", page_of_seat(self.sight, self.data())
        shown = int(query.get("shown", newest))
        upto, after = int(query.get("upto", newest)), int(query.get("after", shown or newest - 1))
        found = frames(
            self.sight,
            (shown, min(after, upto - 1), upto),
            before="before" in query,
            narrow="narrow" in query,
        )
        told_ = found if path.endswith("frames") else {**self.data(), "frames": found}
        return "application/json", encoded(told_)

    def step(self, body: dict[str, Any]) -> dict[str, Any]:
        wanted = Wanted(
            tuple(body["picks"]), body.get("why", ""), body.get("typed", ""), body.get("narrow", False)
        )
        return {"head": self.data()["head"], **self.rehearsing.step(self.scene, wanted, self.state)}

    def posted(self, path: str, body: dict[str, Any]) -> tuple[int, dict[str, Any]]:
        if path == "step":
            self.asked.append(body)
            return 200, self.step(body)
        if path == "check":
            return 200, {"head": "", "lines": judged(self.scene, Tried(tuple(body["lines"])))}
        if path == "ask":
            return 200, {"lines": [f"You asked: {body['line']}"]}
        if path == "games":
            return 200, {"path": self.games}
        self.sent.append(body)
        done = {
            "state": "answered",
            "says": "It has been carried out.",
            "lines": ["It is so.", "-- ", "proof"],
        }
        return self.answers.pop(0) if self.answers else (200, done)


class Scripted(Table):
    """A table whose steps are written for a test: by the picks, joined by blanks, what is otherwise than in
    `BLANK`."""

    def __init__(self, seat: Seat, steps: dict[str, dict[str, Any]], **more: Any) -> None:
        self.steps = steps
        super().__init__(seat, **more)

    def data(self) -> dict[str, Any]:
        return {**super().data(), "step": self.step({"picks": []}), **self.more}

    def step(self, body: dict[str, Any]) -> dict[str, Any]:
        key = " ".join(body["picks"])
        if "why" in body:
            return {**BLANK, "because": f"Not {body['why']}."}
        return {**BLANK, "ask": f"After {key}?", "lines": [key] if key else [], **self.steps.get(key, {})}


BLANK: dict[str, Any] = {
    "trail": [],
    "queue": [],
    "widget": "one",
    "values": [],
    "shut": {},
    "lacks": "Choose one.",
}


@contextmanager
def served(table: Table) -> Iterator[str]:
    """The address of the page."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            parts = urlsplit(self.path)
            path = parts.path.removeprefix("/s/perry/seat/token/")
            if path in ("", "api/table", "api/frames"):
                with table._lock:
                    query = {
                        name: values[0]
                        for name, values in parse_qs(parts.query, keep_blank_values=True).items()
                    }
                    self._say(200, *table.got(path, query))
            else:
                self._say(204, "text/event-stream", b"")

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            with table._lock:
                code, told_ = table.posted(self.path.partition("?")[0].rpartition("/")[2], body)
            self._say(code, "application/json", encoded(told_))

        def _say(self, code: int, kind: str, body: bytes) -> None:
            self.send_response(code)
            self.send_header("Content-Type", kind)
            if kind.startswith("text/html"):  # as the pages do
                body = gzip.compress(body, 6)
                self.send_header("Content-Encoding", "gzip")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_args: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/s/perry/seat/token/"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
