"""Every option that a game may choose is told to those who are to play it, in a sentence, of every title."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal, get_args, get_origin, get_type_hints

import pytest

from domain.titles import TITLES
from projections.titles import PICTURES


def _choices(title: str) -> Iterator[tuple[str, Any]]:
    """Each option with each value that is not usual; of a number the one below it."""
    usual = TITLES[title].presets["default"]
    hints = get_type_hints(type(usual))
    for name in TITLES[title].choices():
        kind, default = hints[name], getattr(usual, name)
        values = get_args(kind) if get_origin(kind) is Literal else (True, False)
        if kind is int:
            values = (default - 1,)
        yield from ((name, value) for value in values if value != default)


@pytest.mark.parametrize("title", TITLES)
def test_each_option_is_a_sentence_of_its_own(title: str) -> None:
    told = [(name, PICTURES[title].reading(name, value)) for name, value in _choices(title)]
    assert {name for name, _said in told} == set(TITLES[title].choices())
    for name, said in told:
        assert said[:1].isupper(), name
        assert said.endswith("."), name
        assert "_" not in said, name
    assert len({said for _name, said in told}) == len(told)
