"""The options and presets; each option's readings stand in the module of its chapter."""

from __future__ import annotations

import re
from pathlib import Path

from msgspec.structs import fields

from domain import rising_sun
from domain.rising_sun.data.options import PRESETS, Options

RULINGS = (Path(rising_sun.__file__).parent / "RULINGS.md").read_text()


def test_the_defaults_are_the_resolutions_of_the_fact_sheet() -> None:
    assert PRESETS["default"] == Options(
        seasons=3,
        first_season="spring",
        winter="at-once",
        wars="printed",
        missing_bid="wait",
        odd_coins="winner",
        timing="choice",
        win_presence="end",
        clan_abilities=True,
        fox_timing="phase",
        sun_ties=True,
    )


def test_the_presets_are_those_that_the_rulings_tell_of() -> None:
    assert PRESETS["one-war-phase"] == Options(seasons=1, wars="free")
    assert PRESETS["winter-cards"] == Options(winter="entered")
    assert PRESETS["plain"] == Options(clan_abilities=False)
    assert PRESETS["faq"] == Options(win_presence="any-time", fox_timing="battle")
    assert PRESETS["swift"] == Options(missing_bid="zero", odd_coins="honor", timing="honor")
    assert all(f"`{name}`" in RULINGS for name in PRESETS)


def test_every_option_and_every_reading_has_its_ruling() -> None:
    named = {field.name: field.encode_name for field in fields(Options)}
    assert set(named) <= set(re.findall(r"`(\w+)` =", RULINGS))
    rows = re.findall(r"^\| (\d+) \|", RULINGS, re.MULTILINE)
    assert [int(row) for row in rows] == list(range(1, 36))
