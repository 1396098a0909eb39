"""The condition of an event: section 9.2. Both sides of every kind of condition."""

from __future__ import annotations

from typing import Any

import pytest

from domain.twilight_shogun.board.conditions import condition_met, holds, who
from domain.twilight_shogun.board.events import CardPlayed, EventOccurred
from domain.twilight_shogun.board.state import Lasting, RetiredFace
from domain.twilight_shogun.card_text import asked
from domain.twilight_shogun.data import premises
from domain.twilight_shogun.data.premises import Test as Condition
from domain.twilight_shogun.data.tables import ANTI, PRO
from domain.twilight_shogun.words.items import Act, Play
from domain.twilight_shogun.words.orders import Influence, Pass, PlayActionFirst
from tests.twilight_shogun.boards import TABLES, board, scenario

# condition, a board where it holds, one where it does not; seen by Anti-Bakufu
CONDITIONS: list[tuple[Condition, dict[str, Any], dict[str, Any]]] = [
    (
        premises.Controls("anti", ("tosa", "choshu")),
        {"influence": {"tosa": (3, 1), "choshu": (2, 0)}},
        {"influence": {"tosa": (3, 1), "choshu": (2, 1)}},
    ),
    (premises.Controls("pro", ("edo", "mito")), {"influence": {"mito": (0, 2)}}, {}),
    (premises.Present("player", "kyo", 2), {"influence": {"kyo": (2, 0)}}, {"influence": {"kyo": (1, 5)}}),
    (premises.Present("opponent", "kyo"), {"influence": {"kyo": (0, 1)}}, {"influence": {"kyo": (1, 0)}}),
    (premises.Ahead("anti", "kyo"), {"influence": {"kyo": (2, 1)}}, {"influence": {"kyo": (2, 2)}}),
    (premises.Stands("ii"), {"markers": {"ii": ("hikone", "tail")}}, {}),
    (
        premises.Stands("ii", "head"),
        {"markers": {"ii": ("kyo", "head")}},
        {"markers": {"ii": ("kyo", "tail")}},
    ),
    (premises.Treaties(least=2), {"treaty": 2}, {"treaty": 1}),
    (premises.Treaties(most=2), {"treaty": 2}, {"treaty": 3}),
    (premises.Interventions(most=2), {"intervention": 2}, {"intervention": 3}),
    (premises.Interventions(least=2), {"intervention": 2}, {"intervention": 1}),
    (premises.CourtLevel("player", 4), {"court": {ANTI: 4, PRO: 0}}, {"court": {ANTI: 3, PRO: 4}}),
    (premises.PortOpen(), {"yokohama": True}, {"yokohama": False}),
    (premises.JoiDone(), {"joi": 1}, {"joi": 0}),
    (premises.OpenTurn(), {"open": True}, {"open": False}),
    (premises.Gone("namamugi"), {"removed": ("namamugi",)}, {"discard": ("namamugi",)}),
    (
        premises.Gone("namamugi"),
        {"removed": ("namamugi",), "retired": ("satcho",)},
        {"removed": ("namamugi",), "retired": ("namamugi",)},
    ),
    (premises.Retired("namamugi"), {"retired": ("namamugi",)}, {"removed": ("namamugi",)}),
    (
        premises.FaceRetired("ii", "head"),
        {"faces": (RetiredFace("ii", "head"),)},
        {"faces": (RetiredFace("ii", "tail"),), "markers": {"ii": ("kyo", "head")}},
    ),
    (premises.Lasts("namamugi"), {"lasting": (Lasting("namamugi", PRO, "turn"),)}, {}),
    (premises.Not(premises.PortOpen()), {"yokohama": False}, {"yokohama": True}),
    (premises.Either((premises.PortOpen(), premises.JoiDone())), {"joi": 1}, {}),
]


@pytest.mark.parametrize(("test", "met", "unmet"), CONDITIONS, ids=lambda value: type(value).__name__)
def test_9_2_a_condition_holds_or_does_not(
    test: Condition, met: dict[str, Any], unmet: dict[str, Any]
) -> None:
    assert holds(board(**met), test, ANTI)
    assert not holds(board(**unmet), test, ANTI)
    assert asked(TABLES, test)


def test_every_kind_of_condition_is_tested() -> None:
    assert {type(test) for test, _, _ in CONDITIONS} == set(Condition.__args__)


def test_9_1_player_and_opponent_are_seen_by_whoever_resolves_the_event() -> None:
    assert [who(whom, PRO) for whom in ("player", "opponent", "anti", "pro")] == [PRO, ANTI, ANTI, PRO]


def test_9_2_all_conditions_must_hold() -> None:
    """The flags [11.3]: the own court operation level 4 and an intervention level below 3."""
    flags = "emperor-flags"
    assert condition_met(board(court={ANTI: 4, PRO: 0}, intervention=2), flags, ANTI)
    assert not condition_met(board(court={ANTI: 4, PRO: 0}, intervention=3), flags, ANTI)
    assert not condition_met(board(court={ANTI: 3, PRO: 0}, intervention=2), flags, ANTI)
    assert not condition_met(board(court={ANTI: 4, PRO: 0}, intervention=2), flags, PRO)
    assert condition_met(board(), "cholera", ANTI)


def test_9_2_ts_25_a_condition_counts_as_it_was_at_the_start_of_the_round() -> None:
    """Anti-Bakufu leads in Kyo; Pro-Bakufu acts first and takes the lead away; the event occurs."""
    at = board({"kyo": (3, 2)}, hands={PRO: ("toba-fushimi",)}, court={ANTI: 3, PRO: 0}, removed=("satcho",))
    told = scenario(at, Play(PRO)).when(PRO, PlayActionFirst("toba-fushimi"))
    told.then(CardPlayed(PRO, "toba-fushimi", "action-first", True))
    told.when(PRO, Influence(("kyo", "kyo")))
    assert EventOccurred("toba-fushimi", ANTI) in told.events
    assert told.board.influence["kyo"] == {ANTI: 3, PRO: 1}
    assert isinstance(told.agenda[0], Act)
    assert told.agenda[0].seat == ANTI
    told.when(ANTI, Pass())
    assert told.board.removed == ("satcho", "toba-fushimi")
