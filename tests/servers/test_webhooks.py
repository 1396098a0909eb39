"""Webhooks: which addresses are let through, what is sent there, and a server that means ill."""

from __future__ import annotations

import socket
import ssl
import threading
import time
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from referee.mail.office.office import PostOffice
from referee.service.webhook_hosts import HOSTS
from referee.transport import webhooks
from referee.transport.webhooks import Hook, NoHook, Unreachable, Wire, is_public, post, read, written
from tests.referee.mail.test_notices import Noticed
from tests.servers.machines import HOST, Authority

PUBLIC = "93.184.216.34"

# what is written, and the hook, or None
ADDRESSES = [
    ("https://ntfy.sh/Summer-9xQ", Hook("ntfy.sh", "/Summer-9xQ", "ntfy")),
    ("https://discord.com/api/webhooks/1/a_B-c", Hook("discord.com", "/api/webhooks/1/a_B-c", "discord")),
    (
        "https://discord.com/api/webhooks/1/a?thread_id=7",
        Hook("discord.com", "/api/webhooks/1/a?thread_id=7", "discord"),
    ),
    ("https://hooks.slack.com/services/T/B/x", Hook("hooks.slack.com", "/services/T/B/x", "slack")),
    ("https://ntfy.sh/topic?auth=QmFzaWM", Hook("ntfy.sh", "/topic?auth=QmFzaWM", "ntfy")),
    ("https://ntfy.sh/" + "a" * 64, Hook("ntfy.sh", "/" + "a" * 64, "ntfy")),
    ("https://ntfy.sh/" + "a" * 65, None),
    ("https://ntfy.sh/accounts", Hook("ntfy.sh", "/accounts", "ntfy")),
    ("https://ntfy.sh/topic/", None),
    ("https://ntfy.sh/topic/publish", None),
    ("https://ntfy.sh/topic,other", None),
    ("https://ntfy.sh/to.pic", None),
    ("https://ntfy.sh/to~pic", None),
    ("https://ntfy.sh/../topic", None),
    ("https://ntfy.sh/topic/../v1/account", None),
    ("https://ntfy.sh/..", None),
    ("https://ntfy.sh/.", None),
    ("https://ntfy.sh//topic", None),
    ("https://ntfy.sh/%2e%2e/topic", None),
    ("https://ntfy.sh/topic%2Fpublish", None),
    ("https://ntfy.sh/v1/account", None),
    *((f"https://ntfy.sh/{name}", None) for name in ("v1", "V1", "docs", "app", "account", "settings")),
    *((f"https://ntfy.sh/{name}", None) for name in ("static", "file", "signup", "login", "metrics")),
    ("https://ntfy.sh/topic?thread_id=7", None),
    ("https://ntfy.sh/topic?auth=a&auth=b", None),
    ("https://ntfy.sh/topic?", None),
    ("https://discord.com/api/v10/webhooks/12/a", Hook("discord.com", "/api/v10/webhooks/12/a", "discord")),
    ("https://discord.com/api/webhooks/1/a/slack", Hook("discord.com", "/api/webhooks/1/a/slack", "discord")),
    ("https://discord.com/api/webhooks/1/a?auth=x", None),
    ("https://discord.com/api/webhooks/1/../2/b", None),
    ("https://discord.com/api/webhooks/1", None),
    ("https://discord.com/api/v10/users/@me", None),
    ("https://discord.com/api/v10/channels/1/messages", None),
    ("https://discord.com/invite/x", None),
    ("https://hooks.slack.com/triggers/T/1/x", Hook("hooks.slack.com", "/triggers/T/1/x", "slack")),
    ("https://hooks.slack.com/workflows/T/A/1/x", Hook("hooks.slack.com", "/workflows/T/A/1/x", "slack")),
    ("https://hooks.slack.com/services/T/B/x?auth=y", None),
    ("https://hooks.slack.com/services/T/B/..", None),
    ("https://hooks.slack.com/api/chat.postMessage", None),
    ("http://ntfy.sh/topic", None),
    ("https://ntfy.sh", None),
    ("https://ntfy.sh/", None),
    ("https://ntfy.sh:443/topic", None),
    ("https://ntfy.sh:8443/topic", None),
    ("https://anna@ntfy.sh/topic", None),
    ("https://ntfy.sh@127.0.0.1/topic", None),
    ("https://ntfy.sh\\@127.0.0.1/topic", None),
    ("https://127.0.0.1/topic", None),
    ("https://[::1]/topic", None),
    ("https://2130706433/topic", None),
    ("https://localhost/topic", None),
    ("https://ntfy.sh.evil.example/topic", None),
    ("https://evil.ntfy.sh/topic", None),
    ("https://ntfy.sh./topic", None),
    ("https://ntfy.sh/topic#x", None),
    ("https://ntfy.sh/topic?email=bela@example.org", None),
    ("https://ntfy.sh/to%0d%0aHost:x", None),
    ("https://ntfy.sh/topic HTTP/1.1\r\nHost: x", None),
    ("https://ntfy.sh/topic\n", None),
    ("https://\u0274tfy.sh/topic", None),
    ("gopher://ntfy.sh/topic", None),
    ("file:///etc/passwd", None),
    ("", None),
]


@pytest.mark.parametrize(("url", "hook"), ADDRESSES)
def test_an_address_is_let_through_only_as_the_services_give_it(url: str, hook: Hook | None) -> None:
    if hook is not None:
        assert read(url, "", tuple(HOSTS)) == hook
        return
    with pytest.raises(NoHook) as refused:
        read(url, "", tuple(HOSTS))
    assert str(refused.value) == ""


def test_a_host_of_the_referees_needs_its_shape_named() -> None:
    own = ("ntfy.club.example",)
    assert read("https://ntfy.club.example/t", "ntfy", own) == Hook("ntfy.club.example", "/t", "ntfy")
    for url, shape in (
        ("https://ntfy.club.example/t", ""),
        ("https://ntfy.club.example/t", "irc"),
        ("https://ntfy.sh/t", "ntfy"),
    ):
        with pytest.raises(NoHook):
            read(url, shape, own)


OF_OUR_OWN = [
    ("https://chat.club.example/hooks/a1b2c3", "slack", True),
    ("https://chat.club.example/mattermost/hooks/a1b2c3", "slack", True),
    ("https://chat.club.example/hooks/ID/to.ken~", "slack", True),
    ("https://chat.club.example/api/webhooks/1/x?thread_id=7", "discord", True),
    ("https://ntfy.club.example/t?auth=x", "ntfy", True),
    ("https://ntfy.club.example/a/b", "ntfy", False),
    ("https://ntfy.club.example/account", "ntfy", False),
    ("https://ntfy.club.example/v1/account", "slack", False),
    ("https://ntfy.club.example/_matrix/push/v1/notify", "slack", False),
    ("https://chat.club.example/hooks/../api", "slack", False),
    ("https://chat.club.example/hooks/.x", "discord", False),
    ("https://chat.club.example/hooks//x", "slack", False),
    ("https://chat.club.example/hooks/x/", "slack", False),
    ("https://chat.club.example/hooks/%2e%2e", "slack", False),
    ("https://chat.club.example/hooks/x?auth=y", "slack", False),
    ("https://chat.club.example/" + "a/" * 9 + "a", "slack", False),
    ("https://chat.club.example:8443/hooks/x", "slack", False),
]


@pytest.mark.parametrize(("url", "shape", "is_one"), OF_OUR_OWN)
def test_at_a_host_of_the_referees_an_address_has_no_other_way_in(url: str, shape: str, is_one: bool) -> None:
    hosts = ("ntfy.club.example", "chat.club.example")
    if is_one:
        assert url.endswith(read(url, shape, hosts).path)
        return
    with pytest.raises(NoHook):
        read(url, shape, hosts)


def test_a_shape_leads_to_no_other_address_of_a_known_host() -> None:
    for shape in ("slack", "discord"):
        assert read("https://ntfy.sh/topic", shape, tuple(HOSTS)) == Hook("ntfy.sh", "/topic", shape)
        with pytest.raises(NoHook):
            read("https://ntfy.sh/v1/account/token", shape, tuple(HOSTS))


@pytest.mark.parametrize(
    ("address", "public"),
    [
        (PUBLIC, True),
        ("2606:4700::6810:84e5", True),
        ("127.0.0.1", False),
        ("127.9.9.9", False),
        ("0.0.0.0", False),
        ("10.0.0.1", False),
        ("172.16.0.1", False),
        ("172.15.255.255", True),
        ("192.168.1.1", False),
        ("192.0.0.9", False),
        ("192.0.2.1", False),
        ("192.31.196.1", False),
        ("192.52.193.1", False),
        ("192.88.98.255", True),
        ("192.88.99.0", False),
        ("192.88.99.255", False),
        ("192.88.100.0", True),
        ("192.175.48.1", False),
        ("198.18.0.1", False),
        ("198.51.100.1", False),
        ("203.0.113.1", False),
        ("100.64.0.1", False),
        ("169.254.169.254", False),
        ("224.0.0.1", False),
        ("240.0.0.1", False),
        ("255.255.255.255", False),
        ("::", False),
        ("::1", False),
        ("::127.0.0.1", False),
        ("::ffff:127.0.0.1", False),
        ("::ffff:93.184.216.34", False),
        ("64:ff9b::7f00:1", False),
        ("2002:7f00:1::", False),
        ("2001:0:5ef5:79fb:0:59d:a0e5:7ffe", False),
        ("2001:1::1", False),
        ("2001:4:112::1", False),
        ("2001:20::1", False),
        ("2001:30::1", False),
        ("2001:1ff::1", False),
        ("2001:200::1", True),
        ("2001:db8::1", False),
        ("2002:5db8:d822::1", False),
        ("2620:4f:8000::1", False),
        ("2620:4f:8001::1", True),
        ("3ffe:ffff::1", True),
        ("3fff::", False),
        ("3fff:fff:ffff::1", False),
        ("3fff:1000::1", True),
        ("5f00::1", False),
        ("64:ff9b:1::a00:1", False),
        ("64:ff9b::808:808", False),
        ("100::1", False),
        ("::8.8.8.8", False),
        ("fe80::1%2", False),
        ("fec0::1", False),
        ("fd00:ec2::254", False),
        ("ff02::1", False),
    ],
)
def test_only_machines_of_the_public_internet_are_connected_to(address: str, public: bool) -> None:
    assert is_public(address) is public


def test_each_shape_is_as_its_service_wants_it_and_calls_nobody() -> None:
    text, link = "@everyone <!channel> *a* [b](c) & `d`", "https://games.example/g/summer/"
    fields, body = written("discord", text, link)
    assert fields == {"Content-Type": "application/json"}
    assert msgspec.json.decode(body) == {
        "content": "\\@everyone \\<!channel\\> \\*a\\* \\[b\\]\\(c\\) & \\`d\\` " + link,
        "allowed_mentions": {"parse": []},
        "flags": 4,
    }
    fields, body = written("slack", text, link)
    assert msgspec.json.decode(body) == {
        "text": f"@everyone &lt;!channel&gt; *a* [b](c) &amp; `d` {link}",
        "mrkdwn": False,
        "unfurl_links": False,
    }
    fields, body = written("ntfy", "À vous", link)
    assert (fields, body) == (
        {"Content-Type": "text/plain; charset=utf-8", "Click": link},
        "À vous".encode(),
    )
    assert written("ntfy", "x", "")[0] == {"Content-Type": "text/plain; charset=utf-8"}


class Server:
    """A server with TLS on this machine, which answers as it is told; `wire` takes every host to be it."""

    def __init__(self, authority: Authority, answer: Callable[[socket.socket], None]) -> None:
        self.got = b""
        self.reached: list[str] = []
        self._answer = answer
        self._context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self._context.load_cert_chain(authority.cert, authority.key)
        self._trusting = ssl.create_default_context(cafile=str(authority.ca))
        self._listens = socket.create_server((HOST, 0))
        self.thread = threading.Thread(target=self._serve, daemon=True)
        self.thread.start()

    def wire(self, *addresses: str, named: str = "localhost") -> Wire:
        port = self._listens.getsockname()[1]

        def connect(address: str, rest: float) -> socket.socket:
            self.reached.append(address)
            return socket.create_connection((HOST, port), rest)

        return Wire(
            lambda host: addresses,
            connect,
            lambda bare, host: self._trusting.wrap_socket(bare, server_hostname=named),
        )

    def _serve(self) -> None:
        try:
            bare, _ = self._listens.accept()
            with self._context.wrap_socket(bare, server_side=True) as connection:
                while b"\r\n\r\n" not in self.got:
                    self.got += connection.recv(65536)
                self._answer(connection)
        except OSError:
            pass
        finally:
            self._listens.close()


@pytest.fixture
def authority(tmp_path: Path) -> Authority:
    return Authority(tmp_path / "ca")


def says(answer: bytes) -> Callable[[socket.socket], None]:
    return lambda connection: connection.sendall(answer)


HOOK = Hook("ntfy.sh", "/Secret-topic", "ntfy")


def send(wire: Wire) -> int:
    return post(HOOK, *written("ntfy", "Your turn", "https://games.example/g/s/"), wire)


def test_a_notice_goes_over_tls_to_the_address_that_was_looked_at(authority: Authority) -> None:
    server = Server(authority, says(b"HTTP/1.1 200 OK\r\n\r\n{}"))
    assert send(server.wire(PUBLIC, "93.184.216.35")) == 200
    server.thread.join(300)
    assert server.reached == [PUBLIC]
    assert server.got == (
        b"POST /Secret-topic HTTP/1.1\r\nUser-Agent: Bugyo\r\nHost: ntfy.sh\r\n"
        b"Content-Type: text/plain; charset=utf-8\r\nClick: https://games.example/g/s/\r\n"
        b"Content-Length: 9\r\nConnection: close\r\n\r\nYour turn"
    )


@pytest.mark.parametrize("addresses", [(), ("127.0.0.1",), (PUBLIC, "10.0.0.1"), ("::ffff:169.254.169.254",)])
def test_nothing_is_connected_to_where_any_address_is_not_public(
    authority: Authority, addresses: tuple[str, ...]
) -> None:
    server = Server(authority, says(b"HTTP/1.1 200 OK\r\n\r\n"))
    with pytest.raises(Unreachable) as why:
        send(server.wire(*addresses))
    assert server.reached == []
    assert "Secret" not in str(why.value)


def test_a_certificate_of_another_name_ends_it_before_anything_is_said(authority: Authority) -> None:
    server = Server(authority, says(b"HTTP/1.1 200 OK\r\n\r\n"))
    with pytest.raises(Unreachable, match=r"ntfy\.sh cannot be reached") as why:
        send(server.wire(PUBLIC, named="ntfy.sh"))
    server.thread.join(300)
    assert server.got == b""
    assert "Secret" not in str(why.value)


def test_from_a_turn_to_the_service(authority: Authority, tmp_path: Path) -> None:
    club = Noticed(tmp_path / "club")
    club.wishes("notices to https://ntfy.sh/Secret-topic")
    club.desk.remind("winter")
    server = Server(authority, says(b"HTTP/1.1 200 OK\r\n\r\n"))
    office = PostOffice(club.settings, club.record, lambda: club.now, club.log.append, server.wire(PUBLIC))
    assert office.send_all()
    server.thread.join(300)
    assert server.got.startswith(b"POST /Secret-topic HTTP/1.1\r\n")
    assert server.got.endswith(b"\r\n\r\nYour turn in a game of Shinobi until Fri 11:06.")
    assert club.log == []
    club.record.close()


def test_a_redirection_is_an_answer_like_another(authority: Authority) -> None:
    server = Server(authority, says(b"HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1/\r\n\r\n"))
    assert send(server.wire(PUBLIC)) == 302
    assert server.reached == [PUBLIC]


@pytest.mark.parametrize(
    "answer", [b"", b"220 smtp.example ESMTP\r\n", b"HTTP/1.1 999 x\r\n", b"x" * 100_000]
)
def test_what_is_no_http_is_no_answer(authority: Authority, answer: bytes) -> None:
    server = Server(authority, says(answer))
    with pytest.raises(Unreachable):
        send(server.wire(PUBLIC))


def test_who_answers_a_sign_at_a_time_is_not_waited_for(
    authority: Authority, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(webhooks, "TIMEOUT", 0.5)

    def trickle(connection: socket.socket) -> None:
        for _ in range(100):
            connection.sendall(b"H")
            time.sleep(0.1)

    with pytest.raises(Unreachable):
        send(Server(authority, trickle).wire(PUBLIC))
