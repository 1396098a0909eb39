"""A store with two games: summer is being played, bots-7-1 is over."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from cli.main import commands
from domain.game.state.words import notation_of
from referee.record.record import Record

OPEN = ("open", "shinobi", "--id", "summer", "--player", "Anna <Anna@example.org>")
WHY = ("--reason", "Anna has lost her mail", "--person", "Rei")
PLAYERS = ("--player", "Boris", "--seat", "kii=Eva <eva@example.org>")


class Bugyo:
    """Runs commands on a store, and sees to what holds for all of them."""

    def __init__(self, store: Path) -> None:
        self.store = store

    def __call__(self, *args: object, code: int = 0, stdin: str | bytes | None = None) -> Result:
        env = {"BUGYO_STORE": str(self.store), "COLUMNS": "80", "BUGYO_OUTGOING": None, "BUGYO_ADDRESS": None}
        result = CliRunner(env=env).invoke(commands, [str(arg) for arg in args], stdin, prog_name="bugyo")
        assert result.exit_code == code, result.output
        assert "Traceback" not in result.output
        if code in (2, 65, 66, 73, 74, 77):
            assert result.stdout == ""
            assert result.stderr
        return result

    def json(self, *args: object, code: int = 0, stdin: str | bytes | None = None) -> Any:
        return json.loads(self(*args, "--json", code=code, stdin=stdin).stdout)

    def join(self, game: str, *args: object) -> None:
        """Every seat answers the invitation, and the game begins."""
        for seat in ("iga", "ise", "kii"):
            self("orders", game, seat, "-", *args, stdin=f"join {seat} wishes everybody luck in {game}")

    def open(self, game: str, level: int, *args: object) -> None:
        """A game of three people at a level, with a witness where it needs one."""
        witness = ("--witness", "Dai <dai@example.org>") if level == 3 else ()
        self(*OPEN[:3], game, *OPEN[4:], *PLAYERS, "--level", level, *witness, *args)

    def legal(self, game: str) -> tuple[str, list[str]]:
        """Who is awaited, and the legal orders: read from the store, so that nobody is seen to look."""
        record = Record(self.store)
        stood = record.load(game).game
        record.close()
        (seat,) = stood.awaited()
        return seat, list(map(notation_of(stood).write, stood.offers(seat) or ()))

    def order(self) -> tuple[str, str]:
        """Who is awaited in summer, and the first legal order."""
        seat, orders = self.legal("summer")
        return seat, orders[0]


@pytest.fixture(scope="session")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    bugyo = Bugyo(tmp_path_factory.mktemp("prepared") / "games.db")
    bugyo(*OPEN, *PLAYERS)
    bugyo.join("summer")
    bugyo("play", "shinobi", "--bots", "--seed", 7)
    return bugyo.store


@pytest.fixture
def bugyo(prepared: Path, tmp_path: Path) -> Bugyo:
    return Bugyo(Path(shutil.copy(prepared, tmp_path / "games.db")))


@pytest.fixture
def fresh(tmp_path: Path) -> Bugyo:
    """Without a store."""
    return Bugyo(tmp_path / "new" / "games.db")


Corrupt = Callable[[Path], None]
