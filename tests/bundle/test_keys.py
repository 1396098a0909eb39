"""A game's key from elsewhere: a whole record that was written anew under another key."""

from __future__ import annotations

import html
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from referee.audit.audit import Verdict, audit_export, audit_game
from referee.audit.game_lines import export_lines, read_export
from referee.audit.keys import CHECKPOINT, GIVEN, MAIL, RECEIPTS, RECORD, NoKey, OtherPlace, key_from
from referee.audit.witnesses import Mailbox
from referee.bundle.checking import Bundle, audit_bundle
from referee.bundle.writing import members
from referee.proof import signing
from referee.proof.signing import NO_MAIL, Receipt
from referee.record.chain import digest, genesis, public_form
from referee.record.envelope import Envelope
from referee.record.record import Record
from tests.bundle.vectors import SEED, fixed_record, play_by_mail, signed

KEY = signing.public_of(SEED)
THIEF = bytes(32)
HIS = signing.public_of(THIEF)
OPENING = f"""\
From: bugyo@example.com
Content-Type: text/plain; charset=utf-8

Data set    {"0" * 64}
Key         Ed25519
            {KEY}:
            what every receipt and head of this referee is signed with.
"""


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Record]:
    store = fixed_record(tmp_path_factory.mktemp("keys") / "a.db")
    play_by_mail(store, "g1", 6)
    yield store
    store.close()


@pytest.fixture(scope="module")
def stolen(record: Record, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Record]:
    """The same game by somebody else, who names his own key and signs with it."""
    store = Record(tmp_path_factory.mktemp("stolen") / "b.db")
    signing.keep_seed(store, THIEF)
    opened = record.load("g1").game.opening()
    store.keep_data("shinobi", record.data_files("shinobi", opened.data))
    head, chained = genesis("g1"), list[Envelope[Any]]()
    for position, one in enumerate(record.envelopes("g1"), 1):
        entry = replace(one.entry, key=HIS) if position == 1 else one.entry
        again: Envelope[Any] = Envelope(b"", one.at, one.act, entry, one.salts)
        head = digest(head, public_form("g1", position, again))
        chained.append(replace(again, digest=head))
    store.restore("g1", "shinobi", chained)
    yield store
    store.close()


def verdicts(store: Record, place: OtherPlace, *boxes: Mailbox) -> Iterator[Verdict]:
    """Of the store, an export and a bundle."""
    yield audit_game(store, "g1", boxes, place)
    yield audit_export(read_export(export_lines(store, "g1", "public")), boxes, place)
    yield audit_bundle(Bundle(members(store, "g1", "iga")), boxes, place)


def checkpoint(seed: bytes, position: int = 3, game: str = "g1") -> OtherPlace:
    return OtherPlace(CHECKPOINT, checkpoints=(signing.make_checkpoint(seed, game, position, "ab" * 32),))


def test_it_is_said_where_the_key_is_known_from(record: Record, stolen: Record) -> None:
    head = record.envelopes("g1")[4].digest.hex()
    receipt = signed(Receipt("g1", "iga", 1, NO_MAIL, 5, head))
    mine = Mailbox("iga", (receipt,))
    for place, boxes, known in (
        (OtherPlace(), (), RECORD),
        (OtherPlace(), (mine,), RECEIPTS),
        (OtherPlace(GIVEN, KEY), (), GIVEN),
        (OtherPlace(MAIL, KEY), (mine,), MAIL),
        (checkpoint(SEED), (), CHECKPOINT),
        (checkpoint(SEED, game="g2"), (), RECORD),
    ):
        for verdict in verdicts(record, place, *boxes):
            assert (verdict.finding, verdict.key, verdict.key_from) == (None, KEY, known)
    for verdict in verdicts(stolen, OtherPlace(), mine):
        assert (verdict.finding, verdict.key, verdict.key_from) == (None, HIS, RECORD)


@pytest.mark.parametrize("place", [OtherPlace(GIVEN, KEY), OtherPlace(MAIL, KEY), checkpoint(SEED)])
def test_another_key_is_a_finding_at_event_1(stolen: Record, place: OtherPlace) -> None:
    for verdict in verdicts(stolen, place):
        assert verdict.finding is not None
        assert (verdict.finding.position, HIS in verdict.finding.why) == (1, True)


def test_a_forged_checkpoint_beside_a_true_one_hides_nothing(record: Record) -> None:
    (true,), (forged,) = checkpoint(SEED).checkpoints, checkpoint(THIEF).checkpoints
    for notes in ((true, forged), (forged, true)):
        for verdict in verdicts(record, OtherPlace(CHECKPOINT, checkpoints=notes)):
            assert (verdict.finding, verdict.key_from) == (None, CHECKPOINT)


def quoted(text: str) -> str:
    return "From: a@b\n\n" + "".join(f"> {line}\n" for line in text.splitlines())


def as_page(text: str) -> str:
    head, _, body = text.partition("\n\n")
    return f"{head.replace('text/plain', 'text/html')}\n\n<p>{html.escape(body).replace(chr(10), '<br>')}</p>"


@pytest.mark.parametrize("written", [str, quoted, as_page])
def test_a_mail_of_the_opening_names_the_key(tmp_path: Path, written: Any) -> None:
    (tmp_path / "1.eml").write_text(written(OPENING), "utf-8")
    assert key_from(tmp_path / "1.eml") == OtherPlace(MAIL, KEY)
    (tmp_path / "2.eml").write_text(OPENING, "utf-8")
    assert key_from(tmp_path) == OtherPlace(MAIL, KEY)


def test_a_checkpoint_is_taken_where_no_key_is_named(tmp_path: Path) -> None:
    place = checkpoint(SEED)
    (tmp_path / "note").write_text(place.checkpoints[0].text(), "utf-8")
    assert key_from(tmp_path / "note") == place


def test_what_names_no_key_or_several_is_refused(tmp_path: Path) -> None:
    (tmp_path / "1.eml").write_text(OPENING.replace(KEY, KEY[:-1]), "utf-8")
    with pytest.raises(NoKey, match="neither the mail of an opening nor a checkpoint"):
        key_from(tmp_path / "1.eml")
    (tmp_path / "1.eml").write_text(OPENING + OPENING.replace(KEY, HIS), "utf-8")
    with pytest.raises(NoKey, match="names 2 keys"):
        key_from(tmp_path / "1.eml")
