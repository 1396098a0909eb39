"""A party's own sheet: no cell for two questions, no two cells for one, whatever breaks in between."""

from __future__ import annotations

import errno
import os
import signal
import stat
import subprocess
import sys
import time
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import NoReturn

import pytest

from domain.kit.cells import cell_commitment
from referee import parties
from referee.mail.reading.reading import STANDARD, read_mail
from referee.parties import (
    PartySheet,
    SheetTrouble,
    answer_request,
    commit_lines,
    fill,
    more_cells,
    new_sheet,
    next_cell,
    open_sheet,
)

NOW = 1_795_000_000_000
INPUTS = "ab" * 32


def counting() -> Callable[[int], bytes]:
    """Cells that can be told apart at a glance: 01…, 02…, 03…"""
    drawn = iter(range(1, 256))
    return lambda size: bytes([next(drawn)]) * size


def made(path: Path, size: int = 20, party: str = "iga", desk: str = "") -> PartySheet:
    return new_sheet("spring", party, size, path / "sheet.json", desk=desk, entropy=counting())


def cell(n: int) -> str:
    return f"{n:02x}" * 32


# ---- the file


def test_the_file_is_its_owners_only_and_is_never_overwritten(tmp_path: Path) -> None:
    sheet = made(tmp_path)
    next_cell(sheet)
    assert stat.S_IMODE(sheet.path.stat().st_mode) == 0o600
    assert sorted(path.name for path in tmp_path.iterdir()) == ["sheet.json", "sheet.json.lock"]
    with pytest.raises(SheetTrouble, match="is there already, and what it holds may be committed"):
        made(tmp_path)
    assert open_sheet(sheet.path).read().used == 1


def test_cells_come_from_the_operating_system(tmp_path: Path) -> None:
    cells = new_sheet("spring", "iga", 50, tmp_path / "sheet.json").read().cells
    assert len(set(cells)) == 50
    assert {len(one) for one in cells} == {64}


@pytest.mark.parametrize(
    ("content", "said"),
    [(None, "There is no sheet at"), (b"", "is not the file of a sheet"), (b'{"game":1}', "is not the file")],
)
def test_a_file_that_is_no_sheet_is_named(tmp_path: Path, content: bytes | None, said: str) -> None:
    if content is not None:
        (tmp_path / "sheet.json").write_bytes(content)
    with pytest.raises(SheetTrouble, match=said):
        open_sheet(tmp_path / "sheet.json")


def test_a_sheet_has_at_least_one_cell(tmp_path: Path) -> None:
    with pytest.raises(SheetTrouble, match="at least one"):
        made(tmp_path, 0)


# ---- commitments


def test_each_line_of_commitments_is_a_sheet_and_fits_a_mail(tmp_path: Path) -> None:
    sheet = made(tmp_path, 30)
    lines = commit_lines(sheet)
    assert [len(line.split()) - 1 for line in lines] == [14, 14, 2]
    assert all(len(line) < 998 < STANDARD.line_chars for line in lines)
    assert lines[2].split()[2] == cell_commitment("spring", "iga", 3, 2, bytes([30]) * 32).hex()
    further = more_cells(sheet, 3, entropy=lambda size: bytes(size))
    assert further == commit_lines(sheet, 4) == commit_lines(sheet)[3:]
    assert further[0].split()[3] == cell_commitment("spring", "iga", 4, 3, bytes(32)).hex()
    assert commit_lines(sheet)[:3] == lines


# ---- a seat


def test_a_cell_goes_before_each_order_and_nothing_else(tmp_path: Path) -> None:
    sheet = made(tmp_path)
    lines = ("; first", "", "pass", "join some words", "commit " + INPUTS, "# and", "place oda in ise")
    assert fill(sheet, lines) == (
        *("; first", "", f"cell {cell(1)}", "pass", "join some words", "commit " + INPUTS, "# and"),
        *(f"cell {cell(2)}", "place oda in ise"),
    )
    assert next_cell(sheet) == cell(3)


def test_orders_that_were_refused_are_filled_anew_from_the_cell_that_the_referee_asks_for(
    tmp_path: Path,
) -> None:
    sheet = made(tmp_path)
    once = fill(sheet, ("pass", "place oda in ise", "pass"))
    assert fill(sheet, ("pass", "place oda in ise", "pass"), first=1) == once
    assert fill(sheet, ("pass",), first=2) == (f"cell {cell(2)}", "pass")
    assert next_cell(sheet) == cell(3)
    for wrong in (5, -1):
        with pytest.raises(SheetTrouble, match="cannot be next: 3 cells were given out"):
            fill(sheet, ("pass",), first=wrong)


def test_a_sheet_without_enough_cells_gives_none(tmp_path: Path) -> None:
    sheet = made(tmp_path, 2)
    with pytest.raises(SheetTrouble, match="has 2 cells left, and 3 are wanted"):
        fill(sheet, ("pass",) * 3)
    assert sheet.read().used == 0
    assert [next_cell(sheet), next_cell(sheet)] == [cell(1), cell(2)]
    with pytest.raises(SheetTrouble, match="Draw further ones and publish them"):
        next_cell(sheet)


# ---- whatever breaks


def test_a_cell_that_cannot_be_marked_is_not_given(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_arguments: object) -> NoReturn:
        raise OSError(errno.ENOSPC, "No space left on device")

    sheet = made(tmp_path)
    for function in ("fsync", "open"):
        with monkeypatch.context() as patch:
            if function == "open":
                patch.setattr(parties, "_replace_file", full)
            else:
                patch.setattr(os, "fsync", full)
            with pytest.raises(SheetTrouble, match="cannot be written: No space left"):
                next_cell(sheet)
    assert sheet.read().used == 0
    assert len(list(tmp_path.iterdir())) == 2


def test_a_cell_whose_mark_may_be_lost_is_not_given_either(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def failing(directory: Path) -> NoReturn:
        raise OSError(errno.EIO, "Input/output error")

    sheet = made(tmp_path)
    with monkeypatch.context() as patch:
        patch.setattr(parties, "keep_names", failing)
        with pytest.raises(SheetTrouble):
            next_cell(sheet)
    assert next_cell(sheet) == cell(2)


GIVING = """
import sys
from pathlib import Path
from referee.parties import next_cell, open_sheet
sheet = open_sheet(Path(sys.argv[1]))
for _ in range(int(sys.argv[2])):
    print(next_cell(sheet), flush=True)
"""


def giving(sheet: PartySheet, count: int) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", GIVING, str(sheet.path), str(count)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def test_two_programs_on_one_sheet_give_no_cell_twice(tmp_path: Path) -> None:
    sheet = new_sheet("spring", "iga", 100, tmp_path / "sheet.json")
    given = [process.communicate()[0].split() for process in [giving(sheet, 30), giving(sheet, 30)]]
    cells = sheet.read().cells
    assert sorted([*given[0], *given[1]]) == sorted(cells[:60])
    for mine in given:
        assert all(cells.index(a) < cells.index(b) for a, b in pairwise(mine))


def test_a_program_that_is_killed_has_used_what_it_gave(tmp_path: Path) -> None:
    sheet = new_sheet("spring", "iga", 2000, tmp_path / "sheet.json")
    process = giving(sheet, 2000)
    assert process.stdout is not None
    first = process.stdout.readline().strip()
    time.sleep(0.05)
    process.send_signal(signal.SIGKILL)
    given = [first, *process.communicate()[0].split()]
    kept = sheet.read()
    assert kept.used >= len(given)
    assert next_cell(sheet) not in given


# ---- a witness

DESK, OWN = "referee@bugyo.invalid", "wit@example.org"


def request(
    index: int = 1,
    inputs: str = INPUTS,
    *,
    game: str = "spring",
    seat: str = "witness",
    turn: str = "T1",
    sender: str = DESK,
    to: str = OWN,
    token: bool = True,
) -> bytes:
    names = f"{game} {turn} {seat}"
    lines = (
        f"From: {sender}",
        f"To: {to}",
        f"Message-ID: <{index}.{turn}@bugyo.invalid>",
        "Auto-Submitted: auto-generated",
        "",
        f"-----BEGIN ORDERS {names}-----",
        *(["TOKEN SUFY-LVNZ-HAGG-6K63-HCCK-ZAZE"] if token else []),
        f"HEAD 12 {'cd' * 32}",
        f"; QUESTION {index} {inputs}",
        "",
        f"-----END ORDERS {names}-----",
        "",
    )
    return "\n".join(lines).encode()


def orders(reply: bytes | str) -> list[str]:
    assert isinstance(reply, bytes), reply
    return [line.text for line in read_mail(reply, own_address=DESK).lines if line.kind == "order"]


def test_a_request_is_answered_in_its_block_by_what_looks_like_a_person(tmp_path: Path) -> None:
    reply = answer_request(made(tmp_path, 40, "witness"), request(), at=NOW)
    assert isinstance(reply, bytes)
    found = read_mail(reply, own_address=DESK)
    assert (found.sender, found.robot, found.problem) == (OWN, "", "")
    assert (found.block.game, found.block.turn, found.block.seat) == ("spring", "T1", "witness")
    assert (found.block.token, found.block.position) == ("SUFYLVNZHAGG6K63HCCKZAZE", 12)
    assert found.reply_to_ids[0] == "<1.T1@bugyo.invalid>"
    assert orders(reply) == [f"cell {cell(1)}"]


def test_the_same_request_gets_the_same_reply_and_the_next_the_next_cell(tmp_path: Path) -> None:
    sheet = made(tmp_path, 40, "witness")
    first = answer_request(sheet, request(1), at=NOW)
    assert orders(answer_request(sheet, request(2), at=NOW)) == [f"cell {cell(2)}"]
    assert answer_request(sheet, request(1), at=NOW) == first
    assert orders(answer_request(sheet, request(1, turn="T2"), at=NOW)) == [f"cell {cell(1)}"]
    assert sheet.read().used == 2


REFUSED = [
    (request(2), "This request is for throw 2; the next one is throw 1."),
    (request(1, game="summer"), "This request is not for the witness of spring."),
    (request(1, seat="iga"), "This request is not for the witness of spring."),
    (request(1, token=False), "This mail asks for no cell."),
    (request(1, inputs="ab"), "This mail asks for no cell."),
    (
        request(1, sender="mallory@example.org"),
        "comes from mallory@example.org, and the referee of spring is",
    ),
    (request(1, sender=""), "This request does not say who asks, or whom."),
    (request(1, to="a@example.org, b@example.org"), "This request does not say who asks, or whom."),
    (b"", "This mail asks for no cell."),
    (b"From: a@example.org\n\n; QUESTION 1 " + INPUTS.encode(), "This mail asks for no cell."),
]


@pytest.mark.parametrize(("raw", "why"), REFUSED, ids=[row[1][:40] for row in REFUSED])
def test_what_is_no_request_of_the_own_referee_gets_no_cell(tmp_path: Path, raw: bytes, why: str) -> None:
    sheet = made(tmp_path, 40, "witness", DESK)
    said = answer_request(sheet, raw)
    assert isinstance(said, str)
    assert why in said
    assert sheet.read().used == 0


def test_no_second_cell_is_given_for_a_throw_that_is_asked_for_other_orders(tmp_path: Path) -> None:
    sheet = made(tmp_path, 40, "witness")
    answer_request(sheet, request(1))
    said = answer_request(sheet, request(1, "cd" * 32))
    assert isinstance(said, str)
    assert said.startswith("Throw 1 was answered before, for other orders. No second cell is given for it.")
    assert sheet.read().used == 1


def test_the_first_request_says_who_the_referee_is(tmp_path: Path) -> None:
    sheet = made(tmp_path, 40, "witness")
    answer_request(sheet, request(1))
    said = answer_request(sheet, request(2, sender="mallory@example.org"))
    assert isinstance(said, str)
    assert "the referee of spring is referee@bugyo.invalid" in said


def test_a_sheet_of_a_seat_answers_no_request(tmp_path: Path) -> None:
    assert answer_request(made(tmp_path), request()) == "This is the sheet of iga, who is no witness."


def test_a_sheet_that_runs_low_is_followed_by_the_next_before_it_is_used_up(tmp_path: Path) -> None:
    sheet = made(tmp_path, 18, "witness")
    lines = [orders(answer_request(sheet, request(n), at=NOW)) for n in (1, 2, 3)]
    assert lines[0] == [f"cell {cell(1)}"]
    assert lines[1] == [f"cell {cell(2)}"]
    assert lines[2] == [*commit_lines(sheet, 3), f"cell {cell(3)}"]
    assert len(sheet.read().cells) == 18 + 112
    assert orders(answer_request(sheet, request(3), at=NOW)) == lines[2]
    assert orders(answer_request(sheet, request(4), at=NOW)) == [f"cell {cell(4)}"]
