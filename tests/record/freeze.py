"""Frozen samples of stored bytes, one for each tag of a title: what was written once is read for ever.

`python -m tests.record.freeze` adds samples of new tags to `fixtures/frozen/`. It never changes one that is
there: a sample that does not hold any more means that recorded games cannot be read any more.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from itertools import count
from pathlib import Path
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from msgspec import Struct
from msgspec.structs import fields, replace

from domain.game.entries.entries import BESIDE, Asked, Contributed, Opened, Ordered
from domain.game.entries.people import FIRED, OrderReleased, Pressed
from domain.game.entries.rulings import Corrected
from domain.kit.chance import Question, SheetShown, Thrown
from domain.kit.facts import Fact
from domain.kit.rules import Rules
from domain.kit.sealed import Sealed
from domain.titles import TITLES
from referee.record.chain import canonical
from referee.record.envelope import Envelope, encode

FROZEN = Path(__file__).parents[2] / "fixtures" / "frozen"

Sample = dict[str, Any]
"""`bytes`, in hexadecimal, and what they say: `form`, of builtin values."""


def wanted(rules: Rules) -> Iterator[tuple[str, Any]]:
    """The name of every tag of a title, with an entry that uses it."""
    question = Question("rule", "purpose", 6, 2)
    yield "entry/opened", example(Opened[rules.options])  # type: ignore[name-defined]
    yield "entry/ordered", Ordered("seat", example(rules.orders[0]), "by")
    yield "entry/thrown", Thrown(question, (3, 5))
    yield "entry/thrown, secret", Thrown(Question("rule", "purpose", 6, 2, True, True), Sealed((), (3, 5)))
    proven = replace(question, index=3)
    yield "entry/thrown, provable", Thrown(proven, (3, 5), "cell")
    secret = replace(proven, draw=True, secret=True)
    yield "entry/thrown, provable and secret", Thrown(secret, Sealed((), (3, 5)), Sealed((), "cell"))
    yield "entry/thrown, with real dice", Thrown(question, (3, 5), real=True)
    yield "entry/ordered, with a cell", Ordered("seat", example(rules.orders[0]), cell="cell")
    yield "entry/asked", Asked(question)
    yield "entry/asked, of who throws", Asked(question, "seat")
    yield "entry/sheet-shown", example(SheetShown)
    yield "entry/thrown, in a lane", Thrown(replace(proven, lane="lane"), (3, 5), "cell")
    bound = Ordered("seat", example(rules.orders[0]), cell="cell", proof=("step", "step"), aside=True)
    yield "entry/ordered, with a cell and its proof", bound
    yield "entry/contributed, in a lane", example(Contributed)
    yield "entry/opened, with a root", example(Opened[rules.options])  # type: ignore[name-defined]
    yield from ((f"entry/{tag(beside)}", example(beside)) for beside in BESIDE)
    yield "entry/opened, with a policy", example(Opened[rules.options])  # type: ignore[name-defined]
    yield "entry/opened, with tables", example(Opened[rules.options])  # type: ignore[name-defined]
    yield "entry/opened, with a package", example(Opened[rules.options])  # type: ignore[name-defined]
    yield "entry/opened, imagined", example(Opened[rules.options])  # type: ignore[name-defined]
    yield "entry/press, sealed", Pressed(("seat",), Sealed(("seat",), "text"), Sealed((), "sender"))
    yield "entry/press, open", Pressed((), "text", "sender")
    begun = OrderReleased("seat", 1, FIRED, Sealed(("seat",), "shown"), Sealed(("seat",), "left"), "turn")
    yield "entry/order-released, of a condition", begun
    yield "entry/order-released, of a condition that all may see", replace(begun, shown="shown", left="")
    yield "entry/fact without an event", Fact("rule", done=True)
    for kind in rules.events:
        yield f"event/{tag(kind)}", Fact("rule", example(kind), True, (example(rules.items[0]),), 1)
    for kind in rules.items:
        yield f"item/{tag(kind)}", Fact("rule", then=(example(kind),))
    for kind in rules.orders:
        order = example(kind)
        yield (
            f"order/{tag(kind)}",
            Ordered("seat", Sealed(("seat",), order) if kind in rules.sealed else order),
        )
    for kind in rules.corrections:
        what = Sealed(("seat",), example(kind)) if kind in rules.sealed_corrections else example(kind)
        yield f"correction/{tag(kind)}", Corrected(1, what)


def tag(kind: Any) -> str:
    return str(kind.__struct_config__.tag)


def example(kind: Any) -> Any:
    """A value of a type: words are the names of their fields, numbers count up."""
    return _example(kind, "word", count(1))


def _example(kind: Any, name: str, numbers: Iterator[int]) -> Any:
    origin, arguments = get_origin(kind), get_args(kind)
    structure = origin if isinstance(origin, type) and issubclass(origin, Struct) else kind
    if isinstance(structure, type) and issubclass(structure, Struct):
        return structure(*(_example(field.type, field.name, numbers) for field in fields(kind)))
    if origin is Annotated:
        return _example(arguments[0], name, numbers)
    if origin is Literal:
        return arguments[-1]
    if origin in (Union, UnionType):
        return _example(next(part for part in arguments if part is not type(None)), name, numbers)
    if origin is tuple:
        inner = [part for part in arguments if part is not Ellipsis]
        return tuple(_example(part, name, numbers) for part in inner * (2 if len(inner) == 1 else 1))
    if origin is dict:
        return {f"{name} {n}": _example(arguments[1], name, numbers) for n in "ab"}
    return {str: name, bool: True, int: 0}[kind] or next(numbers)


def envelope(entry: Any) -> Envelope[Any]:
    """Every field of the envelope, so that none can change its place."""
    act = ("cause", "reference", "seat", "person", "behalf")
    return Envelope(bytes(range(32)), 1_700_000_000_000, act, entry, (bytes(range(16)),))


def sample(entry: Any) -> Sample:
    whole = envelope(entry)
    return {"bytes": encode(whole).hex(), "form": form(whole)}


def form(whole: Envelope[Any]) -> Any:
    """What it says, as JSON has it."""
    return json.loads(canonical(whole))


def read(title: str, folder: Path = FROZEN) -> dict[str, Sample]:
    path = folder / f"{title}.json"
    found: dict[str, Sample] = json.loads(path.read_text("utf-8")) if path.exists() else {}
    return found


def freeze(title: str, frozen: Mapping[str, Sample]) -> dict[str, Sample]:
    """The samples with those that were missing; what is there stays as it is."""
    return {**{name: sample(entry) for name, entry in wanted(TITLES[title])}, **frozen}


def written(samples: Mapping[str, Sample]) -> str:
    """A file of samples, one on a line, so that it is seen that none has changed."""
    lines = (f"{_compact(name)}: {_compact(samples[name])}" for name in sorted(samples))
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _compact(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def add(title: str, folder: Path = FROZEN) -> None:
    """Adds the samples of new tags to the file of a title."""
    before = read(title, folder)
    after = freeze(title, before)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{title}.json").write_text(written(after), encoding="utf-8")
    print(f"{title}: {len(after) - len(before)} samples added, {len(before)} left as they are")


if __name__ == "__main__":
    for title in TITLES:
        add(title)
