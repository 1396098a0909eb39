"""The site of finished games from a disk: its pictures, its links, its languages."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from referee.web.site_files import update
from tests.browser.conftest import Open
from tests.web.test_shown import Desk


@pytest.mark.soak
def test_it_works_from_a_disk(opened: Open, tmp_path: Path) -> None:
    desk = Desk(tmp_path, "a")
    game = desk.games[0]
    desk.agree(game)
    site = tmp_path / "site"
    update(desk.record, site, desk.now, unnamed=False)
    desk.record.close()
    page: Any = opened(site / "index.html", "")
    shown = "() => [...document.images].map(one => [one.complete, one.naturalWidth > 0])"
    page.wait_for_function("() => [...document.images].every(one => one.complete)")
    assert page.evaluate(shown) == [[True, True]]
    page.get_by_text("français").click()
    assert page.locator("html").get_attribute("lang") == "fr"
    page.get_by_role("link", name=game).click()
    page.wait_for_url(f"**/{game}/replay.fr.html")
    assert page.locator("#board svg, svg").count() > 0
    page.go_back()
    page.get_by_text("Vérifier l'enregistrement ici").click()
    page.wait_for_url(f"**/{game}/check.html")
