"""A queue that was rehearsed is played as it was rehearsed; sent once more it plays nothing."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from msgspec import Struct

from domain.game.entries.entries import Ordered
from domain.game.entries.people import OrderHeld
from domain.kit.rules import Rules
from referee.games.opening import Opening
from referee.games.order_sheet import NOT_ASKED, NOT_REACHED, PLAYED, Line, Sheet
from referee.games.referee import Referee
from referee.programs.foreseeing import REFUSED, Rehearsal, rehearsed
from referee.proof.chance import Generator
from referee.record.envelope import COMMAND_LINE, Act
from referee.record.record import Record
from tests.titles.play import few

BEFORE, DEEP = 14, 6
"""Orders of a game before a queue, and of a queue at most."""

ACT = Act(COMMAND_LINE)


@pytest.fixture
def referee(rules: Rules, tmp_path: Path) -> Referee:
    made = Referee(Record(tmp_path / "record.db"), Generator(f"fenced {rules.title}"))
    seats = rules.scenarios[0].seats[0]
    made.open(Opening("one", rules.title, tuple(f"p{at}" for at in range(seats)), level=0), ACT)
    return made


def queue(referee: Referee, random: Random) -> tuple[str, Rehearsal]:
    game = referee.record.load("one").game
    seat, orders = random.choice(game.awaited()), list[Struct]()
    found = rehearsed(game, seat, orders)
    while found and not found.stop and len(orders) < DEEP and (legal := found.game.examples(seat)):
        orders.append(random.choice(legal))
        found = rehearsed(game, seat, orders)
    assert found
    return seat, found


@pytest.mark.parametrize("seed", few(1, 6))
def test_a_queue_meets_what_it_was_rehearsed_for(rules: Rules, referee: Referee, seed: int) -> None:
    random = Random(seed)
    for _ in range(random.randrange(BEFORE)):
        game = referee.record.load("one").game
        if not game.awaited():
            break
        seat = random.choice(game.awaited())
        referee.take("one", seat, random.choice(game.examples(seat)), ACT)
    if not referee.record.load("one").game.awaited():
        return  # a throw is awaited, and nothing can be rehearsed
    seat, found = queue(referee, random)
    pairs = zip(found.orders, found.fences, strict=True)
    lines = [Line(number, order, asked) for number, (order, asked) in enumerate(pairs, 1)]
    assert found.stop != REFUSED
    results = Sheet(referee, "one", seat, ACT, names=("first",)).play(lines)
    assert [one.outcome for one in results] == [PLAYED] * len(lines)
    stood = [one.entry for one in referee.record.envelopes("one")]
    fenced = [line for line in lines if line.answers]
    again = [one.outcome for one in Sheet(referee, "one", seat, ACT, names=("again",)).play(fenced)]
    made = [one.entry for one in referee.record.envelopes("one")][len(stood) :]
    if again and again[0] == NOT_ASKED:
        assert set(again[1:]) <= {NOT_REACHED}
        assert not [entry for entry in made if isinstance(entry, Ordered)]
    assert not [entry for entry in (*stood, *made) if isinstance(entry, OrderHeld)]
