"""The options that somebody opens a game with: what may stand for each, and what is said of another value."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct, ValidationError, convert, inspect, to_builtins

from domain.kit.errors import either
from domain.kit.likeness import nearest
from domain.kit.rules import Rules

MOST = 100
"""Numbers that are listed one by one."""


def values(rules: Rules, name: str) -> Sequence[Any]:
    """What may stand for an option; nothing where its type allows too much to be listed."""
    told = inspect.type_info(rules.options)
    assert isinstance(told, inspect.StructType)
    match next(field.type for field in told.fields if field.name == name):
        case inspect.BoolType():
            return (True, False)
        case inspect.LiteralType(values=listed):
            return listed
        case inspect.IntType(ge=int(least), le=int(most)) if most - least < MOST:
            return range(least, most + 1)
    return ()


def written(value: object) -> str:
    """A value as a command line has it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def spelled(rules: Rules, name: str) -> str:
    """All values of an option, as in a sentence."""
    known = values(rules, name)
    if isinstance(known, range) and len(known) > 2:
        return f"a number from {known[0]} to {known[-1]}"
    return either([written(value) for value in known])


def fault(rules: Rules, usual: Struct | None, own: Mapping[str, str]) -> str:
    """Why options cannot be set so, and what would do; "" where they can."""
    held = to_builtins(usual)
    for name, value in own.items():
        if name not in rules.options.__struct_fields__:
            said = f"There is no option “{name}”.{nearest(name, rules.choices())}"
            return f"{said} “bugyo games {rules.title}” says what each does: {', '.join(rules.choices())}."
        held = {**held, name: value}  # what fits by itself may not fit beside another
        try:
            convert(held, rules.options, strict=False)
        except ValidationError as error:
            return f"“{name}” cannot be “{value}”: it is {spelled(rules, name) or error}."
    return ""
