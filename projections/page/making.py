"""The replay page as one file: markup, style, script and story, under a policy that lets nothing else in."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Mapping, Sequence
from functools import cache
from hashlib import sha256
from html import escape
from pathlib import Path
from typing import Any

import msgspec

from domain.kit.sealed import PUBLIC
from projections.drawing.svg import sheet
from projections.language.catalogues import reader
from projections.language.messages import _, plain, term
from projections.page.boards import Boards
from projections.page.carried import MOST, Carried, packed, packed_text
from projections.page.diaries import Opened, section
from projections.page.look import CREST, ground, icon, look
from projections.page.mark import mark
from projections.page.shared import shared_as
from projections.page.story import Story
from projections.page.unnamed import names_in, unnamed
from projections.replay import Replay
from projections.telling.log import what_if

HERE = Path(__file__).resolve().parent

LIVE = "connect-src 'self'; "
"""What the policy also allows where a page follows a game."""


_FOREIGN = re.compile(r"<(?!(?:circle|g|path|polygon|polyline|rect|text|title|use)[ >])")
"""What begins no element of a drawing: the end of a script, a comment in it, what somebody has written."""

BOARD = ("parts.js", "board.js", "hexes.js")
"""What draws boards, on this page and on others."""

SCRIPTS = (*BOARD, "story.js", "shown.js", "sight.js", "log.js", "charts.js", "proof.js", "page.js")
"""The parts of the script, in their order."""


def page(
    replay: Replay,
    viewer: str,
    *,
    live: str = "",
    carried: Carried | None = None,
    head: str = "",
    unnamed_as: str = "",
    watch: str = "",
    opened: Sequence[Opened] = (),
    boards: Boards | None = None,
    story: str = "",
) -> str:
    """The replay of a game as a viewer may see it: once it is over, everything.

    `live` is the path on the page's own server that says when there are new events; "": there is none.
    `carried` is what the browser checks; it is left out where it would take too much room. `head` is markup
    of whoever shows the page, for its head. `unnamed_as` is the name under which it is shown without its
    people. `watch` is a link by which its news come, "" for none; `opened` are the diaries that stand beside
    it. `boards` are drawn for all pages of the same game and viewer, in whatever language; `story` is the
    text of the story, where that is kept. Raises `Named`.
    """
    story = story or embedded(_story(Story(replay, viewer, boards), replay, unnamed_as))
    sheets = board_styles()
    style, script = look() + ground(replay.pictures.ground) + joined(HERE, "page.css"), joined(HERE, *SCRIPTS)
    record = (carried.record or packed(carried.lines)) if carried else ""
    check = carried.script(reader().language) if carried and len(record) <= MOST else ""
    named = (f"{unnamed_as or replay.game} · {term(replay.rules.name)}", what_if(replay.fork(len(replay))))
    words = {**_words(), "title": " · ".join(filter(None, named))}
    if viewer == PUBLIC and not head:
        head = shared_as(words["title"], _("A game refereed by Bugyo, to be replayed event by event."))
    return joined(HERE, "page.html").format(
        lang=reader().language,
        policy=policy((style, sheets), (script, check), live),
        icon=icon(),
        crest=CREST,
        head=f"{head}\n" if head else "",
        style=style,
        sheet=sheets,
        script=script,
        story=story,
        words=embedded({**words, "live": live}),
        record=record if check else "",
        check=packed_text(check) if check else "",
        watch=f'<a id="watch" href="{escape(watch)}">{escape(_("News by mail"))}</a>\n' if watch else "",
        hidden="" if carried else " hidden",
        diaries=section(opened),
        **{name: escape(plain(said)) for name, said in words.items()},
    )


class Named(Exception):
    """A game cannot be shown without its people: what was played has words of theirs."""


def _story(told: Story, replay: Replay, unnamed_as: str) -> dict[str, Any]:
    story = told.data()
    if not unnamed_as:
        return story
    if replay.pictures.called(replay.newest().state.board):
        raise Named("People have given names of their own to what stands on its board.")
    story = unnamed(replay, story, unnamed_as)
    if found := names_in(replay, story):
        raise Named(f"Its orders or its board say a name of somebody: {', '.join(found)}.")
    return story


def policy(styles: tuple[str, ...], scripts: tuple[str, ...], live: str) -> str:
    """Nothing is fetched; the page's own styles and scripts are known by their digests."""
    styled, run = (" ".join(f"'{digest(text)}'" for text in texts if text) for texts in (styles, scripts))
    return (
        f"default-src 'none'; style-src {styled}; script-src {run}; "
        f"img-src data: blob:; {LIVE if live else ''}base-uri 'none'; form-action 'none'"
    )


def digest(text: str) -> str:
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"


def embedded(value: object) -> str:
    """JSON that cannot end the element which holds it."""
    text = msgspec.json.encode(value, enc_hook=str).decode()
    return _FOREIGN.sub("\\\\u003c", text)


@cache
def board_styles() -> str:
    """The styles of boards, in the palette that the reader's system asks for; paper is light."""
    light, dark = sheet("light"), sheet("dark")
    return f"{light}@media screen and (prefers-color-scheme:dark){{{dark}}}"


@cache
def joined(folder: Path, *names: str) -> str:
    """The files of a folder, one after the other."""
    return "".join((folder / name).read_text(encoding="utf-8") for name in names)


def _words() -> Mapping[str, str]:
    """What the page says beside the game itself."""
    return {**_headings(), **_commands(), **_remarks(), **mark()}


def _headings() -> Mapping[str, str]:
    return {
        "board": _("Board"),
        "where": _("Event"),
        "of": _("of"),
        "log": _("Log"),
        "sums": _("How it was computed"),
        "tracks": _("Tracks"),
    }


def _commands() -> Mapping[str, str]:
    """What buttons and fields say."""
    return {
        "first": _("First event (Home)"),
        "turn_back": _("One turn back (Shift and Left)"),
        "back": _("One event back (Left)"),
        "play": _("Play (Space)"),
        "on": _("One event on (Right)"),
        "turn_on": _("One turn on (Shift and Right)"),
        "last": _("Last event (End)"),
        "flip": _("Turn the board round (f)"),
        "enlarge": _("Near the action, or the whole board (z)"),
        "closer": _("Nearer (+)"),
        "farther": _("Farther (-)"),
        "go_to": _("Go to"),
        "go": _("An event, a turn or a word of the log: 12, turn 3, a name"),
        "example": _("12, turn 3, a name"),
        "turn": _("turn").lower(),
        "enter": _("Step into abandoned lines (b)"),
        "link": _("Link to this event"),
        "save_svg": _("Save as SVG"),
        "save_png": _("Save as PNG"),
        "reload": _("Show them"),
    }


def _remarks() -> Mapping[str, str]:
    """Sentences; the script puts in what stands in braces."""
    return {
        "abandoned": _("Abandoned: events {first} to {last}, after event {fork}"),
        "gone": _("abandoned, after event {fork}"),
        "chart": _("{name}: lowest {low}, highest {high}, at the end {last}"),
        "news": _("There are new events."),
        "no_event": _("There is no event {text}: they are 1 to {last}."),
        "unknown": _("“{text}” is no event, no turn and no word of the log."),
        "help": _(
            "Keys: Left, Right, Page Up, Page Down: an event. With Shift: a turn. Home, End. Space plays. "
            "f turns the board, z shows it whole or near, + and - zoom, w a s d move it, n and N go from "
            "thing to thing, b steps into abandoned lines. The wheel zooms where the board has been clicked."
        ),
    }
