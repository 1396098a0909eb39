"""How the games of a title went: which count, what is counted of them, how sure it is."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

from cli.main import commands
from domain.game.entries.entries import SEAT, Ordered
from domain.kit.chance import Thrown
from domain.kit.likeness import called
from projections.drawing.svg import svg
from projections.exports.statistics import Kind
from projections.exports.title_drawing import BARS, drawing
from projections.exports.title_statistics import Counted, share_of, summed
from referee.games import people
from tests.referee.club.clubs import REFEREE, Club

TWO = ("Anna a@x.org", "Boris b@x.org")
D6 = Kind(6, real=False)


def game(name: str, won: dict[str, float], first: str = "pass", **other: Any) -> Counted:
    """A game that somebody has counted."""
    usual: dict[str, Any] = {
        "lengths": {"orders": 10, "turns": 2, "days": 0.5},
        "ending": "victory",
        "people": dict.fromkeys(won, "Anna"),
        "first": dict.fromkeys(won, first),
        "throws": (),
    }
    return Counted(name, won=won, **{**usual, **other})


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Club]:
    with Club(tmp_path / "club.db") as made:
        yield made


def asked(store: Path, *args: object) -> Any:
    result = CliRunner().invoke(commands, [*map(str, args), "--store", str(store), "--json"])
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


# ---- sums


@pytest.mark.parametrize(
    ("won", "played", "low", "high"),
    [(0, 1, 0.0, 0.793), (1, 1, 0.207, 1.0), (5, 10, 0.237, 0.763), (50, 100, 0.404, 0.596)],
)
def test_an_interval_is_that_of_wilson(won: int, played: int, low: float, high: float) -> None:
    games = [game(f"g{n}", {"iga": float(n < won), "ise": float(n >= won)}) for n in range(played)]
    share = share_of(games, "iga")
    assert (round(share.low, 3), round(share.high, 3)) == (low, high)
    assert (share.played, share.won, share.even) == (played, won, 0.5)


def test_a_draw_is_shared_and_a_seat_is_even_among_those_of_its_games() -> None:
    games = [game("a", {"iga": 0.5, "ise": 0.5}), game("b", {"iga": 0.0, "ise": 0.0, "kii": 1.0})]
    found = summed(games).seats
    assert {seat: (one.played, one.won, round(one.even, 3)) for seat, one in found.items()} == {
        "iga": (2, 0.5, 0.417),
        "ise": (2, 0.5, 0.417),
        "kii": (1, 1.0, 0.333),
    }


def test_first_orders_stand_by_seat_the_usual_ones_first() -> None:
    games = [
        game("a", {"iga": 1.0, "ise": 0.0}, "raid"),
        game("b", {"iga": 0.0, "ise": 1.0}),
        game("c", {"iga": 1.0, "ise": 0.0}),
    ]
    assert [(one.seat, one.order, one.share.played, one.share.won) for one in summed(games).first] == [
        ("iga", "pass", 2, 1.0),
        ("iga", "raid", 1, 1.0),
        ("ise", "pass", 2, 1.0),
        ("ise", "raid", 1, 0.0),
    ]


def test_dice_of_more_people_are_less_of_a_wonder() -> None:
    """Ten sixes are one in sixty million; of two they are two in so many, and so on."""
    sixes = ("Anna", D6, (6,) * 10)
    alone = summed([game("a", {"iga": 1.0, "ise": 0.0}, throws=(sixes,))])
    assert (alone.tests, alone.luck[0].adjusted) == (1, alone.luck[0].p)
    assert alone.luck[0].p == pytest.approx(2 / 6**10)
    others = tuple((name, D6, (3, 4)) for name in ("Boris", "Cem", "Dora"))
    among = summed([game("a", {"iga": 1.0, "ise": 0.0}, throws=(sixes, *others))])
    assert among.tests == 4
    assert {one.seat: one.adjusted for one in among.luck} == {
        "Anna": pytest.approx(4 * 2 / 6**10),
        **dict.fromkeys(("Boris", "Cem", "Dora"), 1.0),
    }


def test_lengths_have_their_ends_and_their_middle() -> None:
    games = [
        game(f"g{n}", {"iga": 1.0, "ise": 0.0}, lengths={"orders": n, "turns": 1, "days": 0.0})
        for n in (3, 9, 4, 5)
    ]
    spread = summed(games).lengths["orders"]
    assert (spread.least, spread.median, spread.most) == (3, 4.5, 9)


@pytest.mark.parametrize("lengths", [(7,), (7, 8), (10, 500, 499), tuple(range(100))])
def test_the_picture_has_all_games_in_few_bars(lengths: tuple[int, ...]) -> None:
    games = [
        game(f"g{n}", {"iga": 1.0, "ise": 0.0}, lengths={"orders": n, "turns": 1, "days": 0.0})
        for n in lengths
    ]
    made = drawing("Shinobi", games, summed(games))
    (part,) = (part for part in made.parts if part.id == "lengths")
    bars = ElementTree.fromstring(f"<g>{part.content}</g>")
    words = [one.text or "" for one in bars.iter("text")][1:]
    assert len(list(bars.iter("rect"))) == len(words) // 2 <= BARS
    assert sum(int(word) for word in words[::2]) == len(games)
    ElementTree.fromstring(svg(made))


# ---- games of a store


def test_all_of_a_game_is_counted_once(club: Club) -> None:
    club.played("one", TWO, "clan_war")
    found = asked(Path(str(club.record.place)), "statistics", "clan_war")
    entries = [envelope.entry for envelope in club.record.envelopes("one")]
    orders = [entry for entry in entries if isinstance(entry, Ordered)]
    throws = [one for one in entries if isinstance(one, Thrown) and not one.question.draw]
    assert found["games"] == 1
    assert found["lengths"][0] == {"of": "orders", **dict.fromkeys(("least", "median", "most"), len(orders))}
    assert sum(sum(one["faces"]) for one in found["dice"]) == sum(one.question.count for one in throws)
    notation = club.record.load("one").game.rules.notation(
        club.record.load("one").game.data, club.seats("one")
    )
    for seat in club.seats("one"):
        first = next(one for one in orders if one.seat == seat and one.by == SEAT)
        (order,) = (one["order"] for one in found["first"] if one["seat"] == seat)
        assert order == notation.write(first.plain())[:100]


def test_dice_of_a_substitute_are_nobodys(club: Club) -> None:
    club.open("one", TWO, "clan_war")
    club.play("one", orders=40)
    club.replaced("one", 0, "Dora", "d@x.org")
    club.play("one")
    found = asked(Path(str(club.record.place)), "statistics", "clan_war")
    assert {one["person"] for one in found["people"]} <= {"Anna", "Boris"}
    club.played("two", TWO, "clan_war")
    again = asked(Path(str(club.record.place)), "statistics", "clan_war")
    assert {one["person"] for one in again["people"]} == {"Anna", "Boris"}


def test_games_that_are_on_or_abandoned_or_of_programs_are_left_out(club: Club) -> None:
    store = Path(str(club.record.place))
    club.open("on", ("Anna", "Boris", "Cem"))
    club.play("on", orders=9)
    club.open("left", ("Anna", "Boris", "Cem"))
    people.abandon(club.referee, "left", "Nobody has time.", REFEREE)
    club.played("bots", ("Anna", called("steady"), "Cem"))
    assert asked(store, "statistics", "shinobi") == {"title": "shinobi", "games": 0}
    assert asked(store, "statistics", "shinobi", "--programs")["games"] == 1


def test_the_files_are_the_same_from_the_same_store_and_have_no_address(club: Club, tmp_path: Path) -> None:
    store = Path(str(club.record.place))
    for n in range(3):
        club.played(f"g{n}", TWO, "clan_war")
    for name in "ab":
        files = ("--picture", tmp_path / f"{name}.svg", "--sqlite", tmp_path / f"{name}.db")
        found = asked(store, "statistics", "clan_war", *files)
    for kind in ("svg", "db"):
        one, other = ((tmp_path / f"{name}.{kind}").read_bytes() for name in "ab")
        assert one == other
        assert b"x.org" not in one
    tables = sqlite3.connect(tmp_path / "a.db")
    assert tables.execute("SELECT count(*), sum(orders) FROM games").fetchone()[0] == 3
    assert tables.execute("SELECT count(*), round(sum(won), 6) FROM seats").fetchone() == (6, 3.0)
    ((dice, total),) = tables.execute("SELECT sum(dice), sum(sum) FROM throws")
    tables.close()
    assert dice == sum(one["dice"] for one in found["people"])
    assert total == sum(one["sum"] for one in found["people"])
