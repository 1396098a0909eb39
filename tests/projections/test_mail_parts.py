"""The parts of mails that titles make: short boards, what concerns a seat, orders as taps."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from domain.clan_war.board import combat_events as wc
from domain.clan_war.board import events as w
from domain.kawanakajima.board import events as k
from domain.kawanakajima.board import field_events as kf
from domain.kawanakajima.words import field_orders as ko
from domain.kit.sealed import Sealed
from domain.kit.sums import Sum, Term
from domain.rising_sun.board import events as r
from domain.rising_sun.words import orders as ro
from domain.shinobi.board import events as s
from domain.shinobi.words import orders as so
from domain.titles import TITLES
from domain.twilight_shogun.board import events as t
from domain.twilight_shogun.board.state import Change, Lasting
from domain.twilight_shogun.words import orders as to
from projections.language.catalogues import LANGUAGES, Reader, written_for
from projections.language.messages import COLUMNS, columns
from projections.pictures import GAIN, LOSS, OTHER, YOURS
from projections.replay import Replay
from projections.titles import PICTURES
from tests.exports.games import RECORDED
from tests.exports.games import recorded as recorded_game

ONE = Sum((Term(1, "die", "8.3"),))

# title, event, whether it concerns the first seat that is named
CONCERNS: list[tuple[str, Any, str, bool]] = [
    ("shinobi", s.Placed("ise", "oda", "iga"), "iga", True),
    ("shinobi", s.Placed("iga", "oda", "iga"), "iga", False),
    ("shinobi", s.Placed("ise", "oda", "kii"), "iga", False),
    ("shinobi", s.Moved("ise", "oda", "iga", "kii"), "iga", True),
    ("shinobi", s.Moved("ise", "oda", "kii", "iga"), "iga", True),
    ("shinobi", s.Moved("iga", "oda", "kii", "iga"), "iga", False),
    ("shinobi", s.Attacked("ise", "oda", "iga", "mori", 3, 2), "iga", True),
    ("shinobi", s.NinjaSent("ise", "mori", "kii"), "iga", True),  # its own clan, which is made mori below
    ("shinobi", s.NinjaSent("ise", "oda", "kii"), "iga", False),
    ("shinobi", s.CardsDrawn("iga", 1, Sealed(("iga",), ("oda",))), "iga", True),
    ("shinobi", s.CardsDrawn("ise", 1, Sealed(("ise",), ("oda",))), "iga", False),
    ("twilight_shogun", t.Couped("anti", "tosa", ONE, (Change("tosa", "pro", 1, 0),)), "pro", True),
    ("twilight_shogun", t.Couped("anti", "tosa", ONE, (Change("tosa", "pro", 1, 0),)), "anti", False),
    ("twilight_shogun", t.InfluenceChanged("x", (Change("tosa", "pro", 1, 2),)), "pro", True),
    ("twilight_shogun", t.InfluenceChanged("x", (Change("tosa", "anti", 1, 2),)), "pro", False),
    ("twilight_shogun", t.ControlShifted((t.Shift("tosa", "pro", "", 2, ONE),)), "pro", True),
    ("twilight_shogun", t.ControlShifted((t.Shift("tosa", "anti", "", 2, ONE),)), "pro", False),
    ("twilight_shogun", t.CardDropped("x", "pro", "y", at_random=True), "pro", True),
    ("twilight_shogun", t.HandSeen("x", "pro", "anti", 1, Sealed(("pro", "anti"), ("y",))), "pro", True),
    ("twilight_shogun", t.HandSeen("x", "pro", "anti", 1, Sealed(("pro", "anti"), ("y",))), "anti", True),
    ("twilight_shogun", t.EventLasted(Lasting("x", "pro", "turn")), "anti", True),
    ("twilight_shogun", t.EventLasted(Lasting("x", "pro", "turn")), "pro", False),
    ("twilight_shogun", t.RoundBegan(1, "pro"), "pro", False),
    ("kawanakajima", kf.StepsLost("tA1", 1, 1, "combat"), "takeda", True),
    ("kawanakajima", kf.StepsLost("tA1", 1, 1, "combat"), "uesugi", False),
    ("kawanakajima", kf.UnitPursued("uB1", ("1512", "1513"), "tA1"), "takeda", True),
    ("kawanakajima", kf.UnitPursued("uB1", ("1512", "1513"), "tA1"), "uesugi", False),
    ("kawanakajima", kf.ClanFled("tA", ("tA1",)), "takeda", True),
    ("kawanakajima", k.ChitVoid("tA", "why", "reserve"), "takeda", True),
    ("kawanakajima", k.ChitVoid("combat takeda", "why", "played"), "takeda", False),
    ("kawanakajima", k.TurnBegan(2), "takeda", False),
    ("rising_sun", r.HostageTaken("fox", "koi", "bushi"), "koi", True),
    ("rising_sun", r.HostageTaken("fox", "koi", "bushi"), "fox", False),
    ("rising_sun", r.FiguresKilled("edo", "battle", "fox", (r.Dead("koi", "bushi", 2),)), "koi", True),
    ("rising_sun", r.PointsLost("koi", 1, "hostage"), "koi", True),
    ("rising_sun", r.PointsLost("koi", 1, "hostage"), "fox", False),
    ("rising_sun", r.ReparationsPaid("fox", {"fox": 3}, {"koi": ONE}), "koi", True),
    ("rising_sun", r.ReparationsPaid("fox", {"fox": 3}, {"koi": Sum(())}), "koi", False),
    ("clan_war", w.HonorChanged("crab", Term(1, "duel", "x"), 5, "crane"), "crab", True),
    ("clan_war", w.HonorChanged("crab", Term(1, "duel", "x"), 5, "crab"), "crab", False),
    ("clan_war", wc.HostageTaken("guest-1", "crab", "crane-archers"), "crab", True),
    ("clan_war", w.UnitWounded("nobody", 2), "crab", False),
]


LOST_OR_WON: dict[tuple[type, str], str] = {
    (s.Attacked, "iga"): YOURS,
    (s.NinjaSent, "iga"): LOSS,
    (s.CardsDrawn, "iga"): YOURS,
    (t.Couped, "pro"): LOSS,
    (t.InfluenceChanged, "pro"): GAIN,
    (t.ControlShifted, "pro"): LOSS,
    (t.CardDropped, "pro"): LOSS,
    (kf.StepsLost, "takeda"): LOSS,
    (kf.UnitPursued, "takeda"): YOURS,
    (kf.ClanFled, "takeda"): LOSS,
    (k.ChitVoid, "takeda"): LOSS,
    (r.HostageTaken, "koi"): LOSS,
    (r.FiguresKilled, "koi"): LOSS,
    (r.PointsLost, "koi"): LOSS,
    (w.HonorChanged, "crab"): GAIN,
    (wc.HostageTaken, "crab"): LOSS,
}
"""What those of them are that concern a seat."""


def newest(title: str) -> Replay:
    return recorded_game(next(one for one in RECORDED if one.startswith(title)))


@pytest.mark.parametrize(("title", "event", "seat", "does"), CONCERNS)
def test_what_others_have_done_to_a_seat_concerns_it(title: str, event: Any, seat: str, does: bool) -> None:
    replay = newest(title)
    view = replay.view(len(replay), seat)
    if title == "shinobi":
        mori = tuple(replace(one, clan="mori" if one.seat == seat else None) for one in view.provinces)
        view = replace(view, provinces=mori)
    rank = PICTURES[title].rank(event, seat, view)
    assert (rank != OTHER) is does
    assert not does or rank == LOST_OR_WON.get((type(event), seat), rank)


def test_a_unit_that_suffers_concerns_its_army() -> None:
    replay = recorded_game("clan_war/victory")
    view = replay.view(len(replay), "crab")
    own = next(one.unit.name for one in view.units if one.unit.army == "crab")
    for event in (w.UnitWounded(own, 2), wc.Fought("crane-bushi", own, 1, 0, ONE, ONE)):
        assert replay.pictures.rank(event, "crab", view) in (LOSS, YOURS)
        assert replay.pictures.rank(event, "dragon", view) == OTHER


@pytest.mark.parametrize("name", RECORDED)
def test_what_the_seats_of_a_game_are_told(name: str) -> None:
    """Neither everything nor nothing concerns a seat; what is left out are events of the title."""
    replay = recorded_game(name)
    pictures, events = replay.pictures, [getattr(one.entry, "event", None) for one in replay.envelopes]
    shown = [event for event in events if event is not None]
    assert pictures.bookkeeping <= set(TITLES[name.split("/")[0]].events)
    for seat in replay.newest().seats:
        view = replay.view(len(replay), seat)
        told = [event for event in shown if pictures.rank(event, seat, view) != OTHER]
        assert len(told) < len(shown) / 2


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", RECORDED)
def test_the_short_board_fits_into_a_mail(name: str, language: str) -> None:
    replay = recorded_game(name)
    seats, step = replay.newest().seats, max(7, len(replay) // 12)
    with written_for(Reader(language)):
        for position in range(step, len(replay) + 1, step):
            view = replay.view(position, seats[position % len(seats)])
            before = replay.view(position - step + 1, seats[position % len(seats)])
            for text in (replay.pictures.brief(view, before), replay.pictures.brief(view, None)):
                assert text.endswith("\n")
                assert max(map(columns, text.splitlines())) <= COLUMNS, text


def test_a_short_board_is_shorter_and_says_how_the_whole_is_asked_for() -> None:
    for name, position, told, seat in (
        ("twilight_shogun/final", 700, 680, "pro"),
        ("kawanakajima/points", 1757, 1740, "uesugi"),
    ):
        replay = recorded_game(name)
        view, before = replay.view(position, seat), replay.view(told, seat)
        brief, whole = replay.pictures.brief(view, before), replay.pictures.board(view)
        assert len(brief) < len(whole) / 2
        assert "reply “board”" in brief
        assert replay.pictures.brief(view, None) == whole


SHINOBI = """\
                 Go-Hojo       Mori        Oda     Takeda     Uesugi
  iga                 1          .          .          .          1
> ise (you)           .*         2          .*         .          1*
  kii                 1          .          1          .          .
  omi                 .          .          1*         .          2
  * new since your last mail. You are Uesugi, secretly.
  Hand: Oda, Takeda, Uesugi and Ninja. Deck: 30 cards.
"""

TWILIGHT = """\
You lead by 2 VP. Intervention 2, treaty 2, court: Anti-Bakufu 2, you 3.
Your hand (AP, short name, printed name: event):
  3  imperial-sanction, The emperor sanctions the treaties: Treaty level +1.
     Pro-Bakufu +1 in Kyo.
  2  chubu-scoring, Affairs of Chubu: Score Chubu.
  2  kyushu-scoring, Affairs of Kyushu: Score Kyushu.
New on the map: stability, influence of Anti and Pro (support in brackets),
control:
  Tosa 2: 1(1) 1(1), nobody's
The whole board: reply “board”.
"""


@pytest.mark.parametrize(
    ("name", "position", "told", "seat", "text"),
    [("shinobi/victory", 127, 110, "ise", SHINOBI), ("twilight_shogun/final", 700, 680, "pro", TWILIGHT)],
)
def test_a_short_board_looks_like_this(name: str, position: int, told: int, seat: str, text: str) -> None:
    replay = recorded_game(name)
    assert replay.pictures.brief(replay.view(position, seat), replay.view(told, seat)) == text


# title, order, the row that it stands in, its label
TAPS: list[tuple[str, Any, tuple[str, str]]] = [
    ("shinobi", so.Place("go-hojo", "iga"), ("Go-Hojo", "iga")),
    ("shinobi", so.Ninja("oda", "iga"), ("ninja", "Oda in iga")),
    ("shinobi", so.Move("oda", "iga", "kii"), ("Oda from iga", "to kii")),
    ("shinobi", so.Attack("oda", "iga", "mori"), ("attack Oda in iga", "with Mori")),
    ("shinobi", so.Pass(), ("", "pass")),
    ("twilight_shogun", to.PlayEvent("shuseikan"), ("Works of Shuseikan", "event")),
    ("twilight_shogun", to.Court("shuseikan"), ("Works of Shuseikan", "court")),
    (
        "twilight_shogun",
        to.PlayInfluence("shuseikan", ("satsuma", "3", "tosa")),
        ("Works of Shuseikan", "influence Satsuma 3 Tosa"),
    ),
    ("twilight_shogun", to.Remove("himeji", 2), ("", "remove 2 in Himeji")),
    ("twilight_shogun", to.Evade(), ("", "")),
    ("kawanakajima", ko.Move("D1", ("2712", "2713")), ("D1", "to 2713")),
    ("kawanakajima", ko.Fight(("D1",), ("F1", "H2"), "column"), ("D1", "on F1 H2, leader column")),
    ("kawanakajima", ko.Fight(("D2",), ("F2",)), ("D2", "on F2")),
    ("kawanakajima", ko.Leader("row"), ("leader", "row")),
    ("rising_sun", ro.Drive("bushi", "fox", "edo"), ("Fox bushi", "to Edo")),
    ("rising_sun", ro.Seppuku("yes"), ("", "yes")),
    ("rising_sun", ro.Bid(1, 2, 3, 0), ("", "")),
]


@pytest.mark.parametrize(("title", "order", "tap"), TAPS)
def test_an_order_as_a_tap(title: str, order: Any, tap: tuple[str, str]) -> None:
    replay = newest(title)
    assert replay.pictures.group(order, replay.names) == tap


@pytest.mark.parametrize("name", RECORDED)
def test_taps_of_one_row_can_be_told_apart(name: str) -> None:
    """In every position of a game where the legal orders can be listed."""
    replay = recorded_game(name)
    for position in range(20, len(replay), 23):
        game = replay.at(position)
        for seat in game.awaited():
            orders = game.offers(seat) or ()
            if game.ledger.absent or len(orders) > 300:
                continue
            taps = [replay.pictures.group(order, replay.names) for order in orders]
            labelled = [tap for tap in taps if tap[1]]
            assert len(set(labelled)) == len(labelled), labelled
