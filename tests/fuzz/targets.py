"""What is fuzzed: a function of any bytes that must not fall over, with bytes to begin with."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec import Struct

from domain.kit.errors import OrderError
from domain.kit.notation import Notation
from domain.titles import TITLES
from projections.exports.journal import NotAJournal, read_journal
from projections.exports.notation import NotNotation, read_notation
from referee.audit.audit import audit_export
from referee.audit.game_lines import Altered, NotAnExport, read_export
from referee.bundle.checking import Bundle, NotABundle, audit_bundle, read_bundle
from referee.bundle.verify import verify
from referee.bundle.writing import members
from referee.games.datasets import read_files
from referee.reading.reading import read_mail
from tests.fuzz.mails import SEEDS
from tests.fuzz.test_intake import check_nothing_lost, check_read
from tests.record.stores import opened, repeatable

Check = Callable[[bytes], None]


class Target(Struct, frozen=True):
    check: Check
    seeds: Callable[[], list[bytes]]


def _is_a_sentence(refusal: Exception) -> None:
    assert str(refusal).strip()


# ---- mails


def mail(raw: bytes) -> None:
    read = read_mail(raw, own_address="referee@bugyo.invalid")
    check_read(raw, read)
    check_nothing_lost(raw, read)


# ---- orders


@cache
def notations() -> tuple[Notation, ...]:
    """The words of each title, with the seats that come first."""
    found = []
    for title, rules in TITLES.items():
        least, _ = rules.scenarios[0].seats
        found.append(rules.notation(rules.read_data(read_files(title)), rules.seats[:least]))
    return tuple(found)


def order(raw: bytes) -> None:
    """The first byte chooses the title."""
    words = notations()[raw[0] % len(notations())] if raw else notations()[0]
    line = raw[1:].decode("utf-8", "replace")
    try:
        read = words.read(line)
    except OrderError as refusal:
        _is_a_sentence(refusal)
        return
    written = words.write(read)
    assert words.read(written) == read, (line, written)


def order_lines() -> list[bytes]:
    lines = [
        "pass",
        "place uesugi in kii",
        "join hello to all of you",
        "march 4 from a to b",
        "no 1 2 3",
        "bid 12",
        "x: y, z",
    ]
    forms = [form for words in notations() for kind in words.orders for form in words.forms((kind,))]
    return [bytes([n % len(notations())]) + line.encode() for n, line in enumerate([*lines, *forms])]


# ---- scripts and journals


def script(raw: bytes) -> None:
    try:
        read_notation(raw)
    except NotNotation as refusal:
        _is_a_sentence(refusal)
    for source in ("acts", "text"):
        try:
            read_journal(raw, source, {})
        except NotAJournal as refusal:
            _is_a_sentence(refusal)


def scripts() -> list[bytes]:
    """Any bytes as a file of orders, or as somebody's journal."""
    heading = b"# bugyo orders 1\n[Game g]\n[Title shinobi]\n[Seats iga=Ann ise=Ben kii=Cem]\n\n"
    return [
        heading + b"iga: pass\n  2d6 = 3 4\n",
        b"2026-11-21 10:00 Ann: pass\n",
        b"\xef\xbb\xbfDear all,\n",
    ]


# ---- exports


@cache
def short() -> dict[str, bytes]:
    """The members of a bundle of a game that has been dealt, for one of its seats."""
    with TemporaryDirectory() as folder:
        record = repeatable(Path(folder) / "s.db")
        opened(record)
        found = dict(members(record, "g", "iga"))
        record.close()
    return found


def jsonl(raw: bytes) -> None:
    """Any bytes as an export: read, and audited where it can be read."""
    try:
        export = read_export(io.BytesIO(raw))
    except (NotAnExport, Altered) as refusal:
        _is_a_sentence(refusal)
        return
    verdict = audit_export(export)
    assert verdict.finding is None or verdict.finding.why
    if verdict.finding is None and verdict.game == "g":
        assert verdict.head == audit_export(read_export(io.BytesIO(short()[GAME]))).head


GAME = "game.jsonl"


def lines() -> list[bytes]:
    whole = short()[GAME].splitlines(keepends=True)
    return [short()[GAME], b"".join(whole[:3]), whole[0], b"{}\n", b'{"format":"bugyo/1"}\n']


# ---- bundles


def bundle(raw: bytes) -> None:
    """Four bytes say where, and what follows to the next edit is put there; an even first byte zips it."""
    if raw[:2] == b"PK":
        _unzipped(raw)
        return
    made = _edited(raw)
    report, verdict = verify(_zipped(made)), audit_bundle(Bundle(made))
    assert report.ok == (verdict.finding is None), (report[:4], verdict.finding)
    assert report.ok == (made == short()), report[:4]


def _edited(raw: bytes) -> dict[str, bytes]:
    made = dict(short())
    names = sorted(made)
    for start in range(0, min(len(raw), 64), 8):
        edit = raw[start : start + 8]
        if len(edit) > 4:
            name, old = names[edit[0] % len(names)], made[names[edit[0] % len(names)]]
            at = int.from_bytes(edit[1:4], "big") % (len(old) + 1)
            made[name] = old[:at] + edit[4:] + old[at + (len(edit) - 4) * (edit[0] < 128) :]
    return made


def _unzipped(raw: bytes) -> None:
    report = verify(raw)
    with TemporaryDirectory() as folder:
        file = Path(folder) / "g.zip"
        file.write_bytes(raw)
        try:
            verdict = audit_bundle(read_bundle(file))
        except NotABundle as refusal:
            _is_a_sentence(refusal)
            assert not report.ok
            return
    assert report.ok == (verdict.finding is None), (report[:4], verdict.finding)


def _zipped(made: dict[str, bytes]) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as zipped:
        for name, content in made.items():
            zipped.writestr(name, content)
    return file.getvalue()


def bundles() -> list[bytes]:
    """A bundle of which the bytes change some: both verifiers say the same."""
    return [_zipped(short()), b"\x00\x00\x00\x10aaaa", b"\x81\x00\x01\x00\n{}\n", b""]


def fall_over(raw: bytes) -> None:
    """What shows that a crash is found."""
    if raw.startswith(b"P"):
        raise ZeroDivisionError


TARGETS: dict[str, Target] = {
    "mails": Target(mail, lambda: list(SEEDS)),
    "orders": Target(order, order_lines),
    "scripts": Target(script, scripts),
    "jsonl": Target(jsonl, lines),
    "bundles": Target(bundle, bundles),
}

TRIALS = {**TARGETS, "falls-over": Target(fall_over, lambda: [b"abc", b"PK"])}
