"""The replay page as one file: markup, style, script and story, under a policy that lets nothing else in."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from html import escape
from pathlib import Path

import msgspec

from projections.drawing import SIZES, sheet
from projections.page.story import Story
from projections.replay import Replay
from projections.texts import _, plain

HERE = Path(__file__).resolve().parent


def page(replay: Replay, viewer: str) -> str:
    """The replay of a game as a viewer may see it: once it is over, everything."""
    story, style, script = Story(replay, viewer).data(), _style(), _script()
    words = {**_words(), "title": f"{replay.game} · {replay.rules.name}"}
    return _file("page.html").format(
        policy=_policy(style, script),
        style=style,
        script=script,
        story=_embedded(story),
        words=_embedded(words),
        **{name: escape(plain(said)) for name, said in words.items()},
    )


def _policy(style: str, script: str) -> str:
    """Nothing is fetched; the page's own style and script are known by their digests."""
    return (
        f"default-src 'none'; style-src '{_digest(style)}'; script-src '{_digest(script)}'; "
        "img-src data: blob:; base-uri 'none'; form-action 'none'"
    )


def _digest(text: str) -> str:
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"


def _embedded(value: object) -> str:
    """JSON that cannot end the element which holds it."""
    text = msgspec.json.encode(value).decode()
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


@cache
def _style() -> str:
    """The style of the page; pictures follow the palette that the reader's system asks for."""
    light, dark = sheet("light"), sheet("dark")
    sized = "".join(f".{name}{{font-size:{size}px}}" for name, size in SIZES.items())
    scheme = f"{light}@media (prefers-color-scheme:dark){{{dark}{sized}}}@media print{{{light}}}"
    return f"\n{_file('page.css')}{scheme}\n"


@cache
def _script() -> str:
    return f"\n{_file('page.js')}"


@cache
def _file(name: str) -> str:
    return (HERE / name).read_text(encoding="utf-8")


def _words() -> Mapping[str, str]:
    """What the page says beside the game itself."""
    return {
        "first": _("First event (Home)"),
        "turn_back": _("One turn back (Shift and Left)"),
        "back": _("One event back (Left)"),
        "play": _("Play (Space)"),
        "on": _("One event on (Right)"),
        "turn_on": _("One turn on (Shift and Right)"),
        "last": _("Last event (End)"),
        "flip": _("Turn the board round (f)"),
        "where": _("Event"),
        "go": _("Go to an event or a turn: 12 or t3"),
        "log": _("Log"),
        "board": _("Board"),
        "tracks": _("Tracks"),
        "sums": _("How it was computed"),
        "save_svg": _("Save as SVG"),
        "save_png": _("Save as PNG"),
        "help": _(
            "Keys: Left, Right: an event. With Shift: a turn. Home, End. Space plays. f turns the board."
        ),
        "of": _("of"),
    }
