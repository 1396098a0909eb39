"""The console script, which starts our packages once it has seen that they are our own.

Others use names like `cli` and `domain` too. Where another package, or a folder that Python looks into before
ours, has put one in the way, that is said in a sentence before any of it runs. So nothing of ours is imported
at the top of this file.
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from itertools import chain
from pathlib import Path

HERE = Path(__file__).resolve().parent
PACKAGES = ("cli", "domain", "projections", "referee")
OURS = tuple(f"{name}/" for name in PACKAGES)
BAD_SETUP = 78
"""As in `cli.frame.codes`."""


def run() -> None:
    gc.disable()  # until a command begins: what is imported stays
    said = next(chain(_before_ours(), _over_ours()), "")
    if not said:
        try:
            from cli.main import run as start
        except ImportError as error:
            said = f"Bugyo is not installed whole ({error}): install it anew."
        else:
            return start()
    print(f"Error: {said}", file=sys.stderr)
    sys.exit(BAD_SETUP)


def _before_ours() -> Iterator[str]:
    """Packages of our names that Python finds instead of ours."""
    for name in PACKAGES:
        spec = find_spec(name)
        if spec is None or spec.origin is None:  # of a folder with no `__init__.py` of ours
            yield f"{HERE / name} is missing: install Bugyo anew."
        elif (found := Path(spec.origin)).resolve() != HERE / name / "__init__.py":
            path = found.parent if found.name == "__init__.py" else found
            yield f"{path} is in the way of Bugyo's own “{name}”: {_way_out(path.parent)}."


def _way_out(folder: Path) -> str:
    named = [Path(one).resolve() for one in os.environ.get("PYTHONPATH", "").split(os.pathsep) if one]
    if folder.resolve() in named:
        return f"take {folder} out of PYTHONPATH"
    if folder.resolve() == Path.cwd():
        return "start Bugyo from another folder"
    return "install Bugyo in an environment of its own, as pipx does"


def _over_ours() -> Iterator[str]:
    """Modules over which another package has written its own, or that it took along when it went. They are
    known by their sizes: to compute all digests would take longer than to start."""
    records = list(HERE.glob("bugyo-*.dist-info/RECORD"))
    for record in records[:1]:
        for name, size in _files(record):
            path = f"{HERE}/{name}"
            try:
                changed = os.stat(path).st_size != size
            except OSError:
                yield f"{path} is missing: install Bugyo anew."
                continue
            if changed and (other := _writer(name, record)):
                yield (
                    f"The package {other} has written its own {path} over Bugyo's: install Bugyo anew, in an "
                    "environment of its own, as pipx does."
                )


def _files(record: Path) -> Iterator[tuple[str, int]]:
    """Our modules with their sizes, as they were installed."""
    for line in record.read_text("utf-8").splitlines():
        if ".py,sha256=" in line and line.startswith(OURS):
            name, _, size = line.rsplit(",", 2)
            yield name, int(size)


def _writer(name: str, ours: Path) -> str:
    """The other package that has installed this file. A file that somebody has mended by hand has none."""
    for record in HERE.glob("*.dist-info/RECORD"):
        if record != ours and f"\n{name}," in "\n" + record.read_text("utf-8", "replace"):
            return record.parent.name.removesuffix(".dist-info")
    return ""


if __name__ == "__main__":
    run()
