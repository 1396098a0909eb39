"""A bundle in which a single bit is changed fails before both verifiers, and both name the same.

The two were written apart: the one that travels in the bundle from the page, the other from the program. Here
nobody has the referee's key; who has it is the subject of `test_both.py`.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random

import pytest

from domain.game.entries.entries import SheetCommitted
from domain.game.entries.protocol_orders import Join
from referee.audit.audit import Verdict
from referee.bundle.checking import Bundle, audit_bundle, read_bundle
from referee.bundle.members import GAME
from referee.bundle.verify import Report, verify
from referee.bundle.writing import write_bundle
from referee.games.opening import Opening
from referee.games.referee import Referee
from referee.games.selfplay import self_play
from referee.proof import cell_sheets
from referee.record.chain import Entropy
from referee.record.envelope import Act
from referee.record.record import Record
from tests.bundle.inside import Move, cut, flipped, moved, rearranged, remembered, verified

CELLS = 10
"""Of the short game's sheet: enough for the deal, and few enough for each of its bytes to be changed."""

SLICES = 3
"""The parts of each soak test."""

PAGES = ("format.md", "verify.py", "check.html", "report.md")
"""Members of which the manifest's digest alone is checked: some of their bits stand for all."""

DIGEST = re.compile(rb"[0-9a-f]{32,}")
ALIKE = 6
"""Of so many digits of a digest one is changed: each of them takes the same way."""

SAMPLED, MOVED = 1_000, 250
"""Bits that are changed in the bundle of a long game; and about how many swaps and insertions there."""

Members = dict[str, bytes]


@pytest.fixture(scope="module")
def short(tmp_path_factory: pytest.TempPathFactory) -> Members:
    """A game that was opened, joined and dealt, for one of its seats."""
    folder = tmp_path_factory.mktemp("short")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("referee.games.referee.draw_sheet", _small)
        patch.setattr("referee.games.referee.LOW", 0)
        record = Record(folder / "s.db")
        referee = Referee(record, seed="short")
        referee.open(Opening("g", "shinobi", ("Ann", "Ben", "Cem")), Act("command line"))
        for seat in ("iga", "ise", "kii"):
            referee.take("g", seat, Join("a heron stands here"), Act("command line", seat=seat))
        write_bundle(record, "g", "iga", folder / "g.zip")
        record.close()
    return _members(folder / "g.zip")


def _small(record: Record, game: str, sheet: int, entropy: Entropy) -> SheetCommitted:
    return cell_sheets.draw_sheet(record, game, sheet, entropy, CELLS)


@pytest.fixture(scope="module")
def long(tmp_path_factory: pytest.TempPathFactory) -> Members:
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
    """Every bit of every member, but of the pages so many each, and of the game one of each byte, and of each
    digest of it some: those of a byte of it take the same ways."""
    chooser = Random(1)
    found: list[tuple[str, int]] = []
    for name, raw in members.items():
        every = range(8 * len(raw))
        bits: Iterable[int] = every
        if name in PAGES:
            bits = chooser.sample(every, pages)
        elif name == GAME:
            bits = (8 * at + chooser.randrange(8) for at in _told_apart(raw))
        found += ((name, bit) for bit in bits)
    return found


def _told_apart(raw: bytes) -> list[int]:
    """The bytes of a game, but of a digest only some."""
    alike = {at for found in DIGEST.finditer(raw) for at in range(*found.span()) if at % ALIKE}
    return [at for at in range(len(raw)) if at not in alike]


def _undetected(members: Members, chosen: Iterable[tuple[str, int]]) -> Iterator[str]:
    """Where either verifier passes a changed bit, or they do not name what they should. Nothing is zipped."""
    with remembered(members[GAME]):
        for name, bit in chosen:
            altered = {**members, name: flipped(members[name], bit)}
            report, verdict = verified(altered), audit_bundle(Bundle(altered))
            if not _named(report, verdict, name, members[name][: bit // 8].count(b"\n")):
                yield f"bit {bit} of {name}: {report[:4]}, {verdict.finding} {verdict.member}"


def _named(report: Report, verdict: Verdict, name: str, line: int) -> bool:
    """Whether both name the member, or the event, in which a bit was changed.

    A bit of the manifest may make it speak otherwise of another member: then either may name that. Of the
    header and of the opening, which say what must hold of other lines, one of the two may name an event where
    the other names the game.
    """
    if report.ok or verdict.finding is None:
        return False
    ours, theirs = report.position or 0, verdict.finding.position
    members = {report.member, verdict.member}
    if name == "manifest.json":
        return not (ours or theirs) and len(members - {name}) < 2 and not members & {None, ""}
    if name != GAME:
        return not (ours or theirs) and members == {name}
    if report.member != GAME or verdict.member != ("" if theirs else GAME):
        return False
    return ours == theirs == line if line > 1 else ours == theirs or not (ours and theirs)


def _misplaced(members: Members, moves: Iterable[Move]) -> Iterator[str]:
    """Where either verifier does not name the first event that differs."""
    with remembered(members[GAME]):
        for first, lines in moves:
            altered = {**members, GAME: b"".join(lines)}
            report, finding = verified(altered), audit_bundle(Bundle(altered)).finding
            if finding is None or (report.ok, report.position, finding.position) != (False, first, first):
                yield f"event {first}: {report[:4]}, {finding}"


def test_both_pass_what_nobody_touched(short: Members, long: Members, tmp_path: Path) -> None:
    for members in (short, long):
        (tmp_path / "g.zip").write_bytes(_zipped(members))
        assert verify(_zipped(members)).why == ""
        assert audit_bundle(read_bundle(tmp_path / "g.zip")).finding is None


def _lines(members: Members) -> list[bytes]:
    return members[GAME].splitlines(keepends=True)


def test_some_bits_of_a_short_game(short: Members) -> None:
    assert list(_undetected(short, Random(2).sample(_bits(short, 20), 150))) == []


@pytest.mark.soak
def test_all_rearranged_events_of_a_short_game(short: Members) -> None:
    assert list(_misplaced(short, rearranged(_lines(short)))) == []


@pytest.mark.budget(120, "a long game is judged many times")
@pytest.mark.parametrize(
    ("kind", "bits", "moves"),
    [
        ("short", 15, 6),
        ("long", 3, 2),
        pytest.param("short", 150, 50, marks=pytest.mark.soak),
        pytest.param("long", 8, 4, marks=pytest.mark.soak),
    ],
)
def test_what_is_remembered_changes_no_verdict(
    request: pytest.FixtureRequest, kind: str, bits: int, moves: int
) -> None:
    """All are judged with what was read of the first, and then each by itself."""
    members: Members = request.getfixturevalue(kind)
    chooser, places = Random(4), [*members, *(GAME for _ in range(bits))]
    changed = [{name: flipped(members[name], chooser.randrange(8 * len(members[name])))} for name in places]
    changed += [{GAME: b"".join(lines)} for _, lines in chooser.sample(list(cut(_lines(members))), moves)]
    games = [members, *({**members, **change} for change in changed), members]
    with remembered(members[GAME]):
        told = [(verified(game), audit_bundle(Bundle(game))) for game in games]
    assert told == [(verified(game), audit_bundle(Bundle(game))) for game in games]


def test_a_bundle_that_is_not_zipped_is_judged_like_one_that_is(short: Members, tmp_path: Path) -> None:
    """So that the tests which zip nothing say the same of the file that people have."""
    for name, bit in [("key.txt", 0), *Random(3).sample(_bits(short, 20), 8)]:
        altered = {**short, name: flipped(short[name], bit)}
        (tmp_path / "g.zip").write_bytes(_zipped(altered))
        zipped, inside = verify(_zipped(altered)), verified(altered)
        assert (inside.ok, inside.position, inside.member, inside.why) == zipped[:4]
        assert inside.lines == zipped.lines[1:]
        assert audit_bundle(read_bundle(tmp_path / "g.zip")) == audit_bundle(Bundle(altered))


@pytest.mark.soak
@pytest.mark.parametrize("part", range(SLICES))
def test_the_bits_of_a_short_game(short: Members, part: int) -> None:
    """All bits of the manifest, the signature, the key and the checkpoint, and one of each byte of the game
    that is not of a digest; 200 of each page, which a digest alone covers."""
    assert list(_undetected(short, _bits(short, 200)[part::SLICES])) == []


@pytest.mark.soak
@pytest.mark.parametrize("part", range(SLICES))
def test_some_bits_of_a_long_game(long: Members, part: int) -> None:
    """1,000 of 1.4 million bits: what a longer game has more of is lines of the same kinds."""
    assert len(_lines(long)) > 300
    sample = Random(3).sample(range(8 * len(long[GAME])), SAMPLED)
    assert list(_undetected(long, [(GAME, bit) for bit in sample[part::SLICES]])) == []


@pytest.mark.soak
@pytest.mark.parametrize("part", range(SLICES))
def test_rearranged_events_of_a_long_game(long: Members, part: int) -> None:
    """Every event dropped or doubled, and every cut; of the swaps and insertions a sample."""
    chooser, lines = Random(part), _lines(long)
    pairs = [move for move in moved(lines) if chooser.random() < MOVED / SLICES / (1.5 * len(lines) ** 2)]
    assert list(_misplaced(long, [*list(cut(lines))[part::SLICES], *pairs])) == []
