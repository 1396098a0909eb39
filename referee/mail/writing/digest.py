"""One mail a day in place of each piece of news, for who wants that: what it says, and when it is due.

What waits for an answer is not put off: mails that say it is somebody's turn, answers, reminders go at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from itertools import chain
from zoneinfo import ZoneInfo

from msgspec.structs import replace

from domain.kit.framing import framed
from projections.language.catalogues import Reader, written_for
from projections.language.messages import _, _n, term, wrap
from referee.mail.writing.answers import with_news
from referee.mail.writing.letters_to_named import of_no_game
from referee.mail.writing.news import positions
from referee.mail.writing.post import Post, proof
from referee.reading.senders import is_address
from referee.record.record import Record
from referee.seats.mail_parts import Parts, what_happened
from referee.seats.readers import looked_at, reader_of, to_look_at
from referee.seats.seat_view import Scene, persons, since, whose_turn
from referee.transport.letters import DIGEST, name_of


def send_digests(post: Post, at: int) -> tuple[str, ...]:
    """The digests that are due at a time, one a day for each address that wants one; these addresses."""
    written = []
    for address in to_look_at(post.record, at):
        reader = reader_of(post.record, address)
        day = day_due(reader, at)
        if is_address(address) and day > post.record.setting(f"digest/{address}").decode():
            with written_for(reader):
                if _send(post, address, day):
                    written.append(address)
            post.record.set(f"digest/{address}", day.encode())
        looked_at(post.record, address, reader, at)
    return tuple(written)


def _send(post: Post, address: str, day: str) -> bool:
    """All the news of a person's games in one mail; False where there is none."""
    scenes = [post.scene(game, seat) for game, seat in post.record.seats_of(address)]
    untold = [(now, told) for now in scenes if _has_news(now, told := post.told(now))]
    if not untold:
        return False
    name = name_of(DIGEST, framed("bugyo/1/digest", address.encode(), day.encode()).hex())
    parts = replace(_body(untold), proof=_receipts(post.record, untold, name))
    for now, _after in untold:
        post.set_told(now)
    letter = of_no_game(address, _subject(len(untold)), parts, DIGEST, name, post.dress)
    post.send(replace(letter, unsubscribe=True))
    return True


def day_due(reader: Reader, at: int) -> str:
    """The newest day, "2026-12-01", on which the time of the digest has come; "" for who wants none."""
    if not reader.digest:
        return ""
    here = datetime.fromtimestamp(at // 1000, UTC).astimezone(ZoneInfo(reader.zone))
    day = here if f"{here:%H:%M}" >= reader.digest else here - timedelta(days=1)
    return f"{day:%Y-%m-%d}"


def _has_news(scene: Scene, told: int) -> bool:
    """Whether something has happened that the seat may know, in a game that it has been written of."""
    if not told or told >= len(scene.replay) or scene.game.ledger.absent:
        return False
    return bool(since(scene, told) or positions(scene, told))


def _subject(games: int) -> str:
    said = _n("Bugyo: news of {count} game", "Bugyo: news of {count} games", games)
    return said.format(count=games)


def _body(news: Sequence[tuple[Scene, int]]) -> Parts:
    """A part for each game: what has happened, whom it waits for. Orders go into the mails of the turns."""
    lines = list[str]()
    for scene, told in news:
        parts = with_news(Parts(whose_turn(scene)), scene, told)
        lines += [_heading(scene), "", *wrap(parts.says), ""]
        lines += [*parts.board, *parts.press, *what_happened(parts), ""]
    said = _("This is the digest that you wished for. To order, answer the mail that says it is your turn.")
    return Parts(said, notes=lines)


def _receipts(record: Record, news: Sequence[tuple[Scene, int]], name: str) -> list[str]:
    """`name` is that of the mail."""
    made = [(*proof(record, scene, f"{name}.{scene.replay.game}").receipt, "") for scene, _told in news]
    return [*chain.from_iterable(made)]


def _heading(scene: Scene) -> str:
    said = _("== {tag} {title}; you are {seat} ")
    title = term(scene.game.rules.name).partition(":")[0].strip()
    return said.format(tag=scene.tag, title=title, seat=persons(scene.game, scene.seat)).rstrip()
