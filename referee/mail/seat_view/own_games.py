"""The games of a person, by his address: where it is his turn and until when, and whom he waits for.

Own         one of them
own_games   all of them, where he has to act first
told        the same as lines of a mail
games_path  the secret page that has them
address_at  whose page that is
keep_pages  sees to it that each is found
"""

from __future__ import annotations

import hmac
from collections.abc import Callable, Iterator

from msgspec import Struct

from domain.kit.errors import BrokenRecord
from domain.kit.framing import framed, keyed
from projections.language.messages import _, term, wrap
from projections.replay import Replay
from referee.games.addresses import acting, pages_of
from referee.mail.seat_view.links import seat_path
from referee.mail.seat_view.seat_view import due, how_it_stands, persons, seen_by, until
from referee.mail.seat_view.tokens import BITS, bare, bearer_of, server_key
from referee.record import timers
from referee.record.record import Record

TURN, JOIN, WAIT, OVER = "turn", "join", "wait", "over"
_ORDER = (TURN, JOIN, WAIT, OVER)

_PAGE = "page/"
"""Before the digest of a token: the setting that says whose page it is."""

_KEPT = "pages-kept"

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
    elif seat in game.awaited():
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
        tuple(persons(game, one) for one in game.awaited() if one != seat and not game.is_over()),
        seat_path(key, game, seat, *bearer.marks),
    )


def told(games: list[Own], base: str, path: str) -> Iterator[str]:
    """`base` is where the pages are reached, "" where there are none."""
    for one in games:
        if one.state != OVER:
            yield from wrap(f"{one.asked} {one.until}".strip(), "- ", "  ")
    over = [one.game for one in games if one.state == OVER]
    if over:
        yield from wrap(_("Over: {games}.").format(games=", ".join(over)))
    if base:
        yield _("All your games on one page: {link}").format(link=base.rstrip("/") + path)


# ---- the page


def games_path(record: Record, address: str) -> str:
    """Another one after each renewal of a link of his. It is found from now on."""
    token = _token(server_key(record), address, pages_of(record, address))
    record.set_once(_PAGE + _digest(token), address.lower().encode())
    return f"/m/{token}/"


def address_at(record: Record, token: str) -> str:
    """The address whose page it is, "" for nobody's: one look, however many there are, and no more where the
    token was one once."""
    address = record.setting(_PAGE + _digest(token)).decode()
    expected = _token(server_key(record), address, pages_of(record, address))
    return address if address and hmac.compare_digest(expected.encode(), token.encode()) else ""


def keep_pages(record: Record) -> None:
    """Every page that an older Bugyo has told of is found, which is done once; and the key is there. Whoever
    only reads the store can see to neither."""
    server_key(record)
    if record.setting(_KEPT):
        return
    with record.together():
        for address in timers.all_addresses(record.recorder):
            games_path(record, address)
        record.set(_KEPT, b"1")


def _digest(token: str) -> str:
    """A store that somebody has read gives no link away, and no time to look tells how one begins."""
    return framed("bugyo/1/page", token.encode()).hex()


def _token(key: bytes, address: str, generation: str) -> str:
    mac = keyed(key, "bugyo/1/games", address.lower().encode(), generation.encode())
    return bare(mac[: BITS // 8]).lower()
