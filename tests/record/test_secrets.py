"""Who may not know a card learns nothing of it: hidden cards are swapped, and only their owner notices.

Commitments are ideal here (they depend on the place alone) and salts foreseeable, so that whatever differs in
public forms or in the others' exports would be a leak.
"""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from domain.game.state.game_state import GameState
from domain.kit.chance import Answer, Bound, Question
from domain.kit.sealed import PUBLIC
from domain.shinobi.data.tables import NINJA, read_data
from referee.audit.game_lines import export_lines
from referee.games.datasets import read_files
from referee.games.referee import Referee
from referee.record.chain import commitment, public_form
from referee.record.record import Record
from tests.chance import Seeded
from tests.record.stores import ACT, clock, entropy, opened

SEATS = ("iga", "ise", "kii")
ORDERS = 36
PER_CLAN = read_data(read_files("shinobi")).per_clan
CLANS = tuple(PER_CLAN)


def ideal(game: str, position: int, path: str, salt: bytes, value: bytes) -> str:
    return f"{game} {position} {path}"


class Stacked:
    """A deck that deals everything alike, but that `seat` is dealt `held`, and `left` stays in the deck.

    `seat` is dealt nothing else of the two kinds, so that it always has another card to play.
    """

    sentence = "A stacked deck."

    def __init__(self, seed: int, seat: str, held: str, left: str) -> None:
        self._random, self._other = Random(seed), Seeded(seed)
        self._seat, self._held = seat, held
        self._pair = (held, left)
        self._apart = [held, left]
        self._alike = [card for card, count in PER_CLAN.items() for _ in range(count)] + 3 * [NINJA]
        for card in self._apart:
            self._alike.remove(card)

    def answer(self, question: Question, bound: Bound) -> Answer:
        if not question.draw or question.purpose.startswith("clan card"):
            return self._other.answer(question, bound)
        hidden = sorted(self._alike + self._apart, key=(*CLANS, NINJA).index)
        assert len(hidden) == question.sides
        faces = []
        for card in self._dealt(question):
            faces.append(hidden.index(card) + 1)
            hidden.remove(card)
        return Answer(tuple(faces))

    def _dealt(self, question: Question) -> list[str]:
        owner = self._seat in question.purpose.replace(",", "").split()
        first = owner and question.purpose.startswith("first hand")
        if first:
            self._apart.remove(self._held)
        barred = {NINJA, *self._pair} if owner else set()
        cards = [card for card in self._alike if card not in barred]
        taken = self._random.sample(cards, question.count - first)
        for card in taken:
            self._alike.remove(card)
        return [self._held] * first + taken


def world(path: Path, source: Stacked) -> Referee:
    return opened(Record(path, clock=clock(), entropy=entropy(), commit=ideal), source=source)


def chosen(game: GameState, random: Random, seat: str, pair: tuple[str, str]) -> tuple[str, Any]:
    """A random legal order; `seat` plays no card of the two kinds."""
    active = game.awaited()[0]
    offers = game.rules.offers(game.state, active) or ()
    spared = pair if active == seat else ()
    return active, random.choice([order for order in offers if getattr(order, "card", None) not in spared])


@pytest.mark.parametrize("seed", range(8))
def test_a_swapped_card_makes_no_difference_to_anybody_but_its_owner(tmp_path: Path, seed: int) -> None:
    random = Random(seed)
    seat, (one, two) = random.choice(SEATS), random.sample(CLANS, 2)
    first = world(tmp_path / "first", Stacked(seed, seat, one, two))
    other = world(tmp_path / "other", Stacked(seed, seat, two, one))
    for _ in range(ORDERS):
        active, order = chosen(first.record.load("g").game, random, seat, (one, two))
        for referee in (first, other):
            referee.take("g", active, order, ACT)
    assert _cards(first.record, seat) - _cards(other.record, seat) == {one}
    assert _public(first.record) == _public(other.record)
    assert first.record.load("g").head == other.record.load("g").head
    for viewer in (*SEATS, PUBLIC):
        exports = [list(export_lines(referee.record, "g", viewer)) for referee in (first, other)]
        assert (exports[0] == exports[1]) is (viewer != seat)
    first.record.close()
    other.record.close()


def _cards(record: Record, seat: str) -> set[str]:
    return set(record.load("g").game.state.board.hands[seat])


def _public(record: Record) -> list[bytes]:
    return [public_form("g", n, envelope, ideal) for n, envelope in enumerate(record.envelopes("g"), 1)]


def test_the_real_commitment_depends_on_all_that_it_is_made_of() -> None:
    made = ("g", 1, "event/clan", bytes(16), b'"oda"')
    others = [("h", *made[1:]), ("g", 2, *made[2:]), (*made[:2], "event/cards", *made[3:])]
    others += [(*made[:3], b"x" * 16, made[4]), (*made[:4], b'"mori"')]
    assert len({commitment(*each) for each in (made, *others)}) == 6
