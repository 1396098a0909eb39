"""The games of a person, by his address: where it is his turn and until when, and whom he waits for."""

from __future__ import annotations

import hmac
import re
from collections.abc import Callable, Iterator
from weakref import WeakKeyDictionary

from msgspec import Struct

from domain.kit.errors import BrokenRecord
from domain.kit.framing import framed, keyed
from projections.language.messages import _, term, wrap
from projections.replay import Replay
from referee.games.addresses import acting, all_pages, pages_of
from referee.record import timers
from referee.record.record import Record
from referee.seats.links import seat_path
from referee.seats.seat_view import due, how_it_stands, persons, seen_by, until
from referee.seats.tokens import BITS, bare, bearer_of, server_key

TURN, JOIN, WAIT, OVER = "turn", "join", "wait", "over"
_ORDER = (TURN, JOIN, WAIT, OVER)

_found: WeakKeyDictionary[Record, dict[bytes, tuple[str, str]]] = WeakKeyDictionary()
"""Whose page each token of a store is that was derived, with its generation, by its digest."""

MOST = 60
"""Games that are told of, the newest."""


class Own(Struct, frozen=True):
    """A game as one of its seats is told of it. `due` is in milliseconds since 1970, 0 where nothing is;
    `path` is that of the page to look at."""

    game: str
    title: str
    seat: str
    person: str
    state: str
    asked: str
    until: str
    due: int
    waits: tuple[str, ...]
    path: str
    own_tables: bool = False


def own_games(record: Record, address: str, now: int, replay_of: Callable[[str], Replay]) -> list[Own]:
    """Those that mail from an address may act for now; a broken game is left out."""
    own = list[Own]()
    for actor in acting(record, address, now)[-MOST:]:
        try:
            if actor.scope != "press":
                own.append(_own(record, replay_of(actor.game), actor.seat, actor.person, now))
        except BrokenRecord:
            continue
    return sorted(own, key=lambda one: (_ORDER.index(one.state), one.due or 1 << 60, one.game))


def _own(record: Record, replay: Replay, seat: str, person: str, now: int) -> Own:
    key, game = server_key(record), replay.newest()
    bearer = bearer_of(record, game, seat, person, now)
    scene = seen_by(replay, key, bearer)
    state = WAIT
    if game.is_over():
        state = OVER
    elif seat in game.ledger.absent:
        state = JOIN
    elif seat in game.wanted():
        state = TURN
    return Own(
        game.id,
        term(game.rules.name),
        seat,
        scene.person,
        state,
        how_it_stands(scene, asks=False).says,
        until(scene),
        due(scene, seat) if state in (TURN, JOIN) else 0,
        tuple(persons(game, one) for one in game.wanted() if one != seat and not game.is_over()),
        seat_path(key, game, seat, *bearer.marks),
        game.opening().tables is not None,
    )


def told(games: list[Own], base: str, path: str) -> Iterator[str]:
    """`base` is where the pages are reached, "" where there are none."""
    for one in games:
        if one.state != OVER:
            yield from wrap(f"{_named(one)} {one.until}".strip(), "- ", "  ")
    over = [one.game for one in games if one.state == OVER]
    if over:
        yield from wrap(_("Over: {games}.").format(games=", ".join(over)))
    if base:
        yield _("All your games on one page: {link}").format(link=base.rstrip("/") + path)


def _named(one: Own) -> str:
    """How a game stands, with its name: while others have to join yet, the sentence has none."""
    has_name = re.search(rf"(?<![\w-]){re.escape(one.game)}(?![\w-])", one.asked)
    return one.asked if has_name else f"{one.game}: {one.asked}"


# ---- the page


def games_path(record: Record, address: str) -> str:
    """Another one after each renewal of a link of his."""
    return f"/m/{_token(server_key(record), address, pages_of(record, address))}/"


def address_at(record: Record, token: str) -> str:
    """The address whose page it is, "" for nobody's. Each token is derived once; after that one that is good
    is found at once, and another costs two questions to the store, however many people there are."""
    found = _found.setdefault(record, {})
    if _digest(token) not in found:
        _derive(record, found)
    address, _generation = found.get(_digest(token), ("", ""))
    expected = _token(server_key(record), address, pages_of(record, address))
    return address if address and hmac.compare_digest(expected.encode(), token.encode()) else ""


def _derive(record: Record, found: dict[bytes, tuple[str, str]]) -> None:
    """The tokens of those who are new, or whose links were renewed."""
    key, generations = server_key(record), all_pages(record)
    now = {(address, generations.get(address, "0")) for address in timers.all_addresses(record.recorder)}
    for old in [digest for digest, whose in list(found.items()) if whose not in now]:
        found.pop(old, None)
    for address, generation in now.difference(list(found.values())):
        found[_digest(_token(key, address, generation))] = (address, generation)


def _digest(token: str) -> bytes:
    """How long it takes to look for one tells nothing of how the good ones begin."""
    return framed("bugyo/1/page", token.encode())


def _token(key: bytes, address: str, generation: str) -> str:
    mac = keyed(key, "bugyo/1/games", address.lower().encode(), generation.encode())
    return bare(mac[: BITS // 8]).lower()
