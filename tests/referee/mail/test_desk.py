"""What becomes of a mail: its exit code, what became of its lines, what the answer says, what is recorded."""

from __future__ import annotations

import hashlib
from collections.abc import Callable

import pytest

from domain.game.entries.people import OrderRefused
from referee.games.order_sheet import NOT_REACHED, PLAYED, REFUSED, UNREADABLE
from referee.seats.tokens import shown
from tests.referee.mail.test_desk_world import DESK, KEY, PEOPLE, World, body, mail, world
from tests.tokens import token

__all__ = ["world"]  # the fixture

Raw = Callable[[World], bytes]

DAY = 86_400_000
STRANGER = "Mallory <mallory@example.org>"
CARA = PEOPLE["kii"]  # kii has the first turn


def legal(w: World) -> str:
    return w.legal()[0]


def deep(levels: int) -> bytes:
    parts = "".join(
        f'Content-Type: multipart/mixed; boundary="b{level}"\n\n--b{level}\n' for level in range(levels)
    )
    return (f"From: {CARA}\nTo: {DESK}\nSubject: x\nMIME-Version: 1.0\n" + parts + "\npass\n").encode()


def html(w: World) -> bytes:
    return mail(f"<p>{w.block('kii', legal(w))}</p>", CARA, Content_Type="text/html; charset=utf-8")


TAKEN = [
    ("a good mail", lambda w: w.orders(legal(w)), [PLAYED], "Played: place"),
    ("an illegal order", lambda w: w.orders("place ninja in iga"), [REFUSED], "[turn/ninja] A ninja is sent"),
    ("a line that is no order", lambda w: w.orders("plaice oda"), [UNREADABLE], 'Did you mean "place"?'),
    (
        "the rest is not reached",
        lambda w: w.orders(legal(w), "place ninja in kii", "pass"),
        [PLAYED, REFUSED, NOT_REACHED],
        "Not reached: pass",
    ),
    ("an order of another phase", lambda w: w.orders("attack oda in iga with mori"), [REFUSED], "Asked for:"),
    ("a block without an order", lambda w: w.orders(), [], "No line of your mail is an order."),
    (
        "a date that cannot be",
        lambda w: mail(w.block("kii", legal(w)), CARA, Date="Fri, 31 Feb 0000 99:99:99 +9999"),
        [PLAYED],
        "Played:",
    ),
    (
        "no date and no id",
        lambda w: w.orders(legal(w), id="").replace(b"Date:", b"X-Date:"),
        [PLAYED],
        "Played:",
    ),
    (
        "a token without a block",
        lambda w: mail(f"TOKEN {shown(token(KEY, 'winter', 'kii', 'T1'))}\n{legal(w)}\n", CARA),
        [PLAYED],
        "Played:",
    ),
    (
        "typographic signs and blanks",
        lambda w: w.orders("  " + legal(w).replace(" ", "\u00a0 ")),
        [PLAYED],
        "Played:",
    ),
]


@pytest.mark.parametrize(("name", "raw", "outcomes", "said"), TAKEN, ids=[row[0] for row in TAKEN])
def test_mail_of_the_seat_with_its_token(
    world: World, name: str, raw: Raw, outcomes: list[str], said: str
) -> None:
    before, sent = world.game.position, raw(world)
    handled = world.desk.handle(sent)
    assert (handled.exit, handled.game, handled.seat) == (0, "winter", "kii")
    assert [result.outcome for result in handled.results] == outcomes
    recorded = [type(one.entry) for one in world.record.envelopes("winter")[before:]]
    assert (recorded not in ([], [OrderRefused])) == (PLAYED in outcomes)
    assert (OrderRefused in recorded) == (REFUSED in outcomes)
    answer = next(one for one in world.out() if one["To"] == CARA)
    assert said in body(answer)
    assert answer["Subject"] == "Re: Your turn [winter T1 kii] Shinobi"
    assert hashlib.sha256(sent).hexdigest() in body(answer)


REFUSALS = [
    ("unknown sender", lambda w: mail(legal(w), STRANGER), 67, "does not know the address"),
    (
        "unknown sender with a game that does not exist",
        lambda w: mail("pass", STRANGER, Subject="[nogame T1 iga]"),
        67,
        "does not know the address",
    ),
    (
        "no token and no order",
        lambda w: mail("Hello!\n", CARA, Subject="[winter T1 kii]"),
        77,
        "No line of your mail is an order, a question or press",
    ),
    (
        "no token, and the tag of another turn",
        lambda w: mail(legal(w), CARA, Subject="[winter T0 kii]"),
        0,
        "That was for T0; it is T1 now.",
    ),
    (
        "a token of nobody",
        lambda w: w.orders(legal(w)).replace(
            shown(token(KEY, "winter", "kii", "T1")).encode(), b"ABCD-" * 5 + b"ABCD"
        ),
        77,
        "is not that of kii in T1",
    ),
    (
        "an older token",
        lambda w: mail(w.block("kii", legal(w), turn="T0"), CARA),
        0,
        "That was for T0; it is T1 now.",
    ),
    (
        "an older block with this turn's token",
        lambda w: w.orders(legal(w)).replace(b"winter T1 kii", b"winter T0 kii"),
        0,
        "That was for T0; it is T1 now.",
    ),
    (
        "another player's token",
        lambda w: mail(w.block("kii", legal(w)), PEOPLE["iga"]),
        77,
        "belongs to another seat",
    ),
    (
        "another player's token in one's own block",
        lambda w: mail(w.block("iga", legal(w), of="kii"), PEOPLE["iga"]),
        77,
        "belongs to another seat",
    ),
    (
        "another player's seat",
        lambda w: mail(legal(w), PEOPLE["iga"], Subject="[winter T1 kii]"),
        77,
        "speaks for iga, not for the seat",
    ),
    (
        "a game that does not exist",
        lambda w: mail(w.block("kii", legal(w), game="summer"), CARA),
        67,
        "You hold no seat in the game that the mail names. You play in: winter (kii).",
    ),
    ("an empty mail", lambda w: mail("", CARA), 65, "The mail has no text."),
    ("30 MB", lambda w: w.orders(legal(w)) + b"x" * 30_000_000, 65, "reads at most 1,048,576"),
    ("multiparts nested 200 deep", lambda w: deep(200), 65, "nested too deep"),
    ("NUL bytes", lambda w: w.orders(legal(w)).replace(b"place", b"pl\0ace"), 65, "NUL bytes"),
    ("HTML only", html, 65, "came only as HTML"),
]


@pytest.mark.parametrize(("name", "raw", "code", "said"), REFUSALS, ids=[row[0] for row in REFUSALS])
def test_mail_of_which_nothing_is_played(world: World, name: str, raw: Raw, code: int, said: str) -> None:
    before, sent = world.game.position, raw(world)
    handled = world.desk.handle(sent)
    assert (handled.exit, handled.results) == (code, ())
    assert world.game.position == before
    assert [digest for digest, _, kept in world.record.mails() if kept == sent] == [
        hashlib.sha256(sent).hexdigest()
    ]
    answer = world.out()[-1]
    assert said in " ".join(body(answer).split())
    assert answer["To"].addresses[0].addr_spec in sent.decode()


SILENT = [
    ("an auto-reply", lambda w: mail(legal(w), CARA, Auto_Submitted="auto-replied"), 0),
    ("a bounce", lambda w: mail(legal(w), CARA, Return_Path="<>"), 0),
    ("a list", lambda w: mail(legal(w), CARA, List_Id="<all.example.org>"), 0),
    ("our own mail", lambda w: mail(legal(w), DESK), 0),
    ("our own loop", lambda w: mail(legal(w), CARA, X_Loop=f"bugyo {DESK}"), 0),
    ("nobody", lambda w: mail(legal(w), "undisclosed"), 65),
    ("two senders", lambda w: mail(legal(w), f"{CARA}, {STRANGER}"), 65),
    ("no bytes at all", lambda w: b"", 65),
]


@pytest.mark.parametrize(("name", "raw", "code"), SILENT, ids=[row[0] for row in SILENT])
def test_mail_that_gets_no_answer_and_is_no_order(world: World, name: str, raw: Raw, code: int) -> None:
    before = world.game.position
    assert world.desk.handle(raw(world)).exit == code
    assert world.out() == []
    assert world.game.position == before
    assert len(list(world.record.mails())) == 1


# ---- who is told what


def test_a_stranger_cannot_tell_whether_a_game_exists(world: World) -> None:
    answers = []
    for sent in (mail("pass", STRANGER), mail(world.block("kii", legal(world), of="iga"), STRANGER)):
        world.desk.handle(sent)
        world.now += DAY
        answers.append([body(one) for one in world.out() if "mallory" in one["To"]])
    world.desk.handle(mail("pass", STRANGER, Subject="[nogame T1 iga]"))
    answers.append([body(world.only())])
    assert answers[0] == answers[1] == answers[2]
    for secret in ("winter", "iga", "kii", "place", "T1"):
        assert secret not in answers[0][0]


def test_a_player_of_another_game_cannot_tell_either(world: World) -> None:
    world.record.register("elsewhere", "iga", "dora@example.org")
    answers = []
    for game in ("winter", "nogame"):
        world.desk.handle(mail("pass", "dora@example.org", Subject=f"[{game} T1 iga]"))
        answers.append(body(world.only()).split("Receipt")[0])
    assert answers[0] == answers[1]


def test_whoever_has_several_games_is_asked_which_is_meant(world: World) -> None:
    world.open("summer", PEOPLE)
    assert world.desk.handle(mail("pass", CARA)).exit == 65
    said = " ".join(body(world.only()).split())
    assert "does not say which game it is for" in said
    assert "summer (kii), winter (kii)" in said


def test_of_several_games_the_token_tells_which_is_meant(world: World) -> None:
    world.open("summer", PEOPLE)
    made = shown(token(KEY, "winter", "kii", "T1"))
    handled = world.desk.handle(mail(f"TOKEN {made}\n{legal(world)}\n", CARA))
    assert (handled.exit, handled.game, len(handled.results)) == (0, "winter", 1)


@pytest.mark.parametrize(("sender", "text"), [(PEOPLE["iga"], ""), (STRANGER, "Hello!")])
def test_a_seat_whose_token_another_sends_is_warned_once_a_turn_and_shown_no_secret(
    world: World, sender: str, text: str
) -> None:
    sent = mail(world.block("kii", text or legal(world)), sender)
    world.desk.handle(sent)
    warning, _answer = world.out()
    assert warning["To"] == CARA
    assert warning["Subject"] == "Warning [winter T1 kii] Shinobi"
    assert ":: Mail: warning " in body(warning)
    assert shown(token(KEY, "winter", "kii", "T1")) not in body(warning)
    assert "example.org" not in body(warning)
    world.desk.handle(sent)
    assert CARA not in [one["To"] for one in world.out()]


def test_who_answers_without_token_gets_the_block_at_the_registered_address(world: World) -> None:
    world.desk.handle(mail("Who is to move?", CARA, Subject="Re: [winter T1 kii]"))
    answer = world.only()
    assert answer["To"] == CARA
    assert f"TOKEN {shown(token(KEY, 'winter', 'kii', 'T1'))}" in body(answer)
    assert "1 > Who is to move?" in body(answer)
