"""Blocks of orders that are signed by minisign: what counts, what does not, and what is then said."""

from __future__ import annotations

import time
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from domain.game.entries.people import KeyRegistered
from domain.kit.sealed import Sealed
from referee.audit.audit import audit_game
from referee.bundle.verify_signed import unsigned
from referee.games.order_sheet import PLAYED
from referee.identity.authority import NotAKey, keys_of, proof_of, register_key
from referee.proof import minisign
from referee.proof.order_signatures import why_not
from referee.reading.reading import ReadMail, Signed, read_mail
from referee.record.record import Record
from tests.bundle.test_signing import SMALL, key_of
from tests.pace import rounds
from tests.referee.mail.golden.proofs import armour, minisigned, public_key, short_key
from tests.referee.mail.test_authority import BLOCK, SIGNED, TEXT
from tests.referee.mail.test_desk_authority import CARA, DKIM, RESULT, Strict
from tests.referee.mail.test_desk_world import body, mail

FIELDS = {"Authentication_Results": RESULT, "DKIM_Signature": DKIM}
ANNA = minisign.key_in(short_key("Anna"))
ORDERS = TEXT.decode()

# Made by minisign 0.11 of the lines of `BLOCK`: `minisign -G -W`, `minisign -S -t bugyo-order -m orders.txt`,
# and the latter with -l.
OF_PROGRAM = """\
untrusted comment: minisign public key FBB9A8F8978B3842
RWRCOIuX+Ki5+/NpN52lV2xHgkGnsptl/v/9lOFWj78sFxM+pU26HZmC
"""
HASHED = """\
untrusted comment: signature from minisign secret key
RURCOIuX+Ki5+zHRYb0VgpMGRYPOt0fqYSLbsgXaS+AKbRuLnfx1JbWCrDw93lFrtrhgKmxPY3RaNF7rBoXrJ7evPsQ9EhcoVwM=
trusted comment: bugyo-order
PZRqnxh1ie9zja2rgwjrCmcYXShKqMZ4Q47QUtCan0ZDJvrhu6Lrk5yBuR7ZPTOvo5ap2DT5xme9iGJkUwETAg==
"""
NOT_HASHED = """\
untrusted comment: signature from minisign secret key
RWRCOIuX+Ki5+9L5kwuOpiE/9OGxeYy2Jl8Wcr52XJO5GqyinrxO7WDe4Rkm6x3hsxsGM3JeBP8+4BOgDIQ3UQgMjdVxjNkgWQQ=
trusted comment: bugyo-order
bQwB6lP24ioMBeNsLmgqLOv/eQOvx9EU0lrLniSj1E6f2RIkCuXQzQ76C6J/nxl2YiHv4ubtpyMiQxMNjRv7Aw==
"""


# ---- keys


def of_point(point: bytes) -> str:
    return b64encode(b"Ed" + bytes(8) + point).decode()


LINE = OF_PROGRAM.splitlines()[1]
KEYS = [
    ("the file of the program", OF_PROGRAM, True),
    ("its line alone", LINE, True),
    ("as it is kept", f"minisign {LINE}", True),
    ("a file on Windows", OF_PROGRAM.replace("\n", "\r\n"), True),
    ("blanks around it", f"\n{OF_PROGRAM}\n", True),
    ("a digit less", LINE[:-1], False),
    ("a digit more", f"{LINE}A", False),
    ("another kind", f"RX{LINE[2:]}", False),
    ("a signature", HASHED, False),
    ("two keys", f"{LINE}\n{LINE}", False),
    ("a comment behind it", f"{LINE} anna", False),
    *((f"of small order, {point.hex()[:8]}", of_point(point), False) for point in SMALL),
    ("y not below the prime", of_point(bytes.fromhex(key_of(2**255 - 1))), False),
]


@pytest.mark.parametrize(("case", "text", "is_one"), KEYS, ids=[row[0] for row in KEYS])
def test_a_public_key_is_known_by_its_line(tmp_path: Path, case: str, text: str, is_one: bool) -> None:
    record = Record(tmp_path / "store.db")
    if is_one:
        register_key(record, "anna@example.org", text)
        register_key(record, "anna@example.org", OF_PROGRAM)
    else:
        with pytest.raises(NotAKey, match=r"no public key of ssh or minisign\. Name the file"):
            register_key(record, "anna@example.org", text)
    assert keys_of(record, "anna@example.org") == ([f"minisign {LINE}"] if is_one else [])
    record.close()


# ---- signatures


@pytest.mark.parametrize("file", [HASHED, NOT_HASHED], ids=["hashed", "not hashed"])
def test_what_the_program_signs_holds_for_everybody(file: str) -> None:
    key = minisign.key_in(OF_PROGRAM)
    proof, why = proof_of(Signed(file, BLOCK), [ANNA, key])
    assert proof is not None, why
    assert (proof.key, proof.text, proof.mark()) == (key, ORDERS, f"minisign:{LINE}")
    for judge in (why_not, unsigned):
        assert judge(key, ORDERS, proof.signature) == ""
        assert judge(key, f"{ORDERS} ", proof.signature) != ""
        assert judge(ANNA, ORDERS, proof.signature) != ""


@pytest.mark.parametrize("is_hashed", [True, False], ids=["hashed", "not hashed"])
@pytest.mark.parametrize(("case", "signed", "mailed", "fits"), SIGNED, ids=[row[0] for row in SIGNED])
def test_a_signature_is_for_the_lines_of_its_block(
    case: str, signed: bytes, mailed: tuple[str, ...], fits: bool, is_hashed: bool
) -> None:
    file = minisigned("Anna", signed.decode(), is_hashed=is_hashed)
    proof, why = proof_of(Signed(file, mailed), [ANNA])
    assert (proof is not None, not why) == (fits, fits)


def parts(file: str) -> list[bytes]:
    """The two of a file: way, key id and signature of the text; signature of the trusted comment."""
    return [b64decode(line) for line in file.splitlines()[1::2]]


def made_of(first: bytes, second: bytes, comment: str = "bugyo-order") -> str:
    lines = ["untrusted comment: x", b64encode(first), f"trusted comment: {comment}", b64encode(second)]
    return "".join(f"{line.decode() if isinstance(line, bytes) else line}\n" for line in lines)


TRUE, OTHER_TEXT = minisigned("Anna", ORDERS), ORDERS.replace("oda", "mori")
A, B = parts(TRUE)
UNFIT = "the signature does not fit the block, or its key is not registered"
COMMENT = "the trusted comment of its signature is not bugyo-order (minisign -S -t bugyo-order)"
CUT_OFF = "its signature of minisign is cut off"
NONE = "it is no signature of minisign"
BASE64 = "its signature of minisign is no base64"

ATTACKS = {
    "nothing": (TRUE, ""),
    "another untrusted comment": (TRUE.replace("from minisign secret key", "of Anna — 奉行"), ""),
    "by another key": (minisigned("Mallory", ORDERS), UNFIT),
    "by another key, with the key id of Anna": (
        made_of(A[:10] + parts(minisigned("Mallory", ORDERS))[0][10:], B),
        UNFIT,
    ),
    "with another key id": (made_of(A[:2] + bytes(8) + A[10:], B), UNFIT),
    "hashed, and said not to be": (made_of(b"Ed" + A[2:], B), UNFIT),
    "not hashed, and said to be": (
        made_of(b"ED" + parts(minisigned("Anna", ORDERS, is_hashed=False))[0][2:], B),
        UNFIT,
    ),
    "of a kind that is none": (made_of(b"EE" + A[2:], B), UNFIT),
    "of another text": (minisigned("Anna", OTHER_TEXT), UNFIT),
    "its comment of another text": (made_of(A, parts(minisigned("Anna", OTHER_TEXT))[1]), UNFIT),
    "for anything else": (minisigned("Anna", ORDERS, comment="timestamp:1 file:orders.txt"), COMMENT),
    "for anything else, the comment altered": (
        minisigned("Anna", ORDERS, comment="timestamp:1").replace("timestamp:1", "bugyo-order"),
        UNFIT,
    ),
    "the comment altered": (TRUE.replace("bugyo-order", "bugyo-orders"), COMMENT),
    "no comment": (made_of(A, B, ""), COMMENT),
    "the comment unsigned": (made_of(A, bytes(64)), UNFIT),
    "A for B": (made_of(A, A[10:]), UNFIT),
    "S not below the order": (made_of(A[:42] + bytes([255]) * 32, B), UNFIT),
    "A cut off": (made_of(A[:-1], B), CUT_OFF),
    "B cut off": (made_of(A, B[:-1]), CUT_OFF),
    "A without its last digits": (TRUE.replace(b64encode(A).decode(), b64encode(A).decode()[:-4]), CUT_OFF),
    "A without its padding": (TRUE.replace("=\ntrusted", "\ntrusted"), BASE64),
    "without its second half": ("".join(TRUE.splitlines(keepends=True)[:2]), NONE),
    "two of them": (TRUE + TRUE, NONE),
    "an empty one": (made_of(b"", b""), NONE),
    "very much": ("untrusted comment: x\n" + "A\n" * 500_000, NONE),
}  # fmt: skip


@pytest.mark.parametrize("what", ATTACKS)
def test_what_is_wrong_with_a_signature_is_said(what: str) -> None:
    file, why = ATTACKS[what]
    began = time.process_time()
    proof, said = proof_of(Signed(file, BLOCK), [ANNA, " ".join(public_key("Anna").split()[:2])])
    assert ((proof is None), said) == (bool(why), why)
    assert rounds(time.process_time() - began) < 70


@pytest.mark.parametrize("point", SMALL, ids=[point.hex()[:8] for point in SMALL])
def test_by_a_key_of_small_order_nobody_signs(point: bytes) -> None:
    """R of small order and S of 0 hold for one message in eight, whatever it says."""
    key, neutral = f"minisign {of_point(point)}", (1).to_bytes(32, "little")
    for r in {point, neutral}:
        made = b"Ed" + bytes(8) + r + bytes(32)
        signature = b64encode(made + r + bytes(32)).decode()
        for text in (f"{ORDERS}{n}" for n in range(8)):
            assert why_not(key, text, signature) == "Anybody can sign by this key."
            assert unsigned(key, text, signature) != ""


def test_of_several_keys_with_one_key_id_the_one_that_signed_counts() -> None:
    raw = b64decode(ANNA.split()[1])
    twin = f"minisign {b64encode(raw[:10] + b64decode(short_key('Ben').split()[-1])[10:]).decode()}"
    proof, _ = proof_of(Signed(TRUE, BLOCK), [twin, ANNA])
    assert proof is not None
    assert proof.key == ANNA


# ---- where it stands in a mail

HEAD = "From: anna@example.org\nMIME-Version: 1.0\n"


def inline(text: str, file: str) -> str:
    return f"{HEAD}Content-Type: text/plain\n\nHello!\n{text}\n{file}-- \nAnna\n"


def attached(text: str, file: str) -> str:
    return (
        f"{HEAD}Content-Type: multipart/mixed; boundary=b\n\n"
        f"--b\nContent-Type: text/plain\n\n{text}\n"
        "--b\nContent-Type: application/octet-stream\n"
        f"Content-Disposition: attachment; filename=orders.txt.minisig\n\n{file}\n--b--\n"
    )


def broken(text: str, file: str) -> str:
    """By a mail program that knows no line above 72 signs."""
    lines = (line[at : at + 72] for line in file.splitlines() for at in range(0, len(line), 72))
    return inline(text, "".join(f"{line}\n" for line in lines))


@pytest.mark.parametrize("way", [inline, attached, broken])
def test_it_is_found_below_the_block_or_attached(way: Callable[[str, str], str]) -> None:
    read = read_mail(way(ORDERS, TRUE).encode())
    assert [line.text for line in read.lines if line.kind == "order"] == ["place oda in ise"]
    assert read.notices == ()
    assert proof_of(read.signed, [ANNA])[0] is not None


def lines_below(read: ReadMail) -> list[str]:
    return [line.text for line in read.lines if line.kind == "order"]


FURTHER: dict[str, tuple[str, bool]] = {
    "the first of two, and it holds": (TRUE + minisigned("Mallory", ORDERS), True),
    "the first of two, and it does not": (minisigned("Mallory", ORDERS) + TRUE, False),
    "one of ssh before it": (armour("Mallory", ORDERS) + TRUE, False),
    "one that is cut off before it": ("".join(TRUE.splitlines(keepends=True)[:3]) + TRUE, True),
}


@pytest.mark.parametrize("what", FURTHER)
def test_of_two_signatures_one_counts(what: str) -> None:
    below, holds = FURTHER[what]
    read = read_mail(inline(ORDERS, below).encode())
    assert lines_below(read) == ["place oda in ise"]
    assert (proof_of(read.signed, [ANNA])[0] is not None) == holds


def test_a_quoted_signature_is_none() -> None:
    quoted = "".join(f"> {line}\n" for line in TRUE.splitlines())
    read = read_mail(inline(ORDERS, quoted).encode())
    assert read.signed is None


@pytest.mark.soak
@pytest.mark.parametrize("line", ["untrusted comment:", "untrusted comment: x\nA", "A", "trusted comment: x"])
def test_a_mail_full_of_beginnings_is_read_at_once(line: str) -> None:
    lines = f"{line}\n" * (1_000_000 // (len(line) + 1))
    for raw in (inline(ORDERS, lines), attached(ORDERS, lines), inline(lines, "")):
        began = time.process_time()
        read_mail(raw.encode())
        assert rounds(time.process_time() - began) < 400


# ---- before the desk


@pytest.fixture
def strict(tmp_path: Path) -> Iterator[Strict]:
    made = Strict(tmp_path)
    made.ask_for(3)
    register_key(made.record, CARA, short_key("Cara"))
    yield made
    made.record.close()


def sends(strict: Strict, text: str, file: str, id: str = "<2@example.org>") -> Sequence[str]:
    handled = strict.desk.handle(mail(text + file, CARA, id, **FIELDS))
    return [result.outcome for result in handled.results]


@pytest.mark.parametrize("is_hashed", [True, False], ids=["hashed", "not hashed"])
def test_a_signed_order_is_played_and_its_key_and_text_are_on_record(strict: Strict, is_hashed: bool) -> None:
    before, text = strict.game.position, strict.block("kii", strict.legal()[0])
    file = minisigned("Cara", text, is_hashed=is_hashed)
    assert sends(strict, text, file) == [PLAYED]
    key = short_key("Cara").split()[-1]
    assert strict.authority() == f"3 token sender dkim minisign:{key}"
    assert strict.newest(3) == ["key-registered", "signed", "ordered"]
    registered, kept, _order = (one.entry for one in strict.record.envelopes("winter")[before:][:3])
    assert registered == KeyRegistered("kii", "Cara", f"minisign {key}")
    assert kept.text == Sealed(("kii",), text)
    assert kept.signature == Sealed(("kii",), b64encode(b"".join(parts(file))).decode())
    verdict = audit_game(strict.record, "winter")
    assert (verdict.finding, verdict.signatures.checked) == (None, 1)
    assert verdict.signatures.keys == (f"kii (Cara): minisign {key}",)


def test_a_mail_without_a_signature_is_told_how_to_make_one(strict: Strict) -> None:
    assert strict.desk.handle(strict.vouched(strict.legal()[0])).exit == 77
    said = " ".join(body(strict.to(CARA)[0]).split())
    assert "the mail has no personal signature of its block" in said
    assert "minisign -S -t bugyo-order -s KEY -m FILE" in said


def of_another_mail(strict: Strict, text: str) -> str:
    return minisigned("Cara", text.replace("T1", "T2"))


def of_another_game(strict: Strict, text: str) -> str:
    return minisigned("Cara", text.replace("winter", "summer"))


REFUSED: dict[str, tuple[Callable[[Strict, str], str], str]] = {
    "by another key": (lambda strict, text: minisigned("Mallory", text), UNFIT),
    "of another mail": (of_another_mail, UNFIT),
    "of another game": (of_another_game, UNFIT),
    "of another order": (
        lambda strict, text: minisigned("Cara", strict.block("kii", strict.legal()[1])),
        UNFIT,
    ),
    "for anything else": (lambda strict, text: minisigned("Cara", text, comment="x"), COMMENT),
    "cut off": (lambda strict, text: minisigned("Cara", text)[:-20], "no personal signature of its block"),
}


@pytest.mark.parametrize("what", REFUSED)
def test_a_false_signature_is_refused_in_a_sentence(strict: Strict, what: str) -> None:
    forge, why = REFUSED[what]
    before, text = strict.game.position, strict.block("kii", strict.legal()[0])
    handled = strict.desk.handle(mail(text + forge(strict, text), CARA, "<2@example.org>", **FIELDS))
    assert (handled.exit, strict.game.position) == (77, before)
    assert why in " ".join(body(strict.to(CARA)[0]).split())


def test_a_mail_that_comes_again_brings_nothing_about(strict: Strict) -> None:
    text = strict.block("kii", strict.legal()[0])
    assert sends(strict, text, minisigned("Cara", text)) == [PLAYED]
    before = strict.game.position
    sends(strict, text, minisigned("Cara", text), "<3@example.org>")
    sends(strict, text, minisigned("Cara", text, is_hashed=False), "<4@example.org>")
    assert strict.newest(9, before) == []
    assert audit_game(strict.record, "winter").finding is None
