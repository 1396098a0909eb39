"""Whether a value that others have made is of the types that a contract of ours declares, field by field.

No code of theirs runs for it: types are asked for themselves, and never for what they say of each other.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from msgspec import Struct

CALLABLE, MAPPING = get_origin(Callable[..., Any]), get_origin(Mapping[str, Any])


def misfit(value: object, contract: type[Struct]) -> str:
    """The first field that is not as declared, with its declaration: "events: tuple[type[Struct], ...]"; ""
    where all are. `value` is of that very type."""
    for name, declared in get_type_hints(contract).items():
        if not _fits(getattr(value, name), declared):
            return f"{name}: {contract.__annotations__[name]}"
    return ""


def _fits(value: Any, declared: Any) -> bool:
    origin, parts = get_origin(declared), get_args(declared)
    if origin in (Union, UnionType):
        return any(_fits(value, part) for part in parts)
    if origin is CALLABLE:
        return callable(value)
    if origin is type:
        return _comes_of(type(value), type) and _comes_of(value, parts[0])
    if origin is MAPPING:
        is_one = type(value) is dict or type(value) is MappingProxyType
        return is_one and all(_fits(key, parts[0]) and _fits(one, parts[1]) for key, one in value.items())
    if origin in (tuple, frozenset):
        return type(value) is origin and _all_fit(tuple(value), parts)
    return _is_plainly(value, declared)


def _all_fit(values: tuple[Any, ...], parts: tuple[Any, ...]) -> bool:
    if len(parts) == 1 or parts[-1] is Ellipsis:
        return all(_fits(one, parts[0]) for one in values)
    return len(values) == len(parts) and all(map(_fits, values, parts))


def _is_plainly(value: Any, declared: Any) -> bool:
    if declared is Any or not isinstance(declared, type):
        return True
    if declared in (type, Struct):  # any class, any struct
        return _comes_of(type(value), declared)
    if type(value) is not declared:
        return False
    return not issubclass(declared, Struct) or not misfit(value, declared)


def _comes_of(kind: type, other: type) -> bool:
    """Whether a class is another or derives from it, whatever the classes themselves say."""
    return any(one is other for one in type.__dict__["__mro__"].__get__(kind))
