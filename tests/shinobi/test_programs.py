"""Programs that play Shinobi: what a seat knows and imagines, what is advised, what a board is worth."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest
from msgspec import Struct
from msgspec.structs import replace

from domain.kit.facts import State
from domain.shinobi import SHINOBI
from domain.shinobi.board.state import Board
from domain.shinobi.programs import PLAYERS
from domain.shinobi.words import items as i
from domain.shinobi.words import orders as o
from referee.programs.choosing import scored
from tests.titles.imagined import begun, choices, ends, fits, positions
from tests.titles.play import data_of

GAMES = [("default", 3), ("official", 4), ("default", 5)]
EVERY = 9
"""Of so many positions of a game one is looked at."""

Position = State[Board, Any]


def opening(preset: str, players: int) -> Position:
    return begun(SHINOBI, data_of(SHINOBI), "standard", preset, SHINOBI.seats[:players])


def set_up(table: dict[str, dict[str, int]], hand: tuple[str, ...], prompt: Struct) -> Position:
    """Iga has the clan Oda and this hand; all cards that are not named are in the deck."""
    board: Board = opening("default", 3).board
    deck = {**board.deck}
    for cards in board.hands.values():
        for card in cards:
            deck[card] += 1
    for card in (*hand, *(clan for armies in table.values() for clan in armies for _ in range(armies[clan]))):
        deck[card] -= 1
    clans = iter(clan for clan in board.setting.cards.per_clan if clan != "oda")
    return State(
        replace(
            board,
            table={seat: {**armies, **table.get(seat, {})} for seat, armies in board.table.items()},
            hands={**dict.fromkeys(board.hands, ()), "iga": hand},
            deck=deck,
            clans={seat: "oda" if seat == "iga" else next(clans) for seat in board.hands},
        ),
        (prompt,),
    )


def best(state: Position) -> Struct:
    """What the rules of thumb like best; no other as much."""
    known = sorted(scored(PLAYERS, state, "iga"), key=lambda one: -one[1])
    assert len(known) == 1 or known[0][1] > known[1][1], known[:2]
    return known[0][0]


# ---- what a seat knows and imagines


@pytest.mark.parametrize(("preset", "players"), GAMES)
def test_what_is_imagined_fits_what_a_seat_knows(preset: str, players: int) -> None:
    luck = Random(preset)
    for nth, (state, seat) in enumerate(positions(SHINOBI, opening(preset, players), luck)):
        if nth % EVERY == 0:
            imagined = fits(SHINOBI, state, seat, luck)
            if nth % (EVERY * 5) == 0:
                assert SHINOBI.winners(ends(SHINOBI, imagined, luck).board)


def swapped(state: Position, seat: str) -> Position:
    """The others hold other cards, and other clans."""
    board = state.board
    deck, hands = {**board.deck}, {**board.hands}
    for other in board.hands:
        if other != seat and hands[other]:
            held = hands[other][0]
            card = next(card for card, count in deck.items() if count and card != held)
            deck = {**deck, held: deck[held] + 1, card: deck[card] - 1}
            hands[other] = (card, *hands[other][1:])
    others = [other for other in board.clans if other != seat]
    turned = dict(zip(others, [board.clans[other] for other in (*others[1:], others[0])], strict=True))
    return State(replace(board, deck=deck, hands=hands, clans={**board.clans, **turned}), state.agenda)


def test_other_secrets_same_choices() -> None:
    for nth, (state, seat) in enumerate(positions(SHINOBI, opening("default", 4), Random(2))):
        if nth % (EVERY * 3) == 0 and sum(state.board.deck.values()) > 8:
            twin = swapped(state, seat)
            assert twin != state
            assert PLAYERS.known(twin, seat) == PLAYERS.known(state, seat)
            assert choices(SHINOBI, twin, seat, 6) == choices(SHINOBI, state, seat, 6)


def test_what_is_known_has_neither_hand_nor_clan_of_another() -> None:
    for state, seat in positions(SHINOBI, opening("default", 3), Random(3)):
        known = PLAYERS.known(state, seat).board
        if known.revealed:
            continue
        assert set(known.clans) == {seat}
        assert {card for card, count in known.deck.items() if count} <= {""}
        assert msgspec.json.encode([hand for other, hand in known.hands.items() if other != seat]).count(
            b'""'
        ) == sum(len(hand) for other, hand in state.board.hands.items() if other != seat)


def test_what_is_hidden_is_imagined_now_so_now_so() -> None:
    state = opening("default", 4)
    known = PLAYERS.known(state, "iga")
    imagined = [PLAYERS.imagine(known, "iga", Random(seed)).board for seed in range(40)]
    assert len({board.hands["ise"] for board in imagined}) > 20
    assert {board.clans["ise"] for board in imagined} == set(state.board.setting.cards.per_clan) - {
        state.board.clans["iga"]
    }


# ---- what is advised


def test_cards_of_the_own_clan_are_placed() -> None:
    state = set_up({}, ("oda", "mori", "mori"), i.Home("iga"))
    assert best(state) == o.Place("oda", "iga")


def test_of_the_other_clans_those_that_are_behind_are_placed() -> None:
    state = set_up(
        {"ise": {"mori": 3}, "kii": {"takeda": 1, "uesugi": 2}}, ("mori", "go-hojo"), i.Home("iga")
    )
    known = dict(scored(PLAYERS, state, "iga"))
    assert known[o.Place("go-hojo", "iga")] > known[o.Place("mori", "iga")]


def test_the_own_clan_is_brought_where_nobody_is_strong_enough_to_attack_it() -> None:
    table = {"ise": {"oda": 1}, "kii": {"mori": 2, "oda": 2}}
    state = set_up(table, ("mori",), i.Home("iga"))
    known = dict(scored(PLAYERS, state, "iga"))
    assert known[o.Move("oda", "ise", "kii")] == max(
        score for order, score in known.items() if isinstance(order, o.Move) and order.clan == "oda"
    )


def test_a_rival_is_moved_to_where_larger_armies_threaten_it() -> None:
    threatened, free = o.Move("takeda", "ise", "kii"), {"ise": {"takeda": 2}}
    among = dict(scored(PLAYERS, set_up({**free, "iga": {"mori": 2}}, (), i.Home("iga")), "iga"))
    alone = dict(scored(PLAYERS, set_up(free, (), i.Home("iga")), "iga"))
    assert among[threatened] > alone[threatened]


def test_the_clan_that_leads_is_struck_and_never_the_own() -> None:
    table = {"iga": {"takeda": 4}, "ise": {"oda": 2, "mori": 1}, "kii": {"mori": 3, "uesugi": 1}}
    state = set_up(table, (), i.Attack("iga"))
    order = best_of_kind(state, o.Attack)
    assert order.clan == "mori"
    known = dict(scored(PLAYERS, state, "iga"))
    assert known[o.Attack("oda", "ise", "takeda")] == min(known.values())


def best_of_kind(state: Position, kind: type[o.Attack]) -> o.Attack:
    known = dict(scored(PLAYERS, state, "iga"))
    orders = [order for order in known if isinstance(order, kind)]
    return max(orders, key=lambda order: known[order])


def test_the_largest_army_of_another_is_not_made_larger() -> None:
    table = {"ise": {"mori": 2}, "kii": {"takeda": 1, "mori": 1}}
    known = dict(scored(PLAYERS, set_up(table, ("mori",), i.Deploy("iga")), "iga"))
    assert known[o.Place("mori", "kii")] == known[o.Place("mori", "ise")], "In both it is the largest."
    table = {"ise": {"mori": 2}, "kii": {"takeda": 2, "mori": 1}}
    known = dict(scored(PLAYERS, set_up(table, ("mori",), i.Deploy("iga")), "iga"))
    assert known[o.Place("mori", "kii")] > known[o.Place("mori", "ise")]


# ---- what a board is worth


def test_a_lead_is_worth_more_the_later_it_is() -> None:
    table = {"kii": {"oda": 3, "mori": 1}}
    early = set_up(table, (), i.Home("iga")).board
    late = replace(early, deck=dict.fromkeys(early.deck, 0))
    behind = set_up({"kii": {"oda": 1, "go-hojo": 3}}, (), i.Home("iga")).board
    assert 0.5 < PLAYERS.worth(early, "iga") < PLAYERS.worth(late, "iga") < 1.0
    assert PLAYERS.worth(behind, "iga") < 0.5


def test_places_are_those_of_the_rules_ties_go_to_who_has_more_at_home() -> None:
    for seed in range(12):
        state = ends(SHINOBI, opening("default", 3 + seed % 3), Random(seed))
        places = PLAYERS.places(state.board)
        most = max(places.values())
        assert {seat for seat, place in places.items() if place == most} == set(state.board.winners)
