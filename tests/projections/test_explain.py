"""One event back to its rule, its order, its throws and its sums."""

from __future__ import annotations

from typing import Any

import pytest

from domain.game.entries.entries import Ordered
from domain.kit.chance import Faces, Thrown
from domain.kit.facts import Fact
from domain.kit.sealed import PUBLIC
from domain.shinobi import SHINOBI
from domain.shinobi.board import events as e
from projections.language.messages import COLUMNS
from projections.replay import NoSuchPosition
from projections.telling.explain import explain, unit
from tests.playing import Game
from tests.projections.games import DATA, entries, replay
from tests.titles.play import Luck, opening


def first(kind: type, recorded: Any) -> int:
    return next(
        nth for nth, entry in enumerate(recorded, 1) if isinstance(getattr(entry, "event", None), kind)
    )


def test_an_event_that_an_order_brought_about() -> None:
    recorded = entries(0)
    at = first(e.Attacked, recorded)
    attack: Any = recorded[at - 1].event  # type: ignore[union-attr]
    order: Any = recorded[at - 2]
    said = "has only one legal answer, and it is given unasked" if order.by != "seat" else "orders"
    text = " ".join(explain(replay(recorded), at, PUBLIC).split())
    assert text.startswith(f"Event {at} of test, T")
    assert (
        f"{attack.strength} against {attack.defence}: one card of {attack.clan.title()} is discarded." in text
    )
    assert "It follows from this rule: turn/attack: Action 3: attack" in text
    assert f"It was brought about by this order: {at - 1} {order.seat} {said}: attack {attack.clan}" in text


def test_an_event_of_the_sequence_of_play_with_its_draw() -> None:
    assert explain(replay(entries(0)[:100]), 10, "ise") == (
        "Event 10 of test, T0, 2026-03-12 12:09 UTC\n"
        "  iga draws 4 cards, sealed.\n"
        "\n"
        "It follows from this rule:\n"
        "  setup/hands: First hands\n"
        "\n"
        "No order brought it about: the sequence of play does this unasked.\n"
        "\n"
        "Throws and draws for it:\n"
        "    9  Draw for first hand of iga, 4 out of 58: sealed. [setup/hands]\n"
    )


def test_a_victory_with_its_sums_term_by_term() -> None:
    recorded = entries(0)
    at = first(e.GameWon, recorded)
    counted: Any = recorded[first(e.ClansCounted, recorded) - 1].event  # type: ignore[union-attr]
    text = explain(replay(recorded), at, PUBLIC)
    for tally in counted.tallies:
        assert f"{tally.clan}, the clan of {tally.seat}: {tally.cards.total}\n" in text
        for term in tally.cards.terms:
            assert f"  {term.value:+3}  {term.why} [{term.rule}]\n" in text


@pytest.mark.parametrize("seed", [0, 4])
def test_every_event_of_a_game_is_explained(seed: int) -> None:
    """Each with its rule, and the rule with its heading."""
    recorded = entries(seed)
    for cut in (len(recorded), len(recorded) - 1):
        played = replay(recorded[:cut])
        for at in range(1, cut + 1):
            text, entry = explain(played, at, "iga"), recorded[at - 1]
            assert text.startswith(f"Event {at} of test, ")
            assert max(map(len, text.splitlines())) <= COLUMNS
            assert "\n\n\n" not in text
            if isinstance(entry, Fact | Thrown):
                rule = entry.rule if isinstance(entry, Fact) else entry.question.rule
                assert f"  {rule}: {SHINOBI.headings[rule]}\n" in text


def test_the_units_of_a_game_follow_each_other_without_a_gap() -> None:
    played = replay(entries(1))
    known = [unit(played, at) for at in range(1, len(played) + 1)]
    distinct = list(dict.fromkeys(known))
    assert [position for each in distinct for position in each] == list(range(1, len(played) + 1))
    assert all(at in each for at, each in enumerate(known, 1))


def test_what_waited_for_its_throw_is_one_unit() -> None:
    game = Game("test", SHINOBI)
    recorded = [*game.open(opening(SHINOBI, 0), DATA, Faces(1))]
    waited = len(recorded)
    recorded += game.enter((2,), Luck(1))
    assert unit(replay(recorded), waited) == range(waited, waited + 3)
    text = explain(replay(recorded), waited + 2, PUBLIC)
    assert "Draw for clan card of ise, 1 out of 4: sealed." in " ".join(text.split())


def test_what_only_moves_the_agenda_says_so() -> None:
    recorded = entries(0)
    at = next(n for n, x in enumerate(recorded, 1) if isinstance(x, Fact) and x.event is None and n > 30)
    text = explain(replay(recorded), at, PUBLIC)
    assert "It only moves the sequence of play on; logs do not show it." in text
    assert "The last order before it:" in text


def test_an_order_says_what_followed_from_it() -> None:
    recorded = entries(0)
    at = next(nth for nth, entry in enumerate(recorded, 1) if isinstance(entry, Ordered))
    text = explain(replay(recorded), at, PUBLIC)
    assert "It was brought about" not in text
    assert f"In the same step:\n{at + 1:5}  " in text


def test_an_event_that_is_not_there() -> None:
    with pytest.raises(NoSuchPosition):
        explain(replay(entries(0)), 9999, PUBLIC)
