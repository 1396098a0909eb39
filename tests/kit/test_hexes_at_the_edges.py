"""Hexes at all four edges of the paper: the last column and row have labels, what lies beyond has none."""

from __future__ import annotations

import pytest

from domain.kit.hexes import DIRECTIONS, beside, neighbours, within

# a corner or an edge, and its neighbours by their way
EDGES = [
    ("0101", {"se": "0201", "s": "0102"}),
    ("0199", {"n": "0198", "ne": "0298", "se": "0299"}),
    ("9901", {"s": "9902", "sw": "9801"}),
    ("9999", {"n": "9998", "sw": "9899", "nw": "9898"}),
    ("0150", {"n": "0149", "ne": "0249", "se": "0250", "s": "0151"}),
    ("9950", {"n": "9949", "s": "9951", "sw": "9850", "nw": "9849"}),
    ("5001", {"ne": "5101", "se": "5102", "s": "5002", "sw": "4902", "nw": "4901"}),
    ("5199", {"n": "5198", "ne": "5298", "se": "5299", "sw": "5099", "nw": "5098"}),
    ("0201", {"ne": "0301", "se": "0302", "s": "0202", "sw": "0102", "nw": "0101"}),
    ("9899", {"n": "9898", "ne": "9999", "nw": "9799"}),
]


@pytest.mark.parametrize(("text", "around"), EDGES)
def test_what_has_no_label_is_no_neighbour(text: str, around: dict[str, str]) -> None:
    assert {way: beside(text, way) for way in DIRECTIONS} == {way: around.get(way, "") for way in DIRECTIONS}
    assert neighbours(text) == tuple(around[way] for way in DIRECTIONS if way in around)


@pytest.mark.parametrize(("text", "around"), EDGES)
def test_what_is_within_a_step_are_the_hex_and_its_neighbours(text: str, around: dict[str, str]) -> None:
    assert within(text, 1) == tuple(sorted({text, *around.values()}))
