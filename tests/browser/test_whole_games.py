"""Whole games of each title, played by two browsers and by mail at a desk of real processes: what they meant
is what is recorded, nobody is told of an error, and whoever checks the record finds it as it should be."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest

from referee.bundle import verify as verifier
from tests.browser.checked import Check
from tests.browser.desks import GAME, PATIENCE, House
from tests.browser.sitting import Sitter
from tests.servers.evening import Choose, any_order, thinking
from tests.servers.machines import wait_for
from tests.servers.people import text_of
from tests.servers.test_session import bugyo

DESKTOP = {"viewport": {"width": 1280, "height": 900}}
PHONE = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 2,
}
USERS = ("anna", "bela", "cara", "dora", "emil", "fred")

SOON = 120_000
"""Milliseconds."""

MOST = 1_000
"""Turns of a game."""

FIRST, SELDOM = 20, 8
"""Turns of a seat that its page answers, all of them; of later ones one of so many. The others go by mail."""


class Title(NamedTuple):
    """`mailed`: of so many turns of the second seat one is answered by mail, 0 for none. `idles`: what does
    nothing is chosen as well, for else no army of Clan War would ever be complete."""

    seats: tuple[str, ...]
    seed: str
    mailed: int = 0
    idles: bool = False


TITLES = {
    "shinobi": Title(("iga", "ise", "kii"), "2"),
    "twilight_shogun": Title(("anti", "pro"), "11", mailed=2),
    "rising_sun": Title(("herald", "koi", "turtle", "sun"), "11"),
    "clan_war": Title(("crab", "crane"), "7", mailed=4, idles=True),
    "kawanakajima": Title(("takeda", "uesugi"), "6", mailed=3),
}

Opens = Callable[..., Any]


@pytest.fixture
def opens(chromium: Any) -> Iterator[Opens]:
    """Opens an address in a browser of its own, in which nothing may go wrong."""
    contexts, wrong = [], list[str]()

    def open_(address: str, settings: dict[str, Any]) -> Any:
        context = chromium.new_context(**settings)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(SOON)
        page.on("console", lambda message: wrong.append(f"console: {message.text}"))
        page.on("pageerror", lambda error: wrong.append(f"error: {error}"))
        page.on("dialog", lambda dialog: wrong.append(f"dialog: {dialog.message}"))
        page.on("requestfailed", lambda asked: _failed(asked, wrong))
        page.on("response", lambda told: _refused(told, wrong))
        page.goto(address)
        return page

    yield open_
    assert wrong == []
    for context in contexts:
        context.close()


def _refused(told: Any, wrong: list[str]) -> None:
    if told.status > 399:
        wrong.append(f"{told.status} {told.url}")


def _failed(asked: Any, wrong: list[str]) -> None:
    """What is listened to ends when the page is left."""
    if "/live" not in asked.url:
        wrong.append(f"failed: {asked.url} {asked.failure}")


class Game:
    """A game, whoever plays it by a browser, and whoever by mail."""

    def __init__(self, house: House, title: Title, opens: Opens) -> None:
        self.house, self.title, self.opens = house, title, opens
        self.sitters = dict[str, Sitter]()
        self.meant: dict[str, list[str]] = {seat: [] for seat in title.seats}
        self.turns: dict[str, int] = dict.fromkeys(title.seats, 0)

    def sits_down(self) -> None:
        """Two open the page by the button of their first mail; everybody joins."""
        wait_for("the invitations", self._all_invited, PATIENCE)
        for seat, settings in zip(self.title.seats, (DESKTOP, PHONE), strict=False):
            page = self.opens(self.house.boxes[seat].link(), settings)
            seed, touches = f"{self.title.seed} {seat}", settings is PHONE
            self.sitters[seat] = Sitter(page, seed, self.house.works, touches=touches)
        for seat, box in self.house.boxes.items():
            words = f"the words of {box.user}"
            if seat in self.sitters:
                self.sitters[seat].joins(words)
            else:
                self.house.answered(seat, [f"join {words}"])

    def _all_invited(self) -> bool:
        self.house.works()
        return all(box.open is not None for box in self.house.boxes.values())

    def plays(self) -> None:
        """To its end."""
        while not self.house.game().is_over():
            seat = self.house.game().awaited()[0]
            self.turns[seat] += 1
            assert sum(self.turns.values()) < MOST, "This game does not end."
            self.answers(seat)

    def gets_up(self) -> None:
        """Before the doors close."""
        for sitter in self.sitters.values():
            sitter.page.context.close()

    def answers(self, seat: str) -> None:
        """One who is asked."""
        sitter = self.sitters.get(seat)
        if sitter is None or self._is_by_mail(seat):
            lines = self.several(seat)
            self.house.answered(seat, lines)
        else:
            assert sitter.sees(self.house.position())
            lines = self.several(seat)[: 1 if self.turns[seat] % 3 else None]
            sitter.composes(lines)
            receipt = sitter.sends()
            wait_for("the same answer by mail", lambda: self._is_mailed(seat, receipt), PATIENCE)
        self.meant[seat] += lines

    def _is_by_mail(self, seat: str) -> bool:
        turn, rate = self.turns[seat], self.title.mailed if seat == self.title.seats[1] else 0
        return bool(rate and turn % rate == 0) or (turn > FIRST and turn % SELDOM != 1)

    def several(self, seat: str) -> list[str]:
        """What is asked, and what is asked further until somebody else comes in between."""
        return thinking(seat, self._chooser(seat))(self.house.game(), None)  # type: ignore[arg-type]

    def _chooser(self, seat: str) -> Choose:
        turn = self.turns[seat]
        if not self.title.idles:
            return any_order(seat, turn)
        luck = Random(f"{seat} {turn}")
        return lambda game: luck.choice(game.examples(seat))

    def _is_mailed(self, seat: str, receipt: str) -> bool:
        self.house.works()
        return any(receipt in text_of(mail) for mail in self.house.boxes[seat].got[-6:])


@pytest.fixture
def house(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[House]:
    name = request.param
    title = TITLES[name]
    people = dict(zip(title.seats, USERS, strict=False))
    made = House(tmp_path, name, people, seed=title.seed)
    yield made
    made.close()


@pytest.mark.soak
@pytest.mark.parametrize(("house", "title"), [(name, name) for name in TITLES], indirect=["house"])
def test_a_whole_game(house: House, title: str, opens: Opens, check: Check) -> None:
    with house.open_doors():
        game = Game(house, TITLES[title], opens)
        game.sits_down()
        game.plays()
        wait_for("everybody to be told of the end", lambda: is_told(house), PATIENCE)
        game.gets_up()
    is_recorded(game)
    is_quiet(house)
    is_sound(house, check)


def is_told(house: House) -> bool:
    house.works()
    return all(box.is_told_of_the_end() for box in house.boxes.values())


def is_recorded(game: Game) -> None:
    """What was meant, all of it and nothing else."""
    given = {seat: game.house.given(seat) for seat in game.meant}
    assert given == game.meant


def is_quiet(house: House) -> None:
    """The desk says of each mail that it was taken, and the pages complain of nothing."""
    said = house.log.read_text().splitlines()
    assert not [line for line in said if line.startswith("Pages:") or "Error" in line or "too late" in line]


def is_sound(house: House, check: Check) -> None:
    """For the audit, for the verifier and for the page that checks."""
    bundle = house.path / "game.zip"
    bugyo("audit", GAME, "--store", house.store)
    bugyo("export", GAME, "--format", "bundle", "-o", bundle, "--store", house.store)
    report = verifier.verify(bundle.read_bytes())
    assert (report.readable, report.ok) == (True, True), report.why
    said = check(bundle.read_bytes())
    assert said.status == "holds", said.verdict
