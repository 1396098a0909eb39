"""Pictures of the page, as they were looked at and found good: `references/`.

They are compared small and without colours, so that another font or a smoother edge is no difference, and a
part that is missing, cut off or in another place is one. They are made anew, to be looked at, by
`BUGYO_REFERENCES=write pytest tests/browser/test_looks.py`.
"""

from __future__ import annotations

import os
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageChops, ImageFilter, ImageStat

from tests.browser.conftest import Open
from tests.browser.games import recorded, rewound, written

REFERENCES = Path(__file__).with_name("references")

FIRST = 250
"""Events of a game that are on the page."""

SMALL = 8
"""Points of the page that are one point where pages are compared."""

MEAN, MOST = 2.0, 58
"""How much of 255 may differ on average, and at any place once it is blurred."""

# name             title              ending            event  width  settings
LOOKS: list[tuple[str, str, str, int, int, dict[str, Any]]] = [
    ("shinobi", "shinobi", "victory", 200, 1280, {}),
    ("kawanakajima", "kawanakajima", "kenshin-killed", 250, 1280, {"color_scheme": "dark"}),
    ("twilight", "twilight_shogun", "emperor", 240, 1280, {}),
    ("rising-sun", "rising_sun", "victory", 120, 1280, {"color_scheme": "dark"}),
    ("clan-war", "clan_war", "victory", 240, 1280, {}),
    ("telephone", "shinobi", "victory", 150, 360, {"color_scheme": "dark"}),
]


def image(page: Any) -> Image.Image:
    return Image.open(BytesIO(page.screenshot())).convert("RGB")


def small(picture: Image.Image) -> Image.Image:
    grey = picture.convert("L").filter(ImageFilter.BoxBlur(SMALL))
    return grey.resize((picture.width // SMALL, picture.height // SMALL), Image.Resampling.BOX)


def difference(one: Image.Image, two: Image.Image) -> tuple[float, float]:
    """The average and the greatest difference of two pictures of one size."""
    differs = ImageChops.difference(small(one), small(two))
    return ImageStat.Stat(differs).mean[0], float(differs.getextrema()[1])  # type: ignore[arg-type]


def looks_like(page: Any, name: str) -> None:
    """Compares the page with its reference, or makes that anew."""
    page.wait_for_function("!story.shapes || shapes.childNodes.length")  # they are unpacked beside
    path, shown = REFERENCES / f"{name}.png", image(page)
    if os.environ.get("BUGYO_REFERENCES") == "write":
        REFERENCES.mkdir(exist_ok=True)
        shown.quantize(128).save(path, optimize=True)
        return
    wanted = Image.open(path).convert("RGB")
    assert shown.size == wanted.size
    mean, most = difference(shown, wanted)
    assert mean <= MEAN
    assert most <= MOST


@pytest.mark.parametrize(("name", "title", "ending", "at", "width", "settings"), LOOKS)
def test_a_page_looks_as_it_did(
    opened: Open,
    folder: Path,
    name: str,
    title: str,
    ending: str,
    at: int,
    width: int,
    settings: dict[str, Any],
) -> None:
    file = written(folder, recorded(title, ending, FIRST), name)
    size = {"width": width, "height": 740 if width < 400 else 1000}
    looks_like(opened(file, f"#{at}", viewport=size, **settings), name)


@pytest.mark.soak
def test_a_page_with_branches_looks_as_it_did(opened: Open, folder: Path) -> None:
    file = rewound(written(folder, recorded("shinobi", "victory"), "looks"), {120: 60, 200: 150, 300: 100})
    looks_like(opened(file, "#170", viewport={"width": 1280, "height": 1000}), "branches")


@pytest.mark.soak
def test_a_printed_page_looks_as_it_did(opened: Open, folder: Path) -> None:
    file = written(folder, recorded("twilight_shogun", "resignation"), "print")
    page = opened(file, "#40", viewport={"width": 800, "height": 1130}, color_scheme="dark")
    page.emulate_media(media="print")
    looks_like(page, "print")


@pytest.mark.soak
def test_a_page_that_lacks_a_part_looks_different() -> None:
    """The comparison can fail: without one province, and with everything a little lower."""
    wanted = Image.open(REFERENCES / "shinobi.png").convert("RGB")
    without = wanted.copy()
    without.paste((231, 227, 196), (238, 210, 434, 588))
    assert difference(without, wanted)[1] > MOST or difference(without, wanted)[0] > MEAN
    lower = ImageChops.offset(wanted, 0, 24)
    assert difference(lower, wanted)[0] > MEAN
