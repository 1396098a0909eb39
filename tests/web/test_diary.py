"""The page of a diary, as a browser asks for it: who is told of the notes and who is not, what they link to,
and what stands beside the replay after the end."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from domain.game.entries.people import SeatTaken
from referee.games import people
from referee.record.envelope import COMMAND_LINE, Act
from referee.seats.diary import MOST
from referee.seats.links import play_secret, seat_path
from referee.seats.tokens import bearers, server_key
from referee.web import diaries
from tests.referee.mail.test_diary import REFEREE
from tests.web.playing import BROWSER, Playing

SECRET = "Boris <b>strikes</b> & me from Omi"
SCRIPT = "</script><script>alert(1)</script>"


@pytest.fixture
def playing(tmp_path: Path) -> Iterator[Playing]:
    made = Playing(tmp_path)
    made.known("iga")
    yield made
    made.record.close()


def shown(playing: Playing, seat: str, browser: str = BROWSER) -> dict[str, str]:
    return {"play": play_secret(*playing.whose(seat)), "browser": browser}


def told(playing: Playing, seat: str = "iga") -> dict[str, Any]:
    answer = playing.post(f"{playing.link(seat)}notes", shown(playing, seat))
    assert answer.status_code == 200, answer.text
    assert answer.headers["Cache-Control"] == "no-store"
    found: dict[str, Any] = answer.json()
    return found


def writes(playing: Playing, line: str, seat: str = "iga") -> dict[str, Any]:
    found = playing.sends(seat, playing.given(seat, line))
    playing.out()
    return found


def test_a_note_is_written_and_read_with_the_event_it_was_written_after(playing: Playing) -> None:
    assert told(playing)["notes"] == []
    writes(playing, f"note: {SECRET}\nand has no plan")
    after = playing.played()
    playing.say(playing.legal()[0], seat=playing.seat)
    writes(playing, "note: the second")
    first, second = told(playing)["notes"]
    assert (first["text"], first["event"]) == (f"{SECRET}\nand has no plan", after)
    assert first["when"] == f"{playing.game.label}, event {after}"
    assert (second["number"], second["event"], second["who"]) == (2, playing.played(), "")
    replay = playing.web.get(f"{playing.link('iga')}replay/")
    assert (replay.status_code, "strikes" in replay.text) == (200, False)


def test_the_page_itself_holds_no_note_and_changes_by_none(playing: Playing) -> None:
    """So its size and its tag tell nothing, and no browser keeps a note."""
    before = playing.web.get(f"{playing.link('iga')}diary")
    assert (before.status_code, "There is no note yet." in before.text) == (200, True)
    assert 'href="diary"' in playing.web.get(playing.link("iga")).text
    others = [playing.web.get(f"{playing.link('ise')}{path}").content for path in ("", "replay/", "api/log")]
    public = playing.web.get("/g/winter/").content
    writes(playing, f"note: {SECRET}")
    after = playing.web.get(f"{playing.link('iga')}diary")
    assert (before.content, before.headers["ETag"]) == (after.content, after.headers["ETag"])
    again = [playing.web.get(f"{playing.link('ise')}{path}").content for path in ("", "replay/", "api/log")]
    assert (others, public) == (again, playing.web.get("/g/winter/").content)


def test_it_is_told_to_who_holds_the_seat_in_a_browser_that_he_has_said_yes_to(playing: Playing) -> None:
    writes(playing, f"note: {SECRET}")
    link = playing.link("iga")
    stranger = playing.post(f"{link}notes", shown(playing, "iga", "x" * 43)).json()
    assert (stranger["state"], "notes" in stranger) == ("unknown", False)
    looking = playing.post(f"{link}notes", {**shown(playing, "iga"), "play": "a" * 24})
    assert (looking.status_code, "only" in looking.text or "look" in looking.text) == (403, True)
    assert playing.web.get(f"{link}notes").status_code in (404, 405)
    asked = playing.sends("iga", playing.given("iga", "notes", browser="x" * 43))
    assert (asked["state"], "strikes" in str(asked)) == ("confirm", False)
    other = playing.post(f"{playing.link('ise')}notes", shown(playing, "ise")).json()
    assert other["state"] == "unknown"


def test_who_only_acts_for_the_seat_is_told_of_none(playing: Playing) -> None:
    writes(playing, f"note: {SECRET}")
    until, act = playing.now + 10**9, Act(COMMAND_LINE, "", "iga", "Anna")
    people.delegate(playing.referee, "winter", "iga", "Dora", "all", until, act, "dora@example.org")
    dora = next(one for one in bearers(playing.record, playing.game, "iga", playing.now) if one.behalf)
    key, game = server_key(playing.record), playing.game
    asked = {"play": play_secret(key, game, "iga", *dora.marks), "browser": BROWSER}
    answer = playing.post(f"{seat_path(key, game, 'iga', *dora.marks)}notes", asked).json()
    assert (answer["state"], "notes" in answer) == ("another", False)


def test_both_switches_say_how_they_stand_and_hold_for_notes_to_come(playing: Playing) -> None:
    writes(playing, "note: the first")
    assert (told(playing)["shared"], told(playing)["left"]) == (False, False)
    writes(playing, "share notes")
    writes(playing, "share notes with my successor")
    writes(playing, "note: the second")
    found = told(playing)
    assert (found["shared"], found["left"]) == (True, True)
    assert [(one["shared"], one["left"]) for one in found["notes"]] == [(True, True)] * 2
    writes(playing, "hide notes from my successor")
    writes(playing, "note to my successor: but this")
    assert [one["left"] for one in told(playing)["notes"]] == [False, False, True]
    writes(playing, "hide notes")
    assert not any(one["shared"] for one in told(playing)["notes"])


def test_a_takeover_ends_the_old_links_and_carries_over_only_what_was_left(playing: Playing) -> None:
    for line in ("note: for me alone", "note: one more", "note to my successor: keep the ninja"):
        writes(playing, line)
    old, secret = playing.link("iga"), shown(playing, "iga")
    playing.referee.put("winter", lambda _g, _at: SeatTaken("iga", "Dora", "Anna is ill."), REFEREE)
    playing.record.register("winter", "iga", "dora@example.org")
    assert playing.post(f"{old}notes", secret).status_code == 404
    assert playing.web.get(f"{old}diary").status_code == 404
    assert told(playing)["state"] == "unknown"
    assert playing.sends("iga", playing.given("iga", "notes"))["state"] == "confirm"
    playing.answers_question("dora@example.org")
    (left,) = told(playing)["notes"]
    assert (left["text"], left["who"], left["left"]) == ("keep the ninja", "Anna", False)
    writes(playing, "note: mine")
    assert [one["text"] for one in told(playing)["notes"]] == ["keep the ninja", "mine"]


PEOPLE_NAMES = {"iga": "Anna"}


def told_anew(playing: Playing) -> dict[str, Any]:
    return told(playing)


def ended(playing: Playing) -> None:
    people.abandon(playing.referee, "winter", "It is late.", REFEREE)
    playing.out()


def test_after_the_end_the_open_ones_stand_beside_every_replay(playing: Playing) -> None:
    writes(playing, f"note: {SECRET}")
    writes(playing, f"note: {SCRIPT}")
    at = playing.played()
    ended(playing)
    paths = ("/g/winter/", f"{playing.link('ise')}replay/")
    before = [playing.web.get(path) for path in paths]
    assert all('id="diaries"' not in page.text for page in before)
    writes(playing, "share notes")
    for path, page in zip(paths, before, strict=True):
        now = playing.web.get(path, headers={"If-None-Match": page.headers["ETag"]})
        assert now.status_code == 200  # though no event has come
        assert "Boris &lt;b&gt;strikes&lt;/b&gt; &amp; me from Omi" in now.text
        assert (SCRIPT in now.text, f'<a href="#{at}">' in now.text) == (False, True)
    writes(playing, "hide notes")
    assert [playing.web.get(path).content for path in paths] == [page.content for page in before]


def test_while_the_game_is_on_nothing_that_is_open_later_is_shown(playing: Playing) -> None:
    writes(playing, f"note: {SECRET}")
    before = playing.web.get("/g/winter/").content
    writes(playing, "share notes")
    assert playing.web.get("/g/winter/").content == before


def test_more_than_a_page_can_hold_is_left_to_the_mail(playing: Playing) -> None:
    text = "word " * 780
    writes(playing, f"note: {text}")
    writes(playing, "share notes")
    one = playing.record.setting("diary/winter/iga/1")
    for number in range(2, MOST):
        playing.record.set(f"diary/winter/iga/{number}", one)
    ended(playing)
    shown_now = playing.web.get("/g/winter/").text
    assert shown_now.count("<blockquote>word") == diaries.SHOWN // len(text.strip())
    assert "More are told by mail: “notes iga”." in shown_now


def test_it_is_in_nothing_that_the_store_keeps_but_itself_and_its_mails(playing: Playing) -> None:
    writes(playing, f"note: {SECRET}")
    recorder, found = playing.record.recorder, set[str]()
    for (table,) in recorder.rows("SELECT name FROM sqlite_master WHERE type = 'table'", ()):
        rows = recorder.rows(f"SELECT * FROM {table}", ())
        found |= {table for row in rows for value in row if SECRET in str(value)}
    assert found == {"settings", "mails"}
