"""A position as a text, to be recorded: what is not as on the empty board, and what is still to be done.

It is JSON, and a text because the order of keys counts: what is drawn from a pile hangs on it, and exports
sort the keys of what they hold.
"""

from __future__ import annotations

from typing import Any, Union, get_args, get_origin

import msgspec
from msgspec import Struct

from domain.kit.errors import BrokenRecord
from domain.kit.facts import State
from domain.kit.rules import Rules

SETTING = "setting"
"""The part of a board that follows from the opening: options, data set and seats."""


def text_of(state: State[Any, Any], empty: Any) -> str:
    """A position; `empty` is the board before anything has happened."""
    board = state.board
    changed = {
        name: value
        for name in board.__struct_fields__
        if name != SETTING and (value := getattr(board, name)) != getattr(empty, name)
    }
    return msgspec.json.encode({"board": changed, "agenda": state.agenda}).decode()


def state_of(game: str, rules: Rules, empty: Any, text: str) -> State[Any, Any]:
    """The position that such a text says a game begins with. Raises `BrokenRecord`."""
    types = {field.name: field.type for field in msgspec.structs.fields(empty) if field.name != SETTING}
    items = Union[rules.items]  # type: ignore[name-defined]  # noqa: UP007
    try:
        data = msgspec.json.decode(text)
        changed = {
            name: msgspec.convert(value, _typed(types[name], rules), str_keys=True)
            for name, value in data["board"].items()
        }
        agenda = msgspec.convert(data["agenda"], tuple[items, ...], str_keys=True)
    except (msgspec.MsgspecError, LookupError, TypeError, AttributeError) as error:
        why = f"The position that it begins with is none of {rules.name}: {error}."
        raise BrokenRecord(game, 1, why) from None
    return State(msgspec.structs.replace(empty, **changed), agenda)


def _typed(annotation: Any, rules: Rules) -> Any:
    """The type of a part of a board. Where that is any struct, it is an event of the title."""
    if annotation is Struct:
        return Union[rules.events]  # noqa: UP007
    parts = get_args(annotation)
    known = tuple(part if part is ... else _typed(part, rules) for part in parts)
    origin = get_origin(annotation)
    return annotation if known == parts or origin is None else origin[known]
