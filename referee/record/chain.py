"""Public forms, commitments and digests: what everybody can check.

The public form of an event is JSON with sorted keys and no spaces, in UTF-8. A value that is not
everybody's stands in it as a commitment. Each digest covers the one before it and the public form, so
every viewpoint has the same heads.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from hashlib import sha256
from typing import Any, TypeAlias

import msgspec
from msgspec import Struct

from domain.game.entries.entries import Opened, Ordered, Spent
from domain.game.entries.people import CONDUCT
from domain.game.entries.rulings import Corrected
from domain.kit.chance import Thrown
from domain.kit.facts import Fact
from domain.kit.framing import frame, framed
from domain.kit.sealed import Sealed
from referee.record.envelope import Act, Envelope

SALT = 16
"""Bytes of salt for each sealed value."""

Commit = Callable[[str, int, str, bytes, bytes], str]
Entropy = Callable[[int], bytes]

_JSON = msgspec.json.Encoder(order="sorted")


def genesis(game: str) -> bytes:
    """The digest before the first event of a game."""
    return framed("bugyo/1/game", game.encode())


def commitment(game: str, position: int, path: str, salt: bytes, value: bytes) -> str:
    """What stands in the public form for a sealed value: hexadecimal. `value` is its canonical JSON."""
    return framed("bugyo/1/seal", game.encode(), str(position).encode(), path.encode(), salt, value).hex()


def canonical(value: Any) -> bytes:
    return _JSON.encode(value)


class Public(Struct, forbid_unknown_fields=True):
    """The public form of an event, as it is hashed and exported."""

    act: Act
    at: int
    entry: Any
    game: str
    position: int


def public_form(game: str, position: int, envelope: Envelope[Any], commit: Commit = commitment) -> bytes:
    """The bytes that the digest covers."""
    entry = envelope.entry
    if envelope.salts:
        entry = veiled(game, position, entry, envelope.salts, commit)
    return public_bytes(Act(*envelope.act), envelope.at, entry, game, position)


def public_bytes(act: Act, at: int, entry: Any, game: str, position: int) -> bytes:
    """The same of an entry that is veiled already, or holds no secret."""
    return _JSON.encode(Public(act, at, entry, game, position))


def digest(before: bytes, public: bytes) -> bytes:
    """The digest after an event: `framed("bugyo/1/event", before, public)`, with its beginning made once."""
    return sha256(_EVENT + before + len(public).to_bytes(8, "big") + public).digest()


_EVENT = frame("bugyo/1/event", bytes(32))[:-32]
"""Purpose and length, as they stand before every digest."""


def has_secrets(entry: Any) -> bool:
    """Whether an entry may hold sealed values: decided by its type, but for throws."""
    kind: Any = type(entry)
    if kind is Fact:
        kind = type(entry.event)
        return _may_seal(kind) or (entry.then != () and any(map(_may_seal, map(type, entry.then))))
    if kind is Thrown:
        return isinstance(entry.faces, Sealed)
    if kind is Ordered:
        return isinstance(entry.order, Sealed) or _may_seal(type(entry.order))  # type: ignore[arg-type]
    if kind is Corrected:
        return isinstance(entry.what, Sealed)
    if kind is Opened:
        return entry.imagined is not None
    return kind is Spent or (kind in CONDUCT and _may_seal(kind))


def salts_for(entry: Any, entropy: Entropy) -> tuple[bytes, ...]:
    """A fresh salt for each sealed value of an entry that may hold some."""
    return tuple(entropy(SALT) for _ in sealed_paths(msgspec.to_builtins(entry)))


_HOLDS = (dict, list, tuple)

_Trail: TypeAlias = "tuple[_Trail | None, str | int]"
"""Where a value stands: where what holds it stands, and its name there."""


def sealed_paths(form: Any, path: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """Every sealed value in the builtin form of an entry, with the path of its field ("event/cards")."""
    waiting: list[tuple[_Trail, Any]] = [((None, path), form)]
    while waiting:
        trail, node = waiting.pop()
        if not isinstance(node, dict):
            places = range(len(node) - 1, -1, -1) if isinstance(node, _HOLDS) else ()
            waiting += [((trail, place), node[place]) for place in places if isinstance(node[place], _HOLDS)]
        elif node.get("type") == "sealed":
            yield _joined(trail), node
        else:
            inner = [name for name, part in node.items() if isinstance(part, _HOLDS)]
            waiting += [((trail, name), node[name]) for name in sorted(inner, reverse=True)]


def _joined(trail: _Trail) -> str:
    names: list[str] = []
    before: _Trail | None = trail
    while before is not None:
        before, name = before
        names.append(str(name))
    return "/".join(reversed(names)).removeprefix("/")


def veiled(game: str, position: int, entry: Any, salts: tuple[bytes, ...], commit: Commit) -> Any:
    """The builtin form of an entry, with a commitment in place of each sealed value."""
    form = msgspec.to_builtins(entry)
    for (path, sealed), salt in zip(list(sealed_paths(form)), salts, strict=True):
        sealed["value"] = {"commitment": commit(game, position, path, salt, canonical(sealed["value"]))}
    return form


@cache
def _may_seal(kind: type) -> bool:
    """Whether the annotations of a struct speak of `Sealed`, at any depth."""
    return any("Sealed" in str(field.type) for one in _within(kind) for field in msgspec.structs.fields(one))


def _within(kind: type) -> list[type]:
    """A struct and all that its annotations name, each once: a struct may hold others of its own kind."""
    found = [kind] if kind is not type(None) else []
    for one in found:
        for field in msgspec.structs.fields(one):
            found += [part for part in dict.fromkeys(_named(field.type)) if part not in found]
    return found


def _named(annotation: Any) -> Iterator[type]:
    """The structs that an annotation names."""
    if isinstance(annotation, type) and issubclass(annotation, Struct):
        yield annotation
    for part in getattr(annotation, "__args__", ()):
        yield from _named(part)
