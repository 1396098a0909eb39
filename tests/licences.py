"""Writes docs/licences.md, of what installed packages say of themselves: `python -m tests.licences`."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, distribution, metadata
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

PAGE = Path(__file__).resolve().parents[1] / "docs" / "licences.md"
ALWAYS, DEV = "always", "tests"
EXTRAS = ("pictures", "web", "desk", "postgres")

SPELT = {
    "Apache 2": "Apache-2.0",
    "Apache 2.0": "Apache-2.0",
    "Apache License, Version 2.0": "Apache-2.0",
    "BSD License": "BSD",
    "GPL-3.0+": "GPL-3.0-or-later",
    "GNU Lesser General Public License v3 (LGPLv3)": "LGPL-3.0",
    "MIT License": "MIT",
    "Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
    "any-OSI": "any that the OSI approves",
}
"""One spelling for each: packages write what they like."""

UNTOLD = {"atheris": "Apache-2.0", "axe-playwright-python": "MIT", "resvg-py": "MIT"}
"""Whose metadata says nothing: what their repositories say."""

HEAD = """\
# Licences

Bugyo is under the [MIT licence](../LICENSE); these packages are installed beside it. “always” comes with
Bugyo, the name of an extra with that extra, “tests” with what only those need who change Bugyo. Written by
`python -m tests.licences` from what the packages say of themselves; a test keeps it true.

What always comes is permissive, but for the list of authorities in `certifi` (MPL-2.0: who alters that
file, shows it). The LGPL is only in the extra `postgres`, by `psycopg`, and among the tests by `pyte`; the
GPL only in `chess`, which `benchmarks/` alone imports.

| package | licence | comes with |
|---|---|---|
"""


def page() -> str:
    found = sorted((name, licence(name), where) for name, where in dependencies().items())
    return HEAD + "".join(f"| {' | '.join(row)} |\n" for row in found)


def licence(name: str) -> str:
    told = metadata(name)
    classed = [
        one.rpartition(" :: ")[2] for one in told.get_all("Classifier") or () if one.startswith("License ::")
    ]
    written = [*(told.get_all("License-Expression") or ()), *(told.get_all("License") or ())]
    found = next((one for one in (*written, *classed) if one not in ("", "UNKNOWN")), UNTOLD.get(name, ""))
    return SPELT.get(found, found)


def dependencies() -> dict[str, str]:
    """All that is installed because Bugyo asks for it, by name, and what brings it first."""
    found: dict[str, str] = {}
    for where, extra in ((ALWAYS, ""), *zip(EXTRAS, EXTRAS, strict=True), (DEV, "dev")):
        for name in _below("bugyo", extra):
            found.setdefault(name, where)
    return {name: where for name, where in found.items() if name != "bugyo"}


def direct() -> set[str]:
    """What pyproject.toml names, whatever it is for."""
    return {canonicalize_name(Requirement(one).name) for one in distribution("bugyo").requires or ()}


def _below(package: str, extra: str) -> Iterator[str]:
    seen, left = set[tuple[str, str]](), [(package, extra)]
    while left:
        name, extra = left.pop()
        try:
            asked = map(Requirement, distribution(name).requires or ())
        except PackageNotFoundError:  # of another system
            continue
        yield name
        for one in asked:
            if one.marker is None or one.marker.evaluate({"extra": extra}):
                left += {(canonicalize_name(one.name), more) for more in ("", *one.extras)} - seen
        seen.update(left)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
