"""The data set, its sources, and what is said of a bad one."""

from __future__ import annotations

import pytest

from domain.kit.errors import BadTable
from domain.rising_sun import RISING_SUN
from domain.rising_sun.data.tables import EFFECTS, read_data
from domain.rising_sun.deaths import _COUNTED, _GIVEN
from tests.rising_sun.boards import FILES, TABLES


def test_the_tables_as_they_ship() -> None:
    assert {name: (kind.number, kind.force) for name, kind in TABLES.kinds.items()} == {
        "daimyo": (1, 1),
        "shinto": (3, 1),
        "bushi": (6, 1),
        "stronghold": (8, 0),
    }
    assert TABLES.bonuses == ((3, 10), (5, 20), (7, 30))
    assert [TABLES.token_points(season) for season in (1, 2, 3)] == [1, 2, 3]
    assert {name: clan.ability for name, clan in TABLES.clans.items() if clan.ability} == {
        "koi": "ronin-for-coins",
        "turtle": "strongholds-fight",
        "fox": "free-bushi",
        "sun": "honor-ties",
        "moon": "least-force",
    }
    assert len(TABLES.provinces) == 8


def test_the_seats_are_the_clans_of_the_table_and_the_herald() -> None:
    assert set(RISING_SUN.seats) == {"herald", *TABLES.clans}
    assert RISING_SUN.seats[0] == "herald"
    most = max(scenario.seats[1] for scenario in RISING_SUN.scenarios)
    fewest = min(scenario.seats[0] for scenario in RISING_SUN.scenarios if scenario.name != "battles")
    assert (fewest, most) == (TABLES.numbers["fewest-clans"] + 1, TABLES.numbers["most-clans"] + 1)


def test_every_effect_has_a_card_and_every_card_a_source() -> None:
    assert {card.effect for card in TABLES.cards.values()} == set(EFFECTS)
    assert {card.source.partition(":")[0] for card in TABLES.cards.values()} == {"inferred", "example"}
    assert set(_GIVEN) == set(_COUNTED) <= set(EFFECTS)


# file, what is written, what is written instead, the message
BAD = [
    (
        "numbers.csv",
        "fewest-clans,3",
        "fewest-clans,three",
        'line 3: expected a whole number as value, got "three".',
    ),
    (
        "numbers.csv",
        "name,value,source",
        "name,value",
        'line 2: expected the columns name,value,source, got "name,value".',
    ),
    ("numbers.csv", "fewest-clans,3", "fewest-clans,7", "line 3: expected 2 to 8 clans, got 7 to 6."),
    (
        "numbers.csv",
        "points-of-poets,1,",
        "points-of-prose,1,",
        "line 1: expected a row points-of-poets, got the rows fewest-clans, most-clans, wars-beyond-clans, "
        "honor-of-seppuku, points-of-seppuku, points-of-a-hostage, force-of-a-ronin, points-of-prose, "
        "token-spring, token-summer, token-autumn.",
    ),
    (
        "numbers.csv",
        "wars-beyond-clans,2",
        "wars-beyond-clans,3",
        "line 5: expected at most 8 wars, one a province, got 9.",
    ),
    ("bonuses.csv", "5,20", "2,20", "line 4: expected more provinces than 3, and no fewer points, got 2."),
    (
        "figures.csv",
        "printed: dized figures (1",
        "dized (1",
        'line 3: expected a source such as "printed: page" '
        '(printed, example, inferred, reconstructed), got "dized (1 of each clan; Force 1)".',
    ),
    (
        "figures.csv",
        "daimyo,,1,1,daimyo",
        "emperor,,1,1,daimyo",
        'line 3: expected name to be one of daimyo, shinto, bushi, stronghold, got "emperor".',
    ),
    ("clans.csv", "lotus,,,0", "koi,,,0", 'line 4: expected another name than those before, got "koi".'),
    (
        "clans.csv",
        "lotus,,,0",
        "herald,,,0",
        'line 4: expected another name than that of the herald, got "herald".',
    ),
    (
        "clans.csv",
        "lotus,,,0",
        "lotus,,flies,0",
        "line 4: expected ability to be one of nothing, ronin-for-coins, "
        'strongholds-fight, free-bushi, honor-ties, least-force, got "flies".',
    ),
    (
        "cards.csv",
        "phoenix,,monster",
        "phoenix,,bird",
        'line 12: expected kind to be one of monster, virtue, upgrade, got "bird".',
    ),
    ("cards.csv", "ebisu,,monster,1,1,,", "ebisu,,monster,1,1,", "line 14: expected 9 cells, got 8."),
    (
        "provinces.csv",
        "oshu,,edo|kanto,hokkaido",
        "oshu,,edo|kanto,",
        "line 3: expected the way by sea from hokkaido to oshu to lead back, got none from oshu.",
    ),
]


@pytest.mark.parametrize(("file", "written", "instead", "message"), BAD)
def test_a_bad_table_is_refused_with_its_line(file: str, written: str, instead: str, message: str) -> None:
    text = FILES[file].decode()
    assert written in text
    with pytest.raises(BadTable) as bad:
        read_data(FILES | {file: text.replace(written, instead, 1).encode()})
    assert str(bad.value) == f"{file}, {message}"


def test_the_files_must_be_there_and_be_text() -> None:
    with pytest.raises(BadTable) as bad:
        read_data({name: raw for name, raw in FILES.items() if name != "cards.csv"})
    assert str(bad.value).startswith(
        "cards.csv, line 1: expected a file cards.csv, got the files bonuses.csv, "
    )
    with pytest.raises(BadTable) as bad:
        read_data(FILES | {"clans.csv": b"# a\n# \xff"})
    assert str(bad.value) == "clans.csv, line 2: expected UTF-8, got the byte 0xff."
