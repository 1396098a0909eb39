"""The page of an owner's kit, used as an owner does: a drawn map, three points, paint, tables, saving."""

from __future__ import annotations

import csv
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from projections.page.owner.making import owner_page
from referee.games.datasets import read_files
from referee.owner_data.worksheets import make_worksheets
from tests.browser import drawn_map
from tests.browser.drawn_map import FOREST, RIVER, SHRINE, Point, between, middle, photographed

pytestmark = pytest.mark.soak

OWN = "printed: own copy"
CORNERS = ("0101", "1201", "0108")

Kit = Callable[..., Any]


def made(title: str, folder: Path, files: dict[str, bytes] | None = None) -> Path:
    path = folder / f"{title}.html"
    path.write_bytes(owner_page(title, title, files or read_files(title), read_files(title), {}))
    return path


@pytest.fixture
def kit(chromium: Any, tmp_path: Path) -> Iterator[Kit]:
    """Opens the page of a title in a browser of its own; it may complain of nothing and ask nobody."""
    contexts, said = [], list[str]()

    def open_(title: str = "kawanakajima", files: dict[str, bytes] | None = None, **settings: Any) -> Any:
        context = chromium.new_context(**{"viewport": {"width": 1280, "height": 900}, **settings})
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: said.append(message.text))
        page.on("pageerror", lambda error: said.append(str(error)))
        page.on("request", lambda request: said.append(request.url) if request.url[:4] == "http" else None)
        page.goto(made(title, tmp_path, files).as_uri())
        return ready(page)

    yield open_
    for context in contexts:
        context.close()
    assert said == []


def ready(page: Any) -> Any:
    page.wait_for_selector("body[data-ready]")
    return page


@pytest.fixture(scope="session")
def photo(chromium: Any, folder: Path) -> Path:
    return photographed(chromium, folder)


def press(page: Any, *points: Point) -> None:
    """Presses a place of the picture, or draws the pointer over several."""
    page.locator("#map").scroll_into_view_if_needed()
    matrix = page.evaluate("(({a, d, e, f}) => [a, d, e, f])(document.getElementById('map').getScreenCTM())")
    shown = [(matrix[0] * x + matrix[2], matrix[1] * y + matrix[3]) for x, y in points]
    page.mouse.move(*shown[0])
    page.mouse.down()
    for point in shown[1:]:
        page.mouse.move(*point, steps=4)
    page.mouse.up()


def tool(page: Any, name: str) -> None:
    page.locator("#tools").get_by_role("button", name=name, exact=True).click()


def paint(page: Any, name: str) -> None:
    page.locator("#panel .palette").get_by_role("button", name=name, exact=True).click()


def lay(page: Any, photo: Path, corners: tuple[str, ...] = CORNERS) -> None:
    """Opens the picture and lays the grid over it."""
    page.set_input_files("#map-file", photo)
    told(page, "map.png")
    tool(page, "Lay the grid")
    for nth, corner in enumerate(corners):
        page.fill(f"#place-{nth}", corner)
        page.locator(f"#place-{nth}").press("Enter")
        page.click(f"#set-{nth}")
        press(page, middle(corner))


def told(page: Any, text: str) -> None:
    page.wait_for_selector(f"#told:has-text('{text}')")


def rows(text: bytes | str) -> list[dict[str, str]]:
    said = text.decode() if isinstance(text, bytes) else text
    return list(csv.DictReader(line for line in said.splitlines() if not line.startswith("#")))


def saved(page: Any) -> dict[str, bytes]:
    """What the zip of the page has."""
    page.click("#go-save")
    with page.expect_download() as waiting:
        page.click("#zip")
    with zipfile.ZipFile(waiting.value.path()) as found:
        assert found.testzip() is None
        return {name: found.read(name) for name in found.namelist()}


def kept(page: Any) -> None:
    page.wait_for_selector("#kept:has-text('is kept in this browser')")


# --- from beginning to end ---


def test_a_drawn_map_of_twelve_by_eight_hexes_becomes_the_files_of_a_kit(kit: Kit, photo: Path) -> None:
    page = kit()
    lay(page, photo)
    tool(page, "Terrain")
    paint(page, "w · woods")
    page.locator("#panel select").select_option("1")
    press(page, *map(middle, FOREST))
    tool(page, "Sides")
    paint(page, "river")
    for pair in RIVER:
        press(page, between(*pair))
    tool(page, "Names")
    page.fill("#new-name", "Shrine, the “old” one")
    page.get_by_role("button", name="Add", exact=True).click()
    press(page, middle(SHRINE))
    page.select_option("#view", "file/combat.csv")
    page.get_by_label("2, 2, ours", exact=True).fill("aR^R")
    page.keyboard.press("Tab")

    ours, found = read_files("kawanakajima"), saved(page)
    changed = {"map.csv", "sides.csv", "places.csv", "combat.csv"}
    assert {name for name in ours if found[name] != ours[name]} == changed
    assert {*found} == {*ours}
    _map_is_painted(ours["map.csv"], found["map.csv"])
    sides = {frozenset((row["hex"], row["beside"])): row for row in rows(found["sides.csv"])}
    assert all(sides[frozenset(pair)]["side"] == "river" for pair in RIVER)
    assert {row["source"] for pair in RIVER if (row := sides[frozenset(pair)])} == {OWN}
    assert rows(found["places.csv"])[-1] == {"place": "Shrine, the “old” one", "hex": SHRINE, "source": OWN}
    first = rows(found["combat.csv"])[0]
    assert first["2"] == "aR^R"
    assert first["source"].endswith(f"; {OWN} (2)")


def _map_is_painted(ours: bytes, found: bytes) -> None:
    """Just the hexes of the forest, and the sources of their rows, which name them."""
    before, after = rows(ours), rows(found)
    differing = {
        f"{column}{row['row']}"
        for row, now in zip(before, after, strict=True)
        for column in row
        if column != "source" and row[column] != now[column]
    }
    assert differing == {*FOREST}
    assert after[4]["source"] == after[5]["source"] == f"{before[4]['source']}; {OWN} (02, 03)"
    untouched = [nth for nth, line in enumerate(ours.splitlines()) if nth not in (6, 7)]
    assert [found.splitlines()[nth] for nth in untouched] == [ours.splitlines()[nth] for nth in untouched]


@pytest.mark.parametrize("title", ["kawanakajima", "twilight_shogun", "rising_sun", "shinobi", "clan_war"])
def test_what_is_not_changed_is_saved_byte_for_byte(kit: Kit, title: str) -> None:
    ours = read_files(title)
    assert saved(kit(title)) == ours


def test_three_points_on_a_line_are_refused_and_one_can_be_undone(kit: Kit, photo: Path) -> None:
    page = kit()
    lay(page, photo, ("0101", "0501", "0901"))
    assert "on one line" in page.text_content("#told")
    page.fill("#place-2", "0108")
    page.locator("#place-2").press("Enter")
    page.click("#set-2")
    press(page, middle("0108"))
    assert "Point 3 is set; 0 left." in page.text_content("#told")
    x = page.input_value("#x-2")
    page.focus("#map")
    page.keyboard.press("Shift+ArrowRight")
    assert float(page.input_value("#x-2")) > float(x)
    page.click("#undo")
    assert page.input_value("#x-2") == x


def test_a_reload_loses_nothing(kit: Kit, photo: Path) -> None:
    page = kit()
    lay(page, photo)
    tool(page, "Terrain")
    paint(page, "w · woods")
    press(page, middle("0505"))
    kept(page)
    before = saved(page)
    page.reload()
    ready(page)
    assert page.get_attribute("#map-image", "width") == str(drawn_map.WIDE)
    assert saved(page) == before
    page.click("#go-map")
    tool(page, "Terrain")
    paint(page, "w · woods")
    press(page, middle("0606"))
    assert rows(saved(page)["map.csv"])[5]["06"] == "w0"


def test_everything_can_be_forgotten(kit: Kit) -> None:
    page = kit()
    page.select_option("#view", "file/rally.csv")
    page.get_by_role("button", name="2: it is as printed", exact=True).click()
    kept(page)
    page.click("#go-save")
    page.click("#forget")
    page.click("#forget-yes")
    page.wait_for_timeout(500)
    ready(page)
    assert saved(page) == read_files("kawanakajima")


# --- files saved before ---


def test_saved_files_are_loaded_again_also_toml(kit: Kit, tmp_path: Path) -> None:
    page = kit("twilight_shogun")
    page.select_option("#view", "file/cards.toml")
    page.select_option("#record", "2")
    page.locator(".line:has(label:text-is('ap')) input").fill("3")
    page.locator(".line:has(label:text-is('name')) input").fill('Affairs of "Chubu" \\ <b>')
    page.keyboard.press("Tab")
    found = saved(page)
    before = read_files("twilight_shogun")["cards.toml"].decode().split("[[card]]")
    after = found["cards.toml"].decode().split("[[card]]")
    assert [nth for nth, one in enumerate(before) if after[nth] != one] == [3]
    assert 'name = "Affairs of \\"Chubu\\" \\\\ <b>"\n' in after[3]
    assert after[3].endswith(f'deck and AP are ours; {OWN} (name, ap)"\n\n')
    make_worksheets("twilight_shogun", tmp_path / "kit")
    (tmp_path / "kit" / "cards.toml").write_bytes(found["cards.toml"])
    other = kit("twilight_shogun")
    other.click("#go-save")
    other.set_input_files("#load", tmp_path / "kit" / "cards.toml")
    told(other, "Loaded: cards.toml.")
    assert saved(other) == found


OTHERS = {
    "twilight_shogun": [
        ("cards.toml", b'[troops]\nvalue = 58\nsource = "printed: x"\n', "more than its values"),
        ("lines.csv", b"zone,beside,defence,source\na,b,1,printed: x\n", "other columns"),
    ],
    "kawanakajima": [
        ("spaces.csv", b"id,name\n", "no file of kawanakajima"),
        ("map.csv", b"\xff\xfe", "UTF-8"),
        ("rally.csv", b'die,levels,source\n1,"0,printed: x\n', "quotation mark"),
        ("rally.csv", b"die,levels,source\n1,0\n", "3 cells are expected, and there are 2"),
        ("rally.csv", b"x" * (4 << 20) + b"x", "larger than 4096 KB"),
    ],
}


@pytest.mark.parametrize("title", OTHERS)
def test_a_file_of_another_title_changes_nothing(kit: Kit, tmp_path: Path, title: str) -> None:
    page = kit(title)
    page.click("#go-save")
    for name, raw, why in OTHERS[title]:
        (tmp_path / name).write_bytes(raw)
        page.set_input_files("#load", tmp_path / name)
        told(page, why)
    assert saved(page) == read_files(title)


# --- who means harm ---


def test_markup_stays_text_everywhere(kit: Kit, tmp_path: Path) -> None:
    evil = '</script><img src=x onerror="document.title=1">'
    files = read_files("kawanakajima")
    files["places.csv"] = files["places.csv"].replace(
        b"Hirose", evil.replace('"', '""').encode().join([b'"', b'"'])
    )
    page = kit(files=files)
    picture = tmp_path / "<b onclick=alert(1)>.png"
    picture.write_text("no picture at all")
    page.set_input_files("#map-file", picture)
    page.wait_for_selector("#told:not(:empty)")
    for view in page.eval_on_selector_all("#view option", "all => all.map((one) => one.value)"):
        page.select_option("#view", view)
    page.click("#go-map")
    tool(page, "Names")
    assert page.locator("img, b, script[src]").count() == 0
    assert page.title() != "1"
    assert saved(page)["places.csv"] == files["places.csv"]


def test_a_huge_picture_is_refused_with_a_sentence(kit: Kit, tmp_path: Path) -> None:
    page = kit()
    wide = tmp_path / "wide.svg"
    wide.write_text('<svg xmlns="http://www.w3.org/2000/svg" width="90000" height="90000"/>')
    page.set_input_files("#map-file", wide)
    told(page, "million pixels")
    heavy = tmp_path / "heavy.png"
    with heavy.open("wb") as file:
        file.truncate((64 << 20) + 1)
    page.set_input_files("#map-file", heavy)
    told(page, "64 MB")
    assert page.get_attribute("#map-image", "href") is None
