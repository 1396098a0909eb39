"""The page of the referee: what it says of a desk in trouble, to whom, and what it never says."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import click
import pytest
from starlette.testclient import TestClient

from cli.main import commands
from domain.game.entries.people import READY
from domain.kit.errors import BrokenRecord
from projections.language.catalogues import LANGUAGES
from referee.games import rulings
from referee.games.deadlines import sweep
from referee.games.held_orders import hold
from referee.games.rulings import Complaint
from referee.mail.office.office import PostOffice
from referee.record.envelope import COMMAND_LINE, Act
from referee.record.record import Record
from referee.seats.referee_link import is_referee, referee_path, renew_referee
from referee.seats.tokens import KEY, KEY_BYTES
from referee.service.configuration import Configuration, Maildir, Person, Web
from referee.service.reports import Trouble
from referee.transport.outbox import Queue
from referee.web import desk_wants
from referee.web.application import application
from tests.projections.games import NOON
from tests.record.test_secrets import CLANS, Stacked, world
from tests.referee.mail.test_desk_world import PEOPLE, body
from tests.web.playing import DESK, PAGES, Playing
from tests.web.troubled import EVIL, HOUR, Refusing, Troubled


@pytest.fixture
def troubled(tmp_path: Path) -> Iterator[Troubled]:
    made = Troubled(tmp_path)
    yield made
    made.record.close()


@pytest.fixture
def playing(tmp_path: Path) -> Iterator[Playing]:
    made = Playing(tmp_path)
    yield made
    made.record.close()


def told(playing: Playing) -> dict[str, Any]:
    answer = playing.web.get(f"{referee_path(playing.record)}api/desk")
    assert answer.status_code == 200
    found: dict[str, Any] = answer.json()
    return found


def wants(playing: Playing) -> dict[str, list[dict[str, Any]]]:
    return {section["name"]: section["wants"] for section in told(playing)["wants"]}


def page(playing: Playing, query: str = "") -> str:
    return playing.web.get(referee_path(playing.record) + query).text


# ---- what it says


def test_mails_that_went_nowhere_are_named_with_what_lets_them_go(troubled: Troubled) -> None:
    refused, back, waits, nobodys = wants(troubled)["unsent"]
    assert [one["about"] for one in (refused, back, waits)] == [
        "bela@example.org: refused for ever",
        "cara@example.org: came back",
        "anna@example.org: waits",
    ]
    assert refused["facts"]["tries"] == 1
    assert "no such user" in refused["facts"]["why"]
    assert f"bugyo desk unsent --retry {refused['facts']['number']}" in refused["commands"]
    assert 'bugyo roster address winter Cara ADDRESS --reason "WHY"' in back["commands"]
    assert "It is the address of kii (winter)." in back["says"]
    assert waits["facts"]["next"]
    assert nobodys["facts"]["count"] == 1
    assert "who@example.net" in nobodys["says"][1]


def test_mails_that_the_desk_never_tried_are_one_row(playing: Playing) -> None:
    for number in range(3):
        queue_of(playing).put(f"<{number}@x.org>", "anna@example.org", b"x", "news")
    assert wants(playing)["unsent"] == []  # a moment is given
    playing.now += HOUR
    (one,) = wants(playing)["unsent"]
    assert one["facts"]["count"] == 3
    assert one["commands"] == ["bugyo desk check"]


def queue_of(playing: Playing) -> Queue:
    return Queue(playing.record, lambda: playing.now)


def test_a_dispute_comes_with_the_ruling_ready_to_copy_and_not_with_its_words(troubled: Troubled) -> None:
    (one,) = wants(troubled)["disputes"]
    assert one["about"] == "winter: dispute 1"
    assert one["facts"]["events"] == [3, 12]
    assert one["commands"] == [
        "bugyo dispute show winter 1",
        'bugyo ruling make winter stands --dispute 1 --rule turn/deploy --reason "WHY"',
    ]
    assert "The card was mine" not in page(troubled)
    assert "The card was mine" not in str(told(troubled))


SUGGESTED = [
    ("misread", 'ruling make winter rewound --dispute 1 --rule RULE --to 11 --reason "WHY"'),
    ("", 'ruling make winter stands --dispute 1 --rule RULE --reason "WHY"'),
]


@pytest.mark.parametrize(("error", "command"), SUGGESTED)
def test_the_ruling_is_the_one_that_the_error_policy_suggests(
    playing: Playing, error: str, command: str
) -> None:
    said = Complaint("x", (12,), "", error, 0)
    act = Act(COMMAND_LINE, seat="iga", person="referee", behalf="Anna")
    rulings.dispute(playing.referee, "winter", "iga", said, act)
    (one,) = wants(playing)["disputes"]
    assert one["commands"][1] == f"bugyo {command}"


def test_whoever_is_late_is_named_with_his_errors_and_address(troubled: Troubled) -> None:
    (late,) = wants(troubled)["stuck"]
    assert late["about"] == "winter: kii (Cara) is late"
    assert (late["facts"]["state"], late["facts"]["errors"]) == ("late", 3)
    assert "cara@example.org" in late["says"]
    assert late["commands"][0].startswith("bugyo clock move winter kii ")
    assert "bugyo mails --kind refused" in late["commands"]
    sweep(troubled.referee)
    silent = wants(troubled)["stuck"][0]
    assert silent["facts"]["state"] == "silent"
    assert any(command.startswith("bugyo roster take winter kii ") for command in silent["commands"])


def test_reminders_are_counted_and_somebody_unheard_is_named(playing: Playing) -> None:
    seat = playing.seat
    assert wants(playing)["stuck"] == []
    playing.now += 40 * HOUR
    (one,) = wants(playing)["stuck"]
    assert (one["game"], one["facts"]["seat"], one["facts"]["state"]) == ("winter", seat, "unheard")
    assert one["commands"] == [f"bugyo link send winter {seat}"]
    playing.say("press to all: I am here", seat=seat)
    assert wants(playing)["stuck"] == []
    assert told(playing)["waiting"][0]["reminders"] == 0


def test_questions_that_nobody_has_answered(troubled: Troubled) -> None:
    (one,) = wants(troubled)["questions"]
    assert one["facts"]["address"] == "dora@example.org"
    assert "asked to act for ise" in one["says"][0]


def test_a_take_back_waits_for_the_others(playing: Playing) -> None:
    playing.say(playing.legal()[0], seat=playing.seat)
    mover = "kii"
    playing.say("take back: a slip of the pen", seat=mover)
    (one,) = wants(playing)["questions"]
    assert one["facts"]["missing"] == [seat for seat in ("iga", "ise", "kii") if seat != mover]
    assert one["commands"] == [f"bugyo takeback answer winter {one['facts']['missing'][0]} --yes"]


def test_clocks_that_stand_still_and_vacations(troubled: Troubled) -> None:
    (one,) = wants(troubled)["paused"]
    assert one["commands"] == ['bugyo clock resume pause --reason "WHY"']
    clock = told(troubled)["clocks"][0]
    assert (clock["game"], clock["state"], clock["left"]["ise"]) == ("pause", "paused", 12)
    assert "ise from 2026-12-24 to " in page(troubled)


def test_games_that_have_not_begun_and_those_that_are_over(troubled: Troubled) -> None:
    (one,) = wants(troubled)["open"]
    assert (one["game"], one["facts"]["missing"]) == ("spring", ["iga", "ise", "kii"])
    assert [one["game"] for one in told(troubled)["over"]] == ["over"]


def test_a_broken_record_hides_no_other_game(troubled: Troubled, monkeypatch: pytest.MonkeyPatch) -> None:
    load = troubled.record.load

    def broken(game: str) -> Any:
        if game == "pause":
            raise BrokenRecord(game, 7, "iga holds the Oda ninja")
        return load(game)

    monkeypatch.setattr(troubled.record, "load", broken)
    first, *others = wants(troubled)["stuck"]
    assert (first["about"], first["commands"]) == ("pause: the record is broken", ["bugyo audit pause"])
    assert [one["game"] for one in others] == ["winter"]
    assert "Oda" not in page(troubled)


def test_the_sections_stand_in_the_order_of_their_urgency_and_lead_to_the_games(troubled: Troubled) -> None:
    shown = page(troubled)
    places = [
        shown.index(f'id="{name}"')
        for name in ("unsent", "disputes", "stuck", "questions", "paused", "open", "games", "over")
    ]
    assert places == sorted(places)
    assert {"winter", "pause", "spring", "over"} <= set(re.findall(r'href="/g/([a-z]+)/"', shown))
    headings = re.findall(r"<h([1-3])", shown)
    assert headings[0] == "1"
    assert all(int(after) - int(before) <= 1 for before, after in pairwise(headings))


def test_a_desk_that_wants_nothing_says_so(playing: Playing) -> None:
    shown = page(playing)
    assert "Nothing wants you now." in shown
    assert "No dispute is open." in shown


def test_of_very_many_the_first_are_shown_and_the_others_counted(
    troubled: Troubled, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(80):
        queue_of(troubled).put(f"<many-{number}@x.org>", f"p{number}@example.org", b"x", "news")
    troubled.record.recorder.write("UPDATE outbox SET tries=1 WHERE state='waiting'", ())
    section = told(troubled)["wants"][0]
    assert (len(section["wants"]), section["more"]) == (desk_wants.MOST, 34)


# ---- what others have written


def test_names_and_words_of_others_are_text(troubled: Troubled) -> None:
    shown = page(troubled)
    assert "<img" not in shown
    assert "\u202e" not in shown
    assert shown.count("&lt;img src=x onerror=alert(1)&gt;") >= 4


def test_no_word_of_others_is_a_command(troubled: Troubled) -> None:
    """What a shell makes of each command is a command of ours with its arguments, and nothing else."""
    lines = [one for some in wants(troubled).values() for want in some for one in want["commands"]]
    assert len(lines) > 10
    for command in lines:
        words = shlex.split(command)
        assert words[0] == "bugyo"
        assert shlex.join(words).count(";") == 0
        assert EVIL.split("'")[0] not in command
        family: Any = commands
        assert family.get_command(click.Context(family), words[1]) is not None


def test_a_name_is_quoted_or_left_to_be_filled_in() -> None:
    name = desk_wants._name
    assert name("Anna") == "Anna"
    assert shlex.split(name("O'Neil; rm -rf ~")) == ["O'Neil; rm -rf ~"]
    assert [name(one) for one in ("", "-rf", "a\nb", "\u202eevil")] == ["NAME"] * 4


# ---- who may see it


@pytest.mark.parametrize("path", ["", "api/desk"])
def test_a_wrong_or_an_old_link_is_answered_like_no_game(troubled: Troubled, path: str) -> None:
    before = referee_path(troubled.record)
    renew_referee(troubled.record)
    after = referee_path(troubled.record)
    assert troubled.web.get(after + path).status_code == 200
    nowhere = "/g/nowhere/" + ("api/stand" if path else "")
    nothing = troubled.web.get(nowhere)
    for link in (before, f"/r/{'a' * 24}/", "/r/x/", "/r/ü/", f"/r/{after[3:-2]}/"):
        answer = troubled.web.get(link + path)
        assert (answer.status_code, answer.content) == (404, nothing.content)


def test_it_is_kept_by_nobody_and_told_to_nobody(troubled: Troubled) -> None:
    for path in ("", "api/desk"):
        answer = troubled.web.get(referee_path(troubled.record) + path, headers={"If-None-Match": "*"})
        assert answer.status_code == 200
        assert answer.headers["cache-control"] == "no-store"
        assert answer.headers["referrer-policy"] == "no-referrer"
        assert answer.headers["x-robots-tag"] == "noindex"
        assert "etag" not in answer.headers
    policy = troubled.web.get(referee_path(troubled.record)).headers["content-security-policy"]
    assert policy.startswith("default-src 'none'; img-src data:; style-src 'sha256-")
    assert "frame-ancestors 'none'" in policy
    assert "form-action 'none'" in policy


def test_no_other_secret_opens_it_and_it_opens_no_other(troubled: Troubled) -> None:
    token = referee_path(troubled.record).split("/")[2]
    assert is_referee(troubled.record, token)
    assert not is_referee(troubled.record, troubled.link("iga").split("/")[4])
    assert troubled.web.get(f"/m/{token}/").status_code == 404
    assert troubled.web.get(f"/s/winter/iga/{token}/").status_code == 404


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH", "HEAD"])
def test_nothing_is_changed_by_it(troubled: Troubled, method: str) -> None:
    stood = [troubled.record.load(game).head for game in troubled.record.games()]
    rows = troubled.record.recorder.rows("SELECT count(*) FROM settings", ())
    for path in ("", "api/desk"):
        answer = troubled.web.request(method, referee_path(troubled.record) + path)
        assert answer.status_code == (200 if method == "HEAD" else 405)
        assert "winter" not in answer.text
    assert [troubled.record.load(game).head for game in troubled.record.games()] == stood
    assert troubled.record.recorder.rows("SELECT count(*) FROM settings", ()) == rows


def test_it_is_shown_from_a_store_that_is_only_read(troubled: Troubled, tmp_path: Path) -> None:
    link = referee_path(troubled.record)
    with TestClient(application(Record(tmp_path / "store.db", only_read=True))) as web:
        assert "winter: dispute 1" in web.get(link).text


# ---- what it never says


@pytest.mark.parametrize("seed", [0, 3])
def test_a_swapped_card_changes_no_byte_of_it(tmp_path: Path, seed: int) -> None:
    """Hands, and what a seat disputes in words, are others; the page is the same."""
    found = []
    for name, pair in {"first": CLANS[:2], "other": CLANS[1::-1]}.items():
        referee = world(tmp_path / name, Stacked(seed, "iga", *pair))
        referee.record.set(KEY, bytes(KEY_BYTES))
        referee.record.register("g", "iga", "anna@example.org")
        act = Act(COMMAND_LINE, seat="iga", person="referee", behalf=holder_of(referee, "iga"))
        rulings.dispute(referee, "g", "iga", Complaint(f"My {pair[0]} card is gone.", (2,), "", "", 0), act)
        game = referee.record.load("g").game
        with TestClient(application(referee.record, clock=lambda: NOON)) as web:
            link = referee_path(referee.record)
            found.append([web.get(link).content, web.get(f"{link}api/desk").content])
        assert game.register.docket.open
        referee.record.close()
    assert found[0] == found[1]
    assert b"g: dispute 1" in found[0][0]


def holder_of(referee: Any, seat: str) -> str:
    found: str = referee.record.load("g").game.register.holders[seat]
    return found


def test_what_a_seat_holds_back_is_not_seen(playing: Playing) -> None:
    playing.now += 40 * HOUR
    before = page(playing), told(playing)
    playing.now -= 40 * HOUR
    act = Act(COMMAND_LINE, seat=playing.seat, person="referee", behalf="Cara")
    hold(playing.referee, "winter", playing.seat, playing.legal()[0], READY, act)
    assert playing.game.held_by(playing.seat)
    playing.now += 40 * HOUR
    assert (page(playing), told(playing)) == before


def test_no_word_for_a_mailbox_is_in_what_could_not_be_sent(playing: Playing) -> None:
    """With the mark of a question anybody could say “yes” in the player's name."""
    mark, queue = "P4KZ-NGR6-CCR5-4XCG-YCG2-PZ6G", queue_of(playing)
    playing.sends("kii", playing.given("kii", "press to all: a first word"))
    (question,) = [mail for mail in playing.out() if " CONFIRM " in mail["Subject"]]
    queue.put("<question@x.org>", PEOPLE["kii"], b"x", str(question["Subject"]))
    queue.put("<answer@x.org>", PEOPLE["kii"], b"x", f"Re: your mail to Bugyo CONFIRM {mark}")
    queue.drain(Refusing(f"554 spam: confirm {mark.lower()}"))
    shown = page(playing) + str(told(playing))
    assert "Did you write this? [winter T1 kii]" in shown
    assert str(question["Subject"]).partition(" CONFIRM ")[2] not in shown
    assert mark not in shown.upper()


# ---- languages


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_speaks_three_languages(troubled: Troubled, language: str) -> None:
    shown = page(troubled, f"?language={language}")
    assert f'<html lang="{language}">' in shown
    assert f'<a href="?language={language}" lang="{language}" aria-current=true>' in shown


def test_another_language_is_english(troubled: Troubled) -> None:
    assert '<html lang="en">' in page(troubled, "?language=%3Cb%3E")


# ---- where its link is told


def test_the_mails_to_the_referee_name_it(playing: Playing, tmp_path: Path) -> None:
    for web, named in ((Web("127.0.0.1:8080", PAGES), 1), (None, 0)):
        settings = Configuration(
            str(tmp_path / "store.db"),
            DESK,
            Person("rei@example.org", "fr"),
            outgoing=Maildir(str(tmp_path / "out")),
            web=web,
        )
        office = PostOffice(settings, playing.record, lambda: playing.now, lambda line: None)
        office.warn_referee(Trouble(f"Something is wrong with {len(PAGES) * named}."))
        office.send_all()
        playing.now += 48 * HOUR
        (mail,) = playing.out()
        text = "".join(body(mail).split())
        link = f"{PAGES}{referee_path(playing.record)}?language=fr"
        assert (mail["To"], text.count(link)) == ("rei@example.org", named)
