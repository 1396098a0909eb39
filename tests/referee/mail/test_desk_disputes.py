"""Disputes and take-backs by mail: what the lines do, once, and for whom."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from domain.game.entries.rulings import Disputed, DisputeWithdrawn, TakeBackProposed
from domain.kit.sealed import Sealed
from referee.games import rulings
from referee.games.order_sheet import DONE, PLAYED, REFUSED, UNREADABLE
from referee.games.rulings import Judgement
from referee.mail.office.office import PostOffice
from referee.reading.reading import read_mail
from referee.record.envelope import COMMAND_LINE, Act
from referee.service.configuration import Configuration, Maildir
from referee.service.exits import Handled
from tests.referee.mail.test_desk_lines import ANNA, BELA, CARA, Talking
from tests.referee.mail.test_desk_world import NOW, PEOPLE, body, mail

REFEREE = "rei@example.org"
BEGUN = 17
"""The event with which the first turn begins."""

COMMAND = Act(COMMAND_LINE, person="referee")


class Disputing(Talking):
    """A game with a desk whose referee is written to."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.desk.announce("winter")
        settings = Configuration(
            str(path / "store.db"), "desk@example.org", REFEREE, outgoing=Maildir(str(path / "out"))
        )
        self.office = PostOffice(settings, self.record, lambda: NOW, lambda line: None)
        self.out()

    def say(self, *lines: str, seat: str = "kii", sender: str = "") -> Handled:
        handled = super().say(*lines, seat=seat, sender=sender)
        self.office.tell_of_disputes(handled)
        self.office.send_all()
        return handled

    def newest(self) -> object:
        return [one.entry for one in self.record.envelopes("winter") if one.act[0] == "mail"][-1]


@pytest.fixture
def talking(tmp_path: Path) -> Iterator[Disputing]:
    made = Disputing(tmp_path)
    yield made
    made.record.close()


def sealed(text: str) -> Sealed[str]:
    return Sealed(("iga",), text)


SAID = [
    (("dispute 3 12 [turn/deploy] The card was mine.",), ("The card was mine.", (3, 12), "turn/deploy")),
    (("dispute The card was mine.",), ("The card was mine.", (), "")),
    (("dispute: 3 cards were mine.",), ("3 cards were mine.", (), "")),
    (("dispute 12", "It was mine,", "", "I say.", "end dispute"), ("It was mine,\n\nI say.", (12,), "")),
    (("Dispute 12, [turn/deploy]: Mine!",), ("Mine!", (12,), "turn/deploy")),
]


@pytest.mark.parametrize(("lines", "said"), SAID, ids=[row[0][0] for row in SAID])
def test_a_dispute_says_what_and_why(
    talking: Disputing, lines: tuple[str, ...], said: tuple[str, tuple[int, ...], str]
) -> None:
    text, events, rule = said
    assert talking.outcomes(*lines, seat="iga") == [DONE]
    assert talking.newest() == Disputed(1, "iga", sealed(text), events, rule)
    assert talking.game.register.docket.open[0].number == 1


WRONG = [
    ("dispute", "It has no text."),
    ("appeal The rule says otherwise.", "No ruling is named."),
]


@pytest.mark.parametrize(("line", "why"), WRONG, ids=[row[0] for row in WRONG])
def test_what_is_missing_is_said(talking: Disputing, line: str, why: str) -> None:
    sent = mail(talking.block("iga", line, "end dispute" if line == "dispute" else ""), ANNA, "<w@x.org>")
    handled = talking.desk.handle(sent)
    assert [result.outcome for result in handled.results][:1] == [UNREADABLE]
    assert why in str(handled.results[0].error)


def test_a_dispute_without_an_end_is_not_guessed(talking: Disputing) -> None:
    read = read_mail(mail(talking.block("kii", "dispute 12", "pass"), CARA))
    assert 'with a line "end press" or "end dispute" below the text' in read.problem


def test_the_referee_is_written_to_and_nobody_reads_what_the_seat_says(talking: Disputing) -> None:
    talking.say("dispute 12 [turn/deploy] It was my card.", seat="iga")
    mails = {str(one["To"]): one for one in talking.out()}
    assert set(mails) == {ANNA, BELA, CARA, REFEREE}
    assert mails[REFEREE]["Subject"] == "Bugyo: dispute 1 in winter"
    said = str(mails[REFEREE].get_content())
    assert "bugyo dispute show winter 1" in said
    assert "iga disputes what happened (dispute 1)" in " ".join(said.split())
    for address, one in mails.items():
        assert ("my card" in " ".join(body(one).split())) == (address == ANNA)


def test_the_same_mail_disputes_once(talking: Disputing) -> None:
    sent = mail(talking.block("iga", "dispute It was my card."), ANNA, "<d@x.org>")
    for _again in range(2):
        talking.desk.handle(sent)
    assert talking.game.register.docket.disputes == 1


def test_a_dispute_is_withdrawn_by_its_seat_alone(talking: Disputing) -> None:
    talking.say("dispute It was my card.", seat="iga")
    assert talking.outcomes("withdraw dispute 1") == [REFUSED]
    assert talking.outcomes("withdraw dispute 1", seat="iga") == [DONE]
    assert talking.newest() == DisputeWithdrawn(1, "iga")


def test_an_appeal_names_its_ruling(talking: Disputing) -> None:
    talking.say("dispute 12 It was my card.", seat="iga")
    judged = Judgement("stands", "It was not.", 1, rules=("turn/deploy",))
    rulings.rule(talking.referee, "winter", judged, COMMAND)
    assert talking.outcomes("appeal 2 There is no such.", seat="iga") == [REFUSED]
    assert talking.outcomes("appeal 1 The card has my mark.", seat="iga") == [DONE]
    assert talking.newest() == Disputed(2, "iga", sealed("The card has my mark."), appeals=1)


def test_an_order_is_taken_back_when_all_others_let_it(talking: Disputing) -> None:
    order = talking.legal()[0]
    assert talking.outcomes(order) == [PLAYED]
    assert talking.outcomes("take back I meant another province.") == [DONE]
    asked = talking.newest()
    assert isinstance(asked, TakeBackProposed)
    assert (asked.seat, asked.to, asked.reason) == ("kii", BEGUN, "I meant another province.")
    assert "agree to take back" in talking.texts(ANNA)[-1]
    assert talking.outcomes("agree to take back", seat="iga") == [DONE]
    assert order not in talking.legal("kii")
    assert talking.outcomes("agree to take back", seat="ise") == [DONE]
    assert order in talking.legal("kii")
    assert talking.game.label == "T1.v2"


def test_an_order_is_taken_back_once_more_after_a_ruling_or_a_take_back(talking: Disputing) -> None:
    """Each time play goes back to the same event; nothing is asked for that lies behind it."""
    order, at = talking.legal()[0], len(talking.record.envelopes("winter"))
    talking.say(order)
    back = Judgement("rewound", "It named another.", rules=("turn/deploy",), to=BEGUN)
    rulings.rule(talking.referee, "winter", back, COMMAND)
    assert len(talking.record.envelopes("winter")) > at
    for version in (3, 4):
        assert talking.outcomes(order) == [PLAYED]
        assert talking.outcomes("take back I meant another province.") == [DONE]
        assert talking.newest() == TakeBackProposed("kii", BEGUN, "I meant another province.")
        for seat in ("iga", "ise"):
            assert talking.outcomes("agree to take back", seat=seat) == [DONE]
        assert order in talking.legal("kii")
        assert talking.game.label == f"T1.v{version}"


def test_one_who_refuses_is_enough(talking: Disputing) -> None:
    order = talking.legal()[0]
    talking.say(order)
    talking.say("take back I meant another province.")
    assert talking.outcomes("refuse take back", seat="iga") == [DONE]
    assert talking.outcomes("agree to take back", seat="ise") == [REFUSED]
    assert talking.game.register.docket.proposal is None
    assert talking.game.label == "T1"


@pytest.mark.parametrize("seat", list(PEOPLE))
def test_help_says_how(talking: Disputing, seat: str) -> None:
    talking.say("help dispute", "help take", seat=seat)
    text = talking.texts(PEOPLE[seat])[0]
    assert "dispute [EVENT ...] [[RULE]] TEXT" in text
    assert "take back [to EVENT] REASON" in text


@pytest.mark.parametrize("written", ["T1.v2", "t1.V2", "T1.V2", "t1.v2"])
def test_a_block_of_the_second_version_is_taken_however_it_is_capitalised(
    talking: Disputing, written: str
) -> None:
    talking.say(talking.legal()[0])
    talking.say("take back I meant another province.")
    for seat in ("iga", "ise"):
        talking.say("agree to take back", seat=seat)
    order = talking.legal()[0]
    sent = mail(talking.block("kii", order).replace("T1.v2", written), CARA, f"<{written}@x.org>")
    assert [result.outcome for result in talking.desk.handle(sent).results] == [PLAYED]


def test_a_block_of_the_first_version_is_late(talking: Disputing) -> None:
    talking.say(talking.legal()[0])
    old = mail(talking.block("kii", talking.legal()[0]), CARA, "<old@x.org>")
    talking.say("take back I meant another province.")
    for seat in ("iga", "ise"):
        talking.say("agree to take back", seat=seat)
    handled = talking.desk.handle(old)
    assert handled.why == "That was for T1; it is T1.v2 now. Nothing was played."
