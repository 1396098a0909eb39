"""Programs that bid: what a clan knows and imagines, and each piece of advice on a position by hand."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from msgspec import Struct
from msgspec.structs import replace

from domain.kit.facts import State
from domain.kit.sealed import REFEREE
from domain.kit.simulation import LuckyChance, after
from domain.rising_sun import RISING_SUN
from domain.rising_sun.board.state import Battle, Board, Hostage, Token
from domain.rising_sun.data.options import Options
from domain.rising_sun.programs import PLAYERS
from domain.rising_sun.programs.considered import bids, split
from domain.rising_sun.programs.worth import places, worth
from domain.rising_sun.words import items as i
from domain.rising_sun.words import orders as o
from referee.programs.choosing import liked_best, scored
from tests.rising_sun.boards import HONOR, PLAIN, TABLES, at_battle, board
from tests.titles.imagined import begun, choices, ends, fits, positions

GAMES = [
    ("campaign", "default", 3),
    ("campaign", "faq", 5),
    ("campaign", "swift", 4),
    ("dynasty-invasion", "winter-cards", 6),
    ("battles", "plain", 2),
    ("battles", "one-war-phase", 3),
    ("campaign", "one-war-phase", 4),
]
EVERY = 7
"""Of so many positions of a game one is looked at."""

ENOUGH = 3
"""Positions of a game from which two programs choose that know the same."""

Position = State[Board, Any]


def opening(scenario: str, preset: str, clans: int) -> Position:
    return begun(RISING_SUN, TABLES, scenario, preset, RISING_SUN.seats[: clans + 1])


@pytest.mark.parametrize(("scenario", "preset", "clans"), GAMES)
def test_what_is_imagined_fits_what_a_seat_knows(scenario: str, preset: str, clans: int) -> None:
    luck = Random(f"{scenario} {preset}")
    for nth, (state, seat) in enumerate(positions(RISING_SUN, opening(scenario, preset, clans), luck)):
        if nth % EVERY == 0 or any(_sealed(state, seat)):
            imagined = fits(RISING_SUN, state, seat, luck)
            if nth % (EVERY * 7) == 0:
                assert RISING_SUN.ending(ends(RISING_SUN, imagined, luck).board)


def _sealed(state: Position, seat: str) -> list[str]:
    """Whose bids a seat has not seen."""
    battle = state.board.battle
    return [clan for clan in battle.bids if clan != seat] if battle and not battle.revealed else []


@pytest.mark.parametrize("enough", [ENOUGH, pytest.param(0, marks=pytest.mark.soak, id="all")])
@pytest.mark.parametrize("number", range(3))
def test_other_secrets_same_choice(number: int, enough: int) -> None:
    """Other bids and standing answers of the others: a program knows the same, and chooses the same."""
    scenario, preset, clans = GAMES[number]
    luck, seen = Random(number), 0
    for state, seat in positions(RISING_SUN, opening(scenario, preset, clans), luck):
        others = _sealed(state, seat)
        if not others:
            continue
        swapped = with_secrets(state, seat, luck)
        assert PLAYERS.known(swapped, seat) == PLAYERS.known(state, seat)
        if swapped != state and luck.random() < 0.3:
            assert choices(RISING_SUN, swapped, seat, 4) == choices(RISING_SUN, state, seat, 4)
            seen += 1
        if seen == enough > 0:
            break
    assert seen >= 3


def with_secrets(state: Position, seat: str, luck: Random) -> Position:
    """The same to a seat, with other bids and other standing answers of the others."""
    board, battle = state.board, state.board.battle
    assert battle is not None
    changed = {
        clan: bid if clan == seat else luck.choice(bids(board.coins[clan]))
        for clan, bid in battle.bids.items()
    }
    standing = {
        clan: answers if clan == seat else {"poets": luck.choice(("yes", "no"))}
        for clan, answers in board.standing.items()
    }
    return State(replace(board, battle=replace(battle, bids=changed), standing=standing), state.agenda)


def test_what_a_seat_knows_has_none_of_the_secrets() -> None:
    at = at_battle(
        board({"nagato": {"koi": {"bushi": 1}, "lotus": {"bushi": 2}}}, coins={"koi": 9, "lotus": 9})
    )
    assert at.battle is not None
    sealed = replace(at.battle, revealed=False, bids={"koi": (1, 2, 3, 0), "lotus": (4, 0, 5, 0)})
    standing = {**at.standing, "koi": {"ronin": "yes"}, "lotus": {"seppuku": "no"}}
    state = State(replace(at, battle=sealed, standing=standing), (i.Bids(("turtle",), ("koi", "lotus")),))
    known = PLAYERS.known(state, "koi").board
    assert known.battle is not None
    assert known.battle.bids == {"koi": (1, 2, 3, 0), "lotus": (0, 0, 0, 0)}
    assert known.standing == {"koi": {"ronin": "yes"}, "lotus": {}, "turtle": {}}
    assert RISING_SUN.view(state, REFEREE) != RISING_SUN.view(State(known, state.agenda), REFEREE)


def test_open_bids_are_known() -> None:
    at = at_battle(
        board({"nagato": {"koi": {"bushi": 1}, "lotus": {"bushi": 2}}}), bids={"lotus": (0, 1, 0, 2)}
    )
    state = State(at, (i.HearPoets("koi"),))
    assert PLAYERS.known(state, "koi").board.battle == at.battle
    assert PLAYERS.imagine(state, "koi", Random(1)) is state


def test_imagined_bids_are_of_the_coins_that_a_clan_has() -> None:
    state = bidding({"koi": {"bushi": 1}, "lotus": {"bushi": 2}}, {"koi": 3, "lotus": 5}, done=("lotus",))
    seen = set()
    for seed in range(30):
        battle = PLAYERS.imagine(PLAYERS.known(state, "koi"), "koi", Random(seed)).board.battle
        assert battle is not None
        assert set(battle.bids) == {"lotus"}
        assert sum(battle.bids["lotus"]) <= 5
        seen.add(battle.bids["lotus"])
    assert len(seen) > 1


# ---- bids


@pytest.mark.parametrize("coins", [*range(12), 40])
def test_bids_that_are_considered_spend_no_more_than_there_is(coins: int) -> None:
    found = bids(coins)
    assert (0, 0, 0, 0) in found
    assert len(set(found)) == len(found)
    assert all(sum(bid) <= coins and min(bid) >= 0 for bid in found)
    assert max(map(sum, found)) == coins


@pytest.mark.parametrize(
    ("coins", "share", "bid"),
    [
        (4, (1, 1, 1, 1), (1, 1, 1, 1)),
        (5, (1, 1, 1, 1), (2, 1, 1, 1)),
        (3, (0, 1, 3, 0), (0, 0, 3, 0)),
        (7, (0, 2, 2, 0), (0, 4, 3, 0)),
        (0, (4, 0, 0, 0), (0, 0, 0, 0)),
    ],
)
def test_coins_are_shared_out_whole(coins: int, share: Any, bid: Any) -> None:
    assert split(coins, share) == bid


def bidding(
    figures: Any, coins: dict[str, int], done: tuple[str, ...] = (), options: Options = PLAIN, **more: Any
) -> Position:
    """A battle in Nagato where bids are asked for."""
    at = at_battle(
        board({"nagato": figures, **more.pop("elsewhere", {})}, options=options, coins=coins, **more)
    )
    assert at.battle is not None
    asked = tuple(clan for clan in at.battle.players if clan not in done and coins.get(clan))
    given: dict[str, Any] = dict.fromkeys(done, (0, 0, 0, 0))
    return State(
        replace(at, war=1, battle=replace(at.battle, bids=given, revealed=False)), (i.Bids(asked, done),)
    )


def best(state: Position, seat: str) -> Any:
    """What the rules of thumb choose."""
    return liked_best(scored(PLAYERS, state, seat), Random(1))


def says(state: Position, seat: str, words: str, order: Struct) -> float:
    """What one piece of advice says of an order."""
    (piece,) = [one for one in PLAYERS.advice(state, seat) if words in one.text]
    return piece.score(state, seat, order)


def test_bid_for_the_ronin_that_turn_the_battle() -> None:
    even = {"koi": {"bushi": 2}, "lotus": {"bushi": 3}}
    state = bidding(even, {"koi": 5, "lotus": 5}, ronin={"koi": 3})
    assert (
        says(state, "koi", "Hire Ronin", o.Bid(0, 0, 5, 0))
        > says(state, "koi", "Hire Ronin", o.Bid(0, 0, 1, 0))
        > 0
    )
    assert best(state, "koi").ronin >= 3
    hopeless = bidding({"koi": {"bushi": 1}, "lotus": {"bushi": 6}}, {"koi": 5, "lotus": 5}, ronin={"koi": 3})
    assert says(hopeless, "koi", "Hire Ronin", o.Bid(0, 0, 5, 0)) == 0


def test_bid_for_a_hostage_where_a_figure_less_wins() -> None:
    state = bidding({"koi": {"bushi": 2}, "lotus": {"bushi": 2}}, {"koi": 4, "lotus": 4})
    assert says(state, "koi", "Take Hostage", o.Bid(0, 4, 0, 0)) > 0
    assert best(state, "koi").hostage
    daimyo = bidding({"koi": {"bushi": 2}, "lotus": {"daimyo": 1}}, {"koi": 4, "lotus": 4})
    assert says(daimyo, "koi", "Take Hostage", o.Bid(0, 4, 0, 0)) == 0


def test_bid_for_seppuku_where_the_battle_is_lost() -> None:
    lost = bidding({"koi": {"bushi": 4}, "lotus": {"bushi": 6, "shinto": 3}}, {"koi": 6, "lotus": 2})
    won = bidding({"koi": {"bushi": 2}, "lotus": {"bushi": 1}}, {"koi": 6, "lotus": 2}, season=3)
    assert says(lost, "koi", "Seppuku", o.Bid(3, 0, 0, 0)) > 0
    assert says(won, "koi", "Seppuku", o.Bid(3, 0, 0, 0)) == 0
    assert best(lost, "koi").seppuku


def test_bid_for_the_poets_where_many_die() -> None:
    many = bidding({"koi": {"bushi": 6}, "lotus": {"bushi": 5}}, {"koi": 4, "lotus": 4})
    few = bidding({"koi": {"bushi": 6}, "lotus": {"bushi": 1}}, {"koi": 4, "lotus": 4})
    order = o.Bid(0, 0, 0, 4)
    assert says(many, "koi", "Poets", order) > says(few, "koi", "Poets", order) > 0


def test_keep_coins_for_battles_to_come() -> None:
    here = {"koi": {"bushi": 2}, "lotus": {"bushi": 2}}
    more: dict[str, Any] = {"elsewhere": {"edo": here, "oshu": here}, "wars": ("nagato", "edo", "oshu")}
    order = o.Bid(1, 1, 1, 1)
    assert says(bidding(here, {"koi": 6, "lotus": 6}), "koi", "Keep coins", order) == 0
    assert says(bidding(here, {"koi": 6, "lotus": 6}, **more), "koi", "Keep coins", order) < 0
    last = best(bidding(here, {"koi": 6, "lotus": 6}), "koi")
    first = best(bidding(here, {"koi": 6, "lotus": 6}, **more), "koi")
    assert sum(spent(first)) < sum(spent(last)) == 6


def spent(bid: o.Bid) -> tuple[int, int, int, int]:
    return bid.seppuku, bid.hostage, bid.ronin, bid.poets


def test_the_sealed_bids_of_others_change_no_advice() -> None:
    state = bidding({"koi": {"bushi": 2}, "lotus": {"bushi": 2}}, {"koi": 4, "lotus": 4}, done=("lotus",))
    battle = state.board.battle
    assert battle is not None
    other = State(replace(state.board, battle=replace(battle, bids={"lotus": (4, 0, 0, 0)})), state.agenda)
    assert scored(PLAYERS, other, "koi") == scored(PLAYERS, state, "koi")


# ---- answers


def fought(figures: Any, prompt: Struct, bids: Any = None, **more: Any) -> Position:
    return State(at_battle(board({"nagato": figures}, **more), bids=bids or {}), (prompt,))


def test_seppuku_is_committed_where_the_battle_is_lost() -> None:
    prompt = i.CommitSeppuku("koi")
    lost = fought({"koi": {"bushi": 2}, "lotus": {"bushi": 4}}, prompt)
    won = fought({"koi": {"bushi": 2}, "lotus": {"bushi": 1}}, prompt)
    great = fought({"koi": {"bushi": 6, "shinto": 3}, "lotus": {"bushi": 1}}, prompt)
    assert best(lost, "koi") == o.Seppuku("yes")
    assert best(won, "koi") == o.Seppuku("no")
    assert best(great, "koi") == o.Seppuku("yes")


def test_ronin_that_are_hired_by_open_bids_count_before_seppuku() -> None:
    prompt, figures = i.CommitSeppuku("koi"), {"koi": {"bushi": 2}, "lotus": {"bushi": 3}}
    mine = fought(
        figures, prompt, {"koi": (1, 0, 2, 0), "lotus": (0, 0, 1, 0)}, ronin={"koi": 3, "lotus": 3}, season=3
    )
    assert best(mine, "koi") == o.Seppuku("no")


def test_a_hostage_is_taken_of_the_strongest_rival() -> None:
    figures = {"koi": {"bushi": 2}, "lotus": {"bushi": 3}, "turtle": {"bushi": 1}}
    state = fought(figures, i.ChooseHostage("koi", 1))
    assert best(state, "koi") == o.TakeHostage("bushi", "lotus")
    assert says(state, "koi", "Always take", o.Decline()) < 0


def test_a_hostage_steals_a_point_of_who_has_one() -> None:
    figures = {"koi": {"bushi": 2}, "lotus": {"bushi": 2}, "turtle": {"bushi": 2}}
    state = fought(figures, i.ChooseHostage("koi", 1), points={"turtle": 4})
    assert says(state, "koi", "steals a point", o.TakeHostage("bushi", "turtle")) > 0
    assert says(state, "koi", "steals a point", o.TakeHostage("bushi", "lotus")) == 0


@pytest.mark.parametrize(
    ("prompt", "order"),
    [
        (i.HireThem("koi"), o.HireRonin("yes")),
        (i.HearPoets("koi"), o.Poets("yes")),
        (i.Timing("koi", ("lotus",)), o.Act("last")),
    ],
)
def test_what_costs_nothing_is_taken(prompt: Struct, order: Struct) -> None:
    assert best(fought({"koi": {"bushi": 2}, "lotus": {"bushi": 2}}, prompt), "koi") == order


def test_mercy_pays_but_where_the_poets_sing() -> None:
    figures, cards = {"koi": {"bushi": 4}, "lotus": {"bushi": 3}}, {"koi": ("mercy",)}
    prompt = i.SpareThem("koi")
    silent = fought(figures, prompt, cards=cards)
    sung = fought(figures, prompt, {"koi": (0, 0, 0, 2), "lotus": (0, 0, 0, 1)}, cards=cards)
    assert best(silent, "koi") == o.Spare("yes")
    assert best(sung, "koi") == o.Spare("no")


def test_odd_coins_go_to_an_ally_or_to_who_is_behind() -> None:
    figures = {clan: {"bushi": 2} for clan in HONOR}
    prompt = i.OddCoins("koi", 1, ("lotus", "turtle"))
    behind = fought(figures, prompt, points={"lotus": 9})
    allied = fought(figures, prompt, points={"lotus": 9}, alliances=(("koi", "lotus"),))
    assert best(behind, "koi") == o.Odd(("turtle",))
    assert best(allied, "koi") == o.Odd(("lotus",))


def test_the_strongest_rival_is_driven_out_and_to_no_war() -> None:
    figures = {"koi": {"earth-dragon": 1}, "lotus": {"bushi": 3}, "turtle": {"bushi": 1}}
    prompt = i.DriveOut("koi", "earth-dragon", ("lotus", "turtle"))
    state = fought(figures, prompt, wars=("nagato", "kansai"), war=1)
    assert best(state, "koi") == o.Drive("bushi", "lotus", "kansai")
    mine = board({"nagato": figures, "kansai": {"koi": {"bushi": 1}}}, wars=("nagato", "kansai"), war=1)
    there = State(at_battle(mine), (prompt,))
    assert says(there, "koi", "no war is to come", o.Drive("bushi", "lotus", "kansai")) < says(
        state, "koi", "no war is to come", o.Drive("bushi", "lotus", "kansai")
    )


def test_the_strongest_figure_of_a_rival_is_burnt_and_the_weakest_of_ones_own() -> None:
    figures = {
        "koi": {"fire-dragon": 1, "bushi": 1, "oni-of-blood": 1},
        "lotus": {"bushi": 2, "river-dragon": 1},
    }
    theirs = fought(figures, i.BurnOne("koi", "fire-dragon", "lotus"))
    mine = fought(figures, i.BurnOne("koi", "fire-dragon", "koi"))
    assert best(theirs, "koi") == o.Burn("river-dragon", "lotus")
    assert best(mine, "koi") == o.Burn("bushi", "koi")


def test_a_figure_of_the_strongest_rival_is_borrowed() -> None:
    figures = {"koi": {"jorogumo": 1}, "lotus": {"bushi": 3}, "turtle": {"bushi": 1}}
    assert best(fought(figures, i.BorrowOne("koi", "jorogumo")), "koi") == o.Borrow("bushi", "lotus")


def test_a_monster_crosses_where_it_turns_the_battle() -> None:
    prompt = i.CrossSea("koi", "nure-onna", "shikoku", "kansai")
    wars = ("kansai", "shikoku")
    turns = board(
        {"shikoku": {"koi": {"nure-onna": 1}}, "kansai": {"koi": {"bushi": 2}, "lotus": {"bushi": 3}}},
        wars=wars[:1],
        war=1,
    )
    stays = board(
        {"shikoku": {"koi": {"nure-onna": 1}, "lotus": {"bushi": 1}}, "kansai": {"lotus": {"bushi": 6}}},
        wars=wars,
        war=1,
    )
    assert best(State(turns, (prompt,)), "koi") == o.Cross("yes")
    assert best(State(stays, (prompt,)), "koi") == o.Cross("no")


def test_a_free_bushi_goes_where_it_wins() -> None:
    at = board({"edo": {"lotus": {"bushi": 4}}, "oshu": {}}, wars=("edo", "oshu"))
    state = State(at, (i.FreeBushi("koi", ("edo", "oshu")),))
    assert best(state, "koi") == o.Place("oshu")
    assert says(state, "koi", "all that you may", o.Decline()) == 0


def test_every_prompt_of_a_clan_has_advice_and_the_herald_none() -> None:
    missing, seen = set(), set[type]()
    for seed in range(6):
        start = opening("dynasty-invasion" if seed % 2 else "campaign", "default", 5)
        for state, seat in positions(RISING_SUN, start, Random(seed), steady=0.0):
            seen.add(type(state.agenda[0]))
            if bool(PLAYERS.advice(state, seat)) != (seat != "herald"):
                missing.add(type(state.agenda[0]))
    assert not missing
    assert {i.Bids, i.CommitSeppuku, i.ChooseHostage, i.HireThem, i.HearPoets} <= seen


# ---- worth and places


def test_places_go_by_points_and_then_by_honor() -> None:
    at = board(points={"koi": 5, "lotus": 5, "turtle": 7})
    assert sorted(HONOR, key=places(at).__getitem__, reverse=True) == ["turtle", "lotus", "koi"]
    assert all(
        value < points + 1 for value, points in zip(places(at).values(), at.points.values(), strict=True)
    )


def test_places_have_each_clan_before_anything_has_happened() -> None:
    state = opening("campaign", "default", 3)
    empty = RISING_SUN.begin(Options(), TABLES, ("herald", "koi", "lotus", "turtle"))
    for at in (empty, state.board):
        assert set(places(at)) == set(at.setting.clans)
        assert set(places(at).values()) == {0.0}


BETTER: list[tuple[str, Callable[[Board], Board]]] = [
    ("points", lambda at: replace(at, points=at.points | {"koi": 4})),
    ("a token", lambda at: replace(at, tokens=(Token("koi", "edo", 1),))),
    ("honor", lambda at: replace(at, honor=("koi", "lotus", "turtle"))),
    (
        "force in a war",
        lambda at: replace(at, figures=at.figures | {"oshu": {**at.figures["oshu"], "koi": {"bushi": 3}}}),
    ),
]


@pytest.mark.parametrize(("what", "better"), BETTER)
def test_a_board_is_worth_more_with_more(what: str, better: Callable[[Board], Board]) -> None:
    at = board({"oshu": {"lotus": {"bushi": 2}}}, honor=("lotus", "turtle", "koi"), wars=("oshu",))
    assert 0 < worth(at, "koi") < worth(better(at), "koi") < 1
    assert worth(better(at), "lotus") < worth(at, "lotus")


def test_tokens_are_worth_nothing_where_there_is_no_winter() -> None:
    short = Options(seasons=1, wars="free", clan_abilities=False)
    at = board(options=short)
    assert worth(replace(at, tokens=(Token("koi", "edo", 1),)), "koi") == worth(at, "koi")


def test_hostages_change_nothing_that_is_known() -> None:
    at = board({"edo": {"koi": {"bushi": 1}}}, hostages=(Hostage("koi", "lotus", "bushi"),))
    state = State(at, (i.HearPoets("koi"),))
    assert PLAYERS.known(state, "lotus") == state


def test_a_battle_without_bids_is_imagined_as_it_is() -> None:
    state = bidding({"koi": {"bushi": 1}, "lotus": {"bushi": 1}}, {"koi": 2, "lotus": 2})
    battle = state.board.battle
    assert isinstance(battle, Battle)
    assert PLAYERS.imagine(state, "koi", Random(0)) == state


# ---- the table of programs among themselves


@pytest.mark.parametrize(("scenario", "preset", "clans"), GAMES)
def test_the_herald_lays_a_table_that_is_fair(scenario: str, preset: str, clans: int) -> None:
    luck, state = Random(clans), opening(scenario, preset, clans)
    entered: list[Struct] = []
    while RISING_SUN.awaited(state) == ("herald",) and state.board.phase == "entry":
        entered.append(
            best(state, "herald") if len(entered) % 2 else luck.choice(PLAYERS.considered(state, "herald"))
        )
        state = after(RISING_SUN, state, "herald", entered[-1], LuckyChance(luck))
    assert entered[-1] == o.Ready()
    coins = {one.number for one in entered if isinstance(one, o.Coins)}
    ronin = {one.number for one in entered if isinstance(one, o.Ronin)}
    assert len(coins) == len(ronin) == 1
    armies = [one for one in entered if isinstance(one, o.Figures)]
    laid = {clan: sorted(len(one.troops) for one in armies if one.clan == clan) for clan in state.board.honor}
    assert len(laid) == clans
    assert len({tuple(sizes) for sizes in laid.values()}) == 1
    assert not any(isinstance(one, o.Points | o.Tokens | o.Cards) for one in entered)
