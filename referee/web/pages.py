"""The list of games as a page, and the page that says that there is nothing to see."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Mapping
from functools import cache
from hashlib import sha256
from html import escape
from pathlib import Path
from typing import Any

from domain.game.entries.entries import Forked
from domain.titles import TITLES
from projections.language.messages import _, listed, minute, plain
from projections.telling.log import what_if
from referee.mail.seat_view.own_games import Own

HERE = Path(__file__).resolve().parent


@cache
def _style() -> str:
    return (HERE / "pages.css").read_text(encoding="utf-8")


@cache
def policy() -> str:
    """What the browser may load for these pages: their own style, and nothing else."""
    digest = b64encode(sha256(_style().encode()).digest()).decode()
    return f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"


def index(games: Iterable[Mapping[str, Any]]) -> str:
    """The list of games."""
    rows = "".join(map(_row, games))
    headings = (_("Game"), _("Title"), _("Turn"), _("Seats"), _("How it stands"), _("Last event"))
    head = "".join(f'<th scope="col">{escape(heading)}</th>' for heading in headings)
    nothing = f"<p>{escape(_('There is no game yet.'))}</p>"
    table = f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>" if rows else nothing
    said = _("Choose a game to replay it, event by event.")
    return _page(_("Games refereed by Bugyo"), f"<p>{escape(said)}</p>{table}")


def own(games: Iterable[Own]) -> str:
    """The games of one person, where he has to act first."""
    rows = "".join(
        f'<tr><th scope="row"><a href="{escape(one.path)}">{escape(one.game)}</a></th>'
        + "".join(f"<td>{escape(plain(cell))}</td>" for cell in (one.title, one.seat, one.asked, one.until))
        + "</tr>\n"
        for one in games
    )
    headings = (_("Game"), _("Title"), _("Seat"), _("How it stands"), _("Until"))
    head = "".join(f'<th scope="col">{escape(heading)}</th>' for heading in headings)
    nothing = f"<p>{escape(_('There is no game yet.'))}</p>"
    table = f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>" if rows else nothing
    return _page(_("Your games"), table)


def message(said: str) -> str:
    """One sentence, and the way back."""
    back = escape(_("All games"))
    return _page(_("Bugyo"), f'<p>{escape(plain(said))}</p><p><a href="/">{back}</a></p>')


def _page(title: str, body: str) -> str:
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{_style()}</style>\n</head>\n<body>\n<main>\n<h1>{escape(title)}</h1>\n{body}\n</main>\n"
        "</body>\n</html>\n"
    )


def _row(game: Mapping[str, Any]) -> str:
    name = game["game"]
    seats = [_("{seat} ({person})").format(seat=seat, person=who) for seat, who in game["seats"].items()]
    cells = (TITLES[game["title"]].name, game["turn"], ", ".join(seats), _stands(game), minute(game["at"]))
    others = "".join(f"<td>{escape(plain(cell))}</td>" for cell in cells)
    return f'<tr><th scope="row"><a href="/g/{escape(name)}/">{escape(name)}</a></th>{others}</tr>\n'


def _stands(game: Mapping[str, Any]) -> str:
    """How it stands; of a what-if also which game it leaves."""
    said = what_if(Forked(**game["what_if"], chance="")) if game["what_if"] else ""
    return " ".join(filter(None, (said, _awaits(game))))


def _awaits(game: Mapping[str, Any]) -> str:
    if game["over"]:
        winners = listed(game["winners"])
        if game["drawn"]:
            return _("Drawn between {seats}.").format(seats=winners)
        return _("Won by {seats}.").format(seats=winners) if winners else _("It is over; nobody has won.")
    awaited = listed(game["awaited"])
    if not game["begun"]:
        return _("{seats} still to join.").format(seats=awaited)
    return _("{seats} to act.").format(seats=awaited) if awaited else _("A throw is awaited.")
