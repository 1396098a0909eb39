"""Programs that play Twilight of Shogun: what they know and imagine, what they are advised and like."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec import Struct
from msgspec.structs import replace

from domain.kit.facts import State
from domain.kit.simulation import LuckyChance, after
from domain.twilight_shogun import TWILIGHT_SHOGUN
from domain.twilight_shogun.board.state import NAVY, Board, cards_in_order, conserved, other
from domain.twilight_shogun.data.effects import Vp, Way
from domain.twilight_shogun.data.options import Options
from domain.twilight_shogun.data.tables import ANTI, PRO
from domain.twilight_shogun.programs import PLAYERS
from domain.twilight_shogun.programs.worth import signs
from domain.twilight_shogun.words import orders as o
from domain.twilight_shogun.words.items import (
    Act,
    Attack,
    ChooseWay,
    DropCards,
    Evade,
    PlaceNavy,
    Play,
    PutInfluence,
    Realign,
    Retrieve,
)
from referee.programs.arena import begun
from referee.programs.choosing import at_random, scored, steadily
from referee.programs.search import search, value_of
from tests.twilight_shogun.boards import SEATS, Influence, board

PLAYED = [("default", 1), ("navy", 2), ("literal", 3)]
"""Presets and seeds of the games whose stops are looked at."""

EVERY, SELDOM = 7, 19
"""Of so many stops of a game one is looked at; of those from which much is imagined, of so many more."""

NAMES = ("setting", "markers", "faces", "retired", "lasting")
"""What all may know of a board names markers, and cards wherever they are."""

TOLD = tuple(name for name in Board.__struct_fields__ if name not in NAMES)

_State = State[Board, Any]


@cache
def stops(preset: str, seed: int) -> tuple[_State, ...]:
    """Where a game waits for an order: one side plays at random, the other by rules of thumb, in turn."""
    luck = Random(seed)
    state = begun(TWILIGHT_SHOGUN, SEATS, preset, luck)
    found = []
    while awaited := TWILIGHT_SHOGUN.awaited(state):
        found.append(state)
        (seat,) = awaited
        if seat == SEATS[state.board.turn % 2]:
            order = steadily(PLAYERS, state, seat, luck)
        else:
            order = at_random(TWILIGHT_SHOGUN, state, seat, luck)
        state = after(TWILIGHT_SHOGUN, state, seat, order, LuckyChance(luck))
    return tuple(found)


def some_stops(preset: str, seed: int, every: int = EVERY) -> Iterator[tuple[_State, str]]:
    for state in stops(preset, seed)[::every]:
        for seat in SEATS:
            yield state, seat


def secrets_swapped(state: _State, seat: str) -> _State:
    """All that the seat may not know is another: the cards of the other are in the deck, and he has left
    nothing behind, or has.
    """
    at, rival = state.board, other(seat)
    count = min(len(at.hands[rival]), len(at.deck))
    hand = (*at.hands[rival][count:], *at.deck[:count])
    deck = (*at.deck[count:], *at.hands[rival][:count])
    left = {**at.left, rival: () if at.left.get(rival) else ("evade",)}
    hands = at.hands | {rival: cards_in_order(at, hand)}
    return State(replace(at, hands=hands, deck=cards_in_order(at, deck), left=left), state.agenda)


# ---- what a seat knows and imagines


@pytest.mark.parametrize(("preset", "seed"), PLAYED)
def test_what_is_imagined_looks_the_same_to_the_seat(preset: str, seed: int) -> None:
    for state, seat in some_stops(preset, seed, SELDOM):
        known = PLAYERS.known(state, seat)
        for nth in range(3):
            imagined = PLAYERS.imagine(known, seat, Random(nth))
            assert TWILIGHT_SHOGUN.view(imagined, seat) == TWILIGHT_SHOGUN.view(state, seat)
            assert PLAYERS.known(imagined, seat) == known
            assert conserved(imagined.board) == ""
            assert imagined.board.deck == cards_in_order(imagined.board, imagined.board.deck)
            if seat in TWILIGHT_SHOGUN.awaited(state):
                expected = TWILIGHT_SHOGUN.examples(state, seat)
                assert TWILIGHT_SHOGUN.examples(imagined, seat) == expected


@pytest.mark.parametrize(("preset", "seed"), PLAYED)
def test_what_is_known_names_no_card_that_the_seat_may_not_know(preset: str, seed: int) -> None:
    for state, seat in some_stops(preset, seed):
        known = PLAYERS.known(state, seat).board
        told = msgspec.json.encode({name: getattr(known, name) for name in TOLD})
        for card in (*state.board.hands[other(seat)], *state.board.deck):
            assert f'"{card}"'.encode() not in told, card


def test_hidden_cards_are_imagined_now_here_now_there() -> None:
    state = stops("default", 1)[0]
    known = PLAYERS.known(state, ANTI)
    hands = {PLAYERS.imagine(known, ANTI, Random(nth)).board.hands[PRO] for nth in range(20)}
    assert len(hands) > 15
    assert PLAYERS.imagine(known, ANTI, Random(3)) == PLAYERS.imagine(known, ANTI, Random(3))


def test_what_the_other_has_left_behind_is_unknown_and_the_own_is_known() -> None:
    at = replace(board(), left={ANTI: ("evade",), PRO: ("evade",)})
    assert PLAYERS.known(State(at, (Play(PRO),)), PRO).board.left == {PRO: ("evade",)}


@pytest.mark.parametrize(("preset", "seed"), PLAYED)
def test_other_secrets_same_choice_of_steady(preset: str, seed: int) -> None:
    for state, seat in some_stops(preset, seed):
        known, twin = (PLAYERS.known(one, seat) for one in (state, secrets_swapped(state, seat)))
        assert known == twin
        if seat in TWILIGHT_SHOGUN.awaited(state):
            first, second = (PLAYERS.imagine(known, seat, Random(nth)) for nth in (1, 2))
            assert scored(PLAYERS, first, seat) == scored(PLAYERS, second, seat)


def test_other_secrets_same_choice_of_keen() -> None:
    for state in stops("default", 1)[5::40]:
        (seat,) = TWILIGHT_SHOGUN.awaited(state)
        twin = secrets_swapped(state, seat)
        thoughts = [
            search(TWILIGHT_SHOGUN, PLAYERS.known(one, seat), seat, Random(7), 6) for one in (state, twin)
        ]
        assert thoughts[0] == thoughts[1]


# ---- the orders that are considered


@pytest.mark.parametrize(("preset", "seed"), PLAYED)
def test_all_that_is_considered_is_legal(preset: str, seed: int) -> None:
    for state in stops(preset, seed):
        (seat,) = TWILIGHT_SHOGUN.awaited(state)
        considered = PLAYERS.considered(state, seat)
        assert considered
        assert len(set(considered)) == len(considered)
        for order in considered:
            assert type(order) in TWILIGHT_SHOGUN.expected(state)
            assert TWILIGHT_SHOGUN.decide(state, seat, order, LuckyChance(Random(1)))


# ---- advice on positions


def best(at: Board, item: Any, seat: str) -> Struct:
    """What the rules of thumb like best."""
    return max(scored(PLAYERS, State(at, (item,)), seat), key=lambda one: one[1])[0]


def say(at: Board, item: Any, seat: str, order: Struct) -> float:
    """What all advice says of an order."""
    state = State(at, (item,))
    return sum(one.score(state, seat, order) for one in PLAYERS.advice(state, seat))


def at(influence: Influence, seat: str = ANTI, **more: Any) -> Board:
    return board(influence, active=seat, **more)


def test_influence_goes_where_it_gains_a_powered_clan() -> None:
    """Tosa is stable at 2 and powered, Tokushima at 2 and not."""
    there = at({"tosa": (1, 0), "tokushima": (1, 0)})
    assert best(there, Act(ANTI, 1, "cholera"), ANTI) == o.Influence(("tosa",))


def test_influence_is_not_heaped_where_control_is_safe() -> None:
    there, act = at({"tosa": (9, 0), "tokushima": (1, 0)}), Act(ANTI, 1, "cholera")
    on_the_way = say(there, act, ANTI, o.Influence(("tokushima",)))
    assert on_the_way > say(there, act, ANTI, o.Influence(("tosa",))) == 0


def test_influence_breaks_what_the_other_holds_where_a_scoring_turns() -> None:
    """Pro-Bakufu holds Kyo by one: two more take it, and it pays 5 VP [9.5]."""
    there = at({"kyo": (1, 1), "satsuma": (6, 0)})
    assert best(there, Act(ANTI, 2, "cholera"), ANTI) == o.Influence(("kyo",))


def test_a_coup_goes_for_a_clan_that_is_not_stable() -> None:
    """Four APs take Matsuyama, stable at 1, whatever the die; Hiroshima, stable at 3, hardly ever."""
    there = at({"matsuyama": (1, 3), "hiroshima": (1, 3), "tosa": (9, 9)})
    act = Act(ANTI, 4, "black-ships", ("coup",))
    assert best(there, act, ANTI) == o.Coup("matsuyama")
    assert say(there, act, ANTI, o.Coup("hiroshima")) < say(there, act, ANTI, o.Coup("matsuyama"))


def test_no_coup_is_considered_where_the_level_forbids_it() -> None:
    there = at({"matsuyama": (1, 3)}, intervention=4)
    act = Act(ANTI, 4, "black-ships", ("coup",))
    assert PLAYERS.considered(State(there, (act,)), ANTI) == (o.Pass(),)


def test_a_realignment_wants_friends_around() -> None:
    """Anti-Bakufu controls Choshu and Tottori next to Matsue; Kumamoto stands alone."""
    there = at({"choshu": (5, 0), "tottori": (5, 0), "matsue": (0, 3), "kumamoto": (1, 4)})
    assert best(there, Realign(ANTI, 2, "cholera"), ANTI) == o.Realign(("matsue", "matsue"))


def test_no_realignment_of_what_recovers() -> None:
    """Aizu has an inherent 3: what it loses is there again at the end of the round [3.4]."""
    there = at({"sendai": (5, 0), "yonezawa": (5, 0), "aizu": (0, 3)})
    assert best(there, Realign(ANTI, 2, "cholera"), ANTI) == o.Pass()


def test_points_are_not_given_up() -> None:
    there = at({"tosa": (1, 0)})
    act = Act(ANTI, 1, "cholera")
    assert say(there, act, ANTI, o.Pass()) < 0 < say(there, act, ANTI, best(there, act, ANTI))


def test_an_own_event_is_played_where_it_does_more_than_its_points() -> None:
    """The alliance gives 2 VP, four influence and a marker."""
    there = at({"satsuma": (1, 0), "choshu": (1, 0)}, hands={ANTI: ["satcho"]})
    assert best(there, Play(ANTI), ANTI) == o.PlayEvent("satcho")


def test_an_event_whose_condition_fails_is_no_event() -> None:
    """Nobody has opened Yokohama [9.2]."""
    there = at({"satsuma": (1, 0)}, hands={ANTI: ["gold-drain"]})
    assert o.PlayEvent("gold-drain") not in PLAYERS.considered(State(there, (Play(ANTI),)), ANTI)


def test_the_card_of_the_other_that_hurts_most_goes_to_court() -> None:
    """The gate takes all of Anti-Bakufu's influence in Kyo; a court operation keeps it shut."""
    there = at({"kyo": (6, 2)}, hands={ANTI: ["hamaguri-gate", "uesugi-narinori"]})
    assert best(there, Play(ANTI), ANTI) == o.Court("hamaguri-gate")


def test_an_event_that_takes_goes_before_the_action_that_mends() -> None:
    there = at({"kyo": (4, 2)}, hands={ANTI: ["hamaguri-gate"]}, court_done={ANTI: True, PRO: False})
    assert best(there, Play(ANTI), ANTI) == o.PlayEventFirst("hamaguri-gate")


@pytest.mark.parametrize(("influence", "says"), [((5, 2), 1), ((2, 2), 0), ((2, 5), -1)])
def test_a_scoring_is_played_by_who_leads_and_kept_by_who_is_behind(
    influence: tuple[int, int], says: int
) -> None:
    there = at({"kyo": influence, "satsuma": (3, 0)}, hands={ANTI: ["kyo-scoring", "cholera"]})
    state = State(there, (Play(ANTI),))
    (rule,) = [one for one in PLAYERS.advice(state, ANTI) if one.text.startswith("Score")]
    score = rule.score(state, ANTI, o.PlayEventFirst("kyo-scoring"))
    assert (score > 0) - (score < 0) == says
    assert rule.score(state, ANTI, o.PlayEvent("cholera")) == 0


@pytest.mark.parametrize("open_turn", [False, True])
def test_joi_is_for_whom_it_pays(open_turn: bool) -> None:
    """Anti-Bakufu has 2 VP for Jo-i in a closed turn, Pro-Bakufu in an open one [10.0]."""
    hand = {ANTI: ["russian-ship"]}
    there, done = (at({"kyo": (3, 3)}, hands=hand, open=open_turn, joi=joi) for joi in (0, 1))
    event = o.PlayEvent("russian-ship")
    assert (say(there, Play(ANTI), ANTI, event) > say(done, Play(ANTI), ANTI, event)) != open_turn


def test_whoever_would_lose_evades() -> None:
    assert best(at({}), Evade(ANTI, "coup"), ANTI) == o.Evade()


def test_an_event_puts_influence_where_it_turns_a_clan() -> None:
    there = at({"tosa": (1, 0), "satsuma": (9, 0)})
    item = PutInfluence(ANTI, "four-wise-lords", ANTI, 1, False, ("tosa", "satsuma"), False, 1)
    assert best(there, item, ANTI) == o.Put("tosa")


def test_an_event_takes_influence_where_control_goes() -> None:
    there = at({"okayama": (0, 2), "kaga": (0, 9)})
    item = PutInfluence(ANTI, "cholera", PRO, 1, True, ("okayama", "kaga"), False, 1)
    assert best(there, item, ANTI) == o.Remove("okayama")


def test_an_attack_goes_where_clans_stand_around() -> None:
    there = at({"himeji": (0, 4), "tottori": (0, 4), "okayama": (5, 0)})
    assert best(there, Attack(ANTI, "ikuno", 4, ("himeji", "tottori")), ANTI) == o.Attack("himeji")


def test_the_better_way_is_chosen() -> None:
    ways = (Way("one", (Vp(ANTI, 1),)), Way("three", (Vp(ANTI, 3),)), Way("none"))
    item = ChooseWay(ANTI, ANTI, "bunkyu-reforms", ways)
    assert best(at({}), item, ANTI) == o.Choose("three")
    assert best(at({}), replace(item, seat=PRO), PRO) == o.Choose("none")


def test_the_worst_card_is_dropped_and_the_best_comes_back() -> None:
    """The gate opens for the other; the alliance is worth most of all."""
    there = at(
        {"kyo": (6, 2)},
        hands={ANTI: ["satcho", "hamaguri-gate"]},
        discard=("kanrin-maru", "shimazu-hisamitsu"),
    )
    assert best(there, DropCards(ANTI, "oniwaban", 1), ANTI) == o.Discard("hamaguri-gate")
    item = Retrieve(ANTI, "choshu-five", 1, ("kanrin-maru", "shimazu-hisamitsu"))
    assert best(there, item, ANTI) == o.Retrieve("shimazu-hisamitsu")


def test_the_navy_goes_where_it_turns_a_scoring() -> None:
    """The five powered clans are safe; Kyo, where nobody has more, pays 5 VP."""
    powered = dict.fromkeys(("mito", "fukui", "tosa", "choshu", "satsuma"), (9, 0))
    there = at(powered | {"kyo": (1, 1)}, options=Options(navy=True), vp=-10)
    assert best(there, PlaceNavy(ANTI), ANTI) == o.Navy("kyo")
    assert NAVY not in there.markers


def test_each_piece_of_advice_on_cards_speaks_of_some_order_in_a_game() -> None:
    spoke: set[str] = set()
    for state in stops("default", 1):
        (seat,) = TWILIGHT_SHOGUN.awaited(state)
        considered = PLAYERS.considered(state, seat)
        for one in PLAYERS.advice(state, seat):
            if any(one.score(state, seat, order) for order in considered):
                spoke.add(one.text)
    said = [one.text for one in PLAYERS.advice(State(board(), (Play(PRO),)), PRO)]
    assert len(said) == len(set(said)) > 8
    assert all(text.endswith(".") for text in said)
    assert set(said) <= spoke | {"Do not give up action points."}


# ---- what a board is worth


def test_a_board_is_worth_to_one_what_it_is_not_to_the_other() -> None:
    for preset, seed in PLAYED:
        for state in stops(preset, seed)[::EVERY]:
            anti, pro = (PLAYERS.worth(state.board, seat) for seat in SEATS)
            assert 0 < anti < 1
            assert anti + pro == pytest.approx(1)


def test_vp_clans_and_the_last_turn_make_a_board_worth_more() -> None:
    start = at({"tosa": (2, 0)})
    assert PLAYERS.worth(replace(start, vp=5), ANTI) > PLAYERS.worth(start, ANTI)
    assert PLAYERS.worth(at({"tosa": (2, 0), "satsuma": (3, 0)}), ANTI) > PLAYERS.worth(start, ANTI)
    assert PLAYERS.worth(replace(start, vp=5, turn=8), ANTI) > PLAYERS.worth(replace(start, vp=5), ANTI)


def test_cards_of_many_action_points_make_a_board_worth_more_and_those_of_the_other_less() -> None:
    """The alliance and the purge have as many APs."""
    bare, own, foe = (at({"tosa": (2, 0)}, hands={ANTI: hand}) for hand in ([], ["satcho"], ["ansei-purge"]))
    assert PLAYERS.worth(own, ANTI) > PLAYERS.worth(bare, ANTI)
    assert PLAYERS.worth(own, ANTI) > PLAYERS.worth(foe, ANTI)


def test_a_scoring_in_a_hand_makes_what_it_gives_worth_more() -> None:
    there = {"kyo": (6, 2)}
    scoring, plain = (at(there, hands={PRO: [card]}) for card in ("kyo-scoring", "ou-scoring"))
    assert PLAYERS.worth(scoring, ANTI) > PLAYERS.worth(plain, ANTI)


def test_mirrored_influence_counts_as_much_for_the_other() -> None:
    one, other_way = (
        signs(at({"okayama": lead, "hiroshima": lead, "nagasaki": lead})) for lead in ((3, 1), (1, 3))
    )
    told = ("scorings", "held", "powered", "nearly", "safe", "margin")
    bare = signs(at({}))
    assert [one[sign] - bare[sign] for sign in told] == [bare[sign] - other_way[sign] for sign in told]


def test_a_board_is_judged_between_two_cards() -> None:
    for state in stops("default", 1):
        assert PLAYERS.rests(state) == (state.board.played is None)


def test_the_winner_has_the_first_place_and_the_other_the_second() -> None:
    won = replace(at({}), winner=PRO, ending="vp")
    assert PLAYERS.places(won) == {ANTI: 0.0, PRO: 1.0}
    assert value_of(TWILIGHT_SHOGUN, PLAYERS, State(won, ()), PRO) == 1.0
