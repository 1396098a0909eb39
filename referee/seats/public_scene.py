"""A game as everybody may see it: what is too new for that is not there at all."""

from __future__ import annotations

from domain.game.state.words import notation_of
from domain.kit.sealed import PUBLIC
from domain.titles import TITLES
from projections.replay import Replay
from referee.games.old_enough import seen_count
from referee.record.record import Record
from referee.seats import folded_games
from referee.seats.seat_view import Scene


def public_scene(record: Record, game: str, now: int, pages: str = "") -> Scene | None:
    """None where there is nothing to see yet. `pages` is where the web pages are, "" nowhere. Raises
    `UnknownGame`, `BrokenRecord`."""
    count = seen_count(record, game, now)
    if not count:
        return None
    link = f"{pages.rstrip('/')}/g/{game}/" if pages else ""
    if count == record.load(game).game.position:
        return Scene(folded_games.replay(record, game), PUBLIC, "", link)
    title, envelopes = record.title(game), record.envelopes(game)
    data = record.data(title, envelopes[0].entry.data)
    replay = Replay(game, TITLES[title], data, envelopes[:count])
    replay.notation = notation_of(replay.newest())
    return Scene(replay, PUBLIC, "", link)
