"""Receipts, and a doctored store against the mailboxes of its players."""

from __future__ import annotations

import mailbox
import quopri
from collections.abc import Callable, Iterator
from email.message import EmailMessage
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from referee.audit.audit import WITNESSES, audit_export, audit_game
from referee.audit.game_lines import export_lines, read_export
from referee.audit.witnesses import NoMailbox, Witness, checkpoints_in, gaps, receipts_in, witnesses
from referee.proof import receipts, signing
from referee.proof.receipts import NO_MAIL, Receipt
from referee.record.chain import digest, genesis, public_form
from referee.record.envelope import Envelope
from referee.record.record import Record
from tests.bundle.vectors import SEED, fixed_record, play_by_mail

KEY = signing.public_of(SEED)
ONE = receipts.signed(SEED, Receipt("g1", "takeda", 3, "cd" * 32, 12, "ab" * 32))
CHECKPOINT = signing.make_checkpoint(SEED, "g1", 12, "ab" * 32)


def quoted(text: str) -> str:
    return "".join(f"> {line}\r\n" for line in text.splitlines())


def wrapped(text: str) -> str:
    """As a mail program breaks what it quotes: after 60 signs, with a mark before the rest."""
    lines = (line[at : at + 60] for line in text.splitlines() for at in range(0, max(len(line), 1), 60))
    return "".join(f">> {line}\n" for line in lines)


def html(text: str) -> str:
    return "<div>" + text.replace("&", "&amp;").replace("\n", "<br>\n") + "</div>"


@pytest.mark.parametrize("written", [str, quoted, wrapped, lambda text: quoted(quoted(text))])
def test_a_receipt_is_found_however_a_mail_program_quotes_it(written: Callable[[str], str]) -> None:
    text = f"Dear Bugyo,\nlost again?\n{written(ONE.text())}\n-- \nAnn\n"
    assert receipts_in(text) == (ONE,)
    assert receipts.is_signed(receipts_in(text)[0], KEY)


def test_a_first_mail_answers_none() -> None:
    first = receipts.signed(SEED, Receipt("g1", "takeda", 1, NO_MAIL, 2, "ab" * 32))
    assert receipts_in(ONE.text() + quoted(first.text())) == (ONE, first)


@pytest.mark.parametrize("written", [str, quoted])
def test_a_checkpoint_is_found_too(written: Callable[[str], str]) -> None:
    cosigned = signing.cosigned(CHECKPOINT, "second.umpire", bytes(32))
    text = f"Here it is:\n\n{written(CHECKPOINT.text())}\nand\n{written(cosigned.text())}\n"
    assert checkpoints_in(text) == (CHECKPOINT, cosigned)


@pytest.mark.parametrize(
    ("before", "after"),
    [("takeda", "uesugi"), ("HEAD 12", "HEAD 13"), ("MAIL cd", "MAIL ce"), ("abab", "abac"), ("g1", "g2")],
)
def test_an_altered_receipt_is_not_signed(before: str, after: str) -> None:
    (altered,) = receipts_in(ONE.text().replace(before, after, 1))
    assert not receipts.is_signed(altered, KEY)


def test_what_is_cut_or_misspelt_is_no_receipt() -> None:
    text = ONE.text()
    assert (
        receipts_in(text[:-10]) == receipts_in(text[10:]) == receipts_in(text.replace("MAIL", "MAUL")) == ()
    )
    assert receipts_in(text[:100] + text) == (ONE,)


def test_numbers_run_for_each_seat_of_each_game(tmp_path: Path) -> None:
    record = fixed_record(tmp_path / "a.db")
    asked = [("g1", "iga"), ("g1", "ise"), ("g1", "iga"), ("g2", "iga"), ("g1", "iga")]
    assert [receipts.next_number(record, *seat) for seat in asked] == [1, 1, 2, 1, 3]
    assert receipts.issue(record, "g1", "iga", "answer", "", 4, "ab" * 32).mail == NO_MAIL
    record.close()
    again = Record(tmp_path / "a.db")
    assert receipts.next_number(again, "g1", "iga") == 5
    again.close()


def test_gaps_are_named() -> None:
    had = [replace(ONE, number=n) for n in (2, 3, 7)] + [replace(ONE, seat="uesugi", number=1)]
    assert gaps("g1", had) == ("Of the mails to takeda these are not in the mailbox: 1, 4–6.",)
    assert gaps("g2", had) == ()


# ---- a game with mailboxes


class Played:
    """A game of which every player kept the mails, the last one in a Maildir and the others in an mbox."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.record = fixed_record(folder / "a.db")
        self.boxes: dict[str, Path] = {}
        play_by_mail(self.record, "g1", 12, self.mailed)

    def mailed(self, seat: str, raw: bytes) -> None:
        kept = self.record.load("g1")
        for to in kept.game.seats:
            receipt = receipts.issue(
                self.record, "g1", to, f"{kept.position}", "ab" * 32, kept.position, kept.head.hex()
            )
            self.keep(to, receipt)

    def keep(self, seat: str, receipt: Receipt) -> None:
        mail = EmailMessage()
        mail["From"], mail["To"], mail["Subject"] = "bugyo@example.com", f"{seat}@example.com", "[g1 T1]"
        mail.set_content(f"What happened, 漢字 = \n\n{receipt.text()}", cte="quoted-printable")
        self.boxes[seat] = self.folder / seat
        box = mailbox.Maildir(self.boxes[seat]) if seat == "kii" else mailbox.mbox(self.boxes[seat])
        box.add(mail)
        box.flush()
        box.close()

    def doctored(self, change: Callable[[list[Envelope[Any]]], list[Envelope[Any]]]) -> Record:
        """Another store with the same game, changed, every digest made again."""
        other = Record(self.folder / "doctored.db")
        envelopes = change(self.record.envelopes("g1"))
        opened = self.record.load("g1").game.opened
        assert opened is not None
        other.keep_data("shinobi", self.record.data_files("shinobi", opened.data))
        head = bytes.fromhex(GENESIS)
        chained = []
        for position, envelope in enumerate(envelopes, 1):
            head = digest(head, public_form("g1", position, envelope))
            chained.append(Envelope(head, envelope.at, envelope.act, envelope.entry, envelope.salts))
        other.restore("g1", "shinobi", chained)
        return other


GENESIS = genesis("g1").hex()


@pytest.fixture
def played(tmp_path: Path) -> Iterator[Played]:
    game = Played(tmp_path)
    yield game
    game.record.close()


def acted(position: int, person: str) -> Callable[[list[Envelope[Any]]], list[Envelope[Any]]]:
    """Says of one event that somebody else did it: no rule and no throw can tell."""

    def change(envelopes: list[Envelope[Any]]) -> list[Envelope[Any]]:
        old = envelopes[position - 1]
        act = (*old.act[:3], person, old.act[4])
        envelopes[position - 1] = Envelope(old.digest, old.at, act, old.entry, old.salts)
        return envelopes

    return change


def test_an_honest_record_holds_against_every_mailbox(played: Played) -> None:
    for box in played.boxes.values():
        given = witnesses(box)
        assert len(given) == 15
        verdict = audit_game(played.record, "g1", given)
        assert verdict.finding is None
        assert {check.promise: check.result for check in verdict.checks}[WITNESSES] == "holds"
        assert verdict.notes == ()


def test_a_doctored_and_rechained_store_is_caught_from_either_mailbox(played: Played) -> None:
    seen = [witness.position for witness in witnesses(played.boxes["iga"])]
    at = seen[6]
    other = played.doctored(acted(at, "somebody else"))
    assert audit_game(other, "g1").finding is None
    for box in played.boxes.values():
        finding = audit_game(other, "g1", witnesses(box)).finding
        assert finding is not None
        assert finding.position == at
        first = seen[5] + 1
        said = "this event is" if first == at else f"one of the events {first} to {at} is"
        assert f"{said} not what it was" in finding.why
        export = read_export(export_lines(other, "g1", "public"))
        assert audit_export(export).finding is None
        assert audit_export(export, witnesses(box)).finding == finding
    other.close()


def test_a_cut_tail_is_found(played: Played) -> None:
    seen = [witness.position for witness in witnesses(played.boxes["ise"])]
    other = played.doctored(lambda envelopes: envelopes[: seen[9]])
    assert audit_game(other, "g1").finding is None
    finding = audit_game(other, "g1", witnesses(played.boxes["ise"])).finding
    assert finding is not None
    assert finding.position == seen[9] + 1
    assert "its tail is cut" in finding.why
    other.close()


def test_a_store_with_another_key_is_found(played: Played) -> None:
    def other_key(envelopes: list[Envelope[Any]]) -> list[Envelope[Any]]:
        old = envelopes[0]
        entry = replace(old.entry, key=signing.public_of(bytes(32)))
        return [Envelope(old.digest, old.at, old.act, entry, old.salts), *envelopes[1:]]

    other = played.doctored(other_key)
    assert audit_game(other, "g1").finding is None
    finding = audit_game(other, "g1", witnesses(played.boxes["kii"])).finding
    assert finding is not None
    assert "Receipt 1 of kii" in finding.why
    assert "not signed by the key" in finding.why
    other.close()


def forged(witness: Witness) -> Witness:
    return replace(witness, position=witness.position + 1)


def test_a_witness_that_is_not_signed_is_named(played: Played) -> None:
    kept = played.record.load("g1")
    head = signing.make_checkpoint(SEED, "g1", kept.position, kept.head.hex())
    assert audit_game(played.record, "g1", (head,)).finding is None
    stranger = signing.make_checkpoint(bytes(32), "g1", kept.position, kept.head.hex())
    for wrong in (replace(head, position=4), stranger, replace(head, signatures=())):
        finding = audit_game(played.record, "g1", (wrong,)).finding
        assert finding is not None
        assert "is not signed" in finding.why
    assert audit_game(played.record, "g1", (replace(stranger, game="g2"),)).finding is None


def test_a_lost_mail_is_a_note_and_no_finding(played: Played) -> None:
    given = [w for w in witnesses(played.boxes["iga"]) if isinstance(w, Receipt) and w.number != 5]
    verdict = audit_game(played.record, "g1", given)
    assert verdict.finding is None
    assert verdict.notes == ("Of the mails to iga these are not in the mailbox: 5.",)


# ---- mailboxes of all kinds


def mail_with(body: bytes, kind: str, encoding: str) -> bytes:
    head = f"From: a@b\nMIME-Version: 1.0\nContent-Type: {kind}\nContent-Transfer-Encoding: {encoding}\n\n"
    return head.encode() + body


def test_encoded_mails_are_decoded(tmp_path: Path) -> None:
    page = html(ONE.text()).encode()
    mails = [
        mail_with(
            quopri.encodestring(ONE.text().encode()), "text/plain; charset=nonsense", "quoted-printable"
        ),
        mail_with(quopri.encodestring(page), "text/html; charset=utf-8", "quoted-printable"),
    ]
    for nth, raw in enumerate(mails):
        (tmp_path / "mail.eml").write_bytes(raw)
        assert witnesses(tmp_path / "mail.eml") == (ONE,), nth


def test_a_checkpoint_may_be_attached_and_stands_once(tmp_path: Path) -> None:
    mail = EmailMessage()
    mail.set_content("See the attachment.")
    mail.add_attachment(CHECKPOINT.text().encode(), "application", "octet-stream", filename="checkpoint.txt")
    for name in ("a.eml", "b.eml"):
        (tmp_path / name).write_bytes(bytes(mail))
    assert witnesses(tmp_path) == (CHECKPOINT,)


def test_odd_mails_are_read_as_far_as_they_can_be(tmp_path: Path) -> None:
    random = Random(5)
    good = mail_with(ONE.text().encode(), "text/plain", "7bit")
    nested = b"".join(b"Content-Type: multipart/mixed; boundary=x%d\n\n--x%d\n" % (n, n) for n in range(500))
    mails = [
        b"",
        b"\0" * 50,
        nested,
        good.replace(b"7bit", b"base64"),
        b"Content-Type: text/plain;\n charset*=x\n\n",
    ]
    for _ in range(150):
        raw = bytearray(good)
        for _ in range(random.randint(1, 30)):
            raw[random.randrange(len(raw))] = random.randrange(256)
        mails.append(bytes(raw))
    box = b"".join(b"From x@y Sat Jan  1 00:00:00 2026\n" + mail + b"\n\n" for mail in [*mails, good])
    (tmp_path / "box").write_bytes(box)
    assert ONE in witnesses(tmp_path / "box")


def test_a_mailbox_that_is_not_there_is_said(tmp_path: Path) -> None:
    with pytest.raises(NoMailbox, match="cannot be read as a mailbox"):
        witnesses(tmp_path / "nothing")
    (tmp_path / "empty").write_bytes(b"")
    assert witnesses(tmp_path / "empty") == ()
