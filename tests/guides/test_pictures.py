"""The pictures in docs show the mails and the tables of today: by their HTML, not by their dots."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from projections.drawing.dots import can_draw
from tests.browser.conftest import CHROMIUM
from tests.guides import pictures, tables
from tests.guides.mails import PLAYER
from tests.readme import README

MOST_BYTES, MOST_OF_ALL = 80_000, 3_000_000
READMES = ("kawanakajima-move-desk-light", "shinobi-place-telephone-light", "invitation")

needs_drawings = pytest.mark.skipif(not can_draw(), reason="no drawing: pip install .[pictures]")


def kept(name: str) -> Path:
    return pictures.FOLDER / f"{name}.png"


@needs_drawings
@pytest.mark.parametrize("name", pictures.SHOWN)
def test_a_picture_shows_the_mail_of_today(name: str) -> None:
    assert pictures.is_of(kept(name)) == pictures.digest(name), "Run `python -m tests.guides --pictures`."


@pytest.mark.parametrize("name", pictures.SHOWN)
def test_a_picture_is_as_wide_as_a_telephone_and_light(name: str) -> None:
    with Image.open(kept(name)) as image:
        assert image.width == pictures.WIDTH
        assert image.height <= pictures.TALLEST
    assert kept(name).stat().st_size < MOST_BYTES


def test_the_guides_have_every_picture_and_no_other() -> None:
    mails = PLAYER.read_text("utf-8")
    assert all(f'"pictures/{name}.png"' in mails for name in pictures.SHOWN)
    assert tables.GUIDE.read_text("utf-8") == tables.guide()
    assert {path.stem for path in pictures.FOLDER.iterdir()} == {*pictures.SHOWN, *tables.names()}


def test_each_step_of_the_first_page_is_shown() -> None:
    first = PLAYER.read_text("utf-8").partition("## Five minutes")[2].partition("### Fewer mails")[0]
    for step in first.split("\n### ")[1:]:
        assert '<img src="pictures/' in step or step.startswith("Your turn, by a reply"), step[:30]


@needs_drawings
@pytest.mark.parametrize("scene", tables.SCENES)
def test_the_pictures_of_a_table_show_that_of_today(scene: str) -> None:
    told = {pictures.is_of(kept(name)) for name in tables.names() if name.startswith(f"{scene}-")}
    assert told == {tables.digest(scene)}, "Run `python -m tests.guides --pictures`."


def test_readme_has_a_table_a_telephone_and_a_mail_and_all_are_small() -> None:
    text = README.read_text("utf-8")
    assert all(f"docs/pictures/{name}.png" in text for name in READMES)
    assert sum(path.stat().st_size for path in pictures.FOLDER.iterdir()) <= MOST_OF_ALL


@pytest.mark.soak
@needs_drawings
@pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium")
def test_a_picture_says_of_which_mail_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pictures, "FOLDER", tmp_path)
    monkeypatch.setattr(pictures, "SHOWN", {"turn": pictures.SHOWN["turn"]})
    monkeypatch.setattr(tables, "SCENES", {})
    with ThreadPoolExecutor(1) as apart:  # a browser of the same worker has an event loop of its own
        apart.submit(pictures.write).result()
    made: Any = tmp_path / "turn.png"
    assert pictures.is_of(made) == pictures.digest("turn")
    with Image.open(made) as image:
        assert len(image.convert("RGB").getcolors(1 << 20) or ()) > 20
