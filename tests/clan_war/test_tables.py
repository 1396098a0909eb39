"""The data set, its sources, and what is said of a bad one."""

from __future__ import annotations

import pytest
from msgspec import Struct

from domain.clan_war.data.names import CLAN_SEATS, inches, quarters
from domain.clan_war.data.reading import read_data
from domain.kit.errors import BadTable
from tests.clan_war.boards import DATA, FILES, without


def values(value: object) -> list[tuple[object, str]]:
    """Every value of the data set that has a source, with it."""
    if isinstance(value, tuple):
        return [found for one in value for found in values(one)]
    if not isinstance(value, Struct):
        return []
    own = [(value, value.source)] if hasattr(value, "source") else []
    return own + [found for name in value.__struct_fields__ for found in values(getattr(value, name))]


def test_every_number_that_the_page_prints_is_printed_here() -> None:
    honor, flight, hostages = DATA.honor, DATA.flight, DATA.hostages
    assert (honor.high.morale_at.value, honor.high.tests_from.value, honor.high.tests_step.value) == (
        20,
        40,
        20,
    )
    assert (honor.own.tests_from.value, honor.own.tests_step.value) == (-50, 10)
    assert (flight.limits.models.value, flight.limits.angle.value, flight.limits.sight.value) == (12, 30, 10)
    landing, ranges = flight.landing, flight.ranges
    for number, value in (
        (landing.plain, 0),
        (landing.engaging, -1),
        (landing.short, 0),
        (landing.angle, -1),
        (landing.dive, -2),
        (ranges.to_airborne, 6),
        (ranges.close_from_air, 3),
        (ranges.extended_from_air, 6),
        (ranges.extended_att, -2),
    ):
        assert (number.value, number.source.partition(":")[0]) == (value, "printed")
    assert (hostages.destruction.target.value, hostages.recovery.sacrifice.value) == (2, 2)
    assert (hostages.all_out.honor.value, hostages.all_out.vp.value) == (-5, -2)


def test_the_two_lost_lists_say_that_they_are_reconstructions() -> None:
    assert {row.source.partition(":")[0] for row in DATA.honor.low} == {"reconstructed"}
    sources = {row.name: row.source.partition(":")[0] for row in DATA.flight.condition}
    assert sources == {"spent": "printed", "broken": "reconstructed", "routing": "reconstructed"}


def test_every_value_has_a_source() -> None:
    parts = (DATA.tests, DATA.honor, DATA.flight, DATA.hostages, DATA.cards, DATA.units)
    kinds = {source.partition(": ")[0] for part in parts for _, source in values(part)}
    assert kinds == {"printed", "example", "inferred", "reconstructed"}


def test_every_seat_has_a_base_honor_and_a_sample_army() -> None:
    for seat in CLAN_SEATS:
        assert DATA.clan(seat) is not None
        assert any(unit.clan == seat for unit in DATA.units.unit)
        assert any(one.clan == seat for one in DATA.units.personality)


# file, what is written, what is written instead, the message
BAD = [
    ("tests.toml", "value = 10", 'value = "ten"', "tests.toml, line 5: expected int, got str."),
    (
        "tests.toml",
        "value = 10",
        "value = 1",
        "tests.toml, line 5: expected a die of 2 sides or more, got 1.",
    ),
    (
        "tests.toml",
        '"printed: reviews',
        '"somewhere: reviews',
        'tests.toml, line 5: expected a source such as "printed: page" (printed, example, inferred, '
        'reconstructed), got "somewhere: reviews of the first edition (one ten-sided die a model, D.1)".',
    ),
    (
        "tests.toml",
        'compare = ">="',
        'compare = "=="',
        'tests.toml, line 9: expected a word of the format, got "==".',
    ),
    (
        "honor.toml",
        "tests_step = { value = 20",
        "tests_step = { value = 0",
        "honor.toml, line 8: expected a step of 1 or more, got 0.",
    ),
    (
        "honor.toml",
        "at = -20",
        "at = -10",
        "honor.toml, line 27: expected a level below -10 and above -50, got -10.",
    ),
    (
        "honor.toml",
        'name = "crane"',
        'name = "crab"',
        'honor.toml, line 54: expected another name than those before, got "crab".',
    ),
    (
        "flight.toml",
        'effect = "no-attack"',
        'effect = "sleep"',
        'flight.toml, line 38: expected a word of the format, got "sleep".',
    ),
    (
        "flight.toml",
        'name = "broken"',
        'name = "spent"',
        'flight.toml, line 37: expected another condition, got "spent".',
    ),
    (
        "flight.toml",
        "inches_per_die = { value = 2",
        "inches_per_die = { value = 0",
        "flight.toml, line 29: expected 1 inch or more, got 0.",
    ),
    (
        "hostages.toml",
        "wounds = { value = 2",
        "wounds = { value = 0",
        "hostages.toml, line 13: expected 1 Wound or more, got 0.",
    ),
    (
        "cards.toml",
        'name = "frenzy"',
        'name = "charge"',
        'cards.toml, line 22: expected another name than those before, got "charge".',
    ),
    (
        "units.toml",
        'clan = "unaligned"',
        'clan = "sparrow"',
        'units.toml, line 12: expected a clan of honor.toml, got "sparrow".',
    ),
    ("units.toml", "move = 6", "move = 0", "units.toml, line 13: expected 1 or more, got 0."),
    ("units.toml", "extended = 16", "extended = 7", "units.toml, line 19: expected 8 or more, got 7."),
    (
        "units.toml",
        'name = "crane-bushi"',
        'name = "crane-1"',
        'units.toml, line 108: expected a name that the game does not give itself, got "crane-1".',
    ),
    (
        "units.toml",
        'name = "crane-bushi"',
        'name = "Fire-Dragon."',
        'units.toml, line 108: expected another name than those before, got "Fire-Dragon.".',
    ),
    (
        "units.toml",
        'name = "crane-bushi"',
        'name = "crane, bushi"',
        "units.toml, line 108: expected a name without comma, semicolon and loose spaces, "
        'got "crane, bushi".',
    ),
    (
        "units.toml",
        'also = ["archers"]',
        'also = ["archers", ""]',
        'units.toml, line 123: expected a name without comma, semicolon and loose spaces, got "".',
    ),
    (
        "units.toml",
        'name = "crane-general"',
        'name = "Crane-Hero-6"',
        'units.toml, line 376: expected a name that the game does not give itself, got "Crane-Hero-6".',
    ),
    (
        "hostages.toml",
        'name = "prophecies"',
        'name = "guest-8"',
        'hostages.toml, line 28: expected a name that the game does not give itself, got "guest-8".',
    ),
    (
        "flight.toml",
        'name = "expand"',
        'name = "wheel"',
        'flight.toml, line 52: expected another name than those before, got "wheel".',
    ),
    (
        "honor.toml",
        "at = -10",
        "at = 0",
        "honor.toml, line 20: expected a level below 0 and above -50, got 0.",
    ),
    (
        "honor.toml",
        "at = -40",
        "at = -50",
        "honor.toml, line 41: expected a level below -30 and above -50, got -50.",
    ),
    (
        "flight.toml",
        "dive_factor = { value = 2",
        "dive_factor = { value = 0",
        "flight.toml, line 6: expected a factor of 1 or more, got 0.",
    ),
    ("units.toml", "move = 6", "move = 49", "units.toml, line 13: expected 48 or less, got 49."),
    ("units.toml", "leadership = 3", "leadership = -1", "units.toml, line 17: expected 0 or more, got -1."),
    ("units.toml", "extended = 16", "extended = 97", "units.toml, line 19: expected 96 or less, got 97."),
    (
        "units.toml",
        "tl = 6",
        "tl = = 6",
        "units.toml, line 14: expected TOML, got Invalid value (at line 14, column 6).",
    ),
]


@pytest.mark.parametrize(("file", "written", "instead", "message"), BAD)
def test_a_bad_table_is_refused_with_its_file_and_line(
    file: str, written: str, instead: str, message: str
) -> None:
    text = FILES[file].decode()
    assert written in text
    with pytest.raises(BadTable) as bad:
        read_data(FILES | {file: text.replace(written, instead, 1).encode()})
    assert str(bad.value) == message


def test_a_file_must_be_there_and_be_text() -> None:
    with pytest.raises(BadTable) as bad:
        read_data({"tests.toml": FILES["tests.toml"]})
    assert str(bad.value) == "honor.toml, line 1: expected a file honor.toml, got the files tests.toml."
    with pytest.raises(BadTable) as bad:
        read_data(FILES | {"cards.toml": b"# a\n# \xff"})
    assert str(bad.value) == "cards.toml, line 2: expected UTF-8, got the byte 0xff."


LENGTHS = [
    ("0", 0),
    ("3", 12),
    ("3.5", 14),
    ("10.25", 41),
    ("10.75", 43),
    ("3.1", None),
    ("x", None),
    ("", None),
    ("-1", None),
]


@pytest.mark.parametrize(("text", "length"), LENGTHS)
def test_battle_distance_is_read_to_a_quarter_of_an_inch(text: str, length: int | None) -> None:
    assert quarters(text) == length
    assert length is None or inches(length) == text


# file, what stands there, the least, what is wanted
LEAST = [
    ("tests.toml", "sides = { value = 10", 2, "a die of 2 sides or more"),
    ("tests.toml", "spent_turns = { value = 1", 0, "0 turns or more"),
    ("honor.toml", "tests_step = { value = 20", 1, "a step of 1 or more"),
    ("honor.toml", "tests_step = { value = 10", 1, "a step of 1 or more"),
    ("flight.toml", "models = { value = 12", 1, "1 model or more"),
    ("flight.toml", "dive_factor = { value = 2", 1, "a factor of 1 or more"),
    ("flight.toml", "inches_per_die = { value = 2", 1, "1 inch or more"),
    ("hostages.toml", "wounds = { value = 2", 1, "1 Wound or more"),
    ("hostages.toml", "sacrifice = { value = 2", 1, "1 model or more"),
    ("hostages.toml", "count = { value = 8", 1, "1 name or more"),
    ("units.toml", "units = { value = 9", 1, "1 name or more"),
    ("units.toml", "personalities = { value = 6", 1, "1 name or more"),
]


@pytest.mark.parametrize(("file", "printed", "least", "wanted"), LEAST)
def test_numbers_without_which_no_battle_can_be_told(
    file: str, printed: str, least: int, wanted: str
) -> None:
    key = printed.partition("value")[0]
    assert without(file, printed, f"{key}value = {least}") != DATA
    with pytest.raises(BadTable, match=rf": expected {wanted}, got {least - 1}\."):
        without(file, printed, f"{key}value = {least - 1}")
