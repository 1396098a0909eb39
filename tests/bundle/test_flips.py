"""Every single-bit change in a bundle is detected by both verifiers, and each names what is wrong.

The two were written apart: the one that travels in the bundle from the page, the other from the program. What
stands in many bits alike is sampled; each test says how.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random

import pytest

from domain.game.entries import SheetCommitted
from domain.game.orders import Join
from referee import service, sheets
from referee.bundle.checking import Bundle, audit_bundle, read_bundle
from referee.bundle.verify import verify
from referee.bundle.writing import write_bundle
from referee.record.chain import Entropy
from referee.record.envelope import Act
from referee.record.record import Record
from referee.selfplay import self_play
from referee.service import Opening, Referee
from tests.bundle.inside import bits, flipped, signatures_remembered, verified

CELLS = 10
"""Of the short game's sheet: enough for the deal, and few enough for its bits to be changed one by one."""

STEP, SLICES = 7, 6
"""In the soak, every so manieth bit of the short game; in so many parts."""

PAGES = ("format.md", "verify.py", "report.md")
"""Members of which the manifest's digest alone is checked: some of their bits stand for all."""

SAMPLED = 1_500
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


def _bits(members: Members, step: int, pages: int) -> list[tuple[str, int]]:
    """Every bit of the small members, every `step`-th of the game, and some of the pages."""
    chooser = Random(1)
    found = list(bits({name: raw for name, raw in members.items() if name not in PAGES}, step))
    for name in PAGES:
        found += [(name, chooser.randrange(8 * len(members[name]))) for _ in range(pages)]
    return found


def _undetected(members: Members, chosen: Iterable[tuple[str, int]]) -> Iterator[str]:
    """What either verifier passes, or fails without naming anything. Nothing is zipped."""
    with signatures_remembered():
        for name, bit in chosen:
            altered = {**members, name: flipped(members[name], bit)}
            report = verified(altered)
            if report.ok or not (report.member or report.position):
                yield f"verify.py at bit {bit} of {name}: {report.why}"
            verdict = audit_bundle(Bundle(altered))
            if verdict.finding is None or not (verdict.member or verdict.finding.position):
                yield f"audit at bit {bit} of {name}: {verdict.finding}"


def test_both_pass_what_nobody_touched(short: Members, long: Members, tmp_path: Path) -> None:
    for members in (short, long):
        (tmp_path / "g.zip").write_bytes(_zipped(members))
        assert verify(_zipped(members)).why == ""
        assert audit_bundle(read_bundle(tmp_path / "g.zip")).finding is None


def test_some_bits_of_a_short_game(short: Members) -> None:
    assert list(_undetected(short, Random(2).sample(_bits(short, 1, 20), 600))) == []


def test_a_bundle_that_is_not_zipped_is_judged_like_one_that_is(short: Members, tmp_path: Path) -> None:
    """So that the tests which zip nothing say the same of the file that people have."""
    for name, bit in [("key.txt", 0), *Random(3).sample(_bits(short, 1, 20), 30)]:
        altered = {**short, name: flipped(short[name], bit)}
        (tmp_path / "g.zip").write_bytes(_zipped(altered))
        zipped, inside = verify(_zipped(altered)), verified(altered)
        assert (inside.ok, inside.position, inside.member, inside.why) == zipped[:4]
        assert inside.lines == zipped.lines[1:]
        assert audit_bundle(read_bundle(tmp_path / "g.zip")) == audit_bundle(Bundle(altered))


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
def test_the_bits_of_a_short_game(short: Members, part: int) -> None:
    """All bits of manifest, signature, key and checkpoint; every seventh of the game; 200 of each page, which
    a digest alone covers."""
    assert list(_undetected(short, _bits(short, STEP, 200)[part::SLICES])) == []


@pytest.mark.soak
@pytest.mark.parametrize("part", range(SLICES))
def test_some_bits_of_a_long_game(long: Members, part: int) -> None:
    """1,500 of 1.4 million bits: what a longer game has more of is lines of the same kinds."""
    chosen = Random(part).sample(_bits(long, 1, 50), SAMPLED // SLICES)
    assert list(_undetected(long, chosen)) == []
