"""Bugyo is installed as people do it, on a machine that has Python and a package registry."""

from __future__ import annotations

import os
import re
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from tests.guides.elsewhere import shell_lines
from tests.install.conftest import Machine

pytestmark = pytest.mark.soak

OLDEST = 11
PACKAGES = ("domain/", "referee/", "projections/", "cli/", "fixtures/")
OF_TESTS = "fixtures/perft/"

DESK = """\
store = "desk.db"
address = "bugyo@club.example"

[outgoing]
path = "out"
"""
WAYS = {
    "imap": '[[imap]]\nhost = "localhost"\nport = 1\ntls = "none"\nuser = "desk"\npassword = {file = "pw"}\n',
    "lmtp": '[listen]\nprotocol = "lmtp"\nsocket = "desk.sock"\n',
    "pages": '[[maildir]]\npath = "in"\n[web]\nlisten = "127.0.0.1:0"\n',
}


def test_the_wheel_has_all_that_is_under_version_control(wheel: Path, machine: Machine) -> None:
    """No data file, catalogue or page stays behind, and nothing of the tests goes along."""
    there = (path.relative_to(machine.source) for path in machine.source.rglob("*") if path.is_file())
    names = {str(name) for name in there if str(name).startswith(PACKAGES)}
    ours = {name for name in names if not name.startswith(OF_TESTS)}
    with zipfile.ZipFile(wheel) as packed:
        found = {name for name in packed.namelist() if ".dist-info/" not in name}
    assert found == ours | {"bugyo.py", "referee/bundle/format.md"}


def test_a_wheel_from_the_source_archive_is_the_same(machine: Machine, wheel: Path) -> None:
    programs = machine.environment("tools", "hatchling")
    with_tools = ["env", f"--chdir={machine.source}", programs / "hatchling", "build", "-t", "sdist"]
    machine(*with_tools, "-d", machine.home / "archive")
    (archive,) = (machine.home / "archive").glob("*.tar.gz")
    with tarfile.open(archive) as packed:
        assert any(name.endswith("/docs/referee.md") for name in packed.getnames())
    machine(sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "-w", "again", archive)
    (again,) = (machine.home / "again").glob("*.whl")
    with zipfile.ZipFile(wheel) as one, zipfile.ZipFile(again) as other:
        assert {(each.filename, each.CRC) for each in one.infolist()} == {
            (each.filename, each.CRC) for each in other.infolist()
        }


def _pythons() -> dict[str, Path]:
    """One of each version that is here, in the path or kept by pyenv, whose own scripts may refuse."""
    folders = [Path(one) for one in os.get_exec_path() if "shims" not in one]
    folders += (Path.home() / ".pyenv" / "versions").glob("*/bin")
    found = {f"python3.{sys.version_info.minor}": Path(sys.executable)}
    for path in (path for folder in folders for path in folder.glob("python3.??")):
        if path.suffix[1:].isdigit() and int(path.suffix[1:]) >= OLDEST:
            found.setdefault(path.name, path)
    return found


PYTHONS = _pythons()


@pytest.mark.parametrize("home", PYTHONS)
def test_a_game_is_played_and_proved_without_any_extra(machine: Machine, wheel: Path, home: str) -> None:
    python = PYTHONS[home]
    programs = machine.environment(f"env-{home}", wheel, python=str(python))
    bugyo, store = programs / "bugyo", ("--store", f"{home}.db")
    assert "Bugyo referees games" in machine(bugyo, "--help")
    assert "shinobi" in machine(bugyo, "games")
    assert "have won after" in machine(bugyo, "demo", "--force")
    seats = [word for name in ("Anna", "Boris", "Eva") for word in ("--player", name)]
    machine(bugyo, "open", "shinobi", "--id", "summer", *seats, *store)
    for seat in ("iga", "ise", "kii"):
        machine(bugyo, "orders", "summer", seat, "-", *store, stdin=f"join The well hidden words of {seat}\n")
    seat = _awaited(machine, bugyo, *store)
    first = (bugyo, "orders", "summer", seat, "-", "--reason", "What is legal?", *store)
    (order, *_) = re.findall(r'"(place [^"]+)"', machine(*first, code=1, stdin="pass\n"))
    assert "(played)" in machine(*first, stdin=f"{order}\n")
    assert "Everything holds." in machine(bugyo, "audit", "summer", *store)
    machine(bugyo, "export", "summer", "--format", "html", "-o", f"{home}.html", *store)
    machine(bugyo, "export", "summer", "--format", "bundle", "-o", f"{home}.zip", *store)
    with zipfile.ZipFile(machine.home / f"{home}.zip") as bundle:
        assert {"verify.py", "format.md", "check.html"} <= set(bundle.namelist())
        bundle.extract("verify.py", machine.home / home)
    assert "hold" in machine(python, machine.home / home / "verify.py", f"{home}.zip")
    machine(bugyo, "picture", "summer", "-o", f"{home}.svg", *store)
    assert "ise" in machine(bugyo, "log", "summer", "--language", "ru", *store)


def _awaited(machine: Machine, bugyo: Path, *store: str) -> str:
    found = re.search(r"(\w+) \(\w+\) is awaited", machine(bugyo, "what", "summer", *store))
    assert found
    return found[1]


def adds(said: str, extra: str) -> str:
    """The command that a sentence names, and that installs the extra that is missing."""
    found = re.search(rf"(\S+ -m pip install 'bugyo\[{extra}\]')", said)
    assert found, said
    return found[1]


def test_an_extra_that_is_missing_is_named_with_the_command_that_adds_it(
    machine: Machine, bare: Path
) -> None:
    """The command is done as it stands; then there is what was missing."""
    bugyo = bare / "bugyo"
    machine(bugyo, "play", "shinobi", "--bots", "--seed", "7", "--store", "games.db")
    drawn = (bugyo, "picture", "bots-7-1", "--store", "games.db", "-o", "board.png")
    machine("sh", "-c", adds(machine(*drawn, code=1), "pictures"))
    machine(*drawn)
    assert (machine.home / "board.png").read_bytes().startswith(b"\x89PNG")
    on_a_server = (bugyo, "list", "--store", "postgresql://nobody@localhost:1/none")
    machine("sh", "-c", adds(machine(*on_a_server, code=65), "postgres"))
    assert "cannot be reached" in machine(*on_a_server, code=75)


def test_a_desk_names_the_extra_of_each_way(machine: Machine, bare: Path) -> None:
    bugyo = bare / "bugyo"
    machine(bugyo, "play", "shinobi", "--bots", "--seed", "7", "--store", "desk.db")
    (machine.home / "pw").write_text("secret\n")
    for name, way in WAYS.items():
        (machine.home / f"{name}.toml").write_text(DESK + way, encoding="utf-8")
    machine("chmod", "600", "pw", *(f"{name}.toml" for name in WAYS))
    for name, extra in (("imap", "desk"), ("lmtp", "desk"), ("pages", "web")):
        said = machine(bugyo, "serve", "--config", f"{name}.toml", code=78)
        install = adds(said, extra)
        assert install in machine(bugyo, "desk", "check", "--config", f"{name}.toml", code=78)
        if name != "imap":
            machine("sh", "-c", install)
    assert "Logged in" not in machine(bugyo, "desk", "check", "--config", "imap.toml", code=75)
    machine(bugyo, "desk", "check", "--config", "lmtp.toml")
    assert "can be looked at" in machine(bugyo, "serve", "--once", "--config", "pages.toml")


def of_the_guide(*beginnings: str) -> list[str]:
    """Lines of the referee's guide that install something, as they stand."""
    found = [line for line in shell_lines() if line.startswith(beginnings)]
    assert len(found) >= len(beginnings)
    return found


def test_the_referees_guide_installs_it_with_pipx(machine: Machine) -> None:
    """In the folder of the clone, and again over what is there."""
    programs = machine.environment("tools-of-pipx", "pipx")
    lines = of_the_guide("pipx install '.", "pipx install --force", "python3 -m pip wheel")
    more = ["bugyo demo --force", "bugyo picture sekigahara --store demo/games.db -o pipx.png"]
    said = in_the_clone(machine, programs, *lines, *more)
    assert "have won after" in said
    said = in_the_clone(machine, programs, "bugyo list --store postgresql:///none", code=65)
    in_the_clone(machine, programs, adds(said, "postgres"))
    wheel, *_ = of_the_guide("pipx install ./bugyo")
    in_the_clone(machine, programs, "pipx uninstall bugyo", wheel, "bugyo games")


def test_the_referees_guide_installs_it_with_python_alone(machine: Machine) -> None:
    lines = of_the_guide("python3 -m venv", "~/", "export PATH")
    said = in_the_clone(machine, Path(sys.executable).parent, *lines, "bugyo games", "command -v bugyo")
    assert said.endswith("/bugyo-desk/bin/bugyo\n")


def in_the_clone(machine: Machine, programs: Path, *lines: str, code: int = 0) -> str:
    """One shell for all lines, which ends with the first that fails."""
    script = "\n".join(("set -e", f"cd {machine.source}", *lines))
    path = f"{machine.home}/.local/bin:{programs}:{machine.settings['PATH']}"
    return machine("sh", "-c", script, code=code, PATH=path)


def test_a_package_of_the_same_names_is_said_to_be_in_the_way(machine: Machine, wheel: Path) -> None:
    """Nothing that Bugyo needs is there: what is in the way is said before any of it is imported."""
    other = _other(machine.home)
    programs = machine.environment("shared", "--no-deps", wheel)
    bugyo, pip = programs / "bugyo", programs / "pip"
    machine(pip, "install", "--quiet", "--no-deps", "--target", "before", other)
    said = machine(bugyo, "games", code=78, PYTHONPATH=str(machine.home / "before"))
    assert said.startswith(f"Error: {machine.home}/before/cli is in the way of Bugyo's own “cli”: take ")
    machine(pip, "install", "--quiet", "--no-deps", other)
    said = machine(bugyo, "games", code=78)
    assert said.startswith("Error: The package other_tool-1.0 has written its own ")
    assert said.endswith("install Bugyo anew, in an environment of its own, as pipx does.\n")
    machine(pip, "uninstall", "--quiet", "--yes", "other-tool")
    assert machine(bugyo, "games", code=78).endswith("is missing: install Bugyo anew.\n")
    machine(pip, "install", "--quiet", "--no-deps", "--force-reinstall", wheel)
    said = "Error: Bugyo is not installed whole (No module named 'click'): install it anew.\n"
    assert machine(bugyo, "games", code=78) == said


def _other(home: Path) -> Path:
    """A wheel of somebody else, who calls his packages `cli` and `domain` too."""
    about = "other_tool-1.0.dist-info"
    files = {
        "cli/__init__.py": "",
        "cli/main.py": 'def run():\n    print("theirs")\n',
        "domain/__init__.py": "",
        f"{about}/METADATA": "Metadata-Version: 2.1\nName: other-tool\nVersion: 1.0\n",
        f"{about}/WHEEL": "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    record = "".join(f"{name},,\n" for name in (*files, f"{about}/RECORD"))
    made = home / "other_tool-1.0-py3-none-any.whl"
    with zipfile.ZipFile(made, "w") as packed:
        for name, text in (files | {f"{about}/RECORD": record}).items():
            packed.writestr(name, text)
    return made
