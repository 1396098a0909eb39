"""Every benchmark of `make bench` still runs: once, as small as can be. How long anything takes is asserted
nowhere but in `benchmarks/RESULTS.md`.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from pathlib import Path

import pytest

from benchmarks import retired
from benchmarks.appending import OURS, RAW, appending
from benchmarks.beside import NOT_INSTALLED, beside
from benchmarks.by_hand import decide, script
from benchmarks.chapters import CHAPTERS, compared
from benchmarks.drawing import under_load
from benchmarks.following import followed
from benchmarks.goals import Row
from benchmarks.goals import table as people_table
from benchmarks.lengths import lengths
from benchmarks.loading import HAND, STOCK, loading
from benchmarks.loading import OURS as FOLD
from benchmarks.mails_a_side import counted
from benchmarks.mails_a_side import text as mails_table
from benchmarks.people import games as people_games
from benchmarks.people import of_looks, of_mails, of_replies, of_sides
from benchmarks.replaying import played, replays
from benchmarks.report import Figure, shown, table
from benchmarks.results import RESULTS, kept
from benchmarks.starting import starts
from benchmarks.storing import stores
from benchmarks.table.steps import rows as steps_of_the_table
from benchmarks.walk import PAGE, WRITES, Step, grown, main, page, walked
from referee.record.record import Record
from tests.now_and_soak import in_every_run
from tests.referee.mail.corpus.figures import Figure as Tried
from tests.referee.mail.corpus.replies import WAYS

SHORT = ("shinobi",)
"""The titles of which games are played here."""

BENCHMARKS: dict[str, tuple[Callable[[Path], list[Figure]], int]] = {
    "replaying": (lambda folder: replays(folder, 1, games=1, titles=SHORT), 3),
    "lengths": (lambda folder: lengths(folder, 1, long=200, loaded=1000), 4),
    "following": (lambda folder: followed(folder, 1, games=1, orders=1, titles=SHORT), 2),
    "storing": (lambda folder: stores(folder, games=1, orders=20), 1),
    "beside": (lambda folder: beside(folder, 1), 4),
    "starting": (lambda folder: starts(folder, 1), 5),
}
"""What makes the figures, and how many there are."""


@pytest.mark.budget(150, "a benchmark, on few events")
@pytest.mark.parametrize("name", in_every_run(set(BENCHMARKS) - {"lengths", "beside"}, BENCHMARKS))
def test_it_gives_its_figures(name: str, tmp_path: Path) -> None:
    made, count = BENCHMARKS[name]
    with ThreadPoolExecutor(1) as pool:  # one of them runs an event loop of its own
        figures = pool.submit(made, tmp_path).result()
    assert len({figure.what for figure in figures}) == count
    assert all(figure.ratio > 0 or figure.compared == NOT_INSTALLED for figure in figures)
    assert len(table(figures).splitlines()) == count + 2


@pytest.mark.soak
def test_what_is_appended_and_loaded_is_the_same_by_hand(tmp_path: Path) -> None:
    assert set(appending(tmp_path, 2, 1, 1)) == {OURS, RAW}
    assert set(loading(tmp_path, 1, events=50)) == {FOLD, HAND, STOCK}


@pytest.mark.soak
def test_the_mails_of_a_side_are_counted_and_standing_orders_save_most_of_them() -> None:
    alone, left = (counted("kawanakajima", sheet=sheet, whole=False, games=1) for sheet in (False, True))
    assert len(alone) == len(left) == 2
    assert max(left) <= MOST_MAILS
    assert min(alone) > 2 * max(left)
    assert len(mails_table(("shinobi",), 1).splitlines()) == 5


MOST_MAILS = 40
"""Of a side in a game of Kawanakajima with the standing orders that are recommended to it."""


ROWS = (
    *("words before the block", "median: Shinobi", "words of news", "beside the text of press"),
    *("answer to one good order", "HTML of a mail", "picture of a mail", "order link", "first screen"),
    *("block above", "quoted block with signs", "quoted block without"),
    *("greeting above it", "lines above", "HTML only", "decoys", "with the sheet", "with no sheet"),
)
"""What each goal for people is known by in the table."""


@pytest.mark.soak
def test_every_goal_for_people_has_its_row_and_what_is_missed_is_said(tmp_path: Path) -> None:
    notes = [*people_games(tmp_path, 12, SHORT)]
    tried = [Tried(f"{way}{page}", 9, 10, 0.95) for way in WAYS for page in ("", ", HTML")]
    rows = [
        *(*of_mails(notes), *of_looks(notes), *of_sides(1)),
        *of_replies([*tried, Tried("decoy: forwarded", 1, 2, 0.0)]),
    ]
    for part in ROWS:
        assert any(part in row.what for row in rows), part
    assert not any(row.holds for row in rows if "replies" in row.what or "decoys" in row.what)
    assert "1 of 2, 1 kinds; decoy: forwarded: 1 | **missed** |" in people_table(rows)
    assert people_table([Row("a", "≤ 1", "1", True)]).endswith("| a | ≤ 1 | 1 | holds |")


@pytest.mark.soak
def test_a_desk_answers_while_pictures_are_drawn_and_each_mail_is_counted(tmp_path: Path) -> None:
    found = under_load(tmp_path, "shinobi", games=2, seconds=0.3)
    assert found.orders > 0 < found.by_cpu
    assert found.drawn <= found.mails
    assert found.stall >= 0


def test_a_step_of_the_table_is_measured() -> None:
    (row,) = steps_of_the_table(SHORT, 1)
    assert row.what.endswith("1 games: Shinobi: War of the Clans")
    assert "median" in row.measured


def test_a_part_of_the_results_is_written_anew_and_speed_stands_last() -> None:
    results = "# Faces\n\nA\n\n# Speed\n\nB\n"
    assert kept(results, "People", "C\n") == "# Faces\n\nA\n\n# People\n\nC\n\n# Speed\n\nB\n"


def test_a_target_is_retired_with_its_reason_and_what_is_missed_is_none_of_these() -> None:
    results = RESULTS.read_text("utf-8")
    assert results.endswith(f"{retired.text()}\n")
    told = [line for line in results.splitlines() if line.endswith(("| retired |", "missed |", "missed** |"))]
    assert [line for line in told if line.endswith("retired |") is not retired.retired(line)] == []
    assert [name for name in retired.RETIRED if name not in results.partition(retired.text())[0]] == []
    figures = [Figure(what, "1", "2", 0.5, at_least=1) for what in (*retired.RETIRED, "else")]
    assert [line.split(" | ")[-1] for line in table(figures).splitlines()[2:]] == [
        *["retired |"] * len(retired.RETIRED),
        "missed |",
    ]


def test_one_mail_with_one_order_goes_no_long_way(tmp_path: Path) -> None:
    steps, kept = walked(tmp_path), PAGE.read_text()
    assert {"referee/mail/desk/desk.py", "referee/games/referee.py"} <= {step.module for step in steps}
    assert not grown(steps, kept), grown(steps, kept)
    assert page(steps) == kept, f"{PAGE.name} is not how the way of a mail is now: {WRITES} writes it."


WALKED = frozenset(Step(f"referee/{module}.py", function) for module in ("a", "b") for function in ("f", "g"))
"""Two modules, four functions."""


@pytest.mark.parametrize(
    ("steps", "may"),
    [
        (WALKED, True),
        (WALKED - {Step("referee/a.py", "f")}, True),
        (WALKED | {Step("referee/a.py", "h")}, False),
        ((WALKED - {Step("referee/a.py", "f")}) | {Step("referee/c.py", "f")}, False),
    ],
)
def test_the_way_of_a_mail_is_written_where_it_has_not_grown(
    steps: frozenset[Step], may: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / PAGE.name
    path.write_text(page(WALKED))
    why = main(steps, path)
    assert capsys.readouterr().out.splitlines()[-1].startswith("all ")
    assert path.read_text() == page(steps if may else WALKED)
    assert (why == "") is may
    assert may or "has grown" in why


def test_a_page_of_the_way_without_its_numbers_is_not_written_over() -> None:
    assert "restore it" in grown(WALKED, "# The way of a mail\n")


def test_a_figure_is_held_to_its_bound_on_either_side() -> None:
    low, high = (Figure("x", "", "", ratio, at_least=0.9) for ratio in (0.89, 0.9))
    assert (low.holds, high.holds, low.target) == (False, True, "at least 0.90")
    low, high = (Figure("x", "", "", ratio, at_most=200_000) for ratio in (200_000, 200_001))
    assert (low.holds, high.holds, low.target) == (True, False, "at most 200,000")
    assert Figure("x", "", "", 1.0).target == "none"
    assert (shown(999.994), shown(1000.4)) == ("999.99", "1,000")


def test_the_loop_by_hand_comes_to_the_same_table_and_refuses_what_is_not_legal(tmp_path: Path) -> None:
    record = Record(tmp_path / "by-hand.bugyo")
    (game,) = played(record, "shinobi", 1)
    table = record.load(game.name).game.state.board.table
    record.close()
    seats, clans, steps = script(game)
    assert decide(seats, clans, steps) == table
    at = next(n for n, step in enumerate(steps) if step[0] == "place")
    with pytest.raises(AssertionError):
        decide(seats, clans, [*steps[:at], (*steps[at][:3], steps[at][1])])  # at home, as a first action


def test_every_chapter_is_a_function_that_is_there() -> None:
    for place in CHAPTERS.values():
        module, name = place.split(":")
        assert callable(getattr(import_module(module), name))


def test_two_programs_are_compared_by_the_best_of_the_rows_that_both_have() -> None:
    def row(what: str, ours: str) -> Figure:
        return Figure(what, ours, "–", 1)

    now = [row("an event, µs, of 120", "4.0 µs"), row("orders", "1,000/s"), row("new", "2 µs")]
    now += [row("an event, µs, of 120", "6.0 µs"), row("orders", "1,500/s")]
    then = [row("an event, µs, of 99", "8.0 µs"), row("orders", "3,000/s"), row("gone", "1 µs")]
    assert compared("abc", now, then).splitlines()[2:] == [
        "| an event, µs, of 120 | 4.0 µs | 8.0 µs | 0.50 |",
        "| orders | 1,500/s | 3,000/s | 2.00 |",
        "| new | 2 µs | – | – |",
    ]
