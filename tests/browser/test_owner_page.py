"""The page of an owner's kit, used as an owner does: a drawn map, three points, paint, tables, saving."""

from __future__ import annotations

import csv
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from domain.kit.own_names import FILE as NAMES
from projections.page.owner.making import owner_page
from referee.games.datasets import read_files
from referee.owner_data.worksheets import make_worksheets
from tests.browser import drawn_map
from tests.browser.drawn_map import FOREST, RIVER, SHRINE, Point, between, middle, photographed
from tests.cli.conftest import Bugyo

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

    def open_(
        title: str | Path = "kawanakajima", files: dict[str, bytes] | None = None, **settings: Any
    ) -> Any:
        context = chromium.new_context(**{"viewport": {"width": 1280, "height": 900}, **settings})
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: said.append(message.text))
        page.on("pageerror", lambda error: said.append(str(error)))
        page.on("request", lambda request: said.append(request.url) if request.url[:4] == "http" else None)
        file = title if isinstance(title, Path) else made(title, tmp_path, files)
        page.goto(file.as_uri())
        return ready(page)

    yield open_
    for context in contexts:
        context.close()
    assert said == []


@pytest.fixture
def bugyo(tmp_path: Path) -> Bugyo:
    return Bugyo(tmp_path / "games.db")


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


@pytest.mark.soak
def test_a_drawn_map_of_twelve_by_eight_hexes_becomes_the_files_of_a_kit(
    bugyo: Bugyo, kit: Kit, photo: Path, tmp_path: Path
) -> None:
    """It stands for a corner of the whole: on so few hexes there is no room for the armies."""
    directory, ours = tmp_path / "kit", read_files("kawanakajima")
    bugyo("data", "new", "kawanakajima", directory)
    bugyo("data", "page", directory, "-o", tmp_path / "edit.html")
    page = kit(tmp_path / "edit.html")
    _fill_in(page, photo)
    found = saved(page)
    changed = {"map.csv", "sides.csv", "places.csv", "combat.csv"}
    assert {name for name in ours if found[name] != ours[name]} == changed
    assert {*found} == {*ours, NAMES}
    assert found[NAMES] == (directory / NAMES).read_bytes()
    _map_is_painted(ours["map.csv"], found["map.csv"])
    sides = {frozenset((row["hex"], row["beside"])): row for row in rows(found["sides.csv"])}
    assert all(sides[frozenset(pair)]["side"] == "river" for pair in RIVER)
    assert {row["source"] for pair in RIVER if (row := sides[frozenset(pair)])} == {OWN}
    assert rows(found["places.csv"])[-1] == {"place": "Shrine, the “old” one", "hex": SHRINE, "source": OWN}
    first = rows(found["combat.csv"])[0]
    assert first["2"] == "aR^R"
    assert first["source"].endswith(f"; {OWN} (2)")
    said = _checked(bugyo, directory, found, fits=False)
    (fault,) = said["faults"]
    assert (fault["file"], fault["line"], fault["cell"]) == ("combat.csv", 3, "2")
    page.select_option("#view", "file/combat.csv")
    page.get_by_label("2, 2, yours", exact=True).fill("a1R^R")
    page.keyboard.press("Tab")
    said = _checked(bugyo, directory, saved(page), fits=True)
    differing = {(one["file"], one["row"], one["cell"]) for one in said["differences"]}
    assert differing == {
        *(("map.csv", hex_[2:], hex_[:2]) for hex_ in FOREST),
        *(("sides.csv", " ".join(pair), "") for pair in RIVER),
        ("places.csv", "Shrine, the “old” one", ""),
        ("combat.csv", "2", "2"),
    }


def _checked(bugyo: Bugyo, directory: Path, files: dict[str, bytes], *, fits: bool) -> Any:
    """What `data check` says of the files once they are put into the kit."""
    for name, raw in files.items():
        (directory / name).write_bytes(raw)
    said = bugyo.json("data", "check", directory, code=0 if fits else 1)
    assert said["fits"] is fits
    return said


def _fill_in(page: Any, photo: Path) -> None:
    """The forest, the river, the shrine, and a cell of the combat table."""
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


@pytest.mark.soak
@pytest.mark.parametrize("title", ["kawanakajima", "twilight_shogun", "rising_sun", "shinobi", "clan_war"])
def test_what_is_not_changed_is_saved_byte_for_byte(kit: Kit, title: str) -> None:
    ours = read_files(title)
    assert saved(kit(title)) == ours


@pytest.mark.soak
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


@pytest.mark.soak
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


@pytest.mark.soak
def test_the_grid_stays_laid_on_the_page_of_changed_files(kit: Kit, photo: Path, tmp_path: Path) -> None:
    page = kit()
    lay(page, photo)
    kept(page)
    x = page.input_value("#x-1")
    files = read_files("kawanakajima")
    made("kawanakajima", tmp_path, {**files, "rally.csv": files["rally.csv"] + b"8,3,printed: own copy\n"})
    page.reload()
    ready(page)
    tool(page, "Lay the grid")
    assert page.input_value("#x-1") == x
    assert saved(page)["rally.csv"].endswith(b"8,3,printed: own copy\n")


@pytest.mark.soak
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


# --- further tools ---


@pytest.mark.soak
def test_the_grid_takes_the_size_of_the_printed_one(kit: Kit) -> None:
    page = kit()
    tool(page, "Terrain")
    page.get_by_text("Size of the grid").click()
    page.fill("#wide", "100")
    page.get_by_role("button", name="Change the size").click()
    told(page, "1 to 99 columns")
    page.fill("#wide", "44")
    page.fill("#high", "12")
    page.get_by_role("button", name="Change the size").click()
    found = rows(saved(page)["map.csv"])
    before = rows(read_files("kawanakajima")["map.csv"])
    assert len(found) == 12
    assert all(found[nth] == {**before[nth], "43": "", "44": ""} for nth in range(12))
    page.click("#undo")
    assert saved(page) == read_files("kawanakajima")


@pytest.mark.soak
def test_the_map_can_be_painted_by_keys_alone(kit: Kit) -> None:
    page = kit()
    tool(page, "Terrain")
    page.focus("#map")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    told(page, "Choose first what to set.")
    page.keyboard.press("ArrowLeft")
    paint(page, "k · kaizu")
    page.focus("#map")
    for key in ("ArrowRight", "ArrowDown", "Enter"):
        page.keyboard.press(key)
    assert page.text_content("#told") == "0202: kaizu, level 0; yours."
    tool(page, "Sides")
    paint(page, "ford")
    page.focus("#map")
    page.keyboard.press("4")
    page.keyboard.press("Control+z")
    page.keyboard.press("Control+y")
    found = saved(page)
    assert rows(found["map.csv"])[1]["02"] == "k0"
    assert rows(found["sides.csv"])[-1] == {"hex": "0202", "beside": "0203", "side": "ford", "source": OWN}


@pytest.mark.soak
def test_spaces_lines_and_words_of_twilight(kit: Kit, photo: Path) -> None:
    page = kit("twilight_shogun")
    page.set_input_files("#map-file", photo)
    told(page, "map.png")
    tool(page, "Lay the grid")
    for nth, (name, point) in enumerate(
        {"akita": (1000, 100), "satsuma": (200, 800), "mito": (1100, 500)}.items()
    ):
        page.fill(f"#place-{nth}", name)
        page.locator(f"#place-{nth}").press("Enter")
        page.click(f"#set-{nth}")
        press(page, point)
    tool(page, "Lines")
    press(page, (1000, 100))
    press(page, (200, 800))
    told(page, "A line between akita and satsuma.")
    tool(page, "Words")
    paint(page, "kyushu")
    press(page, (1100, 500))
    tool(page, "Spaces")
    press(page, (200, 800))
    press(page, (200, 990))
    found = saved(page)
    assert rows(found["lines.csv"])[-1] == {"space": "akita", "other": "satsuma", "source": OWN}
    spaces = {row["id"]: row for row in rows(found["spaces.csv"])}
    assert spaces["mito"]["area"] == "kyushu"
    assert spaces["mito"]["source"].endswith(f"; {OWN} (area)")
    assert int(spaces["satsuma"]["row"]) > 7
    assert spaces["satsuma"]["source"].endswith(f"; {OWN} (column, row)")


@pytest.mark.soak
def test_it_can_be_used_on_a_telephone_and_by_a_screen_reader(kit: Kit) -> None:
    page = kit("twilight_shogun", viewport={"width": 390, "height": 844}, color_scheme="dark", has_touch=True)
    for view in page.eval_on_selector_all("#view option", "all => all.map((one) => one.value)"):
        page.select_option("#view", view)
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        nameless = """all => all.filter((one) => one.checkVisibility() && !one.labels?.length
            && !(one.getAttribute("aria-label") || one.textContent).trim()).map((one) => one.outerHTML)"""
        assert page.eval_on_selector_all("button, input, select, textarea", nameless) == []


@pytest.mark.soak
def test_what_does_not_fit_is_said_at_once(kit: Kit) -> None:
    page = kit()
    for view, label, text, why in [
        ("terrain.csv", "cost, clear, known", "two", "“two” is no number."),
        ("combat.csv", "2, 2, ours", "b7", "“b7” is none of the words that we have there"),
        ("places.csv", "hex, Zozan, ours", "2127", "“2127” is no hex of the map."),
    ]:
        page.select_option("#view", f"file/{view}")
        page.get_by_label(label, exact=True).fill(text)
        page.keyboard.press("Tab")
        told(page, why)
    page.click("#go-left")
    assert page.text_content("#faults-tally").endswith("this page can tell: 3.")
    assert "data check DIR" in page.text_content("#left-view")


@pytest.mark.soak
def test_names_are_counted_in_each_language_and_nothing_says_that_they_are_printed(
    bugyo: Bugyo, kit: Kit, tmp_path: Path
) -> None:
    bugyo("data", "new", "shinobi", tmp_path / "kit")
    (tmp_path / "kit" / NAMES).write_text("name,fr,ru\nOda,Oda de Kiyosu,Ода\nMori,,Мори\n", "utf-8")
    bugyo("data", "page", tmp_path / "kit", "-o", tmp_path / "edit.html")
    page = kit(tmp_path / "edit.html")
    assert page.is_visible("#confirm-file")
    page.select_option("#view", f"file/{NAMES}")
    assert not page.is_visible("#confirm-file")
    assert page.text_content("#file-tally") == "français: 1 of 2 named, русский: 2 of 2 named"
    page.get_by_label("ru, Mori", exact=True).fill("")
    page.keyboard.press("Tab")
    assert page.text_content("#file-tally") == "français: 1 of 2 named, русский: 1 of 2 named"
    assert page.text_content("#view option:checked") == f"{NAMES} · fr 1/2, ru 1/2 *"
    page.click("#go-left")
    line = page.locator(f"#left-list li:has(button:text-is('{NAMES}'))")
    assert line.locator("span").text_content() == "français: 1 of 2 named, русский: 1 of 2 named"
    assert page.text_content("#faults-tally") == "Nothing, as far as this page can tell."


# --- files saved before ---


@pytest.mark.soak
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


@pytest.mark.soak
@pytest.mark.parametrize("title", OTHERS)
def test_a_file_of_another_title_changes_nothing(kit: Kit, tmp_path: Path, title: str) -> None:
    page = kit(title)
    page.click("#go-save")
    for name, raw, why in OTHERS[title]:
        (tmp_path / name).write_bytes(raw)
        page.set_input_files("#load", tmp_path / name)
        told(page, why)
    assert saved(page) == read_files(title)


@pytest.mark.soak
def test_a_comment_between_rows_stays_where_it_is(kit: Kit) -> None:
    files = read_files("twilight_shogun")
    files["lines.csv"] = files["lines.csv"].replace(b"edo,mito,", b"# the Mito road, measured\nedo,mito,")
    assert saved(kit("twilight_shogun", files)) == files


@pytest.mark.soak
def test_a_file_that_cannot_be_shown_is_named_and_no_empty_page(chromium: Any, tmp_path: Path) -> None:
    files = read_files("twilight_shogun")
    files["lines.csv"] = files["lines.csv"].replace(b"edo,mito,", b"edo,")
    context = chromium.new_context()
    page = context.new_page()
    page.goto(made("twilight_shogun", tmp_path, files).as_uri())
    told(page, "lines.csv, line ")
    context.close()


# --- who means harm ---


@pytest.mark.soak
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


@pytest.mark.soak
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
