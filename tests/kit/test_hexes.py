"""Labels, neighbours and distances of the hexagons; distances against a walk over the neighbours."""

from __future__ import annotations

import pytest

from domain.kit.hexes import (
    DIRECTIONS,
    Hex,
    beside,
    direction,
    distance,
    hex_of,
    is_label,
    label,
    neighbours,
    within,
)

# label, whether it is one
LABELS = [
    ("1512", True),
    ("0101", True),
    ("9999", True),
    ("0012", False),
    ("1500", False),
    ("151", False),
    ("15123", False),
    ("A512", False),
    ("١٢٣٤", False),
    ("", False),
]


@pytest.mark.parametrize(("text", "expected"), LABELS)
def test_a_label_has_four_digits_and_no_zero_column_or_row(text: str, expected: bool) -> None:
    assert is_label(text) is expected
    if expected:
        assert label(*hex_of(text)) == text
    else:
        with pytest.raises(ValueError, match="is no label"):
            hex_of(text)


def test_a_label_and_its_hex() -> None:
    assert hex_of("0703") == Hex(7, 3)
    assert label(7, 3) == "0703"


@pytest.mark.parametrize("place", [(0, 1), (1, 0), (100, 1), (1, 100)])
def test_what_lies_off_the_paper_has_no_label(place: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="no label of four digits"):
        label(*place)


# hex, its neighbours clockwise from the one above
AROUND = [
    ("1512", ("1511", "1611", "1612", "1513", "1412", "1411")),  # odd column
    ("1612", ("1611", "1712", "1713", "1613", "1513", "1512")),  # even column, half a hex lower
    ("0101", ("0201", "0102")),  # a corner: what has no label is left out
    ("0201", ("0301", "0302", "0202", "0102", "0101")),
]


@pytest.mark.parametrize(("text", "expected"), AROUND)
def test_the_neighbours_of_a_hex(text: str, expected: tuple[str, ...]) -> None:
    assert neighbours(text) == expected


@pytest.mark.parametrize("text", ["1512", "1612"])
def test_each_way_leads_to_a_neighbour_and_the_opposite_one_back(text: str) -> None:
    for turn, way in enumerate(DIRECTIONS):
        there = beside(text, way)
        assert direction(text, there) == way
        assert beside(there, DIRECTIONS[(turn + 3) % 6]) == text


def test_a_way_off_the_paper_leads_nowhere() -> None:
    assert beside("0101", "n") == ""
    assert beside("9999", "s") == ""


def test_hexes_that_do_not_touch_have_no_direction() -> None:
    with pytest.raises(ValueError, match="1514 is not next to 1512"):
        direction("1512", "1514")


@pytest.mark.parametrize("start", ["1512", "1612", "2020"])
def test_distances_are_those_of_the_shortest_walk(start: str) -> None:
    walked, edge = {start: 0}, [start]
    for steps in range(1, 9):
        edge = [there for here in edge for there in neighbours(here) if there not in walked]
        walked.update(dict.fromkeys(edge, steps))
    assert {there: distance(start, there) for there in walked} == walked
    assert [len(within(start, radius)) for radius in range(4)] == [1, 7, 19, 37]
    assert set(within(start, 8)) == set(walked)


def test_the_hex_of_arrival_is_counted_and_that_of_departure_is_not() -> None:
    assert distance("1512", "1512") == 0
    assert distance("1512", "1513") == 1
    assert distance("0101", "4228") == distance("4228", "0101") == 48


def test_within_lists_labels_column_by_column() -> None:
    assert within("0101", 1) == ("0101", "0102", "0201")
