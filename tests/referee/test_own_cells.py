"""A party's own cells: each bound to its order or its throw, whatever is lost, repeated, forged or broken."""

from __future__ import annotations

import errno
import os
import signal
import stat
import time
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn, TextIO

import pytest

from domain.game.deciding.own_cells import shown_cell
from domain.kit.chance import Question
from domain.kit.roots import GAME, Root
from referee.own_cells import files
from referee.own_cells.files import PartyFile, SeatCells, SheetTrouble, WitnessCells, open_file
from referee.own_cells.seats import fill, new_cells, root_line
from referee.own_cells.witness import Reply, answer_request, new_witness
from referee.proof.signing import NAME, make_checkpoint, public_of
from referee.reading.reading import STANDARD, read_mail
from referee.record.chain import canonical, digest
from referee.seats.witness_requests import Asked
from tests import forked

NOW = 1_795_000_000_000


def counting() -> Callable[[int], bytes]:
    """Seeds that can be told apart at a glance: 01…, 02…, 03…"""
    drawn = iter(range(1, 256))
    return lambda size: bytes([next(drawn)]) * size


def made(path: Path, sheets: int = 1) -> PartyFile:
    return new_cells("spring", "iga", path / "cells.json", sheets=sheets, entropy=counting())


def kept(file: PartyFile) -> SeatCells:
    cells = file.read()
    assert isinstance(cells, SeatCells)
    return cells


def numbers(lines: tuple[str, ...]) -> list[str]:
    """What goes with the orders: “cell 3”, “spent 2”; other lines whole."""
    return [" ".join(line.split()[:2]) if line.startswith(("cell ", "spent ")) else line for line in lines]


# ---- the file


def test_the_file_is_its_owners_only_and_is_never_overwritten(tmp_path: Path) -> None:
    file = made(tmp_path)
    fill(file, ("pass",), 1)
    assert stat.S_IMODE(file.path.stat().st_mode) == 0o600
    assert sorted(path.name for path in tmp_path.iterdir()) == ["cells.json", "cells.json.lock"]
    with pytest.raises(SheetTrouble, match="is there already, and what it holds may be committed"):
        made(tmp_path)
    assert kept(open_file(file.path)).used() == 1


def test_a_seed_comes_from_the_operating_system_and_all_cells_follow_from_it(tmp_path: Path) -> None:
    seeds = {kept(new_cells("spring", "iga", tmp_path / name)).seed for name in "abc"}
    assert len(seeds) == 3
    assert {len(seed) for seed in seeds} == {64}
    drawn = kept(made(tmp_path, 2)).drawn()
    assert root_line(drawn) == f"root {drawn.root()} 2"
    assert len({cell for sheet in (1, 2) for cell in drawn.cells("iga", sheet)}) == 64


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (None, "There is no sheet at"),
        (b"", "is not the file of a sheet"),
        (b'{"game":1}', "is not the file"),
        (b'{"game":"a","party":"b","seed":"00","sheets":1}', "its seed has not 32 bytes"),
        (b'{"game":"a","party":"b","seed":"xy","sheets":1}', "is not the file of a sheet"),
    ],
)
def test_a_file_that_is_no_sheet_is_named(tmp_path: Path, content: bytes | None, said: str) -> None:
    if content is not None:
        (tmp_path / "cells.json").write_bytes(content)
    with pytest.raises(SheetTrouble, match=said):
        open_file(tmp_path / "cells.json")


@pytest.mark.parametrize("sheets", [0, 1025])
def test_a_lane_has_1_to_1024_sheets(tmp_path: Path, sheets: int) -> None:
    with pytest.raises(SheetTrouble, match="A lane has 1 to 1024 sheets"):
        made(tmp_path, sheets)


# ---- a seat


def test_a_cell_goes_before_each_order_and_nothing_else(tmp_path: Path) -> None:
    lines = (
        *("; first", "", "pass", "join some words", "root none", "spent 1", "# and", "place oda in ise"),
        *("press to all: pass", "what", "release", "take back It slipped.", "agree to pause"),
        *("press to ise", "pass", "end press", "dispute 3", "attack oda", "end dispute", "later pass"),
    )
    filled = fill(made(tmp_path), lines, 1)
    expected = list(lines)
    for number, order in ((3, "later pass"), (2, "place oda in ise"), (1, "pass")):
        at = lines.index(order)
        expected.insert(at, f"cell {number}")
    assert numbers(filled) == expected


def test_a_cell_is_under_the_root_and_fits_a_mail(tmp_path: Path) -> None:
    file = made(tmp_path, 3)
    drawn = kept(file).drawn()
    root = Root("iga", ("iga",), 3, drawn.root())
    lines = fill(file, [f"pass {n}" for n in range(1, 97)], 1)
    for number, line in enumerate(lines[::2], 1):
        shown = shown_cell(line.removeprefix("cell "))
        at = root.place("iga", number)
        assert at is not None
        assert shown.number == number
        assert root.has_cell("spring", "iga", at, shown.cell, shown.proof)
    assert max(map(len, lines)) < 998 < STANDARD.line_chars


def test_the_same_line_at_the_same_place_gets_the_same_cell_and_any_other_the_next(tmp_path: Path) -> None:
    file = made(tmp_path)
    once = fill(file, ("pass", "place oda in ise"), 3)
    assert numbers(once) == ["cell 1", "pass", "cell 2", "place oda in ise"]
    assert fill(file, ("pass", "place oda in ise"), 3) == once
    assert fill(file, ("PASS",), 3) == (once[0], "PASS")
    assert numbers(fill(file, ("pass",), 4)) == ["cell 3", "pass"]
    assert numbers(fill(file, ("place oda in kii",), 3)) == ["cell 4", "place oda in kii"]


def test_a_mail_that_is_lost_is_sent_again_with_the_same_cells(tmp_path: Path) -> None:
    """However often: no cell comes that nobody has seen."""
    file = made(tmp_path)
    once = fill(file, ("pass", "place oda in ise"), 3, 1)
    for _ in range(5):
        assert fill(file, ("pass", "place oda in ise"), 3, 1) == once
    assert fill(file, ("place oda in ise",), 4, 2) == once[2:]


def test_cells_of_a_lost_mail_are_spent_where_other_orders_are_meant(tmp_path: Path) -> None:
    file = made(tmp_path)
    fill(file, ("pass", "place oda in ise"), 3, 1)
    other = fill(file, ("place oda in kii",), 3, 1)
    assert numbers(other) == ["spent 1", "spent 2", "cell 3", "place oda in kii"]
    assert fill(file, ("place oda in kii",), 3, 1) == other
    # what was sent as spent goes with nothing any more
    assert numbers(fill(file, ("pass",), 3, 4)) == ["cell 4", "pass"]
    # and comes again until the referee has it
    again = ["spent 1", "spent 2", "spent 3", "spent 4", "cell 5", "ninja oda in iga"]
    assert numbers(fill(file, ("ninja oda in iga",), 3, 1)) == again


def test_only_the_part_that_is_other_than_before_costs_cells(tmp_path: Path) -> None:
    file = made(tmp_path)
    fill(file, ("pass", "place oda in ise", "pass"), 3, 1)
    mixed = fill(file, ("pass", "place oda in kii", "pass"), 3, 1)
    expected = ["cell 1", "pass", "spent 2", "spent 3", "cell 4", "place oda in kii", "cell 5", "pass"]
    assert numbers(mixed) == expected


def test_without_an_order_all_that_have_not_come_are_spent(tmp_path: Path) -> None:
    file = made(tmp_path)
    fill(file, ("pass", "place oda in ise", "pass"), 3, 1)
    assert numbers(fill(file, ("; none",), 4, 2)) == ["spent 2", "spent 3", "; none"]
    assert fill(file, ("; none",), 4) == ("; none",)


def test_an_order_that_was_refused_has_its_cell_again(tmp_path: Path) -> None:
    """The referee has the cell: it waits for the next, and the order keeps its own."""
    file = made(tmp_path)
    once = fill(file, ("pass",), 3, 1)
    assert fill(file, ("pass",), 3, 2) == once
    assert numbers(fill(file, ("place oda in kii",), 3, 2)) == ["cell 2", "place oda in kii"]


def test_with_anew_each_order_gets_the_next_cell(tmp_path: Path) -> None:
    file = made(tmp_path)
    fill(file, ("pass",), 3)
    assert numbers(fill(file, ("pass",), 3, 2, anew=True)) == ["cell 2", "pass"]
    assert numbers(fill(file, ("pass",), 3, 3)) == ["cell 2", "pass"]


def test_what_cannot_be_filled_gives_out_no_cell(tmp_path: Path) -> None:
    file = made(tmp_path)
    with pytest.raises(SheetTrouble, match="Cell 2 cannot be next: 0 cells were given out"):
        fill(file, ("pass",), 1, 2)
    with pytest.raises(SheetTrouble, match="The place of the first order is wanted"):
        fill(file, ("pass",), 0)
    with pytest.raises(SheetTrouble, match="All 32 cells are used"):
        fill(file, ["pass"] * 33, 1)
    assert kept(file).used() == 0
    assert len(fill(file, ["pass"] * 32, 1)) == 64


# ---- whatever breaks


def test_a_cell_that_cannot_be_marked_is_not_given(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_arguments: object) -> NoReturn:
        raise OSError(errno.ENOSPC, "No space left on device")

    file = made(tmp_path)
    for function in ("fsync", "open"):
        with monkeypatch.context() as patch:
            if function == "open":
                patch.setattr(files, "_replace_file", full)
            else:
                patch.setattr(os, "fsync", full)
            with pytest.raises(SheetTrouble, match="cannot be written: No space left"):
                fill(file, ("pass",), 1)
    assert kept(file).used() == 0
    assert len(list(tmp_path.iterdir())) == 2


def test_a_cell_whose_mark_may_be_lost_is_not_given_either(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def failing(directory: Path) -> NoReturn:
        raise OSError(errno.EIO, "Input/output error")

    file = made(tmp_path)
    with monkeypatch.context() as patch:
        patch.setattr(files, "keep_names", failing)
        with pytest.raises(SheetTrouble):
            fill(file, ("pass",), 1)
    assert numbers(fill(file, ("place oda in ise",), 1)) == ["cell 2", "place oda in ise"]


def giving(file: PartyFile, word: str, count: int) -> tuple[int, TextIO]:
    """A program that says which cells it gives."""

    def work() -> None:
        opened = open_file(file.path)
        for n in range(count):
            print(fill(opened, [f"{word} {n}"], n + 1)[0].split()[2], flush=True)

    return forked.speaking(work)


@pytest.mark.soak
def test_two_programs_on_one_file_give_no_cell_twice(tmp_path: Path) -> None:
    file = made(tmp_path, 2)
    programs = [giving(file, word, 20) for word in ("one", "two")]
    given = [cell for _program, said in programs for cell in said.read().split()]
    assert [forked.ended(program) for program, _said in programs] == [0, 0]
    drawn = kept(file).drawn()
    cells = [cell.hex() for sheet in (1, 2) for cell in drawn.cells("iga", sheet)]
    assert sorted(given) == sorted(cells[:40])


def test_a_program_that_is_killed_has_kept_what_it_gave(tmp_path: Path) -> None:
    file = made(tmp_path, 30)
    process, said = giving(file, "one", 900)
    first = said.readline().strip()
    time.sleep(0.05)
    os.kill(process, signal.SIGKILL)
    given = [first, *said.read().split()]
    assert forked.ended(process) == -signal.SIGKILL
    assert kept(file).used() >= len(given)
    assert shown_cell(fill(file, ("two",), 1)[0].removeprefix("cell ")).cell not in given


# ---- a witness

DESK, OWN = "referee@bugyo.invalid", "wit@example.org"
SEED, OTHER = bytes(32), bytes([1]) * 32
KEY = public_of(SEED)


def asking(
    index: int = 1, lane: str = GAME, purpose: str = "combat", position: int = 9, game: str = "spring"
) -> bytes:
    """The public form of an event that asks."""
    question = Question("odds", purpose, 6, index=index, lane=lane)
    entry = {"question": question, "type": "asked"}
    return canonical({"act": {"cause": "mail"}, "at": 1, "entry": entry, "game": game, "position": position})


def request(
    event: bytes = b"",
    *,
    index: int = 1,
    lane: str = GAME,
    before: str = "cd" * 32,
    seed: bytes = SEED,
    signed: str = "",
    game: str = "spring",
    seat: str = "witness",
    turn: str = "T1",
    sender: str = DESK,
    to: str = OWN,
    token: bool = True,
    position: int = 9,
) -> bytes:
    """A request as the desk sends it; `signed` is the head that the signature is of."""
    event = event or asking(index, lane)
    head = signed or digest(bytes.fromhex(before), event).hex()
    value = next(
        one.value for one in make_checkpoint(seed, game, position, head).signatures if one.name == NAME
    )
    names = f"{game} {turn} {seat}"
    lines = (
        f"From: {sender}",
        f"To: {to}",
        f"Message-ID: <{lane}.{index}.{turn}@bugyo.invalid>",
        "Auto-Submitted: auto-generated",
        "",
        f"-----BEGIN ORDERS {names}-----",
        *(["TOKEN SUFY-LVNZ-HAGG-6K63-HCCK-ZAZE"] if token else []),
        f"HEAD 12 {'cd' * 32}",
        *Asked(lane, index, before, event, value, public_of(seed)).lines(),
        "",
        f"-----END ORDERS {names}-----",
        "",
    )
    return "\n".join(lines).encode()


def witness(path: Path, sheets: int = 1, *, tell: tuple[str, ...] = (), key: str = KEY) -> PartyFile:
    file = path / "witness.json"
    seats = ("iga", "ise")
    return new_witness("spring", seats, file, sheets=sheets, key=key, tell=tell, entropy=counting())


def cells_of(file: PartyFile) -> WitnessCells:
    cells = file.read()
    assert isinstance(cells, WitnessCells)
    return cells


def answered(file: PartyFile, raw: bytes) -> Reply:
    reply = answer_request(file, raw, at=NOW, entropy=lambda size: bytes([7]) * size)
    assert isinstance(reply, Reply), reply
    return reply


def refused(file: PartyFile, raw: bytes) -> str:
    said = answer_request(file, raw, at=NOW)
    assert isinstance(said, str)
    return said


def orders(reply: Reply) -> list[str]:
    return [line.text for line in read_mail(reply.mail, own_address=DESK).lines if line.kind == "order"]


def test_a_signed_request_is_answered_in_its_block_by_what_looks_like_a_person(tmp_path: Path) -> None:
    file = witness(tmp_path)
    reply = answered(file, request())
    found = read_mail(reply.mail, own_address=DESK)
    assert (found.sender, found.robot, found.problem) == (OWN, "", "")
    assert (found.block.game, found.block.turn, found.block.seat) == ("spring", "T1", "witness")
    assert (found.block.token, found.block.position) == ("SUFYLVNZHAGG6K63HCCKZAZE", 12)
    assert found.reply_to_ids[0] == "<game.1.T1@bugyo.invalid>"
    (line,) = orders(reply)
    shown = shown_cell(line.removeprefix("cell "))
    drawn = cells_of(file).drawn()
    root = Root("witness", ("iga", "ise", GAME), 1, drawn.root())
    assert (shown.lane, shown.number) == (GAME, 1)
    assert root.has_cell("spring", GAME, (1, 1), shown.cell, shown.proof)
    assert shown.head == digest(bytes.fromhex("cd" * 32), asking()).hex()


def test_the_same_request_gets_the_same_reply_and_each_lane_its_own_cells(tmp_path: Path) -> None:
    file = witness(tmp_path)
    first = answered(file, request())
    third = [answered(file, request(lane=lane, index=index)) for lane, index in ((GAME, 2), ("iga", 1))]
    assert answered(file, request()) == first
    assert orders(answered(file, request(turn="T2"))) == orders(first)
    assert len({orders(reply)[0].split()[2] for reply in (first, *third)}) == 3
    assert len(cells_of(file).opened) == 3


def test_what_was_asked_is_kept_with_its_signature(tmp_path: Path) -> None:
    file = witness(tmp_path)
    answered(file, request())
    (opened,) = cells_of(file).opened
    assert (opened.asked.position, opened.asked.before) == (9, "cd" * 32)
    assert opened.asked.event.encode() == asking()
    assert opened.asked.signature in request().decode().replace("\n; SIGNATURE ", "").replace(
        "; SIGNATURE ", ""
    )


REFUSED = [
    (request(index=2), "This request is for throw game/2; the next one of that lane is 1."),
    (request(lane="kii"), "This request is for throw kii/1; the next one of that lane is 1."),
    (request(game="summer"), "This request is not for the witness of spring."),
    (request(seat="iga"), "This request is not for the witness of spring."),
    (request(token=False), "This mail asks for no cell."),
    (request(sender=""), "This request does not say who asks, or whom."),
    (request(to="a@example.org, b@example.org"), "This request does not say who asks, or whom."),
    (b"", "This mail asks for no cell."),
    (b"From: a@example.org\n\n; QUESTION game/1", "This mail asks for no cell."),
    (request(seed=OTHER), "is not signed by the key of spring"),
    (request(signed="ab" * 32), "is not signed by the key of spring"),
    (request(position=10), "is not signed by the key of spring"),
    (request(asking(game="summer")), "The event that asks is one of the game summer, not of spring."),
    (request(asking(2)), "The event that is signed asks for another throw than game/1."),
    (request(asking(lane="iga")), "The event that is signed asks for another throw than game/1."),
    (request(b"{}"), "does not hold an event that asks for it"),
    (request(asking().replace(b'"asked"', b'"thrown"')), "does not hold an event that asks for it"),
    (request(b" " + asking()), "does not hold an event that asks for it"),
    (request(b"[" * 5000), "does not hold an event that asks for it"),
    (request(b"\xff"), "does not hold an event that asks for it"),
    (request().replace(b"; BEFORE cd", b"; BEFORE xy"), "does not hold an event that asks for it"),
    (request().replace(b"; EVENT ", b"; EVENT =", 1), "This mail asks for no cell."),
]


@pytest.mark.parametrize(("raw", "why"), REFUSED, ids=[f"{n} {row[1][:30]}" for n, row in enumerate(REFUSED)])
def test_what_is_no_signed_request_for_the_next_throw_gets_no_cell(
    tmp_path: Path, raw: bytes, why: str
) -> None:
    file = witness(tmp_path)
    assert why in refused(file, raw)
    assert cells_of(file).opened == ()


def test_no_second_cell_is_given_for_a_throw_that_is_asked_with_another_head(tmp_path: Path) -> None:
    """Another order before it, another purpose: the referee has told two histories."""
    file = witness(tmp_path)
    first = orders(answered(file, request()))
    for other in (request(before="ab" * 32), request(asking(purpose="assault"))):
        said = refused(file, other)
        assert said.startswith("Throw game/1 was answered before, for another event: the head was ")
        assert "two histories are told" in said
    assert orders(answered(file, request())) == first
    assert len(cells_of(file).opened) == 1


def test_the_first_request_says_who_the_referee_is_where_nothing_was_said_before(tmp_path: Path) -> None:
    file = witness(tmp_path, key="")
    assert "does not hold an event" in refused(file, request(b"{}"))
    answered(file, request())
    assert (cells_of(file).key, cells_of(file).desk) == (KEY, DESK)
    assert "is not signed by the key" in refused(file, request(index=2, seed=OTHER))
    said = refused(file, request(index=2, sender="mallory@example.org"))
    assert (
        said
        == "This request comes from mallory@example.org, and the referee of spring is referee@bugyo.invalid."
    )


def test_every_player_that_is_known_gets_a_copy_of_cell_and_head(tmp_path: Path) -> None:
    players = ("anna@example.org", "bela@example.org")
    file = witness(tmp_path, tell=players)
    reply = answered(file, request())
    copies = [read_mail(raw, own_address=DESK) for raw in reply.copies]
    (line,) = orders(reply)
    for player, raw, mail in zip(players, reply.copies, copies, strict=True):
        assert f"To: {player}\n".encode() in raw
        assert mail.sender == OWN
        assert line in [one.text for one in mail.lines]
    assert len({mail.message_id for mail in copies}) == 2
    assert answered(file, request()).copies == reply.copies


@pytest.mark.parametrize(
    ("seats", "more", "said"),
    [
        ((), {}, "The seats of the game are wanted"),
        (("iga", "iga"), {}, "The seats of the game are wanted"),
        (("iga",), {"key": "xy"}, "A key is 64 hexadecimal digits"),
        (("iga",), {"tell": ("anna",)}, "Mail cannot be sent to “anna”."),
    ],
)
def test_a_witness_is_not_made_of_anything(
    tmp_path: Path, seats: tuple[str, ...], more: dict[str, str], said: str
) -> None:
    with pytest.raises(SheetTrouble, match=said):
        new_witness("spring", seats, tmp_path / "w", **more)  # type: ignore[arg-type]


def test_cells_of_a_seat_answer_no_request(tmp_path: Path) -> None:
    assert answer_request(made(tmp_path), request()) == "These are the cells of iga, who is no witness."


def test_a_lane_without_cells_left_is_answered_under_a_new_root(tmp_path: Path) -> None:
    file = witness(tmp_path)
    answered(file, request(lane="iga"))
    lines = [orders(answered(file, request(index=n))) for n in range(1, 35)]
    assert {len(one) for one in lines[:32]} == {1}
    cells = cells_of(file)
    assert (cells.generation, cells.since, cells.used()) == (2, {"iga": 1, "ise": 0, GAME: 32}, 2)
    assert lines[32][0] == root_line(cells.drawn())
    assert len(lines[33]) == 1
    root = Root("witness/2", ("iga", "ise", GAME), 1, cells.drawn().root(), cells.since)
    for index, line in ((33, lines[32][1]), (34, lines[33][0])):
        shown, at = shown_cell(line.removeprefix("cell ")), root.place(GAME, index)
        assert at is not None
        assert root.has_cell("spring", GAME, at, shown.cell, shown.proof)
    assert orders(answered(file, request(index=33))) == lines[32]
    after = orders(answered(file, request(lane="iga", index=2)))
    assert shown_cell(after[0].removeprefix("cell ")).cell == cells.drawn().cell("iga", (1, 1)).hex()
