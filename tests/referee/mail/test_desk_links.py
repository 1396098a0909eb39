"""Tokens and links are of a person who may act for a seat, and are worthless when he may no more."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace
from starlette.testclient import TestClient

from referee.games import people
from referee.games.addresses import FIRST, generation, renew
from referee.games.order_sheet import DONE, PLAYED, REFUSED
from referee.identity import cases
from referee.identity.cases import Cases
from referee.identity.renewing import new_link
from referee.mail.desk.desk import Desk
from referee.record.envelope import COMMAND_LINE, Act
from referee.seats.tokens import bearers
from referee.service.exits import NOPERM, NOUSER, OK
from referee.web.application import application
from tests.referee.mail.test_desk_lines import ANNA, CARA, DORA, POLICY, Talking
from tests.referee.mail.test_desk_world import body, mail

REFEREE = Act(COMMAND_LINE, person="referee")
PAGES = "https://games.example.org"
EMIL = "emil@example.org"
STRANGER = "mallory@example.net"
UNTIL = 1_798_761_599_999
"""The last millisecond of 2026 in UTC."""


@pytest.fixture
def talking(tmp_path: Path) -> Iterator[Talking]:
    made = Talking(tmp_path)
    made.desk = Desk(made.referee, made.outbox, clock=lambda: made.now, pages=PAGES)
    made.desk.announce("winter")
    made.delegates(f"delegate to Dora {DORA} until 2026-12-31 for orders")
    made.say("what", seat="kii")  # Cara is mailed her link
    yield made
    made.record.close()


def link_in(text: str) -> str:
    """The path of the page that a mail names."""
    (found,) = set(re.findall(rf"{PAGES}(/s/[^\s#]+)", text))
    return str(found)


def links(talking: Talking) -> dict[str, str]:
    """The newest link that each address was written."""
    return {str(one["To"]): link_in(body(one)) for one in talking.out() if PAGES + "/s/" in body(one)}


def opens(talking: Talking, path: str) -> list[int]:
    """What the pages of a link answer."""
    with TestClient(application(talking.record, clock=lambda: talking.now)) as web:
        return [web.get(path + page).status_code for page in ("", "board.txt", "api/log", "live-not")]


GOOD, GONE = [200, 200, 200, 404], [404, 404, 404, 404]


def test_a_delegate_and_who_sits_there_have_a_link_and_a_token_each(talking: Talking) -> None:
    found = links(talking)
    assert found[CARA] != found[DORA]
    assert opens(talking, found[CARA]) == opens(talking, found[DORA]) == GOOD
    assert talking.token_of("kii", "Cara") != talking.token_of("kii", "Dora")


def test_each_letter_of_a_turn_has_the_token_of_its_reader(talking: Talking) -> None:
    for seat in (talking.seat, talking.seat, talking.seat):
        talking.out()
        talking.say(talking.legal()[0], seat=seat)
    while talking.seat != "kii":
        talking.out()
        talking.say(talking.legal()[0], seat=talking.seat)
    blocks = {str(one["To"]): body(one) for one in talking.out() if "BEGIN ORDERS" in body(one)}
    for address, person in ((CARA, "Cara"), (DORA, "Dora")):
        made = talking.token_of("kii", person)
        assert made in blocks[address].replace("-", "")
        assert opens(talking, link_in(blocks[address])) == GOOD


def test_who_may_only_write_has_neither(talking: Talking) -> None:
    talking.out()
    talking.delegates(f"delegate to Emil {EMIL} until 2026-12-31 for press")
    talking.say("what", seat="kii")
    written = "".join(talking.texts(EMIL))
    assert "press" in written
    assert "TOKEN" not in written
    assert "/s/" not in written
    assert [one.person for one in bearers(talking.record, talking.game, "kii", talking.now)] == [
        "Cara",
        "Dora",
    ]


def by_word(talking: Talking) -> None:
    talking.say("undelegate Dora")


def by_time(talking: Talking) -> None:
    talking.now = UNTIL + 1  # nobody has looked at the clocks


def by_takeover(talking: Talking) -> None:
    people.take_seat(talking.referee, "winter", "kii", "Emil", "Cara is ill.", REFEREE, EMIL)


def by_leaving(talking: Talking) -> None:
    act = Act(COMMAND_LINE, seat="kii", person="referee", behalf="Cara")
    people.leave_seat(talking.referee, "winter", "kii", "Cara is ill.", act)


ENDS = [by_word, by_time, by_takeover, by_leaving]


@pytest.mark.parametrize("end", ENDS)
def test_the_link_of_an_ended_delegate_opens_nothing(talking: Talking, end: object) -> None:
    found = links(talking)
    assert opens(talking, found[DORA]) == GOOD
    with TestClient(application(talking.record, clock=lambda: talking.now)) as web:
        tag = web.get(found[DORA]).headers["etag"]
        end(talking)  # type: ignore[operator]
        assert web.get(found[DORA], headers={"If-None-Match": tag}).status_code == 404
        assert web.get(found[DORA] + "live").status_code == 404
    assert opens(talking, found[DORA]) == GONE
    assert opens(talking, found[CARA]) == (GOOD if end in (by_word, by_time) else GONE)


@pytest.mark.parametrize("authority", [0, 1])
@pytest.mark.parametrize("end", ENDS)
def test_the_token_of_an_ended_delegate_plays_nothing_and_asks_nobody(
    talking: Talking, end: object, authority: int
) -> None:
    """Not from his own address, from another, or from that of who sits there, which anybody may write."""
    policy = replace(POLICY, authority=authority, hours=0)
    people.change_policy(talking.referee, "winter", policy, "a test", REFEREE)
    made = talking.token_of("kii", "Dora")
    end(talking)  # type: ignore[operator]
    old, before = talking.block("kii", talking.legal("kii")[0], made=made), talking.game.position
    holder = EMIL if end is by_takeover else CARA
    for n, sender in enumerate((DORA, STRANGER, holder)):
        talking.out()
        handled = talking.desk.handle(mail(old, sender, f"<old{n}@x.org>"))
        assert handled.exit in (NOPERM, NOUSER), sender
        assert talking.game.position == before
        assert talking.texts(sender), sender  # a clear answer
    assert cases.HELD not in [case.kind for case in Cases(talking.record, lambda: talking.now).all()]


def test_the_token_of_a_delegate_counts_to_the_last_millisecond_of_his_leave(talking: Talking) -> None:
    sheet = talking.block("kii", talking.legal()[0], made=talking.token_of("kii", "Dora"))
    talking.now = UNTIL
    handled = talking.desk.handle(mail(sheet, DORA, "<last@x.org>"))
    assert [result.outcome for result in handled.results] == [PLAYED]


def test_who_sits_there_plays_on_with_the_token_that_he_has(talking: Talking) -> None:
    sheet = talking.block("kii", talking.legal()[0])
    talking.say("undelegate Dora")
    handled = talking.desk.handle(mail(sheet, CARA, "<mine@x.org>"))
    assert [result.outcome for result in handled.results] == [PLAYED]


def test_a_delegation_that_is_given_anew_has_another_link_and_token(talking: Talking) -> None:
    old, made = links(talking)[DORA], talking.token_of("kii", "Dora")
    talking.say("undelegate Dora")
    talking.say("delegate to Dora until 2026-12-31 for orders")
    new = links(talking)[DORA]
    assert (opens(talking, old), opens(talking, new)) == (GONE, GOOD)
    assert talking.token_of("kii", "Dora") != made
    talking.now = UNTIL + 1
    talking.say("delegate to Dora until 2027-02-28 for orders")
    assert opens(talking, new) == GONE


@pytest.mark.parametrize(("sender", "whose"), [(CARA, "Dora"), (DORA, "Cara")])
def test_the_token_of_another_who_may_act_as_well_waits_for_a_word(
    talking: Talking, sender: str, whose: str
) -> None:
    sheet = talking.block("kii", talking.legal()[0], made=talking.token_of("kii", whose))
    talking.out()
    before = talking.game.position
    assert talking.desk.handle(mail(sheet, sender, "<theirs@x.org>")).exit == OK
    assert talking.game.position == before
    (text,) = talking.texts(sender)  # and nobody else is asked
    assert "The token in it is not yours" in " ".join(text.split())


def test_a_token_alone_acts_for_whom_it_is_and_within_his_scope(talking: Talking) -> None:
    """Where a token is enough: a delegate for orders does not become who sits there by another address."""
    people.change_policy(talking.referee, "winter", replace(POLICY, authority=0), "a test", REFEREE)
    for line, outcome in (("resign seat", None), ("press to all: It is I.", REFUSED), ("", PLAYED)):
        sheet = talking.block("kii", line or talking.legal()[0], made=talking.token_of("kii", "Dora"))
        handled = talking.desk.handle(mail(sheet, STRANGER, f"<{len(line)}@x.org>"))
        assert ("asked what he means" in handled.why) == (line == "resign seat")
        assert [result.outcome for result in handled.results] == ([outcome] if outcome else [])
    assert talking.game.register.holders["kii"] == "Cara"
    assert any(one.act[3:5] == ("Dora", "Cara") for one in talking.record.envelopes("winter"))


# ---- new ones


def test_new_link_by_mail_ends_all_that_were_out_and_brings_new_ones(talking: Talking) -> None:
    old, sheet = links(talking), talking.block("kii", talking.legal()[0])
    theirs = talking.block("kii", talking.legal()[0], made=talking.token_of("kii", "Dora"))
    assert talking.outcomes("new link") == [DONE]
    sent = talking.out()
    assert [str(one["To"]) for one in sent] == [CARA, DORA]  # his answer, and the news
    new = {str(one["To"]): link_in(body(one)) for one in sent}
    assert "of kii in the game winter were renewed by “Cara”." in " ".join(body(sent[1]).split())
    for address, raw in ((CARA, sheet), (DORA, theirs)):
        assert opens(talking, old[address]) == GONE
        assert opens(talking, new[address]) == GOOD
        before = talking.game.position
        assert talking.desk.handle(mail(raw, address, f"<old-{address}>")).exit == NOPERM
        assert talking.game.position == before
    made = talking.token_of("kii", "Cara")
    assert made in body(sent[0]).replace("-", "")
    anew = talking.block("kii", talking.legal()[0], made=made)
    handled = talking.desk.handle(mail(anew, CARA, "<new@x.org>"))
    assert [result.outcome for result in handled.results] == [PLAYED]


def test_a_delegate_renews_nothing(talking: Talking) -> None:
    (result,) = talking.say("new link", sender=DORA).results
    assert result.outcome == REFUSED
    assert generation(talking.record, "winter", "kii", "Cara") == FIRST


def test_the_referee_renews_for_a_reason_and_everybody_is_told_once(talking: Talking) -> None:
    old = links(talking)
    new_link(talking.referee, "winter", "kii", "Her telephone was stolen.", REFEREE)
    new_link(talking.referee, "winter", "kii", "And her computer.", REFEREE)  # in the same instant
    talking.desk.sweep(talking.now)  # the desk was not there
    talking.desk.tell("winter")
    sent = talking.out()
    assert [str(one["To"]) for one in sent] == [CARA, DORA, CARA, DORA]
    for one in sent:
        text = " ".join(body(one).split())
        assert "The referee has renewed the links and tokens of kii in the game winter." in text
        assert opens(talking, link_in(body(one))) == GOOD
    assert "The reason: Her telephone was stolen." in body(sent[0])
    assert "The reason: And her computer." in body(sent[2])
    assert opens(talking, old[CARA]) == opens(talking, old[DORA]) == GONE
    assert opens(talking, old[ANNA]) == GOOD if ANNA in old else True


def test_one_persons_can_be_renewed_alone(talking: Talking) -> None:
    found = links(talking)
    renew(talking.record, "winter", "kii", "Dora")
    assert (opens(talking, found[CARA]), opens(talking, found[DORA])) == (GOOD, GONE)
    renew(talking.record, "winter", "kii")
    assert opens(talking, found[CARA]) == GONE
