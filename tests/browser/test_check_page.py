"""The page that checks a bundle, as a reader meets it: a file in, a verdict out, a throw step by step."""

from __future__ import annotations

import hashlib
import hmac
import json
import re
import zipfile
from pathlib import Path
from typing import Any

import pytest

from projections.page.look import icon
from referee.bundle.check.joined import (
    HERE,
    LANGUAGES,
    PARTS,
    WITHOUT_SCRIPTS,
    check_html,
    check_script,
    texts,
)
from tests.browser.conftest import Open
from tests.browser.laned import laned, lines_of, positions
from tests.bundle.maker import Maker, Members, small_game, zipped

NARROW = {"viewport": {"width": 390, "height": 844}}
EVIL = '<img src=x onerror="alert(1)"><script>alert(2)</script>\'"&</style>'


def chosen(page: Any, found: Members | bytes, name: str = "spring.zip", given: str = "") -> Any:
    """The page with a file that a reader has chosen, once it has said what it found."""
    raw = found if isinstance(found, bytes) else zipped(found, zipfile.ZIP_DEFLATED)
    if given:
        page.fill("#given", given)
    page.set_input_files("#file", {"name": name, "mimeType": "application/zip", "buffer": raw})
    page.wait_for_selector("#result:not([hidden])")
    return page


def state(page: Any, row: str) -> str:
    text: str = page.locator("#rows li", has_text=row).locator(".state").inner_text()
    return text


def test_a_file_is_chosen_and_the_verdict_stands_first(opened: Open, check_file: Path) -> None:
    page = chosen(opened(check_file, ""), laned(2, "public"))
    verdict = page.locator("#verdict")
    assert verdict.inner_text().startswith("What this record shows holds, by sections ")
    assert (verdict.get_attribute("role"), verdict.get_attribute("aria-live")) == ("status", "polite")
    assert state(page, "Throws, cells, orders") == "holds"
    assert state(page, "People, clocks, press") == "holds"
    assert state(page, "Rules of the title") == "not checked"
    assert page.locator("html").get_attribute("lang") == "en"


@pytest.mark.soak
def test_a_file_is_dropped(opened: Open, check_file: Path) -> None:
    page = opened(check_file, "")
    page.evaluate(
        """(text) => {
          const moved = new DataTransfer();
          moved.items.add(new File([text], "game.jsonl"));
          const how = { dataTransfer: moved, bubbles: true, cancelable: true };
          document.body.dispatchEvent(new DragEvent("drop", how));
        }""",
        small_game().bundle()["game.jsonl"].decode(),
    )
    page.wait_for_selector("#result:not([hidden])")
    assert page.locator("#verdict").inner_text().startswith("What this record shows holds, by sections ")


@pytest.mark.soak
def test_a_fault_names_its_event(opened: Open, check_file: Path) -> None:
    found = small_game().bundle()
    page = chosen(opened(check_file, ""), found["game.jsonl"].replace(b"weather", b"harvest"), "game.jsonl")
    assert page.locator("#verdict").inner_text().startswith("This does not hold. Chain of events: Event 7: ")
    assert page.locator("#verdict").get_attribute("class") == "fails"


@pytest.mark.soak
def test_what_was_given_is_compared(opened: Open, check_file: Path) -> None:
    found = small_game().bundle()
    page = chosen(opened(check_file, ""), found)
    assert "only read from the record itself" in page.locator("#verdict").inner_text()
    page.fill("#given", found["checkpoint.txt"].decode())
    page.click("#again")
    page.locator("#verdict", has_text="A head that you gave stands in its chain").wait_for()


# --- a throw step by step ---


def shown(page: Any, event: int) -> Any:
    page.fill("#number", str(event))
    page.click("#find-go")
    return page.locator("#steps")


@pytest.mark.parametrize("level", [1, 2, 3])
def test_a_doubter_computes_a_throw_by_hand(opened: Open, check_file: Path, level: int) -> None:
    """Every command gives the digest beside it, and every word its face."""
    found = laned(level, "public")
    event = positions(lines_of(found), "open")[-1]
    steps = shown(chosen(opened(check_file, ""), found), event)
    sums = steps.locator(".sum").all()
    assert len(sums) > 15 + (8 if level > 1 else 0)
    for one in sums:
        assert by_hand(one.locator("pre").text_content()) == one.locator(".mono").last.inner_text()[2:66]
    entry = lines_of(found)[event]["public"]["entry"]
    assert [faced(row) for row in steps.locator("tbody tr").all()] == entry["faces"]
    said = steps.inner_text()
    assert all(text in said for text in (entry["cell"], entry["question"]["purpose"]))


def by_hand(command: str) -> str:
    """What `xxd`, `sha256sum` and `openssl` print."""
    keyed = "openssl dgst -sha256 -mac HMAC -macopt hexkey:([0-9a-f]{64})"
    made = re.fullmatch(rf"echo ([0-9a-f]+) \| xxd -r -p \| (?:sha256sum|{keyed})", command)
    assert made
    raw = bytes.fromhex(made[1])
    return (
        hmac.digest(bytes.fromhex(made[2]), raw, "sha256").hex()
        if made[2]
        else hashlib.sha256(raw).hexdigest()
    )


def faced(row: Any) -> int:
    _place, word, decimal, n, limit, mod, face = (cell.inner_text() for cell in row.locator("td").all())
    assert int(word, 16) == int(decimal) < int(limit) == 2**64 - 2**64 % int(n)
    assert int(decimal) % int(n) == int(mod) == int(face) - 1
    return int(face)


@pytest.mark.soak
def test_a_sealed_throw_says_until_when(opened: Open, check_file: Path) -> None:
    found = laned(1, "public", "shinobi")
    lines = lines_of(found)
    event = next(at for at in positions(lines, "thrown") if at not in positions(lines, "open"))
    steps = shown(chosen(opened(check_file, ""), found), event).inner_text()
    assert "sealed until the game is over" in steps
    assert lines[event - 1]["public"]["entry"]["cells"][0] in steps


@pytest.mark.soak
def test_throws_are_listed_fifty_at_a_time(opened: Open, check_file: Path) -> None:
    maker = Maker(1, cells=120)
    maker.fact({"name": "begun"}, then=("march",))
    for _ in range(120):
        maker.throw("weather", 6)
    page = chosen(opened(check_file, ""), maker.bundle())
    assert page.locator("#throws-list tr").count() == 50
    page.click("#later")
    page.click("#later")
    assert page.locator("#page-of").inner_text() == "101 to 120 of 120"
    assert page.locator("#later").is_disabled()
    assert shown(page, 20).locator("h2").inner_text() == "Event 20: weather"
    assert page.locator("#throws-list tr[aria-current]").count() == 1


# --- hostile records ---


@pytest.mark.soak
def test_nothing_of_a_record_is_markup_or_script(opened: Open, check_file: Path) -> None:
    """Dialogs and requests that fail would stand on the console, which says nothing."""
    maker = Maker(1)
    maker.game, maker.title, maker.viewer = "spring", EVIL, "public"
    maker.entries[0]["data"] = maker.data_name()
    maker.entries[-1]["phrase"] = maker.phrases["date"] = EVIL
    maker.fact({"name": "begun"}, then=("march",))
    maker.order("date", {"march": EVIL})
    maker.throw(EVIL, 6)
    maker.entries.append({"type": EVIL})
    page = chosen(opened(check_file, ""), maker.bundle())
    assert page.locator("#verdict").inner_text().startswith("What this record shows holds, by sections ")
    shown(page, 1)
    assert EVIL in page.locator("#game").inner_text()
    assert EVIL in page.locator("#notes").inner_text()
    assert EVIL in page.locator("#steps").inner_text()
    assert page.locator("img, #result script, #steps script, #throws script").count() == 0


@pytest.mark.soak
@pytest.mark.parametrize("member", ["manifest.json", "game.jsonl", "checkpoint.txt"])
def test_names_in_a_sentence_are_texts_too(opened: Open, check_file: Path, member: str) -> None:
    found = small_game().bundle()
    found[member] = json.dumps({EVIL: {EVIL: 1}}).encode() + b"\n"
    page = chosen(opened(check_file, ""), {**found, EVIL.replace("/", ""): b"x"}, EVIL.replace("/", ""))
    assert page.locator("#verdict").inner_text().startswith("This does not hold.")
    assert page.locator("img").count() == 0


@pytest.mark.soak
def test_a_text_cannot_turn_the_verdict_round_or_fill_the_page(opened: Open, check_file: Path) -> None:
    maker = Maker(1)
    maker.fact({"name": "begun"}, then=("march",))
    maker.throw("\u202e\u0000\n" + "long " * 10_000, 6)
    page = chosen(opened(check_file, ""), maker.bundle())
    listed = page.locator("#throws-list").inner_text()
    assert "\\u{202e}\\u{0}\\u{a}long" in listed
    assert len(listed) < 1_000


@pytest.mark.soak
def test_the_page_lets_nothing_in(opened: Open, check_file: Path) -> None:
    """Its policy knows its own script and style alone: another script does not run, nothing is fetched. Its
    mark stands in it."""
    page = opened(check_file, "")
    policy = page.locator("meta[http-equiv]").get_attribute("content")
    assert policy.startswith("default-src 'none'; img-src data:; script-src 'sha256-")
    assert "unsafe" not in policy
    text = check_html().decode().replace(icon(), "")
    assert re.findall(r"\son\w+=|https?://|<link|<iframe|src=", text) == []
    assert text.count("<script>") == text.count("</script>") == 1


# --- the page itself ---


@pytest.mark.soak
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_fits_a_narrow_screen(opened: Open, check_file: Path, scheme: str) -> None:
    page = chosen(opened(check_file, "", **NARROW, color_scheme=scheme), laned(3, "public"))
    page.locator("#throws-list button").first.click()
    page.locator("summary").first.click()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    paper = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert paper == {"light": "rgb(251, 248, 241)", "dark": "rgb(27, 26, 23)"}[scheme]


@pytest.mark.soak
def test_it_is_used_by_keyboard(opened: Open, check_file: Path) -> None:
    page = chosen(opened(check_file, ""), small_game().bundle())
    page.focus("#given")
    seen = []
    for _ in range(6):
        page.keyboard.press("Tab")
        seen.append(page.evaluate("document.activeElement.id || document.activeElement.tagName"))
    assert seen[:4] == ["again", "number", "find-go", "BUTTON"]
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "steps"


@pytest.mark.soak
def test_every_part_is_in_the_page_and_no_name_twice() -> None:
    """A function that is defined twice would quietly take the place of the first."""
    assert sorted([*PARTS, "page", "saying"]) == sorted(path.stem for path in HERE.glob("*.js"))
    script = check_script()
    names = re.findall(r"^(?:async )?(?:function\*?|class|const|let) (\w+)", script, re.MULTILINE)
    assert len(names) > 100
    assert sorted(names) == sorted(set(names))


@pytest.mark.soak
def test_every_sentence_is_said_somewhere() -> None:
    script = "".join(path.read_text() for path in HERE.glob("*.js"))
    kept = [name for name in texts(LANGUAGES[0]) if name != WITHOUT_SCRIPTS]
    made = ("row_", "page_", "status_", "verdict_", "step_", "level_", "what_", "kind_", "party_")
    ends = ("_holds", "_fails", "_unshown", "_unchecked")
    assert [
        name for name in kept if not name.startswith(made) and not name.endswith(ends) and name not in script
    ] == []
    said = set(re.findall(r'(?:Fault|Beyond|[^.]say)\("(\w+)"', script))
    assert len(said) > 100
    assert sorted(said - set(kept)) == []
