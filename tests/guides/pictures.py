"""The pictures in docs/pictures: mails as a telephone shows them, and the tables of seats (`tables.py`), for
docs/player.md, docs/tables.md and README. `python -m tests.guides --pictures` makes them.

- SHOWN    which mail of the session each is of
- write    makes them; that needs Chromium
- is_of    of which HTML a picture says that it is: so whoever has no browser knows how old it is
"""

from __future__ import annotations

import base64
import re
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import Any

from PIL import Image, PngImagePlugin

from projections.drawing.small_pictures import dots
from tests.browser.conftest import CHROMIUM, QUIET
from tests.guides import tables
from tests.guides.mails import PLAYER, drawing, page

SHOWN = {"invitation": 2, "turn": 14, "answer": 9, "mistake": 10}

FOLDER = PLAYER.parent / "pictures"
WIDTH, TALLEST = 390, 844
"""A telephone."""

COLOURS, FEW = 256, 64
MARK = "HTML"


def digest(name: str) -> str:
    """Of the HTML that a picture has to show; the board is in it by the digest of its drawing."""
    return sha256(page(SHOWN[name]).encode()).hexdigest()


def is_of(path: Path) -> str:
    with Image.open(path) as image:
        return str(image.info.get(MARK, ""))


def write() -> None:
    from playwright.sync_api import sync_playwright

    FOLDER.mkdir(exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=[*QUIET, "--no-sandbox"])
        for name in SHOWN:
            (FOLDER / f"{name}.png").write_bytes(_marked(taken(browser, name), digest(name)))
        for name, of, shot in tables.taken(browser):
            (FOLDER / f"{name}.png").write_bytes(_marked(shot, of, FEW))
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


def _marked(shot: bytes, of: str, colours: int = COLOURS) -> bytes:
    """In few colours, with the digest of the HTML."""
    marks = PngImagePlugin.PngInfo()
    marks.add_text(MARK, of)
    made = BytesIO()
    image = Image.open(BytesIO(shot)).convert("RGB").quantize(colours)
    image.save(made, "PNG", optimize=True, pnginfo=marks)
    return made.getvalue()
