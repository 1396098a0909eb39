"""audit, export, import."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cli.frame.codes import BAD_DATA, CANNOT_CREATE, NOT_FOUND
from cli.prove.audit import _tell_shortly
from domain.game.checking.readjudicate import Finding
from referee.audit.audit import Verdict
from tests.cli.conftest import WHY, Bugyo
from tests.cli.test_keys import bend
from tests.referee.mail.players import Table
from tests.referee.mail.test_desk_world import PEOPLE


def test_a_record_that_holds(bugyo: Bugyo) -> None:
    assert "Everything holds." in bugyo("audit", "summer").stdout
    assert bugyo("audit", "--all").stdout.endswith("Games audited: 2. Records that do not hold: 0.\n")


def test_a_record_that_was_altered_is_named_with_its_event(bugyo: Bugyo) -> None:
    bend(bugyo.store)
    said = bugyo("audit", "bots-7-1", code=1).stdout
    assert "The record does not hold. Event 1: " in said
    assert "bots-7-1: does not hold at event 1: " in bugyo("audit", "--all", code=1).stdout
    assert "summer: holds, 21 events" in bugyo("audit", "--all", code=1).stdout


def test_an_export_is_audited_and_imported(bugyo: Bugyo, fresh: Bugyo, tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    assert "bots-7-1" not in bugyo("export", "bots-7-1", "-o", file).stdout
    assert "Everything holds." in fresh("audit", file).stdout
    assert "Everything holds." in fresh("audit", "-", stdin=file.read_bytes()).stdout
    assert fresh.json("import", file)["head"] == bugyo.json("show", "bots-7-1")["head"]
    assert fresh("export", "bots-7-1").stdout == file.read_text()
    assert "There is a game “bots-7-1” in this store already" in fresh("import", file, code=1).stderr


def opened(file: Path) -> int:
    """How many sealed values a file opens."""
    return file.read_text().count('"salt"')


def test_an_export_of_a_running_game_keeps_its_secrets(bugyo: Bugyo, fresh: Bugyo, tmp_path: Path) -> None:
    public, iga, referee = (tmp_path / f"{seat}.jsonl" for seat in ("public", "iga", "referee"))
    for file in (public, iga, referee):
        why = () if file is public else WHY
        bugyo("export", "summer", "--seat", file.stem, "-o", file, *why)
    bugyo("export", "summer", "-o", public, "--force")
    assert 0 == opened(public) < opened(iga) < opened(referee)
    assert '"value":"' not in public.read_text()
    assert bugyo("export", "summer").stdout == public.read_text()
    assert "sealed until the end of the game" in bugyo("audit", public).stdout
    assert "still sealed" in fresh("import", public, code=1).stderr
    assert fresh.json("import", referee)["game"] == "summer"


def test_an_altered_export_is_refused(bugyo: Bugyo, fresh: Bugyo, tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    bugyo("export", "bots-7-1", "-o", file)
    lines = file.read_text().splitlines()
    lines[20], lines[21] = lines[21], lines[20]
    file.write_text("\n".join(lines))
    assert bugyo.json("audit", file, code=1)["finding"]["position"] == 20
    assert "does not hold at event 20" in fresh("import", file, code=1).stderr
    assert fresh.json("list", "--store", bugyo.store) == bugyo.json("list")


def test_a_header_that_does_not_hold_is_named(bugyo: Bugyo, fresh: Bugyo, tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    bugyo("export", "bots-7-1", "-o", file)
    file.write_text(file.read_text().replace('"viewer":"public"', '"viewer":"nobody"', 1))
    why = "The viewer “nobody” has no seat in this game."
    assert f"The record does not hold. The header: {why}\n" in bugyo("audit", file, code=1).stdout
    assert bugyo.json("audit", file, code=1)["member"] == "header"
    assert f"The export does not hold in its header: {why}\n" in fresh("import", file, code=1).stderr


@pytest.mark.parametrize(
    ("position", "member", "where"),
    [
        (3, "", "does not hold at event 3"),
        (0, "header", "does not hold. The header"),
        (0, "key.txt", "does not hold. key.txt"),
        (0, "", "does not hold. The record"),
    ],
)
def test_what_does_not_hold_is_told_in_a_line(
    capsys: pytest.CaptureFixture[str], position: int, member: str, where: str
) -> None:
    verdict = Verdict("g", "shinobi", 4, "", (), Finding(position, "It is altered."), member=member)
    _tell_shortly(verdict)
    assert capsys.readouterr().out == f"g: {where}: It is altered.\n"


NO_EXPORTS = [b"", b"{}\n", b"\x00\xff\xfe", b"SQLite format 3\x00", b'{"format":"bugyo/9"}']


@pytest.mark.parametrize("raw", NO_EXPORTS)
@pytest.mark.parametrize("command", ["audit", "import"])
def test_what_is_no_export(fresh: Bugyo, tmp_path: Path, raw: bytes, command: str) -> None:
    (tmp_path / "x.jsonl").write_bytes(raw)
    fresh(command, tmp_path / "x.jsonl", code=BAD_DATA)
    assert not fresh.store.exists()


def test_export_overwrites_only_when_told(bugyo: Bugyo, tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    file.write_text("mine")
    assert "--force overwrites it" in bugyo("export", "summer", "-o", file, code=CANNOT_CREATE).stderr
    assert file.read_text() == "mine"
    bugyo("export", "summer", "-o", file, "--force")
    assert json.loads(file.read_text().splitlines()[0])["game"] == "summer"
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []
    assert (
        "there is no directory"
        in bugyo("export", "summer", "-o", tmp_path / "no" / "x", code=CANNOT_CREATE).stderr
    )


def test_export_never_replaces_a_device(bugyo: Bugyo) -> None:
    bugyo("export", "summer", "-o", "/dev/null")
    assert not Path("/dev/null").is_file()


def test_one_of_game_and_all(bugyo: Bugyo) -> None:
    bugyo("audit", code=2)
    bugyo("audit", "summer", "--all", code=2)
    bugyo("audit", "./nothing.jsonl", code=NOT_FOUND)
    bugyo("import", "./nothing.jsonl", code=NOT_FOUND)
    assert "need a file" in bugyo("export", "summer", "--json", code=2).stderr


def test_an_audit_counts_the_lines_that_were_compared_with_their_mails(tmp_path: Path) -> None:
    table = Table(tmp_path / "table", 1)
    for seat in PEOPLE:
        table.send(seat, f"join the heron of {seat} stands in the rain")
    bugyo = Bugyo(tmp_path / "table" / "store.db")
    table.record.close()
    said = bugyo("audit", "spring").stdout
    assert "3 of 3 recorded lines were compared with the mails that brought them.\n" in said
    assert said.endswith("Everything holds.\n")
    export = ("export", "spring", "--seat", "referee", "-o", tmp_path / "game.jsonl", *WHY)
    bugyo(*export)
    said = bugyo("audit", tmp_path / "game.jsonl").stdout
    assert "  ? Every recorded line says what the raw mail says that brought it. (not shown)\n" in said
    assert "0 of 3 recorded lines were compared" in said
    assert "The mails of 3 are not here: not shown." in " ".join(said.split())
    assert said.endswith("What can be checked holds.\n")
    sent = bugyo.json("audit", tmp_path / "game.jsonl")["sent"]
    assert sent == {"lines": 3, "compared": 0, "not_shown": 3, "otherwise": 0}
