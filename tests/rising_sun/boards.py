"""Boards for tests, written as short as the test vectors write them, and orders as they are mailed."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from msgspec import Struct
from msgspec.structs import replace

from domain.kit.chance import Faces
from domain.kit.errors import IllegalMove
from domain.kit.sums import Sum, Term
from domain.rising_sun import RISING_SUN
from domain.rising_sun.board.state import Army, Battle, Board, begin
from domain.rising_sun.data.options import Options
from domain.rising_sun.data.tables import Tables
from domain.rising_sun.words.grammar import notation
from domain.rising_sun.words.items import War
from tests.scenario import Scenario
from tests.titles.play import data_of

FOLDER = Path(__file__).parents[2] / "fixtures/rising_sun"
FILES = {path.name: path.read_bytes() for path in sorted(FOLDER.iterdir())}
TABLES: Tables = data_of(RISING_SUN)

HONOR = ("lotus", "koi", "turtle")
PLAIN = Options(clan_abilities=False)
"""Without the abilities of the clans: what a test is about stands alone."""

WORDS = notation(TABLES, RISING_SUN.seats)


def board(
    figures: Mapping[str, Mapping[str, Army]] | None = None,
    honor: tuple[str, ...] = HONOR,
    options: Options = PLAIN,
    **more: Any,
) -> Board:
    """What is named lies there: figures by province and clan; coins, ronin and points by clan."""
    empty = begin(options, TABLES, ("herald", *honor))
    laid = {
        province: there | dict((figures or {}).get(province, {})) for province, there in empty.figures.items()
    }
    on_map = {clan: [name for there in laid.values() for name in there[clan]] for clan in honor}
    cards = {
        clan: (*more.get("cards", {}).get(clan, ()), *(name for name in on_map[clan] if name in TABLES.cards))
        for clan in honor
    }
    counts = {name: getattr(empty, name) | more.pop(name, {}) for name in ("coins", "ronin", "points")}
    given: dict[str, Any] = {"phase": "war", "wars": ("nagato",), "purse": sum(counts["coins"].values())}
    return replace(empty, figures=laid, honor=honor, **(given | counts | more | {"cards": cards}))


def at_battle(given: Board, province: str = "nagato", **more: Any) -> Board:
    """In the middle of a battle, with the bids that are named; the others have bid nothing."""
    players = tuple(clan for clan in given.honor if given.figures[province][clan])
    bids = dict.fromkeys(players, (0, 0, 0, 0)) | more.pop("bids", {})
    began = {clan: given.figures[province][clan] for clan in players}
    return replace(given, battle=Battle(province, players, began, bids, revealed=True, **more))


def scenario(given: Board, *agenda: Struct) -> Scenario:
    """The board with that to be done; without any, the war in Nagato."""
    return Scenario(RISING_SUN, given, agenda or (War("nagato"),), given.setting.seats)


class Told:
    """A game told by mailed lines: "koi: bid 0 0 1 3"."""

    def __init__(self, given: Board, *agenda: Struct) -> None:
        self.scenario = scenario(given, *agenda)
        self.scenario.goes_on()
        self.events = list(self.scenario.events)

    def says(self, *lines: str) -> Told:
        for line in lines:
            seat, _, text = line.partition(": ")
            self.scenario.when(seat, WORDS.read(text, self.scenario.game.expected()))
            self.events += self.scenario.events
        return self

    def refuses(self, line: str, why: str) -> Told:
        """Asserts the rule and the reason of a refusal, and that nothing changes."""
        seat, _, text = line.partition(": ")
        before = self.scenario.game.state
        with pytest.raises(IllegalMove) as refusal:
            self.scenario.game.post(seat, WORDS.read(text, self.scenario.game.expected()), Faces())
        assert f"[{refusal.value.rule}] {refusal.value.why}" == why
        assert len(refusal.value.instead) > len("Possible now: .")
        assert self.scenario.game.state is before
        return self

    @property
    def board(self) -> Board:
        there: Board = self.scenario.board
        return there

    @property
    def awaited(self) -> tuple[str, ...]:
        return self.scenario.game.awaited()

    def of(self, *kinds: type) -> list[Struct]:
        """The events of some kinds, in their order."""
        return [event for event in self.events if isinstance(event, kinds)]


def shared(coins: int, losers: int, odd: int = 0) -> Sum:
    """A loser's share of the winner's coins."""
    terms = [
        (coins // losers, f"{coins} coin{'' if coins == 1 else 's'} shared by {losers}"),
        (odd, "an odd coin"),
    ]
    return Sum(tuple(Term(value, why, "battle/reparations") for value, why in terms if value))


def total(value: int, why: str, rule: str) -> Sum:
    """A sum of one term."""
    return Sum((Term(value, why, rule),))
