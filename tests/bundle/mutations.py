"""What somebody alters in a game who has its key: an event or a part of one, at random; and how everything around
it is made to fit again.

Digests are chained anew, what was altered is sealed anew where it is open, heads that are named inside become
the new ones, and checkpoint and manifest are signed again: what is left to find is the alteration itself.
"""

from __future__ import annotations

import base64
import copy
import hashlib
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any

from tests.bundle.maker import KEY, Members, canonical, h, public_bytes, signed_again

Line = dict[str, Any]
Place = tuple[Any, Any]
"""An object or a list, and the key or the index of a value in it."""

SMALL = {name: f"# {name}\n".encode() for name in ("format.md", "report.md", "verify.py", "check.html")}
"""What stands for the pages of a bundle."""

TEXTS = [
    "",
    " ",
    "x",
    "witness",
    "referee",
    "public",
    "game",
    "seat",
    "date",
    "hojo",
    "iga",
    "ise",
    "mail",
    "second",
]
TEXTS += [
    "00" * 32,
    "AB" * 32,
    "é",
    "e\u0301" * 12,
    "a  b",
    "\u200b",
    "\u0085",
    "consent",
    "ready",
    "1",
    "x" * 201,
]
NUMBERS = [
    0,
    1,
    2,
    3,
    4,
    7,
    31,
    32,
    33,
    1024,
    1025,
    -1,
    10_000,
    10_001,
    2**32,
    2**32 + 1,
    2**63,
    2**64 - 1,
    2**64,
]
OTHERS: list[Any] = [None, True, False, [], {}, "", 0, [[]], ["x"], {"x": 1}, {"type": "sealed"}]
KEYS = [
    "zeal",
    "lane",
    "proof",
    "cell",
    "place",
    "by",
    "aside",
    "more",
    "done",
    "then",
    "anew",
    "real",
    "secret",
]
KEYS += [
    "count",
    "draw",
    "head",
    "reason",
    "seat",
    "person",
    "behalf",
    "authority",
    "reference",
    "root",
    "sheets",
]


@dataclass
class Game:
    """The members of a bundle, its lines as they are before, and what stands of each kind of event."""

    name: str
    members: Members
    lines: list[Line] = field(default_factory=list)
    kinds: dict[str, list[int]] = field(default_factory=dict)
    values: dict[str, list[Any]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.lines = [json.loads(line) for line in self.members["game.jsonl"].splitlines()]
        for nth, line in enumerate(self.lines[1:], 1):
            self.kinds.setdefault(line["public"]["entry"]["type"], []).append(nth)
            for holder, key in places(line["public"]):
                if isinstance(holder, dict):
                    self.values.setdefault(key, []).append(holder[key])


def begun(name: str, members: Members) -> Game:
    """A game in the hand of whoever has the key of the makers: what others have signed is signed anew."""
    given = {**members, **{page: raw for page, raw in SMALL.items() if page in members}}
    lines = [json.loads(line) for line in members["game.jsonl"].splitlines()]
    before = names_of(lines)
    for line in lines[1:]:
        if line["public"]["entry"]["type"] in ("opened", "forked") and "key" in line["public"]["entry"]:
            line["public"]["entry"]["key"] = public_bytes(KEY).hex()
    given["key.txt"] = f"{public_bytes(KEY).hex()}\n".encode()
    return Game(name, fitted(given, lines, before))


def places(value: Any) -> Iterator[Place]:
    """Every value that stands in another."""
    inside: Any = (
        value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    )
    for key, item in inside:
        yield value, key
        yield from places(item)


# ---- making it fit


def names_of(lines: list[Line]) -> list[str]:
    """The name that each event stands under; that of the header stands first."""
    name, names = lines[0].get("game", ""), []
    for line in reversed(lines[1:]):
        names.append(name)
        entry = line["public"]["entry"] if isinstance(line.get("public"), dict) else None
        if isinstance(entry, dict) and entry.get("type") == "forked":
            name = entry.get("game", "")
    return [lines[0].get("game", ""), *reversed(names)]


def fitted(members: Members, lines: list[Line], before: list[str] | None = None, head: str = "") -> Members:
    """The bundle with these lines, and everything around them made to fit; `head`, if there is one, is that of
    the header, which then need not be true."""
    names = before or names_of(lines)
    made, new = h("bugyo/1/game", text_of(names[1] if len(names) > 1 else names[0])), dict[str, str]()
    for nth, line in enumerate(lines[1:], 1):
        public = line["public"]
        entry = public.get("entry")
        if isinstance(entry, dict) and isinstance(entry.get("head"), str):
            entry["head"] = made.hex() if entry["type"] == "forked" else new.get(entry["head"], entry["head"])
        sealed_again(line, text_of(names[nth]))
        made = h("bugyo/1/event", made, written(public))
        new.setdefault(str(line.get("digest")), made.hex())
        if "digest" in line:
            line["digest"] = made.hex()
    lines[0]["head"], lines[0]["events"] = head or made.hex(), lines[0].get("events_as", len(lines) - 1)
    lines[0].pop("events_as", None)
    raw = b"".join(written(line) + b"\n" for line in lines)
    note = checkpoint(text_of(lines[0].get("game", "")), len(lines) - 1, made)
    return signed_again({**members, "game.jsonl": raw, "checkpoint.txt": note})


def text_of(value: Any) -> str:
    return value if isinstance(value, str) else "x"


def written(value: Any) -> bytes:
    return canonical(value)


def sealed_again(line: Line, name: str) -> None:
    """The commitments of what is opened in a line, as they would be made for its place and value."""
    openings = line.get("openings")
    for opening in openings if isinstance(openings, list) else ():
        seal = at_path(line["public"].get("entry"), opening["path"]) if isinstance(opening, dict) and set(opening) == {"path", "salt", "value"} else None
        if seal is not None and isinstance(opening["salt"], str):
            try:
                words = (name, line["public"]["position"], opening["path"], bytes.fromhex(opening["salt"]))
            except (ValueError, KeyError):
                continue
            seal["commitment"] = h("bugyo/1/seal", *words, written(opening["value"])).hex()


def at_path(value: Any, path: Any) -> Any:
    """The value of the seal at a path, if there is one."""
    for step in path.split("/") if isinstance(path, str) else ():
        if isinstance(value, dict) and step in value:
            value = value[step]
        elif isinstance(value, list) and step.isdecimal() and int(step) < len(value):
            value = value[int(step)]
        else:
            return None
    seal = value.get("value") if isinstance(value, dict) and value.get("type") == "sealed" else None
    return seal if isinstance(seal, dict) and set(seal) == {"commitment"} else None


def checkpoint(game: str, position: int, head: bytes) -> bytes:
    signed = f"bugyo/{game}\n{position}\n{base64.b64encode(head).decode()}\n".encode()
    mark = hashlib.sha256(b"bugyo\n\x01" + public_bytes(KEY)).digest()[:4]
    return signed + f"\n— bugyo {base64.b64encode(mark + KEY.sign(signed)).decode()}\n".encode()


# ---- altering it


def mutated(game: Game, random: Random) -> tuple[str, Members]:
    """One alteration, and its name."""
    if random.random() < 0.06:
        return beside(game, random)
    lines = copy.deepcopy(game.lines)
    way = random.choices((inside, moving, opening, heading), (72, 17, 7, 4))[0]
    what = way(game, lines, random)
    return what, fitted(game.members, lines, head=lines[0].pop("head_as", ""))


def chosen(game: Game, random: Random) -> int:
    """An event; those of rare kinds come as often as others."""
    return random.choice(game.kinds[random.choice(sorted(game.kinds))])


def inside(game: Game, lines: list[Line], random: Random) -> str:
    """One value in the public form of an event is another."""
    nth = chosen(game, random)
    public = lines[nth]["public"]
    kind = public["entry"]["type"]
    where = [*places(public["entry"])] * 6 + [*places(public["act"])] * 2 + [*places(public)]
    holder, key = random.choice(where)
    change = random.choice((replaced, replaced, replaced, borrowed, removed, added, swapped, doubled, sealed))
    return f"{kind} {nth}: {change(game, holder, key, random)}"


def replaced(game: Game, holder: Any, key: Any, random: Random) -> str:
    """Another value, mostly of the same type."""
    old = holder[key]
    if random.random() < 0.15:
        new = copy.deepcopy(random.choice(OTHERS))
    elif isinstance(old, bool):
        new = not old
    elif isinstance(old, int):
        new = random.choice([old + 1, old - 1, old * 2, *random.sample(NUMBERS, 3)])
    elif isinstance(old, str):
        new = random.choice([*random.sample(TEXTS, 3), other_text(old, random), other_text(old, random)])
    elif isinstance(old, list):
        new = random.choice([[], old[:-1], old[1:], [*old, *old[-1:]], list(reversed(old))])
    else:
        new = copy.deepcopy(random.choice(OTHERS))
    holder[key] = new
    return f"{key} was {short(old)}, is {short(new)}"


def other_text(old: str, random: Random) -> str:
    if not old:
        return "x"
    at = random.randrange(len(old))
    sign = random.choice("0123456789abcdef")
    return random.choice(
        [old[:at] + sign + old[at + 1 :], old.upper(), old[:-1], f"{old}0", f" {old}", f"{old}\n"]
    )


def borrowed(game: Game, holder: Any, key: Any, random: Random) -> str:
    """The value of this key in another event."""
    if isinstance(holder, list):
        return doubled(game, holder, key, random)
    old, holder[key] = holder[key], copy.deepcopy(random.choice(game.values[key]))
    return f"{key} was {short(old)}, is borrowed: {short(holder[key])}"


def removed(game: Game, holder: Any, key: Any, random: Random) -> str:
    if key == "type" and random.random() < 0.8:
        return replaced(game, holder, key, random)
    return f"without {key}: {short(holder.pop(key))}"


def added(game: Game, holder: Any, key: Any, random: Random) -> str:
    """A key more in an object: one that stands elsewhere, or a new one."""
    inner = holder[key] if isinstance(holder[key], dict) else holder
    if isinstance(inner, list):
        inner.insert(key, copy.deepcopy(random.choice([*inner, *OTHERS])))
        return f"an item more at {key}"
    name = random.choice([*KEYS, *sorted(game.values)])
    inner[name] = copy.deepcopy(random.choice([*game.values.get(name, []), random.choice(OTHERS)]))
    return f"with {name}: {short(inner[name])}"


def swapped(game: Game, holder: Any, key: Any, random: Random) -> str:
    """Two values in one object or list change places."""
    other = random.choice([*holder] if isinstance(holder, dict) else [*range(len(holder))])
    holder[key], holder[other] = holder[other], holder[key]
    return f"{key} and {other} swapped"


def doubled(game: Game, holder: Any, key: Any, random: Random) -> str:
    if not isinstance(holder, list):
        return replaced(game, holder, key, random)
    holder.insert(random.randrange(len(holder) + 1), copy.deepcopy(holder[key]))
    return f"item {key} doubled"


def sealed(game: Game, holder: Any, key: Any, random: Random) -> str:
    """An open value is sealed, a sealed one open, or known to others."""
    old = holder[key]
    if isinstance(old, dict) and old.get("type") == "sealed":
        if random.random() < 0.5:
            holder[key] = copy.deepcopy(random.choice(OTHERS))
        else:
            old["to"] = random.choice([[], ["iga"], ["nobody"], [*old["to"], *old["to"]]])
        return f"{key} opened, or sealed to others: {short(holder[key])}"
    to = random.choice([[], ["iga"], ["ise"], ["hojo"], ["kii", "iga"]])
    holder[key] = {"to": to, "type": "sealed", "value": {"commitment": "00" * 32}}
    return f"{key} sealed to {to}"


def moving(game: Game, lines: list[Line], random: Random) -> str:
    """Events change places, go, come again, or come from elsewhere; times and positions are made to fit."""
    nth, other = chosen(game, random), chosen(game, random)
    near = min(len(lines) - 1, nth + 1)
    what = random.choice(("drop", "double", "swap", "near", "move", "insert", "cut", "turn"))
    if what == "drop":
        lines.pop(nth)
    elif what in ("double", "insert"):
        lines.insert(near if what == "double" else other, copy.deepcopy(lines[nth]))
    elif what in ("swap", "near"):
        second = other if what == "swap" else near
        lines[nth], lines[second] = lines[second], lines[nth]
    elif what == "move":
        lines.insert(other, lines.pop(nth))
    elif what == "cut":
        del lines[max(2, nth) :]
    else:
        lines[nth]["public"]["entry"], lines[other]["public"]["entry"] = (
            lines[other]["public"]["entry"],
            lines[nth]["public"]["entry"],
        )
        lines[nth]["openings"], lines[other]["openings"] = lines[other]["openings"], lines[nth]["openings"]
    in_order(lines)
    return f"{what} {nth} {other} of {len(game.lines) - 1}"


def in_order(lines: list[Line]) -> None:
    at, names = 0, names_of(lines)
    for nth, line in enumerate(lines[1:], 1):
        at = max(at, line["public"]["at"])
        line["public"].update(position=nth, at=at, game=names[nth])


def opening(game: Game, lines: list[Line], random: Random) -> str:
    """What is opened is another value, or is opened otherwise; its commitment is made again."""
    having = [nth for nth, line in enumerate(lines) if nth and line["openings"]]
    if not having:
        return heading(game, lines, random)
    nth = random.choice(having)
    openings = lines[nth]["openings"]
    if random.random() < 0.5:
        one = random.choice(openings)
        return f"opening in {nth}: {replaced(game, one, random.choice(('value', 'value', 'salt', 'path')), random)}"
    holder, key = random.choice([*places(openings)])
    change = random.choice((replaced, removed, added, swapped, doubled))
    return f"opening in {nth}: {change(game, holder, key, random)}"


def heading(game: Game, lines: list[Line], random: Random) -> str:
    """The header, or the frame of a line."""
    header = lines[0]
    if random.random() < 0.3:
        nth = chosen(game, random)
        lines[nth][random.choice(("zeal", "head", "openings"))] = random.choice(OTHERS)
        return f"frame of {nth}"
    key = random.choice(("format", "game", "title", "viewer", "data", "zeal", "events_as", "head_as"))
    if key == "data":
        return f"header: {replaced(game, header['data'], random.choice(sorted(header['data'])), random)}"
    if key == "viewer":
        header[key] = random.choice(["public", "referee", "iga", "ise", "date", "nobody", "witness", 1])
    elif key == "events_as":
        header[key] = len(lines) - 1 + random.choice((-1, 1))
    elif key == "head_as":
        header[key] = lines[random.randrange(1, len(lines))]["digest"]
    else:
        header[key] = random.choice([*TEXTS, *OTHERS])
    return f"header: {key} is {short(header[key])}"


def beside(game: Game, random: Random) -> tuple[str, Members]:
    """A member that is not the game."""
    members = dict(game.members)
    name = random.choice([name for name in members if name != "game.jsonl"])
    what = random.choice(("gone", "flip", "more", "empty", "other", "mail", "zeal"))
    raw = members[name]
    if what == "gone":
        del members[name]
    elif what == "flip" and raw:
        at = random.randrange(len(raw))
        members[name] = raw[:at] + bytes([raw[at] ^ (1 << random.randrange(8))]) + raw[at + 1 :]
    elif what == "mail":
        digest = hashlib.sha256(b"a mail").hexdigest()
        members[f"mails/{digest if random.random() < 0.5 else '00' * 32}.eml"] = b"a mail"
    elif what == "zeal":
        members[random.choice(("zeal.txt", "mails/x.eml", "mails/", "Key.txt"))] = b"zeal"
    else:
        members[name] = {"more": raw + b"\n", "empty": b"", "other": members["key.txt"]}.get(what, raw)
    is_signed = random.random() < 0.7 and not name.startswith("manifest")
    return f"{name} {what}, signed {is_signed}", signed_again(members) if is_signed else members


def short(value: Any) -> str:
    return json.dumps(value)[:60]


Alter = Callable[[Game, Random], tuple[str, Members]]
