"""The page of the referee has him asked by mail whether a program may play for a seat; it changes nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from domain.kit.errors import BrokenRecord
from referee.games import people
from referee.games.opening import Opening
from referee.identity import seating
from referee.mail.desk.desk import Desk
from referee.record.envelope import COMMAND_LINE, MAIL_OF_REFEREE, Act
from referee.seats.referee_link import referee_path, renew_referee
from referee.service.configuration import Person
from referee.transport.sendings import Taken
from referee.transport.spool import MOST_WAITING
from referee.web.application import application
from referee.web.posted import MOST_POSTED
from referee.web.referee_asks import ASKINGS
from tests.referee.mail.test_desk_world import body, mail
from tests.web.playing import DESK, PAGES, Playing

REI = "rei@example.org"
REFEREE = Act(COMMAND_LINE, person="referee")
KEY = "k" * 32


class Asking(Playing):
    """The game “winter”, its desk and pages, and the referee who is in charge of them."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.in_charge(REI)
        self.out()

    def in_charge(self, address: str) -> None:
        self.desk = Desk(
            self.referee, self.outbox, clock=lambda: self.now, pages=PAGES, in_charge=Person(address)
        )
        self.taken = Taken(self.spool, self.record, self.desk, 0.1, lambda line: None)
        made = application(
            self.record, clock=lambda: self.now, address=DESK, spool=self.spool, in_charge=address
        )
        self.web = TestClient(made)

    @property
    def path_of_page(self) -> str:
        return referee_path(self.record)

    def asks(self, seat: str = "iga", strength: str = "steady", **other: Any) -> Any:
        given = {"game": "winter", "seat": seat, "strength": strength, "key": KEY, **other}
        return self.post(f"{self.path_of_page}ask", given)

    def page(self, query: str = "") -> str:
        return self.web.get(self.path_of_page + query).text

    def stands(self) -> tuple[Any, ...]:
        """All that anybody could have changed."""
        rows = self.record.recorder.rows
        return (
            [self.record.load(game).head for game in self.record.games()],
            rows("SELECT count(*) FROM outbox", ()),
            rows("SELECT count(*) FROM mail_cases", ()),
            rows("SELECT count(*) FROM settings", ()),
        )


@pytest.fixture
def asking(tmp_path: Path) -> Iterator[Asking]:
    made = Asking(tmp_path)
    yield made
    made.record.close()


# ---- as it should be


def test_it_has_him_asked_and_his_yes_does_it(asking: Asking) -> None:
    before = asking.stands()
    answer = asking.asks()
    assert (answer.status_code, answer.headers["cache-control"]) == (200, "no-store")
    assert answer.json() == {
        "says": "A question goes to your mailbox. Nothing changes before you have answered “yes”."
    }
    assert asking.stands() == before
    assert asking.works() == 1
    (asked,) = asking.out()
    assert asked["To"] == REI
    assert "Seat a program in iga of winter instead of “Anna”?" in " ".join(body(asked).split())
    assert "It was asked for on your page." in " ".join(body(asked).split())
    assert asking.game.register.holders["iga"] == "Anna"
    asking.desk.handle(mail("yes\n", REI, "<yes@x.org>", Subject=f"Re: {asked['Subject']}"))
    assert asking.game.register.holders["iga"] == "steady (program)"
    assert Act(*asking.record.envelopes("winter")[-1].act).cause in (MAIL_OF_REFEREE, "program")


def test_the_page_names_every_seat_that_a_program_could_take(asking: Asking) -> None:
    asking.referee.open(Opening("deep", "shinobi", ("Eva", "Fay", "Gil"), level=2), REFEREE)
    asking.referee.open(Opening("over", "shinobi", ("Hal", "Ida", "Jon"), level=0), REFEREE)
    people.abandon(asking.referee, "over", "x", REFEREE)
    people.take_seat(asking.referee, "winter", "kii", "steady (program)", "x", REFEREE)
    shown = asking.page()
    forms = re.findall(r'data-game="(\w+)" data-seat="(\w+)"', shown)
    assert forms == [("winter", "iga"), ("winter", "ise")]
    assert "Let a program play iga</button> <span" in shown
    assert '<div class="asks" hidden>' in shown
    told = asking.web.get(f"{asking.path_of_page}api/desk").json()
    assert told["seats"] == [
        {"game": "winter", "seat": "iga", "person": "Anna"},
        {"game": "winter", "seat": "ise", "person": "Bela"},
    ]


def test_a_question_that_waits_is_said_without_its_mark(asking: Asking) -> None:
    asking.asks()
    asking.works()
    (asked,) = asking.out()
    mark = str(asked["Subject"]).partition(" CONFIRM ")[2]
    told = asking.web.get(f"{asking.path_of_page}api/desk").text
    shown = asking.page() + told
    assert "winter: a question waits in your mailbox" in shown
    assert "bugyo roster take winter iga --bot steady" in shown
    assert mark
    assert mark not in shown


def test_its_policy_lets_in_its_own_script_alone(asking: Asking) -> None:
    answer = asking.web.get(asking.path_of_page)
    policy = answer.headers["content-security-policy"]
    assert re.fullmatch(
        r"default-src 'none'; img-src data:; style-src 'sha256-[\w+/=]{44}'; base-uri 'none'; "
        r"form-action 'none'; frame-ancestors 'none'; script-src 'sha256-[\w+/=]{44}'; connect-src 'self'",
        policy,
    )
    assert answer.text.count("<script>") == 1
    assert not re.search(r"\son\w+=", re.sub(r"(?s)<script>.*?</script>", "", answer.text))


@pytest.mark.parametrize(("address", "desk"), [("", DESK), (REI, "")])
def test_where_nobody_can_be_asked_nothing_is_offered(asking: Asking, address: str, desk: str) -> None:
    made = application(asking.record, address=desk, spool=asking.spool, in_charge=address)
    asking.web = TestClient(made)
    assert "<script" not in asking.page()
    assert "script-src" not in asking.web.get(asking.path_of_page).headers["content-security-policy"]
    assert asking.asks().status_code == 503
    assert asking.file_names() == []


@pytest.mark.parametrize("language", ["en", "fr", "ru"])
def test_it_says_so_in_three_languages(asking: Asking, language: str) -> None:
    shown = asking.page(f"?language={language}")
    assert ("Let a program play iga" in shown) == (language == "en")
    answer = asking.post(
        f"{asking.path_of_page}ask?language={language}",
        {"game": "winter", "seat": "x", "strength": "steady", "key": KEY},
    )
    assert ("has no seat" in answer.text) == (language == "en")


# ---- what is refused

REFUSED: list[tuple[dict[str, Any], int, str]] = [
    ({"game": "summer"}, 400, "This is not what the page sends."),
    ({"game": "winter iga steady\n\nbot winter"}, 400, "This is not what the page sends."),
    ({"seat": "yamato"}, 409, "winter has no seat"),
    ({"seat": "iga steady\nFrom: x"}, 409, "winter has no seat"),
    ({"strength": "clever"}, 409, "There is no program"),
    ({"strength": "steady\n\nyes"}, 409, "There is no program"),
    ({"key": "short"}, 400, "This is not what the page sends."),
    ({"key": "k" * 32 + "\r\n"}, 400, "This is not what the page sends."),
    ({"more": 1}, 400, "This is not what the page sends."),
    ({"seat": 7}, 400, "This is not what the page sends."),
]


@pytest.mark.parametrize(("other", "code", "said"), REFUSED, ids=[str(row[0])[:40] for row in REFUSED])
def test_what_could_not_be_done_is_refused_and_nothing_is_kept(
    asking: Asking, other: dict[str, Any], code: int, said: str
) -> None:
    answer = asking.asks(**{"seat": "iga", "strength": "steady", **other})
    assert (answer.status_code, said in answer.json()["error"]) == (code, True)
    assert asking.file_names() == []


def test_a_seat_of_a_program_and_a_level_that_has_none(asking: Asking) -> None:
    asking.referee.open(Opening("deep", "shinobi", ("Eva", "Fay", "Gil"), level=3), REFEREE)
    people.take_seat(asking.referee, "winter", "kii", "steady (program)", "x", REFEREE)
    assert "A program plays kii already" in asking.asks("kii").json()["error"]
    assert "at the levels 0 and 1" in asking.asks(game="deep").json()["error"]
    assert asking.file_names() == []


# ---- who may


def test_whoever_has_not_the_link_finds_nothing_there(asking: Asking) -> None:
    old = asking.path_of_page
    renew_referee(asking.record)
    given = {"game": "winter", "seat": "iga", "strength": "steady", "key": KEY}
    nothing = asking.post("/r/x/ask", given)
    for path in (old, f"/r/{'a' * 24}/", asking.link("iga"), "/g/winter/"):
        answer = asking.post(f"{path}ask", given)
        assert answer.status_code in (403, 404, 405, 400)
        assert path == asking.link("iga") or answer.status_code != 200
    assert asking.post(f"{old}ask", given).content == nothing.content
    assert asking.file_names() == []


ELSEWHERE = [
    ({"Origin": "https://evil.example"}, 403),
    ({"Origin": PAGES, "Sec-Fetch-Site": "cross-site"}, 403),
    ({"Origin": "null"}, 403),
    ({"Content-Type": "text/plain"}, 415),
    ({"Content-Type": "application/x-www-form-urlencoded"}, 415),
    ({"Content-Length": str(MOST_POSTED + 1)}, 413),
]


@pytest.mark.parametrize(("headers", "code"), ELSEWHERE)
def test_what_another_page_posts_does_nothing(asking: Asking, headers: dict[str, str], code: int) -> None:
    given = {"game": "winter", "seat": "iga", "strength": "steady", "key": KEY}
    answer = asking.post(f"{asking.path_of_page}ask", given, **headers)
    assert answer.status_code == code
    assert asking.file_names() == []


@pytest.mark.parametrize("method", ["GET", "PUT", "DELETE", "PATCH"])
def test_only_a_post_is_taken(asking: Asking, method: str) -> None:
    assert asking.web.request(method, f"{asking.path_of_page}ask").status_code == 405


def test_a_mail_that_says_it_is_of_the_page_is_a_mail(asking: Asking) -> None:
    """Its field is sealed; without the seal it is one of those that anybody can write."""
    asking.asks()
    (name,) = asking.file_names()
    raw = (asking.path / "pages" / "new" / name).read_bytes()
    for forged in (
        raw.replace(b"bot winter iga", b"bot winter ise"),
        raw.replace(b"<page.", b"<page.0").replace(b"winter iga", b"winter kii"),
    ):
        asking.desk.handle(forged)
    found = [seating.seating_of(case).proven for case in seating.questions_of(asking.record, "winter")]
    assert found == ["unproven", "unproven"]
    asking.works()
    assert [seating.seating_of(one).proven for one in seating.questions_of(asking.record, "winter")] == [
        *found,
        "token",
    ]


# ---- how many


def test_the_same_press_twice_is_one_question(asking: Asking) -> None:
    assert [asking.asks().status_code for _ in range(3)] == [200] * 3
    assert len(asking.file_names()) == 1
    asking.works()
    assert "You are asked that already." in asking.asks().json()["error"]
    assert len(asking.out()) == 1


def test_a_flood_of_posts_is_three_questions(asking: Asking) -> None:
    codes = [asking.asks(strength=f"keen:{count}", key=f"{count:032}").status_code for count in range(1, 60)]
    assert codes == [200] * ASKINGS + [429] * (59 - ASKINGS)
    asking.works()
    assert len(asking.out()) == seating.OPEN
    asking.web = TestClient(
        application(asking.record, clock=lambda: asking.now, address=DESK, spool=asking.spool, in_charge=REI)
    )
    assert "3 such questions wait" in asking.asks(strength="keen:99").json()["error"]
    asking.desk.handle(mail("bot winter ise steady\n", REI, "<by-mail@x.org>"))
    assert len(asking.out()) == 1  # those of mails are counted by themselves


def test_no_more_are_taken_in_where_very_many_wait(asking: Asking) -> None:
    for count in range(MOST_WAITING):
        (asking.path / "pages" / "new" / str(count)).write_bytes(b"x")
    assert asking.asks().status_code == 503


def test_another_referee_is_not_asked_for_the_first(asking: Asking) -> None:
    asking.asks()
    asking.in_charge("new@example.org")
    asking.works()
    assert [one["To"] for one in asking.out() if " CONFIRM " in one["Subject"]] == []
    assert seating.questions_of(asking.record, "winter") == []


def test_a_broken_game_is_none(asking: Asking, monkeypatch: pytest.MonkeyPatch) -> None:
    load = asking.record.load

    def broken(game: str) -> Any:
        if game == "pause":
            raise BrokenRecord(game, 7, "x")
        return load(game)

    asking.open("pause", {"iga": "a@x.example", "ise": "b@x.example", "kii": "c@x.example"})
    monkeypatch.setattr(asking.record, "load", broken)
    assert asking.asks(game="pause").status_code == 400
    assert asking.asks().status_code == 200
    asking.desk.handle(mail("bot pause iga steady\n", REI, "<broken@x.org>"))
    (answer,) = asking.out()
    assert "The record of pause is broken." in body(answer)
