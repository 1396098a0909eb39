"""The bodies that the paths of a game show of a sight: each function gives the bytes of one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import asdict

from projections.drawing.dots import png
from projections.drawing.svg import PALETTES, svg
from projections.language.messages import _
from projections.page.carried import Carried
from projections.page.diaries import Opened
from projections.page.look import ground
from projections.page.making import page
from projections.replay import stand_seen
from projections.seat_page.table_board import Draws, boards_at
from projections.seat_page.table_page import table_page
from projections.telling.boards import drawn, text
from projections.telling.log import Logged, log, log_text, what_if
from projections.telling.own_tables import with_own_tables
from referee.bundle.check.joined import check_script
from referee.web.answering import Malformed, encoded
from referee.web.gallery import Sight
from referee.web.kept_pages import Told
from referee.web.seat_data import listed

Query = Mapping[str, str]

LIVE = "live"
"""Where the replay page hears that the game has gone on."""


def replay_page(
    sight: Sight,
    told: Told,
    live: str = LIVE,
    head: str = "",
    watch: str = "",
    opened: Sequence[Opened] = (),
) -> bytes:
    """The page that replays the game, as it is told; `head` is what it says to those who show links to it,
    `watch` the link by which its news come by mail, "" for none, `opened` are the diaries that are open."""
    made = page(
        sight.replay,
        sight.viewer,
        live=live,
        carried=Carried(b"", check_script, told.record),
        head=head,
        watch=watch,
        opened=opened,
        story=told.story,
    )
    return made.encode()


def page_of_seat(sight: Sight, data: Mapping[str, Any], draws: Draws = boards_at) -> bytes:
    """The page where a seat plays: its newest board, and all that it is told. Whoever has no script is shown
    the orders that it may give."""
    replay, at = sight.replay, len(sight.replay)
    own = with_own_tables(replay.newest().opening().tables is not None)
    marks = " ".join(filter(None, (what_if(replay.fork(at)), own)))
    orders = listed(replay.newest(), sight.viewer)
    boards = draws(replay, at, replay.eye(sight.viewer), ())
    pictures, view = replay.pictures, replay.view(at, replay.eye(sight.viewer))
    colours = ground(pictures.ground, pictures.paint(view, sight.viewer))
    return table_page(data, boards, marks, colours, orders=orders).encode()


def number_of(query: Query, name: str, default: int) -> int:
    """The number of an event that is asked for, 0 for none. Raises `Malformed`."""
    return _number(query, name, default)


def board_svg(sight: Sight, query: Query) -> bytes:
    """The drawn board; what the event has changed is framed."""
    replay, at, viewer = sight.replay, _position(sight, query), sight.viewer
    before = drawn(replay, at - 1, viewer) if at > 1 else None
    return svg(drawn(replay, at, viewer), tuple(PALETTES)["dark" in query], before=before).encode()


def board_png(sight: Sight, query: Query) -> bytes:
    """The same as PNG."""
    return png(board_svg(sight, query).decode())


def board_text(sight: Sight, query: Query) -> bytes:
    """The board in 78 columns."""
    return text(sight.replay, _position(sight, query), sight.viewer).encode()


def stand_json(sight: Sight, query: Query) -> bytes:
    """How the game stands, as `bugyo show --json` says it."""
    return encoded(stand_seen(sight.replay, _position(sight, query), sight.viewer))


def log_plain(sight: Sight, query: Query) -> bytes:
    """The log as text."""
    return log_text(_log(sight, query)).encode()


def log_json(sight: Sight, query: Query) -> bytes:
    """The log as a list of events; `at` is in milliseconds since 1970."""
    lines = [asdict(line) for line in _log(sight, query)]
    found: dict[str, Any] = {"game": sight.replay.game, "viewer": sight.viewer, "events": lines}
    return encoded(found)


def _log(sight: Sight, query: Query) -> tuple[Logged, ...]:
    return log(sight.replay, sight.viewer, _number(query, "after", 0))


def seen(query: Query, headers: Mapping[str, str]) -> int | None:
    """How many events whoever follows the game has seen: what the page shows, or what it was told before its
    connection was lost; None where nothing is said. Raises `Malformed`."""
    told = headers.get("last-event-id", "")
    if "since" not in query and not _is_number(told):
        return None
    return max(_number(query, "since", 0), int(told) if _is_number(told) else 0)


def _position(sight: Sight, query: Query) -> int:
    """The event that is asked for, the newest where none is. Raises `Malformed`, `NoSuchPosition`."""
    at = _number(query, "at", len(sight.replay))
    sight.replay.envelope(at)
    return at


def _number(query: Query, name: str, default: int) -> int:
    text = query.get(name, str(default))
    if not _is_number(text):
        raise Malformed(_("“{name}” is the number of an event, such as 12.").format(name=name))
    return int(text)


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) <= 9
