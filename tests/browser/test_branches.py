"""Lines of play that were abandoned: a reader steps over them or into them, and sees them as branches.

Event 120 goes on from 60, 200 from 150, and 300 from 100, which was abandoned at 120: so 1 to 60, 61 to 100
and 300 to the end stand. Two runs are abandoned: 101 to 119, and 120 to 299 with 151 to 199 in it.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from domain.game.state.lines import targets, that_stand
from domain.titles import TITLES
from projections.replay import Replay
from tests.browser.conftest import Open
from tests.browser.games import recorded, rewound, written
from tests.browser.test_page import event
from tests.projections.games import NOBODY, NOON, Stamped
from tests.titles.play import data_of
from tests.titles.test_rewinds import with_rewinds

REWINDS = {120: 60, 200: 150, 300: 100}


WALKED = "(() => { const way = [now]; while (now < count) { go(ahead(now)); way.push(now); } return way; })()"


@pytest.fixture(scope="session")
def branched(folder: Path) -> Path:
    told = recorded("shinobi", "victory")
    assert len(told) > 320
    return rewound(written(folder, told, "straight"), REWINDS)


@pytest.mark.soak
@pytest.mark.parametrize("title", ["shinobi", pytest.param("twilight_shogun", marks=pytest.mark.soak)])
def test_what_stands_is_what_stands_in_the_record(opened: Open, folder: Path, title: str) -> None:
    """In a random game that went back again and again, also into what had been abandoned."""
    rules = TITLES[title]
    data = data_of(rules)
    played = with_rewinds(rules, 3, data).entries
    stamped = [Stamped(bytes(32), NOON, NOBODY, entry) for entry in played]
    page = opened(written(folder, Replay("rewound", rules, data, stamped), f"{title}-rewound"))
    stands: list[bool] = page.evaluate("line.slice(1).map((number) => number === 0)")
    assert stands == that_stand(targets(played))
    assert page.evaluate(WALKED) == [at for at, on_line in enumerate(stands, 1) if on_line]
    assert page.evaluate("lines.length") > 3


# at     Right leads to   Left leads to
STEPS = [
    (60, 61, 59),
    (100, 300, 99),
    (300, 301, 100),
    (110, 111, 109),
    (119, 120, 118),
    (120, 121, 60),
    (150, 200, 149),
    (151, 152, 150),
    (199, 200, 198),
    (200, 201, 150),
    (299, 300, 298),
]


@pytest.mark.parametrize(("at", "right", "left"), STEPS)
def test_abandoned_lines_are_stepped_over(
    opened: Open, branched: Path, at: int, right: int, left: int
) -> None:
    page = opened(branched, f"#{at}")
    page.keyboard.press("ArrowRight")
    assert event(page) == right
    page.fill("#slider", str(at))
    page.keyboard.press("ArrowLeft")
    assert event(page) == left


@pytest.mark.soak
def test_b_steps_into_them_as_they_were_recorded(opened: Open, branched: Path) -> None:
    page = opened(branched, "#100")
    page.keyboard.press("b")
    assert page.get_attribute("#enter", "aria-pressed") == "true"
    page.keyboard.press("ArrowRight")
    assert event(page) == 101
    page.fill("#slider", "120")
    page.keyboard.press("ArrowLeft")
    assert event(page) == 119
    page.click("#enter")
    page.fill("#slider", "100")
    page.keyboard.press("ArrowRight")
    assert event(page) == 300


@pytest.mark.soak
def test_a_game_without_abandoned_lines_has_no_button_for_them(opened: Open, file: Path) -> None:
    page = opened(file)
    assert not page.is_visible("#enter")
    assert page.locator("#log .fold").count() == 0
    assert page.locator("#strip .gone").count() == 0


@pytest.mark.soak
def test_playing_through_ends_where_the_game_stands(opened: Open, branched: Path) -> None:
    """From the first event to the last: no event of an abandoned line."""
    page = opened(branched)
    walked = page.evaluate(WALKED)
    count = page.evaluate("count")
    assert walked == [*range(1, 101), *range(300, count + 1)]
    back = page.evaluate(
        "(() => { const way = [now]; while (now > 1) { go(behind(now)); way.push(now); } return way; })()"
    )
    assert back == walked[::-1]


@pytest.mark.soak
def test_the_board_after_a_rewinding_is_that_of_the_record(opened: Open, branched: Path) -> None:
    """However it is come to: the page draws what was recorded at each event."""
    page = opened(branched, "#300")
    shown = page.inner_html("#board")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowRight")
    assert event(page) == 300
    assert page.inner_html("#board") == shown


@pytest.mark.soak
def test_the_log_folds_them_and_opens_where_the_reader_stands(opened: Open, branched: Path) -> None:
    page = opened(branched)
    folds = page.locator("#log .fold")
    said = folds.locator("button").all_inner_texts()
    assert said == [
        "Abandoned: events 101 to 119, after event 100",
        "Abandoned: events 120 to 150, after event 60",
        "Abandoned: events 151 to 199, after event 150",
        "Abandoned: events 200 to 299, after event 60",
    ]
    assert page.eval_on_selector_all("#log .fold", "e => e.map(one => one.dataset.depth)") == [
        "1",
        "1",
        "2",
        "1",
    ]
    assert [folds.nth(n).locator("ol").is_visible() for n in range(4)] == [False] * 4
    page.fill("#slider", "170")
    assert [folds.nth(n).locator("ol").is_visible() for n in range(4)] == [False, False, True, False]
    assert page.inner_text("#where").endswith("abandoned, after event 150")
    assert folds.nth(2).locator("button").get_attribute("aria-expanded") == "true"
    page.fill("#slider", "50")
    assert "abandoned" not in page.inner_text("#where")
    assert not folds.nth(2).locator("ol").is_visible()
    folds.nth(0).locator("button").click()
    assert folds.nth(0).locator("ol").is_visible()
    folds.nth(0).locator("button").click()
    assert not folds.nth(0).locator("ol").is_visible()
    page.keyboard.press("b")
    assert all(folds.nth(n).locator("ol").is_visible() for n in range(4))


@pytest.mark.soak
def test_strip_and_charts_show_them_as_branches(opened: Open, branched: Path) -> None:
    page = opened(branched)
    assert page.locator("#strip .gone").count() == 4
    charts = page.locator("#tracks figure").count()
    assert page.locator("#tracks .gone").count() == 4 * charts
    for path in page.locator("#tracks .stands").all():
        ends = [float(at) for at in _ends(path.get_attribute("d"))]
        assert not [at for at in ends if 100 < at < 299]


def _ends(path: str) -> list[str]:
    return [part.split("V")[0] for part in path.split("H")[1:]]


@pytest.mark.soak
def test_a_link_to_a_turn_prefers_what_stands(opened: Open, branched: Path) -> None:
    page = opened(branched)
    found: dict[str, Any] = page.evaluate(
        "Object.fromEntries([...firstOf].map(([turn, at]) => [turn, [at, line[at]]]))"
    )
    turns: list[str] = page.evaluate("turns")
    for turn, (at, line) in found.items():
        standing = [n for n in (*range(1, 101), *range(300, len(turns))) if turns[n].lower() == turn]
        assert (at, line) == (standing[0], 0) if standing else line > 0


@pytest.mark.soak
def test_shift_and_an_arrow_stay_on_the_line(opened: Open, branched: Path) -> None:
    page = opened(branched, "#95")
    page.keyboard.press("Shift+ArrowRight")
    page.keyboard.press("Shift+ArrowRight")
    assert event(page) > 299
    page.keyboard.press("Shift+ArrowLeft")
    page.keyboard.press("Shift+ArrowLeft")
    assert event(page) < 101
