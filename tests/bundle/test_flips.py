"""Every single-bit change in a bundle is detected by both verifiers, and each names what is wrong.

The two were written apart: the one that travels in the bundle from the page, the other from the program.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from domain.game.entries import SheetCommitted
from domain.game.orders import Join
from referee import service, sheets
from referee.bundle.checking import NotABundle, audit_bundle, read_bundle
from referee.bundle.verify import verify
from referee.bundle.writing import write_bundle
from referee.record.chain import Entropy
from referee.record.envelope import Act
from referee.record.record import Record
from referee.selfplay import self_play
from referee.service import Opening, Referee

CELLS = 10
"""Of the short game's sheet: enough for the deal, and few enough that every bit can be changed."""

SLICES = 24
PAGES = ("format.md", "verify.py", "report.md")
"""Members of which the manifest's digest alone is checked: some of their bits stand for all."""

SAMPLED = 20_000
"""Bits that are changed in the bundle of a long game."""

Members = dict[str, bytes]


@pytest.fixture(scope="module")
def short(hasty: None, tmp_path_factory: pytest.TempPathFactory) -> Members:
    """A game that was opened, joined and dealt, for one of its seats."""
    folder = tmp_path_factory.mktemp("short")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(service, "draw_sheet", _small)
        patch.setattr(service, "LOW", 0)
        record = Record(folder / "s.db")
        referee = Referee(record, seed="short")
        referee.open(Opening("g", "shinobi", ("Ann", "Ben", "Cem")), Act("command line"))
        for seat in ("iga", "ise", "kii"):
            referee.take("g", seat, Join("here"), Act("command line", seat=seat))
        write_bundle(record, "g", "iga", folder / "g.zip")
        record.close()
    return _members(folder / "g.zip")


def _small(record: Record, game: str, sheet: int, entropy: Entropy) -> SheetCommitted:
    return sheets.draw_sheet(record, game, sheet, entropy, CELLS)


@pytest.fixture(scope="module")
def long(hasty: None, tmp_path_factory: pytest.TempPathFactory) -> Members:
    folder = tmp_path_factory.mktemp("long")
    record = Record(folder / "s.db")
    (name,) = self_play(record, "shinobi", 1, "long")
    write_bundle(record, name, "public", folder / "g.zip")
    record.close()
    return _members(folder / "g.zip")


def _members(path: Path) -> Members:
    with zipfile.ZipFile(path) as bundle:
        return {name: bundle.read(name) for name in sorted(bundle.namelist())}


def _zipped(members: Members) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as bundle:
        for name, content in members.items():
            bundle.writestr(name, content)
    return made.getvalue()


def _bits(members: Members, pages: int) -> list[tuple[str, int]]:
    """Every bit of what is checked by more than its digest, and some of the pages."""
    chooser = Random(1)
    bits = [(name, n) for name, raw in members.items() if name not in PAGES for n in range(8 * len(raw))]
    for name in PAGES:
        bits += [(name, chooser.randrange(8 * len(members[name]))) for _ in range(pages)]
    return bits


def _flipped(members: Members, name: str, bit: int) -> bytes:
    raw = bytearray(members[name])
    raw[bit // 8] ^= 1 << bit % 8
    return _zipped({**members, name: bytes(raw)})


def _undetected(members: Members, bits: list[tuple[str, int]], folder: Path) -> Iterator[str]:
    """What either verifier passes, or fails without naming anything."""
    path = folder / "flipped.zip"
    for name, bit in bits:
        raw = _flipped(members, name, bit)
        path.write_bytes(raw)
        report = verify(raw)
        if report.ok or not (report.member or report.position):
            yield f"verify.py at bit {bit} of {name}: {report.why}"
        try:
            verdict = audit_bundle(read_bundle(path))
        except NotABundle as unreadable:
            if not str(unreadable):
                yield f"audit at bit {bit} of {name}"
            continue
        if verdict.finding is None or not (verdict.member or verdict.finding.position):
            yield f"audit at bit {bit} of {name}: {verdict.finding}"


def test_both_pass_what_nobody_touched(short: Members, long: Members, tmp_path: Path) -> None:
    for members in (short, long):
        (tmp_path / "g.zip").write_bytes(_zipped(members))
        assert verify(_zipped(members)).why == ""
        assert audit_bundle(read_bundle(tmp_path / "g.zip")).finding is None


def test_some_bits_of_a_short_game(short: Members, tmp_path: Path) -> None:
    bits = Random(2).sample(_bits(short, 20), 300)
    assert list(_undetected(short, bits, tmp_path)) == []


def test_events_that_are_swapped_dropped_doubled_or_cut(short: Members, tmp_path: Path) -> None:
    """Where the chain breaks first is named alike by both."""
    lines = short["game.jsonl"].splitlines(keepends=True)
    for place in range(1, len(lines) - 1):
        changed = {
            "swapped": [*lines[:place], lines[place + 1], lines[place], *lines[place + 2 :]],
            "dropped": [*lines[:place], *lines[place + 1 :]],
            "doubled": [*lines[: place + 1], *lines[place:]],
            "cut": lines[:place],
        }
        for what, now in changed.items():
            raw = _zipped({**short, "game.jsonl": b"".join(now)})
            (tmp_path / "g.zip").write_bytes(raw)
            finding = audit_bundle(read_bundle(tmp_path / "g.zip")).finding
            assert finding is not None, (what, place)
            assert verify(raw).position == finding.position != 0, (what, place)


@pytest.mark.soak
@pytest.mark.parametrize("part", range(SLICES))
def test_every_bit_of_a_short_game(short: Members, tmp_path: Path, part: int) -> None:
    assert list(_undetected(short, _bits(short, 500)[part::SLICES], tmp_path)) == []


@pytest.mark.soak
@pytest.mark.parametrize("part", range(SLICES))
def test_many_bits_of_a_long_game(long: Members, tmp_path: Path, part: int) -> None:
    bits = Random(part).sample(_bits(long, 500), SAMPLED // SLICES)
    assert list(_undetected(long, bits, tmp_path)) == []
