"""The options and presets; each option's readings stand in the module of its chapter."""

from __future__ import annotations

import re
from pathlib import Path

from msgspec.structs import fields

from domain import clan_war
from domain.clan_war.data.options import PRESETS, Options

RULINGS = (Path(clan_war.__file__).parent / "RULINGS.md").read_text()


def test_the_defaults_are_the_resolutions_of_the_fact_sheet() -> None:
    assert PRESETS["default"] == Options(
        levels_at_once="each",
        due_after_fall=True,
        own_tests="end-of-turn",
        own_first_penalty=1,
        start_levels="crossed",
        card_tie="nobody",
        creature_bonus=True,
        dive_engage="dive",
        engaged_target="allowed",
        forced_spends="extended",
        spent_adds=True,
        back_to_easy=False,
        destruction="captor",
        rescuer="owner",
        failed_morale="breaks",
        turn_limit=6,
        airborne_nearest="counts",
        unreported_attack="no-test",
        kill_order="hostage",
        all_out_price="choice",
        maneuvers_in="flights",
        card_before_flight="allowed",
        meets="phase",
        low_honor_tests="apart",
        copies_and_allies=False,
        closer_reading=False,
        army_lists="open",
        reports_stand="at-once",
    )


def test_the_presets_differ_where_the_sources_do() -> None:
    assert PRESETS["errata"] == Options(spent_adds=False)
    assert PRESETS["confirmed"] == Options(reports_stand="confirmed")


def test_every_option_and_every_reading_has_its_ruling() -> None:
    assert {field.name for field in fields(Options)} <= set(re.findall(r"`(\w+)`", RULINGS))
    rows = re.findall(r"^\| (\d+) \|", RULINGS, re.MULTILINE)
    assert sorted(set(map(int, rows))) == list(range(1, 77))
