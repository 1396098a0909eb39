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

SHOWN = (
    *("Four people play", "   7 ", "   8 ", "  13 ", "  18 ", "kii (Chlo", "The audit of"),
    *("  holds: Every digest", "  holds: Every throw", "  holds: Cards", "  head: ", "Open the game"),
)
"""How the lines of the demonstration begin that README shows."""


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
    shown = "\n".join(line for line in lines if line.startswith(SHOWN))
    text = README.read_text("utf-8")
    return _DEMO.sub(lambda kept: f"{kept[1]}```text\n{shown}\n```\n{kept[2]}", text)


_DEMO = re.compile(r"(<!-- demo:[^>]*-->\n).*?(<!-- /demo -->)", re.DOTALL)


if __name__ == "__main__":
    README.write_text(current(demo_output()), encoding="utf-8")
    keep(guides()["README.md"])
