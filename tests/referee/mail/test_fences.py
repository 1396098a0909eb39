"""A line that says which question it answers is played where that is asked; nothing of its sheet waits."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from domain.game.entries.entries import Ordered
from domain.game.entries.people import OrderHeld, OrderRefused
from domain.game.state.fences import LONGEST, fence
from referee.games.order_sheet import (
    ALREADY,
    CLOSED,
    DONE,
    HELD,
    NOT_ASKED,
    NOT_REACHED,
    PLAYED,
    UNREADABLE,
)
from referee.reading.reading import read_mail
from referee.service.exits import Handled
from tests.referee.mail.test_desk_sheets import SIDES, Shogun, court, outcomes, plays
from tests.referee.mail.test_desk_world import body, mail


@pytest.fixture
def shogun(tmp_path: Path) -> Iterator[Shogun]:
    made = Shogun(tmp_path)
    made.desk.announce("winter")
    made.out()
    yield made
    made.record.close()


def asked(world: Shogun, seat: str = "anti") -> str:
    return f"ASKED {fence(world.game, seat)}"


def told(world: Shogun) -> str:
    return " ".join(body(next(one for one in world.out() if one["To"] == SIDES["anti"])).split())


def test_it_plays_where_that_is_asked_and_what_comes_later_comes_back(shogun: Shogun) -> None:
    """Without what it says, the second would wait for the next round, unseen."""
    first, second = plays(shogun)[:2]
    handled = shogun.send("anti", asked(shogun), first, asked(shogun), second)
    assert outcomes(handled) == [PLAYED, NOT_ASKED]
    assert shogun.ordered("anti") == [first]
    assert not shogun.entries(OrderHeld)
    assert not shogun.entries(OrderRefused)
    said = told(shogun)
    assert "1 order played, 1 for another question" in said
    assert "Nothing is asked of anti now." in said
    assert "What was hidden from you, or was left by others, has changed it." in said
    shogun.send("pro", court(shogun))
    assert shogun.ordered("anti") == [first]


@pytest.mark.parametrize(
    "line",
    [
        "ASKED play pro",
        "ASKED act anti",
        "ASKED play anti more",
        "ASKED play ANTI",
        f"ASKED play anti {'x' * 190}",
    ],
)
def test_another_question_ends_the_sheet_before_it(shogun: Shogun, line: str) -> None:
    first, second = plays(shogun)[:2]
    stood = shogun.game.position
    handled = shogun.send("anti", line, first, second, "court nothing")
    assert outcomes(handled) == [NOT_ASKED, NOT_REACHED, UNREADABLE]
    assert shogun.game.position == stood
    said = told(shogun)
    assert "“play anti” is asked now." in said
    assert "has changed it" not in said


@pytest.mark.parametrize(
    "line", ["ASKED", "ASKED play", f"ASKED play {'x' * LONGEST}{'y' * 20}", "ASKED play änti", "ASKED a, b"]
)
def test_what_is_no_question_is_a_line_like_any_other(shogun: Shogun, line: str) -> None:
    stood = shogun.game.position
    assert outcomes(shogun.send("anti", line, plays(shogun)[0])) == [UNREADABLE, NOT_REACHED]
    assert shogun.game.position == stood


def test_outside_a_block_and_in_a_text_it_is_text(shogun: Shogun) -> None:
    first = plays(shogun)[0]
    said = "press to referee:\nASKED play anti\nend press"
    handled = shogun.send("anti", said, first)
    assert outcomes(handled) == [DONE, PLAYED]
    (read,) = [line for line in read_mail(mail(said)).lines if line.text.startswith("ASKED")]
    assert read.kind == "press"
    outside = read_mail(mail("ASKED play anti\npass\n", Subject="Re: [winter T1 anti]"))
    assert [line.kind for line in outside.lines if line.text.strip()] == ["order", "order"]


def test_nothing_of_it_waits_whatever_it_says(shogun: Shogun) -> None:
    first, second = plays(shogun)[:2]
    for words in ("wait", f"later {second}", f"if turn 1: {second}"):
        handled = shogun.send("anti", words, asked(shogun), first)
        assert outcomes(handled) == [NOT_REACHED, NOT_REACHED]
    assert not shogun.entries(OrderHeld)
    assert shogun.ordered("anti") == []


def test_an_order_that_says_nothing_is_played_beside_one_that_does_and_never_waits(shogun: Shogun) -> None:
    first, second = plays(shogun)[:2]
    handled = shogun.send("anti", asked(shogun), first, second)
    assert outcomes(handled)[0] == PLAYED
    assert outcomes(handled)[1] != HELD
    assert not shogun.entries(OrderHeld)
    assert shogun.ordered("anti") == [first]


def test_what_another_has_left_changes_it_and_nothing_tells_what(shogun: Shogun) -> None:
    """The rehearsal of a seat knows of no condition of another's."""
    first, second = plays(shogun)[:2]
    shogun.send("pro", "if turn 1: resign")
    before = len(shogun.entries(Ordered))
    handled = shogun.send("anti", asked(shogun), first, asked(shogun), second)
    assert outcomes(handled) == [PLAYED, NOT_ASKED]
    assert len(shogun.entries(Ordered)) >= before + 1


def test_the_same_mail_plays_once_and_another_question_makes_it_another_sheet(shogun: Shogun) -> None:
    first = plays(shogun)[0]
    block = shogun.block("anti", asked(shogun), first)
    other = shogun.block("anti", "ASKED act anti", first)
    sent = [mail(text, SIDES["anti"], id=f"<{at}@x.example>") for at, text in enumerate((other, block))]
    found: list[Handled] = [shogun.desk.handle(raw) for raw in (sent[0], sent[1], sent[1], sent[0])]
    assert [outcomes(one) for one in found] == [[NOT_ASKED], [PLAYED], [ALREADY], [NOT_ASKED]]
    assert shogun.ordered("anti") == [first]
    again = mail(block, SIDES["anti"], id="<again@x.example>")
    assert outcomes(shogun.desk.handle(again))[0] in (ALREADY, CLOSED)
    assert shogun.ordered("anti") == [first]
