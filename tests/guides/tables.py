"""The pictures of tables in docs/pictures: the page of a seat in each title, at its main steps, on a desk and
on a telephone, by day and by night; and docs/tables.md, which shows them. `python -m tests.guides --pictures`
makes both.

- SCENES   which game, event, seat and picks each shows
- names    of all pictures
- taken    the pictures; that needs Chromium
- digest   of the page that a picture has to show
- guide    the text of docs/tables.md
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from typing import Any, NamedTuple

from domain.titles import TITLES
from tests.browser.at_table import still
from tests.browser.games import recorded
from tests.browser.seated_tables import SECRET, Seat, Table, served
from tests.guides.mails import PLAYER


class Shown(NamedTuple):
    """A seat of a recorded game after an event, what it has picked of its order, and what is to be seen."""

    title: str
    ending: str
    event: int
    seat: str
    says: str
    picks: tuple[str, ...] = ()


SCENES = {
    "shinobi-turn": Shown("shinobi", "victory", 93, "ise", "An attack: what may be attacked is ringed."),
    "shinobi-place": Shown("shinobi", "victory", 73, "omi", "Which card is placed at home, or moved."),
    "twilight-cards": Shown("twilight_shogun", "vp", 600, "anti", "The cards of a hand, with their texts."),
    "twilight-realign": Shown("twilight_shogun", "vp", 594, "pro", "Realignment: the odds stand beside it."),
    "kawanakajima-command": Shown(
        "kawanakajima", "kenshin-killed", 346, "takeda", "Chits for the command points of a turn."
    ),
    "kawanakajima-move": Shown("kawanakajima", "kenshin-killed", 385, "uesugi", "A clan moves, then fights."),
    "rising-sun-board": Shown("rising_sun", "victory", 112, "herald", "The herald enters the board."),
    "rising-sun-bid": Shown("rising_sun", "victory", 152, "fox", "A sealed bid, coin by coin."),
    "clan-war-report": Shown("clan_war", "victory", 93, "crab", "A phase that is fought on a table."),
    "clan-war-fight": Shown("clan_war", "victory", 114, "crab", "Close combat is reported."),
}
"""Two steps of each title."""

SIZES = {"desk": (1280, 800), "telephone": (390, 844)}
WIDTHS = {"desk": 620, "telephone": 190}
"""In the guide."""
THEMES = ("light", "dark")

LEFT = 2 * 86_400_000 + 5 * 3_600_000
"""Milliseconds to the deadline."""

GUIDE = PLAYER.parent / "tables.md"

HEAD = """# The tables

<!-- made by `python -m tests.guides --pictures`; a test keeps it current -->
What a seat sees on its page: one question, what may be taken ringed on the board, and Undo and Send at the
same place. Each picture is of a recorded game; it is light or dark as your browser is.
"""

CELL = """<picture><source media="(prefers-color-scheme: dark)" srcset="pictures/{name}-dark.png">\
<img src="pictures/{name}-light.png" width="{width}" alt="{alt}"></picture>"""


def names() -> tuple[str, ...]:
    return tuple(f"{scene}-{size}-{theme}" for scene in SCENES for size in SIZES for theme in THEMES)


def guide() -> str:
    found = [HEAD]
    for scene, shown in SCENES.items():
        name = TITLES[shown.title].name
        desk, telephone = (
            CELL.format(name=f"{scene}-{size}", width=width, alt=f"{name}, {size}: {shown.says}")
            for size, width in WIDTHS.items()
        )
        found.append(f"## {name}\n\n{shown.says}\n\n| | |\n|---|---|\n| {desk} | {telephone} |\n")
    return "\n".join(found)


@cache
def table(scene: str) -> Table:
    shown = SCENES[scene]
    replay = recorded(shown.title, shown.ending, shown.event)
    return Table(Seat(replay, shown.seat), due=replay.envelope(shown.event).at + LEFT)


_LOOKS = re.compile(rb"<style>.*?</style>|<script>.*?</script>|<meta http-equiv=[^>]*>", re.DOTALL)


@cache
def digest(scene: str) -> str:
    """Of what the page says that its four pictures show, and of what is picked there. Its style and its
    script are left out: whoever changes how a table looks makes the pictures anew when that is done."""
    says = _LOOKS.sub(b"", table(scene).got("", {})[1])
    return sha256(says + repr(SCENES[scene].picks).encode()).hexdigest()


def taken(browser: Any) -> Iterator[tuple[str, str, bytes]]:
    """The name of each picture, the digest of its page, and the first screen."""
    for scene, shown in SCENES.items():
        with served(table(scene)) as address:
            for size, (width, height) in SIZES.items():
                for theme in THEMES:
                    tab = browser.new_page(
                        viewport={"width": width, "height": height},
                        color_scheme=theme,
                        reduced_motion="reduce",
                    )
                    shot = _shot(tab, address, table(scene).more["due"] - LEFT, shown.picks)
                    tab.close()
                    yield f"{scene}-{size}-{theme}", digest(scene), shot


def _shot(tab: Any, address: str, now: int, picks: tuple[str, ...]) -> bytes:
    tab.clock.set_fixed_time(now / 1000)
    tab.goto(f"{address}#play={SECRET}")
    still(tab)
    if picks:
        tab.evaluate("(picks) => { go(picks, 'keep'); }", list(picks))
        still(tab)
    return bytes(tab.screenshot())
