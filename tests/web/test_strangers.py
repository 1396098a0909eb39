"""Who is slow, greedy, or says what a proxy may read otherwise: the pages go on for everybody else."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, suppress

import httpx2
import pytest

from referee.service.listener_limits import Crowd, party
from referee.web.connections import Limits
from tests.projections.games import Keeper
from tests.web.served import SOON, serving

SHORT = Limits(heading=0.6, silence=1, reading=0.6)

PAGE = "GET /g/game-0/board.txt HTTP/1.1\r\nHost: localhost\r\n"


def connected(address: str, of: str = "127.0.0.1") -> socket.socket:
    """A connection from one of the addresses that this machine has for itself."""
    port = int(address.rstrip("/").rpartition(":")[2])
    return socket.create_connection(("127.0.0.1", port), SOON, (of, 0))


def answer(connection: socket.socket, request: str = f"{PAGE}\r\n") -> bytes:
    """All that comes until the connection is closed, or b"" where it is cut."""
    found = b""
    with suppress(ConnectionError):
        connection.sendall(request.encode("latin-1"))
        while more := connection.recv(65536):
            found += more
    return found


def status(address: str, request: str) -> int:
    with closing(connected(address)) as connection:
        return int(answer(connection, request).split()[1])


def is_closed(connection: socket.socket) -> bool:
    connection.settimeout(0.2)
    try:
        while connection.recv(65536):
            pass
        return True
    except TimeoutError:
        return False
    except ConnectionError:
        return True


@pytest.fixture
def address(keeper: Keeper) -> Iterator[str]:
    with serving(keeper.record, limits=SHORT, base="https://games.club.example") as found:
        yield found


# ---- time


@pytest.mark.parametrize("first", ["", f"{PAGE}\r\n"])
def test_a_header_that_comes_byte_by_byte_is_not_waited_for(address: str, first: str) -> None:
    """Neither the first of a connection nor a later one."""
    with closing(connected(address)) as connection:
        if first:
            connection.sendall(first.encode())
            assert b"200 OK" in connection.recv(65536)
        began = time.monotonic()
        with suppress(ConnectionError):
            for byte in f"{PAGE}X-Long: {'x' * 60}":
                connection.sendall(byte.encode())
                time.sleep(0.05)
        assert is_closed(connection)
        assert time.monotonic() - began < SOON


def test_a_connection_on_which_nothing_is_asked_is_closed(address: str) -> None:
    with closing(connected(address)) as idle:
        began = time.monotonic()
        assert answer(idle).startswith(b"HTTP/1.1 200 OK")
        assert 0.9 < time.monotonic() - began < SOON


def test_whoever_asks_and_does_not_read_is_not_waited_for(address: str) -> None:
    with socket.socket() as greedy:
        greedy.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        greedy.connect(("127.0.0.1", int(address.rstrip("/").rpartition(":")[2])))
        asked = b"GET /g/game-0/ HTTP/1.1\r\nHost: localhost\r\n\r\n" * 100
        greedy.settimeout(SOON)
        with pytest.raises(ConnectionError):
            greedy.sendall(asked * 10_000)


# ---- what is asked


@pytest.mark.parametrize("host", ["localhost", "evil.example"])
def test_a_proxy_may_ask_with_the_whole_address(address: str, host: str) -> None:
    """Whose pages are meant says the field Host, as ever."""
    whole = PAGE.replace("GET ", "GET http://evil.example:80").replace("Host: localhost", f"Host: {host}")
    assert status(address, f"{whole}Connection: close\r\n\r\n") == (200 if host == "localhost" else 421)
    bare = f"GET http://localhost HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"
    assert status(address, bare) == (200 if host == "localhost" else 421)


REFUSED = [
    (f"{PAGE}Content-Length: 5\r\n\r\nhello", 413),
    (f"{PAGE}Transfer-Encoding: chunked\r\n\r\n", 413),
    (f"{PAGE}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 413),
    (f"{PAGE}Content-Length: 0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 413),
    (f"{PAGE}Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello", 400),
    (f"{PAGE}Content-Length: 5\r\nContent-Length: 5\r\n\r\nhello", 413),
    (f"{PAGE}X-Folded: one\r\n two\r\n\r\n", 400),
    (f"{PAGE}X-Folded: one\n\ttwo\r\n\r\n", 400),
    (f"{PAGE}X-Long: {'x' * 20_000}\r\n\r\n", 431),
    (f"{PAGE}X-Long: {'x' * 200_000}", 400),
    (PAGE + "".join(f"X-{n}: x\r\n" for n in range(200)) + "\r\n", 431),
    (f"{PAGE}Host: localhost\r\n\r\n", 400),
    ("GET / HTTP/1.1\r\n\r\n", 400),
    ("GET / HTTP/1.0\r\n\r\n", 421),
    ("GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n", 421),
    ("GET / HTTP/1.1\r\nHost: games.club.example.evil.example\r\n\r\n", 421),
    ("GET / HTTP/1.1\r\nHost: [::1\r\n\r\n", 421),
    ("nonsense\r\n\r\n", 400),
]


@pytest.mark.parametrize(("request_", "code"), REFUSED, ids=range(len(REFUSED)))
def test_what_has_a_body_two_meanings_or_another_name_is_refused(
    address: str, request_: str, code: int
) -> None:
    assert status(address, request_) == code


@pytest.mark.parametrize(
    "name", ["localhost", "127.0.0.1:8080", "games.club.example", "GAMES.Club.example:443"]
)
def test_the_names_of_the_pages_are_known(address: str, name: str) -> None:
    assert httpx2.get(address, headers={"Host": name}).status_code == 200


def test_what_was_refused_is_a_sentence_under_the_same_policy(address: str) -> None:
    refused = httpx2.get(f"{address}s/game-0/iga/x/", headers={"Host": "evil.example"})
    assert "which stands in your mails" in refused.text
    assert refused.headers["x-content-type-options"] == "nosniff"
    assert refused.headers["content-security-policy"].startswith("default-src 'none'")


def test_strangers_cannot_fill_the_log(keeper: Keeper) -> None:
    said: list[str] = []
    with serving(keeper.record, limits=SHORT, say=said.append) as address:
        for _ in range(12):
            assert status(address, "nonsense\r\n\r\n") == 400
        for _ in range(12):
            httpx2.get(f"{address}g/game-0/", headers={"Connection": "upgrade", "Upgrade": "websocket"})
    assert len(said) <= 2


def test_a_fault_of_ours_is_a_sentence_and_one_line(keeper: Keeper, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_given: object) -> None:
        raise OSError(24, "Too many open files")

    said: list[str] = []
    with serving(keeper.record, say=said.append) as address:
        monkeypatch.setattr(keeper.record.recorder, "rows", broken)
        for _ in range(3):
            refused = httpx2.get(f"{address}g/game-0/")
            assert (refused.status_code, "Try again in a moment." in refused.text) == (500, True)
    assert len(said) == 1
    assert "Too many open files" in said[0]
    assert "\n" not in said[0]


# ---- how many


def test_one_address_has_so_many_connections_and_the_longest_idle_goes(keeper: Keeper) -> None:
    with serving(keeper.record, limits=Limits(of_address=3)) as address, ExitStack() as stack:
        held = [stack.enter_context(closing(connected(address))) for _ in range(3)]
        for one in held:
            one.sendall(PAGE.encode())
        other = stack.enter_context(closing(connected(address, "127.0.0.2")))
        other.sendall(PAGE.encode())
        assert httpx2.get(f"{address}g/game-0/board.txt").status_code == 200
        assert [is_closed(one) for one in (*held, other)] == [True, False, False, False]


def test_there_are_so_many_connections_in_all(keeper: Keeper) -> None:
    with serving(keeper.record, limits=Limits(connections=4)) as address, ExitStack() as stack:
        held = [stack.enter_context(closing(connected(address, f"127.0.0.{n}"))) for n in range(2, 10)]
        assert httpx2.get(f"{address}g/game-0/board.txt").status_code == 200
        assert sum(not is_closed(one) for one in held) == 3


def test_whoever_works_is_not_put_out(keeper: Keeper) -> None:
    """Streams hold all the places: then the next one is refused, and they go on."""
    with serving(keeper.record, limits=Limits(connections=3)) as address, ExitStack() as stack:
        live, kept = f"{address}g/game-0/live", []
        for _ in range(3):
            lines = stack.enter_context(httpx2.stream("GET", live, timeout=SOON)).iter_lines()
            assert next(lines) == ": still here"
            kept.append(lines)
        with closing(connected(address)) as late:
            assert answer(late) == b""


@pytest.mark.parametrize(
    ("proxies", "who", "streams"),
    [
        ((), "", 2),
        ((), "203.0.113.{n}", 2),  # whoever is no proxy may say what he likes
        (("127.0.0.0/8",), "203.0.113.{n}", 3),
        (("127.0.0.0/8",), "203.0.113.{n}, 198.51.100.1", 2),
        (("127.0.0.0/8",), "2001:db8::{n}", 2),  # one network
        (("127.0.0.0/8",), "", 3),
    ],
)
def test_one_address_has_so_many_streams(
    keeper: Keeper, proxies: tuple[str, ...], who: str, streams: int
) -> None:
    limits = Limits(streams=3, streams_of_address=2)
    with serving(keeper.record, limits=limits, proxies=proxies) as address, ExitStack() as stack:
        codes = []
        for n in range(1, 5):
            headers = {"X-Forwarded-For": who.format(n=n)} if who else {}
            asked = httpx2.stream("GET", f"{address}g/game-0/live", headers=headers, timeout=SOON)
            codes.append(stack.enter_context(asked).status_code)
        assert codes == [200] * streams + [503] * (4 - streams)


def test_a_stream_that_is_over_makes_room(keeper: Keeper) -> None:
    with serving(keeper.record, limits=Limits(streams_of_address=1)) as address:
        for _ in range(3):
            until = time.monotonic() + SOON
            code = 0
            while code != 200 and time.monotonic() < until:
                with httpx2.stream("GET", f"{address}g/game-0/live", timeout=SOON) as stream:
                    code = stream.status_code
            assert code == 200


def test_addresses_are_counted_by_who_has_them() -> None:
    assert party("2001:db8:1:2::1") == party("2001:db8:1:2:ffff::1") != party("2001:db8:1:3::1")
    assert party("::ffff:192.0.2.1") == party("192.0.2.1") != party("192.0.2.2")
    assert party("fe80::1%eth0") == party("fe80::2")


def test_there_are_never_more_connections_than_descriptors() -> None:
    assert [Limits().within(number).connections for number in (64, 256, 1024)] == [16, 64, 500]


class Somebody:
    def __init__(self) -> None:
        self.is_out = False

    def put_out(self) -> None:
        self.is_out = True


@pytest.mark.soak
def test_a_crowd_forgets_who_has_left() -> None:
    crowd, guests = Crowd(2, 1), [Somebody() for _ in range(4)]
    assert [crowd.admit(one, who) for one, who in zip(guests, "aabc", strict=True)] == [
        True,
        False,
        True,
        False,
    ]
    crowd.waits(guests[2])
    assert crowd.admit(guests[3], "c")
    assert [one.is_out for one in guests] == [False, False, True, False]
    for one in guests:
        crowd.leave(one)
    assert crowd.admit(guests[0], "a")
    assert vars(crowd)["_of"] == {"a": 1}
