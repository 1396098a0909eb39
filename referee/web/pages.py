"""The list of games as a page, and the page that says that there is nothing to see."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from hashlib import sha256
from html import escape
from pathlib import Path
from typing import Any

from domain.game.entries.entries import Forked
from domain.titles import TITLES
from projections.language.messages import _, listed, minute, plain
from projections.telling.log import what_if
from referee.mail.seat_view.own_games import JOIN, OVER, TURN, WAIT, Own

HERE = Path(__file__).resolve().parent


@cache
def _style() -> str:
    return (HERE / "pages.css").read_text(encoding="utf-8")


@cache
def policy() -> str:
    """What the browser may load for these pages: their own style, and pictures of boards."""
    digest = b64encode(sha256(_style().encode()).digest()).decode()
    own = f"img-src 'self'; style-src 'sha256-{digest}'"
    return f"default-src 'none'; {own}; base-uri 'none'; form-action 'none'"


def index(games: Iterable[Mapping[str, Any]]) -> str:
    """The list of games."""
    rows = "".join(map(_row, games))
    headings = (_("Game"), _("Title"), _("Turn"), _("Seats"), _("How it stands"), _("Last event"))
    head = "".join(f'<th scope="col">{escape(heading)}</th>' for heading in headings)
    nothing = f"<p>{escape(_('There is no game yet.'))}</p>"
    table = f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>" if rows else nothing
    said = _("Choose a game to replay it, event by event.")
    return _page(_("Games refereed by Bugyo"), f"<p>{escape(said)}</p>{table}")


def own(games: Sequence[Own]) -> str:
    """The games of one person: where he has to act, the soonest first; then those that he waits for."""
    headings = {
        TURN: _("It is your turn"),
        JOIN: _("It waits for you to join"),
        WAIT: _("You wait for others"),
        OVER: _("Over"),
    }
    sections = [
        _section(said, [one for one in games if one.state == state]) for state, said in headings.items()
    ]
    nothing = f"<p>{escape(_('There is no game yet.'))}</p>"
    all_games = f'<p><a href="/">{escape(_("All games"))}</a></p>'
    return _page(_("Your games"), ("".join(sections) or nothing) + all_games)


def _section(said: str, games: Sequence[Own]) -> str:
    cards = "".join(map(_card, games))
    return f'<section><h2>{escape(said)}</h2><ul class="cards">{cards}</ul></section>\n' if games else ""


def _card(one: Own) -> str:
    """A game as a link to its page, with the board where somebody has to act on it."""
    board = f"{one.path}board.svg"
    dark = f'<source media="(prefers-color-scheme: dark)" srcset="{escape(board)}?dark">'
    picture = f'<picture>{dark}<img src="{escape(board)}" alt="" loading="lazy"></picture>'
    about = " · ".join((one.game, one.title, one.seat))
    until = f"<p>{escape(plain(one.until))}</p>" if one.until else ""
    link = f'<a href="{escape(one.path)}">{escape(plain(one.asked))}</a>'
    return (
        f'<li class="{one.state}">{picture if one.state == TURN else ""}<h3>{link}</h3>{until}'
        f'<p class="quiet">{escape(plain(about))}</p></li>'
    )


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
