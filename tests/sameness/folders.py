"""A folder with its digests: written by the parts, and compared with another one."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from hashlib import sha256
from pathlib import Path

HERE = Path(__file__).parent
DIGESTS = "digests"

CHILD = """
import sys
from importlib.util import module_from_spec, spec_from_file_location
import tests
here = sys.argv[1]
spec = spec_from_file_location("tests.sameness", f"{here}/__init__.py", submodule_search_locations=[here])
sys.modules[spec.name] = module_from_spec(spec)
from tests.sameness.__main__ import main
sys.exit(main(sys.argv[2:]))
"""
"""Has a checkout written by the writer that stands here: all other modules are those of the checkout."""


def write(folder: Path, parts: Iterable[tuple[str, Callable[[], Iterable[tuple[str, bytes]]]]]) -> int:
    """Writes the parts into a folder that is not there yet or is empty, and gives the number of files."""
    folder = folder.absolute()
    folder.mkdir(parents=True, exist_ok=True)
    if any(folder.iterdir()):
        raise FileExistsError(f"{folder} has something in it.")
    digests = {}
    for part, make in parts:
        start = time.process_time()
        for name, content in make():
            digests[f"{part}/{name}"] = sha256(content).hexdigest()
            path = folder / part / name
            path.parent.mkdir(parents=True, exist_ok=True)
            with path.open("xb") as file:
                file.write(content)
        print(f"{time.process_time() - start:6.1f} s  {part}", file=sys.stderr, flush=True)
    lines = (f"{digest}  {name}\n" for name, digest in sorted(digests.items()))
    (folder / DIGESTS).write_text("".join(lines), encoding="utf-8")
    return len(digests)


def written(place: Path, folder: Path, parts: Iterable[str]) -> Path:
    """The folder of one side: the place itself, or where the code of that checkout has written."""
    if (place / DIGESTS).is_file():
        return place
    if not (place / "cli" / "main.py").is_file():
        raise FileNotFoundError(f"{place} is neither a checkout nor a folder that was written from one.")
    words = [sys.executable, "-c", CHILD, str(HERE), str(folder.absolute()), *parts]
    subprocess.run(words, cwd=place, check=True)
    return folder


def differences(old: Path, new: Path, parts: Iterable[str] = ()) -> tuple[list[str], int]:
    """In which files two folders differ, in sentences, and how many files are the same."""
    names = (set(_names(old)), set(_names(new)))
    chosen = [name for name in sorted(names[0] | names[1]) if is_of(name, parts)]
    said = [line for name in chosen if (line := _difference(old / name, new / name, name))]
    return said, len(chosen) - len(said)


def is_of(name: str, parts: Iterable[str]) -> bool:
    """Whether a file or part belongs to one that was asked for; without any, all do."""
    wanted = tuple(parts)
    return not wanted or name.startswith(wanted)


def _names(folder: Path) -> Iterator[str]:
    for path in folder.rglob("*"):
        if path.is_file() and path != folder / DIGESTS:
            yield path.relative_to(folder).as_posix()


def _difference(old: Path, new: Path, name: str) -> str:
    if not new.is_file():
        return f"missing  {name}"
    if not old.is_file():
        return f"added    {name}"
    before, now = old.read_bytes(), new.read_bytes()
    return "" if before == now else f"changed  {name}\n{_first_line(before, now)}"


def _first_line(before: bytes, now: bytes) -> str:
    """The first line that differs, from a little before where it does."""
    pairs = enumerate(zip(_lines(before), _lines(now), strict=False), 1)
    number, both = next((number, both) for number, both in pairs if both[0] != both[1])
    same = next(at for at in range(1 + len(both[0])) if both[0][: at + 1] != both[1][: at + 1])
    start = max(0, same - 20)
    shown = [line[start : start + 100].decode(errors="backslashreplace") for line in both]
    return f"  {number:5} - {shown[0]}\n  {number:5} + {shown[1]}"


def _lines(content: bytes) -> list[bytes]:
    return [*content.split(b"\n"), b"(end)"]
