"""Sources as far as they decide what a page says: without comments, and for games without sentences.

One pattern reads them. To parse all of our packages would take a test twenty times as long.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from hashlib import sha256
from pathlib import Path

ROOT = Path(__file__).parents[2]

SHOWN = 16
"""Signs of a digest."""

TOKEN = re.compile(
    r'#[^\n]*|[rbfuRBFU]{0,2}(?:"""(?:[^"\\]|\\.|"(?!""))*"""|"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)*\')',
    re.DOTALL,
)
"""A comment or a text."""

GOES_ON = "([{,=+\\"
"""What stands before a text that is a part of an expression."""

IMPORT = re.compile(r"^(?:from [\w.]+ import (?:\([^)]*\)|[^\n]*)|import [^\n]*)$", re.MULTILINE)
"""Where something stands that is used; what is used is said where it is."""

WORDS = 3
"""A text of so many is a sentence: no order, tag or name of the titles is as long."""

Drops = Callable[[re.Match[str]], bool]


def is_comment(found: re.Match[str]) -> bool:
    return found[0].startswith("#")


def is_docstring(found: re.Match[str]) -> bool:
    """A text that is a statement: of a file, a function, a name that stands above it."""
    text, begin, end = found.string, found.start(), found.end()
    if not found[0].endswith('"""'):
        return False
    alone = not text[text.rfind("\n", 0, begin) + 1 : begin].strip() and text[end : end + 1] in ("", "\n")
    return alone and text[:begin].rstrip()[-1:] not in tuple(GOES_ON)


def is_sentence(found: re.Match[str]) -> bool:
    return not is_comment(found) and len(found[0].split()) >= WORDS


def without(text: str, *dropped: Drops) -> str:
    """What is left of a source."""
    return lines(TOKEN.sub(lambda found: "" if any(drops(found) for drops in dropped) else found[0], text))


def lines(text: str) -> str:
    """Those that are not blank."""
    return "\n".join(line.rstrip() for line in text.splitlines() if line.strip())


def paths(*names: str) -> Iterator[Path]:
    """Files, and all of a folder but what Python has compiled there. A title may begin as one module."""
    for name in names:
        place = ROOT / name if (ROOT / name).exists() else ROOT / f"{name}.py"
        found = [place] if place.is_file() else sorted(path for path in place.rglob("*") if path.is_file())
        assert found, f"There is no {name}."
        yield from (path for path in found if path.suffix != ".pyc")


def whole(path: Path) -> str:
    return path.read_text("utf-8")


@cache
def played(path: Path) -> str:
    """A source as far as it decides how a game goes."""
    return lines(IMPORT.sub("", without(whole(path), is_comment, is_docstring, is_sentence)))


@cache
def read(path: Path) -> str:
    """A source as far as it decides what is said: docstrings too, which pages of titles show."""
    return without(whole(path), is_comment)


def digest(of: Callable[[Path], str], found: Iterable[Path]) -> str:
    """One of many files, by name."""
    made = sha256()
    for path in found:
        made.update(f"{path.relative_to(ROOT)}\0{of(path)}\0".encode())
    return made.hexdigest()[:SHOWN]


def digest_of(*texts: str) -> str:
    return sha256("\0".join(texts).encode()).hexdigest()[:SHOWN]
