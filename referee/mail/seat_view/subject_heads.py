"""The first two lines of a mail about a game, for programs: they are always in English and never wrapped.

    :: Game: winter  Title: shinobi  Turn: T5  Seat: iga
    :: Mail: turn  Event: 42  State: your-move  Due: 2026-12-01T20:00:00Z

docs/player.md says what stands in them. Fields may be added at the end of a line; none is taken away.
"""

from __future__ import annotations

from datetime import UTC, datetime

from referee.mail.seat_view.seat_view import Scene, due

MARK = ":: "
NOTHING = "-"

YOUR_MOVE, JOINING, WAITING, LOCKED, PAUSED, OVER = (
    *("your-move", "joining", "waiting", "locked", "paused", "over"),
)


def head(scene: Scene, kind: str) -> list[str]:
    """The lines of a mail of a kind to a party of a game."""
    return _lines(
        _names(scene),
        {"Mail": kind, "Event": str(len(scene.replay)), "State": _state(scene), "Due": _due(scene)},
    )


def head_beside(scene: Scene, kind: str) -> list[str]:
    """The lines of a mail about a seat to somebody who is not shown how its game stands."""
    return _lines(_names(scene), _unsaid(kind))


def head_of_no_game(kind: str) -> list[str]:
    """The lines of a mail about no game, or about several."""
    return _lines(dict.fromkeys(("Game", "Title", "Turn", "Seat"), NOTHING), _unsaid(kind))


def _names(scene: Scene) -> dict[str, str]:
    game = scene.game
    return {"Game": scene.replay.game, "Title": game.title, "Turn": game.label, "Seat": scene.seat}


def _unsaid(kind: str) -> dict[str, str]:
    return {"Mail": kind, **dict.fromkeys(("Event", "State", "Due"), NOTHING)}


def _lines(*lines: dict[str, str]) -> list[str]:
    return [MARK + "  ".join(f"{name}: {value}" for name, value in line.items()) for line in lines]


def _state(scene: Scene) -> str:
    game = scene.game
    if game.is_over():
        return OVER
    if game.ledger.missing():
        return JOINING
    if game.register.paused is not None:
        return PAUSED
    if scene.seat in game.awaited():
        return YOUR_MOVE
    return WAITING if game.awaited() else LOCKED


def _due(scene: Scene) -> str:
    at = due(scene, scene.seat)
    return f"{datetime.fromtimestamp(at // 1000, UTC):%Y-%m-%dT%H:%M:%SZ}" if at else NOTHING
