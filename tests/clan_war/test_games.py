"""Random battles with every reading the other way; with the presets `tests/titles` plays them."""

from __future__ import annotations

import pytest
from msgspec.structs import fields, replace

from domain.clan_war import CLAN_WAR
from domain.clan_war.board.claim_events import CLAIM_EVENTS
from domain.clan_war.board.combat_events import COMBAT_EVENTS
from domain.clan_war.board.events import LEDGER_EVENTS
from domain.clan_war.board.flight_events import FLIGHT_EVENTS
from domain.clan_war.board.list_events import LIST_EVENTS
from domain.clan_war.data.options import Options
from domain.kit.facts import Fact
from tests.clan_war.boards import DATA
from tests.titles.play import Played, few
from tests.titles.test_games import is_kept_whole

OTHER = Options(
    levels_at_once="last",
    due_after_fall=False,
    own_tests="at-once",
    own_first_penalty=0,
    start_levels="due",
    card_tie="each",
    creature_bonus=False,
    dive_engage="both",
    engaged_target="refused",
    forced_spends="always",
    spent_adds=False,
    back_to_easy=True,
    destruction="attacker",
    rescuer="most-models",
    failed_morale="recorded",
    turn_limit=4,
    airborne_nearest="passed",
    unreported_attack="tested",
    kill_order="captor",
    late_choice="asked",
    unaligned_hostages=False,
    home_captors=False,
    all_out_price="engagement",
    maneuvers_in="dives",
    card_before_flight="refused",
    meets="in-flight",
    low_honor_tests="counted",
    copies_and_allies=True,
    closer_reading=True,
    army_lists="sealed",
    reports_stand="confirmed",
)
"""Every reading the other way."""


@pytest.mark.parametrize("seed", few(2, 6))
def test_with_every_reading_the_other_way_a_battle_is_kept_whole(seed: int) -> None:
    is_kept_whole(replace(CLAN_WAR, presets={"default": OTHER}), DATA, seed)


def test_every_reading_is_the_other_way() -> None:
    assert [one.name for one in fields(Options) if getattr(OTHER, one.name) == one.default] == []


UNPLAYED = {"ArmyResigned", "ReportRuled", "ClanChosen", "UnitCalled", "PersonalityCalled"}


@pytest.mark.soak
def test_random_battles_reach_every_event() -> None:
    """In the first of up to 200 battles; but for a resignation, a ruling and names, which no random player
    gives."""
    left = {*LEDGER_EVENTS, *LIST_EVENTS, *CLAIM_EVENTS, *FLIGHT_EVENTS, *COMBAT_EVENTS}
    for seed in range(200):
        options = OTHER if seed % 2 else None
        entries = Played(CLAN_WAR, seed, DATA, options).to_the_end().entries
        left -= {type(entry.event) for entry in entries if isinstance(entry, Fact)}
        if {kind.__name__ for kind in left} == UNPLAYED:
            break
    assert {kind.__name__ for kind in left} == UNPLAYED
