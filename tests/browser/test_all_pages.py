"""All pages that are served, in light and dark, broad and on a small telephone: axe finds nothing, nothing is
wider than the screen."""

from __future__ import annotations

from typing import Any

import pytest

from referee.seats.own_games import games_path
from tests.browser.at_table import Sit
from tests.browser.test_access import complaints
from tests.referee.mail.test_desk_world import PEOPLE
from tests.web.playing import Playing

WIDTHS = {"broad": {"width": 1280, "height": 900}, "narrow": {"width": 360, "height": 740}}


def addresses(playing: Playing, seat: str) -> dict[str, str]:
    link = playing.link(seat)
    return {
        "games": "/",
        "public replay": "/g/winter/",
        "seat": link,
        "replay of a seat": f"{link}replay/",
        "own games": games_path(playing.record, PEOPLE[seat]),
    }


@pytest.mark.soak
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", list(WIDTHS))
def test_axe_finds_nothing_and_nothing_sticks_out(
    playing: Playing, pages: str, sit: Sit, width: str, scheme: str
) -> None:
    seat = playing.seat
    page = sit(seat, viewport=WIDTHS[width], color_scheme=scheme)
    found = {name: looked_at(page, f"{pages}{path}") for name, path in addresses(playing, seat).items()}
    assert found == dict.fromkeys(found, ([], 0))


def looked_at(page: Any, address: str) -> tuple[list[str], int]:
    """What axe says, and by how much the page is wider than the screen."""
    page.goto(address)
    page.wait_for_load_state("load")
    page.wait_for_timeout(200)
    over = page.evaluate("Math.max(0, document.documentElement.scrollWidth - innerWidth)")
    return complaints(page), over
