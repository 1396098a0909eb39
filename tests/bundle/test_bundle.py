"""Bundles: what each viewer gets, and that nothing in one can be altered unseen."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from domain.game.entries.protocol_orders import Cell, Join, Root
from domain.kit.dice_odds import chi_square_tail
from domain.kit.sealed import PUBLIC, REFEREE
from referee.audit.audit import Verdict, audit_export
from referee.audit.game_lines import export_lines, read_export
from referee.audit.witnesses import Mailbox, Witness
from referee.bundle import writing
from referee.bundle.checking import Bundle, NotABundle, audit_bundle, read_bundle
from referee.bundle.writing import CannotBundle, members, write_bundle, zipped
from referee.bundle.zip_members import MOST_MEMBERS
from referee.copies.importing import import_game
from referee.games.opening import Opening
from referee.games.referee import Referee
from referee.games.selfplay import self_play
from referee.proof import signing
from referee.record.chain import Public, canonical, commitment, digest, genesis
from referee.record.envelope import Act
from referee.record.record import Record
from tests.bundle import vectors
from tests.bundle.test_sealed_orders import own, shown
from tests.bundle.vectors import SEED, fixed_record, play_by_mail

VIEWERS = ("iga", "ise", "kii", PUBLIC, REFEREE)
Members = dict[str, bytes]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("bundles")


@pytest.fixture(scope="module")
def record(folder: Path) -> Iterator[Record]:
    """A store with a game that is on, "g1", and one that is over, "g2"."""
    store = fixed_record(folder / "a.db")
    play_by_mail(store, "g1", 9)
    play_by_mail(store, "g2", 500)
    yield store
    store.close()


def audited(found: Members, witnesses: tuple[Witness, ...] = ()) -> Verdict:
    return audit_bundle(Bundle(found), [Mailbox("box", witnesses)])


def named(verdict: Verdict) -> str | int:
    """What a verdict names: the event, or the member."""
    assert verdict.finding is not None
    return verdict.finding.position or verdict.member


# ---- what is in them


@pytest.mark.parametrize("game", ["g1", "g2"])
@pytest.mark.parametrize("viewer", VIEWERS)
def test_every_bundle_holds(record: Record, tmp_path: Path, game: str, viewer: str) -> None:
    write_bundle(record, game, viewer, tmp_path / "b.zip")
    bundle = read_bundle(tmp_path / "b.zip")
    verdict = audit_bundle(bundle)
    assert verdict.finding is None
    assert verdict.complete == (viewer == REFEREE or game == "g2")
    assert bundle.members == members(record, game, viewer)
    assert [file.name for file in tmp_path.iterdir()] == ["b.zip"]


def test_a_self_played_game_holds(tmp_path: Path) -> None:
    store = Record(tmp_path / "a.db")
    for game in self_play(store, "shinobi", 2, "bundles"):
        assert audited(members(store, game, PUBLIC)).finding is None
    store.close()


def lines_of(found: Members) -> list[dict[str, Any]]:
    return [json.loads(line) for line in found["game.jsonl"].splitlines()]


@pytest.mark.parametrize("game", ["g1", "g2"])
def test_all_viewers_have_the_same_heads_and_public_forms(record: Record, game: str) -> None:
    seen = set()
    for viewer in VIEWERS:
        found = members(record, game, viewer)
        forms = [(line["digest"], line["public"]) for line in lines_of(found)[1:]]
        seen.add((json.dumps(forms), found["checkpoint.txt"], found["key.txt"]))
    assert len(seen) == 1


def test_a_bundle_opens_only_what_is_due(record: Record) -> None:
    everything = lines_of(members(record, "g1", REFEREE))[1:]
    for viewer in VIEWERS[:-1]:
        found = members(record, "g1", viewer)
        packed = b"\n".join(found.values())
        for whole, line in zip(everything, lines_of(found)[1:], strict=True):
            for opening in whole["openings"]:
                due = viewer in sealed_at(whole["public"]["entry"], opening["path"])["to"]
                assert (opening in line["openings"]) == due
                assert (opening["salt"].encode() in packed) == due
                if opening["path"] == "cell":
                    assert not due
                    assert opening["value"].encode() not in packed


def sealed_at(entry: Any, path: str) -> Any:
    for key in path.split("/"):
        entry = entry[key]
    return entry


def test_a_seat_gets_the_mails_that_it_sent_and_no_others(record: Record) -> None:
    sent = {f"mails/{name}.eml": raw for name, _, raw in record.mails()}
    ours = {
        f"mails/{e.act[1].partition(':')[0]}.eml": e.act[2]
        for e in record.envelopes("g1")
        if e.act[0] == "mail"
    }
    assert len(ours) == 12
    for viewer in VIEWERS:
        found = members(record, "g1", viewer)
        mails = {name: raw for name, raw in found.items() if name.startswith("mails/")}
        assert mails == {n: sent[n] for n, seat in ours.items() if viewer in (seat, REFEREE)}
        if viewer != REFEREE:
            packed = b"\n".join(found.values())
            assert not any(sent[name] in packed for name, seat in ours.items() if seat != viewer)


def test_a_mail_on_behalf_of_a_seat_is_not_the_seats(record: Record, tmp_path: Path) -> None:
    store = fixed_record(tmp_path / "b.db")
    play_by_mail(store, "g3", 0)
    raw = b"From: ref@example.com\n\nlook"
    name = sha256(raw).hexdigest()
    store.keep_mail(name, raw)
    Referee(store).look(
        "g3", "Ref", "the hand of iga", "a dispute", Act("mail", f"{name}:1", "iga", "Ref", "iga")
    )
    assert f"mails/{name}.eml" not in members(store, "g3", "iga")
    assert f"mails/{name}.eml" in members(store, "g3", REFEREE)
    store.close()


def test_the_same_game_gives_the_same_bytes(record: Record, tmp_path: Path) -> None:
    for name in ("a.zip", "b.zip"):
        write_bundle(record, "g1", "iga", tmp_path / name)
    assert (tmp_path / "a.zip").read_bytes() == (tmp_path / "b.zip").read_bytes()
    with zipfile.ZipFile(tmp_path / "a.zip") as archive:
        names = archive.namelist()
        assert names == sorted(names)
        assert {info.date_time for info in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}


def test_the_page_is_the_page() -> None:
    page = Path(writing.__file__).parents[2] / "docs" / "format.md"
    inside = Path(writing.__file__).parent / "format.md"
    assert not inside.exists() or inside.read_bytes() == page.read_bytes()


def test_the_vectors_are_current() -> None:
    assert vectors.PAGE.read_text(encoding="utf-8") == vectors.page()


def test_the_altered_games_of_the_vectors_fail_where_they_say() -> None:
    game = json.loads(vectors.PAGE.read_text(encoding="utf-8"))["game"]
    assert audit_export(read_export([line.encode() for line in game["lines"]])).finding is None
    for change in game["altered"]:
        lines = list(game["lines"])
        line = lines[change["line"] - 1]
        lines[change["line"] - 1] = line.replace(change["from"], change["to"], 1)
        assert lines != game["lines"]
        finding = audit_export(read_export([line.encode() for line in lines])).finding
        assert finding is not None
        assert finding.position == change["finds"], change


# ---- other levels of proof


def played_at(store: Record, level: int, orders: int) -> None:
    """A game "g" of which the faces are real dice (level 0), or a witness contributes to them (level 3)."""
    referee, players, act = Referee(store, seed="g"), Random(level), Act("command line")
    referee.open(Opening("g", "shinobi", ("Ann", "Ben", "Cem"), level=level), act)
    drawn = own("g", "witness", ("iga", "ise", "kii", "game"))
    if level:
        referee.take("g", "witness", Root(f"{drawn.root()} {drawn.sheets}"), act)
    for _ in range(orders):
        game = store.load("g").game
        if game.asked and level:
            where, head = f"{game.asked.lane}/{game.asked.index}", store.envelopes("g")[-1].digest.hex()
            line = shown(drawn, where, game.asked.lane, game.asked.index)
            referee.take("g", "witness", Cell(f"{line} {head}"), act)
        elif game.asked:
            referee.enter("g", [players.randint(1, top) for top in game.asked.limits()], act)
        else:
            seat = game.awaited()[0]
            offers = game.rules.offers(game.state, seat) or ()
            joins = game.expected() == (Join,)
            referee.take("g", seat, Join("a heron stands here") if joins else players.choice(offers), act)


@pytest.mark.parametrize("viewer", ["iga", PUBLIC, REFEREE])
def test_a_game_with_a_witness_holds(tmp_path: Path, viewer: str) -> None:
    store = fixed_record(tmp_path / "a.db")
    played_at(store, 3, 40)
    assert audited(members(store, "g", viewer)).finding is None
    store.close()


@pytest.mark.parametrize("viewer", ["iga", PUBLIC, REFEREE])
def test_a_game_with_real_dice_holds_and_the_report_names_them(tmp_path: Path, viewer: str) -> None:
    store = fixed_record(tmp_path / "a.db")
    played_at(store, 0, 40)
    found = members(store, "g", viewer)
    assert audited(found).finding is None
    assert "real dice for clan card of iga: sealed" in found["report.md"].decode()
    store.close()


# ---- what cannot be written


def test_an_unknown_viewer_is_refused(record: Record, tmp_path: Path) -> None:
    (tmp_path / "b.zip").write_bytes(b"before")
    with pytest.raises(CannotBundle, match="“omi” is no viewer of g1"):
        write_bundle(record, "g1", "omi", tmp_path / "b.zip")
    assert (tmp_path / "b.zip").read_bytes() == b"before"


def test_a_game_of_another_referee_cannot_be_signed_here(record: Record, tmp_path: Path) -> None:
    other = Record(tmp_path / "other.db")
    import_game(other, read_export(export_lines(record, "g2", PUBLIC)))
    with pytest.raises(CannotBundle, match="another key"):
        members(other, "g2", PUBLIC)
    other.close()


def test_a_write_that_fails_leaves_nothing(
    record: Record, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(handle: int) -> None:
        raise OSError("No space left on device")

    monkeypatch.setattr("os.fsync", broken)
    with pytest.raises(OSError, match="No space"):
        write_bundle(record, "g1", "iga", tmp_path / "b.zip")
    assert list(tmp_path.iterdir()) == []


# ---- alterations, by somebody without the key


def flipped(data: bytes, at: int) -> bytes:
    return data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :]


def test_every_altered_member_is_named(record: Record) -> None:
    found = members(record, "g1", REFEREE)
    for name, data in found.items():
        for at in {0, len(data) // 2, len(data) - 1}:
            verdict = audited({**found, name: flipped(data, at)})
            event = data[:at].count(b"\n") if name == "game.jsonl" else 0
            # In a manifest that is still well formed, some member has another digest or another name.
            assert named(verdict) == (event or name) or name == "manifest.json", (name, at)


def test_every_missing_member_is_named(record: Record) -> None:
    found = members(record, "g1", "iga")
    for name in found:
        assert named(audited({n: data for n, data in found.items() if n != name})) == name


@pytest.mark.parametrize(
    "name", ["readme.txt", "mails/x.eml", f"mails/{'ab' * 32}.eml", "../key.txt", "mails/"]
)
def test_a_member_too_many_is_named(record: Record, name: str) -> None:
    assert named(audited({**members(record, "g1", "iga"), name: b"x"})) == name


def test_another_key_is_named(record: Record) -> None:
    found = without_manifest(members(record, "g1", "iga"))
    found["key.txt"] = f"{signing.public_of(bytes(32))}\n".encode()
    assert named(audited(writing.signed(found, bytes(32)))) == "key.txt"
    assert named(audited(writing.signed(found, SEED))) == "manifest.sig"


# ---- alterations, by somebody who has the key


def without_manifest(found: Members) -> Members:
    return {name: data for name, data in found.items() if not name.startswith("manifest")}


def resigned(found: Members, name: str, data: bytes) -> Verdict:
    return audited(writing.signed({**without_manifest(found), name: data}, SEED))


def relined(found: Members, change: Callable[[list[bytes]], None]) -> Verdict:
    lines = found["game.jsonl"].splitlines()
    change(lines)
    return resigned(found, "game.jsonl", b"".join(line + b"\n" for line in lines))


def rechained(found: Members, change: Callable[[list[dict[str, Any]]], None]) -> Verdict:
    """Changes the parsed lines, and makes every digest, the header and the checkpoint again."""
    lines = lines_of(found)
    change(lines)
    header, events = lines[0], lines[1:]
    head = genesis(header["game"])
    for event in events:
        head = digest(head, canonical(event["public"]))
        event["digest"] = head.hex()
    header["head"], header["events"] = head.hex(), len(events)
    game = b"".join(canonical(line) + b"\n" for line in lines)
    checkpoint = signing.make_checkpoint(SEED, header["game"], len(events), head.hex()).text().encode()
    return resigned({**found, "checkpoint.txt": checkpoint}, "game.jsonl", game)


def test_rechaining_nothing_changes_nothing(record: Record) -> None:
    for viewer in VIEWERS:
        assert rechained(members(record, "g1", viewer), lambda lines: None).finding is None


def test_an_altered_event_is_named(record: Record) -> None:
    found = members(record, "g2", PUBLIC)
    count = len(found["game.jsonl"].splitlines())
    for position in Random(3).sample(range(1, count), 12):

        def later(lines: list[bytes], at: int = position) -> None:
            line = json.loads(lines[at])
            line["public"]["at"] += 1
            lines[at] = canonical(line)

        assert named(relined(found, later)) == position


@pytest.mark.parametrize("viewer", ["iga", PUBLIC, REFEREE])
def test_what_was_changed_and_rechained_is_named(record: Record, viewer: str) -> None:
    found = members(record, "g1", viewer)
    thrown = next(n for n, line in enumerate(lines_of(found)) if is_open_throw(line))

    def another_face(lines: list[dict[str, Any]]) -> None:
        entry = lines[thrown]["public"]["entry"]
        entry["faces"] = [entry["faces"][0] % entry["question"]["sides"] + 1]

    def another_cell(lines: list[dict[str, Any]]) -> None:
        lines[thrown]["public"]["entry"]["cell"] = "ab" * 32

    def many_faces(lines: list[dict[str, Any]]) -> None:
        lines[thrown]["public"]["entry"]["question"]["count"] = 1 << 60

    def no_sides(lines: list[dict[str, Any]]) -> None:
        lines[thrown]["public"]["entry"]["question"]["sides"] = 0

    def endless(lines: list[dict[str, Any]]) -> None:
        lines[thrown]["public"]["entry"]["question"]["sides"] = (1 << 64) - 1

    def earlier(lines: list[dict[str, Any]]) -> None:
        lines[thrown]["public"]["at"] = 5

    for change in (another_face, another_cell, many_faces, no_sides, endless, earlier):
        assert named(rechained(found, change)) == thrown, change.__name__


def is_open_throw(line: dict[str, Any]) -> bool:
    entry = line.get("public", {}).get("entry", {})
    return entry.get("type") == "thrown" and isinstance(entry["faces"], list)


@pytest.mark.parametrize("viewer", ["iga", REFEREE])
def test_another_data_set_is_found_at_the_opening(record: Record, viewer: str) -> None:
    def richer(lines: list[dict[str, Any]]) -> None:
        name = next(iter(lines[0]["data"]))
        lines[0]["data"][name] += "\n"

    assert named(rechained(members(record, "g1", viewer), richer)) == 1


@pytest.mark.parametrize("viewer", ["iga", REFEREE])
def test_a_sheet_that_comes_after_somebody_has_joined_is_found(record: Record, viewer: str) -> None:
    def swapped(lines: list[dict[str, Any]]) -> None:
        sheet, joined = lines[2]["public"], lines[3]["public"]
        sheet["entry"], joined["entry"] = joined["entry"], sheet["entry"]
        sheet["at"] = joined["at"]

    assert named(rechained(members(record, "g1", viewer), swapped)) == 2


def test_what_is_withheld_or_told_too_much_is_found(record: Record) -> None:
    ours, all_of_it = members(record, "g1", "iga"), lines_of(members(record, "g1", REFEREE))
    own = next(n for n, line in enumerate(lines_of(ours)) if line.get("openings"))
    other = next(n for n, line in enumerate(all_of_it) if line.get("openings") and n != own)

    def withheld(lines: list[dict[str, Any]]) -> None:
        lines[own]["openings"] = []

    def told(lines: list[dict[str, Any]]) -> None:
        lines[other]["openings"] = all_of_it[other]["openings"]

    assert named(rechained(ours, withheld)) == own
    assert named(rechained(ours, told)) == other
    over = members(record, "g2", PUBLIC)
    own = next(n for n, line in enumerate(lines_of(over)) if line.get("openings"))
    assert named(rechained(over, withheld)) == own


def test_a_sealed_value_opened_as_another_is_found(record: Record) -> None:
    found = members(record, "g1", "iga")
    own = next(n for n, line in enumerate(lines_of(found)) if line.get("openings"))

    def another(lines: list[dict[str, Any]]) -> None:
        lines[own]["openings"][0]["value"] = "mori" if lines[own]["openings"][0]["value"] != "mori" else "oda"

    assert named(rechained(found, another)) == own


def test_a_secret_that_is_chosen_anew_with_its_commitment_is_found_at_the_end(record: Record) -> None:
    """The referee deals another clan, and makes commitment and chain fit: the draw gives it away."""
    found = members(record, "g2", PUBLIC)
    dealt = next(n for n, line in enumerate(lines_of(found)) if "clan-dealt" in json.dumps(line))

    def another(lines: list[dict[str, Any]]) -> None:
        (opening,) = lines[dealt]["openings"]
        opening["value"] = "mori" if opening["value"] != "mori" else "oda"
        made = commitment(
            "g2", dealt, opening["path"], bytes.fromhex(opening["salt"]), canonical(opening["value"])
        )
        sealed_at(lines[dealt]["public"]["entry"], opening["path"])["value"]["commitment"] = made

    assert named(rechained(found, another)) == dealt


def test_an_event_that_breaks_the_rules_code_is_a_finding(record: Record) -> None:
    found = members(record, "g2", PUBLIC)
    ordered = next(n for n, line in enumerate(lines_of(found)) if '"type": "ordered"' in json.dumps(line))

    def nowhere(lines: list[dict[str, Any]]) -> None:
        order = lines[ordered]["public"]["entry"]["order"]
        order["province"] = order["card"] = "nowhere"

    verdict = rechained(found, nowhere)
    assert isinstance(named(verdict), int)
    assert verdict.finding is not None
    assert verdict.finding.position >= ordered


def test_a_checkpoint_that_others_signed_too_is_welcome(record: Record) -> None:
    found = members(record, "g1", "iga")
    checkpoint = signing.parse_checkpoint(found["checkpoint.txt"].decode())
    cosigned = signing.cosigned(checkpoint, "second.umpire", bytes(32))
    assert resigned(found, "checkpoint.txt", cosigned.text().encode()).finding is None
    alone = replace(cosigned, signatures=cosigned.signatures[1:])
    older = signing.make_checkpoint(SEED, "g1", 3, lines_of(found)[3]["digest"])
    for wrong in (alone.text().encode(), older.text().encode(), b"", b"\xff"):
        assert named(resigned(found, "checkpoint.txt", wrong)) == "checkpoint.txt"


def test_a_mail_under_another_name_is_named(record: Record) -> None:
    found = members(record, "g1", "iga")
    name = next(name for name in found if name.startswith("mails/"))
    assert named(resigned(found, name, b"another mail")) == name


def test_witnesses_speak_against_a_bundle_too(record: Record) -> None:
    found = members(record, "g1", "iga")
    head = signing.make_checkpoint(SEED, "g1", 7, "ab" * 32)
    assert named(audited(found, (head,))) == 7


# ---- hostile files


def raw_line(at: int, line: bytes) -> Callable[[list[bytes]], None]:
    def change(lines: list[bytes]) -> None:
        lines[at] = line

    return change


HOSTILE = [
    b"",
    b"null",
    b"[]",
    b"{}",
    b"[" * 100_000,
    b'{"digest":"","openings":[],"public":' + b"[" * 900 + b"]" * 900 + b"}",
    b'{"digest":"","openings":[],"public":{"act":{"cause":"x"},"at":1e9,"entry":{},"game":"g1","position":4}}',
    b'{"digest":"","openings":[],"public":' + b"9" * 5000 + b"}",
    b'{"digest":"","openings":[],"public":18446744073709551616}',
    b'{"digest":"","openings":[],"public":-9223372036854775809}',
    b'{"digest":"","openings":[{}],"public":{}}',
    b'{"digest":"","openings":7,"public":{}}',
    b'{"digest":"","digest":"","openings":[],"public":{}}',
    b'{"digest":"","openings":[],"public":{},"more":1}',
    b'{"digest":"\\ud800","openings":[],"public":{}}',
    b'{"digest": "", "openings":[],"public":{}}',
    b"\xff",
    b'{"digest":"","openings":[],"public":NaN}',
]


@pytest.mark.parametrize("line", HOSTILE)
def test_a_hostile_line_is_named(record: Record, line: bytes) -> None:
    found = members(record, "g1", "iga")
    assert named(relined(found, raw_line(4, line))) == 4
    assert named(relined(found, raw_line(0, line))) == "game.jsonl"
    for data in (line, line + b"\n"):
        assert named(resigned(found, "game.jsonl", data)) == "game.jsonl"


HOSTILE_ENTRIES: list[Any] = [
    7,
    None,
    "x",
    [],
    {},
    {"type": "thrown"},
    {"type": ["fact"]},
    {"type": "fact", "then": 7},
    {"type": "sealed", "to": 7, "value": 1},
    {"type": "ordered", "seat": "iga", "order": {"type": "sealed"}, "cell": "xx"},
    {"type": "sheet-committed", "party": "referee", "sheet": 1, "cells": ["x"]},
    {"type": "contributed", "party": "iga", "index": 1, "cell": "x"},
    {"type": "joined", "seat": "nobody", "phrase": ""},
]


@pytest.mark.parametrize("entry", HOSTILE_ENTRIES)
@pytest.mark.parametrize("viewer", ["iga", REFEREE])
def test_a_hostile_event_that_is_chained_and_signed_is_named(record: Record, entry: Any, viewer: str) -> None:
    def instead(lines: list[dict[str, Any]]) -> None:
        lines[5]["public"]["entry"] = entry
        lines[5]["openings"] = []

    def first(lines: list[dict[str, Any]]) -> None:
        lines[1]["public"]["entry"] = entry

    found = members(record, "g1", viewer)
    if not (viewer == "iga" and entry == {"type": "fact", "then": 7}):  # only the rules can tell
        at = named(rechained(found, instead))
        assert at in (4, 5, 6)
    assert named(rechained(found, first)) == 1


def test_what_is_no_zip_is_said(tmp_path: Path) -> None:
    path = tmp_path / "b.zip"
    with pytest.raises(NotABundle, match="cannot be read"):
        read_bundle(path)
    for data in (b"", b"PK\x03\x04", b"PK\x05\x06" + b"\xff" * 18, b"x" * 1000):
        path.write_bytes(data)
        with pytest.raises(NotABundle):
            read_bundle(path)


def test_any_damage_to_the_file_is_found_and_never_breaks_the_reader(record: Record, tmp_path: Path) -> None:
    found = members(record, "g1", "iga")
    path, whole = tmp_path / "b.zip", zipped(found)
    random = Random(11)
    copies = [whole[: random.randrange(len(whole))] for _ in range(20)]
    copies += [flipped(whole, random.randrange(len(whole))) for _ in range(60)]
    copies += [flipped(whole, len(whole) - at) for at in range(1, 400, 7)]
    for copy in copies:
        path.write_bytes(copy)
        try:
            bundle = read_bundle(path)
        except NotABundle:
            continue
        if bundle.members != found:
            assert audit_bundle(bundle).finding is not None


def with_members(path: Path, *made: tuple[str, bytes, int]) -> Bundle:
    with zipfile.ZipFile(path, "w") as archive:
        for name, data, method in made:
            archive.writestr(zipfile.ZipInfo(name), data, method)
    return read_bundle(path)


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_members_that_are_no_ordinary_members_are_named(tmp_path: Path) -> None:
    stored = zipfile.ZIP_STORED
    twice = with_members(tmp_path / "b", ("key.txt", b"1", stored), ("key.txt", b"2", stored))
    assert (named(audit_bundle(twice)), twice.faults[0].why) == ("key.txt", "It occurs twice.")
    packed = with_members(tmp_path / "b", ("key.txt", b"1", zipfile.ZIP_LZMA))
    assert "compressed in a way" in packed.faults[0].why
    locked = bytearray((tmp_path / "b").read_bytes())
    for flags in (locked.index(b"PK\x01\x02") + 8, locked.index(b"PK\x03\x04") + 6):
        locked[flags] |= 1
    (tmp_path / "b").write_bytes(locked)
    assert read_bundle(tmp_path / "b").faults[0].why == "It is encrypted."


def test_a_bomb_is_not_unpacked(tmp_path: Path) -> None:
    with pytest.raises(NotABundle, match="at most"):
        with_members(tmp_path / "b", *((f"{n}", b"", 0) for n in range(MOST_MEMBERS + 1)))
    bomb = zipped({"game.jsonl": b"0" * (8 << 20)})
    path = tmp_path / "bomb"
    for size in (600 << 20, 5):  # the sizes that the file speaks of: too much, and a lie
        lying = bytearray(bomb)
        for mark, at in ((b"PK\x01\x02", 24), (b"PK\x03\x04", 22)):
            start = lying.index(mark) + at
            lying[start : start + 4] = size.to_bytes(4, "little")
        path.write_bytes(lying)
        if size > 5:
            with pytest.raises(NotABundle, match="at most"):
                read_bundle(path)
        else:
            assert "damaged" in read_bundle(path).faults[0].why


# ---- the report


def test_the_report_says_what_people_want_to_know(record: Record) -> None:
    text = members(record, "g2", PUBLIC)["report.md"].decode()
    for said in (
        "# g2: Shinobi",
        "iga (Ann), ise (Ben), kii (Cem)",
        "Over. Winners: ",
        "Level 1. Faces follow",
    ):
        assert said in text
    assert "It does not exclude a referee who tells a friend what comes next," in text
    assert "## What the referee did beside the rules\n\nNothing.\n" in text
    assert "- Not over" in members(record, "g1", PUBLIC)["report.md"].decode()


def test_a_look_is_in_the_report_and_cannot_be_dressed_up(tmp_path: Path) -> None:
    store = fixed_record(tmp_path / "b.db")
    play_by_mail(store, "g3", 0)
    Referee(store).look("g3", "R_ef", "the hand\n# of iga", "a [dispute](http://x)", Act("command line"))
    text = members(store, "g3", PUBLIC)["report.md"].decode()
    assert "R\\_ef looked at the hand \\# of iga. Reason: a \\[dispute\\](http://x)" in text
    store.close()


def throw(position: int, sides: int, faces: list[int], **more: Any) -> Public:
    question = {"rule": "1", "purpose": "combat", "sides": sides, "count": len(faces)}
    return Public(
        Act("mail"), 0, {"type": "thrown", "question": question, "faces": faces, **more}, "g1", position
    )


def test_the_dice_are_counted_with_honest_odds(record: Record) -> None:
    lines = list(export_lines(record, "g1", PUBLIC))
    game, export = record.load("g1").game, read_export(lines)
    forms = [
        throw(1, 6, [1, 2, 3, 4, 5, 6] * 10),
        throw(2, 2, [1] * 20),
        throw(3, 10, [4]),
        throw(4, 6, [6], real=True),
    ]
    text = writing.report(game, export, forms)
    assert "60 faces of d6; each is expected 10.0 times. 1: 10, 2: 10" in text
    assert "Chi-square 0.00 with 5 degrees of freedom: p = 1.000." in text
    assert "Chi-square 20.00 with 1 degree of freedom: p < 0.001." in text
    assert "1 face of d10; each is expected 0.1 times." in text
    assert "Tests made: 2. " in text
    assert "with probability 0.10" in text
    assert "- Event 4: real dice for combat: 6" in text


@pytest.mark.parametrize(
    ("squares", "freedom", "expected"),
    [
        (3.8415, 1, 0.05),
        (5.9915, 2, 0.05),
        (11.0705, 5, 0.05),
        (18.3070, 10, 0.05),
        (15.0863, 5, 0.01),
        (0.0, 5, 1.0),
        (1000.0, 5, 0.0),
        (76.154, 50, 0.01),
        (123.225, 99, 0.05),
    ],
)
def test_the_tail_of_chi_square(squares: float, freedom: int, expected: float) -> None:
    assert chi_square_tail(squares, freedom) == pytest.approx(expected, abs=1e-4)
