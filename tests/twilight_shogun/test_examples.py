"""The six worked examples of the rulebook, each played as a whole round, and two vectors that need a card."""

from __future__ import annotations

from msgspec.structs import replace

from domain.twilight_shogun.board.events import (
    CardDiscarded,
    CardPlayed,
    CardRemoved,
    CardRetired,
    Couped,
    EmperorFlagsStood,
    EventFailed,
    EventOccurred,
    GameWon,
    InfluenceChanged,
    InterventionChanged,
    MarkerPlaced,
    MarkerRemoved,
    Recovered,
    VpScored,
)
from domain.twilight_shogun.board.state import Board, controller, support
from domain.twilight_shogun.cards.scoring import standings, status_in
from domain.twilight_shogun.data.tables import ANTI, PRO
from domain.twilight_shogun.words.items import EndRound, Play
from domain.twilight_shogun.words.orders import (
    Influence,
    PlayAction,
    PlayCoup,
    PlayEvent,
    PlayEventFirst,
    PlayInfluence,
)
from tests.scenario import Scenario
from tests.twilight_shogun.boards import TABLES, board, changed, scenario, summed
from tests.twilight_shogun.boards import Influence as Given

INHERENT: Given = {
    space.id: (space.anti, space.pro) for space in TABLES.spaces.values() if space.anti or space.pro
}
"""The set-up: with it nothing else recovers."""


def a_round(given: Given, seat: str, card: str, **more: object) -> Scenario:
    """The round of a seat that holds the card; the other seat has one card left."""
    spare = "cholera" if seat == PRO else "dutch-warning"
    hands = {seat: (card,), (ANTI if seat == PRO else PRO): (spare,)}
    at = board(INHERENT | given, hands, active=seat, **more)  # type: ignore[arg-type]
    return scenario(at, Play(seat), EndRound(seat))


def test_3_3_ts_1_aizu_has_five_influence_and_three_support() -> None:
    told = a_round({"aizu": (0, 5)}, PRO, "fudai-lords").when(PRO, PlayInfluence("fudai-lords", ("mito",)))
    assert told.board.influence["aizu"][PRO] == 5
    assert support(told.board, "aizu", PRO) == 3
    assert not any(isinstance(event, Recovered) for event in told.events)


def test_3_3_ts_2_kyo_is_scored_by_influence() -> None:
    told = a_round({"kyo": (4, 5)}, ANTI, "kyo-scoring", markers={"choshu": ("kyo", "tail")})
    told.when(ANTI, PlayEventFirst("kyo-scoring"))
    assert support(told.board, "kyo", ANTI) == 3
    assert told.board.vp == -5


def test_3_4_ts_3_the_hamaguri_gate() -> None:
    told = a_round({"kyo": (4, 1)}, PRO, "hamaguri-gate", markers={"choshu": ("kyo", "tail")})
    told.when(PRO, PlayEvent("hamaguri-gate"))
    assert told.events[:8] == (
        CardPlayed(PRO, "hamaguri-gate", "event", True),
        EventOccurred("hamaguri-gate", PRO),
        InfluenceChanged("hamaguri-gate", (changed("kyo", ANTI, 4, 0),)),
        MarkerRemoved("hamaguri-gate", "choshu", "kyo", "Choshu regular"),
        MarkerPlaced("hamaguri-gate", "choshu", "kyo", "head", "Katsura Kogoro", ANTI, 1),
        CardRetired("hamaguri-gate", "nagai-uta"),
        CardRetired("hamaguri-gate", "sanjo"),
        CardRetired("hamaguri-gate", "august-coup"),
    )
    assert CardRemoved("hamaguri-gate") in told.events
    assert Recovered((changed("kyo", ANTI, 0, 2),)) in told.events
    assert told.board.influence["kyo"] == {ANTI: 2, PRO: 1}


def test_3_4_ts_4_a_coup_in_tosa_against_yodo() -> None:
    card = "black-ships"  # 4 APs
    told = a_round({"tosa": (1, 2)}, ANTI, card, markers={"yodo": ("tosa", "head")})
    told.when(ANTI, PlayCoup(card, "tosa"), faces=[5])
    value = summed("8.3", (5, "die"), (4, "APs"), (-4, "twice the stability of 2"))
    assert told.events[1:5] == (
        Couped(ANTI, "tosa", value, (changed("tosa", PRO, 2, 0), changed("tosa", ANTI, 1, 4))),
        InterventionChanged(0, 1, "coup"),
        CardDiscarded(card),
        Recovered((changed("tosa", PRO, 0, 1),)),
    )
    assert told.board.influence["tosa"] == {ANTI: 4, PRO: 1}


def test_8_3_ts_5_a_coup_in_owari() -> None:
    card = "black-ships"
    told = a_round({"owari": (1, 1)}, ANTI, card).when(ANTI, PlayCoup(card, "owari"), faces=[4])
    value = summed("8.3", (4, "die"), (4, "APs"), (-6, "twice the stability of 3"))
    assert told.events[1] == Couped(
        ANTI, "owari", value, (changed("owari", PRO, 1, 0), changed("owari", ANTI, 1, 2))
    )
    assert Recovered((changed("owari", PRO, 0, 1),)) in told.events
    assert told.board.influence["owari"] == {ANTI: 2, PRO: 1}
    assert controller(told.board, "owari") == ""


def test_7_21_ts_6_jo_i_execution_ends_alike_in_either_order() -> None:
    ends: list[Board] = []
    for first in ("action", "event"):
        told = a_round({}, PRO, "jo-i-execution")
        if first == "action":
            told.when(PRO, PlayInfluence("jo-i-execution", ("kokura", "2")))
            told.when(ANTI, Influence(("choshu", "4")))
        else:
            told.when(PRO, PlayEventFirst("jo-i-execution")).when(ANTI, Influence(("choshu", "4")))
            told.when(PRO, Influence(("kokura", "2")))
        assert told.agenda[0] == Play(ANTI)
        ends.append(told.board)
    one, two = ends
    assert one.played is None
    assert one == two
    assert (one.joi, one.influence["choshu"][ANTI], one.influence["kokura"][PRO]) == (1, 5, 3)


def test_9_5_ts_20_ts_21_an_area_of_five_clans() -> None:
    """Pro-Bakufu has the powered clan and two others: control, 3 of 5; Anti-Bakufu has presence."""
    area = replace(TABLES.areas["nankai"], clans=("kii", "tokushima", "takamatsu", "uwajima", "tosa"))
    tables = replace(TABLES, areas=TABLES.areas | {"nankai": area})
    assert area.majority == 3
    three: Given = {"tosa": (0, 5), "kii": (0, 5), "tokushima": (0, 5)}
    at = board(three | {"uwajima": (5, 0)}, tables=tables)
    assert [(one.seat, one.status, one.points.total) for one in standings(at, "nankai")] == [
        (ANTI, "presence", 1),
        (PRO, "control", 5),
    ]
    assert status_in(board({"tosa": (0, 5)}, tables=tables), area, PRO) == "domination"
    assert status_in(board({"tosa": (0, 5), "uwajima": (5, 0)}, tables=tables), area, PRO) == "presence"


def flags(intervention: int, level: int) -> Scenario:
    court = {ANTI: level, PRO: 0}
    told = a_round({}, ANTI, "emperor-flags", court=court, intervention=intervention, vp=5)
    faces = [4] if intervention < 3 and level == 4 else []
    return told.when(ANTI, PlayEvent("emperor-flags"), faces)


def test_11_3_ts_23_the_flags_stand_at_court_level_four_and_intervention_below_three() -> None:
    told = flags(2, 4)
    assert told.events[2:] == (
        EmperorFlagsStood(ANTI, 4),
        VpScored(PRO, summed("11.3", (4, "the die for the flags")), 1),
        GameWon(ANTI, "emperor", "Anti-Bakufu has 1 VP."),
    )
    assert told.agenda == ()
    for intervention, level in ((3, 4), (2, 3)):
        failed = flags(intervention, level)
        assert failed.events[1] == EventFailed("emperor-flags", ANTI)
        assert failed.board.winner == ""


def test_8_1_one_action_follows_the_card_that_was_played_alone() -> None:
    told = a_round({}, PRO, "fudai-lords").when(PRO, PlayAction("fudai-lords"))
    told.when(PRO, Influence(("mito", "2")))
    assert told.board.influence["mito"] == {ANTI: 1, PRO: 3}
    assert told.agenda[0] == Play(ANTI)
