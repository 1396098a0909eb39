"""Sealed bids: any split, any order, replaced until the last is in, and nobody's business until then."""

from __future__ import annotations

from copy import copy

import pytest

from domain.game.entries.entries import STANDING_ORDER, Ordered
from domain.kit.errors import OrderError
from domain.kit.facts import State
from domain.kit.sealed import PUBLIC, REFEREE, Sealed
from domain.rising_sun import RISING_SUN
from domain.rising_sun.board import events as e
from domain.rising_sun.data.options import Options
from domain.rising_sun.words.items import Bids, ClosableBids
from domain.rising_sun.words.orders import Always, Bid
from projections.rising_sun.board import board as picture
from projections.rising_sun.sentences import sentence
from projections.rising_sun.tables import rows
from tests.rising_sun.boards import PLAIN, Told, board
from tests.titles.test_secrecy import public_form

SEATS = ("lotus", "koi", "turtle")


def asked(options: Options = PLAIN, **coins: int) -> Told:
    given = board(
        {"nagato": {clan: {"bushi": 1} for clan in SEATS}},
        coins=coins or {"koi": 4, "lotus": 4, "turtle": 4},
        options=options,
    )
    return Told(given)


def test_battle_bids_everybody_with_a_coin_is_asked_at_once() -> None:
    """[battle/bids]"""
    assert asked().awaited == SEATS
    assert asked(koi=1).awaited == ("koi",)
    told = asked(koi=0)
    assert told.of(e.BidsRevealed) == [
        e.BidsRevealed(dict.fromkeys(SEATS, (0, 0, 0, 0)), dict.fromkeys(SEATS, 0))
    ]


@pytest.mark.parametrize("bid", [(4, 0, 0, 0), (1, 1, 1, 1), (0, 0, 0, 0), (0, 0, 0, 3)])
def test_battle_bids_any_split_with_any_rest_is_sealed(bid: tuple[int, int, int, int]) -> None:
    told = asked().says(f"koi: bid {' '.join(map(str, bid))}")
    assert told.of(e.BidSealed) == [e.BidSealed("koi", Sealed(("koi",), bid))]
    assert told.scenario.orders == (Ordered("koi", Sealed(("koi",), Bid(*bid))),)
    assert told.scenario.agenda[0] == Bids(("lotus", "turtle"), ("koi",))


REFUSED = [
    ("bid 2 2 1 0", "[battle/bids] You have 4 coins; this bid is 2 + 2 + 1 + 0 = 5."),
    ("bid 0 0 0 5", "[battle/bids] You have 4 coins; this bid is 0 + 0 + 0 + 5 = 5."),
]


@pytest.mark.parametrize(("line", "why"), REFUSED)
def test_battle_bids_more_than_one_has_is_refused(line: str, why: str) -> None:
    asked().refuses(f"koi: {line}", why)


def test_battle_bids_less_than_nothing_is_refused() -> None:
    told = asked()
    with pytest.raises(
        OrderError, match=r"^\[battle/bids\] Nobody can bid -1 coins\. Four numbers, 4 together"
    ):
        told.scenario.when("koi", Bid(-1, 0, 0, 0))


def test_battle_bids_a_bid_can_be_replaced_until_the_last_is_in() -> None:
    told = asked().says("koi: bid 4 0 0 0", "koi: bid 0 0 0 4", "lotus: bid 0 0 0 0", "koi: bid 1 0 0 0")
    assert told.awaited == ("turtle",)
    assert told.scenario.agenda[0] == Bids(("turtle",), ("koi", "lotus"))
    told.says("turtle: bid 0 0 0 0")
    assert told.of(e.BidsRevealed) == [
        e.BidsRevealed(
            {"lotus": (0, 0, 0, 0), "koi": (1, 0, 0, 0), "turtle": (0, 0, 0, 0)},
            {"lotus": 4, "koi": 3, "turtle": 4},
        )
    ]
    with pytest.raises(OrderError, match="Bid does not answer what is asked now"):
        told.says("koi: bid 0 0 0 4")


def test_battle_reveal_comes_with_the_last_bid_and_not_before() -> None:
    """[battle/reveal]"""
    told = asked().says("koi: bid 1 0 0 0", "lotus: bid 0 1 0 0")
    assert told.of(e.BidsRevealed, e.AdvantageWon) == []
    told.says("turtle: bid 0 0 1 0")
    assert len(told.of(e.BidsRevealed)) == 1


# ---- bids that do not come

SWIFT = Options(clan_abilities=False, missing_bid="zero")


def test_battle_missing_bids_the_game_waits() -> None:
    """[battle/missing-bids]; reading 15."""
    told = asked().says("koi: bid 1 0 0 0")
    with pytest.raises(OrderError, match="It is not the turn of herald"):
        told.says("herald: close")
    with pytest.raises(OrderError, match=r"Close does not answer what is asked now. Asked for: bid\."):
        told.says("lotus: close")


def test_battle_missing_bids_the_herald_may_close_by_an_option() -> None:
    told = asked(SWIFT)
    assert told.scenario.agenda[0] == ClosableBids(SEATS, ("herald",))
    told.says("koi: bid 0 0 0 1")
    assert told.scenario.agenda[0] == ClosableBids(("lotus", "turtle"), ("herald", "koi"))
    told.refuses("lotus: close", "[battle/missing-bids] Only the herald can close the bidding.")
    told.refuses("herald: bid 0 0 0 0", "[battle/bids] The herald does not bid.")
    told.says("herald: close")
    assert told.of(e.BiddingClosed, e.BidsRevealed) == [
        e.BiddingClosed("herald", ("lotus", "turtle")),
        e.BidsRevealed(
            {"lotus": (0, 0, 0, 0), "koi": (0, 0, 0, 1), "turtle": (0, 0, 0, 0)},
            {"lotus": 4, "koi": 3, "turtle": 4},
        ),
    ]


# ---- secrets


def test_two_sealed_bids_that_change_places_change_nothing_that_others_see() -> None:
    """[battle/bids]: neither the record in public form, nor the view, the picture, the rows or a sentence."""
    seen = []
    for one, two in (("4 0 0 0", "0 0 2 2"), ("0 0 2 2", "4 0 0 0")):
        told = asked().says(f"koi: bid {one}", f"lotus: bid {two}")
        game = copy(told.scenario.game)
        for viewer in (PUBLIC, "turtle", "herald"):
            view = RISING_SUN.view(game.state, viewer)
            said = [sentence(event, viewer) for event in told.events]
            record = public_form(tuple(told.events), viewer), public_form(told.scenario.orders, viewer)
            seen.append(
                (viewer, view, picture(view), rows(view), said, record, RISING_SUN.awaited(game.state))
            )
    assert seen[:3] == seen[3:]


@pytest.mark.parametrize(
    ("viewer", "own", "other"),
    [("koi", (4, 0, 0, 0), None), (PUBLIC, None, None), (REFEREE, (4, 0, 0, 0), (0, 0, 2, 2))],
)
def test_a_seat_sees_its_own_sealed_bid_only(viewer: str, own: object, other: object) -> None:
    told = asked().says("koi: bid 4 0 0 0", "lotus: bid 0 0 2 2")
    battle = RISING_SUN.view(told.scenario.game.state, viewer).battle
    assert (battle.bids["koi"], battle.bids["lotus"], battle.bids["turtle"]) == (own, other, ())


def test_revealed_bids_are_everybodys() -> None:
    told = asked(koi=2, lotus=1).says("koi: bid 1 0 0 1", "lotus: bid 0 1 0 0")
    battle = RISING_SUN.view(told.scenario.game.state, PUBLIC).battle
    assert battle.bids == {"koi": (1, 0, 0, 1), "lotus": (0, 1, 0, 0), "turtle": (0, 0, 0, 0)}


def test_a_refusal_says_nothing_of_the_bids_of_others() -> None:
    texts = []
    for bid in ("4 0 0 0", "0 0 2 2"):
        told = asked().says(f"lotus: bid {bid}")
        with pytest.raises(OrderError) as refusal:
            told.says("koi: bid 9 0 0 0")
        texts.append(str(refusal.value))
    assert texts[0] == texts[1]


# ---- answers left with the referee


def test_battle_standing_an_answer_is_given_without_asking() -> None:
    """[battle/standing]"""
    told = asked(koi=1).says("koi: always seppuku yes", "koi: bid 1 0 0 0")
    assert told.of(e.StandingSet) == [e.StandingSet("koi", Sealed(("koi",), ("seppuku", "yes")))]
    assert len(told.of(e.FiguresKilled)) == 2
    assert [order.by for order in told.scenario.orders] == ["seat", STANDING_ORDER]


def test_battle_standing_the_recommended_answers_take_the_place_of_all_others() -> None:
    told = asked(koi=1).says("koi: always seppuku yes", "koi: standing recommended")
    assert told.board.standing["koi"] == {"ronin": "yes", "poets": "yes"}
    assert told.says("koi: standing none").board.standing["koi"] == {}


@pytest.mark.parametrize("line", ["standing recommended", "standing none"])
def test_battle_standing_the_herald_has_none(line: str) -> None:
    with pytest.raises(OrderError, match=r"seat|herald"):
        asked(koi=1).says(f"herald: {line}")


@pytest.mark.parametrize("choice", ["no", "ask"])
def test_battle_standing_an_answer_can_be_no_or_taken_back(choice: str) -> None:
    told = asked(koi=1).says("koi: always seppuku yes", f"koi: always seppuku {choice}", "koi: bid 1 0 0 0")
    assert told.awaited == (("koi",) if choice == "ask" else ())
    assert told.of(e.AdvantageDeclined) == (
        [] if choice == "ask" else [e.AdvantageDeclined("seppuku", "koi")]
    )


@pytest.mark.parametrize(
    ("line", "bid"), [("ronin yes", "0 0 1 0"), ("poets yes", "0 0 0 1"), ("hostage no", "0 1 0 0")]
)
def test_battle_standing_every_advantage_has_one(line: str, bid: str) -> None:
    given = board({"nagato": {clan: {"bushi": 1} for clan in SEATS}}, coins={"koi": 1}, ronin={"koi": 1})
    told = Told(given).says(f"koi: always {line}", f"koi: bid {bid}")
    assert [order.by for order in told.scenario.orders][:2] == ["seat", STANDING_ORDER]


STANDING = [
    ("koi", "hostage", "yes", "Which figure is taken hostage has to be asked each time."),
    ("koi", "seppuku", "maybe", "The answer is yes, no or ask, not maybe."),
    ("koi", "tea", "yes", "There is no Advantage tea; there are seppuku, hostage, ronin, poets."),
    ("herald", "ronin", "yes", "The herald wins no Advantage."),
]


@pytest.mark.parametrize(("seat", "advantage", "choice", "why"), STANDING)
def test_battle_standing_refuses(seat: str, advantage: str, choice: str, why: str) -> None:
    told = asked()
    told.scenario.refused(
        seat,
        Always(advantage, choice),
        f'[battle/standing] {why} For example: "always ronin yes"; "always hostage no".',
    )


def test_battle_standing_nobody_else_sees_the_answer() -> None:
    seen = []
    for line in ("seppuku yes", "ronin no"):
        told = asked().says(f"koi: always {line}")
        state: State[object, object] = told.scenario.game.state
        views = [RISING_SUN.view(state, viewer) for viewer in (PUBLIC, "lotus", "herald")]
        seen.append((views, [sentence(event, "lotus") for event in told.events]))
        own = RISING_SUN.view(state, "koi").clans
        assert next(clan.standing for clan in own if clan.name == "koi") == dict([line.split()])
    assert seen[0] == seen[1]
