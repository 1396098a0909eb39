"""The pages of words: their frame, the games of one person, and the one that says: nothing to see here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from html import escape
from pathlib import Path

from projections.drawing.dots import can_draw
from projections.language.catalogues import LANGUAGES, reader
from projections.language.messages import _, plain
from projections.page.look import LOADS, bar, icon, look
from projections.page.making import digest
from projections.telling.own_tables import with_own_tables
from referee.seats.own_games import JOIN, OVER, TURN, WAIT, Own

HERE = Path(__file__).resolve().parent


@cache
def _style() -> str:
    return look() + (HERE / "pages.css").read_text(encoding="utf-8")


@cache
def _script() -> str:
    """Keeps the address of somebody's games in his browser, where he asks for it."""
    return (HERE / "mine.js").read_text(encoding="utf-8")


@cache
def policy() -> str:
    """What the browser may load for these pages: their own style and script, and pictures of boards. What
    their one form asks goes to us."""
    own = f"{LOADS} 'self'; style-src '{digest(_style())}'; script-src '{digest(_script())}'"
    return f"default-src 'none'; {own}; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"


def site_policy() -> str:
    """In the page itself: whoever serves it knows nothing of it, or it is opened from a disk."""
    said = f"default-src 'none'; {LOADS} 'self' file:; style-src '{digest(_style())}'; "
    said += "base-uri 'none'; form-action 'none'"
    return f'<meta http-equiv="Content-Security-Policy" content="{said}">\n'


def whole(
    title: str,
    body: str,
    *,
    remembers: bool = False,
    head: str = "",
    links: str = "",
    home: str = "/",
) -> str:
    """A page; one that `remembers` has the script. `head` is further markup of its head, `links` are those in
    its bar, and `home` is where the mark leads."""
    script = f"<script>{_script()}</script>\n" if remembers else ""
    return (
        f'<!doctype html>\n<html lang="{reader().language}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"{head}<title>{escape(title)}</title>\n{icon()}\n<style>{_style()}</style>\n</head>\n<body>\n"
        f"{bar(links, home)}\n<main>\n"
        f"<h1>{escape(title)}</h1>\n{body}\n</main>\n{script}</body>\n</html>\n"
    )


def languages(address: Callable[[str], str]) -> str:
    """The same page in each language, by the address that it has there."""
    here = reader().language
    links = (
        f'<span lang="{code}" aria-current="true">{name}</span>'
        if code == here
        else f'<a lang="{code}" hreflang="{code}" href="{address(code)}">{name}</a>'
        for code, name in LANGUAGES.items()
    )
    return f'<nav aria-label="{escape(_("Languages"))}">{" ".join(links)}</nav>'


def picture(path: str, more: str = "") -> str:
    """The small board of the game at a path, in the colours that the reader's system asks for. It is beside
    what is said of it in words, and says nothing itself. Where no dots can be made it is the drawing."""
    name = "small.png" if can_draw() else "board.svg"
    light = escape(f"{path}{name}{more}")
    dark = escape(f"{path}{name}{more}{'&' if more else '?'}dark")
    source = f'<source media="(prefers-color-scheme: dark)" srcset="{dark}">'
    return f'<picture>{source}<img src="{light}" alt="" width="480" height="320" loading="lazy"></picture>'


def own(games: Sequence[Own], lists: str = "") -> str:
    """The games of one person: where he has to act, the soonest first; then those that he waits for. `lists`
    are those that he can sign on to, as a section."""
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
    words = {"remember": _("Remember this page in this browser"), "forget": _("Forget it in this browser")}
    data = " ".join(f'data-{name}="{escape(word)}"' for name, word in words.items())
    keep = f'<p id="remember" hidden><button type="button" {data}>{escape(words["remember"])}</button></p>'
    body = ("".join(sections) or nothing) + lists + keep + all_games
    return whole(_("Your games"), body, remembers=True)


def _section(said: str, games: Sequence[Own]) -> str:
    cards = "".join(map(_card, games))
    return f'<section><h2>{escape(said)}</h2><ul class="cards">{cards}</ul></section>\n' if games else ""


def _card(one: Own) -> str:
    """A game as a link to its page, with its board as its seat sees it."""
    about = " · ".join(filter(None, (one.game, one.title, with_own_tables(one.own_tables), one.seat)))
    until = f"<p>{escape(plain(one.until))}</p>" if one.until else ""
    link = f'<a href="{escape(one.path)}">{escape(plain(one.asked))}</a>'
    return (
        f'<li class="{one.state}">{picture(one.path)}<div><h3>{link}</h3>{until}'
        f'<p class="quiet">{escape(plain(about))}</p></div></li>'
    )


def message(said: str) -> str:
    """One sentence, and the way back."""
    back = escape(_("All games"))
    return whole(_("Bugyo"), f'<p>{escape(plain(said))}</p><p><a href="/">{back}</a></p>')
