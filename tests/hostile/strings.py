"""Hostile strings of any length for a pattern, made of what it is looking for."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import pairwise, product
from re import _constants as c  # type: ignore[attr-defined]
from re import _parser  # type: ignore[attr-defined]
from typing import Any

Grown = Callable[[int], str]
"""A string of about so many signs."""

MANY = 20
"""Repeats of which there may be more are worth a try."""
REPEATS = (c.MAX_REPEAT, c.MIN_REPEAT, c.POSSESSIVE_REPEAT)
SEPARATORS = (" ", ": ", " ,", "-", "\n", "\t", "a", "a ", "0")
ENDS = ("", "\0", "x" * 70, "\n!")
LIKED = " -a0:,.\t\nxA=/<\"'\u2014"


def hostile(pattern: re.Pattern[Any], more: bool = False) -> dict[str, Grown]:
    """By what they are."""
    root = _parser.parse(pattern.pattern, pattern.flags & ~re.DEBUG)
    pumped = list(dict.fromkeys(_pumped(root, "", pattern.flags)))
    words = [word for word in dict.fromkeys(_words(root)) if word.strip()]
    found: dict[str, Grown] = {}
    pumps = list(dict.fromkeys([*SEPARATORS, *(body for _, body in pumped)]))
    for before, body in pumped:
        for end in ENDS:
            found[f"{before!r} {body!r}… {end!r}"] = grown_of(before, body, end)
        if before:
            found[f"({before!r} {body!r})…"] = grown_of("", before + body, "\0")
    heads = list(dict.fromkeys(before for before, _ in pumped))
    heads = [*(heads if more else heads[-2:]), "x"]
    for head, body in product(heads, pumps):
        found[f"{head!r} {body!r}…"] = grown_of(head, body, "\0")
    for word in words:
        for gap in ("", " ") if not more else SEPARATORS:
            found[f"({word!r} {gap!r})…"] = grown_of("", word + gap, "")
        if len(word) > 1:
            found[f"({word[:-1]!r})…"] = grown_of("", word[:-1], "")
    for first, second in list(product(pumps[:8], pumps[-8:])) if more else list(pairwise(pumps)):
        head = heads[-1] if heads else ""
        found[f"{head!r} {first!r}… x {second!r}…"] = twice(head, first, "x", second)
    signs = list(dict.fromkeys(_signs(root)))[: 12 if more else 7]
    for first, second in product(signs, signs):
        found[f"({first + second!r})…"] = grown_of("", first + second, "\0")
        found[f"{first!r} ({second!r})…"] = grown_of(first, second, "\0")
    whole = _sample(root, pattern.flags)
    found[f"{whole!r}…"] = grown_of("", whole or " ", "\0")
    return found


def grown_of(before: str, body: str, end: str) -> Grown:
    return lambda length: before + body * max(1, (length - len(before)) // max(1, len(body))) + end


def twice(before: str, first: str, between: str, second: str) -> Grown:
    def grown(length: int) -> str:
        half = max(1, (length - len(before)) // 2)
        return before + first * (half // len(first) or 1) + between + second * (half // len(second) or 1)

    return grown


def _pumped(nodes: Any, before: str, flags: int) -> Iterator[tuple[str, str]]:
    """Each repeat that may go on for long: what stands before it, and what it repeats."""
    for op, value in nodes:
        if op in REPEATS and value[1] > MANY:
            yield from ((before, body) for body in _samples(value[2], flags))
        is_behind = op in (c.ASSERT, c.ASSERT_NOT) and value[0] < 0
        for inner in _inside(op, value):
            yield from _pumped(inner, "" if is_behind else before, flags)
        before += _sample([(op, value)], flags)


def _samples(nodes: Any, flags: int) -> list[str]:
    """Texts that fit; of one class of signs several."""
    if len(nodes) == 1 and nodes[0][0] in (c.IN, c.ANY, c.NOT_LITERAL, c.CATEGORY):
        return [sign for sign in LIKED if _fits(nodes[0], sign, flags)][:3] or [_sample(nodes, flags)]
    if len(nodes) == 1 and nodes[0][0] is c.SUBPATTERN:
        return _samples(nodes[0][1][3], flags)
    if len(nodes) == 1 and nodes[0][0] is c.BRANCH:
        return [text for branch in nodes[0][1][1] for text in _samples(branch, flags)[:1]]
    return [_sample(nodes, flags) or " "]


def _sample(nodes: Any, flags: int) -> str:
    """The shortest text that fits, assertions apart."""
    made = ""
    for op, value in nodes:
        if op is c.LITERAL:
            made += chr(value)
        elif op in (c.IN, c.ANY, c.NOT_LITERAL, c.CATEGORY):
            fitting = (sign for sign in LIKED[2:] + " " if _fits((op, value), sign, flags))
            made += next(fitting, "") or _any(value)
        elif op not in (c.ASSERT, c.ASSERT_NOT):
            times = value[0] or int(value[1] > MANY) if op in REPEATS else 1
            made += "".join(_sample(inner, flags) for inner in _inside(op, value)[:1]) * times
    return made


def _any(value: Any) -> str:
    for op, what in value if isinstance(value, list) else ():
        if op is c.LITERAL:
            return chr(what)
        if op is c.RANGE:
            return chr(what[0])
    return "x"


def _fits(node: Any, sign: str, flags: int) -> bool:
    op, value = node
    if op is c.ANY:
        return sign != "\n" or bool(flags & re.DOTALL)
    if op is c.NOT_LITERAL:
        return bool(ord(sign) != value)
    if op is c.CATEGORY:
        return _of(value, sign)
    negated = bool(value) and value[0][0] is c.NEGATE
    found = any(_one(part, sign) for part in value if part[0] is not c.NEGATE)
    return found != negated


def _one(part: Any, sign: str) -> bool:
    op, value = part
    if op is c.LITERAL:
        return bool(ord(sign) == value)
    if op is c.RANGE:
        return bool(value[0] <= ord(sign) <= value[1])
    return _of(value, sign)


def _of(category: Any, sign: str) -> bool:
    kinds: dict[Any, Callable[[str], bool]] = {
        c.CATEGORY_SPACE: str.isspace,
        c.CATEGORY_DIGIT: str.isdigit,
        c.CATEGORY_WORD: lambda sign: sign.isalnum() or sign == "_",
    }
    for kind, fits in kinds.items():
        if category is kind:
            return fits(sign)
    return not any(
        str(category).endswith(str(kind).rpartition("_")[2]) and fits(sign) for kind, fits in kinds.items()
    )


def _signs(nodes: Any) -> Iterator[str]:
    """The signs that it names and that are no letters or figures."""
    for op, value in nodes:
        if op in (c.LITERAL, c.NOT_LITERAL) and not chr(value).isalnum():
            yield chr(value)
        for inner in [value] if op is c.IN else _inside(op, value):
            yield from _signs(inner)


def _words(nodes: Any) -> Iterator[str]:
    """Runs of literal signs."""
    run = ""
    for op, value in nodes:
        if op is c.LITERAL:
            run += chr(value)
            continue
        if run:
            yield run
        run = ""
        for inner in _inside(op, value):
            yield from _words(inner)
    if run:
        yield run


def _inside(op: Any, value: Any) -> list[Any]:
    """The patterns that a node is made of."""
    if op is c.BRANCH:
        return list(value[1])
    if op is c.ATOMIC_GROUP:
        return [value]
    places = {c.SUBPATTERN: 3, c.ASSERT: 1, c.ASSERT_NOT: 1, **dict.fromkeys(REPEATS, 2)}
    return [value[places[op]]] if op in places else []
