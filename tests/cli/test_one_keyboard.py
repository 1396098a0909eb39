"""All at one keyboard: hands are seen by a flag that the record tells, and one file has lines of all."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from domain.game.entries.entries import Ordered
from referee.record.envelope import Act
from referee.record.record import Record
from tests.cli.conftest import Bugyo
from tests.cli.test_club import club_file

TABLE = ("open", "shinobi", "--one-keyboard", "--option", "first_player=first-seat")
PEOPLE = ("--player", "Anna", "--player", "Boris", "--player", "Eva")
RUNS = 20
BECAUSE = ("--reason", "Boris has gone home.")


def joins(run: int = 0) -> str:
    return "".join(f"{name}: join with luck in run {run}\n" for name in ("anna", "ise", "EVA"))


@pytest.fixture
def table(fresh: Bugyo) -> Bugyo:
    fresh(*TABLE, "--id", "table", *PEOPLE)
    fresh("orders", "table", "all", "-", stdin=joins())
    return fresh


def hand(bugyo: Bugyo, game: str = "table") -> tuple[str, tuple[str, ...]]:
    """Who is awaited, and with which orders, as whoever types sees it."""
    (asked,) = bugyo.json("what", game)["awaited"]
    return asked["seat"], tuple(asked["orders"])


@pytest.mark.parametrize("run", range(RUNS))
def test_a_game_begins_at_one_keyboard_and_then_another(fresh: Bugyo, run: int) -> None:
    """The commands of docs/referee.md: each time the first seat begins, and its hand is seen."""
    for again in range(2 if run == 0 else 1):
        game = f"table-{again}"
        said = fresh(*TABLE, "--id", game, *PEOPLE).stderr
        assert f"Event 2 of {game} says that whoever types here sees every hand." in said
        fresh("orders", game, "all", "-", stdin=joins(again))
        seat, orders = hand(fresh, game)
        assert seat == "iga"
        told = fresh("orders", game, "all", "-", stdin=f"anna: {orders[0]}").stdout
        assert f"   1  iga: {orders[0]}  (played)" in told
        fresh("audit", game)


def test_a_look_is_asked_for_no_reason_and_is_on_record_once(table: Bugyo) -> None:
    seat, orders = hand(table)
    before = table.json("list")
    for viewer in ("iga", "ise", "referee"):
        table("show", "table", "--seat", viewer)
        assert orders[0] in table("what", "table", "--seat", seat).stdout
    assert table.json("list") == before
    log = " ".join(table("log", "table").stdout.split())
    assert log.count("has looked at") == 1
    assert "referee has looked at every hand, from here on (open --one-keyboard): All sit at" in log
    assert table("audit", "table").exit_code == 0


def test_without_the_flag_a_hand_is_seen_only_with_a_reason(bugyo: Bugyo) -> None:
    assert bugyo.json("what", "summer")["awaited"][0]["orders"] is None
    assert "say why with --reason" in bugyo("show", "summer", "--seat", "iga", code=2).stderr


def test_who_comes_to_play_by_mail_is_not_looked_at(table: Bugyo) -> None:
    """From then on every look is recorded again, and asks for a reason."""
    table("roster", "take", "table", "ise", "Dora <dora@example.org>", *BECAUSE)
    assert table.json("what", "table")["awaited"][0]["orders"] is None
    assert "say why with --reason" in table("show", "table", "--seat", "ise", code=2).stderr


@pytest.mark.parametrize(
    ("more", "says"),
    [
        (("--player", "Anna <a@x.org>", *PEOPLE[2:]), "Whoever plays by mail sits at no keyboard of yours"),
        ((*PEOPLE, "--policy", "late.toml"), "Looks are told at the next reveal in this game"),
    ],
)
def test_nobody_is_looked_at_who_cannot_know_it(
    fresh: Bugyo, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, more: tuple[str, ...], says: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "late.toml").write_text('referee = {looks = "at the reveal"}\n')
    assert says in " ".join(fresh(*TABLE, *more, code=2).stderr.replace("│", " ").split())
    assert not fresh.store.exists()


# ---- one file


def played(bugyo: Bugyo) -> list[tuple[str, str]]:
    """Every order of the game with its seat, and for whom it was given."""
    record = Record(bugyo.store)
    found = [one for one in record.envelopes("table") if isinstance(one.entry, Ordered)]
    record.close()
    return [(one.entry.seat, Act(*one.act).behalf) for one in found]


def test_each_line_is_played_as_by_its_seat(table: Bugyo) -> None:
    before = len(played(table))
    for _turn in range(3):
        seat, orders = hand(table)
        one: Any = table.json("orders", "table", "all", "-", stdin=f"# evening\n{seat}: {orders[0]}\n")
        assert [(line["line"], line["seat"], line["text"]) for line in one["lines"]] == [(2, seat, orders[0])]
    assert played(table)[before:][0] == ("iga", "Anna")
    assert set(played(table)) <= {("iga", "Anna"), ("ise", "Boris"), ("kii", "Eva")}


def test_what_follows_a_line_that_cannot_be_played_is_not_reached(table: Bugyo) -> None:
    seat, orders = hand(table)
    lines = f"anna: {orders[0]}\nboris: nonsense\neva: pass\n"
    told = table.json("orders", "table", "all", "-", stdin=lines, code=1)["lines"]
    assert [line["outcome"] for line in told] == ["played", "unreadable", "not reached"]
    assert [line["seat"] for line in told] == [seat, "ise", "kii"]


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("dora: pass", "Line 2 begins with nobody's name: “dora: pass”."),
        ("pass", "Line 2 begins with nobody's name: “pass”. Write one of these and a colon: iga (Anna), ise"),
        ("iga:", "Line 2 begins with nobody's name"),
        ("referee: pass", "Line 2 begins with nobody's name"),
        ("igа: pass", "Line 2 begins with nobody's name"),  # a Cyrillic а
    ],
)
def test_a_line_of_nobody_refuses_the_whole_file(table: Bugyo, line: str, says: str) -> None:
    before = table.json("list")
    _seat, orders = hand(table)
    said = " ".join(
        table("orders", "table", "all", "-", stdin=f"iga: {orders[0]}\n{line}\n", code=65).stderr.split()
    )
    assert says in said
    assert said.endswith("Nothing was played.")
    assert table.json("list") == before


def test_who_sits_at_two_seats_is_named_by_the_seat(table: Bugyo) -> None:
    table("roster", "take", "table", "ise", "Anna", *BECAUSE)
    said = " ".join(table("orders", "table", "all", "-", stdin="anna: pass", code=65).stderr.split())
    assert "Line 1 may be of several: “anna: pass”. Write one of these and a colon: iga, ise." in said


def test_a_line_without_a_name_is_of_nobody_where_a_seat_is_free(table: Bugyo) -> None:
    table("roster", "leave", "table", "ise", *BECAUSE)
    for line in ("pass", ": pass", " : pass"):
        said = table("orders", "table", "all", "-", stdin=line, code=65).stderr
        assert "Line 1 begins with nobody's name" in " ".join(said.split())


def test_where_referees_look_by_name_nobody_looks_unasked(fresh: Bugyo, tmp_path: Path) -> None:
    desk = club_file(fresh, tmp_path, '[[referees]]\nname = "Rei"\n')
    said = fresh(*TABLE, *PEOPLE, "--config", desk, code=77).stderr
    assert "referee may not do this in this club (“look” in its file). These may: Rei." in said
