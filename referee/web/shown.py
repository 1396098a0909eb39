"""The finished games of a store that may be shown to strangers, as files of a site that any server can serve.

A game is shown once it is over and nothing of it is held back from the public any more. A copy without people
has no bundle and carries no record: the heads of a game cover its names, so that nothing could be checked by
them.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, partial
from html import escape
from itertools import groupby
from pathlib import Path
from typing import Any

from msgspec import Struct

from domain.game.entries.people import SHOW
from domain.game.state.game_state import GameState
from domain.kit.framing import framed
from domain.kit.sealed import PUBLIC
from domain.titles import TITLES
from projections.language.catalogues import LANGUAGES, Reader, reader, written_for
from projections.language.messages import _, plain, term
from projections.page.boards import Boards, boards_for_all
from projections.page.carried import Carried
from projections.page.making import page
from projections.page.shared import shared_as
from projections.replay import Replay, stand
from referee.bundle.check.joined import check_html
from referee.bundle.page_record import page_record
from referee.bundle.writing import members, zipped
from referee.games.old_enough import delay
from referee.record.record import Kept, Record
from referee.seats.folded_games import replay as folded
from referee.seats.tokens import server_key
from referee.web import diaries
from referee.web.index import how_it_stands
from referee.web.pages import languages, site_policy, whole
from referee.web.previews import small_drawing

CHECK, BOARDS = "check.html", {"light": "board.svg", "dark": "board-dark.svg"}
MADE_BY = ("domain", "projections", "referee")
ENDINGS = (".py", ".js", ".css", ".html", ".mo", ".md")

Files = Mapping[str, bytes]


class Shown(Struct, frozen=True):
    """A game of the site. `name` is its folder; without its people, one that says nothing of it."""

    game: GameState
    head: bytes
    name: str
    unnamed: bool = False

    def stands(self) -> dict[str, Any]:
        """How it has ended."""
        found = stand(self.game, self.head)
        seats = dict.fromkeys(found["seats"], "") if self.unnamed else found["seats"]
        return {**found, "game": self.name, "seats": seats}


def showable(record: Record, now: int, *, unnamed: bool) -> Iterator[Shown]:
    """The games that all have agreed to show; with `unnamed` all others as well, without their people."""
    for name in sorted(record.games()):
        kept = record.load(name)
        if kept.game.is_over() and kept.game.ledger.fork is None and now - kept.at >= delay(kept.game):
            if kept.game.register.consents(SHOW):
                yield Shown(kept.game, kept.head, name)
            elif unnamed and kept.game.opened is not None:
                yield Shown(kept.game, kept.head, _mark(record, kept), unnamed=True)


def _mark(record: Record, kept: Kept) -> str:
    """The same each time, and nobody finds by it which game it is."""
    told = hmac.digest(server_key(record), framed("bugyo/1/shown", kept.game.id.encode()), "sha256")
    return f"{kept.game.rules.title.replace('_', '-')}-{told.hex()[:10]}"


def made_of(record: Record, shown: Shown) -> str:
    """What its files are made of, as a digest by which nobody finds its head."""
    noted = "" if shown.unnamed else diaries.stands(record, shown.game)
    fields = (shown.head, shown.name.encode(), program().encode(), *([noted.encode()] if noted else []))
    return hmac.digest(server_key(record), framed("bugyo/1/shown files", *fields), "sha256").hex()


@cache
def program() -> str:
    """A digest of all that makes the files: where it is another, they are made anew."""
    root, whole_digest = Path(__file__).resolve().parents[2], hashlib.sha256()
    for folder in MADE_BY:
        for path in sorted((root / folder).rglob("*")):
            if path.suffix in ENDINGS:
                whole_digest.update(framed("bugyo/1/file", path.name.encode(), path.read_bytes()))
    return whole_digest.hexdigest()


# ---- a game


def files_of(record: Record, shown: Shown) -> Files:
    """Raises `CannotBundle`; and `Named` where a game without its people would name them."""
    replay = folded(record, shown.game.id)
    found = {name: _board(shown, palette).encode() for palette, name in BOARDS.items()}
    boards = boards_for_all(replay, PUBLIC)
    for language in LANGUAGES:
        with written_for(Reader(language)):
            found[_in(language, "replay")] = _replay(record, shown, replay, boards).encode()
    if not shown.unnamed:
        found[CHECK] = check_html()
        found[f"{shown.name}.zip"] = zipped(members(record, shown.name, PUBLIC, tables=_is_ours(shown)))
    return found


def _replay(record: Record, shown: Shown, replay: Replay, boards: Boards | None) -> str:
    if shown.unnamed:
        return page(replay, PUBLIC, unnamed_as=shown.name, boards=boards)
    carried = Carried(*page_record(record, shown.name, PUBLIC, len(replay), tables=_is_ours(shown)))
    return page(replay, PUBLIC, carried=carried, opened=diaries.opened(record, replay), boards=boards)


def _is_ours(shown: Shown) -> bool:
    """Whether its tables are: those of an owner of the printed game are his."""
    return shown.game.opening().tables is None


def _board(shown: Shown, palette: str) -> str:
    return small_drawing(shown.game, PUBLIC, palette)


# ---- the list


def front(games: Sequence[Shown]) -> Files:
    """The list of games, a page in each language."""
    found = {}
    for language in LANGUAGES:
        with written_for(Reader(language)):
            found[_in(language, "index")] = _front(games).encode()
    return found


def _front(games: Sequence[Shown]) -> str:
    said = _("Games that are over, to be replayed event by event.")
    parts = [f'<p class="lead">{escape(said)}</p>']
    ordered = sorted(games, key=lambda one: (TITLES[one.game.rules.title].name, one.name))
    for title, some in groupby(ordered, key=lambda one: one.game.rules.title):
        cards = "".join(map(_card, some))
        parts.append(f'<h2>{escape(term(TITLES[title].name))}</h2>\n<ul class="cards">{cards}</ul>')
    if not games:
        parts.append(f"<p>{escape(_('There is no game yet.'))}</p>")
    return whole(
        _("Games refereed by Bugyo"),
        "\n".join(parts),
        head=f"{site_policy()}{shared_as(_('Games refereed by Bugyo'), said)}\n",
        links=languages(partial(_in, name="index")),
        home="",
    )


def _card(shown: Shown) -> str:
    folder, stands = f"{shown.name}/", shown.stands()
    dark = f'<source media="(prefers-color-scheme: dark)" srcset="{folder}{BOARDS["dark"]}">'
    board = f'<img src="{folder}{BOARDS["light"]}" alt="" width="480" height="320" loading="lazy">'
    here = _in(reader().language, "replay")
    lines = [f'<h3><a href="{folder}{here}">{escape(shown.name)}</a></h3>']
    lines.append(f"<p>{escape(plain(how_it_stands(stands)))}</p>")
    lines.append(f'<p class="quiet files">{_proof(shown)}</p>')
    return f'<li class="over"><picture>{dark}{board}</picture><div>{"".join(lines)}</div></li>\n'


def _proof(shown: Shown) -> str:
    """The way to check a game; or why it cannot be checked."""
    if shown.unnamed:
        said = _(
            "Shown without names, texts and times: a copy that proves nothing, for the heads of the game "
            "cover its names."
        )
        return escape(said)
    folder = f"{shown.name}/"
    links = {_("Its record"): f"{folder}{shown.name}.zip", _("Check the record here"): f"{folder}{CHECK}"}
    return " · ".join(f'<a href="{path}">{escape(said)}</a>' for said, path in links.items())


def _in(language: str, name: str) -> str:
    return f"{name}.html" if language == "en" else f"{name}.{language}.html"
