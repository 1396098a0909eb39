"""A browser, and the pages that are opened in it."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

DESK: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


@contextmanager
def browsing() -> Iterator[Any]:
    """A browser. Raises `LookupError` where there is none."""
    from playwright.sync_api import sync_playwright

    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    if chromium is None:
        raise LookupError("There is no browser here.")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        yield browser
        browser.close()


@contextmanager
def opened(browser: Any, address: str, settings: dict[str, Any]) -> Iterator[Any]:
    """A page in a browser that knows nothing yet, as soon as its script has run."""
    context = browser.new_context(**settings)
    page = context.new_page()
    page.goto(address)
    yield page
    context.close()
