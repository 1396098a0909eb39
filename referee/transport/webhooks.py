"""Webhooks: a few words to an address of Discord, Slack or ntfy that a person, or a club, has named.

Whoever names an address makes this machine connect to it. So it is https on port 443 of a host that the
referee allows, and of what can be asked there it is a topic or a webhook and nothing else; every address that
the name has must be one of the public internet, and one that was looked at is connected to: a name that means
another machine a moment later changes nothing. No redirection is followed, and of the answer only its number
is read. The address itself is a secret: whoever knows it can write there.
"""

from __future__ import annotations

import re
import socket
import time
from collections.abc import Callable, Mapping, Sequence
from ipaddress import IPv6Address, IPv6Network, ip_address, ip_network
from typing import NamedTuple

import msgspec

from referee.service.webhook_hosts import DISCORD, HOST, HOSTS, NTFY, SLACK

PORT = 443
TIMEOUT = 5.0
"""Seconds to connect, for each step of TLS, and for the answer in all."""

MOST_ANSWERED = 4096
"""Bytes of an answer that are read at most."""

_URL = re.compile(
    rf"https://({HOST})((?:/[A-Za-z0-9_.~-]{{1,128}}){{1,8}})(\?[a-z_]{{1,9}}=[A-Za-z0-9_-]{{1,300}})?"
)
"""A host, segments of a path, and something that is asked: as much as any of them has."""

_TOPIC = re.compile(r"/[A-Za-z0-9_-]{1,64}")
_PATHS = {
    "discord.com": re.compile(r"/api(?:/v[0-9]{1,2})?/webhooks/[0-9]{1,20}/[A-Za-z0-9_-]{1,128}(?:/slack)?"),
    "hooks.slack.com": re.compile(r"/(?:services|triggers|workflows)(?:/[A-Za-z0-9_-]{1,128}){3,4}"),
    "ntfy.sh": _TOPIC,
}
"""How the addresses look that these hosts give out."""

_SEGMENTS = re.compile(r"(?:/[A-Za-z0-9_~-][A-Za-z0-9_.~-]*)+")
"""The path of a webhook at a host of the referee's own: it leads nowhere else."""

_ASKED = {
    DISCORD: re.compile(r"\?thread_id=[0-9]{1,20}"),
    NTFY: re.compile(r"\?auth=[A-Za-z0-9_-]{1,300}"),
}
_OF_THE_SERVICE = frozenset(
    ("_matrix", "account", "app", "docs", "file", "login", "metrics", "settings", "signup", "static", "v1")
)
"""What ntfy keeps for itself: no topic is called so."""

_STATUS = re.compile(rb"HTTP/1\.[01] ([1-5][0-9]{2})[ \r\n]")
_MARKDOWN = re.compile(r"([\\`*_~|>#@\[\]()<:-])")
_QUIET = 4
"""Discord: no preview of the link."""

_GIVEN_OUT = IPv6Network("2000::/3")
_SPECIAL = tuple(
    map(
        ip_network,
        (
            "192.0.0.0/24",  # protocols of the IETF
            "192.31.196.0/24",  # AS112
            "192.52.193.0/24",  # AMT
            "192.88.99.0/24",  # 6to4
            "192.175.48.0/24",  # AS112
            "2001::/23",  # protocols of the IETF: Teredo, ORCHID and others
            "2001:db8::/32",  # documents
            "2002::/16",  # 6to4: it carries an address of version 4
            "2620:4f:8000::/48",  # AS112
            "3fff::/20",  # documents
        ),
    )
)
"""Of the special-purpose registries of the IANA those in which no server of anybody's stands, and which the
library calls global, or did in one of its versions."""


class Hook(NamedTuple):
    """An address of a person's notices, and the shape of what is sent there."""

    host: str
    path: str
    shape: str


class NoHook(Exception):
    """Nothing is sent to such an address. It is not repeated in what is said."""


class Unreachable(Exception):
    """Nothing could be sent; the sentence names the host and nothing else of the address."""


class Wire(NamedTuple):
    """How a host is found and reached: its addresses, a connection to one of them, and TLS on it."""

    resolve: Callable[[str], Sequence[str]]
    connect: Callable[[str, float], socket.socket]
    secure: Callable[[socket.socket, str], socket.socket]


def read(url: str, shape: str, hosts: Sequence[str]) -> Hook:
    """`shape` is "" for that of the host. Raises `NoHook`."""
    found = _URL.fullmatch(url)
    if found is None or found[1] not in hosts:
        raise NoHook
    host, path, asked = found[1], found[2], found[3] or ""
    shape = shape or HOSTS.get(host, "")
    if shape not in HOSTS.values() or not _is_given_out(host, path, shape):
        raise NoHook
    if asked and not (shape in _ASKED and _ASKED[shape].fullmatch(asked)):
        raise NoHook
    return Hook(host, path + asked, shape)


def _is_given_out(host: str, path: str, shape: str) -> bool:
    """Whether a service gives out such an address to write to, and none to do anything else at."""
    form = _PATHS.get(host) or (_TOPIC if shape == NTFY else _SEGMENTS)
    is_kept = path.split("/")[1].lower() in _OF_THE_SERVICE
    return form.fullmatch(path) is not None and not is_kept


def written(shape: str, text: str, link: str) -> tuple[Mapping[str, str], bytes]:
    """The fields and the body. Nothing in the text calls anybody or becomes a link; the link is ours."""
    if shape == NTFY:
        return {
            "Content-Type": "text/plain; charset=utf-8",
            **({"Click": link} if link else {}),
        }, text.encode()
    said: dict[str, object]
    if shape == SLACK:
        bare = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
        said = {"text": f"{bare} {link}".rstrip(), "mrkdwn": False, "unfurl_links": False}
    else:
        bare = _MARKDOWN.sub(r"\\\1", text)
        said = {"content": f"{bare} {link}".rstrip(), "allowed_mentions": {"parse": []}, "flags": _QUIET}
    return {"Content-Type": "application/json"}, msgspec.json.encode(said)


def post(hook: Hook, fields: Mapping[str, str], body: bytes, wire: Wire) -> int:
    """The number of the answer. Raises `Unreachable`."""
    try:
        with _connected(hook.host, wire) as connection:
            connection.settimeout(TIMEOUT)
            connection.sendall(_request(hook, fields, body))
            return _answered(connection, time.monotonic() + TIMEOUT)
    except OSError as error:
        why = error.strerror if error.errno else type(error).__name__
        raise Unreachable(f"{hook.host} cannot be reached: {why}.") from None


def _connected(host: str, wire: Wire) -> socket.socket:
    """Raises `OSError`, `Unreachable`."""
    addresses = wire.resolve(host)
    if not addresses or not all(map(is_public, addresses)):
        raise Unreachable(f"{host} has no address, or one that is not of the public internet.")
    bare = wire.connect(addresses[0], TIMEOUT)
    try:
        return wire.secure(bare, host)
    except BaseException:
        bare.close()
        raise


def _request(hook: Hook, fields: Mapping[str, str], body: bytes) -> bytes:
    head = {"Host": hook.host, **fields, "Content-Length": str(len(body)), "Connection": "close"}
    lines = [f"POST {hook.path} HTTP/1.1", "User-Agent: Bugyo", *(f"{name}: {head[name]}" for name in head)]
    return "\r\n".join([*lines, "", ""]).encode("ascii") + body


def _answered(connection: socket.socket, until: float) -> int:
    """Raises `OSError`, also where it is answered by something else than HTTP."""
    got = b""
    while b"\n" not in got and len(got) < MOST_ANSWERED:
        connection.settimeout(max(0.001, until - time.monotonic()))
        more = connection.recv(MOST_ANSWERED - len(got))
        if not more:
            break
        got += more
    found = _STATUS.match(got)
    if found is None:
        raise ConnectionError
    return int(found[1])


def is_public(address: str) -> bool:
    """Whether an address is of one machine on the public internet. Of version 6 only what is given out there
    counts, and none that carries an address of version 4 in it."""
    ip = ip_address(address)
    if not ip.is_global or any(ip in one for one in _SPECIAL):
        return False
    if isinstance(ip, IPv6Address):
        return ip in _GIVEN_OUT
    return not (ip.is_multicast or ip.is_reserved)


def _resolved(host: str) -> list[str]:
    found = socket.getaddrinfo(host, PORT, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(address[4][0]) for address in found))


def _secured(bare: socket.socket, host: str) -> socket.socket:
    import ssl  # a desk may have no notices

    return ssl.create_default_context().wrap_socket(bare, server_hostname=host)


INTERNET = Wire(_resolved, lambda address, rest: socket.create_connection((address, PORT), rest), _secured)
