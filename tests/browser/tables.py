"""A page with nothing but the board of a seat: real boards, values where they lie, and patches."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from domain.kit.hexes import is_label
from domain.titles import TITLES
from projections.page.making import BOARD, HERE, board_styles, embedded, joined, policy
from projections.pictures import Field
from projections.replay import Replay
from projections.seat_page.table_board import Boards, boards_at, markup, patches_of
from projections.seat_page.table_page import HERE as SEAT_PAGE
from tests.titles.short import short

ALL = tuple(TITLES)

HEXES = ("path", "hexes")

FEWEST, LATER = 3, 6
"""Values that lie on the board at least, and so many events later is what it is patched to."""

STYLE = (
    ":root{color-scheme:light dark;--paper:#fbf8f1;--ink:#1f2328;--ring:#00527f;--casing:#fff}"
    "@media (prefers-color-scheme:dark){:root{--paper:#1b1a17;--ink:#ece7dc;--ring:#9bd5f5;--casing:#0c0d0e}}"
    "*{box-sizing:border-box}body{margin:0;background:var(--paper);color:var(--ink);height:100dvh;"
    "display:grid;grid-template-rows:auto minmax(0,1fr) auto;font:16px/1.4 system-ui}"
    "h1{font-size:16px;margin:0}#points{position:absolute;bottom:0;margin:0;pointer-events:none}"
    "#frame{overflow:auto;display:grid;min-width:0}button{min-height:44px}"
)

SCRIPT = """
const told = JSON.parse(document.getElementById("told").textContent), said = [];
const frame = document.getElementById("frame"), points = document.getElementById("points");
const table = tableBoard(frame, {
  pick: (value) => said.push(["pick", value.v]),
  asks: (id, hex) => said.push(["asks", id, hex]),
  points: (text) => { points.textContent = text; },
});
table.see(table.rings({ ask: "Which one?", values: told.values, pale: true }));
"""


class Position(NamedTuple):
    """A seat that is asked, and where its values lie; the game goes on to `after`."""

    replay: Replay
    at: int
    seat: str
    values: tuple[dict[str, Any], ...]

    def boards(self, at: int) -> Boards:
        return boards_at(self.replay, at, self.seat)

    def patches(self, *positions: int) -> dict[str, Any]:
        """From the board of now on."""
        return patches_of(*map(self.boards, (self.at, *positions)))


@cache
def position(title: str, of: str = "") -> Position:
    """The first at which so many values of a field lie on the board; of a field that is called so."""
    game = short(title)
    replay = game.replay()
    for at, now in game.stops.items():
        for seat in now.awaited():
            view = now.rules.view(now.state, seat)
            orders = now.offers(seat) or now.examples(seat)
            values = tuple(_values(replay, view, seat, orders, of))
            if len(values) >= FEWEST and at + LATER < len(replay):
                return Position(replay, at, seat, values)
    raise LookupError(title)


def _values(replay: Replay, view: Any, seat: str, orders: Sequence[Any], of: str) -> Iterator[dict[str, Any]]:
    """Of the type and the field of which most lie on the board, the values that do."""
    where = replay.pictures.where
    assert where is not None
    found: dict[tuple[type, str], dict[str, dict[str, Any]]] = {}
    for order in orders:
        for name in order.__struct_fields__:
            value = getattr(order, name) if of in ("", name) else ()
            for one in value if isinstance(value, tuple) else (value,):
                at = where(view, Field(seat, type(order), name), one)
                lies = {"hex": one} if of in HEXES and is_label(one) else {"at": list(at)}
                told = {"v": str(one), "says": str(one), "note": "1 AP", **lies}
                found.setdefault((type(order), name), {}).update(
                    {str(one): told} if any(lies.values()) else {}
                )
    yield from max(found.values(), key=len, default={}).values()


def written(folder: Path, title: str, at: int | None = None, of: str = "") -> Path:
    """The page of the position of a title; or of its board later, with nothing to press."""
    found = position(title, of)
    now = found.at if at is None else at
    frames = range(max(1, found.at - LATER), found.at + 1)
    told = {
        "values": found.values if at is None else [],
        "later": found.patches(found.at + LATER) if at is None else {},
        "frames": found.patches(*frames) if at is None else {},
    }
    style = STYLE + joined(SEAT_PAGE, "table_board.css")
    script = joined(HERE, *BOARD) + joined(SEAT_PAGE, "table_board.js") + SCRIPT
    path = folder / f"table-{title}-{of}-{now}.html"
    allowed = policy((style, board_styles()), (script,), "")
    page = (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A table</title>'
        f'<meta http-equiv="Content-Security-Policy" content="{allowed}">'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<style>{style}</style><style>{board_styles()}</style></head><body><header><h1>{title}</h1></header>"
        f'<main id="frame" tabindex="0" aria-label="Board">{markup(found.boards(now))}</main>'
        f'<footer><p id="points"></p></footer>'
        f'<script id="told" type="application/json">{embedded(told)}</script><script>{script}</script>'
        f"</body></html>"
    )
    path.write_text(page, encoding="utf-8")
    return path
