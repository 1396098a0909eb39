"""A name is what somebody has chosen: “Your account is locked” may be one. Whoever has not answered yet is
not told it as if we said it: it stands in quotation marks, in no subject, first in no mail, and beside it the
domain of who asks."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from email.message import EmailMessage
from itertools import chain
from pathlib import Path

import pytest
from msgspec.structs import replace

from domain.game.entries.people import Delegated
from domain.game.entries.policy import PRIVATE, Policy
from referee.audit.audit import audit_game
from referee.club import observers
from referee.club.lists import Who
from referee.club.words import Observe
from referee.games import names, people
from referee.games.opening import Opening
from referee.identity import naming
from referee.record.envelope import COMMAND_LINE, MAIL, Act
from referee.seats.defused_text import defused
from referee.seats.readers import set_reader
from tests.referee.club.signing_on import ANYBODY, CREATE, DORA, EVE, Clubhouse, said, text
from tests.referee.mail.test_desk_world import DESK

REFEREE = Act(COMMAND_LINE, person="referee")
SEATS = {"iga": EVE, "ise": "bela@example.org", "kii": "cara@example.net"}
VICTIM, FAY, DAY = DORA, "fay@example.org", 86_400_000
HOSTILE = [
    *("Your account is locked", "BEGIN ORDERS summer T1 iga", "TOKEN ABCD EFGH IJKL", "HEAD 12 0a1b2c3d"),
    *("CONFIRM ABCDEFGH IJKLMNOP QRSTUVWX", "Ваш счёт закрыт", "your seat was given away", "Dr. No"),
]
MARKS = {"en": "“{}”", "fr": "« {} »", "ru": "«{}»"}


class Told:
    """A club, and the mails that go out to those who have not answered. `name` is that of whoever attacks."""

    def __init__(self, path: Path, name: str, language: str = "en") -> None:
        self.name = name
        self.club = Clubhouse(path, replace(ANYBODY, standbys="anybody"))
        for address in (*SEATS.values(), VICTIM, FAY):
            set_reader(self.club.record, address, language=language)

    def game(self, holder: str = "") -> None:
        """The referee opens a game, in which Eve has the name: those who sit there have not joined."""
        who = (holder or self.name, "Bela", "Cara")
        policy = Policy(press=PRIVATE)
        self.club.referee.open(Opening("summer", "shinobi", who, level=1, policy=policy), REFEREE)
        for seat, address in SEATS.items():
            self.club.record.register("summer", seat, address)

    def mails(self) -> list[EmailMessage]:
        return [*chain.from_iterable(self.club.out().values())]

    def told(self) -> list[EmailMessage]:
        self.club.desk.tell("summer")
        return self.mails()

    def of_eve(self, **more: str) -> Act:
        return Act(MAIL, "", "iga", self.name, **more)


# ---- all that can be sent to somebody who has not answered


def invited(told: Told) -> list[EmailMessage]:
    told.club.says(EVE, f"{CREATE}, named {told.name}, with Dora {VICTIM}")
    return told.club.last[VICTIM]


def invited_by_a_name(told: Told) -> list[EmailMessage]:
    told.club.says(EVE, f"{CREATE}, named Eve, with {told.name} {VICTIM}")
    return told.club.last[VICTIM]


def named_in_a_mail_of_his(told: Told) -> list[EmailMessage]:
    """Somebody writes in the name of another; what he has called him does not go there."""
    told.club.write(VICTIM, f"{CREATE}, named {told.name}")
    told.club.write(VICTIM, f"create shinobi for 3 people, named Dora, with {told.name} {EVE}")
    return told.mails()


def asked_whether_he_joins(told: Told) -> list[EmailMessage]:
    told.club.says(EVE, f"{CREATE}, named {told.name}")
    told.club.write(VICTIM, "join summer named Dora")
    return told.mails()


def refused_a_name(told: Told) -> list[EmailMessage]:
    """The name of a list, of a game; and one that is none."""
    told.club.says(EVE, f"{CREATE}, named {told.name}")
    told.club.write(VICTIM, f"join summer named {told.name}")
    told.club.write(VICTIM, f"join summer named {told.name[:30]}!")
    told.club.write(VICTIM, "close summer")
    told.club.write(VICTIM, f"create shinobi for 3 people, grace {told.name}")
    return told.mails()


def told_what_there_is(told: Told) -> list[EmailMessage]:
    told.club.says(EVE, f"{CREATE}, named {told.name}")
    told.club.write(VICTIM, "What is this?")
    told.club.write(VICTIM, "games")
    return told.mails()


def seated_at_the_opening(told: Told) -> list[EmailMessage]:
    told.game()
    told.club.desk.announce("summer")
    return told.mails()


def reminded(told: Told) -> list[EmailMessage]:
    seated_at_the_opening(told)
    told.club.desk.remind("summer")
    return told.mails()


def seated_by_a_list(told: Told) -> list[EmailMessage]:
    told.club.says(EVE, f"{CREATE}, named {told.name}")
    told.club.says(SEATS["ise"], "join summer named Bela")
    told.club.says(SEATS["kii"], "join summer named Cara")
    return [*chain.from_iterable(told.club.last.values())]


def delegate(told: Told) -> list[EmailMessage]:
    told.game()
    given = Delegated("iga", "Dora", "all", told.club.now + 9 * DAY)
    naming.name_delegate(told.club.referee, "summer", given, told.of_eve(), VICTIM)
    return told.told()[:1]


def delegate_of_a_name(told: Told) -> list[EmailMessage]:
    told.game("Eve")
    given = Delegated("iga", told.name, "orders", told.club.now + 9 * DAY)
    naming.name_delegate(told.club.referee, "summer", given, Act(MAIL, "", "iga", "Eve"), VICTIM)
    return told.told()[:1]


def another_address(told: Told) -> list[EmailMessage]:
    told.game()
    act = told.of_eve(authority="sender")
    naming.ask_address(told.club.referee, "summer", "iga", VICTIM, act)
    return told.told()[:1]


def standby(told: Told) -> list[EmailMessage]:
    told.game("Eve")
    naming.name_standby(told.club.referee, "summer", told.name, REFEREE, VICTIM)
    return told.told()[:1]


def takeover(told: Told) -> list[EmailMessage]:
    told.game("Eve")
    naming.name_holder(told.club.referee, "summer", "kii", told.name, "ill", REFEREE, VICTIM)
    return told.told()[:1]


def seat_lost(told: Told) -> list[EmailMessage]:
    """By the referee, by the clock or by a line of whoever stood by: who sat there may never have written."""
    told.game("Eve")
    people.list_standby(told.club.referee, "summer", told.name, True, REFEREE, VICTIM)
    told.told()
    people.take_seat(told.club.referee, "summer", "kii", told.name, "ill", Act(MAIL, person=told.name))
    people.take_seat(told.club.referee, "summer", "ise", "Fay", "ill", REFEREE, FAY)
    return told.told()


def seat_taken_by_the_referee(told: Told) -> list[EmailMessage]:
    told.game("Eve")
    people.take_seat(told.club.referee, "summer", "kii", told.name, "ill", REFEREE, VICTIM)
    return told.told()


def observed(told: Told) -> list[EmailMessage]:
    told.game("Eve")
    told.club.desk.announce("summer")
    told.mails()
    wish = Observe("summer", told.name)
    who = Who(VICTIM, told.name)
    observers.begin(told.club.referee, told.club.lists.club, wish, who, told.club.now)
    told.club.desk.sweep()
    return told.mails()


def a_place_is_free(told: Told) -> list[EmailMessage]:
    asked = invited_by_a_name(told)[0]
    told.club.answers(asked, "no")
    return told.club.last[EVE]


def a_list_is_closed(told: Told) -> list[EmailMessage]:
    told.club.says(EVE, f"{CREATE}, named {told.name}")
    told.club.says(VICTIM, "join summer named Dora")
    told.club.says(EVE, "close summer")
    return told.club.last[VICTIM]


Way = Callable[[Told], list[EmailMessage]]
ASKING: list[tuple[Way, str]] = [
    *((way, "evil.example") for way in (invited, invited_by_a_name, delegate, delegate_of_a_name)),
    (another_address, "evil.example"),
    *((way, DESK.partition("@")[2]) for way in (standby, takeover, seated_at_the_opening)),
]
"""What asks something of somebody, and the domain of who asks."""

TELLING: list[Way] = [
    *(named_in_a_mail_of_his, asked_whether_he_joins, refused_a_name, told_what_there_is, seated_by_a_list),
    *(reminded, seat_lost, seat_taken_by_the_referee, observed, a_place_is_free, a_list_is_closed),
]
WAYS = [*(way for way, _domain in ASKING), *TELLING]
UNTOLD = (named_in_a_mail_of_his, refused_a_name)
"""Where nobody is told the name at all."""


def first_line(one: EmailMessage) -> str:
    return next(line for line in text(one).splitlines() if line.strip())


def breaches(one: EmailMessage, name: str, marks: str = "“{}”") -> Iterator[str]:
    """What a mail does with a name that it must not do."""
    subject, all_of, shown = str(one["Subject"]), said(one), defused(name)
    if name.lower() in subject.lower():
        yield f"the subject: {subject}"
    if first_line(one).lstrip("“«\u00a0 ").startswith((name, shown)):
        yield f"the first line: {first_line(one)}"
    if shown != name and name in all_of:
        yield f"not defused: {all_of}"
    bare = all_of.replace(marks.format(shown), "").replace(f"named {shown}", "")
    if shown in bare:
        yield f"without quotation marks: {bare}"


@pytest.mark.parametrize("name", HOSTILE)
def test_what_is_tried_here_is_a_name(name: str) -> None:
    assert names.fault(name) == ""


@pytest.mark.parametrize(
    ("way", "name"),
    [(way, HOSTILE[(place + more) % len(HOSTILE)]) for more in (0, 3) for place, way in enumerate(WAYS)],
    ids=lambda one: getattr(one, "__name__", one),
)
def test_nobody_is_told_a_name_as_if_we_said_it(tmp_path: Path, way: Way, name: str) -> None:
    """Each way by two of the names."""
    sent = way(Told(tmp_path, name))
    assert [*chain.from_iterable(breaches(one, name) for one in sent)] == []
    assert any(f"“{defused(name)}”" in said(one) for one in sent) != (way in UNTOLD)


@pytest.mark.parametrize(("way", "domain"), ASKING, ids=lambda one: getattr(one, "__name__", ""))
def test_whoever_is_asked_reads_the_domain_of_who_asks(tmp_path: Path, way: Way, domain: str) -> None:
    for one in way(Told(tmp_path, "Ann")):
        assert re.search(rf"\b(at|from) {re.escape(domain)}\b", said(one).partition("Write between")[0])
        assert "@" not in re.sub(r"<?mailto:\S*|<http\S*", "", said(one))


@pytest.mark.parametrize("language", ["fr", "ru"])
@pytest.mark.parametrize(
    "way", [way for way in WAYS if way is not refused_a_name], ids=lambda way: way.__name__
)
def test_so_it_is_in_each_language(tmp_path: Path, way: Way, language: str) -> None:
    name = HOSTILE[0]
    sent = way(Told(tmp_path, name, language))
    assert [*chain.from_iterable(breaches(one, name, MARKS[language]) for one in sent)] == []
    assert any(MARKS[language].format(name) in said(one) for one in sent) != (way in UNTOLD)


def test_a_name_from_before_loads_and_is_audited_and_its_person_keeps_it(tmp_path: Path) -> None:
    """It is shown as it was, and mailed defused."""
    told = Told(tmp_path, "-----BEGIN ORDERS summer T1 iga----- " + "x" * 30)
    assert names.fault(told.name)
    told.game()
    told.club.desk.announce("summer")
    for one in told.mails():
        assert [*breaches(one, told.name)] == []
    audited = audit_game(told.club.record, "summer")
    assert audited.finding is None
    game = told.club.record.load("summer").game
    names.check(game, told.name, EVE, {told.name: EVE})
    assert game.register.holders["iga"] == told.name


def test_whoever_is_given_a_seat_before_the_game_begins_reads_how_to_join(tmp_path: Path) -> None:
    *_lost, first, second = seat_lost(Told(tmp_path, "Ann"))
    for one, shown in ((first, "ise (“Fay”)"), (second, "kii (“Ann”)")):
        assert f"You have taken the seat {shown}. The game summer waits for you to join." in said(one)
        assert "To join, write one line: join, then" in said(one).partition("Write between")[0]
