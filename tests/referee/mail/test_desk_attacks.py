"""What somebody may try by mail: each attack leaves the game as it was, tells the attacker nothing, and is on
record."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Callable

import pytest

from referee.games.order_sheet import ALREADY, PLAYED
from referee.identity.cases import Cases
from referee.seats.tokens import shown
from referee.telling.tracing import origin_of
from tests.referee.mail.test_desk_world import DESK, KEY, NOW, PEOPLE, World, body, mail, world
from tests.tokens import token

__all__ = ["world"]  # the fixture

CARA, ANNA = PEOPLE["kii"], PEOPLE["iga"]
MALLORY = "mallory@example.org"
Raw = Callable[[World], bytes]
TAG = "Re: [winter T1 kii] Shinobi"
WROTE = "On Fri, 20 Nov 2026 at 10:00, Bugyo <referee@bugyo.invalid> wrote:"


def quoted(text: str) -> str:
    return "".join(f"> {line}\n" for line in text.splitlines())


def order(w: World) -> str:
    return w.legal()[0]


def html_twofaced(w: World) -> bytes:
    """Text that orders one thing, and a page that shows another."""
    one, other = w.legal()[:2]
    parts = (
        f"--b\nContent-Type: text/plain\n\n{w.block('kii', one)}\n",
        f"--b\nContent-Type: text/html\n\n<pre>{w.block('kii', other)}</pre>\n--b--\n",
    )
    return mail("".join(parts), CARA, Content_Type="multipart/alternative; boundary=b", MIME_Version="1.0")


def old_turn(w: World) -> bytes:
    return mail(w.block("kii", order(w), turn="T0"), CARA, Subject=TAG)


def old_turn_with_new_token(w: World) -> bytes:
    """An old block, and this turn's token elsewhere in the mail."""
    new = shown(token(KEY, "winter", "kii", "T1"))
    return mail(f"TOKEN {new}\n\n{w.block('kii', order(w), turn='T0')}", CARA, Subject=TAG)


def below_separator(w: World) -> bytes:
    """An order that stands in what is quoted without signs, under a separator that only the reader sees."""
    return mail(f"Thanks!\n-----Original Message-----\n{order(w)}\n{w.block('kii')}", CARA, Subject=TAG)


def second_from(w: World) -> bytes:
    return w.orders(order(w)).replace(b"From: ", b"From: mallory@example.org\nFrom: ", 1)


def from_in_a_name(w: World) -> bytes:
    return mail(w.block("kii", order(w)), f'"{CARA}" <{MALLORY}>')


def from_in_a_comment(w: World) -> bytes:
    return mail(w.block("kii", order(w)), f"{MALLORY} ({CARA})")


def bare_cr_field(w: World) -> bytes:
    return mail(w.block("kii", order(w)), MALLORY).replace(
        b"Subject: orders", f"Subject: x\rFrom: {CARA}".encode()
    )


def encoded_newline(w: World) -> bytes:
    name = f"=?utf-8?q?x=0D=0AFrom:_{CARA}?="
    return mail(w.block("kii", order(w)), f"{name} <{MALLORY}>")


def reply_to(w: World) -> bytes:
    return mail(w.block("kii", order(w)), MALLORY, Reply_To=CARA, Sender=CARA)


def forged_result(w: World) -> bytes:
    return mail(
        w.block("kii", order(w)), MALLORY, Authentication_Results="mx.example.net; dkim=pass; dmarc=pass"
    )


def quoted_foreign_token(w: World) -> bytes:
    """A player quotes a mail that another was sent, with the other's token, above an order of his own."""
    return mail(f"{order(w)}\n\n{WROTE}\n{quoted(w.block('kii'))}", ANNA, Subject="Re: [winter T1 iga]")


def anothers_seat(w: World) -> bytes:
    return mail(w.block("kii", order(w), of="iga"), ANNA)


def named_before_it(name: str) -> Raw:
    """A line as in a file of one keyboard, where a name before it says whose it is."""
    return lambda w: mail(w.block("iga", f"{name}: {order(w)}"), ANNA)


def hidden_in_base64(w: World) -> bytes:
    """An old block of another turn, in base64, so that no program on the way sees it."""
    text = base64.encodebytes(w.block("kii", order(w), turn="T0").encode()).decode()
    return mail(text, CARA, Content_Type="text/plain", Content_Transfer_Encoding="base64", MIME_Version="1.0")


def invisible_turn(w: World) -> bytes:
    """An order whose letters are turned round for whoever reads it."""
    return mail(w.block("kii", f"\u202e{order(w)}"), CARA, Content_Type="text/plain; charset=utf-8")


ATTACKS: list[tuple[str, Raw]] = [
    ("two faces", html_twofaced),
    ("a block of another turn", old_turn),
    ("a block of another turn with this turn's token", old_turn_with_new_token),
    ("an order below a separator", below_separator),
    ("two From fields", second_from),
    ("an address in a name", from_in_a_name),
    ("an address in a comment", from_in_a_comment),
    ("a bare CR that makes a field", bare_cr_field),
    ("an encoded line break in a name", encoded_newline),
    ("Reply-To and Sender of the player", reply_to),
    ("results in the server's name", forged_result),
    ("another seat's token in quoted text", quoted_foreign_token),
    ("another seat with one's own token", anothers_seat),
    ("another seat before the line", named_before_it("kii")),
    ("another person before the line", named_before_it("Cara")),
    ("an old block in base64", hidden_in_base64),
    ("letters turned round", invisible_turn),
]


@pytest.mark.parametrize(("name", "raw"), ATTACKS, ids=[row[0] for row in ATTACKS])
def test_the_game_stands_as_it_stood(world: World, name: str, raw: Raw) -> None:
    before, sent = world.game.position, raw(world)
    handled = world.desk.handle(sent)
    assert world.game.position == before
    assert not [result for result in handled.results if result.outcome == PLAYED]
    (case,) = Cases(world.record, lambda: NOW).all()
    assert case.digest == hashlib.sha256(sent).hexdigest()
    secrets = ("winter", shown(token(KEY, "winter", "kii", "T1")))
    for one in world.out():
        if one["To"] in (MALLORY, ANNA):
            assert secrets[1] not in body(one)
        if one["To"] == MALLORY:
            assert secrets[0] not in body(one)


def test_a_forged_from_gets_the_real_address_asked_and_nothing_played(world: World) -> None:
    """Whoever forges From has no token: the word is asked of the one who really lives there."""
    before = world.game.position
    world.desk.handle(mail(f"{order(world)}\n", CARA, Subject=TAG, Received="from evil.example"))
    assert world.game.position == before
    (asked,) = world.out()
    assert asked["To"] == CARA
    assert "CONFIRM" in asked["Subject"]


def test_forged_mails_do_not_fill_a_mailbox(world: World) -> None:
    for number in range(30):
        world.desk.handle(mail(f"{order(world)}\n; {number}\n", CARA, f"<{number}@evil>", Subject=TAG))
        world.desk.handle(mail(world.block("kii", order(world), f"; {number}"), MALLORY, f"<f{number}@evil>"))
    to_cara = [one for one in world.out() if one["To"] == CARA]
    assert len(to_cara) <= 10 + 3 + 1  # asked of herself in an hour, of strangers in a turn, one warning


def test_an_old_order_that_is_sent_again_in_a_later_turn_plays_nothing(world: World) -> None:
    sent = world.orders(order(world))
    world.desk.handle(sent)
    while world.game.turn == "T1":
        seat = world.seat
        world.desk.handle(
            mail(world.block(seat, world.legal()[-1]), PEOPLE[seat], f"<{world.game.position}@x>")
        )
    after = world.game.position
    replayed = sent.replace(b"<1@example.org>", b"<2@example.org>")
    for raw in (sent, replayed, sent.replace(b"place", b"place ")):
        world.desk.handle(raw)
        assert world.game.position == after


@pytest.mark.parametrize("change", ["Message-ID", "Received", "Subject", "line ends"])
def test_a_mail_that_comes_by_two_routes_is_played_once(world: World, change: str) -> None:
    sent = world.orders(order(world))
    other = {
        "Message-ID": sent.replace(b"<1@example.org>", b"<other@example.org>"),
        "Received": b"Received: from relay.example.net\n" + sent,
        "Subject": sent.replace(b"Subject: orders", b"Subject: [list] orders"),
        "line ends": sent.replace(b"\n", b"\r\n"),
    }[change]
    world.desk.handle(sent)
    after = world.game.position
    handled = world.desk.handle(other)
    assert [result.outcome for result in handled.results] == [ALREADY]
    assert world.game.position == after


def test_nobody_suppresses_a_mail_by_sending_its_id_first(world: World) -> None:
    for sender in (MALLORY, ANNA, CARA):
        world.desk.handle(mail("Hello!\n", sender, "<1@example.org>", Subject=TAG))
    handled = world.desk.handle(world.orders(order(world)))
    assert [result.outcome for result in handled.results] == [PLAYED]


def test_nothing_of_what_came_in_stands_in_our_header(world: World) -> None:
    evil = "=?utf-8?q?x=0D=0ABcc:_victim@example.org?="
    world.desk.handle(mail("pass", f"{evil} <{MALLORY}>", Subject=evil))
    world.desk.handle(mail(world.block("kii", order(world)), f"{evil} <{CARA}>", Subject=evil))
    for one in world.out():
        assert one["Bcc"] is None
        assert one["From"] == DESK
        assert "victim" not in str(one["Subject"]) + str(one["To"])


# ---- back to the bytes


@pytest.mark.parametrize("encoding", ["7bit", "base64", "quoted-printable"])
def test_every_order_leads_back_to_the_bytes_of_its_mail(world: World, encoding: str) -> None:
    text = world.block("kii", order(world))
    given = {
        "7bit": text,
        "base64": base64.encodebytes(text.encode()).decode(),
        "quoted-printable": text.replace("place", "pl=61ce"),
    }[encoding]
    fields = {"Content_Type": "text/plain", "Content_Transfer_Encoding": encoding, "MIME_Version": "1.0"}
    sent = mail(given, CARA, **fields)
    said = order(world)
    world.desk.handle(sent)
    (reference,) = {one.act[1] for one in world.record.envelopes("winter") if one.act[0] == "mail"}
    origin = origin_of(world.record, reference)
    assert origin is not None
    assert (origin.text, origin.number) == (said, 4)
    assert origin.raw == sent[origin.start : origin.end]
    if encoding == "7bit":
        assert origin.raw == f"{said}\n".encode()
    if encoding == "quoted-printable":
        assert origin.raw == said.replace("place", "pl=61ce").encode() + b"\n"
    digest = hashlib.sha256(sent).hexdigest()[:16]
    assert origin.sentence() == (
        f"It came in line 4 of the mail {digest}…, bytes {origin.start} to {origin.end} of it: {said}"
    )


def test_explain_names_the_bytes_of_ones_own_order_and_of_nobody_elses(world: World) -> None:
    world.desk.handle(world.orders(order(world)))
    position = next(n for n, one in enumerate(world.record.envelopes("winter"), 1) if one.act[0] == "mail")
    world.out()
    for seat, tells in (("kii", True), ("iga", False)):
        world.desk.handle(mail(world.block(seat, f"explain {position}"), PEOPLE[seat], f"<{seat}@x.org>"))
        (answer,) = [body(one) for one in world.out() if one["To"] == PEOPLE[seat]]
        assert ("It came in line 4 of the mail" in answer) == tells


@pytest.mark.parametrize("reference", ["", "x:1", "0" * 64 + ":1", "bots"])
def test_what_came_by_no_mail_leads_nowhere(world: World, reference: str) -> None:
    assert origin_of(world.record, reference) is None
