"""Newcomers are answered while strangers flood: whoever's server is vouched for has other pots than whoever
makes addresses up, and none of his uses up another's.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.games import people
from referee.games.addresses import keep_address
from referee.identity.answer_limits import (
    AT_PROVIDER,
    ERROR,
    FEW,
    INVITED,
    POTS,
    QUESTION,
    WORD,
    AnswerLimits,
)
from referee.identity.authority import ALIGNED, NEWCOMER, STRANGER, UNPROVEN, VOUCHED, Evidence, proven_by
from referee.identity.sender_domains import PROVIDERS, owner_of
from referee.record.envelope import COMMAND_LINE, Act
from referee.record.record import Record
from referee.service.reports import Trouble
from tests.record.stores import hurry
from tests.referee.club.signing_on import ANNA, CREATE, Clubhouse, said, wide
from tests.referee.mail.test_answer_limits import Flooded
from tests.referee.mail.test_desk_authority import MX
from tests.referee.mail.test_desk_world import NOW, PEOPLE, World

HOUR = 3_600_000
DAY = 24 * HOUR
NOWHERE = ("", "", "")
POT, MADE_UP = POTS[NEWCOMER], POTS[STRANGER]


class Asked:
    """The limits of an empty store, and who has been answered."""

    def __init__(self, path: Path) -> None:
        self.now = NOW
        self.record = Record(path / "store.db", clock=lambda: self.now)
        hurry(self.record)
        self.limits = AnswerLimits(self.record, lambda: self.now)

    def answers(self, address: str, proven: str = NEWCOMER, what: str = ERROR) -> bool:
        may = self.limits.may(proven, what, address, NOWHERE)
        self.limits.count(proven, what, address, NOWHERE, given=may)
        return may

    def flood(self, each: str, count: int, domains: int, proven: str = NEWCOMER, what: str = ERROR) -> int:
        """How many of so many mailboxes are answered, which are in turn of so many domains."""
        with self.record.recorder.together():
            return sum(self.answers(each.format(n=n, d=n % domains), proven, what) for n in range(count))


@pytest.fixture
def asked(tmp_path: Path) -> Iterator[Asked]:
    made = Asked(tmp_path)
    yield made
    made.record.close()


# ---- which pot


KINDS = [
    (Evidence(), STRANGER),
    (Evidence(vouched=True), NEWCOMER),
    (Evidence(sender=True), UNPROVEN),
    (Evidence(sender=True, vouched=True), ALIGNED),
    (Evidence(sender=True, dkim="example.org"), VOUCHED),
]


@pytest.mark.parametrize(("evidence", "kind"), KINDS)
def test_whoever_is_vouched_for_is_another_kind_of_sender(evidence: Evidence, kind: str) -> None:
    assert proven_by(evidence) == kind
    assert evidence.level < 2


OWNERS = [
    ("example.org", "example.org"),
    ("Mail.News.Example.org.", "example.org"),
    ("club.co.uk", "club.co.uk"),
    ("a.b.club.co.uk", "club.co.uk"),
    ("a.co.jp", "a.co.jp"),
    ("x.y.duckdns.org", "duckdns.org"),
    ("localhost", "localhost"),
    ("", ""),
]


@pytest.mark.parametrize(("domain", "owner"), OWNERS)
def test_what_lies_below_a_registered_domain_is_its_owners(domain: str, owner: str) -> None:
    assert owner_of(domain) == owner
    assert all(owner_of(one) == one for one in PROVIDERS)


# ---- the flood


def test_a_thousand_made_up_addresses_use_up_nothing_of_newcomers(asked: Asked) -> None:
    assert asked.flood("a{n}@d{d}.example", 1000, 1000, STRANGER) == MADE_UP.hour == 60
    for address in ("ada@uni.example.org", "ada@gmail.com", "bea@gmail.com", "cleo@club.co.uk"):
        assert asked.answers(address)
        assert asked.answers(address, what=WORD)
        assert not asked.answers(address, what=QUESTION), "One a mailbox a day."
    assert not asked.answers("dora@club.co.nz", STRANGER)


@pytest.mark.parametrize("domains", [1, 5, 50])
def test_nor_do_those_of_as_many_vouched_domains(asked: Asked, domains: int) -> None:
    """Hour after hour, with the same domains."""
    for _ in range(2):
        sent = asked.flood(f"a{{n}}.{asked.now}@d{{d}}.evil{{d}}.example", 1000, domains)
        assert sent <= POT.freely + FEW * domains < POT.hour
        assert sent <= POT.domain * domains
        for n in range(5):
            for what in (QUESTION, WORD):
                assert asked.answers(f"ada@honest{n}-{asked.now}.example", what=what)
        assert asked.answers(f"ada{asked.now}@gmail.com")
        asked.now += HOUR


def test_a_domain_has_a_few_answers_a_day_left_whatever_others_do(asked: Asked) -> None:
    assert asked.flood("a{n}@evil{d}.example", 200, 20) >= POT.freely
    assert [asked.answers(f"p{n}@uni.example") for n in range(FEW + 1)] == [True] * FEW + [False]
    asked.now += HOUR
    assert asked.flood("b{n}@evil{d}.example", 200, 20) >= POT.freely
    assert not asked.answers("late@uni.example"), "They are had for today."


def test_without_a_flood_a_domain_has_twenty_an_hour(asked: Asked) -> None:
    assert asked.flood("a{n}@x.uni.example", POT.domain, 1) == POT.domain == 20
    assert not asked.answers("b@y.uni.example"), "It is of the same owner."
    assert asked.answers("b@y.other.example")
    asked.now += HOUR
    assert asked.answers("c@uni.example")


def test_a_provider_has_a_pot_of_its_own(asked: Asked) -> None:
    """Each answer costs a mailbox there; the others lose nothing by it."""
    most = POTS[AT_PROVIDER].domain
    assert asked.flood("a{n}@gmail.com", most + 20, 1) == most == 100
    assert not asked.answers("ada@gmail.com")
    assert not asked.answers("ada@googlemail.com")
    assert asked.answers("ada@outlook.com")
    assert asked.answers("ada@uni.example")
    assert asked.limits.of_strangers(HOUR).answered == most + 2
    assert asked.flood("b{n}@evil{d}.example", 200, 5) == POT.freely - 1, "None of a provider counts there."


def test_in_all_so_many_newcomers_are_answered_in_an_hour(asked: Asked) -> None:
    assert asked.flood("a{n}@evil{d}.example", 350, 350) == POT.hour == 300
    assert not asked.answers("ada@uni.example")
    assert asked.answers("ada@gmail.com")
    assert asked.limits.is_spent()
    asked.now += HOUR
    assert not asked.limits.is_spent()
    assert asked.answers("ada@uni.example")


def test_newcomers_hold_up_nobody_without_proof(asked: Asked) -> None:
    asked.flood("a{n}@evil{d}.example", 300, 300)
    assert asked.answers("ada@uni.example", STRANGER)
    assert asked.answers("ada@uni.example", UNPROVEN)


def test_who_is_named_on_a_list_is_asked_whatever_strangers_do(asked: Asked) -> None:
    asked.flood("a{n}@d{d}.example", 70, 70, STRANGER)
    asked.flood("a{n}@evil{d}.example", 300, 300)
    assert asked.answers("ada@uni.example", INVITED, WORD)
    assert not asked.answers("ada+1@uni.example", INVITED, WORD), "One a mailbox a day."
    assert asked.flood("g{n}@d{d}.example", 70, 70, INVITED, WORD) == POTS[INVITED].hour - 1 == 59


# ---- at the desk


def vouched(domain: str, method: str = "spf") -> dict[str, str]:
    results = {
        "spf": f"spf=pass smtp.mailfrom=bounces@mail.{domain}; dkim=none; dmarc=none header.from={domain}",
        "dkim": f"dkim=pass header.d={domain}; dmarc=none header.from={domain}",
        "dmarc": f"dmarc=pass header.from={domain}",
    }
    return {"Authentication_Results": f"{MX}; {results[method]}"}


@pytest.fixture
def flooded(tmp_path: Path) -> Iterator[Flooded]:
    made = Flooded(tmp_path)
    yield made
    made.record.close()


def spent(desk: World | Clubhouse) -> None:
    """All that strangers may cause in an hour, and those who are known and prove nothing, has been sent."""
    limits = AnswerLimits(desk.record, desk.record.clock)
    with desk.record.recorder.together():
        for n in range(100):
            limits.count(STRANGER, ERROR, f"a{n}@d{n}.example", NOWHERE)


@pytest.mark.parametrize("method", ["spf", "dkim", "dmarc"])
def test_a_newcomer_is_answered_once_a_day_whatever_has_been_sent(flooded: Flooded, method: str) -> None:
    spent(flooded)
    fields = vouched("uni.example", method)
    for _ in range(2):
        flooded.come("Hello!\n", "ada@uni.example", **fields)
        flooded.come("Hello!\n", "eve@uni.example")
        flooded.come("Hello!\n", "eve@evil.example", **fields)
    assert [one["To"] for one in flooded.out()] == ["ada@uni.example"]
    assert flooded.kinds() == ["refused"] * 6
    piles = flooded.record.recorder.rows("SELECT DISTINCT pile FROM mail_piles")
    assert piles == [("strangers",)]


def test_a_player_is_answered_whatever_has_been_sent(flooded: Flooded) -> None:
    """A question, a choice of mails, and whether it was he who ordered, from his address without a token."""
    spent(flooded)
    cara = PEOPLE["kii"]
    for text in ("what\n", "mails short\n", f"{flooded.legal()[0]}\n"):
        flooded.forged(text)
        assert flooded.heard() == []
        flooded.forged(text, **vouched("example.org"))
        (_one,) = flooded.heard(cara)
    piles = flooded.record.recorder.rows("SELECT pile, count(*) FROM mail_piles GROUP BY pile ORDER BY pile")
    assert piles == [("claimed", 5), ("kept", 1)], "Of what proves so little and does nothing, some is kept."


def test_who_stands_by_is_asked_whatever_has_been_sent(flooded: Flooded) -> None:
    people.list_standby(flooded.referee, "winter", "Dora", True, Act(COMMAND_LINE))
    keep_address(flooded.record, "winter", "Dora", "dora@uni.example")
    spent(flooded)
    flooded.come("standby off\n", "dora@uni.example")
    assert flooded.heard("dora@uni.example") == []
    flooded.come("standby off\n", "dora@uni.example", **vouched("uni.example"))
    (asked,) = flooded.to("dora@uni.example")
    assert "CONFIRM" in str(asked["Subject"])


LINES = ["join summer", "games", "ratings", "help", "create shinobi for 3 people", "observe nothing", "Hello"]


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Clubhouse]:
    made = Clubhouse(tmp_path, wide())
    made.says(ANNA, CREATE)
    made.serve(wide(), authserv_ids=[MX])
    yield made
    made.record.close()


@pytest.mark.parametrize("line", LINES)
def test_a_newcomer_of_a_club_is_answered_whatever_he_writes(club: Clubhouse, line: str) -> None:
    spent(club)
    club.out()
    club.write("eve@evil.example", line)
    assert not club.out()
    club.write("ada@uni.example", line, **vouched("uni.example"))
    ((one,),) = club.out().values()
    assert one["To"] == "ada@uni.example"


def test_who_is_invited_is_asked_and_answered_whatever_has_been_sent(club: Clubhouse) -> None:
    spent(club)
    line = "create shinobi for 3 people, called autumn, with Gil gil@gil.example"
    club.write("ada@uni.example", line, **vouched("uni.example"))
    (asks,) = club.out()["ada@uni.example"]
    club.answers(asks)
    (invited,) = club.last["gil@gil.example"]
    club.write("gil@gil.example", "no", Subject=f"Re: {invited['Subject']}")
    (answer,) = club.out()["gil@gil.example"]
    assert "Nothing follows" in said(answer)


def test_the_referee_hears_that_newcomers_have_had_all(flooded: Flooded) -> None:
    limits = AnswerLimits(flooded.record, flooded.record.clock)
    with flooded.record.recorder.together():
        for n in range(POT.hour):
            limits.count(NEWCOMER, ERROR, f"a{n}@d{n}.example", NOWHERE)
    (told,) = [line for line in flooded.desk.sweep(flooded.clock) if isinstance(line, Trouble)]
    assert f"answered {POT.hour} times in an hour" in told
