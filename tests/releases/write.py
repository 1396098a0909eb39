"""Writes the store of a release that tests open for ever: `fixtures/stores/VERSION.db.xz`.

It is run by its path with the code of that release, from a worktree of its commit:

    cd WORKTREE && PYTHONPATH=. python HERE/tests/releases/write.py HERE/fixtures/stores/0.2.0.db.xz

Of each title the store has a game that is over and one that is half played. Both were opened by `bugyo open`
for people with addresses and deadlines; their orders are drawn from a seed. `0.1.0.db.xz` is of commit
70916e66. What is imported here has stood in every release, or is looked for where it has.
"""

from __future__ import annotations

import lzma
import sys
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from cli.main import commands
from domain.titles import TITLES
from referee.record.envelope import BOTS, Act
from referee.record.record import Record

PEOPLE = ("Anna", "Boris", "Chiyo", "Dai")

HALF = 30
"""Orders of a game that is half played."""

WHOLE = ("shinobi", "rising_sun")
"""Titles of which a game is played to its end; of the others, which are longer, one side gives up."""


def main(into: Path) -> None:
    with TemporaryDirectory() as place:
        store = Path(place) / "games.db"
        for title in TITLES:
            for kind in ("over", "half"):
                name = f"{title.replace('_', '-')}-{kind}"
                open_game(store, title, name)
                orders = 10_000 if kind == "over" and title in WHOLE else HALF
                play(store, title, name, orders, kind == "over")
        into.write_bytes(lzma.compress(store.read_bytes(), preset=9 | lzma.PRESET_EXTREME))


def open_game(store: Path, title: str, name: str) -> None:
    least, _ = TITLES[title].scenarios[0].seats
    asked = ["open", title, "--id", name, "--store", str(store), "--deadline", "72h", "--reminder", "24h"]
    for who in PEOPLE[:least]:
        asked += ["--player", f"{who} <{who.lower()}@club.example>"]
    asked += ["--address", "bugyo@club.example", "--outgoing", str(store.parent / "out")]
    commands.main(asked, standalone_mode=False)


def play(store: Path, title: str, name: str, orders: int, to_the_end: bool) -> None:
    """So many random legal orders after everybody has joined."""
    record, luck = Record(store), Random(name)
    referee = found("Referee", "referee.games.referee", "referee.service")(record, seed=name)
    join = found("Join", "domain.game.entries.protocol_orders", "domain.game.orders")
    for _ in range(orders):
        game = record.load(name).game
        if game.is_over():
            break
        seat = luck.choice(game.awaited())
        joins = game.expected() == (join,)
        order = join(f"{seat} has joined {name}") if joins else luck.choice(game.examples(seat))
        referee.take(name, seat, order, Act(BOTS, seat=seat))
    game = record.load(name).game
    if to_the_end and not game.is_over():
        always = TITLES[title].always
        kinds = always() if callable(always) else always
        resign = next(kind for kind in kinds if kind.__struct_config__.tag == "resign")
        referee.take(name, game.awaited()[0], resign(), Act(BOTS, seat=game.awaited()[0]))
    record.close()


def found(name: str, *modules: str) -> Any:
    """What has not always stood in the same module."""
    for module in modules:
        with suppress(ModuleNotFoundError):
            return getattr(import_module(module), name)
    raise SystemExit(f"{name} stands in none of {', '.join(modules)}.")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
