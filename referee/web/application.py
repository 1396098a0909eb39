"""The pages and their JSON, as one application. Every game stands under two prefixes with the same paths:

/g/GAME/                what everybody may see
/s/GAME/SEAT/TOKEN/     what a seat may see: its secret link

    (empty)       the replay page; of a seat, the page where it plays
    small.png     the newest board, small; ?dark
    board.svg     the board; also .png and .txt; ?at=12 as of event 12, ?dark for the dark palette
    log.txt       the log; ?after=12
    live          server-sent events: the game has gone on; ?since=12, of which events are seen already
    api/stand     how it stands, with what the viewer may know of the board; ?at=12
    api/log       the log; ?after=12
    events.jsonl  the export

under the first of them alone:

    share.png     the board, the title and how it stands, for those who show links

and under a seat's link alone:

    replay/       the replay page
    diary         the page of its diary, without a note
    api/table     what its page is told of the seat, with the boards since event ?shown=12
    api/frames    boards alone: ?shown=12, ?after=9, ?upto=11, ?before
    api/step      (POST) what may be picked next of an order, after some picks; changes nothing
    check         (POST) how the lines of a sheet read, and what of them is legal; changes nothing
    ask           (POST) the answer to a question; changes nothing
    send          (POST) lines for the desk, with the secret to play
    notes         (POST) its notes, to a browser that its holder's mailbox has said yes to
    games         (POST) where all the games of its reader are, to a browser that his mailbox has said yes to

/m/TOKEN/ and /m/TOKEN/api/games are the games of one person; /r/TOKEN/ and /r/TOKEN/api/desk are what the
desk wants of its referee, who is asked by mail what is posted to /r/TOKEN/ask. / and /api/games list the
games of all; of / there are pages: ?page=2, and what is looked for: ?title=shinobi, ?state=over, ?text=anna.
/ratings and /api/ratings say who plays how well.
?language=fr has everything in another language; a seat's own pages are in that of who sits there.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from hashlib import sha256
from typing import Any

import msgspec
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response, StreamingResponse
from starlette.routing import Route

from domain.kit.sealed import PUBLIC
from projections.drawing.dots import NoPictures
from projections.language.catalogues import LANGUAGES, Reader, written_for
from projections.language.messages import term
from projections.replay import NoSuchPosition, Replay, stand
from projections.seat_page.diary import diary_page
from referee.audit.game_lines import export_lines
from referee.club import observers
from referee.club.club_file import Club
from referee.club.lists import waiting
from referee.club.ratings import ratings
from referee.record.record import Clock, Record, system_clock
from referee.seats.links import observe_link
from referee.seats.seat_view import Scene, seen_by
from referee.seats.tokens import server_key
from referee.service.own_address import as_shown
from referee.telling import ratings as told
from referee.transport.spool import Spool
from referee.web import diaries, open_lists, pages, previews, referee_page, showing, trying
from referee.web.answering import (
    HTML,
    JSON,
    LINES,
    PNG,
    SVG,
    TEXT,
    Answers,
    Malformed,
    Refused,
    broken,
    encoded,
    failed,
    headers_of,
    not_now,
)
from referee.web.gallery import Gallery, Newest, NothingToSee, Sight
from referee.web.index import asked_of, in_language, index
from referee.web.kept_boards import KeptBoards
from referee.web.kept_pages import KeptPages
from referee.web.live import Hub, stream
from referee.web.posted import ASK, CHECK, GAMES, NOTES, SEND, STEP, Rates, asker, posted, secret_in_the_open
from referee.web.ratings_page import ratings_page
from referee.web.referee_asks import ASKINGS, RefereeAsks, Wanted
from referee.web.rehearsing import Rehearsing
from referee.web.sending import KEPT, Given, Sender, Shown
from referee.web.showing import LIVE, Query
from referee.web.stepping import Stepped, Stepping
from referee.web.tables import page_data, shown_of

Show = Callable[[Sight, Query], bytes]

OF_SEAT = "/s/{game}/{seat}/{token}"
PREFIXES = ("/g/{game}", OF_SEAT)
OWN, DESK = "/m/{token}", "/r/{token}"

POSTINGS, QUESTIONS = 120, 240
"""In a minute, of an address: what is sent and asked for again; dry checks and questions."""

SMALL, TURN = 256, 20.0
"""Small pictures that are kept ready; seconds that one waits for its turn to be drawn: they are drawn one at
a time, since anybody may ask for those of any game."""

PATIENCE, LOOK = 5.0, 0.03
"""Seconds that an answer of the desk is waited for, and between two looks."""


def application(
    record: Record,
    *,
    clock: Clock = system_clock,
    address: str = "",
    spool: Spool | None = None,
    patience: float = PATIENCE,
    base: str = "",
    in_charge: str = "",
    club: Club | None = None,
) -> Starlette:
    """The pages of a record. `clock` decides what is old enough for everybody; `address` is that of the desk
    that takes from the `spool`, where there is one; `base` is where people reach the pages; `in_charge` is
    the address of the referee; `club` is that of people who begin games and observe them by mail."""
    asks = RefereeAsks(record, address, in_charge, spool)
    made = _Pages(record, clock, Sender(record, address, spool), asks, patience, base, club)
    return made.application()


class _Pages:
    """What the paths answer."""

    def __init__(
        self,
        record: Record,
        clock: Clock,
        sender: Sender,
        asks: RefereeAsks,
        patience: float,
        base: str,
        club: Club | None,
    ) -> None:
        self._record = record
        self._asks = asks
        self._base = base
        self._sender = sender
        self._club = club
        self._address = as_shown(sender.address)
        self._watched_at = self._address if club and "games" in club.public else ""
        self._patience = patience
        self._rates = {SEND: Rates(POSTINGS), CHECK: Rates(QUESTIONS), ASK: Rates(ASKINGS)}
        self._clock = clock
        self._gallery = Gallery(record, clock)
        self._boards = KeptBoards()
        self._replays = KeptPages(record)
        self._stepping = Stepping(Rehearsing(record, self._boards).step)
        self._hub = Hub(record)
        self._answers = Answers()
        self._small = Answers(SMALL)
        self._drawing = threading.Semaphore(1)

    def application(self) -> Starlette:
        routes = [Route("/", self.index), Route("/api/games", self.games), Route(OWN, _with_slash)]
        routes += [Route("/ratings", self.ratings), Route("/api/ratings", self.ratings)]
        routes += [Route(f"{OWN}/", self.own_games), Route(f"{OWN}/api/games", self.own_games)]
        routes += [Route(DESK, _with_slash), *(Route(f"{DESK}/{one}", self.desk) for one in ("", "api/desk"))]
        routes.append(Route(f"{DESK}/{ASK}", self.ask_referee, methods=["POST"]))
        for prefix in PREFIXES:
            routes.append(Route(prefix, _with_slash))
            routes.append(Route(f"{prefix}/{LIVE}", self.live))
            routes.append(Route(f"{prefix}/small.png", self.small))
            for path, (show, kind) in self._shown().items():
                routes.append(Route(f"{prefix}/{path}", partial(self.sight, show=show, kind=kind)))
        routes.append(Route("/g/{game}/share.png", self.share))
        routes.append(Route(f"{OF_SEAT}/replay", _with_slash))
        own = {"replay/": (self._replayed, HTML), "diary": (self._diary, HTML)}
        own |= shown_of(self._record, self._scene, self._sender, self._observers, self._boards)
        for path, (show, kind) in own.items():
            routes.append(Route(f"{OF_SEAT}/{path}", partial(self.sight, show=show, kind=kind)))
        stepped = partial(_stepped, self._sight, self._scene, self._stepping)
        routes.append(Route(f"{OF_SEAT}/{STEP}", stepped, methods=["POST"]))
        for path, answer in {
            SEND: self.send,
            CHECK: self.check,
            ASK: self.ask,
            GAMES: self.where_games,
            NOTES: self.notes,
        }.items():
            routes.append(Route(f"{OF_SEAT}/{path}", answer, methods=["POST"]))
        known = (NothingToSee, NoSuchPosition, Malformed, Refused, 404, 405)
        handlers = {**dict.fromkeys(known, failed), Exception: broken}
        return Starlette(routes=routes, exception_handlers=handlers, lifespan=self._watching)

    def _shown(self) -> dict[str, tuple[Show, str]]:
        return {
            "": (self._page, HTML),
            "board.svg": (showing.board_svg, SVG),
            "board.png": (showing.board_png, PNG),
            "board.txt": (showing.board_text, TEXT),
            "log.txt": (showing.log_plain, TEXT),
            "api/stand": (showing.stand_json, JSON),
            "api/log": (showing.log_json, JSON),
            "events.jsonl": (self._events, LINES),
        }

    @asynccontextmanager
    async def _watching(self, _application: Starlette) -> AsyncIterator[None]:
        """While the application runs, the store is watched."""
        stop = asyncio.Event()
        watching = asyncio.create_task(self._hub.watch(stop))
        try:
            yield
        finally:
            stop.set()
            await watching

    # ---- paths

    def index(self, request: Request) -> Response:
        games = self._gallery.games()
        with written_for(_asked_in(request, Reader())):
            try:
                asked = asked_of(request.query_params)
            except ValueError as error:
                raise Malformed(str(error)) from None
            lists = open_lists.sections(waiting(self._record), self._club, self._address)
            stands = f"{_heads(games)} {lists}"
            about = previews.about_list(games, self._base, in_language())
            made = partial(index, games, asked, lists, self._watched_at, f"{about}\n")
            answer = self._answers.answer(request, HTML, stands, lambda: made().encode())
        answer.headers["Content-Security-Policy"] = pages.policy()
        return answer

    def games(self, request: Request) -> Response:
        games = self._gallery.games()
        return self._answers.answer(
            request, JSON, _heads(games), lambda: msgspec.json.encode({"games": games})
        )

    def ratings(self, request: Request) -> Response:
        """Of all games that everybody may know to be over."""
        tables = ratings(self._record, open_at=self._clock())
        document = msgspec.json.encode({"ratings": told.document(tables)})
        stands = sha256(document).hexdigest()
        if request.url.path.startswith("/api/"):
            return self._answers.answer(request, JSON, stands, lambda: document)
        with written_for(_asked_in(request, Reader())):
            answer = self._answers.answer(
                request, HTML, stands, lambda: ratings_page(tables).encode(), f"ratings {in_language()}"
            )
        answer.headers["Content-Security-Policy"] = pages.policy()
        return answer

    def own_games(self, request: Request) -> Response:
        """Not kept by anybody: it says where it is somebody's turn now."""
        found, reader = self._gallery.own_games(request.path_params["token"])
        kind = JSON if request.url.path.endswith("/api/games") else HTML
        headers = {**headers_of(request, kind), "Cache-Control": "no-store"}
        with written_for(reader):
            lists = open_lists.sections(waiting(self._record), self._club, self._address)
            body = msgspec.json.encode({"games": found}) if kind == JSON else pages.own(found, lists).encode()
        if kind == HTML:
            headers["Content-Security-Policy"] = pages.policy()
        return Response(body, 200, headers, kind)

    def desk(self, request: Request) -> Response:
        """Neither kept by anybody nor given out where the link is not that of the referee."""
        seen = self._gallery.overseen(request.path_params["token"])
        is_json = request.url.path.endswith("/api/desk")
        kind, asks = (JSON if is_json else HTML), self._asks.can_ask
        headers = {**headers_of(request, kind), "Cache-Control": "no-store"}
        if not is_json:
            headers["Content-Security-Policy"] = referee_page.policy(asks=asks)
        with written_for(_asked_in(request, Reader())):
            told = referee_page.told(seen, asks=asks)
            body = msgspec.json.encode(told) if is_json else referee_page.page(told).encode()
        return Response(body, 200, headers, kind)

    def sight(self, request: Request, show: Show, kind: str) -> Response:
        sight = self._sight(request)
        if "play" in request.query_params:
            raise Malformed(secret_in_the_open())
        with written_for(reader := _reader(request, sight)):
            beside = f"{self._open_diaries(sight)} {self._observers(sight) or ''}"
            stands = f"{sight.replay.head()} {reader} {beside}".rstrip()
            return self._answers.answer(request, kind, stands, lambda: show(sight, request.query_params))

    def small(self, request: Request) -> Response:
        """The same picture for everybody who sees the same, whatever else stands in the address."""
        seen, viewer, reader = self._newest(request)
        palette = "dark" if "dark" in request.query_params else "light"
        return self._picture(
            request,
            f"small {seen.game.id} {viewer} {palette}",
            reader,
            seen,
            lambda: previews.small(seen.game, viewer, palette),
        )

    def share(self, request: Request) -> Response:
        seen, viewer, reader = self._newest(request)
        stands = stand(seen.game, seen.head)
        return self._picture(
            request,
            f"share {seen.game.id}",
            reader,
            seen,
            lambda: previews.shared(seen.game, viewer, stands),
        )

    def _picture(
        self, request: Request, name: str, reader: Reader, seen: Newest, make: Callable[[], bytes]
    ) -> Response:
        stands = f"{seen.head.hex()} {reader.language}"
        with written_for(reader):
            return self._small.answer(request, PNG, stands, lambda: self._drawn(make), name)

    def _drawn(self, make: Callable[[], bytes]) -> bytes:
        if not self._drawing.acquire(timeout=TURN):
            raise not_now(503, {"Retry-After": "5"})
        try:
            return make()
        except NoPictures:
            raise NothingToSee from None
        finally:
            self._drawing.release()

    def _newest(self, request: Request) -> tuple[Newest, str, Reader]:
        """The game as whoever asks may see it now, and who that is."""
        found = request.path_params
        if "token" not in found:
            return self._gallery.newest(found["game"]), PUBLIC, _asked_in(request, Reader())
        seen, reader = self._gallery.newest_of(found["game"], found["seat"], found["token"])
        return seen, found["seat"], _asked_in(request, reader)

    async def live(self, request: Request) -> Response:
        game, since = request.path_params["game"], showing.seen(request.query_params, request.headers)
        lines = stream(self._hub, game, partial(self._sight, request), since)
        first = await anext(lines, None)
        if first is None:
            raise NothingToSee
        headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
        return StreamingResponse(_joined(first, lines), media_type="text/event-stream", headers=headers)

    # ---- what is posted

    async def send(self, request: Request) -> Response:
        """Takes in what a page sends, and waits a moment for the answer."""
        sight = await self._posting(request, SEND)
        with written_for(_reader(request, sight)):
            given, see = await posted(request, Given), partial(self._sight, request)
            document = await run_in_threadpool(self._sender.send, see, given)
            until = time.monotonic() + self._patience
            while document["state"] == KEPT and time.monotonic() < until:
                await asyncio.sleep(LOOK)
                if await run_in_threadpool(self._sender.is_answered, sight, given):
                    found = await run_in_threadpool(self._sender.look, see, given)
                    document = found or document
        return _document(request, document, 202 if document["state"] == KEPT else 200)

    async def check(self, request: Request) -> Response:
        sight = await self._posting(request, CHECK)
        with written_for(_reader(request, sight)):
            tried = await posted(request, trying.Tried)
            document = await run_in_threadpool(self._check, sight, tried)
        return _document(request, document)

    def _check(self, sight: Sight, tried: trying.Tried) -> dict[str, Any]:
        scene = self._scene(sight)
        head = f"{len(scene.replay)} {scene.replay.head()}"
        return {"head": head, "lines": trying.judged(scene, tried)}

    async def ask(self, request: Request) -> Response:
        sight = await self._posting(request, CHECK)
        with written_for(_reader(request, sight)):
            asked = await posted(request, trying.Question)
            said = await run_in_threadpool(trying.answered, self._record, self._scene(sight), asked)
        return _document(request, {"lines": said})

    async def ask_referee(self, request: Request) -> Response:
        seen = await run_in_threadpool(self._gallery.overseen, request.path_params["token"])
        with written_for(_asked_in(request, Reader())):
            self._rates[ASK].check(asker(request))
            wanted = await posted(request, Wanted)
            says = await run_in_threadpool(self._asks.ask, seen, wanted)
        return _document(request, {"says": says})

    async def where_games(self, request: Request) -> Response:
        sight = await self._posting(request, CHECK)
        with written_for(_reader(request, sight)):
            shown = await posted(request, Shown)
            document = await run_in_threadpool(self._sender.games, sight, shown)
        return _document(request, document)

    async def notes(self, request: Request) -> Response:
        sight = await self._posting(request, CHECK)
        with written_for(_reader(request, sight)):
            shown = await posted(request, Shown)
            document = await run_in_threadpool(self._notes, sight, shown)
        return _document(request, document)

    def _notes(self, sight: Sight, shown: Shown) -> dict[str, Any]:
        return diaries.told(self._record, sight, is_his=self._sender.is_his(sight, shown))

    async def _posting(self, request: Request, what: str) -> Sight:
        """The seat that something is posted for. Raises `NothingToSee`, `Refused`."""
        sight = await run_in_threadpool(self._sight, request)
        with written_for(_reader(request, sight)):
            self._rates[what].check(f"{asker(request)} {sight.replay.game}/{sight.viewer}")
        return sight

    def _observers(self, sight: Sight) -> list[str]:
        """Who observes the game, for its seats alone."""
        if sight.bearer is None:
            return []
        return [one.person for one in observers.watching(self._record, sight.replay.game)]

    def _scene(self, sight: Sight) -> Scene:
        assert sight.bearer is not None
        return seen_by(sight.replay, server_key(self._record), sight.bearer)

    def _page(self, sight: Sight, query: Query) -> bytes:
        """A seat plays on its page; everybody else replays."""
        if sight.bearer is None:
            return self._replayed(sight, query, LIVE)
        scene, why_not = self._scene(sight), self._sender.why_not(sight)
        data = page_data(self._record, scene, why_not, self._sender.address, self._observers(sight))
        return showing.page_of_seat(sight, data, self._boards)

    def _diary(self, sight: Sight, _query: Query) -> bytes:
        return diary_page(diaries.page_data(self._scene(sight), self._sender.why_not(sight))).encode()

    def _open_diaries(self, sight: Sight) -> str:
        """What stands of them beside the replay; a ruling may have set the game going again meanwhile."""
        if not sight.replay.is_over() or not self._gallery.is_over(sight.replay.game):
            return ""
        return diaries.stands(self._record, sight.replay.newest())

    def _replayed(self, sight: Sight, _query: Query, live: str = f"../{LIVE}") -> bytes:
        replay = sight.replay
        shown = self._replays.told(replay, sight.viewer, tables=_carries(replay))
        head = "" if sight.bearer else self._about(sight)
        watched_at = "" if sight.bearer or replay.is_over() else self._watched_at
        watch = observe_link(watched_at, replay.game)
        opened = diaries.opened(self._record, replay) if self._open_diaries(sight) else ()
        return showing.replay_page(sight, shown, live, head, watch, opened)

    def _about(self, sight: Sight) -> str:
        """What the page of a game says of it to those who show links to it; that of a seat says nothing."""
        game = sight.replay.newest()
        stands = stand(game, sight.replay.envelope(len(sight.replay)).digest)
        return previews.about(stands, term(game.rules.name), self._base, in_language())

    def _events(self, sight: Sight, _query: Query) -> bytes:
        replay = sight.replay
        return b"".join(
            export_lines(self._record, replay.game, sight.viewer, upto=len(replay), tables=_carries(replay))
        )

    def _sight(self, request: Request) -> Sight:
        found = request.path_params
        if "token" in found:
            return self._gallery.seat(found["game"], found["seat"], found["token"])
        return self._gallery.public(found["game"])


async def _stepped(
    see: Callable[[Request], Sight], scene: Callable[[Sight], Scene], stepping: Stepping, request: Request
) -> Response:
    """A look at what may be picked next: of the newest event there is once it is worked out."""
    sight = await run_in_threadpool(see, request)
    with written_for(_reader(request, sight)):
        stepping.count(sight.who)
        asked = await posted(request, Stepped)
        document = await stepping.step(sight.who, lambda: scene(see(request)), asked)
    return _document(request, document)


async def _joined(first: str, rest: AsyncIterator[str]) -> AsyncIterator[str]:
    yield first
    async for line in rest:
        yield line


def _reader(request: Request, sight: Sight) -> Reader:
    """Who reads it, in the language that he asks for."""
    return _asked_in(request, sight.reader)


def _asked_in(request: Request, reader: Reader) -> Reader:
    language = request.query_params.get("language", "")
    return reader._replace(language=language) if language in LANGUAGES else reader


def _document(request: Request, document: dict[str, Any], code: int = 200) -> Response:
    headers = {**headers_of(request, JSON), "Cache-Control": "no-store"}
    return Response(encoded(document), code, headers, JSON)


def _with_slash(request: Request) -> Response:
    """The links of the pages are relative: to the place with a slash at its end."""
    return RedirectResponse(f"{request.url.path}/", status_code=308)


def _carries(replay: Replay) -> bool:
    """Whether a page carries the data set: an owner's tables are for those who have them."""
    return replay.envelope(1).entry.tables is None


def _heads(games: list[dict[str, object]]) -> str:
    return " ".join(f"{game['game']}:{game['head']}" for game in games)
