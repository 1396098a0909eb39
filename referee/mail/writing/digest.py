"""One mail a day in place of each piece of news, for who wants that: what it says, and when it is due.

What waits for an answer is not put off: mails that say it is somebody's turn, answers, reminders go at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from itertools import chain
from zoneinfo import ZoneInfo

from projections.language.catalogues import Reader
from projections.language.messages import _, _n, term, wrap
from referee.mail.seat_view.mail_parts import Parts, what_happened
from referee.mail.seat_view.press_lines import positions
from referee.mail.seat_view.seat_view import Scene, persons, since, whose_turn
from referee.mail.writing.answers import with_news
from referee.mail.writing.proofs import proof
from referee.record.record import Record


def day_due(reader: Reader, at: int) -> str:
    """The newest day, "2026-12-01", on which the time of the digest has come; "" for who wants none."""
    if not reader.digest:
        return ""
    here = datetime.fromtimestamp(at // 1000, UTC).astimezone(ZoneInfo(reader.zone))
    day = here if f"{here:%H:%M}" >= reader.digest else here - timedelta(days=1)
    return f"{day:%Y-%m-%d}"


def has_news(scene: Scene, told: int) -> bool:
    """Whether something has happened that the seat may know, in a game that it has been written of."""
    if not told or told >= len(scene.replay) or scene.game.ledger.absent:
        return False
    return bool(since(scene, told) or positions(scene, told))


def subject(games: int) -> str:
    said = _n("Bugyo: news of {count} game", "Bugyo: news of {count} games", games)
    return said.format(count=games)


def body(news: Sequence[tuple[Scene, int]]) -> Parts:
    """A part for each game: what has happened, whom it waits for. Orders go into the mails of the turns."""
    lines = list[str]()
    for scene, told in news:
        parts = with_news(Parts(whose_turn(scene)), scene, told)
        lines += [_heading(scene), "", *wrap(parts.says), ""]
        lines += [*parts.board, *parts.press, *what_happened(parts), ""]
    said = _("This is the digest that you wished for. To order, answer the mail that says it is your turn.")
    return Parts(said, notes=lines)


def receipts(record: Record, news: Sequence[tuple[Scene, int]], name: str) -> list[str]:
    """`name` is that of the mail."""
    made = [(*proof(record, scene, f"{name}.{scene.replay.game}").receipt, "") for scene, _told in news]
    return [*chain.from_iterable(made)]


def _heading(scene: Scene) -> str:
    said = _("== {tag} {title}; you are {seat} ")
    title = term(scene.game.rules.name).partition(":")[0].strip()
    return said.format(tag=scene.tag, title=title, seat=persons(scene.game, scene.seat)).rstrip()
