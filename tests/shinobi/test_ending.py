"""Chapter "end" [end/last-turns, end/reveal, end/victory, end/tie, end/shared-victory]."""

from __future__ import annotations

from typing import Any

from domain.kit.facts import Fact
from domain.kit.sealed import PUBLIC
from domain.kit.sums import Sum, Term
from domain.shinobi import SHINOBI
from domain.shinobi.board.events import (
    ClansCounted,
    ClansRevealed,
    GameWon,
    HandsRevealed,
    LastTurnsBegan,
    Tally,
    TieBroken,
    TurnBegan,
)
from domain.shinobi.data.options import PRESETS, Options
from domain.shinobi.words.items import Count, EndTurn, Refill, Reveal
from tests.scenario import Scenario
from tests.shinobi.boards import CARDS, SEATS, board, scenario
from tests.titles.play import Played

CLANS = {"iga": "takeda", "ise": "mori", "kii": "oda"}


def tally(seat: str, clan: str, *cards: int) -> Tally:
    terms = zip(cards, SEATS, strict=True)
    return Tally(seat, clan, Sum(tuple(Term(n, f"{clan} in {where}", "end/victory") for n, where in terms)))


def home(seat: str, clan: str, cards: int) -> Tally:
    return Tally(seat, clan, Sum((Term(cards, f"{clan} in {seat}", "end/tie"),)))


def count(table: dict[str, dict[str, int]], **more: Any) -> Scenario:
    return scenario(board(table, clans=CLANS, **more), Count()).goes_on()


def test_end_last_turns_each_player_has_one_and_the_one_who_emptied_the_deck_is_last() -> None:
    at = board(hands=dict.fromkeys(SEATS, ("oda",)), deck={"mori": 1}, turn=7)
    told = scenario(at, Refill("ise"), EndTurn("ise")).goes_on([1])
    assert told.events[1:] == (LastTurnsBegan("ise", 3), TurnBegan("kii", 8))
    for turn, seat, following in ((8, "kii", "iga"), (9, "iga", "ise")):
        at = board(hands=dict.fromkeys(SEATS, ("oda",)), deck={}, turn=turn, last_turn=10)
        assert scenario(at, EndTurn(seat)).goes_on().events == (TurnBegan(following, turn + 1),)
    at = board(deck={}, turn=10, last_turn=10, active="ise")
    assert isinstance(scenario(at, EndTurn("ise")).goes_on().events[0], ClansRevealed)


def test_end_last_turns_by_an_option_only_the_next_player_has_one() -> None:
    at = board(hands={"kii": ("oda",)}, deck={"mori": 1}, turn=7, options=Options(last_turns="single"))
    told = scenario(at, Refill("ise"), EndTurn("ise")).goes_on([1])
    assert told.events[1:] == (LastTurnsBegan("ise", 1), TurnBegan("kii", 8))
    assert told.board.last_turn == 8


def test_end_reveal_opens_clan_cards_hands_and_the_clans_that_nobody_held() -> None:
    hands = {"iga": ("oda", "ninja"), "ise": (), "kii": ("mori",)}
    at = board({"iga": {"takeda": 1}}, hands, deck={}, clans=CLANS)
    told = scenario(at, Reveal()).goes_on()
    assert told.events[:2] == (ClansRevealed(CLANS, ("go-hojo", "uesugi")), HandsRevealed(hands))
    assert told.cited[:2] == ("end/reveal", "end/reveal")
    seen = told.game.rules.view(told.game.state, PUBLIC)
    assert seen.unused_clans == ("go-hojo", "uesugi")
    assert [province.hand for province in seen.provinces] == [("oda", "ninja"), (), ("mori",)]


def test_end_victory_the_most_cards_over_all_provinces() -> None:
    told = count({"iga": {"mori": 3}, "ise": {"takeda": 2}, "kii": {"mori": 1, "takeda": 1}})
    after = told.then(
        ClansCounted(
            (tally("iga", "takeda", 0, 2, 1), tally("ise", "mori", 3, 0, 1), tally("kii", "oda", 0, 0, 0))
        ),
        GameWon(("ise",)),
    )
    assert told.cited == ("end/victory", "end/victory")
    assert (after.winners, told.game.winners, told.game.is_over()) == (("ise",), ("ise",), True)
    assert [one.cards.total for one in told.events[0].tallies] == [3, 4, 0]  # type: ignore[attr-defined]


def test_sh_10_a_tie_goes_to_the_one_with_more_of_the_own_clan_at_home() -> None:
    """Nine cards of a clan of nobody (reading 16) do not count."""
    told = count(
        {
            "iga": {"takeda": 2, "uesugi": 9, "mori": 2},
            "ise": {"takeda": 3, "mori": 3, "oda": 4},
        }
    )
    told.then(
        ClansCounted(
            (tally("iga", "takeda", 2, 3, 0), tally("ise", "mori", 2, 3, 0), tally("kii", "oda", 0, 4, 0))
        ),
        TieBroken((home("iga", "takeda", 2), home("ise", "mori", 3))),
        GameWon(("ise",)),
    )
    assert told.cited == ("end/victory", "end/tie", "end/tie")


def test_end_tie_only_those_who_are_tied_are_compared() -> None:
    """kii has the most at home, but fewer cards in all."""
    told = count({"iga": {"takeda": 1}, "ise": {"takeda": 4, "mori": 2}, "kii": {"mori": 3, "oda": 4}})
    assert told.events[1:] == (
        TieBroken((home("iga", "takeda", 1), home("ise", "mori", 2))),
        GameWon(("ise",)),
    )


def test_end_shared_victory_where_the_tie_remains() -> None:
    told = count({"iga": {"takeda": 2}, "ise": {"mori": 2, "takeda": 1}, "kii": {"mori": 1}})
    after = told.then(
        ClansCounted(
            (tally("iga", "takeda", 2, 1, 0), tally("ise", "mori", 0, 2, 1), tally("kii", "oda", 0, 0, 0))
        ),
        TieBroken((home("iga", "takeda", 2), home("ise", "mori", 2))),
        GameWon(("iga", "ise")),
    )
    assert told.cited == ("end/victory", "end/tie", "end/shared-victory")
    assert after.winners == ("iga", "ise")


def test_end_shared_victory_of_all_where_the_table_is_empty() -> None:
    assert count({}).events[-1] == GameWon(SEATS)


def test_end_last_turns_count_in_whole_games() -> None:
    """In every preset the record has exactly so many turns after the deck has run out."""
    for seed in range(3 * len(PRESETS)):
        played = Played(SHINOBI, seed, CARDS).to_the_end()
        events = [entry.event for entry in played.entries if isinstance(entry, Fact)]
        (ran_out,) = (event for event in events if isinstance(event, LastTurnsBegan))
        turns = [event for event in events[events.index(ran_out) :] if isinstance(event, TurnBegan)]
        assert len(turns) == ran_out.turns
        single = played.game.state.board.setting.options.last_turns == "single"
        assert ran_out.turns == (1 if single else len(played.game.seats))
        assert single or turns[-1].seat == ran_out.emptied_by
