"""What is the same mail, and what is the same words meant anew."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from domain.game.entries.people import Agreed, OrderHeld, Pressed
from domain.game.entries.policy import Policy
from referee.games import people
from referee.games.order_sheet import ALREADY, DONE, HELD, PLAYED, REFUSED
from referee.mail.desk import played_mails
from referee.record.envelope import COMMAND_LINE, Act
from referee.seats.tokens import shown
from referee.service.exits import Handled
from tests.referee.mail.test_desk_world import KEY, PEOPLE, World, mail
from tests.tokens import token

POLICY = Policy(press="private", vacation=20, hours=72)


class Plain(World):
    """A seat that writes lines without a block, under its token."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        people.change_policy(self.referee, "winter", POLICY, "a test", Act(COMMAND_LINE))

    def raw(self, id: str, *lines: str, seat: str = "kii") -> bytes:
        made = shown(token(KEY, "winter", seat, self.game.turn))
        return mail("\n".join([f"TOKEN {made}", *lines, ""]), PEOPLE[seat], f"<{id}@x.org>")

    def say(self, id: str, *lines: str, seat: str = "kii") -> Handled:
        return self.desk.handle(self.raw(id, *lines, seat=seat))

    def count(self, kind: type) -> int:
        return sum(isinstance(one.entry, kind) for one in self.record.envelopes("winter"))


@pytest.fixture
def plain(tmp_path: Path) -> Iterator[Plain]:
    made = Plain(tmp_path)
    yield made
    made.record.close()


def outcomes(handled: Handled) -> list[str]:
    return [result.outcome for result in handled.results]


def test_consent_is_given_taken_back_and_given_again_within_a_turn(plain: Plain) -> None:
    assert outcomes(plain.say("1", "agree to pause")) == [DONE]
    assert outcomes(plain.say("2", "disagree to pause")) == [DONE]
    assert outcomes(plain.say("3", "agree to pause")) == [DONE]
    assert plain.game.register.agreed["pause"] == ("kii",)
    assert plain.count(Agreed) == 3


def test_the_same_press_in_a_new_mail_is_written_again_and_its_mail_again_is_not(plain: Plain) -> None:
    first = plain.raw("1", "press to all: Are you there?")
    assert outcomes(plain.desk.handle(first)) == [DONE]
    assert outcomes(plain.desk.handle(first)) == [DONE]  # answered again
    assert plain.count(Pressed) == 1
    assert outcomes(plain.say("2", "press to all: Are you there?")) == [DONE]
    assert plain.count(Pressed) == 2
    assert len(plain.out()) >= 3


def test_a_mail_without_an_id_is_known_by_its_bytes(plain: Plain) -> None:
    made = shown(token(KEY, "winter", "kii", plain.game.turn))
    sent = mail(f"TOKEN {made}\npress to all: Hi.\n", PEOPLE["kii"], "")
    for _again in range(2):
        plain.desk.handle(sent)
    assert plain.count(Pressed) == 1


def test_orders_without_a_block_are_played_once_and_the_press_beside_them_again(plain: Plain) -> None:
    order = plain.legal()[0]
    assert outcomes(plain.say("1", order, "press to all: There.")) == [PLAYED, DONE]
    assert outcomes(plain.say("2", order, "press to all: There.")) == [ALREADY, DONE]
    assert plain.count(Pressed) == 2


def test_the_same_orders_without_a_block_are_still_played_once(plain: Plain) -> None:
    order = plain.legal()[0]
    assert outcomes(plain.say("1", order)) == [PLAYED]
    after = plain.game.position
    assert outcomes(plain.say("2", order)) == [ALREADY]
    assert plain.game.position == after


def test_a_block_is_one_sheet_however_often_it_is_sent(plain: Plain) -> None:
    """The event that it answers stands in it; so sending it again does no harm."""
    order = plain.legal()[0]
    text = plain.block("kii", "press to all: There.", order)
    for number in range(3):
        plain.desk.handle(mail(text, PEOPLE["kii"], f"<b{number}@x.org>"))
    assert plain.count(Pressed) == 1
    newer = plain.block("kii", "press to all: There.")
    assert outcomes(plain.desk.handle(mail(newer, PEOPLE["kii"], "<b9@x.org>"))) == [DONE]
    assert plain.count(Pressed) == 2


def test_an_order_that_waits_is_held_again_by_a_new_mail_once_it_was_withdrawn(plain: Plain) -> None:
    order = plain.legal()[0]
    assert outcomes(plain.say("1", "wait", order)) == [DONE, HELD]
    assert outcomes(plain.say("2", "withdraw 1")) == [DONE]
    again = plain.raw("3", "wait", order)
    assert outcomes(plain.desk.handle(again)) == [DONE, HELD]
    assert outcomes(plain.desk.handle(again)) == [DONE, HELD]
    assert plain.count(OrderHeld) == 2
    assert [held.number for held in plain.game.held_by("kii")] == [2]


def test_press_hangs_on_no_turn_and_an_order_does(plain: Plain) -> None:
    """Whoever is seldom written to has only an old tag to put into his subject."""
    for line, turn, taken in (("press to all: Hi.", "T0", True), (plain.legal()[0], "T0", False)):
        sent = mail(f"{line}\n", PEOPLE["kii"], f"<{taken}@x.org>", Subject=f"Re: [winter {turn} kii] x")
        handled = plain.desk.handle(sent)
        assert handled.why.startswith("Held until" if taken else "That was for T0; it is T1 now.")


def test_what_an_older_desk_has_kept_of_a_refusal_is_still_told(tmp_path: Path) -> None:
    """It kept the whole of a refusal as one text."""
    world = Plain(tmp_path)
    line = {"number": 1, "text": "pass"}
    old = [
        {"line": line, "outcome": REFUSED, "order": "pass", "error": "[turn/order] No."},
        {"line": line, "outcome": PLAYED, "order": "pass", "first": 7, "error": ""},
    ]
    names = ("mid:1", "orders:1")
    world.record.set_once("sheet/winter/mid:1", msgspec.msgpack.encode(old))
    found = played_mails.finished(world.record, "winter", names)
    assert found is not None
    assert [(one.outcome, str(one.error or "")) for one in found] == [
        (REFUSED, "[turn/order] No."),
        (ALREADY, ""),
    ]
    world.record.close()
