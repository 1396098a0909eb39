"""Whole games by mail, at each level of proof: nobody knows more than his mails say."""

from __future__ import annotations

import errno
import re
from pathlib import Path
from random import Random

import pytest

from domain.game.checking.proof import check_throws
from domain.game.checking.readjudicate import readjudicate
from domain.game.entries.entries import Contributed, Ordered
from domain.kit.chance import Thrown
from domain.titles import TITLES
from referee.audit.histories import gaps
from referee.audit.witnesses import receipts_in
from referee.proof.signing import NAME, Receipt, is_signed, parse_checkpoint, public_key, verified
from referee.service.exits import Handled
from tests.referee.mail.players import WITNESS, Table, company, play
from tests.referee.mail.test_desk_world import PEOPLE, body, parse


def proved(table: Table) -> list[object]:
    """The entries of a game whose every throw and order holds."""
    game = table.game
    entries = [envelope.entry for envelope in table.record.envelopes("spring")]
    assert check_throws("spring", entries) is None
    assert readjudicate(TITLES["shinobi"], game.data, entries, "spring") is None
    return list(entries)


@pytest.mark.soak
def test_a_player_needs_nothing_but_a_mail_program(tmp_path: Path) -> None:
    table = Table(tmp_path, 1)
    mails = play(table, company(tmp_path, 1))
    assert table.game.is_over()
    proved(table)
    ends = [parse(raw) for raw in mails if b"\n:: Mail: end " in raw]
    assert [one["To"] for one in ends] == list(PEOPLE.values())
    for one in ends:
        assert table.game.winners[0] in body(one).splitlines()[0]
    check_receipts(table, mails)
    table.record.close()


def check_receipts(table: Table, mails: list[bytes]) -> None:
    """Every mail to a party has the next number, and names the head that each other seat was sent last; every
    head is one of the record."""
    key = public_key(table.record)
    heads = [envelope.digest.hex() for envelope in table.record.envelopes("spring")]
    found = list[Receipt]()
    for raw in mails:
        one = parse(raw)
        (receipt,) = receipts_in(body(one))
        assert is_signed(receipt, key)
        assert heads[receipt.position - 1] == receipt.head
        sent = [one for one in found if one.position < receipt.position and one.seat in table.game.seats]
        assert dict(receipt.seen) == {one.seat: one.head for one in sent if one.seat != receipt.seat}
        found.append(receipt)
        for part in one.iter_attachments():
            checkpoint = parse_checkpoint(part.get_content())
            assert verified(checkpoint, {NAME: key}) == (NAME,)
            assert (checkpoint.position, checkpoint.head) == (receipt.position, receipt.head)
    assert gaps(found) == ()
    numbers = [(receipt.seat, receipt.number) for receipt in found]
    assert len(set(numbers)) == len(numbers)


@pytest.mark.parametrize("most", [100, pytest.param(10_000, marks=pytest.mark.soak)])
def test_two_seats_with_sheets_and_one_without(tmp_path: Path, most: int) -> None:
    """The first mails of a game, and all of them."""
    table = Table(tmp_path, 2)
    play(table, company(tmp_path, 2, ("iga", "kii")), most=most)
    assert table.game.is_over() == (most > 100)
    orders = [entry for entry in proved(table) if isinstance(entry, Ordered) and entry.by == "seat"]
    assert {entry.seat for entry in orders} == {"iga", "ise", "kii"}
    for entry in orders:
        assert bool(entry.cell) == (entry.seat != "ise")
    table.record.close()


@pytest.mark.soak
def test_a_witness_opens_a_cell_for_every_throw(tmp_path: Path) -> None:
    """The first 130 mails of a game."""
    table = witnessed(tmp_path, cells=10, most=130)
    assert not table.game.is_over()
    table.record.close()


@pytest.mark.soak
def test_a_witness_opens_a_cell_for_every_throw_of_a_whole_game(tmp_path: Path) -> None:
    table = witnessed(tmp_path, cells=20, most=10_000)
    assert table.game.is_over()
    table.record.close()


def witnessed(path: Path, cells: int, most: int) -> Table:
    """A game that was played until so many mails were out; a sheet of the witness has so many cells."""
    table = Table(path, 3)
    mails = play(table, company(path, 3, witness=cells), most=most)
    entries = proved(table)
    throws = [entry.question.index for entry in entries if isinstance(entry, Thrown)]
    given = [entry.index for entry in entries if isinstance(entry, Contributed)]
    assert throws == given == list(range(1, len(throws) + 1))
    assert len(throws) > cells  # its program has published further sheets by itself
    requests = [raw for raw in mails if b"your cell for throw" in raw and b"auto-generated" in raw]
    assert len(requests) == len(throws)
    check_receipts(table, mails)
    for raw in mails:
        one = parse(raw)
        if one["To"] == WITNESS and ":: Mail: end " not in body(one):
            assert "gets the clan card of" not in body(one)
            assert not re.search(r"draws? \d cards?:|Your hand", body(one))
    return table


@pytest.mark.soak
def test_a_desk_that_breaks_off_again_and_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every few mails the outgoing Maildir is full, and the mail that was worked is handed in again."""
    table = Table(tmp_path, 3)
    random, put, handle = Random(4), table.outbox.put, table.desk.handle

    def sometimes(raw: bytes) -> None:
        if random.random() < 0.2:
            raise OSError(errno.ENOSPC, "No space left on device")
        put(raw)

    def again(raw: bytes) -> Handled:
        while (handled := handle(raw)).is_left:
            pass
        return handled

    table.desk.announce("spring")
    monkeypatch.setattr(table.outbox, "put", sometimes)
    monkeypatch.setattr(table.desk, "handle", again)
    play(table, company(tmp_path, 4, ("iga",), witness=40), table.raw(), most=100)
    entries = [envelope.entry for envelope in table.record.envelopes("spring")]
    assert check_throws("spring", entries) is None
    orders = [entry for entry in entries if isinstance(entry, Ordered) and entry.by == "seat"]
    assert len(orders) > 5
    assert all(bool(entry.cell) == (entry.seat == "iga") for entry in orders)
    table.record.close()
