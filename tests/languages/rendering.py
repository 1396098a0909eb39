"""Games as readers of a language see them: logs, boards, explanations and mails, a text each.

told        the log of a game, some of its boards and explanations, as the referee or a seat may know them
mailed      the mails of a session whose players all read one language
unwrapped   the lines of a text as they were before they were broken
"""

from __future__ import annotations

import email
import email.policy
from collections.abc import Iterator
from pathlib import Path

from msgspec.structs import replace

from domain.kit.chance import Thrown
from domain.kit.facts import Fact
from domain.kit.sealed import REFEREE
from projections.language.catalogues import Reader, written_for
from projections.replay import Replay
from projections.telling.boards import text as board
from projections.telling.explain import explain
from projections.telling.log import log
from tests.projections.games import NOBODY, NOON, Stamped
from tests.referee.mail.golden.session import Session, script
from tests.titles.play import Played


def replay_of(played: Played) -> Replay:
    stamped = [
        Stamped(bytes(32), NOON + 60_000 * nth, NOBODY, entry) for nth, entry in enumerate(played.entries)
    ]
    return Replay("test", played.rules, played.data, stamped)


def told(played: Played, language: str, boards: int = 40, alike: int = 1) -> Iterator[str]:
    """The log; a board every so many events; an explanation of `alike` events of each kind and rule."""
    replay = replay_of(played)
    explained: dict[object, int] = {}
    with written_for(Reader(language)):
        yield "\n".join(line.text for line in log(replay, REFEREE))
        for at, entry in enumerate(played.entries, 1):
            kind = (type(entry.event), entry.rule) if isinstance(entry, Fact) else type(entry)
            if isinstance(entry, Thrown):
                kind = entry.question.rule
            explained[kind] = explained.get(kind, 0) + 1
            if explained[kind] <= alike:
                yield explain(replay, at, REFEREE)
            if at % boards == 0:
                yield board(replay, at, REFEREE)
        yield board(replay, len(replay), REFEREE)


def mailed(folder: Path, language: str, path: Path) -> Iterator[str]:
    """Subject and text of each mail of a session."""
    play = script(folder)
    players = [replace(player, language=language, digest="") for player in play.players]
    for _at, raw in Session(path, replace(play, players=players)).run().went:
        mail = email.message_from_bytes(raw, policy=email.policy.default)
        body = mail.get_body(("plain",))
        assert body is not None
        yield f"{mail['Subject']}\n\n{body.get_content()}"
