"""A club at the command line: its file in the desk's, and the lists that the referee looks at and closes."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.club import reliability
from referee.record.envelope import Act
from referee.record.record import Record
from tests.cli.conftest import Bugyo
from tests.cli.mails import ADDRESS, desk_file

MAIL = "From: Dora <dora@example.org>\nTo: {to}\nSubject: {subject}\nMessage-ID: <{id}@x>\n\n{text}\n"


def club_file(bugyo: Bugyo, path: Path, text: str) -> Path:
    desk = desk_file(bugyo.store, path)
    desk.write_text(f'club = "club.toml"\n{desk.read_text()}')
    (path / "club.toml").write_text(text)
    return desk


def out(path: Path) -> str:
    """The newest mail that has gone out."""
    newest = max((path / "out" / "new").iterdir(), key=lambda file: file.stat().st_mtime_ns)
    return newest.read_text()


def test_people_make_lists_and_the_referee_closes_one(bugyo: Bugyo, tmp_path: Path) -> None:
    desk = club_file(bugyo, tmp_path, 'create = "anybody"\n')
    assert bugyo("lists").stderr == "No list waits.\n"
    assert bugyo("observers").stderr == "Nobody observes a game.\n"
    text = MAIL.format(to=ADDRESS, subject="Hi", id=1, text="create shinobi for 3, called winter")
    bugyo("deliver", "--config", desk, stdin=text)
    asked = next(line for line in out(tmp_path).splitlines() if line.startswith("Subject:"))
    word = MAIL.format(to=ADDRESS, subject=asked.removeprefix("Subject: "), id=2, text="yes")
    bugyo("deliver", "--config", desk, stdin=word)
    assert "winter: Shinobi: War of the Clans, 1 of 3" in bugyo("lists").stdout
    assert "Say with --reason" in bugyo("lists", "--close", "winter", code=2).stderr
    closed = bugyo("lists", "--close", "winter", "--reason", "Too hot.", "--config", desk)
    assert "The list “winter” is closed." in closed.stdout
    assert "Too hot." in out(tmp_path)
    assert "is closed" in bugyo("lists", "--close", "winter", "--reason", "Again.", code=1).stderr


def test_a_mistake_in_the_clubs_file_stops_the_desk(bugyo: Bugyo, tmp_path: Path) -> None:
    desk = club_file(bugyo, tmp_path, '\ntitles = ["go"]\n')
    said = "club.toml, line 2: There is no title “go”"
    assert said in bugyo("desk", "check", "--config", desk, code=78).stdout
    assert said in bugyo("serve", "--once", "--config", desk, code=78).stderr


@pytest.mark.parametrize(
    ("create", "referee", "code", "says"),
    [
        (
            "known",
            "rei@club.example",
            0,
            f"begins with a mail to {ADDRESS} and the line “create shinobi for 3",
        ),
        ("known", "", 78, "Nobody can begin the first game: nobody has played here yet."),
        ("anybody", "", 0, "Anybody may make lists that people sign on to. The first game begins"),
    ],
)
def test_desk_check_says_what_a_new_club_needs(
    fresh: Bugyo, tmp_path: Path, create: str, referee: str, code: int, says: str
) -> None:
    desk = club_file(fresh, tmp_path, f'create = "{create}"\n')
    desk.write_text(f'referee = "{referee}"\n{desk.read_text()}')
    fresh("desk", "new", "--config", desk)
    findings = fresh.json("desk", "check", "--config", desk, code=code)["findings"]
    (club,) = [one for one in findings if one["what"].startswith("club ")]
    assert club["exit"] == code
    assert says in club["says"]


def test_desk_check_says_who_may_make_lists(bugyo: Bugyo, tmp_path: Path) -> None:
    desk = club_file(bugyo, tmp_path, 'create = "nobody"\n')
    findings = bugyo.json("desk", "check", "--config", desk)["findings"]
    (club,) = [one for one in findings if one["what"].startswith("club ")]
    assert (club["exit"], club["says"]) == (0, "Nobody may make lists that people sign on to.")


REFEREES = """
[[referees]]
name = "Rei"
may = ["clocks", "people"]
[[referees]]
name = "Sato"
may = ["rule", "look"]
"""
PAUSE = ("clock", "pause", "summer", "--reason", "Holidays.")


def test_acts_are_by_name_where_the_club_has_referees(bugyo: Bugyo, tmp_path: Path) -> None:
    desk = club_file(bugyo, tmp_path, REFEREES)
    assert "say with --as NAME who acts" in bugyo(*PAUSE, "--config", desk, code=2).stderr
    refused = bugyo(*PAUSE, "--config", desk, "--as", "Sato", code=77).stderr
    assert "Sato may not do this in this club (“clocks” in its file). These may: Rei." in refused
    assert bugyo(*PAUSE, "--config", desk, "--as", "Nobody", code=77)
    bugyo(*PAUSE, "--config", desk, "--as", "Rei")
    record = Record(bugyo.store)
    act = Act(*record.envelopes("summer")[-1].act)
    record.close()
    assert (act.reference, act.person) == ("by Rei", "referee")
    seat, order = bugyo.order()
    orders = ("orders", "summer", seat, "-", "--config", desk)
    assert "Sato may not do this" in bugyo(*orders, "--as", "Sato", code=77, stdin=order).stderr
    bugyo(*orders, "--as", "Rei", stdin=order)
    told = bugyo("audit", "summer").stdout
    assert "paused [Rei]: Holidays." in told
    assert f"ordered {seat} [Rei]" in told


def test_looks_are_for_those_who_may_look(bugyo: Bugyo, tmp_path: Path) -> None:
    desk = club_file(bugyo, tmp_path, REFEREES)
    look = ("show", "summer", "--seat", "iga", "--reason", "Is it right?", "--config", desk, "--person")
    assert "Rei may not do this" in bugyo(*look, "Rei", code=77).stderr
    bugyo(*look, "Sato")


def test_without_referees_in_the_file_nobody_has_to_be_named(bugyo: Bugyo, tmp_path: Path) -> None:
    desk = club_file(bugyo, tmp_path, "")
    bugyo(*PAUSE, "--config", desk)


def test_an_opening_may_ask_for_people_who_answer_in_time(
    bugyo: Bugyo, monkeypatch: pytest.MonkeyPatch
) -> None:
    people = ("--player", "Dora <dora@example.org>", "--player", "Boris", "--player", "Al")
    asks = ("open", "shinobi", *people, "--reliable", "90", "--id")
    monkeypatch.setattr(reliability, "answers_of", lambda _record, _address: (8, 9))
    refused = bugyo(*asks, "winter", code=1).stderr
    assert "Dora: " in refused
    assert "asks for 90% of answers in time, and 8 of 9 of yours were" in refused
    monkeypatch.setattr(reliability, "answers_of", lambda _record, _address: (9, 10))
    bugyo(*asks, "winter")
    record = Record(bugyo.store)
    assert reliability.least_of(record, "winter") == 0.9
    record.close()
