"""seat, witness: what players and witnesses run, who have no store."""

from __future__ import annotations

import os
import re
import stat
import subprocess
import sys
from email.parser import BytesParser
from pathlib import Path

import pytest

from cli.frame.codes import BAD_DATA, CANNOT_CREATE, NOT_FOUND, REFUSED
from tests.cli.conftest import Bugyo
from tests.cli.mails import ADDRESS, stranger

ROOT = Path(__file__).parents[2]


def new(bugyo: Bugyo, path: Path, *args: object, party: str = "iga", game: str = "two") -> list[str]:
    lines = bugyo.json("seat", "new", game, party, "-o", path, *args)["lines"]
    assert isinstance(lines, list)
    return lines


def begun(bugyo: Bugyo, path: Path) -> None:
    """A game at level 2 in which iga has a sheet."""
    bugyo.open("two", 2)
    lines = new(bugyo, path, "--phrase", "rain on the roof")
    bugyo("orders", "two", "iga", "-", stdin="\n".join(lines))
    for seat in ("ise", "kii"):
        bugyo("orders", "two", seat, "-", stdin="join me too")


def until_iga(bugyo: Bugyo) -> str:
    """Plays on until iga is awaited; its first legal order."""
    while (turn := bugyo.legal("two"))[0] != "iga":
        bugyo("orders", "two", turn[0], "-", stdin=turn[1][0])
    return turn[1][0]


def test_a_sheet_is_made_for_its_owner_alone(fresh: Bugyo, tmp_path: Path) -> None:
    lines = new(fresh, tmp_path / "s", "--size", 20, "--phrase", "rain  on\nthe roof")
    assert lines[0] == "join rain on the roof"
    assert [len(line.split()) - 1 for line in lines[1:]] == [14, 6]
    assert stat.S_IMODE((tmp_path / "s").stat().st_mode) == 0o600
    assert not fresh.store.exists()


def test_a_phrase_that_nobody_gave_is_random(fresh: Bugyo, tmp_path: Path) -> None:
    phrases = {new(fresh, tmp_path / name)[0] for name in "ab"}
    assert len(phrases) == 2
    assert all(re.fullmatch(r"join [0-9a-f]{32}", phrase) for phrase in phrases)


def test_a_sheet_never_replaces_a_file(fresh: Bugyo, tmp_path: Path) -> None:
    (tmp_path / "s").write_text("mine")
    args = ("seat", "new", "two", "iga", "-o")
    assert "is there already" in fresh(*args, tmp_path / "s", code=CANNOT_CREATE).stderr
    assert (tmp_path / "s").read_text() == "mine"
    assert "no directory" in fresh(*args, tmp_path / "no" / "s", code=CANNOT_CREATE).stderr
    fresh("seat", "new", "Two Words", "iga", "-o", tmp_path / "t", code=2)
    fresh("seat", "new", "two", "iga", code=2)
    fresh(*args, tmp_path / "t", "--size", 0, code=2)
    assert not (tmp_path / "t").exists()


def test_a_level_2_game_from_the_sheet_to_the_order(fresh: Bugyo, tmp_path: Path) -> None:
    begun(fresh, tmp_path / "s")
    order = until_iga(fresh)
    assert fresh.json("what", "two")["awaited"][0]["cell"] == 1
    assert "the line of cell 1 of its sheet" in fresh("what", "two").stdout
    bare = fresh("orders", "two", "iga", "-", stdin=order, code=REFUSED).stdout
    assert "no cell came with this order" in bare
    filled = fresh("seat", "fill", tmp_path / "s", "-", stdin=f"; mine\n{order}\n").stdout
    assert re.fullmatch(rf"; mine\ncell [0-9a-f]{{64}}\n{re.escape(order)}\n", filled)
    done = fresh.json("orders", "two", "iga", "-", stdin=filled)
    assert [line["outcome"] for line in done["lines"]] == ["kept for the next order", "played"]
    assert fresh("audit", "two").stdout.endswith("Everything holds.\n")
    assert fresh.json("seat", "status", tmp_path / "s")["used"] == 1


def test_fill_gives_each_order_a_cell_of_its_own_and_the_same_again_when_asked(
    fresh: Bugyo, tmp_path: Path
) -> None:
    new(fresh, tmp_path / "s", "--size", 3)
    fill = ("seat", "fill", tmp_path / "s", "-")
    first = fresh.json(*fill, stdin="pass\npass\n")["lines"]
    assert first[0] != first[2]
    assert fresh.json(*fill, "--first", 2, stdin="pass\n")["lines"] == first[2:]
    assert "left" in fresh(*fill, stdin="pass\npass\n", code=REFUSED).stderr
    assert "Cell 9 cannot be next" in fresh(*fill, "--first", 9, stdin="pass\n", code=REFUSED).stderr
    assert "No cell was used" in fresh(*fill, stdin=b"\xff\n", code=BAD_DATA).stderr
    assert fresh.json("seat", "status", tmp_path / "s")["left"] == 1


def test_more_cells_and_the_lines_that_publish_them(fresh: Bugyo, tmp_path: Path) -> None:
    lines = new(fresh, tmp_path / "s", "--size", 2)[1:]
    more = fresh.json("seat", "more", tmp_path / "s", "--size", 1)["lines"]
    status = fresh("seat", "status", tmp_path / "s", "--lines").stdout
    assert status == "\n".join(["two, iga: 0 of 3 cells are used, 3 are left.", *lines, *more, ""])
    assert fresh("seat", "status", tmp_path / "s").stdout.count("\n") == 1


@pytest.mark.parametrize("args", [("fill", "-"), ("status",), ("more",)])
def test_a_sheet_that_is_none(fresh: Bugyo, tmp_path: Path, args: tuple[str, ...]) -> None:
    command = ("seat", args[0], tmp_path / "s", *args[1:])
    assert "“bugyo seat new” makes one" in fresh(*command, code=NOT_FOUND, stdin="pass").stderr
    (tmp_path / "s").write_text("{}")
    assert "is not the file of a sheet" in fresh(*command, code=BAD_DATA, stdin="pass").stderr
    assert (tmp_path / "s").read_text() == "{}"


# ---- a witness


def requested(bugyo: Bugyo, tmp_path: Path) -> bytes:
    """A game at level 3 that waits for its witness: the request."""
    out = tmp_path / "out"
    mail = ("--outgoing", out, "--address", ADDRESS)
    bugyo.open("far", 3, *mail)
    lines = new(bugyo, tmp_path / "w", party="witness", game="far")
    bugyo("orders", "far", "witness", "-", stdin="\n".join(lines))
    bugyo.join("far", *mail)
    mails = [path.read_bytes() for path in (out / "new").iterdir()]
    (request,) = [mail for mail in mails if b"QUESTION 1 " in mail]
    return request


def test_a_witness_publishes_no_phrase(fresh: Bugyo, tmp_path: Path) -> None:
    lines = new(fresh, tmp_path / "w", "--desk", ADDRESS, party="witness")
    assert all(line.startswith("commit ") for line in lines)
    assert fresh.json("seat", "status", tmp_path / "w")["desk"] == ADDRESS


def test_a_request_is_answered_and_the_desk_takes_the_cell(fresh: Bugyo, tmp_path: Path) -> None:
    request = requested(fresh, tmp_path)
    reply = fresh("witness", tmp_path / "w", stdin=request).stdout_bytes
    assert fresh("witness", tmp_path / "w", stdin=request).stdout.count("\ncell ") == 1
    assert BytesParser().parsebytes(reply)["To"] == ADDRESS
    before = fresh.json("what", "far")["asked"]
    mail = ("--outgoing", tmp_path / "out", "--address", ADDRESS)
    assert fresh.json("deliver", *mail, stdin=reply)["lines"][-1]["outcome"] == "played"
    assert fresh.json("what", "far")["asked"] != before
    assert fresh.json("seat", "status", tmp_path / "w")["used"] == 1


def test_a_witness_works_a_maildir(fresh: Bugyo, tmp_path: Path) -> None:
    box = tmp_path / "in"
    (box / "new").mkdir(parents=True)
    (box / "new" / "1").write_bytes(requested(fresh, tmp_path))
    (box / "new" / "2").write_bytes(stranger())
    args = ("witness", tmp_path / "w", "--maildir", box, "--outgoing", tmp_path / "replies", "--once")
    mails = fresh.json(*args)["mails"]
    assert [mail["answered"] for mail in mails] == [True, False]
    assert mails[1]["why"] == "This mail asks for no cell."
    (reply,) = (tmp_path / "replies" / "new").iterdir()
    assert b"\ncell " in reply.read_bytes()
    assert list((box / "new").iterdir()) == []
    assert "--outgoing" in fresh("witness", tmp_path / "w", "--maildir", box, code=2).stderr


def test_what_is_no_request_gets_no_cell(fresh: Bugyo, tmp_path: Path) -> None:
    new(fresh, tmp_path / "w", party="witness")
    result = fresh("witness", tmp_path / "w", stdin=stranger(), code=REFUSED)
    assert (result.stdout, "asks for no cell" in result.stderr) == ("", True)
    assert fresh.json("seat", "status", tmp_path / "w")["used"] == 0
    fresh("witness", tmp_path / "none", stdin=stranger(), code=NOT_FOUND)


def test_a_player_needs_no_store_and_a_pipe_is_enough(tmp_path: Path) -> None:
    env = {**os.environ, "BUGYO_STORE": str(tmp_path / "none" / "games.db"), "BUGYO": "-m cli.main"}
    line = (
        f"{sys.executable} $BUGYO seat new two iga -o {tmp_path}/s --size 2 > {tmp_path}/mail && "
        f"echo pass | {sys.executable} $BUGYO seat fill {tmp_path}/s -"
    )
    done = subprocess.run(["bash", "-c", line], cwd=ROOT, env=env, capture_output=True, check=True)
    assert re.fullmatch(rb"cell [0-9a-f]{64}\npass\n", done.stdout)
    assert (tmp_path / "mail").read_text().startswith("join ")
    assert not (tmp_path / "none").exists()
