"""The two verifiers against each other on signed orders: what a referee who invents an order could record,
and at which event each finds it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from hashlib import sha256
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
from referee.bundle.verify_signed import block_of, unsigned
from referee.bundle.writing import members, zipped
from referee.games import people
from referee.games.held_orders import hold, ready
from referee.games.signed_mails import Attested
from referee.mail.reading.order_lines import order_lines
from referee.mail.reading.reading import read_mail
from referee.proof.ssh_signatures import bare, why_not
from referee.record.envelope import MAIL, Act
from tests.bundle import vectors
from tests.bundle.inside import remembered
from tests.bundle.test_both import Change, drop, in_turn, judged, put, rechained, twice
from tests.bundle.test_both_people import acting
from tests.referee.clocks.club import HOUR, Club
from tests.referee.clocks.club import REFEREE as DESK
from tests.referee.mail.golden.proofs import armour, public_key
from tests.referee.mail.test_desk_world import mail

POLICY = Policy(authority=3, hours=72)
RSA = "ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAAAgQ=="


class Mailed:
    """A mail that has signed orders: the act that it is for a line, and what goes on record of it."""

    def __init__(self, one: Club, seat: str, lines: tuple[str, ...], key: str = "", text: str = "") -> None:
        person = one.game.register.holders[seat]
        block = [f"-----BEGIN ORDERS g T{len(one.entries())} {seat}-----", *lines, "-----END ORDERS-----"]
        self.text = text or "".join(f"{line}\n" for line in block)
        armoured = armour(person, self.text)
        raw = mail(self.text + armoured, f"{person}@example.org".lower())
        self.digest, self.lines = sha256(raw).hexdigest(), order_lines(read_mail(raw))
        one.record.keep_mail(self.digest, raw)
        key = key or " ".join(public_key(person).split()[:2])
        self.signed = Attested(seat, person, key, self.text, bare(armoured))
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


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Club]:
    """A game in which all have signed: orders, one that waited, and a delegate's."""
    one = Club(tmp_path_factory.mktemp("signed"), POLICY)
    happens(one)
    yield one
    one.record.close()


def happens(one: Club) -> None:
    sends(one)
    seat = one.turn
    waits = Mailed(one, seat, ("wait", one.line(seat)))
    hold(one.referee, "g", seat, one.line(seat), "ready", waits.act(1), signed=waits.signed)
    ready(one.referee, "g", seat, waits.act())
    seat, holder = one.turn, one.game.register.holders[one.turn]
    people.delegate(one.referee, "g", seat, "Fay", "all", one.now + 9 * HOUR, one.by(seat, authority="3"))
    by_fay = Mailed(one, seat, (one.line(seat),))
    key = " ".join(public_key("Fay").split()[:2])
    signed = Attested(seat, "Fay", key, by_fay.text, bare(armour("Fay", by_fay.text)))
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
    assert all(" ssh-ed25519 SHA256:" in line for line in found.signatures.keys)
    said = " ".join(verify(zipped(members(club.record, "g", PUBLIC))).lines)
    assert all(line.split()[-1] in said for line in found.signatures.keys)
    assert (found.sent.lines, found.sent.compared) == (4, 3)  # the delegation names no mail


ELSEWHERE = " ".join(public_key("Mallory").split()[:2])
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
OPEN: dict[str, Change] = {"a key by which nothing was signed": put("key-registered", 0, key=ELSEWHERE)}
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


def _as(key: str = "", text: str = "", signature: str = "") -> Callable[[Attested], Attested]:
    return lambda sent: replace(
        sent,
        key=key or sent.key,
        text=text or sent.text,
        signature=signature or sent.signature,
    )


def _by_the_referee(sent: Attested) -> Attested:
    return replace(sent, signature=bare(armour("referee", sent.text)))


def _of_another_text(sent: Attested) -> Attested:
    return replace(sent, signature=bare(armour(sent.person, f"{sent.text}\n")))


def _of_another_game(sent: Attested) -> Attested:
    text = sent.text.replace("ORDERS g ", "ORDERS h ")
    return replace(sent, text=text, signature=bare(armour(sent.person, text)))


def _of_another_seat(sent: Attested) -> Attested:
    text = sent.text.replace(f" {sent.seat}-----", " nobody-----")
    return replace(sent, text=text, signature=bare(armour(sent.person, text)))


def _of_no_block(sent: Attested) -> Attested:
    text = f"Dear referee,\n{sent.text}"
    return replace(sent, text=text, signature=bare(armour(sent.person, text)))


FORGED = [
    _by_the_referee,
    _of_another_text,
    _of_another_game,
    _of_another_seat,
    _of_no_block,
    _as(signature="AAAA"),
    _as(signature="no base64"),
    _as(signature="U1NIU0lH"),
    _as(key="ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIA=="),
]


@pytest.mark.parametrize("forge", FORGED)
def test_what_the_player_has_not_signed_is_found(one: Club, forge: Callable[[Attested], Attested]) -> None:
    seat = one.turn
    sent = Mailed(one, seat, (one.line(seat),))
    one.referee.take("g", seat, one.game.examples(seat)[0], sent.act(), signed=forge(sent.signed))
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


def test_the_vector_of_a_signed_text_holds_and_no_other() -> None:
    v = vectors.signed_orders()
    for why in (unsigned, why_not):
        assert why(v["key"], v["text"], v["signature"]) == ""
        assert why(v["key"], f"{v['text']} ", v["signature"]) != ""
        assert why(ELSEWHERE, v["text"], v["signature"]) != ""
    assert block_of(v["text"]) == ("g1", "iga")


def test_nothing_is_due_where_the_policy_asks_for_less(tmp_path: Path) -> None:
    one = Club(tmp_path, Policy())
    sends(one)
    one.order()
    assert told_both(one) == (None, None)
    (signed,) = one.entries(OrdersSigned)
    assert signed.text.to == signed.signature.to == (signed.seat,)
    assert audit_game(one.record, "g").signatures.checked == 1
    one.record.close()
