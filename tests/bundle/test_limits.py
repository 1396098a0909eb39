"""What the verifier that travels refuses to read, what it says of what it was not shown, and that no file
keeps it busy: more than one archive in a file, bombs, records of very many events of one kind.
"""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
import zipfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from referee.bundle import verify as module
from referee.bundle.verify import main, verify
from referee.bundle.writing import whole_verifier
from tests.bundle.conftest import Audit
from tests.bundle.inside import verified
from tests.bundle.lanes import short_game
from tests.bundle.maker import (
    KEY,
    MAIL,
    OTHER_KEY,
    Maker,
    Members,
    Secret,
    canonical,
    h,
    public_bytes,
    signed_again,
    small_game,
    zipped,
)
from tests.now_and_soak import in_every_run
from tests.pace import rounds

Lines = list[dict[str, Any]]
SCRIPT = Path(module.__file__)


# --- two archives in one file ---


def end_at(raw: bytes) -> int:
    return raw.rindex(b"PK\5\6")


def shifted(raw: bytes, by: int) -> bytes:
    """The archive behind so many bytes, with the places that its directory then has to name."""
    altered, at = bytearray(raw), raw.index(b"PK\1\2")
    while altered[at : at + 4] == b"PK\1\2":
        length, place = altered[at + 28], int.from_bytes(altered[at + 42 : at + 46], "little")
        altered[at + 42 : at + 46] = (place + by).to_bytes(4, "little")
        at += 46 + length
    place = int.from_bytes(altered[at + 16 : at + 20], "little")
    altered[at + 16 : at + 20] = (place + by).to_bytes(4, "little")
    return bytes(altered)


def between(raw: bytes, junk: bytes) -> bytes:
    """Bytes between the members and the directory."""
    start, end = raw.index(b"PK\1\2"), end_at(raw)
    altered = bytearray(raw[:start] + junk + raw[start:])
    altered[end + len(junk) + 16 : end + len(junk) + 20] = (start + len(junk)).to_bytes(4, "little")
    return bytes(altered)


def commented(raw: bytes, comment: bytes) -> bytes:
    return raw[:-2] + len(comment).to_bytes(2, "little") + comment


def forged() -> bytes:
    return zipped({**small_game().bundle(), "report.md": b"All is well.\n"})


AROUND: dict[str, Callable[[bytes], bytes]] = {
    "another archive before it": lambda raw: forged() + raw,
    "another archive before it, and places that fit": lambda raw: forged() + shifted(raw, len(forged())),
    "another archive behind it": lambda raw: raw + forged(),
    "another archive as its comment": lambda raw: commented(raw, forged()[:60_000]),
    "bytes before it": lambda raw: b"PK" + raw,
    "bytes before it, and places that fit": lambda raw: b"PK\3\4" + shifted(raw, 4),
    "bytes between": lambda raw: between(raw, b"x"),
    "a byte behind it": lambda raw: raw + b"\0",
    "a comment": lambda raw: commented(raw, b"x"),
    "its beginning cut off": lambda raw: b"PK" + raw[40:],
}


@pytest.mark.parametrize("what", AROUND)
def test_bytes_around_an_archive_are_refused(what: str) -> None:
    raw = zipped(small_game().bundle())
    assert verify(raw).ok
    report = verify(AROUND[what](raw))
    assert (report.ok, report.readable) == (False, False)
    assert "it is no whole zip file" in report.why


@pytest.mark.parametrize(
    ("place", "name"), [(4, "version"), (8, "flags"), (10, "time"), (14, "crc"), (22, "size")]
)
def test_a_member_with_two_headers_that_differ_is_named(place: int, name: str) -> None:
    """Other programs believe the first."""
    raw = bytearray(zipped({"key.txt": b"x", "report.md": b""}))
    raw[place] ^= 1
    assert (verify(bytes(raw)).readable, verify(bytes(raw)).member) == (True, "key.txt")


def test_a_member_with_two_names_is_named() -> None:
    raw = zipped(small_game().bundle(), zipfile.ZIP_DEFLATED)
    twofold = raw.replace(b"key.txt", b"KEY.TXT", 1)
    assert verify(twofold).member == "key.txt"


def test_a_page_for_browsers_may_be_there_and_nothing_else() -> None:
    members = small_game().bundle()
    assert verify(zipped(signed_again({**members, "check.html": b"<html>"}))).ok
    assert verify(zipped(signed_again({**members, "check.htm": b"<html>"}))).member == "check.htm"


# --- bombs ---

SEAL = canonical({"to": [], "type": "sealed", "value": {"commitment": "00" * 32}})


WIDE = f'"😀{"a" * (3 << 20)}"'.encode()
"""In memory each of its letters takes as much room as the widest."""


def game_of(values: list[bytes]) -> bytes:
    """A game of level 0 that goes on with events of an unknown type, each with a value."""
    game = Maker(0).bundle()["game.jsonl"].splitlines()
    header, first = json.loads(game[0]), json.loads(game[1])
    lines, head = [game[1]], bytes.fromhex(first["digest"])
    for position, value in enumerate(values, 2):
        act = b'{"act":{"cause":"x"},"at":1800000000000,"entry":{"type":"x","value":' + value
        public = act + b'},"game":"spring","position":%d}' % position
        head = h("bugyo/1/event", head, public)
        lines.append(b'{"digest":"%b","openings":[],"public":%b}' % (head.hex().encode(), public))
    header.update(events=len(lines), head=head.hex())
    return b"".join(line + b"\n" for line in [canonical(header), *lines])


def bundle_of(**more: bytes) -> bytes:
    members = {**Maker(0).bundle(), **{name.replace("_", "."): raw for name, raw in more.items()}}
    return zipped(signed_again(members), zipfile.ZIP_DEFLATED)


def listed(value: bytes, times: int) -> bytes:
    return b"[" + b",".join([value] * times) + b"]"


def mails() -> bytes:
    raws = [bytes([n]) * (15 << 20) for n in range(8)]
    named = {f"mails/{hashlib.sha256(raw).hexdigest()}.eml": raw for raw in raws}
    return zipped(signed_again({**Maker(0).bundle(), **named}), zipfile.ZIP_DEFLATED)


BOMBS: dict[str, tuple[Callable[[], bytes], int]] = {
    # what is made, and how verify.py ends: 2 is that it cannot be read at all
    "lists without end": (lambda: bundle_of(game_jsonl=b"[]," * (44 << 20)), 2),
    "lists": (lambda: bundle_of(game_jsonl=game_of([listed(b"[]", 10**6)])), 2),
    "as many lists as are read": (lambda: bundle_of(game_jsonl=game_of([listed(b"[]", 14_000)] * 20)), 1),
    "sealed values": (lambda: bundle_of(game_jsonl=game_of([listed(SEAL, 3_700)] * 20)), 1),
    "texts of wide letters": (lambda: bundle_of(game_jsonl=game_of([WIDE] * 7)), 1),
    "a manifest of lists": (lambda: zipped({**Maker(0).bundle(), "manifest.json": listed(b"[]", 10**6)}), 1),
    "one that is too large": (lambda: bundle_of(report_md=bytes(5 << 20)), 2),
    "large mails": (mails, 0),
}  # fmt: skip


@cache
def bomb(what: str) -> bytes:
    return BOMBS[what][0]()


MEASURED = """
import runpy, sys, time
try:
    runpy.run_path("verify.py", run_name="__main__")
except SystemExit as end:
    peak = next(line for line in open("/proc/self/status") if line.startswith("VmHWM"))
    print(end.code, time.process_time(), peak.split()[1])
"""


NOW = ("lists", "sealed values", "a manifest of lists", "one that is too large")
"""What is tried in every run; the others in soak."""


ROUNDS = 400
"""Twice what the worst of them takes on a processor that does nothing else."""


@pytest.mark.budget(130, "a bomb is as much work as a verifier does")
@pytest.mark.parametrize("what", in_every_run(NOW, BOMBS))
def test_no_bomb_costs_much_or_300_mb(what: str, tmp_path: Path) -> None:
    (tmp_path / "b.zip").write_bytes(bomb(what))
    (tmp_path / "verify.py").write_text(whole_verifier(SCRIPT.read_text("utf-8")), "utf-8")
    args = [sys.executable, "-I", "-c", MEASURED, "b.zip"]
    run = subprocess.run(args, cwd=tmp_path, capture_output=True, text=True, check=True)
    code, seconds, kilobytes = run.stdout.splitlines()[-1].split()
    assert (int(code), run.stderr) == (BOMBS[what][1], "")
    assert rounds(float(seconds)) < ROUNDS
    assert int(kilobytes) < 300_000


@pytest.mark.budget(130, "a bomb is as much work as an audit does")
@pytest.mark.parametrize("what", in_every_run(NOW, BOMBS))
def test_no_bomb_costs_the_audit_more(audit: Audit, what: str, tmp_path: Path) -> None:
    """These are of no title that it knows: none holds there."""
    (tmp_path / "b.zip").write_bytes(bomb(what))
    cost = audit(tmp_path / "b.zip")
    assert cost.found
    assert rounds(cost.seconds) < ROUNDS
    assert cost.kilobytes < 300_000


def test_a_seal_at_the_end_of_a_long_path_is_refused() -> None:
    maker = Maker(0)
    maker.fact({"k" * 150: {"k" * 42: Secret(1)}})  # event/…/…: 199 letters
    assert verified(maker.bundle()).why == ""
    maker.fact({"k" * 150: {"k" * 44: Secret(1)}})
    assert verified(maker.bundle()).why == "the path to a sealed value is too long"


def test_a_game_has_at_most_a_hundred_seats() -> None:
    maker = Maker(0)
    maker.entries[0]["seats"] = [{"seat": f"s{n}", "person": "x"} for n in range(100)]
    assert verified(maker.bundle()).ok
    maker.entries[0]["seats"].append({"seat": "t", "person": "x"})
    assert verified(maker.bundle()).why == "it has too many seats"


QUESTION = {"rule": "1", "purpose": "x", "sides": 6}
FACT: dict[str, Any] = {"type": "fact", "rule": "1", "event": {}}
REWOUND: dict[str, Any] = {"type": "rewound", "to": 2, "reason": "x"}
THROWN: dict[str, Any] = {"type": "thrown", "question": QUESTION, "faces": [1]}


def again(of: int) -> dict[str, Any]:
    return {"type": "thrown-again", "question": QUESTION, "of": of}


def take_backs(many: int) -> Lines:
    proposed = {"type": "take-back-proposed", "seat": "date", "to": 2, "reason": "x"}
    answered = {"type": "take-back-answered", "seat": "date", "yes": False}
    return [{"type": "ordered", "seat": "date", "order": {}}] * many + [proposed, answered] * many


LONG: dict[str, Callable[[int], Lines]] = {
    "throws that answer again": lambda n: (
        [THROWN] * 2 * n + [FACT, REWOUND] + [again(at) for at in range(3, 2 * n + 3)]
    ),
    "a throw that answers again on many lines": lambda n: [THROWN, FACT] + [REWOUND, again(3), FACT] * n,
    "rewinds after which nothing answers again": lambda n: [FACT, {**REWOUND, "anew": True}] * 2 * n,
    "standbys": lambda n: [{"type": "standby", "person": f"one {at}"} for at in range(4 * n)],
    "take-backs": take_backs,
}


@pytest.mark.parametrize("what", LONG)
def test_five_times_as_many_events_are_about_five_times_as_much_work(what: str) -> None:
    """The old ways took up to 25 times as much: 8,000 throws that answered again, 19 s."""
    work = []
    for many in (80, 400):
        maker = Maker(0)
        maker.entries += [FACT, *LONG[what](many)]
        work.append(lines_run(maker.bundle()["game.jsonl"]))
    assert work[1] < 5.5 * work[0]


def lines_run(game: bytes) -> int:
    """How many lines of Python it takes to verify it: as many on each machine, however busy that is."""
    lines = 0

    def count(_: FrameType, what: str, __: object) -> Any:
        nonlocal lines
        lines += what == "line"
        return count

    before = sys.gettrace()
    sys.settrace(count)
    try:
        why = verify(game).why
    finally:
        sys.settrace(before)
    assert why == ""
    return lines


# --- what-ifs ---


def forked(names: list[str]) -> bytes:
    """The export of a stranger's what-if of "spring", of a what-if of that, and so on, under these names."""
    maker, called = Maker(0), ["spring", *names]
    fork = {"type": "forked", "chance": "dice", "key": public_bytes(OTHER_KEY).hex(), "head": ""}
    for name in called:
        maker.fact({"name": "begun"}, then=("march",))
        maker.entries.append({**fork, "game": name, "at": len(maker.entries)})
    maker.entries.pop()
    lines, head, nth = maker.lines(), h("bugyo/1/game", "spring"), 0
    for line in lines:
        if line["public"]["entry"]["type"] == "forked":
            line["public"]["entry"]["head"], nth = head.hex(), nth + 1
        line["public"]["game"] = called[nth]
        head = h("bugyo/1/event", head, canonical(line["public"]))
        line["digest"] = head.hex()
    maker.game = names[-1]
    return maker.export(lines)


@pytest.mark.parametrize(
    ("names", "position"),
    [(["autumn"], None), (["spring"], 3), (["autumn", "spring"], 5), (["autumn", "winter", "autumn"], 7)],
)
def test_a_what_if_has_a_name_of_its_own(names: list[str], position: int | None) -> None:
    """Under the name of the game that it leaves, with a stranger's key, it would pass for that."""
    report = verify(forked(names))
    assert (report.ok, report.position) == (position is None, position), report.why


# --- keys and mails ---


def noted(members: Members, beginning: str, key: str = "") -> str:
    report = verify(zipped(members), key)
    assert report.ok, report.why
    return next((line for line in report.lines if line.startswith(beginning)), "")


def test_the_key_is_told_and_where_it_is_from() -> None:
    members, key = small_game().bundle(), public_bytes(KEY).hex()
    assert noted(members, "note: the key", key) == f"note: the key is {key}, as given."
    assert "under another key is not excluded" in noted(
        members, f"note: the key is {key}, read from this file"
    )
    other = public_bytes(OTHER_KEY).hex()
    report = verify(zipped(members), other)
    assert (report.ok, report.member) == (False, "key.txt")
    assert verify(members["game.jsonl"], other).member == "game.jsonl"
    assert verify(members["game.jsonl"], key).ok


def test_a_whole_record_written_anew_holds_in_itself_and_not_with_the_key() -> None:
    maker = small_game()
    maker.key = OTHER_KEY
    maker.entries[0]["key"] = public_bytes(OTHER_KEY).hex()
    assert "is not excluded" in noted(maker.bundle(), "note: the key")
    assert not verify(zipped(maker.bundle()), public_bytes(KEY).hex()).ok


def test_mails_that_are_not_there_are_not_shown() -> None:
    maker = small_game()
    name, lines = hashlib.sha256(MAIL).hexdigest(), maker.lines()
    for line, digest in zip(lines[::2], (name, "11" * 32, "22" * 32, "11" * 32), strict=False):
        line["public"]["act"]["reference"] = f"{digest}:3"
    members = maker.bundle(maker.chained(lines))
    assert noted(members, "not shown") == "not shown: 8 mails: 2 of 3 that the record names are not here."
    assert not noted(small_game().bundle(), "not shown")
    bare = verify(members["game.jsonl"])
    assert "not shown: 8 mails: 3 of 3 that the record names are not here." in bare.lines


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["{0}"], 0),
        (["--key", public_bytes(KEY).hex(), "{0}"], 0),
        (["--key", public_bytes(KEY).hex().upper(), "{0}"], 0),
        (["--key", public_bytes(OTHER_KEY).hex(), "{0}"], 1),
        (["--key", "abc", "{0}"], 2),
        (["--key", "", "{0}"], 2),
        (["--key"], 2),
        (["--key", "{0}"], 2),
        (["{0}", "--key", "00" * 32], 2),
        ([], 2),
    ],
)
def test_how_it_is_called(arguments: list[str], code: int, tmp_path: Path) -> None:
    (tmp_path / "game.zip").write_bytes(zipped(short_game(2).bundle()))
    assert main([argument.format(tmp_path / "game.zip") for argument in arguments]) == code
