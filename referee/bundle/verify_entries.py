"""A part of `verify.py`, which it is joined to in a bundle: what each kind of entry has (`[2, 3, 5, 6]` of
format.md). Nothing but Python.
"""

from __future__ import annotations

import re
from typing import Any


class Fault(Exception):
    """Something does not hold: why, and the member, where it is another than the one that is looked at."""


def need(holds: object, why: str, member: str = "") -> None:
    if not holds:
        raise Fault(why, member)


def shown(value: object) -> str:
    """A value of the file as it may be printed anywhere: short, in ASCII, without control characters."""
    return ascii(value)[:80]


# A shape [2, 3, 5, 6] is a type, a range, a pattern for a whole text, [the shape of each item],
# or {key: its shape}, where (shape, default) may be absent and "*" stands for all other keys.
def fit(value: Any, shape: Any, name: str) -> None:
    """Raise Fault unless `value` has the shape; put in what is absent. True is no number."""
    if isinstance(shape, str):
        fits = isinstance(value, str) and re.fullmatch(shape, value) is not None
    elif isinstance(shape, range):
        fits = type(value) is int and value in shape
    else:
        fits = shape is object or type(value) is (shape if isinstance(shape, type) else type(shape))
    if not fits:
        raise Fault(f"{shown(name)[1:-1]} cannot be {shown(value)}", "")
    for item in value if isinstance(shape, list) else ():
        fit(item, shape[0], f"an item of {name}")
    for key in {**shape, **value} if isinstance(shape, dict) else ():
        inner = shape.get(key, shape.get("*"))
        if isinstance(inner, tuple):
            value[key], inner = value.get(key, inner[1]), inner[0]
        if key in value or key != "*":
            if not inner or key not in value:  # as `need` would, but its sentence is made for every key
                raise Fault(f"{shown(key)} is missing in {name}, or does not belong there", "")
            fit(value[key], inner, key)


TIME, HOURS, SAID, DAY = range(1 << 63), range(8785), r"(?s:.*\S.*)", 86_400_000
SILENCE = "wait|default orders|standby|forfeit|bot"
PROGRAM = r"(random|steady|keen(:[1-9][0-9]{0,3})?) \(program\)"
VOTE = r"draw|(?s:.*) wins"
LOOKS, NAMED = "at once|at the reveal", r"(?!referee$)(\S|\S.{0,198}\S)?"
REFEREE = {"second": (NAMED, ""), "stops": (bool, False), "looks": (LOOKS, "at once")}
POLICY: dict[str, Any] = {
    "authority": (range(4), 1),
    "nmr": (SILENCE, "wait"),
    "hours": (HOURS, 0),
    "phases": ({"*": HOURS}, {}),
    "grace": (range(10_081), 0),
    "clock": ("(([01][0-9]|2[0-3]):[0-5][0-9])?", ""),
    "zone": ("[A-Za-z0-9_+-]+(/[A-Za-z0-9_+-]+)*", "UTC"),
    "days": ([range(1, 8)], []),
    "reminders": ([HOURS], []),
    "vacation": (range(367), 0),
    "press": ("none|white|private", "none"),
    "anonymous": (bool, False),
    "delay": (HOURS, 0),
    "errors": (SAID, "lenient"),
    "sheets": (bool, False),
    "advice": (bool, False),
    "votes": ("shown|sealed", "shown"),
    "concede": ("default orders|forfeit", "default orders"),
    "undo": ("alone|consent", "alone"),
    "referee": (REFEREE, {"second": "", "stops": False, "looks": "at once"}),
}
DEADLINE = {"seat": str, "prompt": str, "since": TIME, "at": TIME, "moved": (TIME, 0), "*": object}
DECIDED = {"by": "referee|consent|clock|dispute", "reason": str}
CONDUCT: dict[str, dict[str, Any]] = {
    "policy-changed": {"policy": POLICY, "reason": SAID, "keeps_moved": (bool, False)},
    "seat-taken": {"seat": str, "person": str, "reason": SAID},
    "seat-left": {"seat": str, "person": str, "reason": str},
    "standby": {"person": str, "listed": (bool, True)},
    "delegated": {"seat": str, "to": str, "scope": "orders|press|all", "until": TIME},
    "delegation-ended": {"seat": str, "to": str, "reason": (str, "")},
    "address-changed": {"seat": str, "person": str, "by": "referee|person", "reason": str},
    "key-registered": {"seat": str, "person": str, "key": "[a-z0-9@.-]{1,80} [A-Za-z0-9+/]{1,8000}={0,2}"},
    "signed": {"seat": str, "text": object, "signature": object},
    "agreed": {"seat": str, "on": f"pause|resume|abandon|show|{VOTE}", "yes": (bool, True)},
    "voted": {"vote": object},
    "conceded": {"seat": str},
    "settled": {"on": f"{VOTE}|concede", "winners": [str]},
    "abandoned": DECIDED,
    "deadlines-set": {"deadlines": [DEADLINE]},
    "deadline-moved": {"seat": str, "at": TIME, "reason": SAID},
    "paused": {**DECIDED, "at": TIME, "until": (TIME, 0)},
    "resumed": {**DECIDED, "at": TIME},
    "vacation-taken": {"seat": str, "start": TIME, "end": TIME, "days": range(367)},
    "lapsed": {"seat": str, "deadline": TIME, "prompt": str, "turn": str, "follows": SILENCE},
    "press": {"to": [str], "text": object, "sender": object},
    "noted": {
        "person": str,
        "source": str,
        "digest": str,
        "notes": [{"line": int, "text": str, "*": object}],
    },
    "order-held": {"seat": str, "number": TIME, "line": object, "when": "ready|asked|sheet|condition"}
    | {"turn": (str, "")},
    "order-released": {"seat": str, "number": TIME, "why": str}
    | {"shown": (object, ""), "left": (object, ""), "turn": (str, "")},
    "order-refused": {"seat": str, "line": object, "reason": object, "at": TIME},
    "forfeited": {"seat": str, "line": object},
    "advised": {"seat": str, "position": TIME},
}
"""What the entries of people, clocks and press have."""

NUMBER, HEX16, HEX32, CELL = range(1 << 64), "[0-9a-f]{32}", "[0-9a-f]{64}", ("([0-9a-f]{64})?", "")
SEATS = [{"seat": "(?!(referee|witness|public|game)$)(?s:.*)", "person": str}]
QUESTION = {"rule": str, "purpose": str, "sides": range(1, (1 << 32) + 1), "count": (range(1, 10_001), 1)}
QUESTION |= {"draw": (bool, False), "secret": (bool, False), "index": (NUMBER, 0), "lane": (str, "")}
PROOF, PLACES, SHEETS = [HEX32], {"sheet": NUMBER, "cells": [HEX32]}, (range(1025), 0)
OPENED = {"level": (range(4), 0), "key": CELL, "seats": SEATS, "data": HEX32, "policy": (POLICY, {})}
OPENED |= {"protocol": (range(1, 3), 1), "root": CELL, "sheets": SHEETS}
OPENED |= {"opening": (NUMBER, 0), "before": CELL}
OPENED |= {"lot": (object, None), "package": (str, ""), "imagined": (object, None)}
LOT = {"digest": HEX32, "secret": HEX32, "signed": [{"person": str, "wish": (str, "")}]}
GIVERS = "seat|only answer|standing order|default order|program"
CHANCE = {"chance": str, "key": CELL, "real": (bool, False)}
ENTRIES: dict[str, dict[str, Any]] = {
    "opened": OPENED,
    "root-committed": {"party": str, "root": CELL, "sheets": SHEETS, "reason": (str, "")},
    "sheet-shown": {"lane": str, "proof": PROOF, **PLACES},
    "sheet-committed": {"party": str, **PLACES},
    "joined": {"seat": str, "phrase": str},
    "ordered": {"seat": str, "order": dict, "by": (GIVERS, "seat"), "cell": CELL}
    | {"proof": (PROOF, []), "aside": (bool, False)},
    "spent": {"seat": str, "cell": HEX32, "proof": PROOF, "place": (NUMBER, 0)}
    | {"why": "lost|refused|unreadable", "line": object},
    "asked": {"question": QUESTION},
    "contributed": {"party": str, "index": NUMBER, "cell": HEX32}
    | {"lane": (str, ""), "proof": (PROOF, []), "head": CELL},
    "thrown": {"question": QUESTION, "faces": object, "cell": (object, ""), "real": (bool, False)},
    "rewound": {"to": NUMBER, "reason": SAID, "by": ("referee|consent|seat", "referee")}
    | {"anew": (bool, False), "seat": (str, ""), "deadlines": ([DEADLINE], [])},
    "thrown-again": {"question": QUESTION, "of": NUMBER},
    "forked": {"game": "[a-z0-9-]+", "at": NUMBER, "head": HEX32, **CHANCE},
    "fact": {"rule": str, "then": (list, []), "done": (bool, False), "more": (NUMBER, 0)},
    **CONDUCT,
}
