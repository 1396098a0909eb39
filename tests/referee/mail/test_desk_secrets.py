"""Nobody is told what his seat may not know: with hidden cards swapped, no other mail changes by a byte."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from domain.game.deciding.own_cells import written
from domain.game.entries.entries import Asked
from domain.game.state.game_state import GameState
from domain.kit.chance import Answer, Bound, NotYet, Question, Source
from domain.kit.drawn_cells import Drawn
from domain.kit.roots import GAME
from projections.drawing.small_pictures import dots
from referee.games.referee import Cells, Referee
from referee.mail.html.carried import finished
from referee.mail.html.dress import dresser
from referee.mail.writing.letters_to_named import Dress
from referee.record.record import Record
from tests.referee.mail.players import WITNESS, Table
from tests.referee.mail.test_desk_world import DESK, PEOPLE, World, mail


class Dealt:
    """Deals iga from the front of what is hidden, everybody else from the back; `swapped` deals iga one
    other clan and one other card."""

    sentence = "Dealt for a test."

    def __init__(self, swapped: bool) -> None:
        self._swapped = swapped

    def answer(self, question: Question, bound: Bound) -> Answer:
        if question.purpose == "clan card of iga":
            return Answer((1 + self._swapped,))
        if question.purpose == "first hand of iga":
            return Answer((1, 1, 1, 12) if self._swapped else (1, 1, 1, 1))
        return Answer(question.limits() if question.draw else (1,))


def ideal(game: str, position: int, path: str, salt: bytes, value: bytes) -> str:
    """A commitment that tells nothing at all, so that heads are equal too."""
    return f"{game}/{position}/{path}"


MAILS = [
    ("iga", "place go-hojo in ise"),
    ("iga", "place oda in ise", "nonsense"),  # oda is in neither hand
    ("iga", "place mori in iga"),  # legal in one of the worlds only, and so the last mail of iga
]


def play(
    path: Path, swapped: bool, mails: list[tuple[str, ...]], dress: Dress | None = None
) -> dict[str, list[bytes]]:
    """All that each seat is sent."""
    path.mkdir()
    world = World(path, Dealt(swapped), ideal)
    world.desk._post.dress = dress
    world.desk.announce("winter")
    for nth, (seat, *lines) in enumerate(mails):
        raw = mail(world.block(seat, *lines), PEOPLE[seat], id=f"<{nth}@example.org>")
        world.desk.handle(raw)
    sent: dict[str, list[bytes]] = {address: [] for address in PEOPLE.values()}
    for one in world.out():
        sent[str(one["To"])].append(one.as_bytes())
    world.record.close()
    return sent


LONGER = [
    *MAILS[:2],
    ("ise", "pass"),
    ("kii", "place mori in ise"),
    ("iga", "place go-hojo in iga"),
    ("ise", "place uesugi in iga"),
    ("ise", "move go-hojo from iga to kii", "attack go-hojo in kii with uesugi"),
    ("ise", "attack go-hojo in kii with go-hojo"),
    ("kii", "plaice oda"),
]


def test_swapped_cards_change_no_mail_of_another_seat(tmp_path: Path) -> None:
    one, other = play(tmp_path / "a", False, LONGER), play(tmp_path / "b", True, LONGER)
    for seat in ("ise", "kii"):
        assert len(one[PEOPLE[seat]]) >= 3
        assert one[PEOPLE[seat]] == other[PEOPLE[seat]]
    assert one[PEOPLE["iga"]] != other[PEOPLE["iga"]]


def test_swapped_cards_change_no_html_no_link_and_no_picture_of_another_seat(tmp_path: Path) -> None:
    """Of the drawings as they wait, and of the dots that go out."""
    dress = dresser(DESK, pytest.fail)
    one, other = play(tmp_path / "a", False, LONGER, dress), play(tmp_path / "b", True, LONGER, dress)
    for seat in ("ise", "kii"):
        assert one[PEOPLE[seat]] == other[PEOPLE[seat]]
        assert sum(b"image/svg+xml" in raw for raw in one[PEOPLE[seat]]) >= 2
        assert sum(b"mailto:" in raw for raw in one[PEOPLE[seat]]) >= 2
    assert one[PEOPLE["iga"]] != other[PEOPLE["iga"]]
    newest = [next(raw for raw in reversed(sent[PEOPLE["ise"]]) if b"svg" in raw) for sent in (one, other)]
    dots.cache_clear()
    first = finished(newest[0], pytest.fail)
    dots.cache_clear()
    assert first == finished(newest[1], pytest.fail)
    assert b"image/png" in first


def test_a_refusal_that_hangs_on_hidden_cards_is_told_to_its_sender_only(tmp_path: Path) -> None:
    one, other = play(tmp_path / "a", False, MAILS), play(tmp_path / "b", True, MAILS)
    assert b"Refused: place mori in iga" in one[PEOPLE["iga"]][-1]
    assert b"Refused: place mori in iga" not in b"".join(other[PEOPLE["iga"]])
    # What is legal is public once it is played; what was refused before it is not.
    for seat in ("ise", "kii"):
        assert one[PEOPLE[seat]] == other[PEOPLE[seat]][: len(one[PEOPLE[seat]])]


# ---- the same with a witness


class Witnessed(Dealt):
    """Waits for the witness, and then deals."""

    def __init__(self, game: GameState, swapped: bool) -> None:
        super().__init__(swapped)
        self._game = game

    def answer(self, question: Question, bound: Bound) -> Answer:
        if self._game.ledger.awaits_witness(question):
            raise NotYet(question)
        return super().answer(question, bound)


class DealtCells(Cells):
    def __init__(self, record: Record, *, swapped: bool) -> None:
        super().__init__(record, seed="a")
        self._swapped = swapped

    def chance(self, game: GameState) -> Source:
        return Witnessed(game, self._swapped)


def dealer(record: Record, *, swapped: bool) -> Referee:
    made = Referee(record, seed="a")
    made.cells = DealtCells(record, swapped=swapped)
    return made


CELLS = Drawn("spring", "witness", (*PEOPLE, GAME), 2, bytes(32))
"""Those of the witness."""


def opened_for(table: Table) -> str:
    """The line with which the witness answers the question that is open."""
    asked = next(one for one in reversed(table.record.envelopes("spring")) if isinstance(one.entry, Asked))
    lane, index = asked.entry.question.lane, asked.entry.question.index
    at = (index - 1) // 32 + 1, (index - 1) % 32 + 1
    cell, proof = CELLS.cell(lane, at).hex(), CELLS.proof(lane, at)
    return f"cell {written(f'{lane}/{index}', cell, proof, asked.digest.hex())}"


def witnessed(path: Path, swapped: bool) -> dict[str, list[bytes]]:
    """All that each party is sent in the first turns of a game with a witness."""
    table = Table(path, 3, referee=partial(dealer, swapped=swapped), commit=ideal)
    table.desk.announce("spring")
    sent: dict[str, list[bytes]] = {address: [] for address in (*PEOPLE.values(), WITNESS)}
    mails = [
        ("witness", f"root {CELLS.root()} {CELLS.sheets}"),
        *((seat, "join a phrase of my own") for seat in PEOPLE),
        *(MAILS[0], ("ise", "plaice oda"), ("kii", "pass")),
    ]
    for nth, (party, *lines) in enumerate(mails):
        table.desk.handle(mail(table.block(party, *lines), PEOPLE.get(party, WITNESS), id=f"<{nth}@x>"))
        while table.game.asked is not None:
            text, at = table.block("witness", opened_for(table)), table.game.position
            table.desk.handle(mail(text, WITNESS, id=f"<cell{at}@x>"))
    table.desk.remind("spring")
    for one in table.out():
        sent[str(one["To"])].append(one.as_bytes())
    table.record.close()
    return sent


def test_swapped_cards_change_no_mail_to_the_witness_or_to_another_seat(tmp_path: Path) -> None:
    one, other = witnessed(tmp_path / "a", False), witnessed(tmp_path / "b", True)
    for address in (PEOPLE["ise"], PEOPLE["kii"], WITNESS):
        assert len(one[address]) >= 3
        assert one[address] == other[address]
    assert len(one[WITNESS]) > 14
    assert one[PEOPLE["iga"]] != other[PEOPLE["iga"]]
