"""The pictures in docs/pictures: mails as a telephone shows them, for docs/player.md and README, and README's
board, as the program draws it. `python -m tests.guides --pictures` makes them.

- SHOWN    which mail of the session each is of
- BOARD    the event of a recorded game, and the piece of the board
- write    makes them; the mails need Chromium
- is_of    of which HTML or drawing a picture says that it is: so whoever has no browser knows how old it is
"""

from __future__ import annotations

import base64
import re
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import Any

from PIL import Image, PngImagePlugin

from domain.kit.sealed import PUBLIC
from projections.drawing.small_pictures import dots
from projections.drawing.svg import Box, svg
from projections.telling.boards import drawn
from tests.browser.conftest import CHROMIUM, QUIET
from tests.browser.games import recorded
from tests.guides.mails import PLAYER, drawing, page

SHOWN = {"invitation": 2, "turn": 14, "mistake": 10}

BOARD, FIGHT, PLACE = "board", ("kawanakajima", "kenshin-killed", 492), Box(600, 290, 930, 620)
"""The Uesugi attack, in a game that ends with the death of Kenshin."""

FOLDER = PLAYER.parent / "pictures"
WIDTH, TALLEST = 390, 844
"""A telephone."""

BROAD = 1000
"""README has more room."""

COLOURS = 256
MARK = "HTML"


def digest(name: str) -> str:
    """Of the HTML that a picture has to show; the board is in it by the digest of its drawing."""
    shows = board() if name == BOARD else page(SHOWN[name])
    return sha256(shows.encode()).hexdigest()


def board() -> str:
    """The board as everybody sees it: with what the newest event has marked on it."""
    title, ending, event = FIGHT
    return svg(drawn(recorded(title, ending, event), event, PUBLIC), scale=BROAD / PLACE.width, cut=PLACE)


def is_of(path: Path) -> str:
    with Image.open(path) as image:
        return str(image.info.get(MARK, ""))


def write() -> None:
    from playwright.sync_api import sync_playwright

    FOLDER.mkdir(exist_ok=True)
    (FOLDER / f"{BOARD}.png").write_bytes(_marked(dots(board().encode()), digest(BOARD)))
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=[*QUIET, "--no-sandbox"])
        for name in SHOWN:
            (FOLDER / f"{name}.png").write_bytes(_marked(taken(browser, name), digest(name)))
        browser.close()


def taken(browser: Any, name: str) -> bytes:
    """The first screen of a mail, or all of it where it is shorter."""
    tab = browser.new_page(viewport={"width": WIDTH, "height": TALLEST}, color_scheme="light")
    tab.set_content(_whole(SHOWN[name]))
    height = min(TALLEST, tab.evaluate("document.documentElement.scrollHeight"))
    clip = {"x": 0, "y": 0, "width": WIDTH, "height": height}
    shot: bytes = tab.screenshot(full_page=True, clip=clip)
    tab.close()
    return shot


def _whole(number: int) -> str:
    """The HTML with its picture in it, as a mail program puts it there."""
    board = drawing(number)
    source = f"data:image/png;base64,{base64.b64encode(dots(board)).decode()}" if board else ""
    return re.sub(r"cid:[^\"]*", source, page(number))


def _marked(shot: bytes, of: str) -> bytes:
    """In few colours, with the digest of the HTML."""
    marks = PngImagePlugin.PngInfo()
    marks.add_text(MARK, of)
    made = BytesIO()
    image = Image.open(BytesIO(shot)).convert("RGB").quantize(COLOURS)
    image.save(made, "PNG", optimize=True, pnginfo=marks)
    return made.getvalue()
