"""Empty machines: environments that know nothing of this checkout, and one cache of what is downloaded."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest
from msgspec import Struct

ROOT = Path(__file__).parents[2]
LONGEST = 300.0
"""Seconds that one command may take, with what it downloads."""

KEPT = ("PIP_", "SSL_CERT_", "REQUESTS_CA_", "HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "ALL_PROXY")
"""Variables that say how a package registry is reached from here."""


class Machine(Struct, frozen=True):
    """A home in which nothing is yet, and a source of Bugyo as whoever clones it has it."""

    home: Path
    source: Path
    settings: Mapping[str, str]

    def __call__(self, *words: object, code: int | None = 0, stdin: str = "", **more: str) -> str:
        """What a command says; it must end with the code, if one is given, and never with a traceback."""
        done = subprocess.run(
            list(map(str, words)),
            cwd=self.home,
            env={**self.settings, **more},
            input=stdin,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=LONGEST,
            check=False,
        )
        assert code in (None, done.returncode), f"{words}: {done.returncode}\n{done.stdout}"
        assert "Traceback" not in done.stdout, done.stdout
        return done.stdout

    def environment(self, name: str, *packages: object, python: str = sys.executable) -> Path:
        """The programs of a new environment that has these packages."""
        self(python, "-m", "venv", name)
        programs = self.home / name / "bin"
        if packages:
            self(programs / "pip", "install", "--quiet", *packages)
        return programs


@pytest.fixture(scope="session")
def machine(tmp_path_factory: pytest.TempPathFactory) -> Machine:
    home = tmp_path_factory.mktemp("home")
    machine = Machine(home, _cloned(home / "bugyo"), _settings(home))
    _need_a_registry(machine)
    return machine


def _cloned(to: Path) -> Path:
    """What is under version control, as it stands; in a copy without it, all but what was made there."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=False, text=True)
    names = [name for name in listed.stdout.split("\0") if name and (ROOT / name).is_file()]
    if not names:
        return Path(shutil.copytree(ROOT, to, ignore=shutil.ignore_patterns(".*", "build", "dist", "demo")))
    for name in names:
        (to / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, to / name)
    return to


def _settings(home: Path) -> dict[str, str]:
    """All that is known of this machine: its programs, and how a registry is reached."""
    kept = {name: value for name, value in os.environ.items() if name.upper().startswith(KEPT)}
    for file in (Path.home() / ".config" / "pip" / "pip.conf", Path.home() / ".pip" / "pip.conf"):
        if file.is_file():
            kept.setdefault("PIP_CONFIG_FILE", str(file))
    own = {"HOME": str(home), "PATH": os.defpath, "TMPDIR": str(home), "LANG": "C.UTF-8"}
    pip = {"PIP_CACHE_DIR": str(home / "cache"), "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
    return {**kept, **own, **pip, "PIP_COMPILE": "0"}  # most of it is never imported


def _need_a_registry(machine: Machine) -> None:
    """In continuous integration it is there."""
    words = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", "tried", "hatchling"]
    said = machine(*words, code=None)
    if not list((machine.home / "tried").glob("*.whl")) and not os.environ.get("BUGYO_CI"):
        pytest.skip(f"no package registry can be reached from here: {said.strip()}")


@pytest.fixture(scope="session")
def wheel(machine: Machine) -> Path:
    machine(sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "-w", "wheels", machine.source)
    (wheel,) = (machine.home / "wheels").glob("*.whl")
    return wheel


@pytest.fixture(scope="session")
def bare(machine: Machine, wheel: Path) -> Path:
    """The programs of an environment that has Bugyo and no extra."""
    return machine.environment("bare", wheel)
