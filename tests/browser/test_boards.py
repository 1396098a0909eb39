"""The board of the page is the projection at every event: of the recorded games of every title."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from projections.drawing.svg import Drawing, Part, named
from projections.replay import Replay
from tests.browser.conftest import Open
from tests.browser.games import recorded, written
from tests.titles.recorded import recorded as all_recorded

EACH = [
    ("shinobi", "victory"),
    ("kawanakajima", "kenshin-killed"),
    ("twilight_shogun", "emperor"),
    ("rising_sun", "victory"),
    ("clan_war", "victory"),
]

FIRST = 250
"""Events of them that `make test` has time for."""

ALL = [(rules.title, ending) for rules, ending, _path in all_recorded()]

COMPARED = """([contents, changes, order]) => {
  const shown = document.createElementNS("http://www.w3.org/2000/svg", "g");
  const written = contents.map((content) => { shown.innerHTML = content; return shown.innerHTML; });
  const wanted = new Map(), boards = [];
  for (const change of changes) {
    for (const [name, part] of Object.entries(change)) part ? wanted.set(name, part) : wanted.delete(name);
    boards.push(new Map(wanted));
  }
  for (const [at, isLookedAt] of order) {
    go(at);
    if (!isLookedAt) continue;
    const groups = document.querySelectorAll("#board g[data-part]");
    if (groups.length !== boards[at - 1].size) return `event ${at}: ${groups.length} parts`;
    let before = null;
    for (const group of groups) {
      const [x, y, content, layer] = boards[at - 1].get(group.dataset.part) || [];
      const where = `translate(${x} ${y})`;
      const differs = group.getAttribute("transform") !== where || group.innerHTML !== written[content];
      if (differs) return `event ${at}: ${group.dataset.part}`;
      if (before !== null && layer < before) return `event ${at}: ${group.dataset.part} lies too high`;
      before = layer;
    }
  }
  return "";
}"""


def changes(drawings: Sequence[Drawing]) -> tuple[list[str], list[dict[str, Any]]]:
    """The contents of parts, and what stands elsewhere than in the picture before: null where it is gone."""
    contents: dict[str, int] = {}
    found: list[dict[str, Any]] = []
    before: dict[str, Part] = {}
    for drawing in drawings:
        now = {part.id: part for part in drawing.parts}
        change: dict[str, Any] = {name: None for name in before if name not in now}
        for name, part in now.items():
            if before.get(name) != part:
                content = contents.setdefault(named(part), len(contents))
                change[name] = [part.x, part.y, content, part.layer]
        found.append(change)
        before = now
    return list(contents), found


def compared(opened: Open, folder: Path, told: Replay, each: int = 1) -> str:
    """The first event at which the page differs from the projection, of those that are looked at: one of
    `each`, and some at the end to which it jumps. "" where none does."""
    count, eye = len(told), told.eye("public")
    drawings = [told.drawing(at, eye) for at in range(1, count + 1)]
    page = opened(written(folder, told, told.game))
    order = [(at, at % each == 0) for at in range(1, count + 1)]
    order += [(at, True) for at in (count // 2, 1, count, count // 3, count // 3 - 1, 2)]
    said: str = page.evaluate(COMPARED, [*changes(drawings), order])
    return said


@pytest.mark.parametrize(("title", "ending"), EACH)
def test_the_board_of_the_page_is_the_projection_at_every_event(
    opened: Open, folder: Path, title: str, ending: str
) -> None:
    """Forward one by one, and then anywhere."""
    assert compared(opened, folder, recorded(title, ending, FIRST)) == ""


@pytest.mark.soak
def test_a_board_that_differs_is_noticed(opened: Open, folder: Path) -> None:
    told = recorded("clan_war", "resignation")
    page = opened(written(folder, told, "differs"))
    drawing = told.pictures.drawing(told.view(1, "public"))
    assert page.evaluate(COMPARED, [*changes([drawing]), [[1, True]]]) == ""
    moved = Drawing(9, 9, (Part("head", 0, 0, 1, 1, ""), *drawing.parts[1:]), "")
    assert page.evaluate(COMPARED, [*changes([moved]), [[1, True]]]) == "event 1: head"


@pytest.mark.soak
@pytest.mark.parametrize(("title", "ending"), ALL)
def test_it_is_in_every_recorded_game_to_its_end(opened: Open, folder: Path, title: str, ending: str) -> None:
    """Every event is stepped to; what is wrong after one is still there after the next two, as a rule."""
    assert compared(opened, folder, recorded(title, ending), each=3) == ""
