"""What is tried against the pages that a seat is played at: nothing is applied, and each is told why."""

from __future__ import annotations

import json
import socket
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from domain.game.entries.entries import Rewound
from referee.record.envelope import COMMAND_LINE, Act
from referee.seats.links import play_secret
from referee.transport.spool import Spool
from referee.web import posted
from referee.web.sending import SENDINGS
from tests.referee.mail.test_desk_world import PEOPLE, mail
from tests.web.playing import DESK, PAGES, Playing
from tests.web.served import serving


@pytest.fixture
def playing(tmp_path: Path) -> Iterator[Playing]:
    """A game in which the browser of the seat that is asked is known: what is refused is refused for what it
    is."""
    made = Playing(tmp_path)
    made.known(made.seat)
    yield made
    made.record.close()


@pytest.fixture(scope="module")
def unmoved(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Playing]:
    """The same for all that leaves it as it is."""
    made = Playing(tmp_path_factory.mktemp("unmoved"))
    made.known(made.seat)
    yield made
    made.record.close()


def is_untouched(playing: Playing, stood: int) -> bool:
    return not playing.file_names() and not playing.works() and playing.played() == stood


HEADERS = [
    ({"Origin": "https://evil.example"}, 403),
    ({"Origin": "null"}, 403),
    ({"Origin": ""}, 403),
    ({"Origin": f"{PAGES}.evil.example"}, 403),
    ({"Origin": "ftp://testserver"}, 403),
    ({"Origin": "http://[::1"}, 403),
    ({"Origin": PAGES, "Sec-Fetch-Site": "cross-site"}, 403),
    ({"Origin": PAGES, "Sec-Fetch-Site": "same-site"}, 403),
    ({"Origin": PAGES, "Content-Type": "text/plain"}, 415),
    ({"Origin": PAGES, "Content-Type": "application/x-www-form-urlencoded"}, 415),
    ({"Origin": PAGES, "Content-Type": "multipart/form-data; boundary=x"}, 415),
]


@pytest.mark.parametrize("path", posted.POSTS)
@pytest.mark.parametrize(("headers", "code"), HEADERS)
def test_what_another_page_can_make_a_browser_post_does_nothing(
    unmoved: Playing, path: str, headers: dict[str, str], code: int
) -> None:
    stood = unmoved.played()
    body = json.dumps(unmoved.given(unmoved.seat, unmoved.legal()[0]))
    told = unmoved.web.post(
        f"{unmoved.link(unmoved.seat)}{path}",
        content=body,
        headers={"Content-Type": "application/json", **headers},
    )
    assert told.status_code == code
    assert told.json()["error"].endswith(".")
    assert is_untouched(unmoved, stood)


def test_no_origin_at_all_is_none_of_ours(playing: Playing) -> None:
    given = playing.given(playing.seat, playing.legal()[0])
    told = playing.web.post(f"{playing.link(playing.seat)}send", json=given)
    assert told.status_code == 403
    assert is_untouched(playing, playing.played())


@pytest.mark.parametrize("method", ["GET", "HEAD", "OPTIONS", "PUT", "DELETE", "PATCH"])
def test_scanners_that_follow_links_change_nothing(unmoved: Playing, method: str) -> None:
    stood, seat = unmoved.played(), unmoved.seat
    for path in posted.POSTS:
        told = unmoved.web.request(method, f"{unmoved.link(seat)}{path}")
        assert told.status_code == 405
    assert is_untouched(unmoved, stood)


def test_the_secret_to_play_is_taken_from_no_address(playing: Playing) -> None:
    stood, seat = playing.played(), playing.seat
    given = playing.given(seat, playing.legal()[0])
    secret = given["play"]
    for told in (
        playing.web.get(f"{playing.link(seat)}?play={secret}"),
        playing.post(f"{playing.link(seat)}send?play={secret}", {**given, "play": ""}),
        playing.post(f"{playing.link(seat)}send?play={secret}", given),
    ):
        assert told.status_code == 400
        assert "does not belong into an address" in told.text
    assert is_untouched(playing, stood)


def test_no_page_and_no_answer_names_the_secret_to_play(playing: Playing) -> None:
    seat = playing.seat
    given = playing.given(seat, playing.legal()[0])
    paths = ("", "api/log", "api/table", "api/frames")
    pages = [playing.web.get(f"{playing.link(seat)}{path}").text for path in paths]
    sent = json.dumps(playing.sends(seat, given))
    assert not [text for text in (*pages, sent) if given["play"] in text]


def test_the_secret_of_another_seat_person_or_time_plays_nothing(playing: Playing) -> None:
    stood, seat = playing.played(), playing.seat
    other = next(one for one in PEOPLE if one != seat)
    key, game, _seat, *marks = playing.whose(seat)
    secrets = [
        playing.given(other)["play"],
        playing.link(seat).split("/")[-2],
        play_secret(key, game, seat, "Mallory"),
        play_secret(key, game, seat, *marks, "generation", "1.0"),
        "",
        "x" * 20_000,
        "ü",
    ]
    for secret in secrets:
        told = playing.post(f"{playing.link(seat)}send", playing.given(seat, playing.legal()[0], play=secret))
        assert told.status_code == 403
        assert "nothing was sent" in told.json()["error"]
    crossed = playing.post(f"{playing.link(other)}send", playing.given(seat, playing.legal()[0]))
    assert crossed.status_code == 403
    assert is_untouched(playing, stood)


SHAPES: list[Any] = [
    {"key": ""},
    {"key": "../../etc/passwd0000000"},
    {"browser": "short"},
    {"head": ""},
    {"head": "0 0123456789abcdef"},
    {"head": "7 xyz"},
    {"lines": []},
    {"lines": [" ", ""]},
    {"lines": ["what"] * 61},
    {"lines": ["press to all: " + "x" * 20_001]},
    {"lines": "place"},
    {"lines": [7]},
    {"more": "fields"},
    {"asked": ["deploy iga", ""]},
    {"asked": ["deploy"]},
    {"asked": ["deploy iga\nattack"]},
    {"asked": ["deploy iga; # -----END ORDERS"]},
    {"asked": ["déployer iga"]},
    {"asked": ["deploy " + "x" * 300]},
    {"asked": [7]},
]


@pytest.mark.parametrize("changed", SHAPES)
def test_what_no_page_of_ours_sends_is_refused(unmoved: Playing, changed: dict[str, Any]) -> None:
    stood, seat = unmoved.played(), unmoved.seat
    told = unmoved.post(f"{unmoved.link(seat)}send", unmoved.given(seat, unmoved.legal()[0]) | changed)
    assert told.status_code == 400
    assert told.json()["error"].endswith(".")
    assert is_untouched(unmoved, stood)


@pytest.mark.parametrize("body", [b"", b"{", b"[" * 20_000, b'{"play": "\\ud800"}', b"\xff\xfe", b"null"])
def test_what_is_no_json_is_refused(unmoved: Playing, body: bytes) -> None:
    headers = {"Origin": PAGES, "Content-Type": "application/json"}
    for path in posted.POSTS:
        told = unmoved.web.post(f"{unmoved.link(unmoved.seat)}{path}", content=body, headers=headers)
        assert told.status_code == 400
        assert told.json()["error"].endswith(".")


FENCES = [
    "-----END ORDERS winter T1 kii-----",
    "-----BEGIN ORDERS winter T1 ise-----",
    "TOKEN AAAA-BBBB-CCCC-DDDD-EEEE-FFFF",
    "HEAD 1 0123456789abcdef",
    "; a comment",
    "ASKED deploy iga",
    "CONFIRM AAAA-BBBB-CCCC-DDDD-EEEE-FFFF",
    "a\0b",
    "a\u2028b",
    "press to all: hello\n-----END ORDERS winter T1 kii-----\nattack\nend press",
    "\ud83d",
]


@pytest.mark.parametrize("line", FENCES)
def test_no_line_can_end_the_block_or_begin_another(playing: Playing, line: str) -> None:
    """Or it is a line like any other, of which the answer says that it is no order."""
    stood, seat = playing.played(), playing.seat
    given = playing.given(seat, line, playing.legal()[0])
    told = playing.web.post(
        f"{playing.link(seat)}send",
        content=json.dumps(given).encode(),
        headers={"Origin": PAGES, "Content-Type": "application/json"},
    )
    assert told.status_code in (400, 202), told.text
    if told.status_code == 400:
        assert told.json()["error"].endswith(".")
        assert is_untouched(playing, stood)
    else:
        playing.works()
        assert playing.played() == stood


# ---- twice


def test_a_double_click_a_reload_and_a_network_that_repeats_play_once(playing: Playing) -> None:
    seat = playing.seat
    given, path = playing.given(seat, playing.legal()[0]), f"{playing.link(seat)}send"
    assert [playing.post(path, given).status_code for _ in range(3)] == [202, 202, 202]
    assert len(playing.file_names()) == 1
    playing.works()
    stood = playing.played()
    first, second = playing.post(path, given).json(), playing.post(path, given).json()
    assert first == second
    assert first["state"] == "answered"
    assert is_untouched(playing, stood)


def test_the_same_key_with_other_lines_plays_neither_again_nor_anew(playing: Playing) -> None:
    seat = playing.seat
    given = playing.given(seat, playing.legal()[0])
    playing.sends(seat, given)
    stood = playing.played()
    told = playing.post(f"{playing.link(seat)}send", given | {"lines": [playing.legal(seat)[0]]})
    assert told.status_code == 409
    assert "What came first stands" in told.json()["error"]
    assert is_untouched(playing, stood)


def test_of_two_tabs_the_second_answers_a_question_that_is_closed(playing: Playing) -> None:
    seat = playing.seat
    one, two = playing.legal()[:2]
    first, second = playing.given(seat, one), playing.given(seat, two)
    assert playing.sends(seat, first)["state"] == "answered"
    stood = playing.played()
    told = playing.sends(seat, second)
    assert "question that is closed by now" in " ".join([told["says"], *told["lines"]])
    assert playing.played() == stood


def test_a_tab_from_before_a_rewind_plays_nothing(playing: Playing) -> None:
    seat, start = playing.seat, 17
    playing.sends(seat, playing.given(seat, playing.legal()[0]))
    old = playing.given(seat, playing.legal(seat)[0])
    playing.referee.rewind("winter", Rewound(start, "a test"), Act(COMMAND_LINE))
    stood = playing.played()
    told = playing.sends(seat, old)
    assert "none of its orders was played" in " ".join([told["says"], *told["lines"]])
    assert playing.played() == stood


def test_a_head_that_the_record_does_not_have_plays_nothing(playing: Playing) -> None:
    stood, seat = playing.played(), playing.seat
    told = playing.sends(seat, playing.given(seat, playing.legal()[0], head=f"{stood} {'0' * 64}"))
    assert "names no event of this game" in " ".join([told["says"], *told["lines"]])
    assert playing.played() == stood


# ---- much


def test_too_many_sendings_wait(playing: Playing) -> None:
    seat = playing.seat
    codes = [
        playing.post(f"{playing.link(seat)}send", playing.given(seat, "what")).status_code
        for _ in range(SENDINGS + 1)
    ]
    assert codes[-1] == 429
    assert set(codes[:10]) == {202}
    told = playing.post(f"{playing.link(seat)}send", playing.given(seat, "what"))
    assert int(told.headers["retry-after"]) > 0
    assert "Wait" in told.json()["error"]


def test_a_spool_that_is_full_says_so_and_keeps_nothing(
    playing: Playing, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("referee.transport.spool.MOST_WAITING", 1)
    seat = playing.seat
    codes = [
        playing.post(f"{playing.link(seat)}send", playing.given(seat, "what")).status_code for _ in range(2)
    ]
    assert codes == [202, 503]
    assert len(playing.file_names()) == 1


@pytest.fixture
def address(playing: Playing, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    monkeypatch.setattr(posted, "SECONDS", 0.5)
    spool = str(playing.path / "pages")
    with serving(playing.record, address=DESK, spool=spool) as found:
        yield found


def raw_answer(address: str, head: str, body: bytes = b"") -> bytes:
    """What the server says to a request, before its body has come whole."""
    port = int(address.rstrip("/").rpartition(":")[2])
    found = b""
    with closing(socket.create_connection(("127.0.0.1", port), 10)) as connection:
        connection.sendall(head.encode() + body)
        connection.settimeout(10)
        while b"\r\n\r\n" not in found or b"}" not in found.partition(b"\r\n\r\n")[2]:
            part = connection.recv(65536)
            if not part:
                break
            found += part
    return found


def heading(playing: Playing, address: str, *fields: str) -> str:
    host = address.removeprefix("http://").rstrip("/")
    lines = (f"POST {playing.link(playing.seat)}send HTTP/1.1", f"Host: {host}", f"Origin: http://{host}")
    return "\r\n".join([*lines, "Content-Type: application/json", *fields, "", ""])


BODIES = [
    (("Content-Length: 10485760",), 413),
    (("Content-Length: 32769",), 413),
    (("Content-Length: 99999999999999999999",), 413),
    (("Transfer-Encoding: chunked",), 413),
    (("Content-Length: 500",), 408),
]


@pytest.mark.parametrize(("fields", "code"), BODIES)
def test_a_body_that_is_large_or_slow_is_not_waited_for(
    playing: Playing, address: str, fields: tuple[str, ...], code: int
) -> None:
    began, stood = time.monotonic(), playing.played()
    told = raw_answer(address, heading(playing, address, *fields), b'{"play":')
    assert int(told.split()[1]) == code
    assert json.loads(told.partition(b"\r\n\r\n")[2])["error"].endswith(".")
    assert time.monotonic() - began < 5
    assert is_untouched(playing, stood)


ORIGINS = [
    ("https://games.club.example:8443", 200),
    ("https://games.club.example", 200),
    ("https://club.example", 403),
]


@pytest.mark.parametrize(("origin", "code"), ORIGINS)
def test_the_pages_are_their_own_where_people_reach_them(playing: Playing, origin: str, code: int) -> None:
    """Also where the web server before them leaves the port out of Host."""
    with serving(playing.record, address=DESK, base="https://games.club.example:8443") as address:
        line, body = f"POST {playing.link(playing.seat)}check HTTP/1.1", b'{"lines": []}'
        fields = ("Host: games.club.example", f"Content-Length: {len(body)}", f"Origin: {origin}")
        head = "\r\n".join((line, "Content-Type: application/json", *fields, "", ""))
        assert int(raw_answer(address, head, body).split()[1]) == code


def test_only_some_paths_take_a_body(playing: Playing, address: str) -> None:
    head = heading(playing, address, "Content-Length: 2").replace("send HTTP", "api/table HTTP")
    assert int(raw_answer(address, head, b"{}").split()[1]) == 413


# ---- by mail


def test_nobody_can_write_the_seal_of_a_page(playing: Playing) -> None:
    """A mail with the field of one that a page has written, or one that somebody has made up, is a mail like
    any other; and the mail of a page that is brought once more plays nothing twice."""
    seat = playing.seat
    given = playing.given(seat, playing.legal()[0])
    playing.post(f"{playing.link(seat)}send", given)
    (name,) = playing.file_names()
    raw = (playing.path / "pages" / "new" / name).read_bytes()
    playing.works()
    stood = playing.played()
    playing.desk.handle(raw)
    assert playing.played() == stood
    field = raw.splitlines()[0].decode().partition(": ")[2]
    for made in (field, "0" * 64 + " " + "0" * 64, "x"):
        body = playing.block(seat, playing.legal(seat)[0])
        handled = playing.desk.handle(
            mail(body, "mallory@example.net", f"<{made[:5]}.{made[70:72]}@x.org>", X_Bugyo_Page=made)
        )
        assert "page" not in handled.why
        assert playing.played() == stood


def test_the_files_that_wait_are_for_their_owner_alone(playing: Playing) -> None:
    seat = playing.seat
    playing.post(f"{playing.link(seat)}send", playing.given(seat, "what"))
    (name,) = playing.file_names()
    folder = playing.path / "pages" / "new"
    assert (folder / name).stat().st_mode & 0o077 == 0
    assert folder.stat().st_mode & 0o077 == 0


def test_what_waits_under_a_key_stays_as_it_is(tmp_path: Path) -> None:
    spool = Spool(tmp_path / "pages")
    assert spool.put("k", b"one")
    assert not spool.put("k", b"two")
    assert (tmp_path / "pages" / "new" / "k").read_bytes() == b"one"
    assert list((tmp_path / "pages" / "tmp").iterdir()) == []
