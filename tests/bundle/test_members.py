"""What no verifier would read is not written: both sides of each limit, for the referee and the verifiers."""

from __future__ import annotations

import hashlib
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest

from domain.game.entries.protocol_orders import Join
from domain.kit.sealed import PUBLIC, REFEREE
from referee.audit import game_lines
from referee.audit.game_lines import MOST_LINE, MOST_SIGNS, Bulk, export_lines
from referee.audit.line_forms import MOST_NESTED, nested
from referee.bundle import members as limits
from referee.bundle.checking import NotABundle, read_bundle
from referee.bundle.members import (
    MOST_BYTES,
    MOST_MAIL,
    MOST_OTHER,
    MOST_PATH,
    MOST_SEATS,
    unread,
    unread_game,
)
from referee.bundle.verify import verify
from referee.bundle.writing import CannotBundle, members, write_bundle
from referee.bundle.zip_members import MOST_MEMBERS
from referee.games.opening import Opening
from referee.games.referee import Referee
from referee.record.envelope import COMMAND_LINE, MAIL, Act
from referee.record.record import Record
from tests.bundle.maker import Maker, Members, Secret, signed_again, zipped
from tests.bundle.test_limits import game_of
from tests.bundle.vectors import fixed_record, play_by_mail

# ---- members


def with_mails(*sizes: int) -> Members:
    raws = [bytes([n % 256]) * size for n, size in enumerate(sizes)]
    named = {f"mails/{hashlib.sha256(raw).hexdigest()}.eml": raw for raw in raws}
    return signed_again({**Maker(0).bundle(), **named})


def with_report(size: int) -> Members:
    return signed_again({**Maker(0).bundle(), "report.md": bytes(size)})


def many(count: int) -> Members:
    found = Maker(0).bundle()
    raws = (str(n).encode() for n in range(count - len(found)))
    return signed_again({**found, **{f"mails/{hashlib.sha256(raw).hexdigest()}.eml": raw for raw in raws}})


def as_large(size: int) -> Members:
    """Members of so many bytes together; one of them takes up what is left."""
    found = with_mails(*[15 << 20] * 8, 0)
    rest = size - sum(map(len, found.values()))
    return with_mails(*[15 << 20] * 8, rest)


MEMBERS: dict[str, tuple[Callable[[int], Members], int]] = {
    "a mail": (with_mails, MOST_MAIL),
    "another member": (with_report, MOST_OTHER),
    "their number": (many, MOST_MEMBERS),
    "all of them": (as_large, MOST_BYTES),
}  # fmt: skip


def is_read(path: Path) -> bool:
    try:
        read_bundle(path)
    except NotABundle:
        return False
    return True


@pytest.mark.budget(120, "members as large as may be")
@pytest.mark.parametrize("what", MEMBERS)
def test_members_are_written_as_long_as_all_read_them(what: str, tmp_path: Path) -> None:
    made, most = MEMBERS[what]
    for size in (most, most + 1):
        found = made(size)
        raw = zipped(found, zipfile.ZIP_DEFLATED)
        (tmp_path / "b.zip").write_bytes(raw)
        said = unread({name: len(data) for name, data in found.items()}, len(raw))
        assert (verify(raw).ok, is_read(tmp_path / "b.zip"), said == "") == (size == most,) * 3, said
        assert said == "" or f"at most {most:,} are read." in said


def test_the_file_itself_may_be_as_large_as_its_members() -> None:
    assert unread({}, MOST_BYTES) == ""
    assert "134,217,729 bytes" in unread({}, MOST_BYTES + 1)


# ---- the lines of a game


def long_line(size: int) -> bytes:
    """A game whose second event has so many bytes with its newline."""
    empty = game_of([b'""'])
    return game_of([b'"%b"' % (b"x" * (size - len(empty.splitlines(keepends=True)[-1])))])


def long_game(size: int) -> bytes:
    """A game of so many bytes."""
    texts = [b"x" * (3 << 20)] * 8
    over = len(game_of([b'"%b"' % text for text in texts])) - size
    return game_of([b'"%b"' % text for text in [*texts[1:], texts[0][over:]]])


def many_values(count: int) -> bytes:
    """A game with so many brackets and commas."""
    rest = count - signs(game_of([b"[]", b"[0,0]"]))
    first, second = rest // 2, rest - rest // 2
    return game_of([b"[" + b"0," * first + b"0]", b"[0," + b"0," * second + b"0]"])


def signs(game: bytes) -> int:
    return sum(map(game.count, (b"{", b"[", b",")))


def deep(depth: int) -> bytes:
    """A game in which so many objects and lists stand within each other: the value is the fourth."""
    inner = depth - 3
    return game_of([b"[" * inner + b"]" * inner])


def long_path(length: int) -> bytes:
    maker = Maker(0)
    maker.fact({"k" * (length - len("event/")): Secret(1)})
    return maker.bundle()["game.jsonl"]


def seats(count: int) -> bytes:
    maker = Maker(0)
    maker.entries[0]["seats"] = [{"seat": f"s{n}", "person": "x"} for n in range(count)]
    return maker.bundle()["game.jsonl"]


GAMES: dict[str, tuple[Callable[[int], bytes], int, str]] = {
    "bytes of a line": (long_line, MOST_LINE, "At event 2: It has 4,194,305 bytes with its newline"),
    "bytes of a game": (long_game, game_lines.MOST_GAME, "At event 9: Up to here the game has 25,165,825"),
    "values": (many_values, MOST_SIGNS, "At event 3: Up to here the game has more than 600,000 values"),
    "depth": (deep, MOST_NESTED, "At event 2: It has more than 64 objects and lists within each other."),
    "a path": (long_path, MOST_PATH, "At event 2: The path to a sealed value has more than 200 characters."),
    "seats": (seats, MOST_SEATS, "At event 1: The game has more than 100 seats."),
}  # fmt: skip


@pytest.mark.budget(120, "a game as large as may be")
@pytest.mark.parametrize("what", GAMES)
def test_a_game_is_written_as_long_as_all_read_it(what: str) -> None:
    made, most, why = GAMES[what]
    for size in (most, most + 1):
        game = made(size)
        said = unread_game(game.splitlines(keepends=True))
        report = verify(game)
        assert (report.ok, said == "") == (size == most,) * 2, (report.why, said)
        assert said.startswith(why if said else "")


@pytest.mark.parametrize("what", ["bytes of a line", "bytes of a game", "values"])
def test_the_audit_reads_as_much(what: str) -> None:
    made, most, _ = GAMES[what]
    for size in (most, most + 1):
        bulk = Bulk()
        found = [bulk.too_much(line.removesuffix(b"\n")) for line in made(size).splitlines(keepends=True)]
        assert any(found) == (size > most)


def test_the_audit_counts_the_depth_alike() -> None:
    for depth in (MOST_NESTED, MOST_NESTED + 1):
        assert max(len(nested(msgspec.json.decode(line))) for line in deep(depth).splitlines()) == depth


# ---- before the store


@pytest.fixture
def record(tmp_path: Path) -> Iterator[Record]:
    store = fixed_record(tmp_path / "a.db")
    yield store
    store.close()


def joins(record: Record, size: int) -> None:
    """A game that is joined by a mail of so many bytes."""
    referee = Referee(record, seed="g")
    referee.open(Opening("g", "shinobi", ("Ann", "Ben", "Cem")), Act(COMMAND_LINE))
    raw = b"From: a@b\r\n\r\n".ljust(size, b"x")
    name = hashlib.sha256(raw).hexdigest()
    record.keep_mail(name, raw)
    referee.take("g", "iga", Join("a heron stands in the rain"), Act(MAIL, f"{name}:1", "iga", "Ann"))


def test_a_mail_as_large_as_may_be_goes_into_a_bundle(record: Record, tmp_path: Path) -> None:
    joins(record, MOST_MAIL)
    write_bundle(record, "g", REFEREE, tmp_path / "b.zip")
    assert verify((tmp_path / "b.zip").read_bytes()).ok
    assert is_read(tmp_path / "b.zip")


def test_a_larger_mail_does_not_and_nothing_is_written(record: Record, tmp_path: Path) -> None:
    joins(record, MOST_MAIL + 1)
    (tmp_path / "b.zip").write_bytes(b"before")
    for viewer in (REFEREE, "iga"):
        with pytest.raises(CannotBundle, match=r"would read this bundle of g\. In it mails/[0-9a-f]+"):
            write_bundle(record, "g", viewer, tmp_path / "b.zip")
    assert (tmp_path / "b.zip").read_bytes() == b"before"
    assert [path.name for path in tmp_path.glob("*.part")] == []
    write_bundle(record, "g", PUBLIC, tmp_path / "b.zip")  # it has no mails
    assert verify((tmp_path / "b.zip").read_bytes()).ok


def test_a_game_with_as_many_values_as_are_read_is_written(
    record: Record, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    play_by_mail(record, "g1", 2)
    count = signs(b"".join(export_lines(record, "g1", PUBLIC)))
    monkeypatch.setattr(game_lines, "MOST_SIGNS", count)
    write_bundle(record, "g1", PUBLIC, tmp_path / "b.zip")
    monkeypatch.setattr(game_lines, "MOST_SIGNS", count - 1)
    (tmp_path / "b.zip").unlink()
    with pytest.raises(
        CannotBundle, match=rf"more than {count - 1:,} values; no more are read\. “bugyo audit g1”"
    ):
        write_bundle(record, "g1", PUBLIC, tmp_path / "b.zip")
    assert not (tmp_path / "b.zip").exists()


@pytest.mark.parametrize("name", ["MOST_MEMBERS", "MOST_BYTES"])
def test_what_is_too_much_together_is_refused(
    record: Record, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    play_by_mail(record, "g1", 2)
    found = members(record, "g1", REFEREE)
    most = len(found) if name == "MOST_MEMBERS" else sum(map(len, found.values()))
    monkeypatch.setattr(limits, name, most)
    write_bundle(record, "g1", REFEREE, tmp_path / "b.zip")
    monkeypatch.setattr(limits, name, most - 1)
    with pytest.raises(CannotBundle, match=f"at most {most - 1:,} are read"):
        write_bundle(record, "g1", REFEREE, tmp_path / "b.zip")
