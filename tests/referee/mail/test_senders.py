"""Who a mail is from: the fields From that programs really write, and those in which two could be meant."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.games.order_sheet import PLAYED
from referee.reading.reading import read_mail
from tests.referee.mail.test_desk_world import PEOPLE, World, mail

ANNA = "anna@mail.example"

TAKEN = [
    # from what                                       the field                                   the name
    ("mutt, a script", f"{ANNA}", ""),
    ("Gmail", f"Anna Weiß <{ANNA}>", "Anna Weiß"),
    ("Gmail, a letter beyond ASCII", f"=?UTF-8?Q?Anna_Wei=C3=9F?= <{ANNA}>", "Anna Weiß"),
    ("Outlook", f'"Weiss, Anna" <{ANNA}>', "Weiss, Anna"),
    ("Outlook of 2003, unquoted", f"Weiss, Anna <{ANNA}>", "Weiss, Anna"),
    ("Exchange, encoded", f"=?iso-8859-1?Q?Wei=DF=2C_Anna?= <{ANNA}>", "Weiß, Anna"),
    ("Outlook without a name", f"<{ANNA}>", ""),
    ("Outlook, single quotes", f"'{ANNA}' <{ANNA}>", ""),
    ("Outlook, quoted single quotes", f"\"'{ANNA}'\" <{ANNA}>", ""),
    ("Outlook with a company", f'"Anna Weiss (Club)" <{ANNA}>', "Anna Weiss (Club)"),
    ("Apple Mail without a name", f"{ANNA} <{ANNA}>", ""),
    ("Yahoo, quoted", f'"{ANNA}" <{ANNA}>', ""),
    ("a phone", f"Anna @ home <{ANNA}>", "Anna @ home"),
    ("a handle", f"@anna <{ANNA}>", ""),
    ("Notes", f"Anna Weiss/Club@CLUB <{ANNA}>", "Anna"),
    ("an address of old", f"anna@old.example <{ANNA}>", ""),
    ("an address of old, encoded", f"=?utf-8?q?anna=40old.example?= <{ANNA}>", ""),
    ("base64 in two words", f"=?utf-8?B?QW5u?=\n =?utf-8?B?YQ==?= <{ANNA}>", "Anna"),
    ("a list", f'"Anna via Games" <{ANNA}>', "Anna via Games"),
    ("a list that names her", f"\"'anna@old.example' via Games\" <{ANNA}>", "via Games"),
    ("a list, unquoted", f"Anna via Games <{ANNA}>", "Anna via Games"),
    ("mail(1)", f"{ANNA} (Anna Weiss)", "Anna Weiss"),
    ("cron", f"{ANNA} (Cron Daemon (root))", "Cron Daemon (root)"),
    ("a comment at the end", f"Anna <{ANNA}> (at home)", "Anna"),
    ("a comment with another address", f"{ANNA} (anna@old.example)", ""),
    ("folded", f"Anna Weiss\n <{ANNA}>", "Anna Weiss"),
    ("folded with a tab", f'"Weiss,\n\tAnna"\n\t<{ANNA}>', "Weiss, Anna"),
    ("no blank", f"Anna<{ANNA}>", "Anna"),
    ("blanks within", f"Anna < {ANNA} >", "Anna"),
    ("capitals", f"ANNA <{ANNA.upper()}>", "ANNA"),
    ("dots", f"A. B. Weiss jr. <{ANNA}>", "A. B. Weiss jr."),
    ("an apostrophe", f"Anna O'Hara <{ANNA}>", "Anna O'Hara"),
    ("a quoted pair", f'"Anna \\"the fox\\" W" <{ANNA}>', 'Anna "the fox" W'),
    ("raw UTF-8", f"Анна Вайс <{ANNA}>", "Анна Вайс"),
    ("full width", f"安奈＠家 <{ANNA}>", ""),
    ("an emoji", f"Anna 🎲 <{ANNA}>", "Anna 🎲"),
    ("a role", f"Anna: referee <{ANNA}>", "Anna: referee"),
    ("square brackets", f"[Club] Anna <{ANNA}>", "[Club] Anna"),
    ("a link as a name", f"www.win.example Anna https://win.example/x <{ANNA}>", "Anna"),
    ("a plus", "Anna <anna+games@mail.example>", "Anna"),
    ("an odd local part", "Anna <o'hara_{1}~#$%&*/=^?`|!@mail.example>", "Anna"),
]


@pytest.mark.parametrize(("program", "field", "name"), TAKEN, ids=[row[0] for row in TAKEN])
def test_a_field_with_one_address_is_taken(program: str, field: str, name: str) -> None:
    read = read_mail(f"From: {field}\nSubject: x\n\npass\n".encode())
    assert read.sender.endswith("@mail.example")
    assert read.sender == ANNA or "anna@" not in field
    assert read.sender_name == name


REFUSED = [
    ("nothing", ""),
    ("a name", "Anna"),
    ("two addresses", f"{ANNA}, b@y.example"),
    ("two of them, the second in brackets", f"{ANNA}, B <b@y.example>"),
    ("two of them, the first in brackets", f"Anna <{ANNA}>, b@y.example"),
    ("two in brackets", f"Anna <{ANNA}> <b@y.example>"),
    ("two in brackets, with a comma", f"Anna <{ANNA}>, B <b@y.example>"),
    ("the same twice", f"<{ANNA}>, <{ANNA}>"),
    ("three", f"a@x.example <{ANNA}>, c@z.example"),
    ("a bare one and one in brackets", f"a@x.example, b@y.example <{ANNA}>"),
    ("one and a name", f"a@x.example, Anna <{ANNA}>"),
    ("a name and one", f"Weiss, a@x.example <{ANNA}>"),
    ("a semicolon", f"a@x.example; <{ANNA}>"),
    ("a local part in quotes and another", f'"a"@x.example, <{ANNA}>'),
    ("encoded, not the comma", f"=?utf-8?q?a@x.example,?= <{ANNA}>"),
    ("an address that is encoded", "=?utf-8?q?anna=40mail.example?="),
    ("an address with a part encoded", "=?utf-8?q?anna=40mail.example=00?=@evil.example"),
    ("the same in brackets", "Anna <=?utf-8?q?anna?=@mail.example>"),
    ("a group", f"Club: {ANNA}, b@y.example;"),
    ("a group of one", f"Club: {ANNA};"),
    ("a group of one in brackets", f"Club: Anna <{ANNA}>;"),
    ("a group of none", "undisclosed-recipients:;"),
    ("a route", f"<@relay.example:{ANNA}>"),
    ("a bracket within", f"Anna <<{ANNA}>>"),
    ("a bracket that does not close", f"Anna <{ANNA}"),
    ("a bracket that does not open", f"Anna {ANNA}>"),
    ("words behind", f"<{ANNA}> b@y.example"),
    ("words beside a bare address", f"Anna {ANNA}"),
    ("a quoted word beside a bare address", f'"b" {ANNA}'),
    ("a quote that does not close", f'"Anna <{ANNA}>'),
    ("a quoted pair that hides the end", f'"Anna\\" <{ANNA}>'),
    ("a comment that does not close", f"Anna (x <{ANNA}>"),
    ("a comment that closes twice", f"Anna (x)) <{ANNA}>"),
    ("a quoted pair in a comment", f"(x\\) <{ANNA}>"),
    ("an address in brackets in a comment", f"(<b@y.example>) {ANNA}"),
    ("the same behind it", f"Anna <{ANNA}> (was <b@y.example>)"),
    ("a comment in the address", "an(x)na@mail.example"),
    ("a blank in the address", "an na@mail.example"),
    ("a blank in brackets", "Anna <an na@mail.example>"),
    ("folded within", "Anna <an\n na@mail.example>"),
    ("NUL", "Anna <an\0na@mail.example>"),
    ("a bare CR", f"{ANNA}\rFrom: b@y.example"),
    ("two signs @", "Anna <anna@mail.example@y.example>"),
    ("a comma in brackets", f"<{ANNA},b@y.example>"),
    ("no domain", "Anna <anna@>"),
    ("no name", "Anna <@mail.example>"),
    ("an empty label", "Anna <anna@mail..example>"),
    ("a dot at the end", "Anna <anna@mail.example.>"),
    ("a quoted local part", '"anna weiss"@mail.example'),
    ("a number for a domain", "Anna <anna@[192.0.2.1]>"),
    ("very long", f"{'Anna ' * 500}<{ANNA}>"),
    ("many comments", f"{'(' * 900}{')' * 900}x"),
    ("many quotes", '"' * 1999),
]


@pytest.mark.parametrize(("case", "field"), REFUSED, ids=[row[0] for row in REFUSED])
def test_a_field_in_which_nobody_or_another_could_be_meant_names_no_sender(case: str, field: str) -> None:
    read = read_mail(f"From: {field}\nSubject: x\n\npass\n".encode())
    assert (read.sender, read.sender_name) == ("", "")


def test_a_second_field_counts_also_with_a_blank_before_its_colon() -> None:
    read = read_mail(b"From: anna@mail.example\nfrom\t : evil@evil.example\nSubject: x\n\npass\n")
    assert read.sender == ""
    assert '"From" more than once' in read.problem
    assert read_mail(b"From : anna@mail.example\n\npass\n").sender == ANNA


def test_the_line_before_the_fields_of_a_mailbox_is_no_field() -> None:
    raw = b"From evil@evil.example Mon Jan  1 00:00:00 2026\nFrom: anna@mail.example\n\npass\n"
    assert read_mail(raw).sender == ANNA


PIECES = ["anna@mail.example", "b@y.example", "Anna", "<", ">", '"', "(", ")", ",", ";", ":", "\\", " ", "'"]


@settings(deadline=None)
@given(st.lists(st.sampled_from(PIECES), max_size=14).map("".join))
def test_the_address_that_is_taken_stands_alone_or_alone_in_brackets(field: str) -> None:
    read = read_mail(f"From: {field}\n\npass\n".encode())
    if read.sender:
        bare = without_comments(field.lower()).replace(" ", "")
        assert bare.count(f"<{read.sender}>") == 1 or bare == read.sender
        assert "@" not in read.sender_name


def without_comments(field: str) -> str:
    inner = re.compile(r"\((?:[^()\\]|\\.)*\)")
    while inner.search(field):
        field = inner.sub("", field, count=1)
    return field


# ---- before the desk

CARA, MALLORY = PEOPLE["kii"], "mallory@evil.example"


@pytest.mark.parametrize("name", [CARA, f"'{CARA}'", "Cara @ home", "=?utf-8?q?cara=40example=2Eorg?="])
def test_the_orders_of_a_mail_with_such_a_name_are_played(tmp_path: Path, name: str) -> None:
    world = World(tmp_path)
    handled = world.desk.handle(mail(world.block("kii", world.legal()[0]), f"{name} <{CARA}>"))
    assert [result.outcome for result in handled.results] == [PLAYED]
    world.record.close()


@pytest.mark.parametrize(
    "name", [CARA, f"'{CARA}'", f'"{CARA}"', f"({CARA})", "=?utf-8?q?cara=40example=2Eorg?="]
)
def test_an_address_that_is_only_shown_may_do_nothing(tmp_path: Path, name: str) -> None:
    world = World(tmp_path)
    before = world.game.position
    world.out()
    world.desk.handle(mail(f"{world.legal()[0]}\n", f"{name} <{MALLORY}>", Subject="Re: [winter T1 kii]"))
    assert world.game.position == before
    assert CARA not in [one["To"] for one in world.out() if "winter" not in one["Subject"]]
    world.record.close()
