"""What small parts of a page say, each for itself."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from msgspec.structs import replace
from starlette.datastructures import Headers
from starlette.requests import Request
from uvicorn.protocols.http.h11_impl import H11Protocol

from domain.game.entries.levels import WITNESS
from projections.drawing.dots import NoPictures
from projections.replay import stand
from referee.games import people
from referee.record.envelope import COMMAND_LINE, Act
from referee.record.outbox import OutboxTable
from referee.record.record import Record
from referee.seats.own_games import Own
from referee.web import (
    application,
    desk_games,
    desk_wants,
    pages,
    previews,
    referee_page,
    seat_matters,
    serving,
    shown,
    supervisor,
)
from referee.web.answering import TEXT, Answers, Refused
from referee.web.connections import Connection
from referee.web.desk_games import ERRORS, Clock, _what
from referee.web.desk_wants import lasting
from referee.web.gate import Counted
from referee.web.listening import Pages
from referee.web.pages import site_policy
from referee.web.posted import Rates
from referee.web.seat_data import listed
from referee.web.seat_matters import standing_orders
from referee.web.sending import _is_same, _parts
from referee.web.showing import seen
from tests.referee.mail.html.scenes import scene_at, stops
from tests.web.playing import Playing

pytestmark = pytest.mark.of_files

HOUR = 3_600_000
FRAME = 'class="frame"'


@pytest.mark.parametrize(
    ("hours", "said"), [(0, "0 h"), (47, "47 h"), (-5, "5 h"), (48, "2 d 0 h"), (76, "3 d 4 h")]
)
def test_how_long_something_lasts(hours: int, said: str) -> None:
    assert lasting(hours * HOUR) == said
    assert lasting(hours * HOUR + (HOUR - 1 if hours >= 0 else 1 - HOUR)) == said


@pytest.mark.parametrize(
    ("query", "header", "count"),
    [
        ({}, "", None),
        ({}, "x", None),
        ({"since": "0"}, "", 0),
        ({}, "0", 0),
        ({"since": "7"}, "9", 9),
        ({"since": "9"}, "7", 9),
        ({"since": "7"}, "x", 7),
        ({"since": "123456789"}, "1234567890", 123_456_789),
    ],
)
def test_how_much_a_page_has_seen(query: dict[str, str], header: str, count: int | None) -> None:
    assert seen(query, {"last-event-id": header} if header else {}) == count


def asked(path: str) -> Request:
    scope: dict[str, Any] = {
        "type": "http",
        "method": "GET",
        "path": path,
        "query_string": b"",
        "headers": [],
    }
    return Request({**scope, "server": ("games.example.org", 80), "scheme": "http"})


def test_the_newest_bodies_are_kept_ready_and_so_many_of_them() -> None:
    answers, made = Answers(most=2), list[str]()

    def asks(path: str) -> bytes:
        def make() -> bytes:
            made.append(path)
            return path.encode()

        return bytes(answers.answer(asked(path), TEXT, "stands", make).body)

    for path in ("/a", "/b", "/a", "/c", "/a", "/b"):
        assert asks(path) == path.encode()
    assert made == ["/a", "/b", "/c", "/b"], "That which was longest not asked for is made anew."


def test_orders_are_listed_for_whose_turn_it_is_once_all_have_joined() -> None:
    game = scene_at("shinobi", stops("shinobi")[3]).game
    (seat,) = game.awaited()
    orders, _whole = listed(game, seat)
    assert orders
    assert {seat: listed(game, seat) for seat in game.seats if not listed(game, seat)[0]} == {
        other: ([], True) for other in game.seats if other != seat
    }
    early = scene_at("shinobi", 1, "iga").game
    assert [listed(early, seat) for seat in early.seats] == [([], True)] * len(early.seats)


def test_what_everybody_waits_for() -> None:
    game = scene_at("shinobi", stops("shinobi")[3]).game
    assert _what(game, WITNESS) == "its cell"
    assert _what(scene_at("shinobi", 1, "iga").game, "iga") == "to join"


@pytest.mark.parametrize("is_over", [False, True])
def test_of_a_game_that_is_over_nothing_is_asked(monkeypatch: pytest.MonkeyPatch, is_over: bool) -> None:
    want = SimpleNamespace(facts={"since": 1})
    monkeypatch.setattr(desk_wants, "_questions", lambda _desk, _game: [want])
    game = SimpleNamespace(is_over=lambda: is_over)
    desk: Any = SimpleNamespace(games=[SimpleNamespace(game=game)])
    assert desk_wants.questions(desk) == ([] if is_over else [want])


def test_a_seat_is_told_of_its_standing_orders_where_its_title_has_some() -> None:
    found = standing_orders(scene_at("rising_sun", stops("rising_sun")[0]))
    assert found == {"lines": [], "sheet": [], "take": "", "drop": ""}
    assert standing_orders(scene_at("shinobi", stops("shinobi")[3])) is None


# ---- who asks


def xff(*values: str) -> Headers:
    return Headers(raw=[(b"x-forwarded-for", value.encode()) for value in values])


@pytest.mark.parametrize(
    ("client", "headers", "connected", "asking"),
    [
        ("192.0.2.7", xff(), "192.0.2.7", "192.0.2.7"),
        ("192.0.2.7", xff("198.51.100.1"), "192.0.2.7", "192.0.2.7"),  # anybody may write that
        ("10.1.2.3", xff("198.51.100.1"), "", "198.51.100.1"),
        ("10.1.2.3", xff("198.51.100.1, 192.0.2.9"), "", "192.0.2.9"),
        ("10.1.2.3", xff("198.51.100.1", "192.0.2.9"), "", "192.0.2.9"),
        ("10.1.2.3", xff("somebody"), "", ""),
        ("10.1.2.3", xff(), "", ""),
        ("a socket", xff(), "a socket", "a socket"),
    ],
)
def test_behind_a_proxy_whoever_it_names_last_is_counted_and_elsewhere_whoever_connects(
    client: str, headers: Headers, connected: str, asking: str
) -> None:
    counted = Counted(["172.16.0.0/12", "10.0.0.0/8"])
    assert (counted.connected((client, 1)), counted.asking((client, 1), headers)) == (connected, asking)


def test_nobody_is_counted_for_himself_of_whom_nothing_is_known() -> None:
    assert (Counted([]).connected(None), Counted([]).asking(None, xff("192.0.2.9"))) == ("", "")


def test_a_page_that_is_read_again_has_all_its_time_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []
    monkeypatch.setattr(H11Protocol, "pause_writing", lambda _self: told.append("paused"))
    monkeypatch.setattr(H11Protocol, "resume_writing", lambda _self: told.append("resumed"))
    made: Any = Connection.__new__(Connection)
    made._reading, made._limits = None, SimpleNamespace(reading=9)
    made._until = lambda _seconds: SimpleNamespace(cancel=lambda: told.append("in time"))
    made.pause_writing()
    made.resume_writing()
    assert told == ["paused", "resumed", "in time"]
    assert made._reading is None
    made.resume_writing()
    assert told[3:] == ["resumed"]


def test_a_game_with_our_own_tables_is_no_game_with_an_owners() -> None:
    game = scene_at("shinobi", stops("shinobi")[-1]).game
    assert desk_games._over(game, 5).own_tables is False
    assert desk_games._clock(game, 5).own_tables is False


@pytest.fixture
def playing(tmp_path: Path) -> Iterator[Playing]:
    made = Playing(tmp_path)
    yield made
    made.record.close()


def test_a_picture_that_cannot_be_drawn_is_none_that_there_is(
    playing: Playing, monkeypatch: pytest.MonkeyPatch
) -> None:
    def shared(*_of: object) -> bytes:
        raise NoPictures

    monkeypatch.setattr(previews, "shared", shared)
    assert playing.web.get("/g/winter/share.png").status_code == 404


def test_what_has_changed_since_the_last_order_of_a_seat_is_framed(playing: Playing) -> None:
    seat = playing.seat
    assert FRAME not in playing.web.get(playing.link(seat)).text
    for _ in range(2):
        playing.say(playing.legal()[0], seat=playing.seat)
    assert FRAME in playing.web.get(playing.link(seat)).text


# ---- the page of the referee


def test_a_seat_of_which_much_was_refused_needs_help(monkeypatch: pytest.MonkeyPatch) -> None:
    game, desk = scene_at("shinobi", stops("shinobi")[3]).game, cast(Any, SimpleNamespace(now=0))
    (seat,) = game.awaited()
    states = [desk_games._state(desk, game, seat, None, 0, n, "") for n in (ERRORS - 1, ERRORS)]
    assert states == [desk_games.RUNS, desk_games.HELPLESS]


def test_a_vacation_is_named_by_its_first_and_its_last_day() -> None:
    first, end = 1_798_070_400_000, 1_798_502_400_000  # 24 to 29 December 2026, 0:00
    clock = Clock("winter", "runs", away=(("kii", first, end),), left={})
    assert "kii from 2026-12-24 to 2026-12-28" in referee_page._vacation(clock, "ise")


def test_where_no_game_is_over_there_is_no_part_for_them() -> None:
    assert referee_page._ended([]) == ""
    game = scene_at("shinobi", stops("shinobi")[-1]).game
    assert 'id="over"' in referee_page._ended([desk_games._over(game, 5)])


# ---- the site of finished games


def test_the_pages_of_a_site_ask_for_nothing_from_elsewhere() -> None:
    assert site_policy().startswith(
        '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; '
    )
    assert "There is no game yet." in shown._front([])
    assert site_policy() in shown._front([])


# ---- what is sent from a page


@pytest.mark.parametrize(
    ("line", "parts"),
    [
        ("  place oda ", ["place oda"]),
        ("  ", []),
        ("\nend press", ["", "end press"]),
        ("press to all: one\ntwo", ["press to all: one", "two", "end press"]),
        ("Press to all:\r\n\r\none\r\nend press", ["Press to all:", "", "one", "end press"]),
        ("dispute 12:\none\n\ntwo ", ["dispute 12:", "one", "", "two", "end dispute"]),
    ],
)
def test_a_text_of_several_lines_ends_with_a_line_that_says_so(line: str, parts: list[str]) -> None:
    assert _parts(line) == parts


def test_what_is_sent_where_nothing_can_be_sent_is_told_so(playing: Playing) -> None:
    answer = playing.web.post("/")
    assert answer.status_code == 405
    assert "These pages can only be read." in answer.text
    assert playing.web.get("/nothing").status_code == 404


def test_a_game_whose_clock_stands_still_is_due_at_no_time(playing: Playing) -> None:
    (before,) = playing.web.get("/api/games").json()["games"]
    people.pause(playing.referee, "winter", "A holiday.", 0, Act(COMMAND_LINE, person="referee"))
    (after,) = playing.web.get("/api/games").json()["games"]
    assert (before["due"] > 0, after["due"]) == (True, 0)


# ---- how often, how long, and who is left


def test_whoever_has_asked_often_waits_until_the_first_of_it_is_a_minute_ago() -> None:
    now = [0.0]
    rates = Rates(2, clock=lambda: now[0])
    for at in (0.0, 50.0):
        now[0] = at
        rates.check("192.0.2.7")
    now[0] = 59.0
    rates.check("192.0.2.8")
    with pytest.raises(Refused, match="Wait 2 seconds") as refused:
        rates.check("192.0.2.7")
    assert (refused.value.code, refused.value.headers) == (429, {"Retry-After": "2"})
    now[0] = 60.0
    rates.check("192.0.2.7")


@pytest.mark.parametrize(
    ("path", "is_complete", "closes"),
    [("/g/winter/live", False, True), ("/g/winter/live", True, False), ("/g/winter/", False, False)],
)
def test_only_what_would_never_end_by_itself_is_ended(path: str, is_complete: bool, closes: bool) -> None:
    closed: list[bool] = []
    made: Any = Connection.__new__(Connection)
    made.transport = SimpleNamespace(close=lambda: closed.append(True))
    made.scope, made.cycle = {"path": path}, None
    made.hang_up()
    assert not closed
    made.cycle = SimpleNamespace(response_complete=is_complete)
    made.hang_up()
    assert bool(closed) == closes


def test_the_pages_are_started_before_their_address_is_given_and_stopped_at_the_end(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    told: list[str] = []

    class Kept:
        def __init__(self, *_of: object) -> None:
            self.start, self.stop = lambda: told.append("started"), lambda: told.append("stopped")

    monkeypatch.setattr(supervisor, "Kept", Kept)
    with supervisor.beside(Pages(str(tmp_path / "s.db"), "127.0.0.1:0"), told.append) as address:
        assert address.startswith("http://127.0.0.1:")
        assert told == ["started"]
    assert told == ["started", "stopped"]


# ---- words


def test_how_much_time_is_left_or_over() -> None:
    one = cast(Any, SimpleNamespace(due=10 * HOUR))
    clock = Clock("winter", "runs")
    assert referee_page._left(7 * HOUR, clock, one) == "1970-01-01 10:00 UTC, 3 h left"
    assert referee_page._left(10 * HOUR, clock, one) == "1970-01-01 10:00 UTC, 0 h left"
    assert referee_page._left(12 * HOUR, clock, one) == "1970-01-01 10:00 UTC, 2 h ago"
    assert referee_page._left(0, clock, None) == "no clock"


def test_how_a_game_has_ended() -> None:
    over = desk_games.Over("winter", 5, ("iga", "kii"), True)
    assert referee_page._ends(over) == "Drawn between iga and kii."
    assert referee_page._ends(replace(over, winners=("iga",), drawn=False)) == "Won by iga."
    assert referee_page._ends(replace(over, winners=())) == "It is over; nobody has won."


def test_a_card_says_until_when_there_is_time_where_there_is_a_deadline() -> None:
    own = Own("winter", "Shinobi", "kii", "Cara", "turn", "It is your turn.", "Until Friday.", 0, (), "/s/x/")
    assert "<p>Until Friday.</p>" in pages._card(own)
    assert "<p></p>" not in pages._card(replace(own, until=""))


def test_the_dice_of_another_are_nothing_to_confirm(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seat_matters, "is_own", lambda *_of: False)
    monkeypatch.setattr(seat_matters, "of_dice", lambda *_of: "Iga has thrown 3 and 4.")
    ledger = SimpleNamespace(dice=SimpleNamespace(thrower="iga", claim=(3, 4)))
    game = SimpleNamespace(asked=object(), ledger=ledger, wanted=lambda: ("ise",))
    matters = {
        seat: list(seat_matters._dice(cast(Any, SimpleNamespace(game=game, seat=seat, person="Cara"))))
        for seat in ("ise", "kii")
    }
    assert [one.asks for one in matters["ise"]] == [True]
    assert matters["kii"] == []


def test_a_board_that_is_shared_stands_in_the_middle_of_its_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(previews, "dots", bytes)
    scene = scene_at("shinobi", stops("shinobi")[3])
    svg = previews.shared(scene.game, "public", stand(scene.game, bytes(32))).decode()
    found = re.search(r'<svg x="(\S+)" y="(\S+)"[^>]* width="(\S+)" height="(\S+)"', svg)
    assert found is not None
    left, top, width, height = map(float, found.groups())
    assert abs(2 * left + width - previews.SHARED.width) <= 2
    assert abs(2 * top + height - (previews.SHARED.height - previews.WORDS)) <= 2


# ---- what is beside the orders of a seat


def test_a_vacation_that_is_over_as_of_the_newest_event_is_told_no_more() -> None:
    taken = SimpleNamespace(start=1, end=7)
    register = SimpleNamespace(vacations={"kii": [taken]}, policy=SimpleNamespace(vacation=0))

    def matters(*at: int) -> int:
        replay = SimpleNamespace(envelopes=[SimpleNamespace(at=one) for one in at])
        scene = SimpleNamespace(seat="kii", replay=replay, game=SimpleNamespace(register=register))
        return len(list(seat_matters._vacation(cast(Any, scene))))

    assert [matters(5, 6), matters(5, 7), matters(5, 8)] == [1, 0, 0]


def test_mails_that_nobody_has_carried_are_told_after_a_while(playing: Playing) -> None:
    OutboxTable(playing.record).put("<1@desk>", "x@example.org", b"raw", "Your turn", playing.now)

    def told(later: int) -> list[str]:
        desk = cast(Any, SimpleNamespace(record=playing.record, now=playing.now + later))
        return [want.about for want in desk_wants.unsent(desk)]

    assert told(desk_wants.FRESH - 1) == []
    assert told(desk_wants.FRESH) == ["The desk carries nothing away"]


@pytest.mark.parametrize(
    ("person", "state", "said"),
    [
        ("", desk_games.DICE, "Throw them, and enter the faces:"),
        ("", desk_games.SLOW, "Help the witness to answer."),
        ("Cara", desk_games.DICE, "Throw them, and enter the faces:"),
        ("Cara", desk_games.SILENT, "Give more time, or put somebody else there:"),
    ],
)
def test_what_helps_a_game_that_is_stuck(person: str, state: str, said: str) -> None:
    one: Any = SimpleNamespace(game="winter", seat="kii", person=person, state=state, latest=9, bots=False)
    assert desk_wants._help(cast(Any, SimpleNamespace(now=5)), one)[0] == said


def test_the_pages_of_a_store_are_served_until_they_end(
    playing: Playing, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[object] = []

    def server(record: Record, *_of: object) -> Any:
        told.append(record.games())
        return SimpleNamespace(run=told.append)

    monkeypatch.setattr(serving, "server", server)
    listens: Any = object()
    serving.serve(Pages(str(playing.record.place), "127.0.0.1:0"), listens, told.append)
    assert told == [("winter",), [listens]]


@pytest.mark.parametrize(
    ("read", "sent", "is_same"),
    [
        ("place oda", "place  oda", True),
        ("place oda", "place mori", False),
        ("end press", "end press", True),
        ("press to all: one two", "press to all: one\ntwo\nend press", True),
        ("press to all: one\ntwo", "press to all: one\ntwo", True),
    ],
)
def test_what_the_mail_says_is_what_was_sent(read: str, sent: str, is_same: bool) -> None:
    assert _is_same(read, sent) is is_same


def test_one_picture_is_drawn_at_a_time(playing: Playing, monkeypatch: pytest.MonkeyPatch) -> None:
    meanwhile: list[tuple[int, str]] = []

    def shared(*_of: object) -> bytes:
        answer = playing.web.get("/g/winter/share.png?again")
        meanwhile.append((answer.status_code, answer.headers.get("retry-after", "")))
        return b"a picture"

    monkeypatch.setattr(application, "TURN", 0.0)
    monkeypatch.setattr(previews, "shared", shared)
    assert playing.web.get("/g/winter/share.png").content == b"a picture"
    assert meanwhile == [(503, "5")]
