"""The JSON Schema of the lines of `export --format jsonl`, generated from the structs that are recorded.

One schema for each title, kept under docs/schema (`python -m projections.exports.schemas` renews them). What
the structs say of a value that is not everybody's is put as exports have it: a commitment in the event, and
beside it what opens it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from domain.game.entries.entries import entry_type
from domain.kit.rules import Rules
from domain.kit.sealed import Sealed

DIALECT = "https://json-schema.org/draft/2020-12/schema"

Schema = dict[str, Any]

_DIGEST = {"type": "string", "pattern": "^[0-9a-f]{64}$"}
_WORDS = {"type": "string"}
_REF = "#/$defs/"
_OURS = ("header", "event", "opening", "public", "act", "commitment", "entry")
"""What the parts of a line are called; structs with such a tag get a number."""


def schema(rules: Rules) -> Schema:
    """What a line of an export of this title is: the header, or an event."""
    (entry,), found = msgspec.json.schema_components([entry_type(rules)], ref_template=f"{_REF}{{name}}")
    names = _short_names(found)
    parts = {names[name]: _strict(part) for name, part in found.items()}
    made: Schema = _renamed({"entry": _strict(entry), **parts}, names)
    sealed = list(_seal_all(made))
    return {
        "$schema": DIALECT,
        "title": f"Bugyo, format bugyo/1: a line of a game of {rules.name}",
        "description": "The first line is the header, every other one an event: docs/format.md.",
        "anyOf": [{"$ref": f"{_REF}header"}, {"$ref": f"{_REF}event"}],
        "$defs": {
            "header": _header(rules),
            "event": _event(),
            "opening": _object(path=_WORDS, salt=_hex(32), value={"anyOf": sealed}),
            "public": _public(),
            "act": _act(),
            "commitment": _object(commitment=_DIGEST),
            **dict(sorted(made.items())),
        },
    }


def written(rules: Rules) -> str:
    """The schema as it stands in its file: a line for each part, so that a change is seen where it is."""
    made = schema(rules)
    parts = [f"{_json(name)}: {_json(part)}" for name, part in made.pop("$defs").items()]
    head = [f"{_json(key)}: {_json(value)}," for key, value in made.items()]
    return "\n".join(["{", *head, '"$defs": {', ",\n".join(parts), "}", "}", ""])


def _json(value: Any) -> str:
    return msgspec.json.format(msgspec.json.encode(value), indent=0).decode()


def _header(rules: Rules) -> Schema:
    return _object(
        format={"const": "bugyo/1"},
        game={"type": "string", "pattern": "^[a-z0-9-]+$"},
        title={"const": rules.title},
        viewer=_WORDS,
        events={"type": "integer", "minimum": 1},
        head=_DIGEST,
        data={"type": "object", "additionalProperties": _WORDS},
    )


def _event() -> Schema:
    openings = {"type": "array", "items": {"$ref": f"{_REF}opening"}}
    return _object(digest=_DIGEST, openings=openings, public={"$ref": f"{_REF}public"})


def _public() -> Schema:
    return _object(
        game={"type": "string", "pattern": "^[a-z0-9-]+$"},
        position={"type": "integer", "minimum": 1},
        at={"type": "integer", "minimum": 0, "description": "Milliseconds since 1970, UTC."},
        act={"$ref": f"{_REF}act"},
        entry={"$ref": f"{_REF}entry"},
    )


def _act() -> Schema:
    """Why something was recorded. What is empty may be left out."""
    words = ("cause", "reference", "seat", "person", "behalf", "authority")
    return {**_object(**dict.fromkeys(words, _WORDS)), "required": ["cause"]}


def _object(**properties: Any) -> Schema:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def _hex(digits: int) -> Schema:
    return {"type": "string", "pattern": f"^[0-9a-f]{{{digits}}}$"}


def _short_names(found: Mapping[str, Any]) -> dict[str, str]:
    """Names that people can read, the same wherever a struct is defined: by its tag, else by the name of its
    class, with a number where several have it."""
    names: dict[str, str] = {}
    taken = dict.fromkeys(_OURS, 1)
    for name, part in found.items():
        tags = part.get("properties", {}).get("type", {}).get("enum", [])
        base = re.sub(r"[^A-Za-z0-9]+", "-", tags[0] if tags else _title(part)).strip("-")
        taken[base] = taken.get(base, 0) + 1
        names[name] = base if taken[base] == 1 else f"{base}-{taken[base]}"
    return names


def _title(part: Schema) -> str:
    """The name of the class: a generic struct has its arguments, with their modules, behind it."""
    name: str = part["title"]
    return name.partition("[")[0]


def _strict(part: Any) -> Any:
    """An object has no other keys than these; a tag is a constant; where they are described, in one line."""
    if isinstance(part, list):
        return [_strict(one) for one in part]
    if not isinstance(part, dict):
        return part
    if "discriminator" in part:
        return _chosen(part)
    made = {key: _strict(one) for key, one in part.items()}
    if isinstance(made.get("description"), str):
        made["description"] = " ".join(made["description"].split())
    if isinstance(made.get("title"), str):
        made["title"] = _title(made)
    if made.get("type") == "object" and "properties" in made:
        made["additionalProperties"] = False
    return made


def _chosen(part: Schema) -> Schema:
    """One of several structs, chosen by its tag: an error is then about the one that was meant."""
    tag, structs = part["discriminator"]["propertyName"], part["discriminator"]["mapping"]
    others = [one for one in part["anyOf"] if one.get("$ref") not in structs.values()]
    chosen = {
        "type": "object",
        "properties": {tag: {"enum": list(structs)}},
        "required": [tag],
        "allOf": [
            {"if": {"properties": {tag: {"const": name}}}, "then": {"$ref": ref}}
            for name, ref in structs.items()
        ],
    }
    return {"anyOf": [*others, chosen]} if others else chosen


def _renamed(part: Any, names: Mapping[str, str]) -> Any:
    if isinstance(part, list):
        return [_renamed(one, names) for one in part]
    if not isinstance(part, dict):
        return part
    made = {key: _renamed(one, names) for key, one in part.items()}
    if isinstance(part.get("$ref"), str):
        made["$ref"] = _REF + names[part["$ref"].removeprefix(_REF)]
    return made


def _seal_all(parts: Schema) -> Iterator[Schema]:
    """Puts a commitment where a sealed value stands, and gives what the values may be."""
    tag = str(Sealed.__struct_config__.tag)
    for part in parts.values():
        properties = part.get("properties", {})
        if properties.get("type") == {"enum": [tag]}:
            yield properties["value"]
            part.update(title="Sealed", description="What only the seats in `to` may know: its commitment.")
            properties["value"] = {"$ref": f"{_REF}commitment"}
