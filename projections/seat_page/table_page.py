"""The page of a seat as a table to play at: markup, style, script and how it stands, as one file under a
policy that lets nothing else in. Without its script it shows the board, what is asked, and each listed order
as a mail.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any
from urllib.parse import quote

from projections.language.catalogues import reader
from projections.language.messages import _, plain
from projections.page.look import CREST, icon, look
from projections.page.making import BOARD, LIVE, board_styles, embedded, joined, policy
from projections.page.making import HERE as PAGE
from projections.seat_page.table_board import Boards, markup
from projections.seat_page.table_words import headings, keys, said

HERE = Path(__file__).resolve().parent

SCRIPTS = (
    "secret.js",
    "table.js",
    "renewed.js",
    "table_board.js",
    "ringed.js",
    "widgets.js",
    "cells.js",
    "counts.js",
    "past.js",
    "sending.js",
    "sends.js",
    "beside.js",
    "pencil.js",
    "keys.js",
)
"""The others, in their order; elements.js goes before all."""

STILL = (
    "body{display:block;height:auto;overflow:auto}main{display:block}#frame{position:static}#field{margin:0}"
    "#zoom,#beside,#acts,#grip,#since,.bar button{display:none}"
    "#panel,#stage{position:static;height:auto;display:block}"
    "#turn{max-height:none}.layers.wide:only-child,.layers.wide{width:100%}"
)
"""What only the script can do is not there without it, and the page is as long as it is."""


def table_page(
    data: Mapping[str, Any],
    boards: Boards,
    own_tables: str = "",
    style: str = "",
    *,
    orders: Sequence[str] = (),
) -> str:
    """The page. `data` is what it is told of the seat, as `api/table` gives it; `own_tables` says whose
    tables it is played with, where they are an owner's; `style` has the colours of its boards and of the
    seat; `orders` are listed for who has no script."""
    script = joined(HERE, "elements.js") + joined(PAGE, *BOARD) + joined(HERE, *SCRIPTS)
    style = look() + style + joined(HERE, "table_board.css", "table.css")
    words = {**headings(), **_of_the_game(data)}
    return joined(HERE, "table.html").format(
        lang=escape(reader().language),
        policy=policy((style, board_styles(), STILL), (script,), LIVE),
        icon=icon(),
        crest=CREST,
        style=style,
        still=STILL,
        sheet=board_styles(),
        script=script,
        boards=markup(boards),
        own_tables=f'<span class="q s about">{_text(own_tables)}</span>' if own_tables else "",
        first="".join(_first(data, orders)),
        key_rows="".join(f"<dt>{_text(key)}</dt><dd>{_text(does)}</dd>" for key, does in keys().items()),
        words=embedded(said()),
        seat=embedded(dict(data)),
        **{name: _text(told) for name, told in words.items()},
    )


def _of_the_game(data: Mapping[str, Any]) -> Mapping[str, str]:
    seat, person = data["seat_name"], data["person"]
    return {
        "title": f"{data['asked']} · {data['game']}",
        "title_of_game": data["title"],
        "about": f"{data['game']} · {data['turn']}",
        "you": f"{seat}, {person}" if person and person != seat else seat,
    }


# ---- the first step for who has no script


def _first(data: Mapping[str, Any], orders: Sequence[str]) -> Iterator[str]:
    step = data["step"] or {}
    yield f'<h1 id="ask" tabindex="-1">{_text(step.get("ask") or data["asked"])}</h1>'
    yield f'<p class="until">{_text(data["until"])}</p>'
    yield "<noscript>"
    if data["mail"]:
        said = _(
            "This page plays with its script. Without it you play by mail: answer the newest mail of {game}."
        )
        yield f"<p>{_text(said.format(game=data['game']))}</p>"
        yield from _as_mails(data, orders)
    yield "</noscript>"


def _as_mails(data: Mapping[str, Any], orders: Sequence[str]) -> Iterator[str]:
    """Each order as a mail with its line."""
    if not orders:
        return
    yield f"<p>{_text(_('Each of these opens a mail with its line:'))}</p><ul>"
    for order in orders:
        yield f'<li><a href="{escape(_mailto(data, order))}">{_text(order)}</a></li>'
    yield "</ul>"


def _mailto(data: Mapping[str, Any], line: str) -> str:
    """A blank is %20, never +: so every program takes it."""
    subject, body = quote(data["tag"], safe=""), quote(f"{line}\r\n", safe="")
    return f"mailto:{quote(data['mail'], safe='@')}?subject={subject}&body={body}"


def _text(words: str) -> str:
    return escape(plain(words))
