"""Every option that a game may choose is told to those who are to play it, in a sentence, of every title."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal, get_args, get_origin, get_type_hints

import pytest
from msgspec.structs import fields

from domain.titles import TITLES
from projections.titles import PICTURES


def _choices(title: str) -> Iterator[tuple[str, Any]]:
    """Each option with each value that is not usual; of a number the one below it."""
    options = TITLES[title].options
    hints = get_type_hints(options)
    for field in (field for field in fields(options) if field.name in TITLES[title].choices()):
        kind = hints[field.name]
        values = get_args(kind) if get_origin(kind) is Literal else (True, False)
        if kind is int:
            values = (field.default - 1,)
        yield from ((field.name, value) for value in values if value != field.default)


@pytest.mark.parametrize("title", TITLES)
def test_each_option_is_a_sentence_of_its_own(title: str) -> None:
    told = [(name, PICTURES[title].reading(name, value)) for name, value in _choices(title)]
    assert {name for name, _said in told} == set(TITLES[title].choices())
    for name, said in told:
        assert said[:1].isupper(), name
        assert said.endswith("."), name
        assert "_" not in said, name
    assert len({said for _name, said in told}) == len(told)
