"""The tables of lists that people sign on to, and of who stands on them. They are kept beside the record: a
list that is full becomes a game, and is no more than its name from then on.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from referee.record.record import Record

WAITING, OPENED, CLOSED = "waiting", "opened", "closed"
"""What has become of a list."""

_LISTS, _SIGNED = "name, state, maker, made_at, until, terms", "number, address, person, wish, stays, at"


class Listed(Struct, frozen=True):
    """A list: `maker` is the mailbox that has asked for it, `terms` are JSON; times are milliseconds since
    1970, UTC."""

    name: str
    state: str
    maker: str
    made_at: int
    until: int
    terms: bytes


class SignedOn(Struct, frozen=True):
    """Somebody on a list. `number` says in which order; with `stays` he stays there when another list seats
    him; `wish` is the seat that he wants, "" any."""

    number: int
    address: str
    person: str
    wish: str
    stays: int
    at: int


class ListTable:
    """The lists of a store."""

    def __init__(self, record: Record) -> None:
        self._recorder = record.recorder

    def add(self, listed: Listed) -> None:
        values = (listed.name, listed.state, listed.maker, listed.made_at, listed.until, listed.terms)
        self._recorder.write(f"INSERT INTO lists ({_LISTS}) VALUES (?,?,?,?,?,?)", values)

    def change(self, name: str, terms: bytes) -> None:
        self._recorder.write("UPDATE lists SET terms=? WHERE name=?", (terms, name))

    def get(self, name: str) -> Listed | None:
        found = self._lists("name=?", (name,))
        return found[0] if found else None

    def waiting(self) -> list[Listed]:
        """The lists that people can sign on to, those first that end first."""
        return self._lists("state=? ORDER BY until, name", (WAITING,))

    def of(self, maker: str, since: int) -> list[Listed]:
        """The lists that a mailbox has asked for after a time, whatever has become of them."""
        return self._lists("maker=? AND made_at>? ORDER BY made_at, name", (maker, since))

    def end(self, name: str, state: str) -> None:
        """It waits no more; who stood on it is forgotten."""
        self._recorder.write("UPDATE lists SET state=? WHERE name=?", (state, name))
        self._recorder.write("DELETE FROM sign_ons WHERE list=?", (name,))

    def sign(self, name: str, mailbox: str, one: SignedOn) -> None:
        self._recorder.write(
            f"INSERT INTO sign_ons (list, mailbox, {_SIGNED}) VALUES (?,?,?,?,?,?,?,?)",
            (name, mailbox, one.number, one.address, one.person, one.wish, one.stays, one.at),
        )

    def strike(self, name: str, mailbox: str) -> None:
        self._recorder.write("DELETE FROM sign_ons WHERE list=? AND mailbox=?", (name, mailbox))

    def signed(self, name: str) -> list[SignedOn]:
        """Those on a list, in the order in which they signed on."""
        rows = self._recorder.rows(f"SELECT {_SIGNED} FROM sign_ons WHERE list=? ORDER BY number", (name,))
        return [SignedOn(*row) for row in rows]

    def lists_of(self, mailbox: str) -> list[tuple[str, bool]]:
        """The lists that a mailbox stands on, each with whether it stays there."""
        asked = "SELECT list, stays FROM sign_ons WHERE mailbox=? ORDER BY list"
        return [(str(name), bool(stays)) for name, stays in self._recorder.rows(asked, (mailbox,))]

    def _lists(self, where: str, values: Sequence[object]) -> list[Listed]:
        rows = self._recorder.rows(f"SELECT {_LISTS} FROM lists WHERE {where}", tuple(values))
        return [Listed(*row) for row in rows]


def is_waiting(record: Record, name: str) -> bool:
    """Whether people still sign on to a game of that name."""
    found = ListTable(record).get(name)
    return found is not None and found.state == WAITING
