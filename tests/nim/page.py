"""docs/new-title.md: the files that its blocks are put together to, and what its commands print.

`python -m tests.nim.page` writes the files of `tests/nim`, and the page with what is printed now.
"""

from __future__ import annotations

import re
import tempfile
from pathlib import Path

from projections.locale.sentences import ROOT
from tests.guides.commands import commands, printed
from tests.made.kept import keep
from tests.made.pages import guides

PAGE = ROOT / "docs" / "new-title.md"

_BLOCK = re.compile(r"<!-- file: (\S+) -->\n```\w+\n(.*?)```\n", re.DOTALL)
_RUN = re.compile(r"(<!-- run -->\n```console\n)(.*?)(```\n<!-- /run -->\n)", re.DOTALL)


def files() -> dict[str, str]:
    """Each file that the page has, its blocks one below the other."""
    found: dict[str, list[str]] = {}
    for name, text in _BLOCK.findall(PAGE.read_text("utf-8")):
        found.setdefault(name, []).append(text)
    return {name: "\n\n".join(texts) for name, texts in found.items()}


def write(home: Path) -> None:
    for name, text in files().items():
        path = home / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def current(home: Path) -> str:
    """The page as its commands print it now, in an empty folder that has its own files and no others."""
    write(home)
    for folder in ("tests", "tests/nim"):
        (home / folder / "__init__.py").touch()
    known = {"PYTHONPATH": f"{home}:{ROOT}", "BUGYO_STORE": str(home / "games.db")}

    def run(found: re.Match[str]) -> str:
        said = "".join(printed(command, home, **known) for command in commands(found[2]))
        return f"{found[1]}{said}{found[3]}"

    return _RUN.sub(run, PAGE.read_text("utf-8"))


if __name__ == "__main__":
    write(ROOT)
    with tempfile.TemporaryDirectory() as place:
        PAGE.write_text(current(Path(place)), encoding="utf-8")
    keep(guides()["docs/new-title.md"])
