"""A real browser, where there is one. In CI there is one, or the run fails."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from projections.page.making import page as replay_page
from tests.projections.games import entries, replay

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")

QUIET = ("--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync")


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
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page of a finished game for five people."""
    path = tmp_path_factory.mktemp("page") / "replay.html"
    path.write_text(replay_page(replay(entries(2)), "public"), encoding="utf-8")
    return path


@pytest.fixture
def page(chromium: Any, file: Path) -> Iterator[Any]:
    """The page, opened from the file at its first event; it may complain of nothing."""
    opened = chromium.new_page(viewport={"width": 1280, "height": 900})
    said: list[str] = []
    opened.on("console", lambda message: said.append(message.text))
    opened.on("pageerror", lambda error: said.append(str(error)))
    opened.goto(f"{file.as_uri()}#1")
    yield opened
    opened.close()
    assert said == []
