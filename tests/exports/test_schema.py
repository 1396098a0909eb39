"""The published schema: current, strict, and every line of every export is what it says."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterator
from copy import deepcopy
from functools import cache
from pathlib import Path
from random import Random
from typing import Any
from zlib import crc32

import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

from domain.game.entries.entries import entry_type
from domain.titles import TITLES
from projections.exports.schema import schema, written
from projections.exports.schemas import PLACE
from referee.audit.game_lines import export_lines
from tests.exports.games import RECORDED, SHORT, lines
from tests.now_and_soak import in_every_run
from tests.record.stores import opened, play, repeatable
from tests.record.test_frozen import stored_types


@cache
def validator(title: str) -> Draft202012Validator:
    return Draft202012Validator(made_of(title))


@cache
def made_of(title: str) -> Any:
    return schema(TITLES[title])


@pytest.mark.parametrize("title", TITLES)
def test_what_is_published_is_current(title: str) -> None:
    published = (PLACE / f"{title}.json").read_text(encoding="utf-8")
    assert published == written(TITLES[title]), "Run `python -m projections.exports.schemas`."


@pytest.mark.parametrize("title", in_every_run(("shinobi",), TITLES))
def test_what_is_published_is_a_schema(title: str) -> None:
    """All are written alike."""
    Draft202012Validator.check_schema(json.loads((PLACE / f"{title}.json").read_text(encoding="utf-8")))


MODULE = re.compile(r"(?<![a-z])(domain|referee|projections|cli|tests|typing)\.\w+")


@pytest.mark.parametrize("title", TITLES)
def test_no_part_is_named_after_a_module(title: str) -> None:
    made = made_of(title)
    assert [name for name in made["$defs"] if not re.fullmatch("[A-Za-z][A-Za-z0-9-]*", name)] == []
    assert MODULE.findall(written(TITLES[title])) == []


@pytest.mark.parametrize("title", TITLES)
def test_every_part_is_named_and_every_name_has_its_part(title: str) -> None:
    """`discriminator`, which is not of this dialect, once named parts by the modules of their structs."""
    made = made_of(title)
    assert set(values("$ref", made)) == {f"#/$defs/{name}" for name in made["$defs"]}
    assert list(values("discriminator", made)) == []


def values(wanted: str, part: Any) -> Iterator[Any]:
    """What stands under a key, wherever it is."""
    if isinstance(part, list):
        for one in part:
            yield from values(wanted, one)
    if isinstance(part, dict):
        yield from (part[key] for key in part if key == wanted)
        for one in part.values():
            yield from values(wanted, one)


@pytest.mark.parametrize("title", TITLES)
def test_what_moves_to_another_module_changes_no_byte(title: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = TITLES[title]
    before = written(rules)
    for number, kind in enumerate(stored_types(entry_type(rules))):
        place = f"moved.place_{number}"
        monkeypatch.setitem(sys.modules, place, sys.modules[kind.__module__])
        monkeypatch.setattr(kind, "__module__", place)
    assert written(rules) == before


def test_a_part_has_a_line_of_its_own() -> None:
    made, lines = schema(TITLES["shinobi"]), written(TITLES["shinobi"]).splitlines()
    assert len(lines) == len(made) + len(made["$defs"]) + len("{}}")
    assert json.loads("\n".join(lines)) == json.loads(json.dumps(made))


def test_nothing_else_is_published() -> None:
    assert {path.stem for path in PLACE.iterdir()} == set(TITLES)


def shape(value: Any) -> Any:
    """A line without its words and numbers: tags and keys stay, and what kind of value stands where."""
    if isinstance(value, dict):
        return tuple((key, part if key == "type" else shape(part)) for key, part in value.items())
    if isinstance(value, list):
        return tuple(sorted({repr(shape(part)) for part in value}))
    return type(value).__name__


@pytest.mark.parametrize("name", [*SHORT, "shinobi/shared"])
def test_every_kind_of_line_of_a_recorded_game_of_each_title_fits(name: str) -> None:
    """One line of each shape; that all of all games fit is proved with `make soak`."""
    kinds = {shape(line): line for line in map(json.loads, lines(name))}
    valid = validator(name.partition("/")[0]).is_valid
    assert [line for line in kinds.values() if not valid(line)] == []


@pytest.mark.soak
@pytest.mark.parametrize("name", RECORDED)
def test_lines_of_every_recorded_game_fit(name: str) -> None:
    """One line of three, not the same ones in each game; one of every kind is in every run."""
    valid = validator(name.partition("/")[0]).is_valid
    some = lines(name)[crc32(name.encode()) % 3 :: 3]
    assert [line for line in map(json.loads, some) if not valid(line)] == []


@pytest.mark.parametrize("viewer", ["iga", "public", "referee"])
def test_the_lines_of_a_game_that_goes_on_fit_for_every_viewer(viewer: str, tmp_path: Path) -> None:
    record = repeatable(tmp_path / "s.bugyo")
    play(opened(record), "g", 12, Random(3))
    found = [json.loads(line) for line in export_lines(record, "g", viewer)]
    record.close()
    assert any(line["openings"] for line in found[1:]) == (viewer != "public")
    assert [line for line in found if not validator("shinobi").is_valid(line)] == []


def of_kind(kind: str) -> Any:
    """The first event of a kind in a recorded game."""
    events = (json.loads(line) for line in lines("shinobi/shared")[1:])
    return next(line for line in events if line["public"]["entry"]["type"] == kind)


# of an event of a kind              what is altered in it
ALTERED: list[tuple[str, Callable[[Any], Any]]] = [
    ("ordered", lambda line: line.update(more=1)),
    ("ordered", lambda line: line.update(digest="0" * 63)),
    ("ordered", lambda line: line.pop("openings")),
    ("ordered", lambda line: line["public"].update(position=0)),
    ("ordered", lambda line: line["public"]["act"].pop("cause")),
    ("ordered", lambda line: line["public"]["entry"].update(type="order")),
    ("ordered", lambda line: line["public"]["entry"]["order"].update(more="x")),
    ("ordered", lambda line: line["public"]["entry"].pop("seat")),
    ("thrown", lambda line: line["public"]["entry"]["question"].update(sides="6")),
    ("opened", lambda line: line["public"]["entry"]["options"].update(luck=True)),
    ("fact", lambda line: line["public"]["entry"].update(rule=None)),
]


@pytest.mark.parametrize(("kind", "change"), ALTERED)
def test_what_an_event_cannot_say_does_not_fit(kind: str, change: Callable[[Any], Any]) -> None:
    line = of_kind(kind)
    assert validator("shinobi").is_valid(line)
    altered = deepcopy(line)
    change(altered)
    assert not validator("shinobi").is_valid(altered)


def test_a_sealed_value_shows_its_commitment_and_nothing_else() -> None:
    events = (json.loads(line) for line in lines("shinobi/shared")[1:])
    line = next(one for one in events if one["openings"] and "faces" in one["public"]["entry"])
    sealed = line["public"]["entry"]["faces"]
    assert validator("shinobi").is_valid(line)
    sealed["value"] = [1, 2, 3]
    assert not validator("shinobi").is_valid(line)
