"""Receipts, and a doctored store against the mailboxes of its players."""

from __future__ import annotations

import mailbox
import quopri
import shutil
from collections.abc import Callable, Iterator
from contextlib import suppress
from email.message import EmailMessage
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec import Struct
from msgspec.structs import replace

from domain.game.checking.readjudicate import Finding
from domain.kit.framing import framed, number
from referee.audit.audit import WITNESSES, Verdict, audit_export, audit_game
from referee.audit.game_lines import export_lines, read_export
from referee.audit.histories import gaps
from referee.audit.witnesses import Mailbox, NoMailbox, Witness, checkpoints_in, receipts_in, witnesses
from referee.proof import signing
from referee.proof.signing import NO_MAIL, Receipt, Table
from referee.record.chain import digest, genesis, public_form
from referee.record.envelope import Envelope
from referee.record.record import Record
from tests.bundle.vectors import SEED, fixed_record, play_by_mail, signed

KEY = signing.public_of(SEED)
ONE = signed(Receipt("g1", "takeda", 3, "cd" * 32, 12, "ab" * 32))
SEEN = signed(replace(ONE, seen=(("iga", "12" * 32), ("mori-2", "ef" * 32))))
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
@pytest.mark.parametrize("receipt", [ONE, SEEN])
def test_a_receipt_is_found_however_a_mail_program_quotes_it(
    written: Callable[[str], str], receipt: Receipt
) -> None:
    text = f"Dear Bugyo,\nlost again?\n{written(receipt.text())}\n-- \nAnn\n"
    assert receipts_in(text) == (receipt,)
    assert signing.is_signed(receipts_in(text)[0], KEY)


def test_a_receipt_of_before_is_still_read() -> None:
    """It named no other seat, and its fields had another purpose."""
    fields = (b"g1", b"takeda", number(3), ("cd" * 32).encode(), number(12), bytes.fromhex("ab" * 32))
    old = replace(ONE, signature=signing.sign(SEED, framed("bugyo/1/receipt", *fields)).hex())
    assert receipts_in(quoted(old.text())) == (old,)
    assert signing.is_signed(old, KEY)
    assert not signing.is_signed(replace(old, seen=SEEN.seen), KEY)


@pytest.mark.parametrize("seen", [(), SEEN.seen[:1], SEEN.seen[::-1], (("iga", "13" * 32), SEEN.seen[1])])
def test_what_others_were_sent_is_under_the_signature(seen: tuple[tuple[str, str], ...]) -> None:
    (read,) = receipts_in(replace(SEEN, seen=seen).text())
    assert read.seen == seen
    assert not signing.is_signed(read, KEY)


def test_a_first_mail_answers_none() -> None:
    first = signed(Receipt("g1", "takeda", 1, NO_MAIL, 2, "ab" * 32))
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
    assert not signing.is_signed(altered, KEY)


def test_what_is_cut_or_misspelt_is_no_receipt() -> None:
    text = ONE.text()
    assert (
        receipts_in(text[:-10]) == receipts_in(text[10:]) == receipts_in(text.replace("MAIL", "MAUL")) == ()
    )
    assert receipts_in(text[:100] + text) == (ONE,)


def test_numbers_run_for_each_seat_of_each_game(tmp_path: Path) -> None:
    record = fixed_record(tmp_path / "a.db")
    asked = [("g1", "iga"), ("g1", "ise"), ("g1", "iga"), ("g2", "iga"), ("g1", "iga")]
    issued = [
        signing.issue(record, game, seat, f"answer {at}", "", 4, "ab" * 32)
        for at, (game, seat) in enumerate(asked)
    ]
    assert [receipt.number for receipt in issued] == [1, 1, 2, 1, 3]
    assert {receipt.mail for receipt in issued} == {NO_MAIL}
    record.close()
    again = Record(tmp_path / "a.db")
    assert signing.issue(again, "g1", "iga", "answer", "", 4, "ab" * 32).number == 4
    again.close()


def seen_by(record: Record, seat: str, position: int, table: Table) -> dict[str, str]:
    """What a mail to a seat at a position says that the others were sent."""
    name = f"{seat} {position}"
    return dict(signing.issue(record, "g1", seat, name, "", position, head(position), table).seen)


def head(position: int) -> str:
    return f"{position:02d}" * 32


def test_a_mail_names_the_newest_head_that_each_other_seat_was_sent(tmp_path: Path) -> None:
    record = fixed_record(tmp_path / "a.db")
    table = Table(("iga", "ise", "kii"))
    assert seen_by(record, "iga", 3, table) == {}
    assert seen_by(record, "ise", 3, table) == {}
    assert seen_by(record, "iga", 7, table) == {"ise": head(3)}
    assert list(seen_by(record, "kii", 7, table).items()) == [("iga", head(3)), ("ise", head(3))]
    assert seen_by(record, "iga", 7, table) == {"ise": head(3)}  # made again, it says the same
    assert seen_by(record, "witness", 9, table) == {"iga": head(7), "ise": head(3), "kii": head(7)}
    assert seen_by(record, "iga", 9, table) == {"ise": head(3), "kii": head(7)}
    record.close()
    again = Record(tmp_path / "a.db")
    assert seen_by(again, "kii", 9, table) == {"iga": head(7), "ise": head(3)}
    assert seen_by(again, "kii", 10, table) == {"iga": head(9), "ise": head(3)}
    again.close()


def test_what_was_mailed_is_kept_with_the_mail_or_not_at_all(tmp_path: Path) -> None:
    record = fixed_record(tmp_path / "a.db")
    table = Table(("iga", "ise"))
    with suppress(ZeroDivisionError), record.recorder.together():
        seen_by(record, "iga", 3, table)
        raise ZeroDivisionError
    assert seen_by(record, "ise", 4, table) == {}
    record.close()


def test_where_seats_write_without_their_names_no_head_tells_who_has_written(tmp_path: Path) -> None:
    """Boris writes to Chloé without his name, at event 5: he is answered, she gets the news, Anna nothing."""
    record = fixed_record(tmp_path / "a.db")
    table = Table(("anna", "boris", "chloe"), unnamed=True)
    assert [seen_by(record, seat, 3, table) for seat in table.seats] == [{}, {}, {}]
    known = {seat: head(3) for seat in table.seats}
    for seat, position in (("boris", 5), ("chloe", 5), ("anna", 6), ("chloe", 6)):
        assert seen_by(record, seat, position, table) == {s: h for s, h in known.items() if s != seat}
    assert seen_by(record, "boris", 6, table) == {"anna": head(3), "chloe": head(3)}
    assert seen_by(record, "anna", 7, table) == {"boris": head(6), "chloe": head(6)}
    record.close()


def test_gaps_are_named() -> None:
    had = [replace(ONE, number=n) for n in (2, 3, 7)] + [replace(ONE, seat="uesugi", number=1)]
    said = ("Of the mails to takeda these are not in the mailbox: 1, 4–6.",)
    assert gaps(had) == said
    assert gaps([]) == ()


# ---- a game with mailboxes


class Played:
    """A game of which every player kept the mails, the last one in a Maildir and the others in an mbox."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.record = fixed_record(folder / "a.db")
        self.boxes = {path.name: path for path in folder.iterdir() if path.suffix == ""}

    def play(self) -> Played:
        play_by_mail(self.record, "g1", 12, self.mailed)
        return self

    def mailed(self, seat: str, raw: bytes) -> None:
        kept = self.record.load("g1")
        for to in kept.game.seats:
            receipt = signing.issue(
                self.record,
                "g1",
                to,
                f"{kept.game.position}",
                "ab" * 32,
                kept.game.position,
                kept.head.hex(),
                Table(kept.game.seats),
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


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of one, which is copied: to play it takes longer than most that is asked of it."""
    folder = tmp_path_factory.mktemp("played")
    Played(folder).play().record.close()
    return folder


@pytest.fixture
def played(kept: Path, tmp_path: Path) -> Iterator[Played]:
    game = Played(shutil.copytree(kept, tmp_path, dirs_exist_ok=True))
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


def boxes(played: Played, *seats: str) -> list[Mailbox]:
    return [Mailbox(seat, witnesses(played.boxes[seat])) for seat in seats]


def audited(record: Record, *given: Witness) -> Verdict:
    return audit_game(record, "g1", [Mailbox("the player", given)])


def result_of(verdict: Verdict, promise: str) -> str:
    return next(check.result for check in verdict.checks if check.promise == promise)


def test_an_honest_record_holds_against_every_mailbox(played: Played) -> None:
    for seat in played.boxes:
        verdict = audit_game(played.record, "g1", boxes(played, seat))
        assert (verdict.finding, verdict.notes) == (None, ())
        assert (result_of(verdict, WITNESSES), verdict.believed) == ("holds", 15)
    verdict = audit_game(played.record, "g1", boxes(played, *played.boxes))
    assert (verdict.finding, verdict.notes, verdict.believed) == (None, (), 45)
    assert {seat for receipt in receipts_of(played, "kii") for seat, _ in receipt.seen} == {"iga", "ise"}


def receipts_of(played: Played, seat: str) -> list[Receipt]:
    return [one for one in witnesses(played.boxes[seat]) if isinstance(one, Receipt)]


def test_a_doctored_and_rechained_store_is_caught_from_either_mailbox(played: Played) -> None:
    seen = [witness.position for witness in witnesses(played.boxes["iga"])]
    at = seen[6]
    other = played.doctored(acted(at, "somebody else"))
    assert audit_game(other, "g1").finding is None
    for seat in played.boxes:
        finding = audit_game(other, "g1", boxes(played, seat)).finding
        assert finding is not None
        assert finding.position == at
        first = seen[5] + 1
        said = "this event is" if first == at else f"one of the events {first} to {at} is"
        assert f"{said} not what it was" in finding.why
        export = read_export(export_lines(other, "g1", "public"))
        assert audit_export(export).finding is None
        assert audit_export(export, boxes(played, seat)).finding == finding
    other.close()


def test_a_cut_tail_is_found(played: Played) -> None:
    seen = [witness.position for witness in witnesses(played.boxes["ise"])]
    other = played.doctored(lambda envelopes: envelopes[: seen[9]])
    assert audit_game(other, "g1").finding is None
    finding = audit_game(other, "g1", boxes(played, "ise")).finding
    assert finding is not None
    assert finding.position == seen[9] + 1
    assert "its tail is cut" in finding.why
    other.close()


def under_another_key(envelopes: list[Envelope[Any]]) -> list[Envelope[Any]]:
    old = envelopes[0]
    entry = replace(old.entry, key=signing.public_of(bytes(32)))
    return [Envelope(old.digest, old.at, old.act, entry, old.salts), *envelopes[1:]]


def test_receipts_by_another_key_are_noted_and_prove_nothing(played: Played) -> None:
    """Either the receipts are forged, or the record: both hold in themselves, and it is said."""
    other = played.doctored(under_another_key)
    verdict = audit_game(other, "g1", boxes(played, "kii"))
    assert (verdict.finding, result_of(verdict, WITNESSES)) == (None, "not checked")
    assert verdict.notes == (
        "In the mails of kii 15 receipts and checkpoints of g1 are not signed by the key that this record "
        "names. That proves nothing: whoever wrote them, or this record, has another key.",
    )
    assert (verdict.key, verdict.key_from) == (signing.public_of(bytes(32)), "record")
    other.close()


def test_a_witness_that_is_not_signed_proves_nothing_and_hides_nothing(played: Played) -> None:
    kept = played.record.load("g1")
    true = signing.make_checkpoint(SEED, "g1", kept.game.position, kept.head.hex())
    stranger = signing.make_checkpoint(bytes(32), "g1", kept.game.position, "ab" * 32)
    line = true.signatures[0]
    nonsense = replace(true, position=4, signatures=(replace(line, value=line.value[:8] + "A" * 84),))
    forged: list[Witness] = [
        nonsense,
        stranger,
        replace(true, signatures=()),
        replace(ONE, game="g1", position=2, number=999),
    ]
    assert audited(played.record, true).finding is None
    for wrong in forged:
        verdict = audited(played.record, wrong, true)
        assert (verdict.finding, verdict.believed) == (None, 1)
        (note,) = verdict.notes
        assert "1 receipt or checkpoint of g1 is not signed" in note
    assert audited(played.record, replace(stranger, game="g2")).notes == ()
    lie = signing.make_checkpoint(SEED, "g1", kept.game.position, "ab" * 32)
    cosigned = replace(lie, signatures=(nonsense.signatures[0], *lie.signatures))
    for witness in (lie, cosigned):
        finding = audited(played.record, *forged, witness, *forged).finding
        assert finding is not None
        assert (finding.position, "names another head" in finding.why) == (kept.game.position, True)


def test_a_lost_mail_is_a_note_and_no_finding(played: Played) -> None:
    given = [w for w in witnesses(played.boxes["iga"]) if isinstance(w, Receipt) and w.number != 5]
    verdict = audited(played.record, *given)
    assert verdict.finding is None
    assert verdict.notes == ("Of the mails to iga these are not in the mailbox: 5.",)


# ---- two histories


class Split(Struct, frozen=True):
    """A game that was told in two ways from event `at` on, and who was told what."""

    at: int
    true: Record
    other: Record
    anna: Mailbox
    boris: Mailbox

    def told(self, record: Record, *given: Mailbox) -> Verdict:
        return audit_game(record, "g1", given)


def mail(seat: str, number: int, record: Record, position: int, **seen: str) -> Receipt:
    head = record.envelopes("g1")[position - 1].digest.hex()
    return signed(Receipt("g1", seat, number, NO_MAIL, position, head, seen=tuple(seen.items())))


@pytest.fixture
def split(played: Played) -> Iterator[Split]:
    at = 12
    other = played.doctored(acted(at, "somebody else"))
    places = (3, 8, 14, 17)
    anna = Mailbox("Anna", tuple(mail("iga", n, played.record, place) for n, place in enumerate(places, 1)))
    boris = Mailbox("Boris", tuple(mail("ise", n, other, place) for n, place in enumerate(places, 1)))
    yield Split(at, played.record, other, anna, boris)
    other.close()


def test_a_split_view_is_named_by_two_mailboxes(split: Split) -> None:
    """Whichever of the two histories the record has."""
    said = "The mails of Anna and of Boris agree up to event 8; at event 14 they name different heads."
    for record, whose in ((split.true, "Anna"), (split.other, "Boris")):
        finding = split.told(record, split.anna, split.boris).finding
        assert finding == Finding(14, f"{said} This record has that of {whose}.")
        alone = split.told(record, split.anna if whose == "Anna" else split.boris)
        assert (alone.finding, alone.notes) == (None, ())


def test_it_is_named_though_the_record_ends_before_it(split: Split, played: Played) -> None:
    before = read_export(export_lines(split.true, "g1", "public", upto=9))
    verdict = audit_export(before, [split.anna, split.boris])
    assert verdict.finding is not None
    assert (verdict.finding.position, "tail is cut" in verdict.finding.why) == (10, True)
    (note,) = verdict.notes
    assert note.startswith("Event 14: The mails of Anna and of Boris agree up to event 8;")
    assert note.endswith("This record has neither.")


def test_a_mailbox_may_have_been_told_two_histories_itself(split: Split) -> None:
    both = Mailbox("Anna", (*split.anna.witnesses, mail("iga", 5, split.other, 14)))
    finding = split.told(split.true, both).finding
    assert finding == Finding(14, "The mails of Anna name two heads for this event.")


def test_the_head_that_another_was_sent_shows_his_other_history(split: Split) -> None:
    """Anna's mail alone is enough, once it names what Boris was sent."""
    his = split.boris.witnesses[-1].head
    told = mail("iga", 5, split.true, 18, ise=his)
    finding = split.told(split.true, Mailbox("Anna", (*split.anna.witnesses, told))).finding
    assert finding is not None
    assert (finding.position, "ise was told another history" in finding.why) == (18, True)
    # With his own mails it is known where that head stands.
    boris = Mailbox("Boris", (split.boris.witnesses[-1],))
    finding = split.told(split.true, Mailbox("Anna", (*split.anna.witnesses[:2], told)), boris).finding
    assert finding is not None
    assert finding.position == 17


def test_a_head_of_what_was_still_to_come_cannot_have_been_sent(split: Split) -> None:
    later = split.true.envelopes("g1")[19].digest.hex()
    told = mail("iga", 5, split.true, 18, ise=later)
    finding = split.told(split.true, Mailbox("Anna", (told,))).finding
    assert finding is not None
    assert finding.position == 18


def test_what_another_was_sent_is_compared_where_no_mails_meet(split: Split) -> None:
    """Anna's and Boris's own mails are of different events; what hers say of Chloé is not what his say."""
    true, other = split.true, split.other
    anna = Mailbox("Anna", (mail("iga", 1, true, 16, kii=true.envelopes("g1")[14].digest.hex()),))
    boris = Mailbox("Boris", (mail("ise", 1, other, 15),))
    finding = split.told(true, anna, boris).finding
    assert finding is not None
    assert finding.position == 15
    said = (
        "The mails of Anna and of Boris have no head in common before; at event 15 they name different heads."
    )
    assert finding.why == f"{said} This record has that of Anna."


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
