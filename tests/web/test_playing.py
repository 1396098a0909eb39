"""A seat that is played by its page: what is sent there goes the way of a mail, once a word has come for the
browser."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from domain.game.entries.policy import Policy
from referee.audit.audit import audit_game
from referee.games import people
from referee.games.addresses import renew
from referee.identity.answer_limits import DAY
from referee.mail.desk.desk import Desk
from referee.record.envelope import COMMAND_LINE, MAIL, Act
from referee.record.record import Record
from referee.transport.sendings import Taken, Told, told
from referee.transport.spool import Spool
from referee.web.application import application
from tests.referee.mail.test_desk_world import PEOPLE, body, mail
from tests.web.playing import PAGES, Playing


@pytest.fixture
def playing(tmp_path: Path) -> Iterator[Playing]:
    made = Playing(tmp_path)
    yield made
    made.record.close()


def test_an_order_by_a_known_browser_is_played_and_answered_by_mail_as_well(playing: Playing) -> None:
    seat = playing.seat
    playing.known(seat)
    order, stood = playing.legal()[0], playing.played()
    told = playing.sends(seat, playing.given(seat, order))
    assert told["state"] == "answered"
    assert order in "\n".join(told["lines"])
    assert "TOKEN" not in "\n".join(told["lines"])
    act = playing.record.envelopes("winter")[stood].act
    assert act[0] == MAIL
    assert act[5].split() == ["1", "token", "page"]
    raw = playing.record.mail(act[1].partition(":")[0]) or b""
    assert order.encode() in raw
    (mailed,) = [one for one in playing.out() if one["To"] == PEOPLE[seat] and order in body(one)]
    assert told["lines"][-1] in body(mailed)


def test_a_browser_that_is_new_to_a_person_needs_one_word_once(playing: Playing) -> None:
    seat, stood = playing.seat, playing.played()
    given = playing.given(seat, playing.legal()[0])
    told = playing.sends(seat, given)
    assert told["state"] == "confirm"
    assert playing.played() == stood
    (asked,) = playing.out()
    assert "from a browser that your mailbox has not said “yes” to" in " ".join(body(asked).split())
    playing.desk.handle(mail("yes\n", PEOPLE[seat], "<w@x.org>", Subject=f"Re: {asked['Subject']}"))
    assert playing.played() > stood
    told = playing.sends(seat, given)
    assert (told["state"], given["lines"][0] in "\n".join(told["lines"])) == ("answered", True)
    again = playing.sends(seat, playing.given(seat, "press to all: hello"))
    assert again["state"] == "answered"
    other = playing.sends(seat, playing.given(seat, "press to all: hello", browser="c" * 43))
    assert other["state"] == "confirm"


def test_a_no_to_the_question_is_told_to_the_page_and_what_is_sent_anew_asks_anew(playing: Playing) -> None:
    seat, stood = playing.seat, playing.played()
    given = playing.given(seat, playing.legal()[0])
    assert playing.sends(seat, given)["state"] == "confirm"
    playing.answers_question(PEOPLE[seat], "no")
    told = playing.sends(seat, given)
    assert told["state"] == "refused"
    assert told["says"].startswith("It was refused: “no” has come from your mailbox")
    assert playing.played() == stood
    assert playing.sends(seat, {**given, "key": "n" * 43})["state"] == "confirm"


def test_a_question_ends_with_its_turn_and_the_page_is_told(playing: Playing) -> None:
    first = playing.seat
    other = next(one for one in PEOPLE if one != first)
    given = playing.given(other, "press to all: hello")
    assert playing.sends(other, given)["state"] == "confirm"
    turn = playing.game.label
    while playing.game.label == turn:
        playing.say(playing.legal()[0], seat=playing.seat)
    told = playing.sends(other, given)
    assert told["state"] == "refused"
    assert "has run out without an answer, and nothing was played" in told["says"]


def test_kept_answers_are_forgotten_when_no_page_can_wait_for_them(playing: Playing) -> None:
    seat = playing.seat
    playing.record.clock = lambda: playing.now
    playing.known(seat)
    given = playing.given(seat, "card ninja")
    assert playing.sends(seat, given)["state"] == "answered"
    playing.now += 29 * DAY
    playing.desk.sweep()
    assert len(playing.record.settings_below("page/")) == 2
    playing.now += 2 * DAY
    playing.desk.sweep()
    assert playing.record.settings_below("page/") == {}


def test_a_browser_is_welcome_to_whom_the_word_came_for_and_for_no_longer_than_its_links(
    playing: Playing,
) -> None:
    seat = playing.seat
    other = next(one for one in PEOPLE if one != seat)
    playing.known(seat)
    assert playing.sends(other, playing.given(other, "press to all: hello"))["state"] == "confirm"
    old = playing.given(seat, "press to all: hello")
    path = playing.link(seat)
    renew(playing.record, "winter", seat)
    assert playing.post(f"{path}send", old).status_code == 404
    assert playing.post(f"{playing.link(seat)}send", old).status_code == 403
    assert playing.sends(seat, playing.given(seat, "press to all: hello"))["state"] == "confirm"


def test_what_a_mail_can_say_a_page_can(playing: Playing) -> None:
    """Press over lines, character for character; a question; a line of the desk's."""
    seat = playing.seat
    playing.known(seat)
    text = "press to all: First  line,\n> quoted — «здесь»\n  as it stands\nend press"
    told = playing.sends(seat, playing.given(seat, text, "card ninja", "mails short"))
    assert told["state"] == "answered"
    assert "ninja: 3 cards in the game." in "\n".join(told["lines"])
    pressed = [one.entry for one in playing.record.envelopes("winter") if hasattr(one.entry, "text")]
    assert pressed[-1].text == "First  line,\n> quoted — «здесь»\n  as it stands"


def test_an_illegal_order_is_refused_as_by_mail(playing: Playing) -> None:
    seat = playing.seat
    playing.known(seat)
    told = playing.sends(seat, playing.given(seat, "attack iga from nowhere"))
    assert told["state"] == "answered"
    assert "0 orders played" in told["says"] or "nowhere" in "\n".join([told["says"], *told["lines"]])


def test_an_answer_that_comes_while_the_game_is_looked_at_is_told_whole(
    playing: Playing, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The desk may work between a look at the game and the look for its answer: the page then takes up the
    advice that it asked for, and knows that nothing else has gone on."""
    policy = Policy(advice=True, press="white")
    people.change_policy(
        playing.referee, "winter", policy, "We learn it.", Act(COMMAND_LINE, person="referee")
    )
    playing.known(playing.seat)
    given = playing.given(playing.seat, "advise")
    before = playing.played()
    playing.post(f"{playing.link(playing.seat)}send", given)

    def meanwhile(record: Record, key: str) -> Told | None:
        playing.works()
        return told(record, key)

    monkeypatch.setattr("referee.web.sending.told", meanwhile)
    answer = playing.post(f"{playing.link(playing.seat)}send", given).json()
    assert answer["state"] == "answered"
    assert 0 < len(answer["liked"]) <= 3
    assert answer["head"].split()[0] == str(before + 1) == str(playing.played())


def test_what_ends_a_seat_is_asked_once_more(playing: Playing) -> None:
    seat = playing.seat
    playing.known(seat)
    stood = playing.played()
    assert playing.sends(seat, playing.given(seat, "agree to abandon"))["state"] == "confirm"
    assert playing.played() == stood


def test_a_game_of_level_2_holds_an_order_until_a_mail_is_vouched_for(playing: Playing) -> None:
    seat = playing.seat
    playing.known(seat)
    desk = Desk(playing.referee, playing.outbox, clock=lambda: playing.now, authserv_ids=["mx.example.net"])
    playing.taken = Taken(playing.spool, playing.record, desk, 0.1, lambda line: None)
    people.change_policy(playing.referee, "winter", Policy(authority=2, hours=0), "a test", Act(COMMAND_LINE))
    playing.out()
    stood = playing.played()
    assert playing.sends(seat, playing.given(seat, playing.legal()[0]))["state"] == "confirm"
    assert playing.played() == stood
    asked = [one for one in playing.out() if " CONFIRM " in str(one["Subject"])]
    assert "an answer to this mail is vouched for" in " ".join(body(asked[0]).split())


def test_a_delegate_plays_by_a_link_of_his_own(playing: Playing) -> None:
    dora = "dora@example.org"
    playing.delegates(f"delegate to Dora {dora} until 2026-12-31 for orders")
    playing.out()
    playing.say("what", sender=dora)
    (link,) = {line for text in playing.texts(dora) for line in text.split() if line.startswith(PAGES)}
    path, _mark, play = link.removeprefix(PAGES).partition("#play=")
    given = playing.given("kii", "press to all: from Dora", play=play)
    assert playing.post(f"{playing.link('kii')}send", given).status_code == 403
    assert playing.post(f"{path}send", given).json()["state"] == "kept"
    playing.works()
    assert playing.post(f"{path}send", given).json()["state"] == "confirm"
    assert [one["To"] for one in playing.out()] == [dora]


def test_without_a_desk_it_is_kept_and_played_when_there_is_one(playing: Playing) -> None:
    seat = playing.seat
    playing.known(seat)
    given, stood = playing.given(seat, playing.legal()[0]), playing.played()
    first = playing.post(f"{playing.link(seat)}send", given)
    assert (first.status_code, first.json()["state"]) == (202, "kept")
    assert first.json()["says"] == "We have it. The answer comes here, or by mail."
    restarted = Taken(Spool(playing.path / "pages"), playing.record, playing.desk, 0.1, lambda line: None)
    assert restarted.work(lambda: False) == 1
    assert playing.played() > stood
    assert playing.post(f"{playing.link(seat)}send", given).json()["state"] == "answered"


def test_pages_without_a_desk_behind_them_say_so(playing: Playing) -> None:
    seat = playing.seat
    with TestClient(application(playing.record, clock=lambda: playing.now)) as web:
        told = web.post(
            f"{playing.link(seat)}send", json=playing.given(seat, "what"), headers={"Origin": PAGES}
        )
        data = web.get(f"{playing.link(seat)}api/table").json()
    assert told.status_code == 503
    assert "no mail desk stands behind it" in told.json()["error"]
    assert (data["play"], data["play_why"]) == ("look", told.json()["error"])


def test_a_record_of_mails_and_pages_holds(playing: Playing) -> None:
    for _round in range(4):
        seat = playing.seat
        if seat == "iga":
            playing.say(playing.legal()[0], seat=seat)
        else:
            given = playing.given(seat, playing.legal()[0])
            if playing.sends(seat, given)["state"] == "confirm":
                asked = [one for one in playing.out() if " CONFIRM " in str(one["Subject"])][-1]
                playing.desk.handle(
                    mail("yes\n", PEOPLE[seat], f"<{seat}@x.org>", Subject=f"Re: {asked['Subject']}")
                )
    verdict = audit_game(playing.record, "winter")
    assert verdict.finding is None
    assert verdict.sent.lines == verdict.sent.compared > 3
