"""The page of the referee: who cannot see, has no mouse, has a telephone, reads another language."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from referee.record.record import Record
from referee.seats.referee_link import referee_path
from tests.browser.conftest import Open
from tests.browser.test_access import complaints
from tests.web.playing import DESK, Playing
from tests.web.served import serving
from tests.web.test_referee_asks import REI, Asking
from tests.web.troubled import HOUR, Troubled

PHONE = {"width": 360, "height": 740}
WIDE = {"width": 1280, "height": 900}


@pytest.fixture(scope="module")
def troubled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Troubled]:
    made = Troubled(tmp_path_factory.mktemp("troubled"))
    yield made
    made.record.close()


def kept(playing: Playing, folder: Path, name: str, language: str = "en") -> Path:
    """The page as a file."""
    answer = playing.web.get(f"{referee_path(playing.record)}?language={language}")
    path = folder / f"referee-{name}-{language}.html"
    path.write_bytes(answer.content)
    return path


@pytest.mark.soak
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("screen", [PHONE, WIDE], ids=["phone", "wide"])
def test_axe_finds_nothing(
    opened: Open, troubled: Troubled, folder: Path, scheme: str, screen: dict[str, int]
) -> None:
    page = opened(kept(troubled, folder, "axe"), "", color_scheme=scheme, viewport=screen)
    assert complaints(page) == []


@pytest.mark.soak
def test_axe_finds_nothing_where_nothing_is_wanted(opened: Open, tmp_path: Path) -> None:
    playing = Playing(tmp_path)
    assert complaints(opened(kept(playing, tmp_path, "calm"), "")) == []
    playing.record.close()


@pytest.mark.soak
@pytest.mark.parametrize("language", ["en", "fr", "ru"])
def test_a_telephone_needs_no_scrolling_aside(
    opened: Open, troubled: Troubled, folder: Path, language: str
) -> None:
    page = opened(kept(troubled, folder, "phone", language), "", viewport=PHONE)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    wide = "[...document.querySelectorAll('body *')].filter(e => e.getBoundingClientRect().right > 360.5)"
    assert page.evaluate(f"{wide}.map(e => e.outerHTML.slice(0, 80))") == []
    assert page.locator(".summary").bounding_box()["y"] < PHONE["height"]


@pytest.mark.soak
def test_every_link_is_come_to_and_leads_to_its_section(
    opened: Open, troubled: Troubled, folder: Path
) -> None:
    page = opened(kept(troubled, folder, "keys"), "")
    come_to = []
    for _step in range(12):
        page.keyboard.press("Tab")
        come_to.append(page.evaluate("document.activeElement.getAttribute('href')"))
    assert come_to[:3] == ["?language=en", "?language=fr", "?language=ru"]
    assert come_to[3:9] == ["#unsent", "#disputes", "#stuck", "#questions", "#paused", "#open"]
    for mark in come_to[3:9]:
        assert page.locator(f"section{mark} h2").count() == 1


@pytest.mark.soak
def test_a_command_is_taken_whole_by_a_press(opened: Open, troubled: Troubled, folder: Path) -> None:
    """It is in no script: the style alone says that it goes together."""
    page = opened(kept(troubled, folder, "copy"), "")
    page.locator("pre").first.click()
    assert page.evaluate("getSelection().toString()").strip() == page.locator("pre").first.inner_text()
    assert page.locator("script").count() == 0


@pytest.mark.soak
def test_a_screen_reader_has_a_table_also_on_a_telephone(
    opened: Open, troubled: Troubled, folder: Path
) -> None:
    page = opened(kept(troubled, folder, "reader"), "", viewport=PHONE)
    table: Any = page.get_by_role("table", name="All games that are on, and their clocks")
    assert table.get_by_role("row").count() == 6
    assert table.get_by_role("columnheader").count() == 6
    assert table.get_by_role("rowheader").first.inner_text() == "pause"


# ---- a program at a seat


@pytest.fixture
def asking(tmp_path: Path) -> Iterator[Asking]:
    made = Asking(tmp_path)
    made.now += 40 * HOUR  # somebody is unheard of
    yield made
    made.record.close()


@pytest.fixture
def link(asking: Asking) -> Iterator[str]:
    """The whole link of the page, before a server that only reads the store."""
    path = referee_path(asking.record)
    record = Record(asking.record.place, only_read=True, clock=lambda: asking.now)
    spool = str(asking.path / "pages")
    with serving(record, address=DESK, spool=spool, in_charge=REI) as address:
        yield address.rstrip("/") + path
    record.close()


@pytest.mark.soak
@pytest.mark.parametrize("screen", [PHONE, WIDE], ids=["phone", "wide"])
def test_a_press_has_the_referee_asked_and_says_so(
    chromium: Any, asking: Asking, link: str, screen: dict[str, int]
) -> None:
    page, said = chromium.new_page(viewport=screen), list[str]()
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    page.goto(link)
    assert complaints(page) == []
    first = page.locator("#stuck form.program").first  # beside what is stuck
    first.locator("button").dblclick()
    first.locator("[role=status]:has-text('A question goes to your mailbox.')").wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") <= screen["width"]
    assert asking.works() == 1
    (asked,) = asking.out()
    assert f"a program for {asking.seat} in winter" in asked["Subject"]
    page.locator("summary").click()
    again = page.locator(f"#programs form[data-seat={asking.seat}]")
    again.locator("button").click()
    again.locator("[role=status]:has-text('You are asked that already.')").wait_for()
    again.locator("select").select_option("keen")
    again.locator("button").click()
    again.locator("[role=status]:has-text('A question goes')").wait_for()
    asking.works()
    (asked,) = asking.out()
    assert all("409" in one for one in said)
    page.close()


@pytest.mark.soak
def test_without_a_script_nothing_of_it_is_shown(chromium: Any, asking: Asking, link: str) -> None:
    context = chromium.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(link)
    assert page.locator("form:visible, summary:visible").count() == 0
    context.close()
