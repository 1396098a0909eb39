"""A real browser, where there is one. In CI there is one, or the run fails."""

from __future__ import annotations

import json
import os
import shutil
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from referee.bundle.check.joined import check_html
from referee.record.record import Record
from referee.seats.links import play_secret
from tests.browser.at_table import Sit
from tests.browser.checked import Check, checked
from tests.browser.games import written
from tests.browser.seated_tables import DESK as WIDE
from tests.browser.seated_tables import PLACING, SECRET, Seat, Table, served
from tests.projections.games import entries, replay
from tests.web.playing import DESK, Playing
from tests.web.served import serving

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")

QUIET = ("--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync")

Open = Callable[..., Any]
"""Opens a file at a mark such as "#12"; more are settings of the page, as the browser calls them."""


def pytest_itemcollected(item: pytest.Item) -> None:
    """A page that is drawn and waited for takes more than other tests."""
    if item.get_closest_marker("budget") is None:
        item.add_marker(pytest.mark.budget(400, "a browser draws it"))
    item.add_marker(pytest.mark.waits("a browser"))


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed: pip install .[dev]")
    if CHROMIUM is None:
        if os.environ.get("BUGYO_CI"):
            pytest.fail("CI has no Chromium; .ci/run installs it.")
        pytest.skip("There is no Chromium on this machine; .ci/run installs one.")
    with api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=[*QUIET, "--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where pages are written."""
    return tmp_path_factory.mktemp("pages")


@pytest.fixture(scope="session")
def file(folder: Path) -> Path:
    """The page of a finished game for five people."""
    return written(folder, replay(entries(2)))


@pytest.fixture(scope="session")
def tabs(chromium: Any) -> Callable[[dict[str, Any]], list[Any]]:
    """The tabs of some settings that nobody uses. A new one is a process, which takes longer than a page."""
    kept = defaultdict[str, list[Any]](list)
    return lambda settings: kept[json.dumps(settings, sort_keys=True)]


@pytest.fixture
def opened(chromium: Any, tabs: Callable[[dict[str, Any]], list[Any]]) -> Iterator[Open]:
    """Opens pages; they may complain of nothing, and are left in the end."""
    used, said = [], list[str]()
    hears = {
        "console": lambda message: said.append(message.text),
        "pageerror": lambda error: said.append(str(error)),
        "dialog": lambda dialog: said.append(dialog.message),
    }

    def open_(file: Path, mark: str = "#1", **settings: Any) -> Any:
        settings = {"viewport": {"width": 1280, "height": 900}, **settings}
        free = tabs(settings)
        page = free.pop() if free else chromium.new_page(**settings)
        used.append((page, settings))
        for event, told in hears.items():
            page.on(event, told)
        page.goto(f"{file.as_uri()}{mark}")
        return page

    yield open_
    for page, settings in used:
        page.goto("about:blank")
        for event, told in hears.items():
            page.remove_listener(event, told)
        page.emulate_media(media="null", color_scheme=settings.get("color_scheme", "light"))
        page.mouse.move(-1, -1)
        tabs(settings).append(page)
    assert said == []


@pytest.fixture
def page(opened: Open, file: Path) -> Any:
    """The page of the game for five people, at its first event."""
    return opened(file)


@pytest.fixture(scope="session")
def check_file(folder: Path) -> Path:
    """The page that checks a bundle."""
    path = folder / "check.html"
    path.write_bytes(check_html())
    return path


@pytest.fixture(scope="module")
def check(chromium: Any, check_file: Path) -> Iterator[Check]:
    """Checks records in that page, which may complain of nothing, ask nobody, and say nothing by itself."""
    page, said = chromium.new_page(), list[str]()
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    page.on("dialog", lambda dialog: said.append(dialog.message))
    page.goto(check_file.as_uri())
    page.on("request", lambda request: said.append(request.url))
    yield partial(checked, page)
    page.close()
    assert said == []


@pytest.fixture
def playing(tmp_path: Path) -> Iterator[Playing]:
    made = Playing(tmp_path)
    yield made
    made.record.close()


@pytest.fixture
def pages(playing: Playing) -> Iterator[str]:
    """Where the pages of the desk stand; they only read its store."""
    record = Record(playing.record.place, only_read=True)
    with serving(record, address=DESK, spool=str(playing.path / "pages")) as address:
        yield address.rstrip("/")
    record.close()


@pytest.fixture
def sit(chromium: Any, playing: Playing, pages: str) -> Iterator[Sit]:
    """Sits somebody down before the page of a seat, in a browser of his own; it may complain of nothing."""
    contexts, said = [], list[str]()

    def open_(seat: str, **settings: Any) -> Any:
        context = chromium.new_context(**settings)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: said.append(str(error)))
        page.goto(f"{pages}{playing.link(seat)}#play={play_secret(*playing.whose(seat))}")
        return page

    yield open_
    for context in contexts:
        context.close()
    assert said == []


@pytest.fixture(scope="session")
def seat() -> Seat:
    """Somebody who is asked to place a card."""
    return Seat.asked(*PLACING)


@pytest.fixture
def visit(chromium: Any) -> Iterator[Open]:
    """Opens the table of a seat in a browser that knows nothing yet; it may complain of nothing, and ask
    nobody else."""
    said, stack = list[str](), ExitStack()

    def open_(table: Table, mark: str = f"#play={SECRET}", **settings: Any) -> Any:
        context = chromium.new_context(**{"viewport": WIDE, **settings})
        stack.callback(context.close)
        page = context.new_page()
        page.on("pageerror", lambda error: said.append(str(error)))
        page.on("console", lambda one: said.append(one.text) if one.type == "error" else None)
        address = stack.enter_context(served(table))
        host = address.partition("/s/")[0]
        page.on("request", lambda one: None if one.url.startswith(host) else said.append(one.url))
        page.goto(address + mark)
        return page

    with stack:
        yield open_
    assert [one for one in said if "Failed to load resource" not in one] == []
