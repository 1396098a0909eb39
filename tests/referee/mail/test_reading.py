"""Mails as the usual programs write them, in four languages, and mails as nobody should write them."""

import base64
import hashlib
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from referee.reading.reading import ASKED, Block, Limits, Line, ReadMail, plain, read_mail
from tests.pace import rounds

TOKEN = "K7F3-Q9X2-M5W8-AB2C-DEF3-GH4J"
BARE_TOKEN = "K7F3Q9X2M5W8AB2CDEF3GH4J"
BEGIN = "-----BEGIN ORDERS sekigahara T5 iga-----"
END = "-----END ORDERS-----"
HEADS = f"TOKEN {TOKEN}\nHEAD 42 9f3ac0de11223344"
OFFER = f"{BEGIN}\n{HEADS}\n\n{END}"
OLD = f"{BEGIN}\n{HEADS}\nmove old army\n{END}"
FILLED = f"{BEGIN}\n{HEADS}\nplace oda in ise\nattack mori in kii with oda\n{END}"
FULL = Block("sekigahara", "T5", "iga", BARE_TOKEN, "9f3ac0de11223344", 42)
TAGGED = Block("sekigahara", "T5", "iga")
ORDERS = ["place oda in ise", "attack mori in kii with oda"]

HEADER = (
    "Return-Path: <oda@example.org>\nFrom: Oda Nobunaga <Oda@Example.org>\nTo: bugyo@example.net\n"
    "Subject: Re: [sekigahara T5 iga] Your turn\nMessage-ID: <m2@example.org>\n"
    "References: <m0@example.net> <m1@example.net>\nDate: Fri, 20 Nov 2026 10:00:00 +0100\n"
    "MIME-Version: 1.0\n"
)
PLAIN_TEXT = "Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit\n"


def quoted(text: str, sign: str = "> ") -> str:
    return "\n".join(sign + line for line in text.split("\n"))


def mail(text: str, *, header: str = HEADER, kind: str = PLAIN_TEXT) -> bytes:
    return (header + kind + "\n" + text).replace("\n", "\r\n").encode()


def parts(*bodies: tuple[str, str], kind: str = "alternative") -> bytes:
    inner = "".join(f"--=_b\n{field}\n\n{text}\n" for field, text in bodies)
    return mail(f"{inner}--=_b--\n", kind=f'Content-Type: multipart/{kind}; boundary="=_b"\n')


def orders(read: ReadMail) -> list[str]:
    return [plain(line.text) for line in read.lines if line.kind == "order"]


def kinds(read: ReadMail) -> str:
    """One letter a line: Order, Comment, Quoted, Signature, Blank, Fence, toKen, Text."""
    letters = {"token": "k"}
    return "".join(letters.get(line.kind, line.kind[0]) for line in read.lines)


def span(raw: bytes, number: int) -> tuple[int, int]:
    """Where a line of the body stands, with its line break."""
    head, body = raw.split(b"\r\n\r\n", 1)
    start = len(head) + 4 + sum(len(line) + 2 for line in body.split(b"\r\n")[: number - 1])
    return start, start + len(body.split(b"\r\n")[number - 1]) + 2


def test_a_filled_block_is_read_whole() -> None:
    raw = mail(f"Hello!\n{FILLED}\n-- \nOda\n")
    assert read_mail(raw, own_address="bugyo@example.net") == ReadMail(
        digest=hashlib.sha256(raw).hexdigest(),
        message_id="<m2@example.org>",
        sender="oda@example.org",
        sender_name="Oda Nobunaga",
        reply_to_ids=("<m0@example.net>", "<m1@example.net>", "<m2@example.org>"),
        subject="Re: [sekigahara T5 iga] Your turn",
        date="Fri, 20 Nov 2026 10:00:00 +0100",
        robot="",
        block=FULL,
        lines=(
            Line(1, "Hello!", "text", *span(raw, 1)),
            Line(2, BEGIN, "fence", *span(raw, 2)),
            Line(3, f"TOKEN {TOKEN}", "token", *span(raw, 3)),
            Line(4, "HEAD 42 9f3ac0de11223344", "token", *span(raw, 4)),
            Line(5, "place oda in ise", "order", *span(raw, 5)),
            Line(6, "attack mori in kii with oda", "order", *span(raw, 6)),
            Line(7, END, "fence", *span(raw, 7)),
            Line(8, "-- ", "signature", *span(raw, 8)),
            Line(9, "Oda", "signature", *span(raw, 9)),
        ),
        problem="",
        in_block=True,
        answers="<m1@example.net>",
    )


# Plain lines above the quoted mail: what the program writes between them and the old order.
TOP = "\n".join(ORDERS)
QUOTED_OLD = quoted(OLD)
OUTLOOK_RULE = "_" * 32
HEADER_GROUP = "From: Bugyo\nSent: Friday\nTo: Oda\nSubject: Your turn"
ABOVE = [
    (
        "Gmail en",
        f"{TOP}\n\nOn Fri, Nov 20, 2026 at 10:00 AM Bugyo <bugyo@example.net> wrote:\n\n{QUOTED_OLD}\n",
    ),
    (
        "Gmail en, wrapped",
        f"{TOP}\n\nOn Fri, Nov 20, 2026 at 10:00 AM Bugyo <b@example.net>\nwrote:\n\n{QUOTED_OLD}",
    ),
    (
        "Gmail en, three lines",
        f"{TOP}\n\nOn Fri, Nov 20, 2026 at 10:00 AM Bugyo\n<b@example.net>\nwrote:\n\n{QUOTED_OLD}",
    ),
    ("Gmail ru", f"{TOP}\n\nпт, 20 нояб. 2026 г. в 10:00, Bugyo <bugyo@example.net>:\n\n{QUOTED_OLD}\n"),
    (
        "Gmail ru, wrapped",
        f"{TOP}\n\nпт, 20 нояб. 2026 г. в 10:00, Bugyo\n<bugyo@example.net>:\n\n{QUOTED_OLD}\n",
    ),
    ("Gmail ja", f"{TOP}\n\n2026年11月20日(金) 10:00 Bugyo <bugyo@example.net>:\n\n{QUOTED_OLD}\n"),
    (
        "Gmail de",
        f"{TOP}\n\nAm Fr., 20. Nov. 2026 um 10:00 Uhr schrieb Bugyo <\nb@example.net>:\n\n{QUOTED_OLD}",
    ),
    ("Gmail fr", f"{TOP}\n\nLe ven. 20 nov. 2026 à 10:00, Bugyo <b@example.net> a écrit :\n\n{QUOTED_OLD}"),
    ("Gmail fr, no-break", f"{TOP}\n\nLe ven. 20 nov. 2026 à 10:00, Bugyo a écrit\u00a0:\n\n{QUOTED_OLD}"),
    ("Thunderbird de", f"{TOP}\n\nAm 20.11.2026 um 10:00 schrieb Bugyo:\n{QUOTED_OLD}\n"),
    ("Thunderbird ru", f"{TOP}\n\n20.11.2026 10:00, Bugyo пишет:\n{QUOTED_OLD}\n"),
    (
        "Apple Mail en",
        f"{TOP}\n\nSent from my iPhone\n\n> On 20 Nov 2026, at 10:00, Bugyo wrote:\n> \n{QUOTED_OLD}\n",
    ),
    (
        "Apple Mail ru",
        f"{TOP}\n\nОтправлено с iPhone\n\n> 20 нояб. 2026 г. Bugyo написал(а):\n> \n{QUOTED_OLD}\n",
    ),
    ("Apple Mail fr", f"{TOP}\n\nEnvoyé de mon iPhone\n\n> Le 20 nov. 2026, Bugyo a écrit :\n{QUOTED_OLD}\n"),
    (
        "Apple Mail de",
        f"{TOP}\n\nVon meinem iPhone gesendet\n\n> Am 20.11.2026 schrieb Bugyo:\n{QUOTED_OLD}\n",
    ),
    ("mutt", f"{TOP}\n\nOn Fri, Nov 20, 2026 at 10:00:00AM +0100, Bugyo wrote:\n{QUOTED_OLD}\n-- \nOda\n"),
    (
        "mail.ru",
        f"{TOP}\n\n--\nОда\n\nПятница, 20 ноября 2026, 10:00 +03:00 от Bugyo <b@example.net>:\n"
        f"{quoted(OLD, '>')}",
    ),
    ("Yandex", f'{TOP}\n\n20.11.2026, 10:00, "Bugyo" <bugyo@example.net>:\n{quoted(OLD)}\n-- \nОда\n'),
    (
        "K-9",
        f"{TOP}\n\nOn 20 November 2026 10:00:00 CET, Bugyo <bugyo@example.net> wrote:\n{quoted(OLD, '>')}",
    ),
    ("The Bat!", f"{TOP}\n\nВы писали 20 ноября 2026 г., 10:00:\n\n{quoted(OLD, 'Б> ')}\n"),
    (
        "Outlook en",
        f"{TOP}\n\n-----Original Message-----\n{HEADER_GROUP}\n\nmove old army\n{OFFER}",
    ),
    (
        "Outlook de",
        f"{TOP}\n\nVon: Bugyo\nGesendet: Freitag\nAn: Oda\nBetreff: Ihr Zug\n\nmove old army\n{OFFER}",
    ),
    (
        "Outlook fr",
        f"{TOP}\n\nDe : Bugyo\nEnvoyé : vendredi\nÀ : Oda\nObjet : Tour\n\nmove old army\n{OFFER}",
    ),
    (
        "Outlook ru",
        f"{TOP}\n\nОт: Bugyo\nОтправлено: 20 ноября\nКому: Oda\nТема: Ход\n\nmove old army\n{OFFER}",
    ),
    (
        "Outlook ja",
        f"{TOP}\n\n差出人: B <b@example.net>\n送信日時: 20\n宛先: O\n件名: x\n\nmove old army\n{OFFER}",
    ),
    (
        "outlook.com",
        f"{TOP}\n\nGet Outlook for iOS\n{OUTLOOK_RULE}\n{HEADER_GROUP}\n\nmove old army\n{OFFER}",
    ),
    ("forwarded", f"{TOP}\n\n---------- Forwarded message ---------\nmove old army\n{OFFER}"),
    ("forwarded de", f"{TOP}\n\n-------- Weitergeleitete Nachricht --------\nmove old army\n{OFFER}"),
    ("forwarded Apple", f"{TOP}\n\nBegin forwarded message:\n\nmove old army\n{OFFER}"),
]


@pytest.mark.parametrize(("program", "text"), ABOVE, ids=[program for program, _ in ABOVE])
def test_lines_above_the_quoted_mail_are_orders_and_old_ones_are_not(program: str, text: str) -> None:
    read = read_mail(mail(text))
    assert (orders(read), read.block, read.problem) == (ORDERS, FULL, "")


# What stands in the mail -> the orders, or the problem.
WROTE = "On 20 Nov 2026 at 10:00, Bugyo <b@example.net> wrote:"
INSIDE = f"{quoted(BEGIN)}\n{quoted(HEADS)}\nplace oda in ise\nattack mori in kii with oda\n{quoted(END)}"
OTHER_TURN = FILLED.replace("T5", "T4").replace("oda", "mori")
RULINGS: list[tuple[str, str, list[str] | str]] = [
    ("block alone", FILLED, ORDERS),
    ("block wins over plain lines", f"move nobody\n{FILLED}\nmove nobody", ORDERS),
    ("own lines between quoted fences", f"Hi\n{WROTE}\n{INSIDE}\n", ORDERS),
    ("... and a deeper old one", f"{WROTE}\n{INSIDE}\n> {WROTE}\n{quoted(OLD, '> > ')}", ORDERS),
    ("... with bar and colon signs", INSIDE.replace("> ", "| ", 2).replace("> ", ": "), ORDERS),
    ("own block below the quoted mail", f"Hi\n{WROTE}\n{QUOTED_OLD}\n\n{FILLED}", ORDERS),
    ("own block above, old one below without signs", f"{FILLED}\n{HEADER_GROUP}\n\n{OLD}", ORDERS),
    ("filled in within Outlook's mail", f"\n-----Original Message-----\n{HEADER_GROUP}\n\n{FILLED}", ORDERS),
    ("... nested twice, the upper one", f"{HEADER_GROUP}\n{FILLED}\n{HEADER_GROUP}\n{OLD}", ORDERS),
    ("... and lines above", f"{TOP}\n{HEADER_GROUP}\n\n{OLD}", "Bugyo cannot tell which of the two you mean"),
    ("quoted old block only", f"Hello\n{WROTE}\n{QUOTED_OLD}", ["Hello"]),
    ("nothing but the quoted mail", f"{WROTE}\n{QUOTED_OLD}", []),
    (
        "lines below the quoted mail",
        f"{WROTE}\n{QUOTED_OLD}\n\n{TOP}",
        ORDERS,
    ),
    ("signature below it", f"{WROTE}\n{QUOTED_OLD}\n\n", []),
    ("the same block twice", f"{FILLED}\n\n{FILLED}", ORDERS),
    ("two blocks that differ", f"{FILLED}\n{OLD}", "two order blocks that differ, at lines 1 and 7"),
    ("blocks of two turns", f"{FILLED}\n{OTHER_TURN}", "two order blocks that differ"),
    ("no END", FILLED.replace(END, ""), "begins at line 1 has no end"),
    ("END in another mail", f"{BEGIN}\nplace oda\n{WROTE}\n{END}", "begins at line 1 has no end"),
    ("no fence at all", TOP, ORDERS),
    ("signature ends orders", f"{TOP}\n-- \nmove nobody", ORDERS),
    ("... without its blank", f"{TOP}\n--\nmove nobody", ORDERS),
    ("... but not a block", f"--\nOda\n{FILLED}", ORDERS),
    ("comments", f"; first\n{TOP}\n# last", ORDERS),
    ("inline comment is the grammar's", "place oda in ise ; why not", ["place oda in ise ; why not"]),
    ("typographic dashes in the fences", FILLED.replace("-----", "—--"), ORDERS),
    ("signed by PGP", f"-----BEGIN PGP SIGNED MESSAGE-----\n\n- {FILLED.replace(END, '- ' + END)}\n", ORDERS),
    (
        "a map is no separator",
        f"place oda in ise\n-----+-----+-----\n{ORDERS[1]}",
        [ORDERS[0], "-----+-----+-----", ORDERS[1]],
    ),
    ("bidi in an order", "place \u202eoda", "Line 1 holds invisible signs"),
    ("bidi elsewhere", f"\u202eHi\n{FILLED}", ORDERS),
    ("empty", " \n\n", "The mail has no text"),
    ("NUL", "place\0oda", "NUL bytes"),
    ("2,000 lines", "\n" * 1999 + "a", ["a"]),
    ("2,001 lines", "\n" * 2000 + "a", "2,001 lines; at most 2,000"),
    ("2,000 characters", "a" * 2000, ["a" * 2000]),
    ("2,001 characters", "a" * 2001, "Line 1 has more than 2,000 characters"),
]


def check(read: ReadMail, expected: list[str] | str) -> None:
    if isinstance(expected, list):
        assert (orders(read), read.problem) == (expected, "")
    else:
        assert expected in read.problem
        assert orders(read) == []


@pytest.mark.parametrize(("case", "text", "expected"), RULINGS, ids=[case for case, *_ in RULINGS])
def test_which_lines_are_orders(case: str, text: str, expected: list[str] | str) -> None:
    check(read_mail(mail(text)), expected)


KINDS = [
    (f"Hi\n\n; why\n{FILLED}\n-- \nOda", "tbcfkkoofss"),
    (f"{TOP}\n\n{WROTE}\n{QUOTED_OLD}", "oobqfkkqf"),
    (f"{TOP}\n-- \nOda\n{WROTE}\n{QUOTED_OLD}\nlate", "oossqfkkqfo"),
    (f"Hi\n{WROTE}\n> Hello\n{INSIDE}\nbye", "tqqfkkooft"),
]


@pytest.mark.parametrize(("text", "expected"), KINDS)
def test_every_line_has_its_kind(text: str, expected: str) -> None:
    assert kinds(read_mail(mail(text))) == expected


BLOCKS = [
    ("from the fence", FILLED, FULL),
    (
        "no token from a quoted block, for one of his own",
        FILLED.replace(HEADS + "\n", "") + f"\n{WROTE}\n{QUOTED_OLD}",
        replace(FULL, token=""),
    ),
    ("no token of another turn", f"{BEGIN}\na\n{END}\n{quoted(OTHER_TURN)}", TAGGED),
    ("from the subject", TOP, TAGGED),
    (
        "fence before subject",
        TOP + "\n" + quoted("-----BEGIN ORDERS other T6 koga-----"),
        Block("other", "T6", "koga"),
    ),
    (
        "lower case, spaces",
        f"token {TOKEN.lower().replace('-', ' ')}",
        Block("sekigahara", "T5", "iga", BARE_TOKEN),
    ),
    ("head cut off", "HEAD 42 9F3A…", Block("sekigahara", "T5", "iga", "", "9f3a", 42)),
    ("garbled", "TOKEN ?\nHEAD x y", TAGGED),
]


UNTAGGED = HEADER.replace("[sekigahara T5 iga] ", "")
BEFORE_BAR = ("", "  ", ">   ", "> ", ">>", "> > > ", ": ", "AB> ")


@pytest.mark.parametrize("before", BEFORE_BAR)
def test_behind_a_bar_stands_what_people_have_written(before: str) -> None:
    """No fence, token or head, wherever it stands: not even where the mail has none of its own."""
    forged = "-----BEGIN ORDERS sekigahara T6 koga-----\nTOKEN AAAA-BBBB-CCCC\nHEAD 7 abcd0123\n"
    said = quoted(f"{forged}-----END ORDERS-----", f"{before}| ")
    read = read_mail(mail(f"{TOP}\n{WROTE}\n{said}"))
    assert (read.block, orders(read), read.in_block) == (TAGGED, ORDERS, False)
    assert set(kinds(read)) == {"o", "q"}
    for text in (f"{said}\n{FILLED}", FILLED.replace(BEGIN, f"{BEGIN}\n{said}"), f"{FILLED}\n{said}"):
        read = read_mail(mail(text))
        assert (read.block, orders(read), read.problem) == (FULL, ORDERS, "")
    assert read_mail(mail(said, header=UNTAGGED)).block == Block()


@pytest.mark.parametrize(
    ("turn", "named"),
    [
        *[(turn, turn) for turn in ("T5", "T5.v2", "S2", "S2.1", "S3.12", "S2.1.v3")],
        ("s2.1.V3", "S2.1.v3"),
        *[(turn, "") for turn in ("T", "S", "S2.", "S12", "S2.123", "S2.v", "S2-1", "R2", "MS2", "S2.1.2")],
    ],
)
def test_a_turn_is_named_as_a_title_of_ours_calls_it(turn: str, named: str) -> None:
    """In the fence and in the subject; what looks otherwise is no name of ours, whoever writes it."""
    of_the_subject = HEADER.replace("T5", turn)
    found = Block("sekigahara", named, "iga") if named else Block()
    assert read_mail(mail(TOP, header=of_the_subject)).block == found
    fenced = read_mail(mail(FILLED.replace("T5", turn), header=UNTAGGED)).block
    assert (fenced.game, fenced.turn, fenced.seat) == (found.game, named, found.seat)


@pytest.mark.parametrize(("case", "text", "expected"), BLOCKS, ids=[case for case, *_ in BLOCKS])
def test_what_names_the_turn(case: str, text: str, expected: Block) -> None:
    assert read_mail(mail(text)).block == expected


# Text and HTML.
T = "Content-Type: text/plain; charset=utf-8"
H = "Content-Type: text/html; charset=utf-8"


def page(text: str) -> str:
    lines = "<br>\n".join(text.replace("<", "&lt;").split("\n"))
    return f"<html><head><style>p {{}}</style></head><body><!-- x --><div>{lines}</div></body></html>"


OLD_PAGE = f"<blockquote>{page(OLD)}</blockquote>"
VERSIONS: list[tuple[str, bytes, list[str] | str]] = [
    ("both alike", parts((T, FILLED), (H, page(FILLED))), ORDERS),
    (
        "wrapped differently",
        parts((T, FILLED.replace(" in ", "\nin ", 1)), (H, page(FILLED))),
        ["place oda", "in ise", ORDERS[1]],
    ),
    ("html says other", parts((T, FILLED), (H, page(OLD))), "two versions of its text"),
    ("only the html has a block", parts((T, "move nobody"), (H, page(FILLED))), "two versions of its text"),
    ("hidden", parts((T, TOP), (H, f"<div style='display: none'>{page(OLD)}</div>{page(TOP)}")), ORDERS),
    (
        "hidden by a style sheet",
        parts((T, TOP), (H, f"<style>.x{{display:none}}</style><div class=x>{page(OLD)}</div>{page(TOP)}")),
        ORDERS,
    ),
    (
        "old block in a blockquote",
        parts((T, f"{TOP}\n{WROTE}\n{QUOTED_OLD}"), (H, page(TOP) + OLD_PAGE)),
        ORDERS,
    ),
    ("html only", mail(page(FILLED), kind=H + "\n"), ORDERS),
    (
        "html only, with borders and heights of nothing",
        mail(
            f"<div style='border-width:0; min-height:0px; margin-left:-100px'>{page(FILLED)}</div>",
            kind=H + "\n",
        ),
        ORDERS,
    ),
    (
        "html only, its end in white",
        mail(page(FILLED).replace(END, f"<span style='color: #FFFFFF'>{END}</span>"), kind=H + "\n"),
        "came only as HTML",
    ),
    ("html only, without a block", mail(page(TOP), kind=H + "\n"), "came only as HTML"),
    ("html only, quoted", mail(f"<blockquote>{page(FILLED)}</blockquote>", kind=H + "\n"), "only as HTML"),
    ("html and an empty text", parts((T, " "), (H, page(FILLED))), ORDERS),
    ("second text without block", parts((T, FILLED), (T, "a list footer"), kind="mixed"), ORDERS),
    ("second text with the same block", parts((T, FILLED), (T, FILLED), kind="mixed"), ORDERS),
    ("second text with another", parts((T, FILLED), (T, OLD), kind="mixed"), "two order blocks that differ"),
    (
        "attached text",
        parts((f"{T}\nContent-Disposition: attachment", OLD), (T, FILLED), kind="mixed"),
        ORDERS,
    ),
    (
        "only attached",
        parts((f'{T}\nContent-Disposition: attachment; filename="o.txt"', TOP), kind="mixed"),
        "no text",
    ),
    (
        "attached mail",
        parts((T, TOP), ("Content-Type: message/rfc822", f"{T}\n\n{OLD}"), kind="mixed"),
        ORDERS,
    ),
]


@pytest.mark.parametrize(("case", "raw", "expected"), VERSIONS, ids=[case for case, *_ in VERSIONS])
def test_versions_of_the_text(case: str, raw: bytes, expected: list[str] | str) -> None:
    check(read_mail(raw), expected)


def test_of_an_html_mail_only_the_block_is_taken_and_the_answer_says_so() -> None:
    raw = mail(page(f"place it elsewhere\n{FILLED}"), kind=H + "\n")
    read = read_mail(raw)
    assert (read.block, kinds(read)) == (FULL, "tfkkoof")
    assert read.notices == (
        "Your mail came only as HTML. Its block was read as a reader sees it, without anything that is "
        "hidden.",
    )
    start = raw.index(b"<html>")
    assert {(line.start, line.end) for line in read.lines} == {(start, len(raw))}


def test_without_a_whole_block_no_line_of_an_html_mail_is_read() -> None:
    read = read_mail(mail(page(TOP), kind=H + "\n"))
    assert (read.block, read.lines) == (TAGGED, ())


def test_attachments_are_named_and_their_names_are_clean() -> None:
    named = 'Content-Type: image/png; name="=?utf-8?q?a=0D=0Ab?="\nContent-Disposition: attachment'
    read = read_mail(parts((T, FILLED), (named, "x"), ("Content-Type: a\n b/c", "x"), kind="mixed"))
    assert read.notices == ("Attachments are not read: a b, a b/c.",)


# Character sets and transfer encodings.
def encoded(charset: str, data: bytes, more: str = "", encoding: str = "8bit") -> bytes:
    kind = f"Content-Type: text/plain; charset={charset}{more}\nContent-Transfer-Encoding: {encoding}\n"
    return mail("", kind=kind) + data


RU, JA, FR = "поставить Оду в Исэ", "織田を伊勢へ", "placer l’armée à Kōfu"
CHARSETS: list[tuple[str, bytes, list[str] | str]] = [
    ("koi8-r", encoded("koi8-r", RU.encode("koi8-r")), [RU]),
    ("windows-1251", encoded('"Windows-1251"', RU.encode("cp1251")), [RU]),
    ("win-1251", encoded("win-1251", RU.encode("cp1251")), [RU]),
    ("iso-2022-jp", encoded("ISO-2022-JP", JA.encode("iso-2022-jp"), encoding="7bit"), [JA]),
    ("iso-8859-1", encoded("iso-8859-1", "armée".encode("latin-1")), ["armée"]),
    ("iso-8859-1, really Windows", encoded("iso-8859-1", b"l\x92arm\xe9e"), ["l'armée"]),
    ("unknown, UTF-8", encoded("x-odd", RU.encode()), [RU]),
    ("unknown, not UTF-8", encoded("x-odd", b"\xff\xfe"), '"x-odd", which Bugyo does not know'),
    ("not a charset", encoded("rot13", b"\xff"), "does not know"),
    ("says ASCII, is UTF-8", encoded("us-ascii", RU.encode()), [RU]),
    ("says UTF-8, is not", encoded("utf-8", RU.encode("cp1251")), "does not agree with its text"),
    ("byte order mark", encoded("utf-8", b"\xef\xbb\xbfa"), ["a"]),
    ("half a character", encoded("utf-7", b"+2AA-", encoding="7bit"), ["+2AA-"]),
    (
        "quoted-printable",
        encoded("utf-8", b"arm=C3=A9e =\r\nin kii", encoding="quoted-printable"),
        ["armée in kii"],
    ),
    ("base64", encoded("utf-8", b"cGxhY2Ugb2RhCg==", encoding="Base64"), ["place oda"]),
    ("broken base64", encoded("utf-8", b"cGxhY2Ugb2R", encoding="base64"), "broken base64"),
    ("rubbish in base64", encoded("utf-8", b"cGxh!!Y2Ug", encoding="base64"), "broken base64"),
    ("unknown encoding", encoded("utf-8", b"x", encoding="uuencode"), 'transfer encoding "uuencode"'),
    (
        "flowed",
        encoded("utf-8", b"place oda \r\nin ise\r\nattack\r\n", "; format=flowed"),
        ["place oda in ise", "attack"],
    ),
    ("flowed, DelSp", encoded("utf-8", b"place o \r\nda\r\n", "; Format=Flowed; DelSp=Yes"), ["place oda"]),
    ("flowed, stuffed", encoded("utf-8", b" From ise\r\n", "; format=flowed"), ["From ise"]),
    ("flowed, signature", encoded("utf-8", b"place oda\r\n-- \r\nOda\r\n", "; format=flowed"), ["place oda"]),
    ("not flowed", encoded("utf-8", b"place oda \r\nin ise"), ["place oda", "in ise"]),
    (
        "flowed, quotation",
        encoded("utf-8", f"place oda\r\n{WROTE}\r\n> move \r\n> old \r\nlate".encode(), "; format=flowed"),
        ["place oda", "late"],
    ),
]


@pytest.mark.parametrize(("case", "raw", "expected"), CHARSETS, ids=[case for case, *_ in CHARSETS])
def test_character_sets(case: str, raw: bytes, expected: list[str] | str) -> None:
    check(read_mail(raw), expected)


def test_flowed_lines_are_numbered_as_the_player_sees_them() -> None:
    raw = encoded("utf-8", f"> a \r\n> b\r\nplace oda \r\nin ise\r\n{BEGIN} \r\n".encode(), "; format=flowed")
    assert [(line.number, line.text) for line in read_mail(raw).lines] == [
        (1, "> a b"),
        (2, "place oda in ise"),
        (3, BEGIN + " "),
    ]


PLAIN = [
    ("a\u00a0b\u2003 c\t", "a b c"),
    ("«a» “b” ‘c’ d’e", '"a" "b" \'c\' d\'e'),
    ("a–b—c−d‑e", "a-b-c-d-e"),
    ("o\u200bd\u00ada\ufeff", "oda"),
    ("e\u0301", "é"),
    ("a\x1bb\u2028c\x85", "a b c"),
    ("\u202ea", "\u202ea"),
]


@pytest.mark.parametrize(("text", "expected"), PLAIN)
def test_plain(text: str, expected: str) -> None:
    assert plain(text) == expected


@given(st.text())
def test_plain_twice_is_plain_once(text: str) -> None:
    assert plain(plain(text)) == plain(text)


# Header fields.
SENDERS = [
    ("oda@example.org", ("oda@example.org", "")),
    ("<ODA@example.org>", ("oda@example.org", "")),
    ('"Oda, \\"N\\" <x@evil.example>" <oda@example.org>', ("oda@example.org", 'Oda, "N"')),
    ("oda@example.org (Oda N)", ("oda@example.org", "Oda N")),
    ("=?UTF-8?B?0J7QtNCw?= <oda@example.org>", ("oda@example.org", "Ода")),
    ("=?koi8-r?Q?=EF=C4=C1?= <oda@example.org>", ("oda@example.org", "Ода")),
    ("=?x-odd?Q?Oda?= <oda@example.org>", ("oda@example.org", "Oda")),
    ("=?utf-8?q?a=0D=0ABcc:_x=E2=80=AE?= <oda@example.org>", ("oda@example.org", "a Bcc: x")),
    ("Ода <oda@example.org>", ("oda@example.org", "Ода")),
    ("oda@example.org, mori@example.org", ("", "")),
    ("oda@evil.example <oda@example.org>", ("oda@example.org", "")),
    ("Oda <oda@example.org", ("", "")),
    ("undisclosed:;", ("", "")),
    ("(" * 2000, ("", "")),
    ("", ("", "")),
]


@pytest.mark.parametrize(("value", "expected"), SENDERS)
def test_who_sent_it(value: str, expected: tuple[str, str]) -> None:
    read = read_mail(mail("a", header=f"From: {value}\n"))
    assert (read.sender, read.sender_name) == expected


IDS = [
    ("Message-ID: <a@b>\n", "<a@b>", ("<a@b>",)),
    ("Message-ID: a@b\n", "", ()),
    ("Message-ID: <[[[\n", "", ()),
    ("Message-ID: <a b>\n", "", ()),
    ("Message-ID: <ä@b>\nReferences: <ü> <c> evil\n <d>\n", "", ("<c>", "<d>")),
    ("Message-ID: <c>\nReferences: <c> <d>\n", "<c>", ("<c>", "<d>")),
    (f"Message-ID: <{'a' * 500}>\n", f"<{'a' * 500}>", (f"<{'a' * 500}>",)),
    (f"Message-ID: <{'a' * 501}>\n", "", ()),
]


@pytest.mark.parametrize(("header", "message_id", "ids"), IDS)
def test_ids_are_safe_in_our_headers(header: str, message_id: str, ids: tuple[str, ...]) -> None:
    read = read_mail(mail("a", header=header))
    assert (read.message_id, read.reply_to_ids) == (message_id, ids)


def test_of_a_long_thread_the_beginning_and_the_newest_stay() -> None:
    ids = [f"<{number}@b>" for number in range(60)]
    read = read_mail(mail("a", header=f"References: {' '.join(ids)}\n"))
    assert read.reply_to_ids == (ids[0], *ids[-49:])


SUBJECTS = [
    ("=?utf-8?q?=0D=0ABcc:_evil@example.org?=", "Bcc: evil@example.org"),
    ("folded\n  subject", "folded subject"),
    ("a\x07b\u202ec", "abc"),
    ("=?iso-2022-jp?B?GyRCPyVFRBsoQg==?=", "織田"),
    ("=?utf-8?b?x?=", "=?utf-8?b?x?="),
]


@pytest.mark.parametrize(("value", "expected"), SUBJECTS)
def test_subjects_have_no_control_characters(value: str, expected: str) -> None:
    assert read_mail(mail("a", header=f"Subject: {value}\n")).subject == expected


ROBOTS = [
    ("", ""),
    ("Auto-Submitted: no\n", ""),
    ("Auto-Submitted: auto-replied; owner=x\n", "auto-submitted"),
    ("Return-Path: <>\n", "bounce"),
    ("Content-Type: multipart/report; boundary=x\n", "bounce"),
    ("From: MAILER-DAEMON@example.org\n", "bounce"),
    ("From: Postmaster <postmaster@example.org>\n", "bounce"),
    ("From: Bugyo@Example.net\n", "our own"),
    ("X-Loop: bugyo@example.net\n", "loop"),
    ("X-Loop: other@example.net\n", ""),
    ("List-Id: <games.example.org>\n", "list"),
    ("Precedence: Bulk\n", "precedence"),
    ("Precedence: list\n", "precedence"),
    ("Precedence: auto_reply\n", "precedence"),
    ("Precedence: first-class\n", ""),
    ("X-Auto-Response-Suppress: All\n", "auto-response-suppress"),
    ("X-Auto-Response-Suppress: None\n", ""),
]


@pytest.mark.parametrize(("header", "robot"), ROBOTS)
def test_robots_are_not_answered(header: str, robot: str) -> None:
    assert read_mail(mail("a", header=header, kind=""), own_address="Bugyo@example.net").robot == robot


@pytest.mark.parametrize(
    ("loop", "own"), [("bugyo/1", ""), ("bugyo/1", "r@g.org"), ("sent by r@g.org", "r@g.org")]
)
def test_our_own_mails_are_known_by_our_name_or_our_address(loop: str, own: str) -> None:
    assert read_mail(mail("a", header=f"X-Loop: {loop}\n"), own_address=own).robot == "loop"
    assert read_mail(mail("a", header="X-Loop: sent by r@g.org\n")).robot == ""


@pytest.mark.parametrize("name", ["From", "To", "Subject", "Message-ID", "Date", "Content-Type"])
def test_a_doubled_field_is_refused(name: str) -> None:
    read = read_mail(mail(TOP, header=f"{name.upper()}: x\n{name}: x\n", kind=""))
    assert f'the header field "{name}" more than once' in read.problem


def test_a_bare_cr_neither_passes_nor_makes_a_field() -> None:
    read = read_mail(b"From: a@b.org\r\nSubject: x\rFrom: evil@b.org\r\n\r\nplace oda\r\n")
    assert (read.sender, read.subject) == ("a@b.org", "x From: evil@b.org")
    assert "a CR without its LF" in read.problem


# Where what was said stands, and what is said besides.


def test_of_base64_each_line_is_placed_by_the_signs_that_made_it() -> None:
    text = "Hello there, this is the first line of all\r\nplace oda in ise\r\nattack\r\n"
    body = base64.encodebytes(text.encode()).decode()
    raw = mail(body, kind=PLAIN_TEXT.replace("8bit", "base64"))
    read = read_mail(raw)
    assert [line.text for line in read.lines] == text.splitlines()
    for line in read.lines:
        made = base64.b64decode(raw[line.start : line.end])
        assert line.text.encode() in made
        assert len(made) <= len(line.text) + 2 + 4, "Groups of three, and the break."


def test_the_lines_of_another_version_are_counted_and_never_played() -> None:
    read = read_mail(parts((T, "place oda"), (T, "attack mori"), (T, "Bye"), kind="alternative"))
    assert [(line.number, line.text, line.kind) for line in read.lines] == [
        (1, "place oda", "order"),
        (2, "attack mori", "text"),
        (3, "Bye", "text"),
    ]


@pytest.mark.parametrize(
    ("below", "cited"), [(OLD, "differs"), (FILLED, ""), (OLD.replace("T5", "T4"), ""), ("move old army", "")]
)
def test_a_block_of_the_same_turn_that_says_something_else_is_noticed(below: str, cited: str) -> None:
    read = read_mail(mail(f"{FILLED}\n\nOn Friday Oda wrote:\n{quoted(below)}\n"))
    assert (orders(read), read.cited, read.problem) == (ORDERS, cited, "")


@pytest.mark.parametrize("signs", [("> ", ">> "), (">> ", "> ")])
def test_the_token_that_is_quoted_least_is_the_one_that_counts(signs: tuple[str, str]) -> None:
    other = "AAAA-AAAA-AAAA-AAAA-AAAA-AAAA"
    tokens = dict(zip(signs, (TOKEN, other), strict=True))
    text = "".join(f"{sign}TOKEN {token}\n" for sign, token in tokens.items())
    read = read_mail(mail(f"place oda\n\n{text}"))
    assert read.block.token == tokens["> "].replace("-", "")


# Limits, both sides.
def nested(depth: int) -> bytes:
    opened = [f"Content-Type: multipart/mixed; boundary=b{level}\n\n--b{level}\n" for level in range(depth)]
    return (HEADER + "".join(opened) + "\nplace oda\n").encode()


def mails_in_mails(depth: int) -> bytes:
    return (HEADER + "Content-Type: message/rfc822\n\n" * depth + "\nplace oda\n").encode()


def flat(count: int) -> bytes:
    return parts(*[(T, "place oda")] * count)


def bounded(count: int) -> bytes:
    """A part, and so many lines that a program may take for the beginning or the end of one."""
    kind = "Content-Type: multipart/mixed; boundary=b\n"
    return mail("--x\n" * (count - 2) + "--b\n\nplace oda\n--b--\n", kind=kind)


def sized(size: int) -> bytes:
    return b"From: a@b.org\n\nplace oda\n".ljust(size, b"\n")


def headed(size: int) -> bytes:
    return b"Subject: ".ljust(size - 1, b"x") + b"\n\nplace oda\n"


SMALL = Limits(mail_bytes=500, header_bytes=300, field_bytes=400, lines=1000)
LIMITS: list[tuple[str, bytes, Limits, str]] = [
    ("size", sized(500), SMALL, ""),
    ("size", sized(501), SMALL, "The mail has 501 bytes; Bugyo reads at most 500."),
    ("header", headed(300), SMALL, ""),
    ("header", headed(301), SMALL, "header has 301 bytes"),
    ("fields", b"A: b\n" * 200 + b"\nplace oda", Limits(), ""),
    ("fields", b"A: b\n" * 201 + b"\nplace oda", Limits(), "201 header fields"),
    ("field", headed(8193), Limits(), ""),
    ("field", headed(8194), Limits(), "A header field has 8,193 bytes"),
    ("parts", flat(30), Limits(), ""),
    ("parts", flat(31), Limits(), "too many parts; at most 30"),
    ("boundaries", bounded(1000), Limits(), ""),
    ("boundaries", bounded(1001), Limits(), "The mail has too many parts; at most 30"),
    ("depth", nested(6), Limits(), ""),
    ("depth", nested(7), Limits(), "nested too deep; at most 6"),
    ("depth of mails", mails_in_mails(7), Limits(), "nested too deep; at most 6"),
]


@pytest.mark.parametrize(("case", "raw", "limits", "problem"), LIMITS)
def test_both_sides_of_each_limit(case: str, raw: bytes, limits: Limits, problem: str) -> None:
    check(read_mail(raw, limits=limits), problem or ["place oda"])


def test_a_mail_too_large_still_names_its_sender_and_turn() -> None:
    read = read_mail(mail("x" * 2_000_000))
    assert (read.sender, read.block, read.lines) == ("oda@example.org", TAGGED, ())
    assert "at most 1,048,576" in read.problem


MIB = 1_040_000
HTML_HEAD = HEADER.encode() + b"Content-Type: text/html\n\n"
NASTY = {
    "30 MB": mail("") + b"x" * 30_000_000,
    "30 MB header": b"From: a\n" + b" x\n" * 10_000_000,
    "nested 200": nested(200),
    "nested 2,000": nested(2000),
    "mails in mails 2,000": mails_in_mails(2000),
    "digests": HEADER.encode() + b"Content-Type: multipart/digest; boundary=a\n\n--a\n\n" * 1000,
    "20,000 parts": mail("--b\n\na\n" * 20_000, kind="Content-Type: multipart/mixed; boundary=b\n"),
    "1,000 parts": mail("--b\n\na\n" * 1000, kind="Content-Type: multipart/mixed; boundary=b\n"),
    "64 KB parameters": mail("a", kind="Content-Type: text/plain" + "; a=b" * 13_000 + "\n"),
    "64 KB parameters in a part": parts((T + "; a=b" * 13_000, "a")),
    "30 parts of quotes": parts(*[("Content-Type: multipart/mixed" + ';"' * 4000, "a")] * 29),
    "comments in From": b"From: " + b"(" * 8000 + b"\n\na",
    "encoded words": b"Subject: " + b"=?a?q?" * 1300 + b"\n\na",
    "wrote": mail(("On " + "wrote" * 390 + ":\n") * 500),
    "signs": mail(("> " * 990 + "\n") * 500),
    "fence of dashes": mail(("-----BEGIN ORDERS " + "-" * 1900 + "x\n") * 500),
    "fences": mail(f"{quoted(BEGIN)}\nx\n{quoted(END)}\n" * 660),
    "accents": mail(("e" + "\u0301\u0323" * 900 + "\n") * 280),
    "soft breaks": mail("x \n" * 250_000, kind="Content-Type: text/plain; format=flowed\n"),
    "unclosed tags": HTML_HEAD + (b"<a " * MIB)[:MIB],
    "unclosed comments": HTML_HEAD + (b"<!--" * MIB)[:MIB],
    "open brackets": HTML_HEAD + b"<" * MIB,
}


@pytest.mark.parametrize("raw", NASTY.values(), ids=NASTY.keys())
def test_nasty_mails_are_read_at_once(raw: bytes) -> None:
    start = time.process_time()
    read_mail(raw)
    assert rounds(time.process_time() - start) < 130


# Whatever the bytes.
LETTERS = {
    "order",
    "question",
    "asked",
    "press",
    "comment",
    "quoted",
    "signature",
    "blank",
    "fence",
    "token",
    "text",
}


def check_bounds(read: ReadMail, limits: Limits) -> None:
    assert len(read.lines) <= limits.lines
    assert {line.kind for line in read.lines} <= LETTERS
    asked = (line for line in read.lines if line.kind in ASKED)
    assert all(len(line.text) <= limits.line_chars for line in asked)
    assert not (read.problem and orders(read))
    texts = (read.subject, read.date, read.sender_name, read.sender, read.message_id, *read.reply_to_ids)
    assert all(text.isprintable() or not any(ord(sign) < 32 for sign in text) for text in texts)
    "\n".join((*texts, *(line.text for line in read.lines), read.problem)).encode()


REAL = [mail(text) for _, text in ABOVE] + [raw for _, raw, _ in VERSIONS] + [raw for _, raw, _ in CHARSETS]
PIECES = st.sampled_from(
    [
        *(b"\r", b"\n", b"\0", b"\xff", b">", b"<", b"=?", b"?=", b'"', b";", b"--=_b\r\n", b"\xe2\x80\xae"),
        b"Content-Type: multipart/mixed; boundary=x\r\n",
        b"Content-Transfer-Encoding: base64\r\n",
        BEGIN.encode(),
    ]
)


@st.composite
def mutated(draw: st.DrawFn) -> bytes:
    raw = draw(st.sampled_from(REAL))
    for _ in range(draw(st.integers(1, 5))):
        at = draw(st.integers(0, len(raw)))
        raw = raw[:at] + draw(PIECES | st.binary(max_size=4)) + raw[at + draw(st.integers(0, 20)) :]
    return raw


@settings(max_examples=300, deadline=None)
@given(
    st.binary(max_size=2000)
    | st.binary(max_size=500).map(lambda body: mail("").rstrip() + b"\r\n\r\n" + body)
)
def test_arbitrary_bytes_are_read_or_refused(raw: bytes) -> None:
    check_bounds(read_mail(raw), Limits())


@pytest.mark.soak
@settings(max_examples=500, deadline=None)
@given(mutated())
def test_mutated_mails_are_read_or_refused(raw: bytes) -> None:
    limits = Limits(lines=20, line_chars=60)
    check_bounds(read_mail(raw, limits=limits), limits)


# ---- our own receipts and checkpoints, quoted

PROOF = """\
-----BEGIN RECEIPT spring iga 4-----
MAIL 5fbe9ae87556ba5df89f5b4f995df4f0caedeb22e61e6afb4e76038abfd265e5
HEAD 3 de06d538d44da28ff23c9fe07881e44f482f189df95a3b284da528e34f64e989
SIGNATURE qqgNJD0Nt969PEYTHQhvr/2Wm9m7t9ILtwOGPr4RlA+ATL/zTDD3BhlWmGktOoqQuP
PHmngNwJHsj5o1qjYHCQ==
-----END RECEIPT-----
"""
SEEN = PROOF.replace(
    "SIGNATURE",
    f"SEEN ise {'ab' * 32}\nSEEN odawara-2 {'12' * 28}\n12121212\nSIGNATURE",
)
CHECKPOINT = """\
bugyo/spring
3
3gbVONRN2iL/I8n+B4gORPSC8YnfWjsoTaUo409k6Yk=

— bugyo qqgNJD0Nt969PEYTHQhvr/2Wm9m7t9ILtwOGPr4RlA+ATL/zTDD3BhlWmGktOoqQuPPHmngNwJHsj5o1qjYHCQ==
"""

SPACED = CHECKPOINT.replace("\n", "\n\n")


@pytest.mark.parametrize("before", ["", "> ", ">> "])
@pytest.mark.parametrize(
    "quoted", [PROOF, SEEN, CHECKPOINT, SPACED, PROOF + CHECKPOINT, CHECKPOINT + "\n" + PROOF]
)
@pytest.mark.parametrize(
    "own", ["pass\n", "-----BEGIN ORDERS spring T1 iga-----\npass\n-----END ORDERS-----\n"]
)
@pytest.mark.parametrize("above", [True, False])
def test_receipts_and_checkpoints_that_are_quoted_are_no_orders(
    before: str, quoted: str, own: str, above: bool
) -> None:
    proof = "".join(f"{before}{line}\n" for line in quoted.splitlines())
    text = f"{own}\n{proof}" if above else f"{proof}\n{own}"
    head = "From: anna@example.org\nContent-Type: text/plain; charset=utf-8\n\n"
    found = read_mail((head + text).encode())
    assert found.problem == ""
    assert [line.text for line in found.lines if line.kind == "order"] == ["pass"]
    assert found.block.head == ""
    assert not [line for line in found.lines if line.kind == "text"]


def test_lines_below_a_receipt_that_was_cut_off_are_still_the_players() -> None:
    text = PROOF.splitlines()[0] + "\npass\nmove oda\n"
    found = read_mail(("From: anna@example.org\n\n" + text).encode())
    assert [line.text for line in found.lines if line.kind == "order"] == ["pass", "move oda"]
