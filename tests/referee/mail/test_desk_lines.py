"""The lines that the desk knows besides the orders of a title: what they do, and what is answered."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from domain.game.entries.policy import Policy
from referee.audit.witnesses import receipts_in
from referee.games import people
from referee.games.addresses import address_of, keep_address
from referee.games.order_sheet import (
    ANSWERED,
    DONE,
    HELD,
    NOT_ANSWERED,
    NOT_REACHED,
    PLAYED,
    REFUSED,
    UNREADABLE,
)
from referee.record.envelope import COMMAND_LINE, Act
from referee.seats.tokens import bearers, token_of
from referee.service.exits import Handled
from tests.referee.mail.test_desk_world import KEY, PEOPLE, World, body, mail

CARA, ANNA, BELA = PEOPLE["kii"], PEOPLE["iga"], PEOPLE["ise"]
DORA = "dora@example.org"
POLICY = Policy(press="private", anonymous=True, vacation=20, hours=72)


class Talking(World):
    """A game in which people may write to each other and be away."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        people.change_policy(self.referee, "winter", POLICY, "a test", Act(COMMAND_LINE))
        self.sent = 0

    def say(self, *lines: str, seat: str = "kii", sender: str = "") -> Handled:
        """A mail in a block, with the token of whoever acts for the seat from that address; a delegate who
        has none writes without, and says “yes” when he is asked."""
        self.sent += 1
        id, person = f"<{self.sent}@x.org>", self.delegate(seat, sender)
        if person and not self.token_of(seat, person):
            return self.without_token("\n".join(lines), seat, sender)
        made = self.token_of(seat, person) if person else ""
        handled = self.desk.handle(mail(self.block(seat, *lines, made=made), sender or PEOPLE[seat], id))
        if "may not be meant as it reads" not in handled.why:
            return handled
        return self.says_yes(sender or PEOPLE[seat])

    def delegate(self, seat: str, address: str) -> str:
        """Who may act for a seat from an address; "" for nobody but who sits there."""
        given = (one.to for one in self.game.register.delegations if one.seat == seat)
        known = (one for one in given if address_of(self.record, "winter", one) == address)
        return next(known, "")

    def token_of(self, seat: str, person: str) -> str:
        """The token of somebody who may act for a seat now; "" where he has none."""
        found = (one for one in bearers(self.record, self.game, seat, self.now) if one.person == person)
        made = [token_of(KEY, "winter", one, self.game.label) for one in found]
        return made[0] if made else ""

    def without_token(self, said: str, seat: str, sender: str) -> Handled:
        subject = f"[winter {self.game.label} {seat}]"
        handled = self.desk.handle(mail(f"{said}\n", sender, f"<{self.sent}@x.org>", Subject=subject))
        return self.says_yes(sender) if "Held" in handled.why else handled

    def says_yes(self, sender: str) -> Handled:
        """To the mail that asks."""
        (mark,) = (
            line for text in self.texts(sender) for line in text.splitlines() if line.startswith("CONFIRM")
        )
        return self.desk.handle(mail(f"yes\n\n> {mark}\n", sender, f"<{self.sent}.yes@x.org>"))

    def outcomes(self, *lines: str, seat: str = "kii") -> list[str]:
        return [result.outcome for result in self.say(*lines, seat=seat).results]

    def delegates(self, line: str) -> None:
        """Kii names somebody, who is asked by mail and answers “yes”."""
        self.say(line)
        assert self.answers_question().exit == 0

    def answers_question(self, address: str = "", word: str = "yes") -> Handled:
        """Whoever is asked in the newest mails answers as his program does: by its subject alone."""
        (asked,) = [one for one in self.out() if " CONFIRM " in str(one["Subject"])]
        assert address in ("", asked["To"])
        self.sent += 1
        return self.desk.handle(
            mail(
                f"{word}\n", str(asked["To"]), f"<{self.sent}.word@x.org>", Subject=f"Re: {asked['Subject']}"
            )
        )

    def texts(self, address: str) -> list[str]:
        return [body(one) for one in self.out() if one["To"] == address]


@pytest.fixture
def talking(tmp_path: Path) -> Iterator[Talking]:
    made = Talking(tmp_path)
    made.out()
    yield made
    made.record.close()


QUESTIONS = [
    ("what", "Cara, it is your turn in winter"),
    ("show", "After event "),
    ("show 17", "After event 17:"),
    ("Board", "After event "),
    ("log since 16", "T1"),
    ("log since 9999", "Nothing has happened since."),
    ("explain 1", "winter"),
    ("story 1", "It stands. Digest:"),
    ("held", "No order of yours waits."),
    ("help", "place CARD in PROVINCE"),
    ("help press", "anonymous press to SEAT ...: TEXT"),
    ("help plaice", "There is no line that begins with “plaice”."),
    ("help plaice", "The nearest: place."),
    ("help place", "A card of the hand, face up"),
    ("help standing", "“later ORDER” is played as soon as you are asked"),
    ("help desk", "delegate to PERSON"),
    ("card ninja", "ninja: 3 cards in the game."),
    ("card dragon", "There is no “dragon” here."),
    ("cards", "takeda: 11, "),
    ("unseen", " in hands that you do not see:"),
    ("tables", "the clans and how many cards each has"),
    ("table clans", "* is ours, for lack of the publisher's"),
    ("near iga", "Every province is next to every other"),
    ("where iga", "iga: "),
    ("odds", "odds draw CARD"),
    ("odds draw oda", "cards that you have not seen are oda."),
    ("odds tomorrow", "“odds tomorrow” cannot be read."),
    ("rule turn/attack", "[turn/attack] Action 3: attack"),
    ("Rule 99.9?", "has no rule “99.9”."),
    ("Card: Ниндзя", "ninja: 3 cards in the game."),
]


@pytest.mark.parametrize(("line", "said"), QUESTIONS, ids=[row[0] for row in QUESTIONS])
def test_questions_are_answered_and_change_nothing(talking: Talking, line: str, said: str) -> None:
    before = talking.game.position
    handled = talking.say(line)
    assert [result.outcome for result in handled.results] == [ANSWERED]
    assert talking.game.position == before
    (answer,) = talking.texts(CARA)
    if line != "help press":
        assert said in answer
    else:
        assert "press to SEAT ...: TEXT" in answer
        assert said not in answer  # it does not begin with the word


def test_a_seat_asks_though_it_is_another_turn_and_makes_no_error(talking: Talking) -> None:
    """Ten questions are answered, whoever is awaited, and one more is left out."""
    before, asked = talking.game.position, [f"card {name}" for name in ("oda", "mori", "nobody")] * 4
    handled = talking.say(*asked, seat="iga")
    outcomes = [result.outcome for result in handled.results]
    assert outcomes == [ANSWERED] * 10 + [NOT_ANSWERED] * 2
    assert talking.game.position == before


def test_questions_and_orders_go_together_in_one_mail(talking: Talking) -> None:
    order = talking.legal()[0]
    assert talking.outcomes("card oda", order, "near iga") == [ANSWERED, PLAYED, ANSWERED]


def test_help_names_every_line_that_the_desk_knows(talking: Talking) -> None:
    talking.say("help desk")
    (answer,) = talking.texts(CARA)
    for word in (
        "what",
        "show",
        "log",
        "explain",
        "story",
        "held",
        "wait",
        "later",
        "release",
        "replace",
        "withdraw",
    ):
        assert f"\n  {word}" in answer
    for word in (
        "press to",
        "vacation",
        "delegate to",
        "undelegate",
        "resign seat",
        "standby",
        "language",
        "zone",
    ):
        assert f"\n  {word}" in answer


def test_a_question_stops_nothing_and_is_answered_behind_a_refused_order(talking: Talking) -> None:
    order = talking.legal()[0]
    assert talking.outcomes("what", "place ninja in iga", order, "what") == [
        ANSWERED,
        REFUSED,
        NOT_REACHED,
        ANSWERED,
    ]


def test_an_event_that_is_not_there_is_refused(talking: Talking) -> None:
    handled = talking.say("show 999")
    assert [result.outcome for result in handled.results] == [REFUSED]
    assert "There is no event 999. The newest is " in str(handled.results[0].error)


def test_a_question_that_comes_twice_is_answered_as_of_now(talking: Talking) -> None:
    sent = mail(talking.block("kii", "log since 17"), CARA, "<q@x.org>")
    talking.desk.handle(sent)
    talking.say(talking.legal()[0])
    talking.out()
    talking.desk.handle(sent)
    (answer,) = talking.texts(CARA)
    assert "Answer:" in answer
    assert "place" in answer.partition("Answer:")[2].partition("not read as")[0]


# ---- press


def test_press_of_a_line_reaches_its_readers_and_nobody_else(talking: Talking) -> None:
    assert talking.outcomes("press to iga: Truce; until fall?") == [DONE]
    sent = talking.out()
    assert "Truce; until fall?" in "".join(body(one) for one in sent if one["To"] == ANNA)
    assert "Truce" not in "".join(body(one) for one in sent if one["To"] == BELA)


def test_press_of_several_lines_is_kept_as_written_and_is_no_order(talking: Talking) -> None:
    order = talking.legal()[0]
    before = talking.game.position
    assert talking.outcomes(
        "press to iga, ise", "Dear both,", "", "  pass", "; not a comment", "end press"
    ) == [DONE]
    assert talking.game.position > before
    (read,) = [text for text in talking.texts(ANNA) if "Dear both," in text]
    assert "pass" in read
    assert "; not a comment" in read
    assert order in talking.legal()


def test_a_press_with_a_colon_may_go_on_to_its_end(talking: Talking) -> None:
    assert talking.outcomes("press to iga: Dear Anna,", "pass", "end press", "held") == [DONE, ANSWERED]
    (read,) = [text for text in talking.texts(ANNA) if "Dear Anna," in text]
    assert "pass" in read
    assert talking.outcomes("press to iga: one", "press to ise: two") == [DONE, DONE]


def test_press_and_orders_in_one_mail(talking: Talking) -> None:
    order = talking.legal()[0]
    assert talking.outcomes("press to all: Good luck", order) == [DONE, PLAYED]


REFUSED_PRESS = [
    ("press to bob: hi", UNREADABLE),
    ("press to iga", "problem"),
    ("press to iga:", UNREADABLE),
    ("press to kii: to myself", REFUSED),
]


@pytest.mark.parametrize(("line", "outcome"), REFUSED_PRESS)
def test_press_that_cannot_be_sent(talking: Talking, line: str, outcome: str) -> None:
    handled = talking.say(line)
    if outcome == "problem":
        assert (handled.exit, handled.results) == (65, ())
        assert "has no end" in handled.why
    else:
        assert [result.outcome for result in handled.results] == [outcome]


def test_press_in_a_game_without_it_is_refused(world: World) -> None:
    handled = world.desk.handle(world.orders("press to iga: hi"))
    assert [result.outcome for result in handled.results] == [REFUSED]


def test_anonymous_press_comes_alone_and_names_nobody(talking: Talking) -> None:
    order = talking.legal()[0]
    assert talking.outcomes("anonymous press to all: Beware of ise", order) == [REFUSED, PLAYED]
    assert talking.outcomes("anonymous press to all: Beware of ise", seat="ise") == [DONE]
    envelope = talking.record.envelopes("winter")[-1]
    assert envelope.act[0] == "mail"
    assert not any(envelope.act[1:])
    told = "".join(talking.texts(ANNA))
    assert "Beware of ise" in told


def test_no_receipt_tells_who_has_written_without_his_name(talking: Talking) -> None:
    """Only who wrote and who reads have a mail of that event: what was mailed to whom must not say so."""
    for seat in PEOPLE:
        talking.say("show", seat=seat)
    talking.out()
    assert talking.outcomes("anonymous press to iga: Beware of kii", seat="ise") == [DONE]
    head = talking.record.envelopes("winter")[-1].digest.hex()
    assert talking.outcomes(talking.legal()[0], seat="kii") == [PLAYED]
    found = [receipt for one in talking.out() for receipt in receipts_in(body(one))]
    assert {one.seat for one in found if one.head == head} == {"ise", "iga"}
    assert "kii" in {one.seat for one in found if one.head != head}
    assert not any(head in dict(one.seen).values() for one in found)


# ---- orders that wait


def test_orders_below_wait_are_held_until_released(talking: Talking) -> None:
    order = talking.legal()[0]
    before = talking.game.turn
    assert talking.outcomes("wait", order) == [DONE, HELD]
    assert order in talking.legal()
    assert talking.outcomes("held") == [ANSWERED]
    assert order in talking.texts(CARA)[-1]
    assert talking.outcomes("release") == [DONE]
    assert order not in talking.legal("kii") or talking.game.turn != before


def test_whoever_asks_what_waits_reads_for_what_it_waits(talking: Talking) -> None:
    one, other = talking.legal()[:2]
    talking.say("wait", one)
    talking.say(f"later {other}", seat="iga")
    talking.out()
    talking.say("held")
    assert f"{one}  (until you write “release”)" in talking.texts(CARA)[-1]
    talking.say("held", seat="iga")
    assert f"{other}  (as soon as you are asked)" in talking.texts(ANNA)[-1]


def test_what_another_holds_back_shows_nowhere(talking: Talking) -> None:
    order = talking.legal()[0]
    talking.say("wait", order)
    talking.out()
    talking.say("log", "held", "what", seat="iga")
    (answer,) = talking.texts(ANNA)
    assert order not in answer


def test_held_orders_are_replaced_and_withdrawn(talking: Talking) -> None:
    one, other = talking.legal()[:2]
    talking.say("wait", one)
    assert talking.outcomes(f"replace 1 with {other}") == [DONE]
    talking.out()
    talking.say("held")
    (answer,) = talking.texts(CARA)
    assert other in answer
    assert talking.outcomes("withdraw 2") == [DONE]
    assert talking.outcomes("withdraw 2") == [REFUSED]
    assert talking.outcomes("release") == [REFUSED]


def test_the_same_mail_holds_once(talking: Talking) -> None:
    order = talking.legal()[0]
    sent = mail(talking.block("kii", "wait", order), CARA, "<w@x.org>")
    talking.desk.handle(sent)
    after = talking.game.position
    talking.desk.handle(sent)
    assert talking.game.position == after
    assert len(talking.game.held_by("kii")) == 1


# ---- people


def test_vacation_delegation_and_resignation(talking: Talking) -> None:
    assert talking.outcomes("vacation 2026-12-01 to 2026-12-03") == [DONE]
    assert talking.outcomes("vacation 2026-12-01 to 2027-12-03") == [REFUSED]
    assert talking.outcomes("vacation next week") == [REFUSED]
    assert talking.outcomes(f"delegate to Dora {DORA} until 2026-12-31 for orders") == [DONE]
    assert talking.answers_question(DORA).exit == 0
    assert talking.outcomes("delegate to Emil until 2026-12-31") == [REFUSED]
    assert talking.outcomes("undelegate Dora") == [DONE]
    assert talking.outcomes("resign seat I move house", seat="ise") == [DONE]
    assert talking.game.register.holders["ise"] == ""
    assert talking.record.addresses("winter").get("ise") is None


def test_a_delegate_orders_and_is_answered_himself(talking: Talking) -> None:
    talking.delegates(f"delegate to Dora {DORA} until 2026-12-31 for orders")
    talking.out()
    order = talking.legal()[0]
    handled = talking.say(order, sender=DORA)
    assert [result.outcome for result in handled.results] == [PLAYED]
    acts = [one.act for one in talking.record.envelopes("winter") if one.act[3] == "Dora"]
    assert acts[0][2:5] == ("kii", "Dora", "Cara")
    assert "Played:" in "".join(talking.texts(DORA))
    assert [result.outcome for result in talking.say("press to iga: hi", sender=DORA).results] == [REFUSED]


def test_a_delegate_whose_leave_was_ended_is_told_so_and_plays_nothing(talking: Talking) -> None:
    talking.delegates(f"delegate to Dora {DORA} until 2026-12-31")
    talking.say("undelegate Dora")
    before = talking.game.position
    talking.out()
    talking.say(talking.legal()[0], sender=DORA)
    assert talking.game.position == before
    (text,) = talking.texts(DORA)
    assert "you no longer act for" in " ".join(text.split())


def test_what_all_agree_to(talking: Talking) -> None:
    for seat in ("kii", "iga"):
        assert talking.outcomes("agree to abandon", seat=seat) == [DONE]
    assert not talking.game.is_over()
    talking.outcomes("agree to abandon", seat="ise")
    assert talking.game.is_over()


def test_language_and_zone(talking: Talking) -> None:
    assert talking.outcomes("language fr", "zone Europe/Paris") == [DONE, DONE]
    talking.out()
    talking.say("what")
    (answer,) = talking.texts(CARA)
    assert "La partie" in answer or "Réponse" in answer
    assert talking.outcomes("language klingon") == [REFUSED]


def confirm(talking: Talking) -> Handled:
    """The word of Dora, in answer to the newest mail to her."""
    asked = talking.texts(DORA)[-1]
    quoted = "".join(f"> {line}\n" for line in asked.splitlines())
    return talking.desk.handle(mail(f"Yes\n\n{quoted}", DORA, f"<{talking.sent}.yes@x.org>"))


def test_a_standby_is_listed_by_mail_and_takes_the_seat_that_falls_free(talking: Talking) -> None:
    policy = Policy(nmr="standby", hours=72)
    people.change_policy(talking.referee, "winter", policy, "a test", Act(COMMAND_LINE))
    keep_address(talking.record, "winter", "Dora", DORA)
    for line in ("standby on", "standby off", "takeover"):
        talking.sent += 1
        wish = mail(f"{line}\n", DORA, f"<{talking.sent}@x.org>", Subject="[winter T1 iga]")
        before = talking.game.register.standbys
        assert talking.desk.handle(wish).exit == 0
        assert talking.game.register.standbys == before  # before the word has come
        confirm(talking)
        assert talking.game.register.standbys == (() if line == "standby off" else ("Dora",))
    talking.say("resign seat", seat="iga")
    assert talking.game.register.holders["iga"] == "Dora"
    assert talking.record.addresses("winter")["iga"] == DORA


def test_a_stranger_is_not_listed(talking: Talking) -> None:
    keep_address(talking.record, "winter", "Dora", DORA)
    for sender in ("mallory@example.org", "emil@example.org"):
        talking.desk.handle(mail("standby on\n", sender, f"<{sender}>", Subject="[winter T1 iga]"))
        assert "winter" not in "".join(talking.texts(sender))
    assert talking.game.register.standbys == ()


def test_only_the_known_address_confirms_a_standby(talking: Talking) -> None:
    keep_address(talking.record, "winter", "Dora", DORA)
    talking.desk.handle(mail("standby on\n", DORA, Subject="[winter T1 iga]"))
    (asked,) = talking.texts(DORA)
    for sender in ("mallory@example.org", ANNA):
        talking.desk.handle(mail(f"yes\n\n{asked}", sender, f"<{sender}>"))
    assert talking.game.register.standbys == ()


# ---- prose


def test_a_line_that_does_not_begin_like_an_order_stops_nothing_outside_a_block(talking: Talking) -> None:
    order = talking.legal()[0]
    token = talking.block("kii").splitlines()[1]
    text = f"Hello Bugyo,\nIt rains here.\n{token}\n{order}\nAnd it snows.\nYours\n"
    sent = mail(text, CARA, "<prose@x.org>")
    handled = talking.desk.handle(sent)
    assert [result.outcome for result in handled.results] == [UNREADABLE, PLAYED, UNREADABLE]


def test_in_a_block_every_line_is_meant(talking: Talking) -> None:
    order = talking.legal()[0]
    assert talking.outcomes("Hello Bugyo,", order) == [UNREADABLE, NOT_REACHED]


def test_a_misspelt_order_stops_what_is_below_it_everywhere(talking: Talking) -> None:
    order = talking.legal()[0]
    token = talking.block("kii").splitlines()[1]
    handled = talking.desk.handle(mail(f"{token}\nplaice oda\n{order}\n", CARA, "<prose@x.org>"))
    assert [result.outcome for result in handled.results] == [UNREADABLE, NOT_REACHED]


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    made = World(tmp_path)
    keep_address(made.record, "winter", "Dora", DORA)
    yield made
    made.record.close()
