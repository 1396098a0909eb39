"""The list of all games: a page of it, with what was looked for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from html import escape
from typing import Any
from urllib.parse import urlencode

from msgspec import Struct
from msgspec.structs import asdict, replace

from domain.titles import TITLES
from projections.language.catalogues import reader
from projections.language.messages import _, day, listed, minute, plain, somebody, term
from projections.telling.log import told_what_if
from projections.telling.own_tables import with_own_tables
from referee.seats.links import observe_link
from referee.web.pages import languages, picture, whole

PAGE = 24
"""Games on a page of the list."""

LONGEST = 60
"""Characters of what is looked for."""

RUNNING, JOINING, OVER = "running", "joining", "over"
LAST = 10_000
"""Pages; what is beyond is no number of a page."""

Game = Mapping[str, Any]


class Asked(Struct, frozen=True):
    """What is looked for: the games of a title, in a state, with a text in their names, people or seats; and
    which page of them."""

    title: str = ""
    state: str = ""
    text: str = ""
    page: int = 1


def asked_of(query: Mapping[str, str]) -> Asked:
    """Raises `ValueError` with a sentence where something is no answer to what the form asks."""
    title, state, page = (query.get(name, "") for name in ("title", "state", "page"))
    if title and title not in TITLES:
        raise ValueError(_("There is no title of that name here. Choose one in the list of games."))
    if state not in ("", RUNNING, JOINING, OVER):
        raise ValueError(_("Games are running, waiting for players, or over."))
    if page and not (page.isascii() and page.isdecimal() and len(page) < 6 and 0 < int(page) <= LAST):
        raise ValueError(_("“page” is the number of a page, such as 2."))
    return Asked(title, state, plain(query.get("text", "")).strip()[:LONGEST], int(page or 1))


def index(
    games: Sequence[Game], asked: Asked | None = None, lists: str = "", watched_at: str = "", head: str = ""
) -> str:
    """The list of games, those that have moved last first; above it `lists` that people can sign on to.
    `watched_at` is the address of the desk, where people may observe games by mail; `head` is markup of its
    head."""
    asked = asked or Asked()
    found = sorted((game for game in games if _fits(game, asked)), key=_moved)
    pages = max(1, -(-len(found) // PAGE))
    page = min(asked.page, pages)
    cards = "".join(_card(game, watched_at) for game in found[(page - 1) * PAGE : page * PAGE])
    said = _("Choose a game to replay it, event by event.")
    parts = [f'<p class="lead">{escape(said)}</p>', _mine(), lists]
    if any(game["over"] for game in games):
        parts.append(f'<p><a href="/ratings{in_language()}">{escape(_("Ratings"))}</a></p>')
    if games:
        parts.append(_form(games, asked))
    nothing = _("No game fits that.") if games else _("There is no game yet.")
    parts.append(f'<ul class="cards">{cards}</ul>' if cards else f"<p>{escape(nothing)}</p>")
    here = replace(asked, page=page)
    parts.append(_pages(here, pages))
    links, home = languages(partial(_address, here)), f"/{in_language()}"
    return whole(
        _("Games refereed by Bugyo"),
        "\n".join(filter(None, parts)),
        remembers=True,
        head=head,
        links=links,
        home=home,
    )


def _moved(game: Game) -> tuple[int, str]:
    return -int(game["at"]), str(game["game"])


def _fits(game: Game, asked: Asked) -> bool:
    if asked.title not in ("", game["title"]) or asked.state not in ("", _state(game)):
        return False
    named = (game["game"], TITLES[game["title"]].name, *game["seats"], *game["seats"].values())
    return asked.text.casefold() in "\n".join(map(plain, named)).casefold()


def _state(game: Game) -> str:
    if game["over"]:
        return OVER
    return RUNNING if game["begun"] else JOINING


# ---- a game


def _card(game: Game, watched_at: str) -> str:
    path = f"/g/{escape(game['game'])}/"
    here = in_language()
    lines = [f'<p class="quiet">{escape(term(TITLES[game["title"]].name))}</p>']
    lines += [f"<p>{escape(plain(line))}</p>" for line in _lines(game)]
    lines += [f'<p class="quiet">{escape(plain(line))}</p>' for line in _quiet(game)]
    lines += [_observe(game["game"], watched_at)] if watched_at and not game["over"] else []
    link = f'<h2><a href="{path}{here}">{escape(game["game"])}</a></h2>'
    return f'<li class="{_state(game)}">{picture(path, here)}<div>{link}{"".join(lines)}</div></li>\n'


def _observe(game: str, desk: str) -> str:
    return f'<p><a href="{escape(observe_link(desk, game))}">{escape(_("News by mail"))}</a></p>'


def _lines(game: Game) -> Iterator[str]:
    """How it stands, and until when somebody has time."""
    yield how_it_stands(game)
    if game["due"] and not game["over"]:
        yield _("Until {moment}.").format(moment=day(game["due"]))


def _quiet(game: Game) -> Iterator[str]:
    yield ", ".join(_seated(game, seat) for seat in game["seats"])
    said = _("Since {day}; last event {moment}.")
    yield said.format(day=minute(game["opened"])[:10], moment=minute(game["at"]))
    if own := with_own_tables(game["own_tables"]):
        yield own


def _seated(game: Game, seat: str) -> str:
    """Who sits there, as people say it: "Anna (iga)"."""
    person = game["seats"].get(seat, "")
    return _("{person} ({seat})").format(person=somebody(person), seat=seat) if person else seat


def how_it_stands(game: Game) -> str:
    """The turn and whom it waits for, or how it has ended; of a what-if also which game it leaves."""
    said = told_what_if(game["what_if"])
    turn = _("Turn {turn}.").format(turn=game["turn"].removeprefix("T"))
    turn = turn if game["begun"] and not game["over"] else ""
    return " ".join(filter(None, (said, turn, _awaits(game))))


def _awaits(game: Game) -> str:
    if game["over"]:
        winners = listed([_seated(game, seat) for seat in game["winners"]])
        if game["drawn"]:
            return _("Drawn between {seats}.").format(seats=winners)
        return _("Won by {seats}.").format(seats=winners) if winners else _("It is over; nobody has won.")
    awaited = listed([_seated(game, seat) for seat in game["awaited"]])
    if not game["begun"]:
        return _("{seats} still to join.").format(seats=awaited)
    return _("{seats} to act.").format(seats=awaited) if awaited else _("A throw is awaited.")


# ---- what is looked for


def _form(games: Sequence[Game], asked: Asked) -> str:
    """Without a script: what is chosen stands in the address."""
    known = sorted({game["title"] for game in games}, key=lambda title: TITLES[title].name)
    titles = {"": _("Every title"), **{title: term(TITLES[title].name) for title in known}}
    if asked.title:
        titles.setdefault(asked.title, term(TITLES[asked.title].name))
    states = {"": _("All"), RUNNING: _("Running"), JOINING: _("Waiting for players"), OVER: _("Over")}
    language = reader().language
    kept = f'<input type="hidden" name="language" value="{language}">' if language != "en" else ""
    text = f'<input type="search" name="text" maxlength="{LONGEST}" value="{escape(asked.text)}">'
    return (
        f'<form action="/" method="get" role="search">{kept}'
        f"<label>{escape(_('Title'))} {_choice('title', titles, asked.title)}</label>"
        f"<label>{escape(_('Games'))} {_choice('state', states, asked.state)}</label>"
        f"<label>{escape(_('Name or person'))} {text}</label>"
        f"<button>{escape(_('Show'))}</button></form>"
    )


def _choice(name: str, words: Mapping[str, str], chosen: str) -> str:
    options = (
        f'<option value="{value}"{" selected" if value == chosen else ""}>{escape(word)}</option>'
        for value, word in words.items()
    )
    return f'<select name="{name}">{"".join(options)}</select>'


def _mine() -> str:
    """The way to one's own games; the script shows the link that this browser was told to remember."""
    how = _("Your own games are on one page. Answer any mail of a game with “games”, and its link comes.")
    return (
        f'<p id="mine" hidden><a>{escape(_("Your games"))}</a> '
        f'<button type="button">{escape(_("Forget it in this browser"))}</button></p>'
        f'<p id="how" class="quiet">{escape(how)}</p>'
    )


def _pages(asked: Asked, pages: int) -> str:
    if pages == 1:
        return ""
    said = _("Page {page} of {pages}").format(page=asked.page, pages=pages)
    newer = _link(replace(asked, page=asked.page - 1), _("Newer games")) if asked.page > 1 else ""
    older = _link(replace(asked, page=asked.page + 1), _("Older games")) if asked.page < pages else ""
    return f'<nav aria-label="{escape(_("Pages"))}">{newer}<span>{escape(said)}</span>{older}</nav>'


def _link(asked: Asked, said: str) -> str:
    return f'<a href="{_address(asked, reader().language)}">{escape(said)}</a>'


def _address(asked: Asked, language: str) -> str:
    """What is looked for, as an address; what is not chosen is not in it."""
    chosen = {name: value for name, value in asdict(asked).items() if value not in ("", 1)}
    return escape(f"/?{urlencode({**chosen, **({} if language == 'en' else {'language': language})})}")


def in_language() -> str:
    """What makes a page come in the reader's language, at the end of an address."""
    return "" if reader().language == "en" else f"?language={reader().language}"
