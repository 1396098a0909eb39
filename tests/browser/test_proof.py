"""The mark of the replay page: the record that a page carries is checked in the browser, and says so."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from domain.titles import TITLES
from projections.page import making
from projections.page.carried import Carried, packed
from projections.page.making import page
from projections.replay import Replay
from referee.audit.game_lines import envelopes_of, export_lines, read_export
from referee.bundle.check.joined import check_script
from referee.copies.forking import Plan, begin, left_in
from referee.games.opening import Opening
from referee.games.referee import Referee
from referee.games.selfplay import self_play
from referee.record.record import Record
from referee.seats.seat_view import replay_of
from tests.browser.conftest import Open
from tests.browser.laned import ACT, GAME, Line, Table, laned, lines_of, positions

NARROW = {"viewport": {"width": 390, "height": 844}}

Change = Callable[[str], str]
Show = Callable[..., Any]


def replayed(lines: bytes) -> Replay:
    """The game of an export that opens everything."""
    export = read_export(lines.splitlines(keepends=True))
    rules = TITLES[export.header.title]
    data = rules.read_data({name: text.encode() for name, text in export.header.data.items()})
    return Replay(export.header.game, rules, data, envelopes_of(export))


def record_of(level: int, title: str = "kawanakajima") -> bytes:
    return laned(level, "referee", title)["game.jsonl"]


def lines_in(level: int, title: str = "kawanakajima") -> list[Line]:
    return lines_of(laned(level, "referee", title))


@cache
def page_of(level: int, lines: bytes | None = None, title: str = "kawanakajima") -> str:
    """The page of a game, with its record or with other lines."""
    own = record_of(level, title)
    return page(replayed(own), "referee", carried=Carried(own if lines is None else lines, check_script))


@pytest.fixture
def show(opened: Open, tmp_path: Path) -> Show:
    """Opens a page that is given as text, and waits for what its mark says."""

    def show_(text: str, mark: str = "#1", **settings: Any) -> Any:
        path = tmp_path / "proof.html"
        path.write_text(text, encoding="utf-8")
        tab = opened(path, mark, **settings)
        tab.wait_for_selector("#proof[class]")
        return tab

    return show_


def said(tab: Any) -> tuple[str | None, str]:
    """How the mark stands, and what it says."""
    return tab.get_attribute("#proof", "class"), tab.inner_text("#mark")


@pytest.mark.parametrize("level", [1, 2, 3])
@pytest.mark.parametrize("title", ["kawanakajima", "shinobi"])
def test_a_page_with_its_record_says_what_holds(show: Show, level: int, title: str) -> None:
    lines = lines_in(level, title)
    throws = len(positions(lines, "thrown"))
    tab = show(page_of(level, title=title))
    status, mark = said(tab)
    assert status == "holds"
    assert mark == f"Checked in this browser: {len(lines) - 1} events, {throws} of {throws} throws"
    tab.click("#proof summary")
    told = tab.inner_text("#verdict")
    assert "It has not checked signatures, for the page has none, the rules, people and clocks." in told
    assert "Its key was only read from the record itself" in told
    assert "Throws, cells, orders, rewinds: holds." in told
    assert "Zip file" not in told


def other_face(lines: bytes) -> tuple[bytes, int]:
    """The lines with another face of an open throw; nobody has mended the chain. And its event."""
    found = lines.splitlines(keepends=True)
    at = positions([json.loads(line) for line in found], "open")[-1]
    line = json.loads(found[at])
    faces = line["public"]["entry"]["faces"]
    old, new = (f'"faces":{json.dumps(one, separators=(",", ":"))}' for one in (faces, [9, *faces[1:]]))
    found[at] = found[at].replace(old.encode(), new.encode())
    return b"".join(found), at


def test_a_page_with_an_altered_record_names_the_event(show: Show) -> None:
    lines, at = other_face(record_of(2))
    tab = show(page_of(2, lines))
    status, mark = said(tab)
    assert status == "fails"
    assert mark.startswith(f"Does not hold: event {at}. Its digest is not that of what it says")
    tab.click("#proof summary")
    tab.click("#verdict a")
    is_there = "text => document.querySelector('#where').innerText.includes(text)"
    tab.wait_for_function(is_there, arg=f"Event {at} of")


def with_story(text: str, change: Callable[[dict[str, Any]], object]) -> str:
    """The page with another story; its record is as it was."""
    begins = '<script id="story" type="application/json">'
    before, _, rest = text.partition(begins)
    told, _, after = rest.partition("</script>")
    story = json.loads(told)
    change(story)
    return f"{before}{begins}{json.dumps(story)}</script>{after}"


@pytest.mark.soak
def test_a_page_that_shows_other_faces_than_its_record_names_the_event(show: Show) -> None:
    at = positions(lines_in(1), "open")[-1]

    def change(story: dict[str, Any]) -> None:
        story["steps"][at - 1]["dice"] = [7]

    status, mark = said(show(with_story(page_of(1), change)))
    assert status == "fails"
    assert mark.startswith(f"Does not hold: event {at}. The page shows other faces")


@pytest.mark.soak
def test_what_was_not_checked_is_not_said_to_hold(chromium: Any, tmp_path: Path) -> None:
    """A part that breaks off, for want of memory or by a slip of the script, proves nothing."""
    path = tmp_path / "broken.html"
    path.write_text(page_of(2), encoding="utf-8")
    tab = early(chromium, path, "window.requestIdleCallback = (act) => { window.checks = act; }")
    tab.evaluate("""() => {
      const { get } = Map.prototype;
      Map.prototype.get = function (key) {
        if (key === "cells") throw new RangeError("no memory");
        return get.call(this, key);
      };
      checks();
    }""")
    tab.wait_for_selector("#proof[class]")
    status, mark = said(tab)
    assert status == "unchecked"
    assert mark.startswith("Not checked in this browser. Throws, cells, orders, rewinds: ")
    tab.close()


@pytest.mark.soak
def test_a_page_that_carries_another_record_says_so(show: Show) -> None:
    assert said(show(page_of(1, record_of(2)))) == (
        "fails",
        "Does not hold. The page does not show the game of the record that it carries.",
    )


@pytest.mark.soak
def test_a_record_that_is_too_long_is_left_out_and_the_mark_says_so(
    show: Show, monkeypatch: pytest.MonkeyPatch
) -> None:
    most, whole = len(packed(record_of(1))), page_of(1)
    monkeypatch.setattr(making, "MOST", most)
    assert page_of.__wrapped__(1) == whole
    monkeypatch.setattr(making, "MOST", most - 1)
    text = page_of.__wrapped__(1)
    tab = show(text)
    assert said(tab) == ("unchecked", "Not checked in this browser. The record is too long for a page.")
    assert tab.text_content("#verdict").startswith("The bundle of the game has its record")
    assert len(text) < len(whole) - most


@pytest.mark.soak
def test_a_page_without_a_record_has_no_mark(opened: Open, file: Path) -> None:
    assert opened(file).is_hidden("#proof")


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Record]:
    """A game that is over."""
    record = Record(tmp_path_factory.mktemp("proof") / "game.db")
    assert len(list(self_play(record, "shinobi", 1, "proof"))) == 1
    yield record
    record.close()


def carrying(record: Record, game: str, viewer: str) -> str:
    lines = b"".join(export_lines(record, game, viewer))
    return page(replay_of(record, game), viewer, carried=Carried(lines, check_script))


@pytest.mark.soak
def test_of_a_what_if_it_says_from_where_its_faces_prove_nothing(
    show: Show, played: Record, tmp_path: Path
) -> None:
    (game,) = played.games()
    store = Record(tmp_path / "what-if.db")
    begin(store, left_in(played, game), Plan(43, "other"))
    status, mark = said(show(carrying(store, "other", "public")))
    store.close()
    assert status == "holds"
    assert mark.startswith("A what-if, checked in this browser: ")
    assert mark.endswith(" events. Nobody can check its faces after event 44")


@pytest.mark.soak
def test_at_level_0_it_says_that_nobody_can_check_the_faces(show: Show, tmp_path: Path) -> None:
    record = Record(tmp_path / "free.db")
    Referee(record).open(Opening("free", "shinobi", ("Ann", "Ben", "Cem"), level=0), ACT)
    status, mark = said(show(carrying(record, "free", "public")))
    record.close()
    assert status == "holds"
    assert mark.endswith(" events. Level 0: nobody can check the faces")


@pytest.mark.soak
def test_what_a_viewer_may_not_know_is_counted_as_not_checked(show: Show, tmp_path: Path) -> None:
    """A game that goes on, as everybody may see it, and as its referee may."""
    record = Record(tmp_path / "on.db")
    Table(record, 1, "shinobi").play(20)
    everybody, referee = (said(show(carrying(record, GAME, viewer))) for viewer in ("public", "referee"))
    record.close()
    counted = re.compile(r"Checked in this browser: \d+ events, (\d+) of (\d+) throws")
    found = [counted.fullmatch(mark) for _, mark in (everybody, referee)]
    checked, throws = zip(*(map(int, one.groups()) for one in found if one), strict=True)
    assert checked[0] < throws[0] == throws[1] == checked[1]


# ---- when it is checked


def early(chromium: Any, path: Path, script: str) -> Any:
    """A page before whose scripts another one has run."""
    tab = chromium.new_page()
    tab.add_init_script(script)
    tab.goto(path.as_uri())
    return tab


@pytest.mark.soak
def test_the_page_can_be_read_before_anything_is_checked(chromium: Any, tmp_path: Path) -> None:
    path = tmp_path / "waits.html"
    path.write_text(page_of(3), encoding="utf-8")
    tab = early(chromium, path, "window.requestIdleCallback = (act) => { window.checks = act; }")
    tab.keyboard.press("Home")
    assert "Event 1 of" in tab.inner_text("#where")
    assert said(tab) == (None, "Being checked in this browser…")
    assert tab.evaluate("typeof bugyoCheck") == "undefined"
    tab.evaluate("checks()")
    tab.wait_for_selector("#proof.holds")
    tab.close()


@pytest.mark.soak
def test_a_browser_that_cannot_unpack_says_so(chromium: Any, tmp_path: Path) -> None:
    path = tmp_path / "old.html"
    path.write_text(page_of(1), encoding="utf-8")
    tab = early(chromium, path, "delete window.DecompressionStream")
    tab.wait_for_selector("#proof.unchecked")
    assert said(tab)[1].endswith("It cannot unpack the record that this page carries.")
    tab.close()


@pytest.mark.soak
def test_what_is_no_record_gets_a_sentence(show: Show) -> None:
    status, mark = said(show(page_of(1, b"\xff\n")))
    assert (status, mark) == ("fails", "Does not hold. It is not UTF-8.")
    text = page_of(1)
    begins = '<script id="record" type="text/plain">'
    assert said(show(text.replace(begins, f"{begins}!")))[0] == "unchecked"


# ---- what a reader does with it


@pytest.mark.soak
def test_a_throw_of_the_log_is_taken_apart(show: Show) -> None:
    lines = lines_in(3)
    at = positions(lines, "open")[-1]
    tab = show(page_of(3), f"#{at}")
    tab.focus("#apart")
    tab.keyboard.press("Enter")
    steps = tab.locator("#steps")
    assert lines[at]["public"]["entry"]["cell"] in steps.inner_text()
    assert steps.locator(".sum").count() > 15
    assert tab.get_attribute("#apart", "aria-expanded") == "true"
    tab.keyboard.press("ArrowLeft")
    assert steps.inner_text() == ""
    assert tab.is_visible("#apart") == (at - 1 in positions(lines, "thrown"))


@pytest.mark.soak
def test_the_record_is_saved_as_it_was_carried(show: Show) -> None:
    tab = show(page_of(2))
    tab.click("#proof summary")
    with tab.expect_download() as saving:
        tab.click("#verdict button")
    assert saving.value.suggested_filename == "laned-1.jsonl"
    assert saving.value.path().read_bytes() == record_of(2)


@pytest.mark.soak
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_fits_a_narrow_screen(show: Show, scheme: str) -> None:
    at = positions(lines_in(3), "open")[-1]
    tab = show(page_of(3), f"#{at}", **NARROW, color_scheme=scheme)
    tab.click("#proof summary")
    tab.click("#apart")
    tab.locator("#steps summary").first.click()
    assert tab.evaluate("document.documentElement.scrollWidth") <= 390
