"""Nim by mail: played whole, refused, set right by a ruling, taken back, audited, shown and handed on."""

from __future__ import annotations

from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from random import Random
from xml.etree import ElementTree

import pytest

from domain.game.checking.readjudicate import readjudicate
from domain.game.entries.entries import Ordered, Rewound
from domain.kit.errors import IllegalMove
from domain.kit.sealed import PUBLIC
from domain.titles import TITLES
from projections.drawing.svg import svg
from projections.page.making import page
from projections.replay import Replay
from projections.telling import boards
from projections.telling.log import log, log_text
from referee.audit.audit import audit_game
from referee.bundle.checking import audit_bundle, read_bundle
from referee.bundle.verify import verify
from referee.bundle.writing import write_bundle
from referee.games.rulings import Judgement, rule
from referee.record.envelope import COMMAND_LINE, Act
from referee.record.record import Record
from tests.nim.rules import NIM
from tests.referee.mail.players import Player, Table, play
from tests.referee.mail.test_desk_world import body, parse

PEOPLE = {"red": "anna@example.org", "blue": "bela@example.org"}
BY_REFEREE = Act(COMMAND_LINE, person="Rei")


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    made = Table(tmp_path, 1, title="nim", people=PEOPLE)
    yield made
    made.record.close()


@pytest.fixture
def begun(table: Table) -> Table:
    """Both have joined; the first seat begins [play/turns]."""
    table.join()
    assert table.game.awaited() == ("red",)
    return table


def told(table: Table, seat: str, *lines: str) -> str:
    """What the desk answers a seat that sends these lines."""
    return " ".join(body(table.send(seat, *lines)[PEOPLE[seat]]).split())


def replay(record: Record) -> Replay:
    envelopes = record.envelopes("spring")
    return Replay("spring", NIM, record.data("nim", envelopes[0].entry.data), envelopes)


def heaps(table: Table) -> dict[str, int]:
    return dict(table.game.state.board.heaps)


def test_a_whole_game_is_played_by_mail(table: Table) -> None:
    mails = play(table, [(address, Player(address, Random(address))) for address in PEOPLE.values()])
    assert table.game.is_over()
    ends = [body(parse(raw)) for raw in mails if b"\n:: Mail: end " in raw]
    assert len(ends) == len(PEOPLE)
    assert all(f"{table.game.winners[0]} has won" in end for end in ends)
    assert audit_game(table.record, "spring").finding is None
    assert audit_game(table.record, "spring").complete


# what is written, and what the refusal says
REFUSED = [
    ("take 4 from left", '[play/take] left has 3; 4 cannot be taken. Possible now: "take 1 from left"; '),
    ("take 0 from left", "a number from 1 to 99"),
    ("take 1 from center", "Expected a heap: left, middle or right."),
    ("heap left 9", "Expected"),
]


@pytest.mark.parametrize(("line", "why"), REFUSED)
def test_an_order_is_refused_with_a_reason(begun: Table, line: str, why: str) -> None:
    before = begun.game.position
    assert why in told(begun, "red", line)
    assert heaps(begun) == {"left": 3, "middle": 4, "right": 5}
    assert all(not isinstance(e.entry, Ordered) for e in begun.record.envelopes("spring")[before:])


def test_only_the_seat_that_is_asked_takes(begun: Table) -> None:
    told(begun, "blue", "take 1 from left")
    assert heaps(begun)["left"] == 3
    told(begun, "red", "take 1 from left")
    assert (heaps(begun)["left"], begun.game.awaited()) == (2, ("blue",))


def test_a_ruling_sets_a_heap_right(begun: Table) -> None:
    told(begun, "red", "take 1 from left")
    judged = Judgement("corrected", "She meant two.", rules=("play/take",), corrections=("heap left 1",))
    rule(begun.referee, "spring", judged, BY_REFEREE)
    assert heaps(begun) == {"left": 1, "middle": 4, "right": 5}
    assert begun.game.awaited() == ("blue",)
    assert "Corrected: heaps left is 1, not 2." in log_text(log(replay(begun.record), PUBLIC))
    assert audit_game(begun.record, "spring").finding is None


# of a ruling's correction            why it is refused
UNFIT = [
    ("heap left 3", "play/take", "heaps left is 3 already; there is nothing to correct."),
    ("heap left 0", "end/last", "No stone would be left to take."),
]


@pytest.mark.parametrize(("line", "heading", "why"), UNFIT)
def test_a_correction_is_barred(begun: Table, line: str, heading: str, why: str) -> None:
    for heap in ("middle", "right") if heading == "end/last" else ():
        emptied = Judgement("corrected", "So it was.", rules=(heading,), corrections=(f"heap {heap} 0",))
        rule(begun.referee, "spring", emptied, BY_REFEREE)
    with pytest.raises(IllegalMove, match=why) as refused:
        rule(
            begun.referee,
            "spring",
            Judgement("corrected", "So it was.", rules=(heading,), corrections=(line,)),
            BY_REFEREE,
        )
    assert refused.value.rule == heading


def test_nothing_is_corrected_when_it_is_over(table: Table) -> None:
    play(table, [(address, Player(address, Random(1))) for address in PEOPLE.values()])
    late = NIM.correcting(table.game.data, table.game.seats).read("heap left 2")
    with pytest.raises(IllegalMove, match="The game is over; nothing on its board"):
        NIM.correct(table.game.state, late)


def test_play_goes_back(begun: Table) -> None:
    before = begun.game.position
    told(begun, "red", "take 3 from left")
    begun.referee.rewind("spring", Rewound(before, "a slip"), BY_REFEREE)
    assert heaps(begun)["left"] == 3
    assert begun.game.awaited() == ("red",)
    told(begun, "red", "take 2 from left")
    assert heaps(begun)["left"] == 1
    assert audit_game(begun.record, "spring").finding is None


@pytest.fixture
def over(begun: Table) -> Table:
    """Red takes the last stone [end/last]."""
    for seat, line in (("red", "3 from left"), ("blue", "4 from middle"), ("red", "5 from right")):
        told(begun, seat, f"take {line}")
    assert begun.game.winners == ("red",)
    return begun


def test_it_is_read_back_from_the_store(over: Table, tmp_path: Path) -> None:
    state = over.game.state
    over.record.close()
    again = Record(tmp_path / "store.db")
    assert again.load("spring").game.state == state
    assert again.recorder.topics("spring")[0] == "nim"
    entries = [envelope.entry for envelope in again.envelopes("spring")]
    assert readjudicate(NIM, again.load("spring").game.data, entries, "spring") is None
    again.close()


def test_it_is_told_and_drawn(over: Table) -> None:
    shown = replay(over.record)
    said = " ".join(log_text(log(shown, PUBLIC)).split())
    assert "red takes 5 of right, which has 0 left." in said
    assert "red wins the game." in said
    assert boards.text(shown, len(shown), PUBLIC).splitlines()[2:] == [
        *("left      -", "middle    -", "right     -")
    ]
    picture = ElementTree.fromstring(svg(boards.drawn(shown, len(shown), PUBLIC)))
    words = [node.text for node in picture.iter() if node.tag.endswith("}text")]
    assert words[0] == "Nim: red has won."
    assert [part.id for part in boards.drawn(shown, 1, PUBLIC).parts] == [f"line {n}" for n in range(5)]


def test_its_replay_page_has_every_step(over: Table) -> None:
    made = page(replay(over.record), PUBLIC)
    parser = HTMLParser()
    parser.feed(made)
    assert "red takes 5 of right, which has 0 left." in made


@pytest.mark.parametrize("viewer", ["red", PUBLIC, "referee"])
def test_both_verifiers_pass_its_bundle(over: Table, tmp_path: Path, viewer: str) -> None:
    path = tmp_path / "nim.zip"
    write_bundle(over.record, "spring", viewer, path)
    assert verify(path.read_bytes()).why == ""
    verdict = audit_bundle(read_bundle(path))
    assert (verdict.finding, verdict.complete) == (None, True)


def test_a_house_without_the_title_says_so_and_the_other_verifier_needs_none(
    over: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "nim.zip"
    write_bundle(over.record, "spring", PUBLIC, path)
    monkeypatch.delitem(TITLES, "nim")
    assert verify(path.read_bytes()).why == ""
    finding = audit_bundle(read_bundle(path)).finding
    assert finding is not None
    assert "of the title “nim”, which this program does not have" in finding.why
