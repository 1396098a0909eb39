"""Only a mail that asks a seat for orders, or answers them, has a block and a token."""

from __future__ import annotations

import re
from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path

import pytest

from domain.game.entries.people import Pressed
from domain.game.entries.policy import Policy
from domain.game.entries.rulings import Disputed
from referee.games import people, rulings
from referee.games.order_sheet import DONE, PLAYED, REFUSED
from referee.games.press import press
from referee.identity.leaked_tokens import leaked_in
from referee.record.envelope import COMMAND_LINE, Act
from referee.seats.tokens import shown
from tests.referee.mail.test_desk_world import KEY, PEOPLE, World, body, mail
from tests.tokens import token

ANNA, CARA = PEOPLE["iga"], PEOPLE["kii"]
POLICY = Policy(press="private", anonymous=True, hours=48, reminders=(24,))
HOUR = 3_600_000


@pytest.fixture
def club(tmp_path: Path) -> Iterator[World]:
    made = World(tmp_path)
    people.change_policy(made.referee, "winter", POLICY, "a test", Act(COMMAND_LINE))
    made.desk.announce("winter")
    made.out()
    yield made
    made.record.close()


def write(world: World, text: str = "pass?", to: tuple[str, ...] = ("kii",)) -> None:
    act = Act(COMMAND_LINE, person="Anna", seat="iga")
    press(world.referee, "winter", "iga", to, text, act)
    world.desk.tell("winter")


def to_cara(world: World) -> EmailMessage:
    (found,) = [one for one in world.out() if one["To"] == CARA]
    return found


def secrets_of(world: World, seat: str = "kii") -> tuple[str, str]:
    made = token(KEY, "winter", seat, world.game.label)
    return made, shown(made)


def has_token(world: World, raw: EmailMessage) -> bool:
    return any(made in raw.as_string() for made in secrets_of(world))


def test_press_to_a_seat_that_is_awaited_has_no_token_anywhere(club: World) -> None:
    write(club)
    raw = to_cara(club)
    assert "Press from iga" in body(raw)
    assert not has_token(club, raw)
    assert "TOKEN" not in raw.as_string()
    assert "BEGIN ORDERS" not in raw.as_string()
    said = " ".join(body(raw).split())
    assert "It is still your turn: answer the mail that asked you. Answer by Friday 20 November" in said


def test_what_is_decided_beside_play_brings_no_token(club: World) -> None:
    people.agree(club.referee, "winter", "iga", "pause", True, Act(COMMAND_LINE, seat="iga", person="Anna"))
    club.desk.tell("winter")
    assert not has_token(club, to_cara(club))
    changed = Policy(press="white", hours=48)
    people.change_policy(club.referee, "winter", changed, "a test", Act(COMMAND_LINE))
    club.desk.tell("winter")
    assert not has_token(club, to_cara(club))
    complaint = rulings.Complaint("The first event is wrong.", (1,))
    rulings.dispute(club.referee, "winter", "iga", complaint, Act(COMMAND_LINE, seat="iga", person="Anna"))
    club.desk.tell("winter")
    assert not has_token(club, to_cara(club))


def test_the_mail_that_asks_has_it_and_so_has_each_that_asks_again(club: World) -> None:
    club.desk.handle(club.orders("place uesugi in iga", "place uesugi in kii"))
    (asked,) = [one for one in club.out() if one["To"] == ANNA]
    assert any(made in body(asked) for made in secrets_of(club, "iga"))
    club.desk.remind("winter")
    (again,) = [one for one in club.out() if one["To"] == ANNA]
    assert any(made in body(again) for made in secrets_of(club, "iga"))


def test_a_turn_that_begins_while_press_came_is_asked_for_with_a_block(club: World) -> None:
    """The press and the turn come in one mail."""
    act = Act(COMMAND_LINE, person="Cara", seat="kii")
    press(club.referee, "winter", "kii", ("iga",), "Your turn.", act)
    club.desk.handle(club.orders("place uesugi in iga", "place uesugi in kii"))
    (asked,) = [one for one in club.out() if one["To"] == ANNA]
    assert "Press from kii" in body(asked)
    assert any(made in body(asked) for made in secrets_of(club, "iga"))


def test_a_question_that_was_told_of_is_not_asked_twice_by_what_a_clock_brings(club: World) -> None:
    write(club)
    write(club, "Hello?")
    first, second = [one for one in club.out() if one["To"] == CARA]
    assert not any(has_token(club, one) for one in (first, second))
    club.now += 25 * HOUR
    club.desk.sweep(club.now)
    (reminded,) = [one for one in club.out() if one["To"] == CARA]
    assert has_token(club, reminded)


def test_pass_in_answer_to_press_is_not_played(club: World) -> None:
    write(club)
    raw = to_cara(club)
    quoted = "".join(f"> {line}\n" for line in body(raw).splitlines())
    before = club.game.position
    reply = {"Subject": f"Re: {raw['Subject']}", "In_Reply_To": str(raw["Message-ID"])}
    handled = club.desk.handle(mail(f"pass\n\nAnna wrote:\n{quoted}", CARA, "<p@x.org>", **reply))
    assert club.game.position == before
    assert handled.why.startswith("Held until")


def test_the_turn_mail_still_plays_after_press(club: World) -> None:
    old = club.block("kii", club.legal()[0])
    write(club)
    handled = club.desk.handle(mail(old, CARA))
    assert [result.outcome for result in handled.results] == [PLAYED]


# ---- a token in what others read


def say(world: World, *lines: str, id: str = "<1@x.org>") -> list[str]:
    """Lines in a block; what became of those that are no token."""
    handled = world.desk.handle(mail(world.block("kii", *lines), CARA, id))
    return [result.outcome for result in handled.results]


def broken(text: str) -> str:
    return text[:12] + "\n> " + text[12:].lower()


@pytest.mark.parametrize("seat", ["kii", "iga"])
@pytest.mark.parametrize("form", ["{0}", "{1}", "Look: {1}, nice?"])
def test_a_token_in_press_is_refused(club: World, seat: str, form: str) -> None:
    made = secrets_of(club, seat)
    assert say(club, f"press to all: {form.format(*made)}") == [REFUSED]
    assert not [one for one in club.record.envelopes("winter") if isinstance(one.entry, Pressed)]
    (answer,) = [one for one in club.out() if one["To"] == CARA]
    assert "holds the token of a seat" in " ".join(body(answer).split())


def test_a_token_in_a_dispute_or_a_reason_is_refused(club: World) -> None:
    _bare, made = secrets_of(club)
    lines = (f"dispute 1 {made} is mine", f"take back {made}")
    assert say(club, *lines) == [REFUSED] * 2
    club.out()
    say(club, f"resign seat {made}", id="<2@x.org>")  # which is asked about first
    word = mail("yes\n", CARA, "<yes@x.org>", Subject=f"Re: {club.only()['Subject']}")
    assert [result.outcome for result in club.desk.handle(word).results] == [REFUSED]
    assert not [one for one in club.record.envelopes("winter") if isinstance(one.entry, Disputed)]
    assert club.game.register.holders["kii"] == "Cara"


def test_the_token_of_another_turn_and_other_letters_are_no_token(club: World) -> None:
    older = shown(token(KEY, "winter", "kii", "T9"))
    assert say(club, f"press to all: {older}", "press to all: ABCD-EFGH is a wall.") == [DONE, DONE]


def test_a_token_is_found_however_it_is_broken(club: World) -> None:
    bare, made = secrets_of(club)
    kept = club.record.load("winter")

    def leaked(text: str) -> str:
        found = leaked_in(club.record, kept.game, text, club.record.now(kept))
        return found.seat if found else ""

    assert {leaked(text) for text in (bare, made, broken(bare), broken(made))} == {"kii"}
    assert leaked(re.sub("[A-Z]", "A", made)) == ""
