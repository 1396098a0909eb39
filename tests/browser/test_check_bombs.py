"""What the page that checks takes at most, on both sides of each bound; and that no file, however made, keeps
a browser busy or takes its memory: bombs of lists, of digits, of lines, of members, of zeros.
"""

from __future__ import annotations

import re
import struct
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.browser.checked import Check
from tests.browser.conftest import Open
from tests.bundle.lanes import short_game
from tests.bundle.maker import Maker, signed_again, small_game, zipped
from tests.bundle.test_limits import SEAL, WIDE, bundle_of, game_of, listed
from tests.now_and_soak import in_every_run
from tests.pace import rounds

ROUNDS, MEGABYTES = 800, 300
"""What one file may take of the processor, and of memory beside what the page takes itself."""

MIB = 1 << 20
Made = Callable[[], bytes]


def lines(raw: bytes) -> bytes:
    return bundle_of(game_jsonl=raw)


def played(value: bytes, times: int = 1) -> bytes:
    return lines(game_of([value] * times))


def packed(**members: bytes) -> bytes:
    named = {f"mails/{name[1:]:0>64}.eml" if name[0] == "m" else name: raw for name, raw in members.items()}
    return zipped({**Maker(0).bundle(), **named}, zipfile.ZIP_DEFLATED)


def keys(length: int, many: int) -> bytes:
    return b"{" + b",".join(b'"%b%06d":0' % (b"k" * length, nth) for nth in range(many)) + b"}"


def claiming(size: int, real: int, members: int = 1) -> bytes:
    """Members of zeros that unpack to more than their headers say; each names another."""
    raw = zipped({"00": bytes(real)}, zipfile.ZIP_DEFLATED)
    at = raw.index(b"PK\1\2")
    body, entry, out, listed_ = raw[:at], raw[at : at + 48], b"", b""
    for nth in range(members):
        name = b"%02d" % nth
        listed_ += entry[:24] + struct.pack("<I", size) + entry[28:42] + struct.pack("<I", len(out)) + name
        out += body[:22] + struct.pack("<I", size) + body[26:30] + name + body[32:]
    ends = struct.pack("<HHHHIIH", 0, 0, members, members, len(listed_), len(out), 0)
    return out + listed_ + b"PK\5\6" + ends


BOMBS: dict[str, tuple[Made, str]] = {
    # what is made, and the part of the check of the verdict: what is read has no checkpoint of its own
    "lists that are too many": (lambda: lines(b'{"a":[' + b"[]," * (6 * MIB) + b"[]]}\n"), "lines"),
    "as many lists as are read": (lambda: played(listed(b"[]", 14_000), 20), ""),
    "depth that is too deep": (lambda: played(b"[" * 100_000), "lines"),
    "depth that is read": (lambda: played(listed(b"[" * 59 + b"]" * 59, 60), 100), ""),
    "sealed values": (lambda: played(listed(SEAL, 9_000), 7), ""),
    "one number": (lambda: played(b"9" * (3 * MIB), 7), "lines"),
    "numbers": (lambda: played(listed(b"18446744073709551615", 140_000), 4), ""),
    "texts of wide letters": (lambda: played(WIDE, 7), ""),
    "texts of newlines": (lambda: played(b'"%b"' % (b"\\n" * 1_500_000), 7), ""),
    "texts of control characters": (lambda: played(b'"%b"' % (b"\\u0001" * 600_000), 6), ""),
    "texts for a slow expression": (lambda: played(b'"%b!"' % (b"a" * 3_000_000), 7), ""),
    "keys": (lambda: played(keys(2, 145_000), 4), ""),
    "keys that are alike": (lambda: played(keys(190, 18_000), 6), ""),
    "events": (lambda: played(b"0", 45_000), ""),
    "empty lines": (lambda: lines(b"\n" * (24 * MIB)), "lines"),
    "lines that are no UTF-8": (lambda: lines(b"\xff\n" * (12 * MIB)), "lines"),
    "lines alone that are no UTF-8": (lambda: b"\xff\n" * (12 * MIB), "lines"),
    "a manifest of lists": (lambda: packed(**{"manifest.json": listed(b"[]", 10**6)}), "manifest"),
    "a manifest of names": (lambda: packed(**{"manifest.json": keys(2, 340_000)}), "manifest"),
    "a gigabyte that says it is 4 MB": (lambda: claiming(4 * MIB, 10**9), "zip"),
    "thirty of them": (lambda: claiming(4 * MIB, 10**9, 30), "zip"),
    "a gigabyte": (lambda: claiming(10**9, 10**9), "zip"),
    "all that is taken": (lambda: packed(**{f"m{n}": bytes(16 * MIB) for n in range(7)}), "manifest"),
}  # fmt: skip


NOW = ("depth that is too deep", "sealed values", "keys", "a manifest of names", "a gigabyte")
"""What is tried in every run; the others in soak."""


@pytest.mark.soak
@pytest.mark.parametrize("what", in_every_run(NOW, BOMBS))
def test_no_bomb_costs_more(opened: Open, check_file: Path, chromium: Any, what: str, tmp_path: Path) -> None:
    made, part = BOMBS[what]
    bomb = tmp_path / "bomb.zip"
    bomb.write_bytes(made())
    page = opened(check_file, "")
    meter = page.context.new_cdp_session(page)
    meter.send("Performance.enable", {"timeDomain": "threadTicks"})
    busy, held = used(meter), taken(chromium)
    page.set_input_files("#file", bomb)
    page.wait_for_selector("#result:not([hidden])", timeout=120_000)
    said = page.locator("#verdict").inner_text()
    assert f". {TITLES[part]}: " in said
    assert "does not know" not in said
    assert rounds(used(meter) - busy) < ROUNDS
    assert max(most - held.get(pid, most) for pid, most in peaks(chromium).items()) < MEGABYTES


TITLES = {
    "zip": "Zip file",
    "manifest": "Members and their digests",
    "lines": "Lines of the record",
    "": "Checkpoint",
}


def used(meter: Any) -> float:
    """Seconds that the page has used of the processor."""
    metrics = meter.send("Performance.getMetrics")["metrics"]
    return float(next(one["value"] for one in metrics if one["name"] == "ProcessTime"))


def renderers(chromium: Any) -> list[int]:
    found = chromium.new_browser_cdp_session().send("SystemInfo.getProcessInfo")["processInfo"]
    return [one["id"] for one in found if one["type"] == "renderer"]


def taken(chromium: Any) -> dict[int, int]:
    """Megabytes that each process has now, from where its peak is measured."""
    pids = renderers(chromium)
    for pid in pids:
        Path(f"/proc/{pid}/clear_refs").write_text("5")
    return {pid: megabytes(pid, "VmRSS") for pid in pids}


def peaks(chromium: Any) -> dict[int, int]:
    return {pid: megabytes(pid, "VmHWM") for pid in renderers(chromium)}


def megabytes(pid: int, name: str) -> int:
    found = re.search(rf"{name}:\s+(\d+) kB", Path(f"/proc/{pid}/status").read_text())
    assert found
    return int(found[1]) // 1024


# --- both sides of each bound ---


def values(many: int) -> bytes:
    """Lines with exactly so many signs that begin or part values, in the end one that is no event."""
    game = Maker(0).bundle()["game.jsonl"]
    left = many - sum(game.count(sign) for sign in (b"{", b"[", b","))
    return game + b"[" * left + b"\n"


def sized(name: str, size: int) -> bytes:
    return packed(**{name: bytes(size)})


def whole(size: int) -> bytes:
    """Members that have so many bytes together, none of them too many."""
    sizes = [15 * MIB] * 8
    found = {f"mails/{nth:064}.eml": bytes(one) for nth, one in enumerate([*sizes, size - sum(sizes)])}
    return zipped(found, zipfile.ZIP_DEFLATED)


BOUNDS: dict[str, tuple[Callable[[int], bytes], int, str]] = {
    # what is made of a number, the most that is read, and what is said of one more
    "members": (lambda n: zipped({str(nth): b"" for nth in range(n)}), 20_000, "the 20,000 members"),
    "values": (values, 600_000, "Lines of the record: It holds more than the 600,000 values"),
    "the lines": (lambda n: lines(b"\n" * n), 24 * MIB, "game.jsonl: It is larger than the 24 MB"),
    "the lines alone": (lambda n: b"\n" * n, 24 * MIB, "Lines of the record: It is larger than the 24 MB"),
    "a mail": (lambda n: sized("m", n), 16 * MIB, ".eml: It is larger than the 16 MB"),
    "a report": (lambda n: sized("report.md", n), 4 * MIB, "report.md: It is larger than the 4 MB"),
    "all members": (whole, 128 * MIB, "Its members are larger than the 128 MB"),
}


@pytest.mark.soak
@pytest.mark.parametrize("what", in_every_run(("members", "values", "a report"), BOUNDS))
def test_what_is_read_at_most(opened: Open, check_file: Path, what: str, tmp_path: Path) -> None:
    """What is made here never holds: as much as is read is judged."""
    made, most, said = BOUNDS[what]
    page = opened(check_file, "")
    within, beyond = (verdict(page, made(size), tmp_path / f"{size}.zip") for size in (most, most + 1))
    assert within.startswith("This does not hold. ")
    assert said not in within
    assert beyond.startswith("This was not checked. ")
    assert said in beyond


def verdict(page: Any, raw: bytes, path: Path) -> str:
    path.write_bytes(raw)
    page.set_input_files("#file", path)
    page.wait_for_selector("#result:not([hidden])", timeout=60_000)
    text: str = page.locator("#verdict").inner_text()
    return text


@pytest.mark.soak
def test_a_line_that_is_too_long_is_a_fault(opened: Open, check_file: Path, tmp_path: Path) -> None:
    """That of a record which goes on with a line that is no event."""
    page, game = opened(check_file, ""), Maker(0).bundle()["game.jsonl"]
    event = game.count(b"\n")
    at = f"This does not hold. Lines of the record: Event {event}: "
    within, beyond = (
        verdict(page, game + b"x" * size + b"\n", tmp_path / f"{size}") for size in (4 * MIB - 1, 4 * MIB)
    )
    assert within == f"{at}It is no JSON, at sign 1."
    assert beyond == f"{at}The line is longer than 4 MB."


@pytest.mark.soak
@pytest.mark.parametrize(
    "given",
    [
        "\n" * 200_000,
        "-----BEGIN RECEIPT a b 1-----\n" * 7_000,
        "bugyo/a\n1\n" * 18_000,
        "Ed25519" + ":" * 199_990,
        "a" * 200_000,
        "> " * 100_000,
    ],
    ids=["lines", "receipts", "checkpoints", "a key", "digits", "quotations"],
)
def test_no_mail_that_is_given_costs_more(check: Check, given: str) -> None:
    said = check(small_game().bundle()["game.jsonl"], given)
    assert (said.status, said.rows["given"][0]) == ("holds", "unshown")
    assert rounds(said.took / 1000) < ROUNDS


def test_a_file_that_is_too_large_is_not_even_read(opened: Open, check_file: Path, tmp_path: Path) -> None:
    page = opened(check_file, "")
    too_large = "This file was not checked. It is larger than 128 MB."
    for size, said in (
        (128 * MIB, "Lines of the record: It is larger than the 24 MB"),
        (128 * MIB + 1, too_large),
    ):
        with (tmp_path / f"{size}.zip").open("wb") as file:
            file.truncate(size)
        page.set_input_files("#file", tmp_path / f"{size}.zip")
        page.locator("#verdict", has_text=said).wait_for()


@pytest.mark.soak
@pytest.mark.parametrize(("roots", "shown"), [(98, 100), (100, 101), (200, 101)])
def test_notes_do_not_fill_the_page(check: Check, roots: int, shown: int) -> None:
    """One is of the level. Those at both ends are shown: what is said of the whole record is there."""
    game = short_game(1, over=False)
    for _ in range(roots):
        game.renew(1)
    notes = check(zipped(signed_again(game.bundle()))).notes
    assert len(notes) == shown
    assert notes[0].startswith("Level 1.")
    assert notes[-1] == "The game is not over."
    told = [note for note in notes if note.endswith("not shown.")]
    assert told == ([] if roots < 99 else [f"{roots + 2 - 100} more notes are not shown."])
