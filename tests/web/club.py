"""A desk with two games of the same people, at other seats, and their browsers."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from referee.games.opening import Opening
from referee.record.envelope import COMMAND_LINE, Act
from referee.seats.links import play_secret, seat_path
from referee.seats.tokens import bearer_of, server_key
from tests.referee.mail.test_desk_lines import ANNA, BELA, CARA, POLICY
from tests.web.playing import BROWSER, Playing

REFEREE = Act(COMMAND_LINE, person="referee")
SEAT = {CARA: "iga", ANNA: "ise", BELA: "kii"}
"""Who sits where in the second game; in the first Cara sits in kii, and Anna in iga."""


class Club(Playing):
    """Two games, “winter” and “summer”, with the same people at other seats."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.another("summer", ("Cara", "Anna", "Bela"), tuple(SEAT))

    def another(self, game: str, names: tuple[str, ...], addresses: tuple[str, ...]) -> None:
        self.referee.open(Opening(game, "shinobi", names, level=0, policy=POLICY), REFEREE)
        for seat, address in zip(SEAT.values(), addresses, strict=True):
            self.record.register(game, seat, address)

    def at(self, game: str, seat: str, person: str = "") -> tuple[Any, ...]:
        stood, key = self.record.load(game).game, server_key(self.record)
        return key, stood, seat, *bearer_of(self.record, stood, seat, person, self.now).marks

    def asks(self, game: str, seat: str, *, person: str = "", browser: str = BROWSER) -> bool:
        """Whether what is sent from a browser waits for a word."""
        whose, kept = self.at(game, seat, person), self.record.load(game)
        given = self.given("kii", "press to all: hello") | {
            "play": play_secret(*whose),
            "browser": browser,
            "head": f"{kept.game.position} {kept.head.hex()}",
        }
        assert self.post(f"{seat_path(*whose)}send", given).json()["state"] == "kept"
        self.works()
        state = self.post(f"{seat_path(*whose)}send", given).json()["state"]
        assert state in ("answered", "confirm")
        return bool(state == "confirm")

    def way(self, game: str, seat: str, **other: str) -> Any:
        """What a browser is told of all the games of whoever sits there."""
        whose = self.at(game, seat)
        return self.post(
            f"{seat_path(*whose)}games", {"play": play_secret(*whose), "browser": BROWSER, **other}
        )
