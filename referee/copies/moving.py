"""A whole store in another place: from a file to a server, from a server to a file, or to one of its kind.

Everything goes: games, mails, addresses, settings, keys, cells, outbox, clocks. Before it is kept, what is
there is read back and compared, and every game is audited there; nobody writes to either meanwhile.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping

import msgspec
from msgspec import Struct

from referee.audit.audit import audit_game
from referee.copies import sent_by_pages
from referee.record.locks import InUse, is_served
from referee.record.record import Record
from referee.record.rows import columns, contents, counts, fill, plain, tables
from referee.record.writing import Writing


class CannotMove(Exception):
    """Nothing was written to the other place; the sentence says why."""


class Arrived(Struct, frozen=True):
    """A game as it stands in both places: its events, and the digest of the newest, hexadecimal."""

    game: str
    position: int
    head: str


class Moved(Struct, frozen=True):
    """What has arrived. `rows` counts them by table; `digest` covers all of them, in their order."""

    games: tuple[Arrived, ...]
    rows: Mapping[str, int]
    digest: str


def move(source: Record, target: Record) -> Moved:
    """Copies a store into one that holds nothing, all or nothing. The source stays as it is.

    Raises `CannotMove`, `InUse`.
    """
    if source.place == target.place:
        raise CannotMove(f"{target.place} is where the store is already. Name another place.")
    if is_served(source.place):
        raise InUse(
            f"A desk serves {source.place}. Stop it first, so that nothing is recorded there meanwhile."
        )
    if waiting := sent_by_pages.count(source.place):
        raise CannotMove(
            f"{waiting} sendings of the pages wait beside {source.place} and no desk has taken them. Let the "
            "desk take them first: “bugyo serve … --once”. Then move the store."
        )
    with source.recorder.together(), target.recorder.together():
        held = {table: count for table, count in counts(target.recorder).items() if count}
        if held:
            raise CannotMove(
                f"{target.place} holds something already ({_listed(held)}). Name an empty place."
            )
        names = {table: columns(source.recorder, table) for table in tables()}
        fill(target.recorder, contents(source.recorder), names)
        return _proved(source, target)


def _proved(source: Record, target: Record) -> Moved:
    digest = _digest(source.recorder)
    if _digest(target.recorder) != digest:
        raise CannotMove(
            f"What stands in {target.place} is not what {source.place} holds. It was taken back."
        )
    games = tuple(_arrived(source, target, game) for game in source.games())
    return Moved(games, counts(target.recorder), digest)


def _arrived(source: Record, target: Record, game: str) -> Arrived:
    verdict = audit_game(target, game)
    if verdict.finding is not None and verdict.finding != audit_game(source, game).finding:
        raise CannotMove(f"{game} does not hold in {target.place}: {verdict.finding.why} It was taken back.")
    envelopes = target.envelopes(game)
    head = envelopes[-1].digest.hex()
    return Arrived(game, len(envelopes), head)


def _digest(recorder: Writing) -> str:
    """Of all rows."""
    made = hashlib.sha256()
    for table, rows in contents(recorder):
        for row in rows:
            made.update(msgspec.msgpack.encode((table, *plain(row))))
    return made.hexdigest()


def _listed(held: Mapping[str, int]) -> str:
    return ", ".join(f"{table} {count}" for table, count in held.items())
