"""The digests that are kept, and which of the pages are made of something else by now."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec

from tests.made.pages import Made

DIGESTS = Path(__file__).with_name("digests.json")

Kept = dict[str, dict[str, str]]


def read() -> Kept:
    return msgspec.json.decode(DIGESTS.read_bytes(), type=Kept) if DIGESTS.exists() else {}


def keep(*made: Made) -> None:
    """What these have just been made of. Only the command that makes a page calls it."""
    kept = read() | {one.name: one.digests() for one in made}
    lines = (f'"{name}": {msgspec.json.encode(kept[name]).decode()}' for name in sorted(kept))
    DIGESTS.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


def stale(made: Iterable[Made]) -> Iterator[str]:
    """A sentence for each that is to be made anew."""
    kept = read()
    for one in made:
        then, now = kept.get(one.name, {}), one.digests()
        if changed := [name for name in now if then.get(name) != now[name]]:
            yield f"{one.name}: other {' and '.join(changed)} than when it was made. Run `{one.command}`."
