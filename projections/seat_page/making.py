"""The page of a seat as one file: markup, style, script and how it stands, under a policy that lets nothing
else in. What it shows can be read without its script; only playing needs that."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any, NamedTuple

from projections.drawing.svg import Drawing
from projections.language.catalogues import reader
from projections.language.messages import _, minute, plain
from projections.page.making import HEXES, LIVE, board_styles, embedded, joined, policy
from projections.seat_page.board import inline
from projections.seat_page.choices import choices
from projections.seat_page.panels import begins, matters, standing
from projections.seat_page.words import headings, said

HERE = Path(__file__).resolve().parent

SCRIPTS = (
    "elements.js",
    "offers.js",
    "sheet.js",
    "field.js",
    "touch.js",
    "secret.js",
    "sending.js",
    "answer.js",
    "page.js",
)
"""The parts of the script, in their order."""


STILL = (
    ".side,#open-reference,#write,#zoom,[data-acts]{display:none!important}"
    "main{display:block!important;padding-bottom:40px!important}"
)
"""What only the script can do is not there without it."""

OWN = (
    "figcaption .own{display:none}"
    "@media (max-width:1100px){.bar .own{display:none}figcaption .own{display:inline}}"
)
"""Whose the tables are stands beside the title; on a narrow screen under the board, where it pushes nothing
down."""


class Boards(NamedTuple):
    """A board and how it stood when the seat was last told of it; the same for a narrow screen, where the
    title draws it anew for that."""

    wide: Drawing
    wide_before: Drawing | None = None
    narrow: Drawing | None = None
    narrow_before: Drawing | None = None


def page(data: Mapping[str, Any], boards: Boards, own_tables: str = "") -> str:
    """The page. `data` is what the page is told of the seat, as `api/seat` gives it; `own_tables` says whose
    tables it is played with, where they are an owner's."""
    words = headings()
    script = joined(*HEXES) + joined(HERE, *SCRIPTS)
    style = joined(HERE, "seat.css") + (OWN if own_tables else "")
    return joined(HERE, "seat.html").format(
        lang=escape(reader().language),
        policy=policy((style, board_styles(), STILL), (script,), LIVE),
        style=style,
        still=STILL,
        choices=choices(data),
        sheet=board_styles(),
        script=script,
        own_tables=f'<span class="q own">{_text(own_tables)}</span>' if own_tables else "",
        boards=_boards(boards),
        news=_news(data),
        pressed=_pressed(data["press"]),
        wanted=matters(data["matters"], asks=True),
        standing=standing(data["standing"]),
        matters=matters(data["matters"], asks=False),
        begins=begins(data["begins"]),
        advises="" if data["advises"] else " hidden",
        how=_by_mail(data),
        notes="".join(f'<p class="q sm notes">{_text(note)}</p>' for note in _paragraphs(data)),
        words=embedded(said()),
        seat=embedded(dict(data)),
        **{name: escape(plain(told)) for name, told in {**words, **_of_the_game(data)}.items()},
    )


def _of_the_game(data: Mapping[str, Any]) -> Mapping[str, str]:
    seat, person = data["seat_name"], data["person"]
    return {
        "title": f"{data['asked']} · {data['game']}",
        "game": data["game"],
        "about": f"{data['title']}, {data['turn']}",
        "you": f"{seat}, {person}" if person and person != seat else seat,
        "asked": data["asked"],
        "until": data["until"],
        "caption": _("Framed: new since your last order."),
    }


def _paragraphs(data: Mapping[str, Any]) -> Iterator[str]:
    """What is said beside the question: lines that were wrapped for a mail, a paragraph for each."""
    found = list[str]()
    for line in (*(data.get("how", ""), "", *data["notes"]), ""):
        if line.strip():
            found.append(line.strip())
        elif found:
            yield " ".join(found)
            found = []


def _boards(boards: Boards) -> str:
    wide = inline(boards.wide, boards.wide_before, "wide")
    if boards.narrow is None:
        return f'<div class="layers">{wide}</div>'
    narrow = inline(boards.narrow, boards.narrow_before, "narrow")
    return f'<div class="layers twofold">{wide}{narrow}</div>'


def _news(data: Mapping[str, Any]) -> str:
    told = [("me", _("To you: {event}").format(event=one)) for one in data["to_you"]]
    told += [("", one) for one in data["since"]]
    if not told:
        return f'<p class="q">{_text(_("Nothing new."))}</p>'
    return f'<ul class="since">{"".join(_item(*one) for one in told)}</ul>'


def _item(kind: str, one: str) -> str:
    return f'<li class="{kind}">{_text(one)}</li>' if kind else f"<li>{_text(one)}</li>"


def _pressed(press: Sequence[Mapping[str, Any]]) -> str:
    """What people have written, the newest first; it looks like nothing of ours."""
    return "".join(
        f'<blockquote><span class="q sm">{_text(one["who"])}, {_text(minute(one["at"]))}</span>\n'
        f"{escape(_lines(one['text'].splitlines()))}</blockquote>"
        for one in reversed(press)
    )


def _by_mail(data: Mapping[str, Any]) -> str:
    return "".join(f"<p>{one}</p>" for one in _ways(data))


def _ways(data: Mapping[str, Any]) -> Iterator[str]:
    """How to answer without this page's script, or without this page."""
    if data["mail"]:
        link = f'<a href="mailto:{escape(data["mail"])}">{_text(data["mail"])}</a>'
        told = _text(
            _("Everything can be done by mail as well: answer the newest mail of {game}, or write to")
        )
        yield f"{told.format(game=escape(data['game']))} {link}."
    else:
        yield _text(_("Everything can be done by mail as well: answer the newest mail of this game."))
    if data["is_asked"] and data["forms"]:
        forms = escape(_lines(data["forms"]))
        yield f'{_text(_("It is written so:"))}</p><pre tabindex="0">{forms}</pre><p>'


def _lines(lines: Sequence[str]) -> str:
    return "\n".join(map(plain, lines))


def _text(words: str) -> str:
    return escape(plain(words))
