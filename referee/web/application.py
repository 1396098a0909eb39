"""The pages and their JSON, as one application. Every game stands under two prefixes with the same paths:

/g/GAME/                what everybody may see
/s/GAME/SEAT/TOKEN/     what a seat may see: its secret link

    (empty)       the replay page
    board.svg     the board; also .png and .txt; ?at=12 as of event 12, ?dark for the dark palette
    log.txt       the log; ?after=12
    live          server-sent events: the game has gone on; ?since=12, of which events are seen already
    api/stand     how it stands, with what the viewer may know of the board; ?at=12
    api/log       the log; ?after=12
    events.jsonl  the export

/ and /api/games list the games. ?language=fr has everything in another language; a seat's own pages are in
that of who sits there.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial

import msgspec
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response, StreamingResponse
from starlette.routing import Route

from projections.language.catalogues import LANGUAGES, written_for
from projections.page.carried import Carried
from projections.replay import NoSuchPosition
from referee.audit.game_lines import export_lines
from referee.bundle.page_record import page_record
from referee.record.record import Clock, Record, system_clock
from referee.web import pages, showing
from referee.web.answering import HTML, JSON, LINES, PNG, SVG, TEXT, Answers, Malformed, broken, failed
from referee.web.gallery import Gallery, NothingToSee, Sight
from referee.web.live import Hub, stream
from referee.web.showing import LIVE, Query

Show = Callable[[Sight, Query], bytes]

PREFIXES = ("/g/{game}", "/s/{game}/{seat}/{token}")


def application(record: Record, *, clock: Clock = system_clock) -> Starlette:
    """The pages of a record. `clock` decides what is old enough for everybody."""
    return _Pages(record, clock).application()


class _Pages:
    """What the paths answer."""

    def __init__(self, record: Record, clock: Clock) -> None:
        self._record = record
        self._gallery = Gallery(record, clock)
        self._hub = Hub(record)
        self._answers = Answers()

    def application(self) -> Starlette:
        routes = [Route("/", self.index), Route("/api/games", self.games)]
        for prefix in PREFIXES:
            routes.append(Route(prefix, _with_slash))
            routes.append(Route(f"{prefix}/{LIVE}", self.live))
            for path, (show, kind) in self._shown().items():
                routes.append(Route(f"{prefix}/{path}", partial(self.sight, show=show, kind=kind)))
        known = (NothingToSee, NoSuchPosition, Malformed, 404, 405)
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
        answer = self._answers.answer(request, HTML, _heads(games), lambda: pages.index(games).encode())
        answer.headers["Content-Security-Policy"] = pages.policy()
        return answer

    def games(self, request: Request) -> Response:
        games = self._gallery.games()
        return self._answers.answer(
            request, JSON, _heads(games), lambda: msgspec.json.encode({"games": games})
        )

    def sight(self, request: Request, show: Show, kind: str) -> Response:
        sight = self._sight(request)
        reader = sight.reader
        if request.query_params.get("language") in LANGUAGES:
            reader = reader._replace(language=request.query_params["language"])
        with written_for(reader):
            stands = f"{sight.replay.head()} {reader}"
            return self._answers.answer(request, kind, stands, lambda: show(sight, request.query_params))

    async def live(self, request: Request) -> Response:
        game, since = request.path_params["game"], showing.seen(request.query_params, request.headers)
        lines = stream(self._hub, game, partial(self._sight, request), since)
        first = await anext(lines, None)
        if first is None:
            raise NothingToSee
        headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
        return StreamingResponse(_joined(first, lines), media_type="text/event-stream", headers=headers)

    def _page(self, sight: Sight, _query: Query) -> bytes:
        replay = sight.replay
        carried = Carried(*page_record(self._record, replay.game, sight.viewer, len(replay)))
        return showing.replay_page(sight, carried)

    def _events(self, sight: Sight, _query: Query) -> bytes:
        replay = sight.replay
        return b"".join(export_lines(self._record, replay.game, sight.viewer, upto=len(replay)))

    def _sight(self, request: Request) -> Sight:
        found = request.path_params
        if "token" in found:
            return self._gallery.seat(found["game"], found["seat"], found["token"])
        return self._gallery.public(found["game"])


async def _joined(first: str, rest: AsyncIterator[str]) -> AsyncIterator[str]:
    yield first
    async for line in rest:
        yield line


def _with_slash(request: Request) -> Response:
    """The links of the pages are relative: to the place with a slash at its end."""
    return RedirectResponse(f"{request.url.path}/", status_code=308)


def _heads(games: list[dict[str, object]]) -> str:
    return " ".join(f"{game['game']}:{game['head']}" for game in games)
