"""Each kind of order of Rising Sun, and the taps that lead to it; the board of the herald, tap by tap."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from functools import cache

import pytest
from msgspec import Struct
from msgspec.structs import replace

from domain.kit.facts import State
from domain.kit.steps import NoSuchPick, Step, narrowing, read
from domain.rising_sun import RISING_SUN
from domain.rising_sun.words import orders as o
from domain.rising_sun.words.items import Bids, ClosableBids, Prepare
from projections.language.messages import term
from projections.pictures import Field
from projections.rising_sun.step_words import STEPS
from tests.rising_sun.boards import WORDS, at_battle, board
from tests.titles.short import GAMES, short
from tests.titles.stepping import Position, step_of

# what is asked in short games, and the picks that say an order
TAPS: list[tuple[str, type[Struct], tuple[str, ...]]] = [
    ("prepare", o.Honor, ("honor", "koi", "turtle", "sun", "fox")),
    ("prepare", o.Alliance, ("koi", "koi alliance sun")),
    ("prepare", o.Alone, ("koi", "koi alone")),
    ("prepare", o.Coins, ("koi", "koi coins 5")),
    ("prepare", o.Ronin, ("koi", "koi ronin 2")),
    ("prepare", o.Points, ("koi", "koi points", "27")),
    ("prepare", o.Figures, ("kyushu", "kyushu koi", "bushi", "bushi", "daimyo")),
    ("prepare", o.Cards, ("koi", "koi cards", "respect")),
    ("prepare", o.Tokens, ("sun", "sun tokens spring", "kyushu")),
    ("prepare", o.Wars, ("wars", "nagato", "shikoku", "kyushu", "hokkaido", "oshu", "kanto")),
    ("prepare", o.Ready, ("ready",)),
    ("bids", o.Bid, ("seppuku", "ronin", "ronin")),
    ("free-bushi", o.Place, ("place edo",)),
    ("cross-sea", o.Cross, ("cross yes",)),
    ("choose-hostage", o.TakeHostage, ("hostage bushi",)),
    ("choose-hostage", o.Decline, ("decline",)),
    ("spare-them", o.Spare, ("spare yes",)),
    ("burn-one", o.Burn, ("burn shinto",)),
    ("hear-poets", o.Poets, ("poets yes",)),
    ("odd-coins", o.Odd, ("odd koi",)),
    ("commit-seppuku", o.Seppuku, ("seppuku no",)),
    ("hire-them", o.HireRonin, ("hire-ronin yes",)),
    ("borrow-one", o.Borrow, ("borrow bushi",)),
    ("timing", o.Act, ("act first",)),
    ("drive-out", o.Drive, ("drive shinto", "kansai")),
]

AT_ANY_TIME = {o.Always, o.TakeSheet, o.DropSheet}
"""What stands beside the turn, as lines."""


@cache
def asked(prompt: str) -> tuple[Position, ...]:
    """Where short games ask this."""
    stops = [stop for nth in range(GAMES) for stop in short("rising_sun", nth).stops.values()]
    return tuple([(one.state, one.awaited()[0]) for one in stops if one.awaited() and one.prompt() == prompt])


def ways(prompt: str, picks: tuple[str, ...]) -> Iterator[Step]:
    """What the picks are wherever this is asked, and they can be made."""
    for state, seat in asked(prompt):
        with suppress(NoSuchPick):
            yield step_of(RISING_SUN, WORDS, state, seat, picks)


@pytest.mark.parametrize(("prompt", "kind", "picks"), TAPS, ids=lambda one: getattr(one, "__name__", ""))
def test_each_kind_of_order_is_reached_by_taps(
    prompt: str, kind: type[Struct], picks: tuple[str, ...]
) -> None:
    assert any(step.is_whole and type(step.order) is kind for step in ways(prompt, picks))


def test_no_kind_of_order_is_forgotten() -> None:
    assert {kind for _prompt, kind, _picks in TAPS} == {*o.ORDERS} - AT_ANY_TIME - {o.Close}


def test_the_herald_closes_the_bidding_by_a_tap() -> None:
    at = at_battle(board({"nagato": {"koi": {"bushi": 1}, "lotus": {"bushi": 1}}}, coins={"koi": 3}))
    state = State(at, (ClosableBids(("koi",), ("herald",)),))
    assert step_of(RISING_SUN, WORDS, state, "herald", ("close",)).order == o.Close()


@pytest.mark.parametrize("clan", ["koi", "lotus"])
def test_each_advantage_has_a_line_that_can_be_left(clan: str) -> None:
    at = board({"nagato": {"koi": {"bushi": 1}, "lotus": {"bushi": 1}}})
    view = RISING_SUN.view(State(at, ()), clan)
    lines = [line for _says, line in STEPS.occasions(view, RISING_SUN.sheet(at.setting.tables, clan))]
    assert [WORDS.read(line, (o.Always,)).advantage for line in lines] == [  # type: ignore[attr-defined]
        *o.Bid.__struct_fields__
    ]


# ---- the board of the herald

EMPTY = State(replace(board(), phase="entry", wars=()), (Prepare("herald"),))


def step(*picks: str) -> Step:
    return read(narrowing(RISING_SUN, WORDS, EMPTY, "herald"), picks, RISING_SUN.grave)


def test_from_an_army_one_goes_on_to_the_next_clan_and_the_next_province() -> None:
    found = step("nagato", "nagato koi", "bushi")
    assert found.order == o.Figures("koi", "nagato", ("bushi",))
    onward = [one.value.pick for one in found.onward]
    assert {"nagato turtle", "nagato lotus", "kyushu", "turtle"} <= {*onward}
    assert "nagato koi" not in onward
    assert step("nagato turtle", "daimyo").order == o.Figures("turtle", "nagato", ("daimyo",))


def test_the_sheet_of_a_clan_stays_open() -> None:
    for first in (("koi",), ()):
        found = step(*first, "koi coins 7")
        assert found.order == o.Coins("koi", 7)
        assert {"koi ronin 2", "koi points 3", "koi cards"} <= {one.value.pick for one in found.onward}
    assert step("koi", "koi coins", "40").order == o.Coins("koi", 40)


def test_a_pick_that_nobody_offers_is_none() -> None:
    for pick in ("koi coins 17", "koi coins x", "nagato nobody", "nobody koi", "sun", "koi", "x"):
        with pytest.raises(NoSuchPick):
            step("koi", pick)


def test_nobody_bids_nothing_by_not_having_picked_yet() -> None:
    at = at_battle(board({"nagato": {"koi": {"bushi": 1}, "lotus": {"bushi": 1}}}, coins={"koi": 3}))
    state = State(at, (Bids(("koi",)),))
    assert not step_of(RISING_SUN, WORDS, state, "koi", ()).is_whole
    assert step_of(RISING_SUN, WORDS, state, "koi", ("nothing",)).order == o.Bid(0, 0, 0, 0)
    assert step_of(RISING_SUN, WORDS, state, "koi", ("ronin",) * 3).order == o.Bid(0, 0, 3, 0)


@pytest.mark.parametrize("prompt", ["choose-hostage", "borrow-one"])
def test_a_figure_says_whose_it_is(prompt: str) -> None:
    """All the clans of which it can be; nobody is asked which, where there is but one."""
    for state, seat in asked(prompt):
        kinds = (o.TakeHostage, o.Borrow)
        offers = [one for one in RISING_SUN.offers(state, seat) or () if isinstance(one, kinds)]
        view = RISING_SUN.view(state, seat)
        for order in offers:
            clans = dict.fromkeys(one.clan for one in offers if one.figure == order.figure)
            field = Field(seat, type(order), "figure", {})
            said = STEPS.note(view, field, order.figure, {})
            assert sorted(said.split(", ")) == sorted(map(term, clans))
