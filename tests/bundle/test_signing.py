"""The referee's key and signed notes."""

from __future__ import annotations

import subprocess
import sys
from base64 import b64decode, b64encode
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from referee.bundle.verify_signed import ORDER, is_signed, is_small, point
from referee.games.opening import Opening
from referee.games.referee import Referee
from referee.proof import signing
from referee.record.envelope import BOTS, Act
from referee.record.record import Record

SEED = bytes(range(32))
OTHER = bytes(32)
HEAD = "ab" * 32


def test_the_key_is_drawn_once_and_kept(tmp_path: Path) -> None:
    record = Record(tmp_path / "store.db")
    key = signing.public_key(record)
    record.close()
    again = Record(tmp_path / "store.db")
    assert signing.public_key(again) == key
    assert len(signing.seed_of(again)) == signing.SEED
    again.close()


def test_a_seed_can_be_given_but_never_changed(tmp_path: Path) -> None:
    record = Record(tmp_path / "store.db")
    assert signing.keep_seed(record, SEED) == SEED
    assert signing.keep_seed(record, OTHER) == SEED
    assert signing.public_key(record) == signing.public_of(SEED)
    with pytest.raises(ValueError, match="32 bytes, not 5"):
        signing.keep_seed(record, b"short")
    record.close()


def test_a_store_with_given_entropy_has_a_key_that_can_be_repeated(tmp_path: Path) -> None:
    keys = set()
    for name in ("a", "b"):
        record = Record(tmp_path / name, entropy=Random(7).randbytes)
        keys.add(signing.public_key(record))
        record.close()
    assert len(keys) == 1


def test_an_opening_names_the_key(tmp_path: Path) -> None:
    record = Record(tmp_path / "store.db")
    opened = Referee(record).open(Opening("g1", "shinobi", ("Ann", "Ben", "Cem")), Act(BOTS)).game.opened
    assert opened is not None
    assert opened.key == signing.public_key(record)
    record.close()


def test_rfc_8032_first_vector() -> None:
    seed = bytes.fromhex("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60")
    assert signing.public_of(seed) == "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a"
    assert signing.sign(seed, b"").hex().startswith("e5564300c360ac729086e2cc806e828a84877f1eb8e5d974")


def test_what_is_no_key_or_signature_does_not_hold() -> None:
    signature = signing.sign(SEED, b"m")
    key = signing.public_of(SEED)
    assert signing.holds(key, signature, b"m")
    for wrong in (
        (key, signature, b"n"),
        (key, signature[:63], b"m"),
        (key, b"", b"m"),
        ("", signature, b"m"),
    ):
        assert not signing.holds(*wrong)
    assert not signing.holds(key.upper(), signature, b"m")
    assert not signing.holds("ff" * 32, signature, b"m")


def key_of(y: int, sign: int = 0) -> str:
    return (y | sign << 255).to_bytes(32, "little").hex()


@pytest.mark.parametrize("y", [0, 1, 2, 3, signing.FIELD - 1, signing.FIELD, signing.FIELD + 1, 2**255 - 1])
@pytest.mark.parametrize("sign", [0, 1])
def test_a_key_has_one_encoding(y: int, sign: int) -> None:
    """And both verifiers say so: x is 0 where y is 1 or -1, and has no sign then."""
    key = key_of(y, sign)
    assert signing.is_canonical(key) == (y < signing.FIELD and not (sign and y in (1, signing.FIELD - 1)))
    assert signing.is_canonical(key) or point(bytes.fromhex(key)) is None


ORDER_8_Y = int.from_bytes(
    bytes.fromhex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05"), "little"
)
SMALL = [
    (1).to_bytes(32, "little"),
    (signing.FIELD - 1).to_bytes(32, "little"),
    *(
        raw.to_bytes(32, "little")
        for y in (0, ORDER_8_Y, signing.FIELD - ORDER_8_Y)
        for raw in (y, y | 1 << 255)
    ),
]
"""The eight points of small order, each in its one proper encoding."""


@pytest.mark.parametrize("key", SMALL, ids=[raw.hex()[:8] for raw in SMALL])
def test_of_keys_of_small_order_both_verifiers_think_alike(key: bytes) -> None:
    """Neither refuses them: what anybody can sign holds by them, and proves nothing."""
    assert point(key) is not None
    found = set()
    for message in map(bytes, range(15)):
        for r in SMALL:
            signature = r + bytes(32)
            held = signing.holds(key.hex(), signature, message)
            assert is_signed(key, message, signature) == held
            found.add(held)
    assert True in found


def test_both_know_the_points_of_small_order_and_no_others() -> None:
    chance = Random(19)
    for key in (*SMALL, *(bytes.fromhex(signing.public_of(chance.randbytes(32))) for _ in range(50))):
        assert signing.is_small(key.hex()) == is_small(key) == (key in SMALL)


def test_a_signature_in_another_encoding_does_not_hold() -> None:
    """S not below the order of the base, or R with y not below the prime."""
    signature, key = signing.sign(SEED, b"m"), signing.public_of(SEED)
    larger = int.from_bytes(signature[32:], "little") + ORDER
    assert not signing.holds(key, signature[:32] + larger.to_bytes(32, "little"), b"m")
    neutral = (1).to_bytes(32, "little")
    assert signing.holds(neutral.hex(), neutral + bytes(32), b"m")
    assert not signing.holds(neutral.hex(), (signing.FIELD + 1).to_bytes(32, "little") + bytes(32), b"m")


def test_a_published_note_of_another_program_has_our_key_hash() -> None:
    """The example of the `signed-note` specification: key id 530d903a."""
    verifier = b64decode("AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k")
    assert signing.key_hash("example.com/foo", verifier[1:].hex()).hex() == "530d903a"


def test_a_checkpoint_comes_back_from_its_text() -> None:
    checkpoint = signing.make_checkpoint(SEED, "g1", 12, HEAD)
    assert signing.parse_checkpoint(checkpoint.text()) == checkpoint
    assert checkpoint.text().startswith(
        "bugyo/g1\n12\nq6urq6urq6urq6urq6urq6urq6urq6urq6urq6urq6s=\n\n— bugyo "
    )
    assert signing.verified(checkpoint, {"bugyo": signing.public_of(SEED)}) == ("bugyo",)


def test_others_may_sign_too_and_unknown_keys_are_passed_over() -> None:
    checkpoint = signing.cosigned(signing.make_checkpoint(SEED, "g1", 12, HEAD), "second.umpire", OTHER)
    keys = {"bugyo": signing.public_of(SEED), "second.umpire": signing.public_of(OTHER)}
    checkpoint = signing.parse_checkpoint(checkpoint.text())
    assert signing.verified(checkpoint, keys) == ("bugyo", "second.umpire")
    assert signing.verified(checkpoint, {"bugyo": keys["bugyo"]}) == ("bugyo",)
    assert signing.verified(checkpoint, {"bugyo": keys["second.umpire"]}) == ()
    with pytest.raises(ValueError, match="cannot name a key"):
        signing.cosigned(checkpoint, "second umpire", OTHER)


def test_a_signature_of_a_known_key_over_another_head_is_refused() -> None:
    forged = replace(signing.make_checkpoint(SEED, "g1", 12, HEAD), position=13)
    with pytest.raises(signing.WrongSignature, match="bugyo"):
        signing.verified(forged, {"bugyo": signing.public_of(SEED)})


GOOD = signing.make_checkpoint(SEED, "g1", 12, HEAD).text()


@pytest.mark.parametrize(
    "text",
    [
        "",
        GOOD[:-1],
        GOOD + "\n",
        GOOD.replace("— ", "- "),
        GOOD.replace("\n12\n", "\n012\n"),
        GOOD.replace("\n12\n", "\n12\nmore\n"),
        GOOD.replace("6s=", "6t="),  # the same bytes, written otherwise
        GOOD.replace("\n", "\r\n"),
        GOOD.split("\n\n")[0] + "\n\n",
    ],
)
def test_what_is_not_written_as_a_checkpoint_is_none(text: str) -> None:
    with pytest.raises(signing.NotACheckpoint):
        signing.parse_checkpoint(text)


def test_a_line_that_is_too_short_is_of_no_key() -> None:
    line = signing.Signature("bugyo", b64encode(b"abc").decode())
    note = replace(signing.make_checkpoint(SEED, "g1", 12, HEAD), signatures=(line,))
    assert signing.verified(note, {"bugyo": signing.public_of(SEED)}) == ()


@pytest.mark.budget(250, "starts Python")
def test_starting_the_program_does_not_load_the_library() -> None:
    code = (
        "import sys, referee.games.referee, referee.audit.audit;"
        "import referee.proof.signing, referee.bundle.checking;"
        "sys.exit(any(name.startswith('cryptography') for name in sys.modules))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
