"""The options and presets; each option's readings stand in the module of its chapter."""

from __future__ import annotations

import re
from pathlib import Path

from msgspec.structs import fields

from domain import shinobi
from domain.shinobi.data.options import PRESETS, Options

RULINGS = (Path(shinobi.__file__).parent / "RULINGS.md").read_text()


def test_the_defaults_are_the_resolutions_of_the_fact_sheet() -> None:
    assert PRESETS["default"] == Options(
        same_clan_attack=False,
        protect_reinforced=False,
        must_attack=True,
        ninja_bars="province",
        no_take_back=False,
        last_turns="each",
        first_player="random",
    )


def test_the_presets_differ_where_the_sources_do() -> None:
    assert PRESETS["official"] == Options(protect_reinforced=True)
    assert PRESETS["literal"] == Options(same_clan_attack=True, last_turns="single")


def test_every_option_and_every_reading_has_its_ruling() -> None:
    assert {field.name for field in fields(Options)} <= set(re.findall(r"`(\w+)`", RULINGS))
    rows = re.findall(r"^\| (\d+) \|", RULINGS, re.MULTILINE)
    assert [int(row) for row in rows] == list(range(1, 20))
