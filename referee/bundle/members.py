"""The parts of a bundle, and how large each may be (docs/format.md, section 2): no verifier reads more."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from referee.audit.game_lines import MOST_GAME, SEALED, Bulk
from referee.audit.line_forms import MOST_NESTED, nested
from referee.bundle.zip_members import MOST_MEMBERS
from referee.record.chain import sealed_paths

MANIFEST, SIGNATURE, KEY = "manifest.json", "manifest.sig", "key.txt"
GAME, CHECKPOINT, REPORT = "game.jsonl", "checkpoint.txt", "report.md"
VERIFIER = "verify.py"
PAGES = ("format.md", VERIFIER)
BROWSED = "check.html"
"""The page that checks the bundle in a browser; bundles of before have none."""

MAIL = re.compile(r"mails/([0-9a-f]{64})\.eml")

MOST_BYTES = 128 << 20
"""Of the file, and of all its members unpacked."""

MOST_MAIL, MOST_OTHER = 16 << 20, 4 << 20
"""Bytes of a raw mail, and of another member that is not the game."""

MOST_SEATS, MOST_PATH = 100, 200
"""Of a game; and characters of the path to a sealed value."""


def most_of(name: str) -> int:
    """How many bytes a member may have."""
    if MAIL.fullmatch(name):
        return MOST_MAIL
    return MOST_GAME if name == GAME else MOST_OTHER


def unread(sizes: Mapping[str, int], packed: int = 0) -> str:
    """`sizes` are those of all members, with the manifest and its signature; `packed` is that of the file."""
    if len(sizes) > MOST_MEMBERS:
        return f"It would have {len(sizes):,} members; at most {MOST_MEMBERS:,} are read."
    for name, size in sizes.items():
        if size > most_of(name):
            return f"In it {name} would have {size:,} bytes; at most {most_of(name):,} are read."
    size = max(packed, sum(sizes.values()))
    return f"It would have {size:,} bytes; at most {MOST_BYTES:,} are read." if size > MOST_BYTES else ""


def unread_game(lines: Iterable[bytes]) -> str:
    """`lines` end with their newlines; the header is the first."""
    bulk = Bulk()
    for position, line in enumerate(lines):
        why = bulk.too_much(line.removesuffix(b"\n")) or _too_deep(line)
        if why:
            return f"At event {position}: {why}" if position else f"In the first line: {why}"
    return ""


def _too_deep(line: bytes) -> str:
    """Where a line has few objects and lists, and so few seats, and no seal, there is nothing to look up."""
    if line.count(b"{") + line.count(b"[") <= MOST_NESTED and SEALED not in line:
        return ""
    value: Any = msgspec.json.decode(line)
    if len(nested(value)) > MOST_NESTED:
        return f"It has more than {MOST_NESTED} objects and lists within each other."
    entry = value.get("public", {}).get("entry", {})
    if any(len(path) > MOST_PATH for path, _ in sealed_paths(entry)):
        return f"The path to a sealed value has more than {MOST_PATH} characters."
    if entry.get("type") == "opened" and len(entry["seats"]) > MOST_SEATS:
        return f"The game has more than {MOST_SEATS} seats."
    return ""
