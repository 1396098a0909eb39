"""Writes what README quotes: `python -m tests.readme`."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Sequence
from pathlib import Path

from referee.demo import run
from tests.made.kept import keep
from tests.made.pages import guides

ROOT = Path(__file__).resolve().parent.parent
README = ROOT / "README.md"
RESULTS = ROOT / "benchmarks" / "RESULTS.md"

SHOWN = 24
"""Lines of the demonstration's mails that README shows before it skips to the end."""


def demo_output() -> list[str]:
    """What `make demo` prints."""
    with tempfile.TemporaryDirectory() as directory:
        folder = Path(directory) / "demo"
        lines: list[str] = []
        run(folder, lines.append)
        return shortened(folder, lines)


def shortened(folder: Path, lines: Sequence[str]) -> list[str]:
    """What a demonstration in this folder has printed, as one in `demo` would have."""
    there, here = folder.absolute().as_uri(), "file:///…/demo"
    return [line.replace(there, here).replace(str(folder), "demo") for line in lines]


def current(lines: Sequence[str]) -> str:
    """README as it should be, where `make demo` prints these lines."""
    board = next(place for place, line in enumerate(lines) if line.startswith("Shinobi"))
    shown = [*lines[:SHOWN], f"  …  ({board - SHOWN} lines more)", "", *lines[board:]]
    text = _between(README.read_text("utf-8"), "demo", "```text\n" + "\n".join(shown) + "\n```\n")
    speed = RESULTS.read_text("utf-8").partition("# Speed\n")[2]
    table = speed.partition("\n\n|")[2]
    return _between(text, "bench", f"\n|{table.rstrip()}\n\n")


def _between(text: str, mark: str, inside: str) -> str:
    return re.sub(
        rf"(<!-- {mark}:[^>]*-->\n).*?(<!-- /{mark} -->)",
        lambda m: m[1] + inside + m[2],
        text,
        flags=re.DOTALL,
    )


if __name__ == "__main__":
    README.write_text(current(demo_output()), encoding="utf-8")
    keep(guides()["README.md"])
