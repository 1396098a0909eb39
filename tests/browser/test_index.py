"""The list of games and one's own games in a browser: on a telephone and a desk, without a mouse, and what it
remembers."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from domain.kit.likeness import called
from referee.club.ratings import RANKED
from referee.seats.own_games import games_path
from tests.browser.test_access import complaints
from tests.projections.games import Keeper
from tests.referee.club.clubs import Club
from tests.web.served import serving

TELEPHONE, DESK = {"width": 360, "height": 740}, {"width": 1280, "height": 900}
ANNA = "anna@example.org"


@pytest.fixture(scope="module")
def keeper(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Keeper]:
    made = Keeper(tmp_path_factory.mktemp("index") / "record.sqlite", 0, 1, 2).append_all(8)
    for game, seat in (("game-0", "iga"), ("game-1", "ise")):
        made.record.register(game, seat, ANNA)
    yield made
    made.record.close()


@pytest.fixture(scope="module")
def base(keeper: Keeper) -> Iterator[str]:
    with serving(keeper.record) as address:
        yield address


@pytest.fixture
def look(chromium: Any) -> Iterator[Any]:
    """Opens an address in a browser that nobody has used; it may complain of nothing."""
    contexts, said = [], list[str]()

    def open_(address: str, **settings: Any) -> Any:
        context = chromium.new_context(**settings)
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: said.extend(_said(message)))
        page.on("pageerror", lambda error: said.append(str(error)))
        page.goto(address, wait_until="networkidle")
        return page

    yield open_
    for context in contexts:
        context.close()
    assert said == []


def _said(message: Any) -> list[str]:
    """There is no picture for the tab, which browsers ask for by themselves."""
    return [] if message.location["url"].endswith("/favicon.ico") else [message.text]


@pytest.mark.soak
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("viewport", [TELEPHONE, DESK])
def test_the_pages_fit_and_axe_finds_nothing(
    look: Any, base: str, keeper: Keeper, viewport: dict[str, int], scheme: str
) -> None:
    for path in ("", "?language=ru&state=over", games_path(keeper.record, ANNA)[1:]):
        page = look(f"{base}{path}", viewport=viewport, color_scheme=scheme, bypass_csp=True)
        assert page.evaluate("document.documentElement.scrollWidth") <= viewport["width"]
        assert complaints(page) == []
        shown = page.evaluate("[...document.images].map(e => e.naturalWidth)")
        assert all(width > 300 for width in shown)


@pytest.mark.soak
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_ratings_fit_a_telephone_and_axe_finds_nothing(look: Any, tmp_path: Path, scheme: str) -> None:
    with Club(tmp_path / "club.db") as club:
        for n in range(RANKED):
            club.played(f"game-{n}", ("Anna a@x.org", "Boris b@x.org", "A name as long as people have"))
        club.played("other", ("Anna a@x.org", "Boris other@x.org", called("steady")))
        with serving(club.record) as address:
            page = look(f"{address}ratings", viewport=TELEPHONE, color_scheme=scheme, bypass_csp=True)
            page.click("summary")
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
            assert complaints(page) == []
            assert page.locator(".changes li").count() == RANKED + 1


@pytest.mark.soak
def test_the_games_are_looked_for_without_a_mouse_and_without_a_script(look: Any, base: str) -> None:
    page = look(base, viewport=TELEPHONE, java_script_enabled=False)
    page.focus("input[name=text]")
    page.keyboard.type("game-2")
    page.keyboard.press("Enter")
    page.wait_for_url("**/?title=&state=&text=game-2")
    assert page.locator(".cards h2").all_inner_texts() == ["game-2"]
    page.focus(".cards a")
    page.keyboard.press("Enter")
    page.wait_for_url("**/g/game-2/")


@pytest.mark.soak
def test_a_browser_remembers_ones_own_games_only_where_it_is_asked_to(
    look: Any, base: str, keeper: Keeper
) -> None:
    own = games_path(keeper.record, ANNA)
    page = look(f"{base}{own[1:]}", viewport=TELEPHONE)
    page.goto(base)
    assert page.locator("#mine").is_hidden()
    assert page.locator("#how").is_visible()
    page.go_back()
    page.click("#remember button")
    page.goto(base)
    assert page.locator("#mine a").get_attribute("href") == own
    assert too_small(page) == []
    page.click("#mine a")
    page.wait_for_url(f"**{own}")
    assert page.inner_text("#remember button") == "Forget it in this browser"
    page.goto(base)
    page.click("#mine button")
    assert page.locator("#mine").is_hidden()
    assert page.evaluate("localStorage.length") == 0


def too_small(page: Any) -> list[str]:
    """The link and the button, which only a script shows, are as high as a finger."""
    boxes = [one.bounding_box() for one in page.locator("#mine a, #mine button").all()]
    return [str(box) for box in boxes if box["height"] < 36 or box["x"] + box["width"] > TELEPHONE["width"]]


@pytest.mark.soak
@pytest.mark.parametrize(
    "kept", ["javascript:alert(1)", "//evil.example/m/x/", "/m/../g/", "https://evil.example/"]
)
def test_no_other_link_is_shown_whatever_is_kept(look: Any, base: str, kept: str) -> None:
    page = look(base)
    page.evaluate("kept => localStorage.setItem('bugyo:games', kept)", kept)
    page.reload()
    assert page.locator("#mine").is_hidden()
