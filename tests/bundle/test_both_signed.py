"""The two verifiers against each other on signed orders: what a referee who invents an order could record,
and at which event each finds it.
"""

from __future__ import annotations

import re
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterator
from hashlib import blake2b, sha256
from itertools import count
from pathlib import Path

import pytest
from msgspec.structs import replace

from domain.game.entries.entries import Joined
from domain.game.entries.people import KeyRegistered, OrdersSigned
from domain.game.entries.policy import Policy
from domain.game.entries.protocol_orders import Join
from domain.kit.sealed import PUBLIC, REFEREE
from referee.audit.audit import audit_game
from referee.bundle.verify import verify
from referee.bundle.verify_signed import ORDER, block_of, is_signed, unsigned
from referee.bundle.writing import members, zipped
from referee.games import people
from referee.games.held_orders import hold, ready
from referee.games.signed_mails import Attested
from referee.proof.order_signatures import shown, why_not
from referee.reading.order_lines import order_lines
from referee.reading.reading import read_mail
from referee.record.envelope import MAIL, Act
from tests.bundle.inside import remembered
from tests.bundle.signed_vectors import (
    MINISIGN,
    SIGNED_TEXT,
    SSH,
    WAYS,
    file_of,
    key_of,
    signed_by,
    signed_orders,
)
from tests.bundle.test_both import Change, drop, in_turn, judged, put, rechained, twice
from tests.bundle.test_both_people import acting
from tests.bundle.test_signing import SMALL
from tests.referee.clocks.club import HOUR, Club
from tests.referee.clocks.club import REFEREE as DESK
from tests.referee.mail.test_desk_world import mail

POLICY = Policy(authority=3, hours=72)
RSA = "ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAAAgQ=="


class Mailed:
    """A mail that has signed orders: the act that it is for a line, and what goes on record of it."""

    def __init__(self, one: Club, seat: str, lines: tuple[str, ...], way: str = SSH, key: str = "") -> None:
        person = one.game.register.holders[seat]
        block = [f"-----BEGIN ORDERS g T{len(one.entries())} {seat}-----", *lines, "-----END ORDERS-----"]
        self.text = "".join(f"{line}\n" for line in block)
        raw = mail(self.text + file_of(person, self.text, way), f"{person}@example.org".lower())
        self.digest, self.lines = sha256(raw).hexdigest(), order_lines(read_mail(raw).lines)
        one.record.keep_mail(self.digest, raw)
        signature = signed_by(person, self.text, way)
        self.signed = Attested(seat, person, key or key_of(person, way), self.text, signature)
        self.acts = Act(MAIL, self.digest, seat, person, authority="3 token sender dkim ssh:x")

    def act(self, nth: int = 0) -> Act:
        return replace(self.acts, reference=f"{self.digest}:{self.lines[nth].number}")


def sends(one: Club, **more: str) -> Mailed:
    """The seat that is awaited signs its first legal order, which is played."""
    seat = one.turn
    sent = Mailed(one, seat, (one.line(seat),), **more)
    one.referee.take("g", seat, one.game.examples(seat)[0], sent.act(), signed=sent.signed)
    return sent


@pytest.fixture
def one(tmp_path: Path) -> Iterator[Club]:
    made = Club(tmp_path, POLICY)
    yield made
    made.record.close()


@pytest.fixture(scope="module", params=WAYS)
def club(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> Iterator[Club]:
    """A game in which all have signed: orders, one that waited, and a delegate's."""
    one = Club(tmp_path_factory.mktemp("signed"), POLICY)
    happens(one, request.param, request.param)
    yield one
    one.record.close()


def happens(one: Club, way: str = SSH, delegates: str = SSH) -> None:
    sends(one, way=way)
    seat = one.turn
    waits = Mailed(one, seat, ("wait", one.line(seat)), way)
    hold(one.referee, "g", seat, one.line(seat), "ready", waits.act(1), signed=waits.signed)
    ready(one.referee, "g", seat, waits.act())
    seat, holder = one.turn, one.game.register.holders[one.turn]
    people.delegate(one.referee, "g", seat, "Fay", "all", one.now + 9 * HOUR, one.by(seat, authority="3"))
    by_fay = Mailed(one, seat, (one.line(seat),), delegates)
    signature = signed_by("Fay", by_fay.text, delegates)
    signed = Attested(seat, "Fay", key_of("Fay", delegates), by_fay.text, signature)
    act = replace(by_fay.act(), person="Fay", behalf=holder)
    one.referee.take("g", seat, one.game.examples(seat)[0], act, signed=signed)
    seat = one.turn
    one.order(seat, Act("command line", "", seat, "referee", one.game.register.holders[seat]))


@pytest.mark.parametrize("viewer", ["iga", "ise", PUBLIC, REFEREE])
def test_both_pass_what_was_signed(club: Club, viewer: str) -> None:
    found = members(club.record, "g", viewer)
    assert judged(found) == (None, None)
    count = sum(viewer in (REFEREE, signed.seat) for signed in club.entries(OrdersSigned))
    assert any(f"; {count} signatures of orders hold" in line for line in verify(zipped(found)).lines)


def test_the_audit_names_the_keys_and_compares_the_lines(club: Club) -> None:
    found = audit_game(club.record, "g")
    assert found.finding is None
    assert (found.signatures.checked, found.signatures.closed, found.signatures.others) == (3, 0, 0)
    assert len(found.signatures.keys) == 2
    keys = [entry.key for entry in club.entries(KeyRegistered)]
    named = {f"{key.split()[0]} {shown(key)}" for key in keys}
    assert {" ".join(line.split()[-2:]) for line in found.signatures.keys} == named
    said = " ".join(verify(zipped(members(club.record, "g", PUBLIC))).lines)
    assert all(line.split()[-1] in said for line in found.signatures.keys)
    assert (found.sent.lines, found.sent.compared) == (4, 3)  # the delegation names no mail


ELSEWHERE, SHORT = (key_of("Mallory", way) for way in WAYS)
BOTH: dict[str, Change] = {
    "an order without what was signed": drop("signed", 0),
    "a signature without its key": drop("key-registered", 0),
    "a key of somebody else": put("key-registered", 0, person="Mallory"),
    "a key of the referee": put("key-registered", 0, person="referee"),
    "a key that is none": put("key-registered", 0, key="ssh-ed25519"),
    "a key with more behind it": put("key-registered", 0, key=f"{ELSEWHERE} anna"),
    "a key for no seat": put("key-registered", 0, seat="nobody"),
    "the same key twice": twice("key-registered", 0),
    "the same mail signed twice": twice("signed", 0),
    "signed by no mail": acting("signed", 0, cause="bots"),
    "signed by another mail": acting("signed", 0, reference=f"{'ab' * 32}:3"),
    "signed by somebody without a key": acting("signed", 0, person="Mallory"),
    "signed for another seat": put("signed", 0, seat="nobody"),
    "an order by no mail": acting("ordered", 0, cause="bots"),
    "an order by another mail": acting("ordered", 0, reference=f"{'ab' * 32}:3"),
    "an order that waits by another mail": acting("order-held", 0, reference=f"{'ab' * 32}:3"),
}
OPEN: dict[str, Change] = {
    "a key by which nothing was signed": put("key-registered", 0, key=ELSEWHERE),
    "a key of minisign by which nothing was signed": put(
        "key-registered", 0, key=key_of("Mallory", MINISIGN)
    ),
}
"""What is seen only where the signature is open."""


@pytest.mark.parametrize(
    ("what", "viewer"), [*in_turn(BOTH, ("kii", PUBLIC, REFEREE)), *in_turn(OPEN, (REFEREE,))]
)
def test_both_find_it_at_the_same_event(club: Club, what: str, viewer: str) -> None:
    found = members(club.record, "g", viewer)
    with remembered(found["game.jsonl"]):
        ours, theirs = judged(rechained(found, {**BOTH, **OPEN}[what]))
    assert ours
    assert ours == theirs


# ---- recorded by a referee who has the keys of the house, and not those of the players


def told_both(one: Club) -> tuple[int | None, int | None]:
    return judged(members(one.record, "g", REFEREE))


def test_an_order_without_anything_signed_is_found(one: Club) -> None:
    sends(one)
    assert told_both(one) == (None, None)
    while one.turn not in one.game.register.signing:
        sends(one)
    seat = one.turn
    one.order(seat, replace(one.by(seat, authority="3 token sender dkim ssh:x"), reference=f"{'ab' * 32}:3"))
    at = next(n for n, e in enumerate(one.record.envelopes("g"), 1) if e.act[1] == f"{'ab' * 32}:3")
    assert told_both(one) == (at, at)


def test_in_a_game_of_protocol_2_even_the_phrase_is_signed(tmp_path: Path) -> None:
    one = Club(tmp_path, POLICY, level=1)
    seats = one.game.seats
    for seat in seats[:-1]:
        sent = Mailed(one, seat, (f"join the {seat} heron stands",))
        one.referee.take("g", seat, Join(f"the {seat} heron stands"), sent.act(), signed=sent.signed)
    assert told_both(one) == (None, None)
    unsigned_mail = Mailed(one, seats[-1], ("join a heron that nobody signed",))
    one.referee.take("g", seats[-1], Join("a heron that nobody signed"), unsigned_mail.act())
    at = [n for n, entry in enumerate(one.entries(), 1) if isinstance(entry, Joined)][-1]
    assert told_both(one) == (at, at)
    one.record.close()


Forge = Callable[[Attested, str], Attested]


def _as(key: str = "", signature: str = "") -> Forge:
    return lambda sent, way: replace(sent, key=key or sent.key, signature=signature or sent.signature)


def _signs(change: Callable[[str], str], *, is_recorded: bool = True) -> Forge:
    """Signed is another text than that of the mail."""

    def forge(sent: Attested, way: str) -> Attested:
        text = change(sent.text)
        made = replace(sent, signature=signed_by(sent.person, text, way))
        return replace(made, text=text) if is_recorded else made

    return forge


def _by_the_referee(sent: Attested, way: str) -> Attested:
    return replace(sent, signature=signed_by("referee", sent.text, way))


def _in_the_other_way(sent: Attested, way: str) -> Attested:
    (other,) = set(WAYS) - {way}
    return replace(sent, signature=signed_by(sent.person, sent.text, other))


FORGED: dict[str, Forge] = {
    "by the referee": _by_the_referee,
    "in the other way": _in_the_other_way,
    "of another text": _signs(lambda text: f"{text}\n", is_recorded=False),
    "of another game": _signs(lambda text: text.replace("ORDERS g ", "ORDERS h ")),
    "of another seat": _signs(lambda text: re.sub(r"\w+-----\n", "nobody-----\n", text)),
    "of no block": _signs(lambda text: f"Dear referee,\n{text}"),
    "too short": _as(signature="AAAA"),
    "no base64": _as(signature="no base64"),
    "a beginning": _as(signature="U1NIU0lH"),
    "a key that is cut off": _as(key="ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIA=="),
    "a key of minisign that is cut off": _as(key=key_of("Ann", MINISIGN)[:-4]),
    "a key of minisign that is none": _as(key="minisign AAAA"),
    "a key of another": _as(key=key_of("Mallory", MINISIGN)),
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("what", FORGED)
def test_what_the_player_has_not_signed_is_found(one: Club, what: str, way: str) -> None:
    seat = one.turn
    sent = Mailed(one, seat, (one.line(seat),), way)
    forged = FORGED[what](sent.signed, way)
    one.referee.take("g", seat, one.game.examples(seat)[0], sent.act(), signed=forged)
    at = next(n for n, entry in enumerate(one.entries(), 1) if isinstance(entry, OrdersSigned))
    assert told_both(one) == (at, at)


def _raw(signature: str, at: int, part: bytes) -> str:
    """A signature of minisign with other bytes at a place."""
    whole = bytearray(b64decode(signature))
    whole[at : at + len(part)] = part
    return b64encode(whole).decode()


BENT: dict[str, Callable[[str], str]] = {
    "the other way of signing": lambda made: _raw(made, 1, b"d" if b64decode(made)[1:2] == b"D" else b"D"),
    "a way that is none": lambda made: _raw(made, 1, b"E"),
    "another key id": lambda made: _raw(made, 2, b"12345678"),
    "another R": lambda made: _raw(made, 10, bytes(32)),
    "S not below the order": lambda made: _raw(
        made, 42, (int.from_bytes(b64decode(made)[42:74], "little") + ORDER).to_bytes(32, "little")
    ),
    "the comment signed by nobody": lambda made: _raw(made, 74, bytes(64)),
    "A for B": lambda made: _raw(made, 74, b64decode(made)[10:74]),
    "S of B not below the order": lambda made: _raw(
        made, 106, (int.from_bytes(b64decode(made)[106:], "little") + ORDER).to_bytes(32, "little")
    ),
    "a byte less": lambda made: b64encode(b64decode(made)[:-1]).decode(),
    "a byte more": lambda made: b64encode(b64decode(made) + b"\0").decode(),
    "digits less": lambda made: made[:-4],
    "a line break": lambda made: f"{made}\n",
    "padding": lambda made: f"{made}====",
    "two of them": lambda made: made + made,
}


@pytest.mark.parametrize("what", BENT)
@pytest.mark.parametrize("person", ["Ann", "Anna"])
def test_both_find_what_is_bent_in_a_signature_of_minisign(person: str, what: str) -> None:
    """Of the two one is signed hashed, the other not."""
    text, key = SIGNED_TEXT, key_of(person, MINISIGN)
    made = signed_by(person, text, MINISIGN)
    for why in (unsigned, why_not):
        assert why(key, text, made) == ""
        assert why(key, text, BENT[what](made)) != ""


def anybodys(point: bytes, text: str) -> str:
    """A signature of orders by a key of small order, which nobody has made; "" where there is none."""
    messages, s = {b"Ed": text.encode(), b"ED": blake2b(text.encode()).digest()}, bytes(32)
    for way, message in messages.items():
        for made in (r + s for r in SMALL if is_signed(point, message, r + s)):
            commented = made + b"bugyo-order"
            for last in (r + s for r in SMALL if is_signed(point, commented, r + s)):
                return b64encode(way + bytes(8) + made + last).decode()
    return ""


@pytest.mark.parametrize("point", SMALL, ids=[point.hex()[:8] for point in SMALL])
def test_an_order_by_a_key_of_small_order_is_found(one: Club, point: bytes) -> None:
    seat = one.turn
    sent = Mailed(one, seat, (one.line(seat),), MINISIGN)
    texts = (sent.text + "\n" * more for more in count())
    text, signature = next((text, made) for text in texts if (made := anybodys(point, text)))
    key = f"minisign {b64encode(b'Ed' + bytes(8) + point).decode()}"
    forged = replace(sent.signed, key=key, text=text, signature=signature)
    one.referee.take("g", seat, one.game.examples(seat)[0], sent.act(), signed=forged)
    at = next(n for n, entry in enumerate(one.entries(), 1) if isinstance(entry, OrdersSigned))
    assert told_both(one) == (at, at)


def test_a_text_brings_its_orders_about_once(one: Club) -> None:
    """The same text again, under the name of another mail."""
    sent = sends(one)
    seat = sent.signed.seat
    while one.turn != seat:
        sends(one)
    again = replace(sent.signed, is_kept=False)
    act = replace(sent.act(), reference=f"{'cd' * 32}:3")
    one.referee.take("g", seat, one.game.examples(seat)[0], act, signed=again)
    at = [n for n, entry in enumerate(one.entries(), 1) if isinstance(entry, OrdersSigned)][-1]
    assert told_both(one) == (at, at)


def test_an_order_that_is_not_in_the_text_is_found_by_the_audit_without_the_mail(one: Club) -> None:
    seat = one.turn
    sent = Mailed(one, seat, (one.line(seat, 1),))
    act = replace(sent.act(), reference=f"{'cd' * 32}:3")
    one.referee.take("g", seat, one.game.examples(seat)[0], act, signed=sent.signed)
    verdict = audit_game(one.record, "g")
    assert verdict.finding is not None
    assert "has signed has no line for it" in verdict.finding.why
    assert verdict.finding.position == 1 + next(
        n for n, entry in enumerate(one.entries(), 1) if isinstance(entry, OrdersSigned)
    )


def test_keys_of_other_kinds_are_said_not_to_be_checked(one: Club) -> None:
    sends(one, key=RSA)
    found = members(one.record, "g", REFEREE)
    assert judged(found) == (None, None)
    said = [line for line in verify(zipped(found)).lines if "not checked here" in line]
    assert len(said) == 1
    assert "ssh-rsa" in said[0]
    signatures = audit_game(one.record, "g").signatures
    assert (signatures.checked, signatures.others, signatures.kinds) == (0, 1, ("ssh-rsa",))


def test_whoever_takes_a_seat_signs_by_his_own_key(one: Club) -> None:
    sent = sends(one)
    seat = sent.signed.seat
    people.take_seat(one.referee, "g", seat, "Dora", "Ill.", DESK)
    assert one.game.register.keys == ()
    assert one.game.register.must_sign(seat)
    while one.turn != seat:
        sends(one)
    sends(one)
    assert told_both(one) == (None, None)
    assert [key.person for key in one.entries(KeyRegistered) if key.seat == seat][-1] == "Dora"


def test_the_vectors_of_signed_texts_hold_and_those_that_are_altered_do_not() -> None:
    found = signed_orders()
    assert {one["what"] for one in found} == {"ssh", "minisign", "minisign, not hashed"}
    for one in found:
        text, key = one["text"], one["key"]
        assert block_of(text) == ("g1", "iga")
        for why in (unsigned, why_not):
            assert why(key, text, one["signature"]) == ""
            assert why(key, f"{text} ", one["signature"]) != ""
            assert why(key_of("Mallory", SSH), text, one["signature"]) != ""
            for signature in one["false"].values():
                assert why(key, text, signature) != ""


def test_nothing_is_due_where_the_policy_asks_for_less(tmp_path: Path) -> None:
    one = Club(tmp_path, Policy())
    sends(one)
    one.order()
    assert told_both(one) == (None, None)
    (signed,) = one.entries(OrdersSigned)
    assert signed.text.to == signed.signature.to == (signed.seat,)
    assert audit_game(one.record, "g").signatures.checked == 1
    one.record.close()
