"""The log of a game as a viewer may know it."""

from __future__ import annotations

from typing import Any

import pytest

from domain.game.entries.entries import ONLY_ANSWER, Asked, Entry, Ordered
from domain.kit.chance import Faces
from domain.kit.facts import Fact
from domain.kit.sealed import PUBLIC, REFEREE, Sealed
from domain.shinobi import SHINOBI
from domain.shinobi.words import orders
from projections.language.messages import COLUMNS, columns
from projections.telling.log import Logged, is_open, log, log_text
from tests.playing import Game
from tests.projections.games import DATA, NOBODY, NOON, entries, replay
from tests.titles.play import opening


def texts(recorded: Any, viewer: str) -> dict[int, str]:
    return {line.position: line.text for line in log(replay(recorded), viewer)}


def test_the_opening_says_who_plays_what() -> None:
    (opened,) = log(replay(entries(0)[:1]), PUBLIC)
    assert opened == Logged(
        1,
        NOON,
        "",
        "The game test is opened: Shinobi: War of the Clans, scenario standard, edition shinobi/1, "
        "preset default, data set as it ships. Seats: iga (player 1), ise (player 2) and kii (player 3). "
        "Throws: a seeded generator",
        "",
        "T0",
    )


def test_a_secret_draw_is_shown_as_sealed_until_the_game_is_over() -> None:
    going, over = texts(entries(0)[:100], "iga"), texts(entries(0), "iga")
    assert going[3] == "Draw for clan card of iga, 1 out of 5: sealed."
    assert going[6] == "ise gets a clan card, sealed."
    assert going[9] == "Draw for first hand of iga, 4 out of 58: sealed."
    assert texts(entries(0)[:100], REFEREE)[3].startswith("Draw for clan card of iga, 1 out of 5: places ")
    assert "sealed" not in "".join(over.values())


def test_an_open_throw_is_shown_with_its_purpose_and_faces() -> None:
    assert texts(entries(0)[:16], PUBLIC)[15] == "Throw for first player of iga, ise, kii, 1d3: 2."


def test_who_had_one_legal_answer_only_did_not_have_to_give_it() -> None:
    recorded = entries(0)
    at, only = next(
        (nth, entry)
        for nth, entry in enumerate(recorded, 1)
        if isinstance(entry, Ordered) and entry.by == ONLY_ANSWER
    )
    order = only.order
    assert texts(recorded, PUBLIC)[at] == (
        f"{only.seat} has only one legal answer, and it is given unasked: "
        f"attack {order.clan} in {order.province} with {order.army}."
    )


def test_an_order_says_who_gave_it_for_somebody_else() -> None:
    recorded = entries(0)
    at = next(nth for nth, entry in enumerate(recorded, 1) if isinstance(entry, Ordered))
    seat = recorded[at - 1].seat  # type: ignore[union-attr]
    own = log(replay(recorded), PUBLIC, at - 1)[0]
    other = log(replay(recorded, ("command line", "", seat, "Ann", "Bob")), PUBLIC, at - 1)[0]
    assert own.text.startswith(f"{seat} orders: place ")
    assert other.text == "Ann orders for " + own.text.replace(" orders:", ":")
    assert (own.seat, own.rule) == (seat, "")


def test_a_throw_that_is_awaited_is_said() -> None:
    game = Game("test", SHINOBI)
    recorded = game.open(opening(SHINOBI, 0), DATA, Faces(1))
    assert isinstance(recorded[-1], Asked)
    assert list(texts(recorded, PUBLIC).values())[-1] == "A throw is awaited for clan card of ise."


def test_facts_that_only_move_the_agenda_are_not_shown_and_nothing_else_is_left_out() -> None:
    recorded: tuple[Entry, ...] = entries(2)
    silent = {nth for nth, entry in enumerate(recorded, 1) if isinstance(entry, Fact) and entry.event is None}
    assert silent
    assert set(texts(recorded, PUBLIC)) == set(range(1, len(recorded) + 1)) - silent


def test_the_newest_lines_only() -> None:
    played = replay(entries(0))
    assert log(played, PUBLIC, 100) == tuple(line for line in log(played, PUBLIC) if line.position > 100)


@pytest.mark.parametrize("seed", range(3))
def test_a_log_fits_into_a_mail(seed: int) -> None:
    played = replay(entries(seed))
    for viewer in (PUBLIC, REFEREE, "iga"):
        lines = log_text(log(played, viewer)).splitlines()
        assert max(map(columns, lines)) <= COLUMNS
        assert all(line == line.rstrip() for line in lines)


def test_the_text_of_a_log() -> None:
    text = log_text(log(replay(entries(0)[:26], ("mail", "", "", "", "")), PUBLIC, 14))
    assert text == (
        "-- T0 " + "-" * 72 + "\n"
        "       2026-03-12 12:14 UTC\n"
        "   15  Throw for first player of iga, ise, kii, 1d3: 2. [setup/first-player]\n"
        "       2026-03-12 12:15 UTC\n"
        "   16  ise has the first turn. [setup/first-player]\n"
        "-- T1 " + "-" * 72 + "\n"
        "       2026-03-12 12:16 UTC\n"
        "   17  Turn 1 begins: ise is to act. [turn/order]\n"
    ) + "".join(text.partition("[turn/order]\n")[2:])
    assert text.count("UTC") == len(log(replay(entries(0)[:26]), PUBLIC, 14))


def test_what_was_received_in_one_minute_stands_under_one_time() -> None:
    lines = [Logged(n, NOON + n, "", "x", "", "T1") for n in range(5)]
    assert log_text(lines).count("UTC") == 1


@pytest.mark.parametrize(
    ("value", "iga", "public"),
    [
        (orders.Pass(), True, True),
        (Sealed(("iga",), 3), True, False),
        ((1, [Sealed((), 3)]), False, False),
        ({"iga": Sealed(("iga",), 3)}, True, False),
        (Ordered("iga", Sealed(("iga",), orders.Pass())), True, False),
    ],
)
def test_a_value_is_open_when_all_of_it_is(value: Any, iga: bool, public: bool) -> None:
    assert (is_open(value, "iga"), is_open(value, PUBLIC), is_open(value, REFEREE)) == (iga, public, True)


def test_a_sealed_order_is_not_told_to_others() -> None:
    recorded = (*entries(0)[:18], Ordered("iga", Sealed(("iga",), orders.Pass())))
    assert texts(recorded, "ise")[19] == "iga has given a sealed order."
    assert NOBODY[3] == ""
