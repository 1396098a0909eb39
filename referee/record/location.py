"""The place of a store: a file, or a schema of a database on a PostgreSQL server."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple
from urllib.parse import parse_qsl, quote, urlencode, urlsplit

SCHEMES = ("postgresql", "postgres")
PUBLIC = "public"


class Server(NamedTuple):
    """A store on a PostgreSQL server: `postgresql://user@host:port/database?schema=name`, and whatever else
    libpq understands. What it does not say, libpq takes from where it always does (~/.pgpass, PGHOST…).
    """

    url: str

    @property
    def schema(self) -> str:
        """Each schema of a database can hold a store of its own."""
        return dict(parse_qsl(urlsplit(self.url).query)).get("schema") or PUBLIC

    @property
    def reading(self) -> Server:
        """The same, where the server itself lets nothing be written."""
        asked = dict(parse_qsl(urlsplit(self.url).query))
        asked["options"] = f"{asked.get('options', '')} -c default_transaction_read_only=on".strip()
        return Server(urlsplit(self.url)._replace(query=urlencode(asked, quote_via=quote)).geturl())

    @property
    def conninfo(self) -> str:
        """As libpq understands it."""
        parts = urlsplit(self.url)
        asked = [(name, value) for name, value in parse_qsl(parts.query) if name != "schema"]
        return f"postgresql://{parts.netloc}{parts.path}" + (
            f"?{urlencode(asked, quote_via=quote)}" if asked else ""
        )

    @property
    def tells_password(self) -> bool:
        """Whether the address itself has one."""
        parts = urlsplit(self.url)
        return bool(parts.password) or any(name in _SECRET for name, _ in parse_qsl(parts.query))

    def __str__(self) -> str:
        """Without the password: this stands in sentences and logs."""
        parts = urlsplit(self.url)
        user, at, where = parts.netloc.rpartition("@")
        shown = [(name, value) for name, value in parse_qsl(parts.query) if name not in _SECRET]
        query = f"?{urlencode(shown, safe='/')}" if shown else ""
        return f"postgresql://{user.partition(':')[0]}{at}{where}{parts.path}{query}"


_SECRET = ("password", "sslpassword")

Place = Path | Server


def place_of(text: str) -> Place:
    """`postgresql://…` names a server, all else a file."""
    return Server(text) if text.partition("://")[0] in SCHEMES and "://" in text else Path(text)


def written(place: Place) -> str:
    """As `place_of` reads it again; with the password, where the address has one."""
    return place.url if isinstance(place, Server) else str(place)
