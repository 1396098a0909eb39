"""Bundles in zip files from anybody's hand: two archives in one file, and bombs."""

from __future__ import annotations

import io
import json
import struct
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from referee.audit.game_lines import MOST_GAME, MOST_LINE, MOST_SIGNS, Bulk, NotAnExport, read_export
from referee.bundle.checking import NotABundle, audit_bundle, read_bundle
from referee.bundle.writing import members, signed, zipped
from referee.games.selfplay import self_play
from referee.proof.signing import make_checkpoint, seed_of
from referee.record.chain import canonical, digest, genesis
from referee.record.record import Record
from tests.bundle.conftest import Audit
from tests.now_and_soak import in_every_run
from tests.pace import rounds

Members = dict[str, bytes]
END = 22
"""Bytes of the record at the end of a zip file."""


class Club:
    """A store with a game that is over, and what its referee can sign."""

    def __init__(self, folder: Path) -> None:
        record = Record(folder / "a.db")
        (game,) = self_play(record, "shinobi", 1, "zip")
        self.members, self.seed = members(record, game, "public"), seed_of(record)
        record.close()

    def with_entries(self, *entries: Any, keep: int = 150) -> Members:
        """The beginning of the game and other entries after it, chained and signed."""
        header, *events = (json.loads(line) for line in self.members["game.jsonl"].splitlines())
        events = [{**event, "openings": []} for event in events[:keep]]
        last = events[-1]["public"]
        for position, entry in enumerate(entries, keep + 1):
            public = {"act": {"cause": "x"}, "at": last["at"], "entry": entry, "game": last["game"]}
            events.append({"digest": "", "openings": [], "public": {**public, "position": position}})
        head = genesis(header["game"])
        for event in events:
            head = digest(head, canonical(event["public"]))
            event["digest"] = head.hex()
        header |= {"events": len(events), "head": head.hex()}
        lines = b"".join(canonical(line) + b"\n" for line in (header, *events))
        note = make_checkpoint(self.seed, header["game"], len(events), head.hex()).text().encode()
        return self.signed(lines, note)

    def signed(self, game: bytes, note: bytes = b"") -> Members:
        rest = {name: raw for name, raw in self.members.items() if not name.startswith("manifest")}
        return signed(
            {**rest, "game.jsonl": game, "checkpoint.txt": note or rest["checkpoint.txt"]}, self.seed
        )


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Club:
    return Club(tmp_path_factory.mktemp("club"))


# ---- two archives in one file


def moved(archive: bytes, by: int) -> bytes:
    """The archive as it must be to stand after so many other bytes."""
    made = bytearray(archive)
    (start,) = struct.unpack_from("<L", made, len(made) - END + 16)
    struct.pack_into("<L", made, len(made) - END + 16, start + by)
    at = start
    while made[at : at + 4] == b"PK\1\2":
        (place,) = struct.unpack_from("<L", made, at + 42)
        struct.pack_into("<L", made, at + 42, place + by)
        at += 46 + sum(struct.unpack_from("<3H", made, at + 28))
    return bytes(made)


def with_comment(archive: bytes, comment: bytes) -> bytes:
    made = bytearray(archive)
    struct.pack_into("<H", made, len(made) - 2, len(comment))
    return bytes(made) + comment


def between(archive: bytes, more: bytes) -> bytes:
    """Bytes between the members and the directory."""
    (start,) = struct.unpack_from("<L", archive, len(archive) - END + 16)
    made = bytearray(archive[:start] + more + archive[start:])
    struct.pack_into("<L", made, len(made) - END + 16, start + len(more))
    return bytes(made)


TWO: dict[str, Callable[[bytes, bytes], bytes]] = {
    "before": lambda forged, true: forged + true,
    "before, offsets mended": lambda forged, true: forged + moved(true, len(forged)),
    "behind": lambda forged, true: true + forged,
    "behind, offsets mended": lambda forged, true: true + moved(forged, len(true)),
    "behind as a comment": lambda forged, true: with_comment(true, forged),
    "between": lambda forged, true: between(true, forged),
    "a byte before": lambda forged, true: b"\0" + moved(true, 1),
    "a byte behind": lambda forged, true: true + b"\0",
}


@pytest.mark.parametrize("way", TWO)
def test_bytes_outside_of_the_archive_are_refused(club: Club, tmp_path: Path, way: str) -> None:
    """Python reads the one, and programs that go from the front, or look for another end, the other."""
    true, forged = zipped(club.members), zipped({"report.md": b"# All is well\n"})
    path = tmp_path / "two.zip"
    path.write_bytes(true)
    assert audit_bundle(read_bundle(path)).finding is None
    path.write_bytes(TWO[way](forged, true))
    with pytest.raises(NotABundle, match="cannot be read as the zip file of a bundle"):
        read_bundle(path)


def local_headers(archive: bytes) -> list[int]:
    with zipfile.ZipFile(io.BytesIO(archive)) as opened:
        return [info.header_offset for info in opened.infolist()]


@pytest.mark.parametrize(
    ("at", "size"), [(6, 2), (8, 2), (10, 2), (14, 4), (18, 4), (22, 4), (26, 2), (28, 2), (30, 1)]
)
def test_both_headers_of_a_member_say_the_same(club: Club, tmp_path: Path, at: int, size: int) -> None:
    """Who reads from the front believes the first, who reads from the end the other."""
    archive = zipped(club.members)
    for place in local_headers(archive):
        lying = bytearray(archive)
        lying[place + at + size - 1] ^= 1
        (tmp_path / "b.zip").write_bytes(lying)
        with pytest.raises(NotABundle):
            read_bundle(tmp_path / "b.zip")


def test_what_follows_the_end_of_a_packed_member_is_damage(club: Club, tmp_path: Path) -> None:
    """A second archive might hide there."""
    raw, name = b"12345", "key.txt"
    packer = zlib.compressobj(9, 8, -15)
    data = packer.compress(raw) + packer.flush() + b"PK\5\6 and more"
    crc = zlib.crc32(raw)
    common = struct.pack("<5H3L2H", 20, 0, 8, 0, 33, crc, len(data), len(raw), len(name), 0)
    local = b"PK\3\4" + common + name.encode() + data
    central = b"PK\1\2" + struct.pack("<H", 20) + common + bytes(14) + name.encode()
    end = struct.pack("<4s4H2LH", b"PK\5\6", 0, 0, 1, 1, len(central), len(local), 0)
    (tmp_path / "b.zip").write_bytes(local + central + end)
    with zipfile.ZipFile(tmp_path / "b.zip") as archive:
        assert archive.read(name) == raw
    assert [fault.member for fault in read_bundle(tmp_path / "b.zip").faults] == [name]


# ---- bombs


def deep(levels: int) -> Any:
    value: Any = []
    for _ in range(levels):
        value = [value]
    return value


SEALED = {"to": [], "type": "sealed", "value": {"commitment": "0" * 64}}


def held(*values: Any) -> Callable[[Club], Members]:
    return lambda club: club.with_entries(*({"type": "x", "v": value} for value in values))


def line(data: bytes) -> Callable[[Club], Members]:
    """A line that is no canonical event, after all others."""
    whole = b'{"digest":"","openings":[],"public":' + data + b"}\n"
    return lambda club: club.signed(club.members["game.jsonl"] + whole)


def with_mails(count: int, size: int) -> Callable[[Club], Members]:
    mails = {f"mails/{nth:064x}.eml": b"0" * size for nth in range(count)}
    return lambda club: signed({**club.signed(club.members["game.jsonl"]), **mails}, club.seed)


BOMBS: dict[str, Callable[[Club], Members]] = {
    "deep": held(*[[deep(50)] * 140] * 40),
    "deeper than anybody reads": line(b"[" * 140_000 + b"]" * 140_000),
    "small lists": held([[]] * 290_000),
    "small lists and a word": held([[]] * 290_000 + ["sealed"]),
    "small objects": held(*[[{}] * 5_500] * 50),
    "sealed values": held(*[[SEALED] * 570] * 170),
    "numbers": held(*[[1] * 19_000] * 50),
    "long texts": held(*["/" * 3_900_000] * 5),
    "too many lists": held(*[[[]] * 9_000] * 50),
    "too many numbers": held(*[[1] * 20_000] * 60),
    "digits": line(b"9" * 3_900_000),
    "a fraction": line(b"9" * 3_000_000 + b"." + b"1" * 900_000),
    "a line that is too long": line(b"9" * (MOST_LINE + 1)),
    "blank lines": lambda club: club.signed(club.members["game.jsonl"] + b"\n" * 20_000_000),
    "a huge game": lambda club: club.signed(b"0" * (120 << 20)),
    "huge mails": with_mails(8, 15 << 20),
    "too many huge mails": with_mails(9, 15 << 20),
    "a mail too large": with_mails(1, 17 << 20),
    "many members": with_mails(19_000, 0),
    "rewinds to itself": lambda club: club.with_entries({"type": "rewound", "to": 151, "reason": "again"}),
}


NOW = ("deep", "sealed values", "digits", "a line that is too long", "a mail too large", "rewinds to itself")
"""What is tried in every run; the others in soak."""


@pytest.mark.parametrize("bomb", in_every_run(NOW, BOMBS))
def test_a_bomb_costs_little_and_does_not_hold(club: Club, audit: Audit, tmp_path: Path, bomb: str) -> None:
    """Measured alone, 1.3 s and 170 MB at most; all but the last are small files, as others send them."""
    path = tmp_path / "bomb.zip"
    path.write_bytes(zipped(BOMBS[bomb](club)))
    assert path.stat().st_size < (5 << 20 if bomb == "many members" else 350_000)
    cost = audit(path)
    assert cost.found
    assert rounds(cost.seconds) < 400
    assert cost.kilobytes < 300 << 10


def test_an_export_is_held_to_the_same(club: Club) -> None:
    lines = club.members["game.jsonl"].splitlines(keepends=True)
    assert read_export(lines).header.events == len(lines) - 1
    for more, said in (
        (b"[" * (MOST_SIGNS + 1), "values"),
        (b"," * (MOST_SIGNS + 1), "values"),
        (b"0" * MOST_LINE, "at most"),
    ):
        with pytest.raises(NotAnExport, match=said):
            read_export([*lines, more])
    bulk, whole = Bulk(), b"0" * (MOST_LINE - 1)
    assert [bulk.too_much(whole) for _ in range(MOST_GAME // MOST_LINE)] == [""] * 6
    assert f"at most {MOST_GAME:,}" in bulk.too_much(b"")
