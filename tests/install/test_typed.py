"""Whoever builds on Bugyo gets its types; that the wheel holds all files, a longer test sees."""

from __future__ import annotations

import tomllib
from pathlib import Path

import bugyo

ROOT = Path(bugyo.__file__).parent


def test_each_package_says_that_it_is_typed_and_goes_along() -> None:
    built = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["hatch"]["build"]
    wheel = built["targets"]["wheel"]
    assert set(bugyo.PACKAGES) <= set(wheel["only-include"])
    assert not [one for one in wheel["exclude"] if one.startswith(bugyo.PACKAGES)]
    assert all((ROOT / name / "py.typed").is_file() for name in bugyo.PACKAGES)
