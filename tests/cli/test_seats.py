"""seat, witness: what players and witnesses run, who have no store."""

from __future__ import annotations

import json
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
    """A game at level 2 in which iga has cells."""
    bugyo.open("two", 2)
    lines = new(bugyo, path, "--phrase", "rain on the roof")
    bugyo("orders", "two", "iga", "-", stdin="\n".join(lines))
    for seat in ("ise", "kii"):
        bugyo("orders", "two", seat, "-", stdin=f"join me too, says {seat}")


def until_iga(bugyo: Bugyo) -> str:
    """Plays on until iga is awaited; its first legal order."""
    while (turn := bugyo.legal("two"))[0] != "iga":
        bugyo("orders", "two", turn[0], "-", stdin=turn[1][0])
    return turn[1][0]


def test_cells_are_made_for_their_owner_alone_and_the_root_goes_before_the_phrase(
    fresh: Bugyo, tmp_path: Path
) -> None:
    lines = new(fresh, tmp_path / "s", "--sheets", 3, "--phrase", "rain  on\nthe roof")
    assert re.fullmatch("root [0-9a-f]{64} 3", lines[0])
    assert lines[1:] == ["join rain on the roof"]
    assert stat.S_IMODE((tmp_path / "s").stat().st_mode) == 0o600
    assert not fresh.store.exists()


def test_a_phrase_that_nobody_gave_is_random_and_one_that_will_not_do_is_refused(
    fresh: Bugyo, tmp_path: Path
) -> None:
    phrases = {new(fresh, tmp_path / name)[1] for name in "ab"}
    assert len(phrases) == 2
    assert all(re.fullmatch(r"join [0-9a-f]{32}", phrase) for phrase in phrases)
    args = ("seat", "new", "two", "iga", "-o", tmp_path / "c", "--phrase")
    assert "at least 12 are needed" in fresh(*args, "too short", code=2).stderr
    assert not (tmp_path / "c").exists()


def test_whoever_takes_a_seat_later_prints_a_root_alone(fresh: Bugyo, tmp_path: Path) -> None:
    lines = new(fresh, tmp_path / "s", "--again", 2)
    assert len(lines) == 1
    assert lines[0].startswith("root ")
    assert fresh.json("seat", "status", tmp_path / "s")["lines"] == lines


def test_cells_never_replace_a_file(fresh: Bugyo, tmp_path: Path) -> None:
    (tmp_path / "s").write_text("mine")
    args = ("seat", "new", "two", "iga", "-o")
    assert "is there already" in fresh(*args, tmp_path / "s", code=CANNOT_CREATE).stderr
    assert (tmp_path / "s").read_text() == "mine"
    assert "no directory" in fresh(*args, tmp_path / "no" / "s", code=CANNOT_CREATE).stderr
    fresh("seat", "new", "Two Words", "iga", "-o", tmp_path / "t", code=2)
    fresh("seat", "new", "two", "iga", code=2)
    fresh(*args, tmp_path / "t", "--sheets", 0, code=2)
    fresh("seat", "new", "two", "witness", "-o", tmp_path / "t", code=REFUSED)
    assert not (tmp_path / "t").exists()


def test_a_level_2_game_from_the_root_to_the_order(fresh: Bugyo, tmp_path: Path) -> None:
    begun(fresh, tmp_path / "s")
    order = until_iga(fresh)
    asked = fresh.json("what", "two")["awaited"][0]
    assert (asked["cell"], asked["place"]) == (1, 1)
    assert "cell 1 of its own, by bugyo seat fill … --place 1 --first 1" in fresh("what", "two").stdout
    bare = fresh("orders", "two", "iga", "-", stdin=order, code=REFUSED).stdout
    assert "none came with this order" in bare
    fill = ("seat", "fill", tmp_path / "s", "-", "--place", 1)
    filled = fresh(*fill, stdin=f"; mine\n{order}\n").stdout
    assert re.fullmatch(rf"; mine\ncell 1 [0-9a-f]{{64}} [\w+/=]+\n{re.escape(order)}\n", filled)
    done = fresh.json("orders", "two", "iga", "-", stdin=filled)
    assert [line["outcome"] for line in done["lines"]] == ["kept for the next order", "played"]
    assert fresh("audit", "two").stdout.endswith("Everything holds.\n")
    assert fresh.json("seat", "status", tmp_path / "s")["used"] == 1


def test_fill_gives_each_order_its_cell_and_the_same_again(fresh: Bugyo, tmp_path: Path) -> None:
    new(fresh, tmp_path / "s", "--sheets", 1)
    fill = ("seat", "fill", tmp_path / "s", "-", "--place")
    first = fresh.json(*fill, 1, stdin="pass\npass\n")["lines"]
    assert first[0] != first[2]
    assert fresh.json(*fill, 2, "--first", 2, stdin="pass\n")["lines"] == first[2:]
    other = fresh.json(*fill, 1, "--first", 1, stdin="place oda in ise\n")["lines"]
    assert [line.split()[0] for line in other[:-1]] == ["spent", "spent", "cell"]
    assert fresh.json(*fill, 1, "--anew", stdin="place oda in ise\n")["lines"][0].startswith("cell 4 ")
    assert "--again 2" in fresh(*fill, 9, stdin="pass\n" * 30, code=REFUSED).stderr
    assert "Cell 9 cannot be next" in fresh(*fill, 1, "--first", 9, stdin="pass\n", code=REFUSED).stderr
    assert "No cell was used" in fresh(*fill, 1, stdin=b"\xff\n", code=BAD_DATA).stderr
    assert fresh.json("seat", "status", tmp_path / "s")["left"] == 28


def test_fill_does_not_guess_the_place(fresh: Bugyo, tmp_path: Path) -> None:
    new(fresh, tmp_path / "s")
    said = " ".join(fresh("seat", "fill", tmp_path / "s", "-", stdin="pass\n", code=2).stderr.split())
    assert "The mail that asks for them says it, above its block" in said
    assert fresh.json("seat", "status", tmp_path / "s")["used"] == 0


def test_status_prints_the_root_again_and_no_cell_is_added(fresh: Bugyo, tmp_path: Path) -> None:
    lines = new(fresh, tmp_path / "s", "--sheets", 1)
    status = fresh("seat", "status", tmp_path / "s", "--lines").stdout
    assert status == f"two, iga: 0 of 32 cells are used, 32 are left.\n{lines[0]}\n"
    assert fresh("seat", "status", tmp_path / "s").stdout.count("\n") == 1
    said = fresh("seat", "more", tmp_path / "s", code=REFUSED).stderr
    assert "All cells of this file are committed at once" in said


def test_a_sheet_of_protocol_1_is_still_filled(fresh: Bugyo, tmp_path: Path) -> None:
    """As programs of that time have written it."""
    cells = [f"{n:02x}" * 32 for n in (1, 2)]
    sheet = {"game": "two", "party": "iga", "cells": cells, "sizes": [2], "used": 0}
    (tmp_path / "s").write_text(json.dumps(sheet))
    fill = ("seat", "fill", tmp_path / "s", "-")
    assert fresh.json(*fill, stdin="pass\n")["lines"] == [f"cell {cells[0]}", "pass"]
    assert fresh.json("seat", "status", tmp_path / "s")["protocol"] == 1
    assert fresh.json("seat", "more", tmp_path / "s", "--size", 1)["lines"][0].startswith("commit ")


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
    lines = new_witness(bugyo, tmp_path / "w", "--tell", "anna@example.org", game="far")
    bugyo("orders", "far", "witness", "-", stdin="\n".join(lines))
    bugyo.join("far", *mail)
    mails = [path.read_bytes() for path in (out / "new").iterdir()]
    (request,) = [mail for mail in mails if b"QUESTION game/1" in mail]
    return request


def new_witness(bugyo: Bugyo, path: Path, *args: object, game: str = "two") -> list[str]:
    return new(bugyo, path, "--seats", "iga,ise,kii", "--sheets", 1, *args, party="witness", game=game)


def test_a_witness_publishes_no_phrase(fresh: Bugyo, tmp_path: Path) -> None:
    lines = new_witness(fresh, tmp_path / "w", "--desk", ADDRESS)
    assert [line.split()[0] for line in lines] == ["root"]
    status = fresh.json("seat", "status", tmp_path / "w")
    assert (status["desk"], status["cells"]) == (ADDRESS, 4 * 32)


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


def test_a_witness_works_a_maildir_and_writes_to_the_players(fresh: Bugyo, tmp_path: Path) -> None:
    box = tmp_path / "in"
    (box / "new").mkdir(parents=True)
    (box / "new" / "1").write_bytes(requested(fresh, tmp_path))
    (box / "new" / "2").write_bytes(stranger())
    args = ("witness", tmp_path / "w", "--maildir", box, "--outgoing", tmp_path / "replies", "--once")
    mails = fresh.json(*args)["mails"]
    assert [mail["answered"] for mail in mails] == [True, False]
    assert mails[1]["why"] == "This mail asks for no cell."
    sent = [path.read_bytes() for path in (tmp_path / "replies" / "new").iterdir()]
    assert all(b"\ncell game/1 " in mail for mail in sent)
    to = {BytesParser().parsebytes(mail)["To"] for mail in sent}
    assert to == {ADDRESS, "anna@example.org"}
    assert list((box / "new").iterdir()) == []
    assert "--outgoing" in fresh("witness", tmp_path / "w", "--maildir", box, code=2).stderr


def test_what_is_no_request_gets_no_cell(fresh: Bugyo, tmp_path: Path) -> None:
    new_witness(fresh, tmp_path / "w")
    result = fresh("witness", tmp_path / "w", stdin=stranger(), code=REFUSED)
    assert (result.stdout, "asks for no cell" in result.stderr) == ("", True)
    assert fresh.json("seat", "status", tmp_path / "w")["used"] == 0
    fresh("witness", tmp_path / "none", stdin=stranger(), code=NOT_FOUND)


@pytest.mark.soak
def test_a_player_needs_no_store_and_a_pipe_is_enough(tmp_path: Path) -> None:
    env = {**os.environ, "BUGYO_STORE": str(tmp_path / "none" / "games.db"), "BUGYO": "-m cli.main"}
    line = (
        f"{sys.executable} $BUGYO seat new two iga -o {tmp_path}/s --sheets 1 > {tmp_path}/mail && "
        f"echo pass | {sys.executable} $BUGYO seat fill {tmp_path}/s - --place 1"
    )
    done = subprocess.run(["bash", "-c", line], cwd=ROOT, env=env, capture_output=True, check=True)
    assert re.fullmatch(rb"cell 1 [0-9a-f]{64} [\w+/=]+\npass\n", done.stdout)
    assert (tmp_path / "mail").read_text().startswith("root ")
    assert not (tmp_path / "none").exists()
