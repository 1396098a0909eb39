"""The table of a seat as the pages answer it: its page, its data, the boards since an event."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from referee.web import tables
from referee.web.application import application
from referee.web.table_data import MOST_FRAMES, PLAYED
from tests.web.playing import DESK, Playing


@pytest.fixture(scope="module")
def playing(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Playing]:
    """After two orders of the seat whose turn it is."""
    made = Playing(Path(tmp_path_factory.mktemp("tables")))
    seat = made.seat
    made.known(seat)
    for _order in range(2):
        made.sends(made.seat, made.given(made.seat, made.legal()[0]))
    yield made
    made.record.close()


def told(playing: Playing, path: str, seat: str = "") -> Any:
    answer = playing.web.get(f"{playing.link(seat or playing.seat)}{path}")
    assert answer.status_code == 200, answer.text
    return answer.json()


def boards(frames: Any) -> list[Any]:
    found: list[Any] = (frames.get("wide") or frames)["boards"]
    return found


def test_the_page_is_a_file_that_lets_nothing_else_in(playing: Playing) -> None:
    answer = playing.web.get(playing.link(playing.seat))
    assert "default-src 'none'" in answer.text
    assert "unsafe" not in answer.text.partition("<title>")[0]
    assert not [one for one in (" onclick=", " style=", "javascript:") if one in answer.text.lower()]
    assert answer.headers["cache-control"] == "private, no-cache"


def test_nobody_but_a_seat_has_one(playing: Playing) -> None:
    for path in ("api/table", "api/frames"):
        assert playing.web.get(f"/g/winter/{path}").status_code == 404
        assert playing.web.get(f"/s/winter/{playing.seat}/{'a' * 24}/{path}").status_code == 404


def test_its_data_are_of_now_and_its_frames_lead_there(playing: Playing) -> None:
    seat, newest = playing.seat, playing.played()
    found = told(playing, "api/table?shown=15")
    assert found["events"] == newest
    assert found["step"]["values"]
    assert boards(found["frames"])[-1]["n"] == newest
    assert [one["n"] for one in boards(told(playing, "api/frames?shown=15&after=15"))] == [
        one["n"] for one in boards(found["frames"])
    ]
    assert found["head"].split()[0] == str(newest)
    assert told(playing, "api/table", seat)["absent"] is False


def test_of_what_has_come_the_boards_are_drawn_that_the_page_plays(playing: Playing) -> None:
    """The earlier ones are told by their texts, and whoever asks is counted the fewer."""
    all_ = boards(told(playing, "api/frames?shown=1&after=1"))
    played = boards(told(playing, "api/table?shown=1")["frames"])
    assert [(one["n"], one["text"]) for one in played] == [(one["n"], one["text"]) for one in all_]
    assert len(all_) > PLAYED + 2
    assert [one["change"] for one in played[:-PLAYED]] == [[]] * (len(all_) - PLAYED)
    assert [len(one["change"]) for one in played[1 - PLAYED :]] == [
        len(one["change"]) for one in all_[1 - PLAYED :]
    ]
    assert len(played[-PLAYED]["change"]) >= max(len(one["change"]) for one in all_[:-PLAYED])


def test_who_is_not_asked_has_no_step(playing: Playing) -> None:
    other = next(seat for seat in playing.game.seats if seat not in playing.game.awaited())
    assert told(playing, "api/table", other)["step"] is None


def test_a_patch_to_the_same_board_changes_nothing(playing: Playing) -> None:
    newest = playing.played()
    (board,) = boards(told(playing, f"api/frames?shown={newest}&after={newest - 1}"))
    assert board["change"] == []


@pytest.mark.parametrize("query", ["shown=x", "after=-1", "upto=1e3", "shown=99999999999"])
def test_what_is_no_event_is_refused(playing: Playing, query: str) -> None:
    assert playing.web.get(f"{playing.link(playing.seat)}api/frames?{query}").status_code == 400


@pytest.mark.parametrize(
    "query", ["shown=0", "shown=900&after=900&upto=900", "upto=0", "after=0&upto=1&before"]
)
def test_what_was_never_there_or_is_not_there_yet_is_answered(playing: Playing, query: str) -> None:
    code = playing.web.get(f"{playing.link(playing.seat)}api/frames?{query}").status_code
    assert code in (200, 404)


def test_boards_are_not_told_without_end(playing: Playing) -> None:
    assert len(boards(told(playing, "api/frames?shown=1&after=0"))) <= MOST_FRAMES + 1


def test_all_boards_are_of_the_kind_that_is_shown_and_the_other_is_brought_up_to_date(
    playing: Playing,
) -> None:
    there = "api/frames?shown=15&after=15"
    wide, narrow = told(playing, there), told(playing, f"{there}&narrow=1")
    assert [len(wide[kind]["boards"]) > 1 for kind in ("wide", "narrow")] == [True, False]
    assert [len(narrow[kind]["boards"]) > 1 for kind in ("wide", "narrow")] == [False, True]
    assert wide["narrow"]["boards"][-1]["n"] == narrow["wide"]["boards"][-1]["n"] == playing.played()
    assert set(told(playing, f"{there}&before=1&narrow=1")) == {"narrow"}


# ---- how many


def asking(playing: Playing) -> TestClient:
    """Of whom nothing is counted yet."""
    made = application(playing.record, clock=lambda: playing.now, address=DESK, spool=playing.spool)
    return TestClient(made)


def test_so_many_boards_are_drawn_of_a_seat_and_no_more(
    playing: Playing, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An answer that is kept ready is none, and another seat is another."""
    monkeypatch.setattr(tables, "BURST", 10)
    monkeypatch.setattr(tables, "BOARDS", 1)  # none comes back while it is asked
    web, newest, link = asking(playing), playing.played(), playing.link(playing.seat)
    one = f"shown={newest}&after={newest - 1}"
    asked = [f"{link}api/frames?{one}&{nth}" for nth in range(6)]
    answers = [web.get(path) for path in asked]
    assert [answer.status_code for answer in answers] == [200] * 5 + [429]
    assert 60 < int(answers[-1].headers["retry-after"]) <= 120
    assert answers[-1].json()["error"].endswith(".")
    assert web.get(asked[0]).status_code == 200
    for path in (f"api/table?shown={newest}", f"api/frames?{one}&before"):
        assert web.get(f"{link}{path}").status_code == 429
    assert web.get(link).status_code == 200
    other = next(seat for seat in playing.game.seats if seat != playing.seat)
    assert web.get(f"{playing.link(other)}api/frames?{one}").status_code == 200


def test_more_boards_count_for_more_and_who_has_asked_for_them_waits_longer(
    playing: Playing, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables, "BURST", 20)
    monkeypatch.setattr(tables, "BOARDS", 1)
    web, newest, link = asking(playing), playing.played(), playing.link(playing.seat)
    assert newest > 20
    refused = web.get(f"{link}api/frames?shown={newest}&after=1&before")
    assert refused.status_code == 429
    assert int(refused.headers["retry-after"]) > 60
    few = web.get(f"{link}api/frames?shown={newest}&after={newest - 16}&before")
    assert few.status_code == 200  # what was refused has used nothing up


def test_events_that_make_no_board_are_given_back(playing: Playing, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "BURST", 20)
    monkeypatch.setattr(tables, "BOARDS", 1)
    web, newest, link = asking(playing), playing.played(), playing.link(playing.seat)
    drawn = 1 + len(boards(web.get(f"{link}api/frames?shown={newest}&after={newest - 19}").json()))
    assert drawn < 19
    one = f"{link}api/frames?shown={newest}&after={newest - 1}"
    more = [web.get(f"{one}&{nth}").status_code for nth in range((20 - drawn) // 2 + 1)]
    assert more == [200] * (len(more) - 1) + [429]


def test_what_is_dearest_may_be_asked_for_at_once() -> None:
    """The boards since the last order, and a game that goes on meanwhile."""
    assert 2 * (MOST_FRAMES + 3) <= tables.BURST <= tables.BOARDS


def test_while_others_are_drawn_one_comes_again(playing: Playing, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "AT_ONCE", 0)
    monkeypatch.setattr(tables, "PATIENCE", 0.01)
    link, web = playing.link(playing.seat), asking(playing)
    for path in ("api/frames", "api/table"):
        answer = web.get(f"{link}{path}")
        assert (answer.status_code, answer.headers["retry-after"]) == (503, "1")
    assert web.get(link).status_code == 200
