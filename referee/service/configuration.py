"""The settings of a desk: one TOML file.

```toml
store = "games.db"
address = "bugyo@example.org"        # what mails come from, and where orders go to
referee = "club@example.org"         # who is told of what cannot be sent
authserv_ids = ["mx.example.org"]    # whose Authentication-Results are believed
club = "club.toml"                   # who may begin which games by mail
dkim_selector = "mail"               # under which name the key of our mails stands: “desk check” looks for it

[[imap]]
host = "mail.example.org"
user = "bugyo"
password = {file = "imap.password"}  # or {env = "BUGYO_IMAP_PASSWORD"}

[smtp]
host = "mail.example.org"
user = "bugyo"
password = {file = "imap.password"}
```

Paths are relative to the directory of the file.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from domain.kit.data_files import decode_toml, line_of
from domain.kit.likeness import nearest
from referee.reading.senders import is_address
from referee.record.location import Server, place_of
from referee.record.private_files import OTHERS, NotOrdinary, ordinary
from referee.service.mail_sizes import MOST_BYTES, Keep
from referee.service.webhook_hosts import HOSTS, is_host

if TYPE_CHECKING:
    import ssl

TIMEOUT = 30.0
"""Seconds after which a server that says nothing is given up."""

LARGEST_FILE = 1 << 20
"""Bytes of the file, and of each that it names."""

LOOPBACK = ("127.0.0.0/8", "::1")

Tls = Literal["implicit", "starttls", "none"]


class BadConfiguration(Exception):
    """The desk cannot be set up as its file says; the sentence says what is wrong, where, and what would
    do."""


class _Part(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A table of the file: an unknown name in it is a mistake, and is said."""


class Secret(_Part, frozen=True):
    """A file whose first line is the secret, or an environment variable."""

    file: str = ""
    env: str = ""

    def read(self) -> str:
        """Read at each login, so that a token which is renewed may be replaced. Raises
        `BadConfiguration`."""
        if self.env:
            found = os.environ.get(self.env, "")
            if not found:
                raise BadConfiguration(f"The environment variable {self.env} is not set, or is empty.")
            return found
        try:
            lines = ordinary(Path(self.file), LARGEST_FILE).decode("utf-8").splitlines()
        except NotOrdinary as wrong:
            raise BadConfiguration(f"The secret cannot be read: {wrong}") from None
        except (OSError, UnicodeDecodeError) as error:
            why = getattr(error, "strerror", "") or "it is no text"
            raise BadConfiguration(f"The secret in {self.file} cannot be read: {why}.") from None
        if not lines or not lines[0].strip():
            raise BadConfiguration(f"The first line of {self.file} should be the secret, and is empty.")
        return lines[0].strip()

    def is_open_to_others(self) -> bool:
        """Whether other users of the system may read or change the file."""
        try:
            return bool(self.file) and bool(Path(self.file).stat().st_mode & OTHERS)
        except OSError:
            return False


class Person(_Part, frozen=True):
    """Who runs the desk, and the language of the mails to him: `[referee]`, or the address alone."""

    address: str
    language: Literal["en", "fr", "ru"] = "en"


class Maildir(_Part, frozen=True):
    """A Maildir where mails come in."""

    path: str


class Imap(_Part, frozen=True):
    """A mailbox of an IMAP server, in which everything in `folder` is for the desk.

    A mail that is done is moved to the folder `done`; with `done = ""` it is marked as read instead, and only
    unread mails are worked. `poll` are seconds between two looks where the server cannot tell by itself.
    """

    host: str
    user: str
    password: Secret | None = None
    token: Secret | None = None
    port: int = 0
    tls: Tls = "implicit"
    ca: str = ""
    folder: str = "INBOX"
    done: str = "Bugyo"
    poll: float = 60.0

    @property
    def where(self) -> str:
        return f"{self.user} at {self.host}:{self.at}"

    @property
    def at(self) -> int:
        return self.port or (993 if self.tls == "implicit" else 143)


class Listen(_Part, frozen=True):
    """Where a mail server hands its mails to the desk; `socket` is a path instead of a host and a port."""

    protocol: Literal["lmtp", "smtp"] = "lmtp"
    host: str = "127.0.0.1"
    port: int = 2424
    socket: str = ""
    most_bytes: int = MOST_BYTES

    @property
    def where(self) -> str:
        return self.socket or f"{self.host}:{self.port}"


class Smtp(_Part, frozen=True):
    """The server that takes our mails. `sender` is the envelope's, where it differs from the address."""

    host: str
    user: str = ""
    password: Secret | None = None
    token: Secret | None = None
    port: int = 0
    tls: Tls = "starttls"
    ca: str = ""
    sender: str = ""

    @property
    def where(self) -> str:
        return f"{self.host}:{self.at}"

    @property
    def at(self) -> int:
        return self.port or {"implicit": 465, "starttls": 587, "none": 25}[self.tls]


class Web(_Part, frozen=True):
    """Where the games can be looked at: the address that is listened at, "127.0.0.1:8080", where people reach
    it from outside, "https://games.example.org", and the addresses of the proxies that stand between. `spool`
    is the directory in which what people send by it waits for the desk: beside a store in a file, if it names
    none."""

    listen: str
    base: str = ""
    proxies: tuple[str, ...] | None = None
    spool: str = ""

    @property
    def trusted(self) -> tuple[str, ...]:
        """The proxies. The pages have no TLS: where people reach them by it at this machine, one is there."""
        if self.proxies is not None:
            return self.proxies
        is_behind = self.base.startswith("https:") and is_loopback(self.listen.rpartition(":")[0].strip("[]"))
        return LOOPBACK if is_behind else ()


class Notices(_Part, frozen=True):
    """Notices by webhook: the hosts that they may go to, and the club's own address for its public games,
    with its shape where the host does not say it, and the language there. Without this part there are none.
    """

    url: Secret | None = None
    shape: Literal["", "discord", "slack", "ntfy"] = ""
    language: Literal["en", "fr", "ru"] = "en"
    hosts: tuple[str, ...] = tuple(HOSTS)


class Configuration(_Part, frozen=True):
    """A desk. Mails go out by `smtp`, or into the Maildir `outgoing`. `strips_results` says that the
    receiving server takes away what comes in under one of its names. `most_bytes` is how large a mail may be
    that comes in, by whatever way; a server of our own has its own limit. `club` is the club's file, "" where
    nobody begins games by mail. `waits_for_mail`: for how many hours nobody is called late while a mailbox
    cannot be reached."""

    store: str
    address: str
    referee: Person | str = ""
    authserv_ids: tuple[str, ...] = ()
    maildir: tuple[Maildir, ...] = ()
    imap: tuple[Imap, ...] = ()
    listen: Listen | None = None
    smtp: Smtp | None = None
    outgoing: Maildir | None = None
    web: Web | None = None
    strips_results: bool = False
    keep: Keep = Keep()
    notices: Notices | None = None
    most_bytes: Annotated[int, Meta(ge=1)] = MOST_BYTES
    club: str = ""
    waits_for_mail: Annotated[int, Meta(ge=0, le=720)] = 6
    dkim_selector: Annotated[str, Meta(pattern=r"^([A-Za-z0-9_-]{1,63}(\.[A-Za-z0-9_-]{1,63}){0,3})?$")] = ""

    @property
    def in_charge(self) -> Person:
        """Who is told what the desk cannot do; without an address where nobody is."""
        return Person(self.referee) if isinstance(self.referee, str) else self.referee

    def secrets(self) -> tuple[Secret, ...]:
        parts: tuple[Imap | Smtp, ...] = (*self.imap, *([self.smtp] if self.smtp else []))
        club = self.notices.url if self.notices else None
        found = [*(secret for part in parts for secret in (part.password, part.token)), club]
        return tuple(secret for secret in found if secret)


def read_configuration(path: Path) -> Configuration:
    """The configuration in a file, its paths made absolute. Raises `BadConfiguration`."""
    try:
        text = ordinary(path, LARGEST_FILE).decode("utf-8")
        read = decode_toml(text, Configuration)
    except NotOrdinary as no_file:
        raise BadConfiguration(f"The desk cannot be set up: {no_file}") from None
    except OSError as error:
        raise BadConfiguration(f"{path} cannot be read: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise BadConfiguration(f"{path} is no text in UTF-8.") from None
    except msgspec.ValidationError as error:
        raise BadConfiguration(_said(path, text, str(error))) from None
    except msgspec.DecodeError as error:
        raise BadConfiguration(f"{path} is no TOML: {error}.") from None
    for wrong in _mistakes(read):
        raise BadConfiguration(f"{path}: {wrong}")
    return _absolute(read, path.resolve().parent)


_PARTS: Mapping[str, type[Struct]] = {
    "referee": Person,
    "maildir": Maildir,
    "imap": Imap,
    "listen": Listen,
    "smtp": Smtp,
    "outgoing": Maildir,
    "web": Web,
    "keep": Keep,
    "notices": Notices,
    **dict.fromkeys(("password", "token", "url"), Secret),
}


def _said(path: Path, text: str, error: str) -> str:
    """What the library says of a field, with its line, and what would do where it is unknown or a secret."""
    at = re.findall(r"\w+", error.partition(" - at ")[2])
    tables = [key for key in at if not key.isdigit()]
    if unknown := re.search("unknown field `([^`]+)`", error):
        known = (_PARTS[tables[-1]] if tables else Configuration).__struct_fields__
        error = f"There is no setting “{unknown[1]}” here.{nearest(unknown[1], known)}"
        error += f" There are: {', '.join(known)}"
        at += unknown.groups()
    said = f"{path}, line {line_of(text, *at)}: {error}." if at else f"{path}: {error}."
    if error.endswith(("password`", "token`", "notices.url`")):
        said += ' A secret never stands in this file: write {file = "PATH"} or {env = "NAME"}.'
    return said


def _mistakes(read: Configuration) -> list[str]:
    """What the types of the fields let through."""
    found = [
        f"{name} is “{value}”, which is no mail address. Write it bare: bugyo@example.org."
        for name, value in (("address", read.address), ("referee", read.in_charge.address))
        if not is_address(value) and (value or name == "address")
    ]
    if (read.smtp is None) == (read.outgoing is None):
        found.append("Mails go out one way: write either [smtp] or [outgoing].")
    if not (read.maildir or read.imap or read.listen):
        found.append("No mail can come in: write [[imap]], [[maildir]] or [listen].")
    if read.web and read.web.base and not read.web.base.startswith(("http://", "https://")):
        found.append(
            f"The base “{read.web.base}” is no address of pages. Write it as https://games.example.org."
        )
    if read.web:
        found += [
            f"The proxy “{one}” is no address or network. Write it as 127.0.0.1 or 10.0.0.0/8."
            for one in read.web.proxies or ()
            if not _is_network(one)
        ]
    listen = read.listen
    if listen and read.authserv_ids and not (listen.socket or is_loopback(listen.host)):
        found.append(
            f"Whoever reaches {listen.where} could write what the servers in authserv_ids have verified. "
            "Listen on 127.0.0.1 or on a socket, behind a mail server that checks."
        )
    for name, part in [*((f"imap {one.where}", one) for one in read.imap), ("smtp", read.smtp)]:
        found += _login_mistakes(name, part) if part else []
    return [*found, *_host_mistakes(read), *_secret_mistakes(read)]


def _host_mistakes(read: Configuration) -> list[str]:
    hosts = read.notices.hosts if read.notices else ()
    return [
        f"The host “{host}” of [notices] is no name of a machine. Write it bare: ntfy.example.org."
        for host in hosts
        if not is_host(host)
    ]


def _login_mistakes(name: str, part: Imap | Smtp) -> list[str]:
    found = []
    if part.password and part.token:
        found.append(f"{name}: write password or token, not both.")
    if bool(part.user) != bool(part.password or part.token):
        found.append(f"{name}: a user needs a password or a token (OAuth 2), and they need a user.")
    if part.tls == "none" and part.user and not is_loopback(part.host):
        found.append(
            f"{name}: without TLS the password would go over the network in the clear. "
            'Write tls = "implicit" or tls = "starttls".'
        )
    return found


def _secret_mistakes(read: Configuration) -> list[str]:
    if all(bool(secret.file) != bool(secret.env) for secret in read.secrets()):
        return []
    return ['A secret stands in one place: write {file = "PATH"} or {env = "NAME"}.']


def is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _is_network(text: str) -> bool:
    try:
        ip_network(text, strict=False)
    except ValueError:
        return False
    return True


def _absolute(read: Configuration, base: Path) -> Configuration:
    def at(path: str) -> str:
        return str(base / Path(path).expanduser()) if path else ""

    def secret(one: Secret | None) -> Secret | None:
        return one and replace(one, file=at(one.file))

    def login(one: Imap | Smtp) -> dict[str, object]:
        return {"ca": at(one.ca), "password": secret(one.password), "token": secret(one.token)}

    return replace(
        read,
        club=at(read.club),
        store=read.store if isinstance(place_of(read.store), Server) else at(read.store),
        maildir=tuple(Maildir(at(one.path)) for one in read.maildir),
        imap=tuple(replace(one, **login(one)) for one in read.imap),
        listen=read.listen and replace(read.listen, socket=at(read.listen.socket)),
        smtp=read.smtp and replace(read.smtp, **login(read.smtp)),
        outgoing=read.outgoing and Maildir(at(read.outgoing.path)),
        web=read.web and replace(read.web, spool=at(read.web.spool)),
        notices=read.notices and replace(read.notices, url=secret(read.notices.url)),
    )


def tls_context(part: Imap | Smtp) -> ssl.SSLContext:
    """Certificates are checked, by the authorities of the system or those in the file `ca`. Raises
    `BadConfiguration`."""
    import ssl  # most commands read the settings and speak to no server

    try:
        return ssl.create_default_context(cafile=part.ca or None)
    except (OSError, ssl.SSLError) as error:
        why = getattr(error, "strerror", "") or str(error)
        raise BadConfiguration(f"The certificates in {part.ca} cannot be read: {why}.") from None
