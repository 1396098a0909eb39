"""What was written once is read for ever, and its bytes stay what they are."""

from __future__ import annotations

from typing import Any, get_args

import msgspec
import pytest
from msgspec import Struct
from msgspec.structs import fields

from domain.game.entries.entries import entry_type
from domain.titles import TITLES
from referee.record.envelope import decoder, encode
from tests.record import freeze

pytestmark = pytest.mark.of_files


@pytest.mark.parametrize("title", TITLES)
def test_stored_bytes_say_what_they_said(title: str) -> None:
    decode, samples = decoder(title).decode, freeze.read(title)
    for name, sample in samples.items():
        stored = bytes.fromhex(sample["bytes"])
        envelope = decode(stored)
        assert freeze.form(envelope) == sample["form"], name
        again = encode(envelope)
        assert again == stored or (name in WIDER and _unpacked(again) == _unpacked(stored)), name


WIDER = (
    *("entry/opened", "entry/opened, with a policy", "entry/opened, with a root"),
    "entry/policy-changed",
)
"""With more than 15 fields the head of the map that they are stored in is two bytes longer. Nothing depends
on it: digests are over the public form."""


def _unpacked(stored: bytes) -> Any:
    return msgspec.msgpack.decode(stored)


@pytest.mark.parametrize("title", TITLES)
def test_every_tag_of_a_title_is_frozen(title: str) -> None:
    missing = {name for name, _ in freeze.wanted(TITLES[title])} - set(freeze.read(title))
    assert missing == set(), "Run: python -m tests.record.freeze"


@pytest.mark.parametrize("title", TITLES)
def test_no_frozen_tag_is_gone(title: str) -> None:
    assert set(freeze.read(title)) - {name for name, _ in freeze.wanted(TITLES[title])} == set()


@pytest.mark.parametrize("title", TITLES)
def test_a_file_has_one_sample_on_a_line(title: str) -> None:
    text = (freeze.FROZEN / f"{title}.json").read_text("utf-8")
    assert text == freeze.written(freeze.read(title))
    assert len(text.splitlines()) == len(freeze.read(title)) + 2


def test_freezing_again_changes_no_sample() -> None:
    changed: dict[str, freeze.Sample] = {"event/placed": {"bytes": "as it was", "form": []}}
    assert freeze.freeze("shinobi", changed)["event/placed"] == changed["event/placed"]


@pytest.mark.parametrize("title", TITLES)
def test_stored_bytes_name_no_module(title: str) -> None:
    words = (b"domain.", b"referee.", b"domain/", b"referee/")
    stored = {name: bytes.fromhex(sample["bytes"]) for name, sample in freeze.read(title).items()}
    assert [(name, word) for name, kept in stored.items() for word in words if word in kept] == []


@pytest.mark.parametrize("title", TITLES)
def test_a_new_field_with_a_default_leaves_old_digests_as_they_are(title: str) -> None:
    """A field that is not in the old bytes must not come into the public form that the chain covers."""
    assert [
        kind.__name__
        for kind in sorted(stored_types(entry_type(TITLES[title])), key=lambda kind: kind.__name__)
        if any(_has_default(field) for field in fields(kind)) and not kind.__struct_config__.omit_defaults
    ] == []


@pytest.mark.parametrize("title", TITLES)
def test_nothing_stored_is_a_float(title: str) -> None:
    """JSON writes floats in more than one way; the public form must have one."""
    kinds = stored_types(entry_type(TITLES[title]))
    assert [(kind.__name__, f.name) for kind in kinds for f in fields(kind) if float in _parts(f.type)] == []


def stored_types(annotation: Any) -> set[Any]:
    """Every struct that can stand in a stored entry."""
    found: set[Any] = set()
    left = [annotation]
    while left:
        for part in _parts(left.pop()):
            if isinstance(part, type) and issubclass(part, Struct) and part not in found:
                found.add(part)
                left += [field.type for field in fields(part)]
    return found


def _parts(annotation: Any) -> list[Any]:
    """An annotation, and all that stands in its brackets."""
    origin = getattr(annotation, "__origin__", annotation)
    return [origin, *(part for inner in get_args(annotation) for part in _parts(inner))]


def _has_default(field: Any) -> bool:
    return field.default is not msgspec.NODEFAULT or field.default_factory is not msgspec.NODEFAULT
