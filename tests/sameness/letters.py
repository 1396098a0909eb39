"""Whole correspondences with a desk, byte for byte, in each language."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle
from pathlib import Path
from typing import Any
from unittest.mock import patch

import msgspec

from tests.referee.mail.golden import session
from tests.sameness.games import LANGUAGES, ORDERS, Files, orders_of, seats_of
from tests.sameness.runs import run, still

WRONG = 60
"""Orders of a recorded game that are mailed at the beginning of another one: nearly all are refused."""


def of_session(folder: Path) -> Files:
    """A golden correspondence: as its people read, then with all of them reading one language."""
    play = session.script(folder)
    yield from _played("as-it-is", play)
    for language in LANGUAGES:
        for player in play.players:
            player.language = language
        yield from _played(language, play)


def of_refusals(bundle: Path) -> Files:
    """Mails with what does not fit, by one player after the other: orders of a recorded game, and words that
    are none. One order that is legal comes between, so that play goes on and no answer is cut short."""
    with still():
        game = run("import", bundle).stdout.split()[0].rstrip(":,.")
        orders = run("export", game, "--format", ORDERS).stdout
    for language in LANGUAGES:
        yield from _played(language, _wrong(orders, language))


def _wrong(orders: str, language: str) -> session.Script:
    fields = dict(line.split(": ", 1) for line in orders.splitlines() if ": " in line[:12])
    players = [
        {"name": f"Player {seat}", "address": f"{seat}@example.org", "seat": seat, "language": language}
        for seat in seats_of(orders)
    ]
    wrong = [order for _, order in orders_of(orders, WRONG)]
    script = {
        "game": "sameness",
        "begins": "2026-11-16T09:00",
        **{name: fields[name] for name in ("title", "scenario", "preset")},
        "players": players,
        "steps": [{"play": len(players)}, *_steps([str(player["name"]) for player in players], wrong)],
    }
    return msgspec.convert(script, session.Script)


def _steps(people: list[str], orders: list[str]) -> Iterator[dict[str, Any]]:
    for name, first, second in zip(cycle(people), orders[::2], orders[1::2], strict=False):
        yield {"after": "1d", "mail": name, "lines": [first]}
        yield {"after": "1h", "mail": name, "lines": [second, "xyzzy"]}
        yield {"after": "1h", "play": 1}


def _played(name: str, play: session.Script) -> Files:
    with still() as folder, patch.object(session, "script", lambda _: play):
        for file, text in session.files(folder, folder).items():
            yield f"{name}/{file}", text.encode()
