"""Mails in the forms that people's programs really send, each made small (`real/`), and others of the same
kinds: whoever wrote one has played, and nobody else has.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from domain.game.entries.entries import Ordered
from domain.kit.chance import Answer, Bound, Question
from referee.mail.desk import banners, meant
from referee.reading.reading import ASKED, read_mail
from referee.seats.tokens import shown
from tests.referee.mail.test_desk_world import KEY, World, body, mail
from tests.tokens import token

REAL = {path.stem: path.read_bytes() for path in sorted(Path(__file__).with_name("real").glob("*.eml"))}
CHLOE = "chloe@exemple.example"
ORDER = "place mori in iga"
PLAIN = REAL["22-x-autoreply-no"].replace(b"X-Autoreply: no\n", b"")
QUOTING = (
    REAL["23-flowed-trailing-blank"].replace(b"; format=flowed", b"").replace(b"iga \nmove", b"iga\nmove")
)
QUOTED = QUOTING[QUOTING.index(b"> 1 order played") :].decode()


class Thirds:
    """Chance by which kii begins, and holds Mori."""

    def answer(self, question: Question, bound: Bound) -> Answer:
        return Answer(tuple(min(limit, 3) for limit in question.limits()))


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    made = World(tmp_path, Thirds())
    made.record.register("winter", "kii", CHLOE)
    made.desk.announce("winter")
    yield made
    made.record.close()


def sent(world: World, raw: bytes) -> bytes:
    """A mail as it answers the game of this store; its names are as long as those that stood there."""
    kept = world.record.load("winter")
    answered = [str(m["Message-ID"]) for m in world.out() if m["To"] == CHLOE] or ["<none@x>"]
    changes = {
        rb"summer": b"winter",
        rb"TOKEN [A-Z0-9-]{29}": f"TOKEN {shown(token(KEY, 'winter', 'kii', 'T1'))}".encode(),
        rb"HEAD 21 [0-9a-f]{64}": f"HEAD {kept.game.position:02} {kept.head.hex()}".encode(),
        rb"<winter\.21\.kii\.answer\.[0-9a-f]{16}@club\.example>": answered[-1].encode(),
    }
    for old, new in changes.items():
        raw = re.sub(old, new, raw)
    return raw


def packed(world: World, raw: bytes) -> bytes:
    """The same, within base64."""
    head, _, rows = raw.partition(b"base64\n\n")
    digits, below, footer = rows.partition(b"\n\n")
    head, inner = sent(world, head), sent(world, base64.b64decode(digits))
    return head + b"base64\n\n" + base64.encodebytes(inner).rstrip() + below + footer


def played(world: World) -> list[str]:
    entries = (one.entry for one in world.record.envelopes("winter"))
    return [type(entry).__name__ for entry in entries if isinstance(entry, Ordered) and entry.seat == "kii"]


@pytest.mark.parametrize("name", [name for name in REAL if not name.startswith("23")])
def test_it_is_played_at_once(world: World, name: str) -> None:
    raw = (packed if name[:2] in ("12", "13") else sent)(world, REAL[name])
    world.desk.handle(raw)
    assert len(played(world)) == 1
    assert "1 order played" in body(next(m for m in world.out() if m["To"] == CHLOE))


def test_two_orders_that_flowing_has_joined_are_offered_as_two(world: World) -> None:
    world.desk.handle(sent(world, REAL["23-flowed-trailing-blank"]))
    asked = next(m for m in world.out() if m["To"] == CHLOE)
    assert (played(world), "came as one line" in " ".join(body(asked).split())) == ([], True)
    word = mail(
        "yes", CHLOE, "<yes@x>", Subject=f"Re: {asked['Subject']}", In_Reply_To=str(asked["Message-ID"])
    )
    world.desk.handle(word)
    assert len(played(world)) >= 1


# ---- others of the same kinds

FIELDS = {
    "list": "List-Id: <games.example>",
    "bulk": "Precedence: bulk",
    "suppress": "X-Auto-Response-Suppress: All",
    "no autorespond": "X-Autorespond: false",
    "long references": "References: " + "\n ".join(f"<{n}.{'x' * 60}@exemple.example>" for n in range(200)),
    "long recipients": "Cc: " + ", ".join(f"a{n}@exemple.example" for n in range(700)),
}
ROBOTS = {
    "replied": "Auto-Submitted: auto-replied",
    "generated, suppressed": "Auto-Submitted: auto-generated\nX-Auto-Response-Suppress: All",
    "answering": "X-Autoreply: yes",
    "bounced": "Return-Path: <>",
}


def with_field(field: str, raw: bytes = PLAIN) -> bytes:
    return f"{field}\n".encode() + re.sub(rb"(?m)^References: .*\n", b"", raw)


def with_text(text: str) -> bytes:
    head, _, _ = PLAIN.partition(b"\n\n")
    return head + b"\n\n" + text.encode()


BLOCK = PLAIN.partition(b"\n\n")[2].decode()
ENCODED = {
    "8-bit": (b"8bit", b"8-bit"),
    "with a comment": (b"8bit", b"Quoted-Printable (as is)"),
    "name": (b"charset=utf-8", b'charset=utf-8; name="orders.txt"'),
    "no type": (b"text/plain; charset=utf-8", b"text/plain, charset=utf-8"),
    "attached": (b"MIME-Version", b"Content-Disposition: attachment; filename=a.txt\nMIME-Version"),
    "two dots": (b"<chloe@exemple.example>", b'<"chloe"@exemple.example>'),
}
ORDERED = {
    "marks around": f"\u202b\u200f{ORDER}\u200f\u202c",
    "emoji before": f"👍🏽 {ORDER}",
    "both": f"✅ {ORDER}． 🙂\ufe0f",
    "picture": f"\ufffc\ufffc {ORDER}",
}
BESIDE = (
    "[EXTERNAL] This email originated outside the organisation. Use caution when opening attachments.",
    "You don't often get email from chloe@exemple.example. Learn why this is important",
    "ACHTUNG: Externe E-Mail! Klicken Sie auf keine Links, wenn Sie den Absender nicht kennen.",
    "Attention : ce courriel provient de l'extérieur. Ne cliquez pas sur les liens !",
    "ВНИМАНИЕ: внешнее письмо. Не переходите по ссылкам!",
    "Do not click links or open\nattachments unless you recognize the sender.",
    "x" * 2_300,
)


@pytest.mark.parametrize(
    "raw",
    [
        *map(with_field, FIELDS.values()),
        *(PLAIN.replace(*change) for change in ENCODED.values()),
        *(with_text(BLOCK.replace(ORDER, line)) for line in ORDERED.values()),
        *(with_text(f"{line}\n\n{BLOCK}") for line in BESIDE),
        with_text(f"{BLOCK}\n" + "Sent\n" * 2_500),
    ],
    ids=[*FIELDS, *ENCODED, *ORDERED, *(line[:9] for line in BESIDE), "many lines below"],
)
def test_others_of_its_kind_are_played_at_once(world: World, raw: bytes) -> None:
    world.desk.handle(sent(world, raw))
    assert len(played(world)) == 1


@pytest.mark.parametrize("field", ROBOTS.values(), ids=ROBOTS)
def test_no_robot_plays(world: World, field: str) -> None:
    raw = sent(world, with_field(field))
    world.desk.handle(raw)
    assert (played(world), world.out()) == ([], [])


def test_what_a_robot_says_without_the_token_is_not_answered(world: World) -> None:
    raw = sent(world, with_field(FIELDS["suppress"]))
    world.desk.handle(re.sub(rb"TOKEN [A-Z0-9]{4}", b"TOKEN AAAA", raw))
    assert (played(world), world.out()) == ([], [])


GROUPS = """
da Fra|Sendt|Til|Emne
no Fra|Sendt|Til|Kopi|Emne
fi Lähettäjä|Lähetetty|Vastaanottaja|Aihe
cs Od|Odesláno|Komu|Předmět
tr Kimden|Gönderildi|Kime|Konu
tr2 Gönderen|Gönderme Tarihi|Kime|Konu
hu Feladó|Küldve|Címzett|Tárgy
el Από|Στάλθηκε|Προς|Θέμα
ro De la|Trimis|Către|Subiect
he \u200fמאת|נשלח|אל|נושא
ar من|تم الإرسال|إلى|الموضوع
th จาก|ส่ง|ถึง|เรื่อง
vi Từ|Đã gửi|Đến|Chủ đề
ca De|Enviat|Per a|Tema
lt Nuo|Išsiųsta|Kam|Tema
zh 寄件者|寄件日期|收件者|主旨
pt De|Enviado|Para|Assunto
es De|Enviado el|Para|Asunto
sv Från|Skickat|Till|Ämne
"""
TOP = """
*From:* Bugyo, for summer⏎*Sent:* Sunday, 29 November 2026 01:00⏎*To:* Chloé⏎*Subject:* Your turn
*From:* Bugyo <bugyo@club.example> *Sent:* Sunday, 29 November 2026 *To:* Chloé *Subject:* Your turn
Message du : 29/11/2026 01:00⏎De : "Bugyo" <bugyo@club.example>⏎A : chloe⏎Sujet : Your turn
Message du 29/11/26 01:00⏎De : Bugyo⏎A : chloe⏎Objet : Your turn
寄件者：Bugyo⏎寄件日期：2026年11月29日⏎收件者：chloe⏎主旨：Your turn
"""
LINES = """
Bugyo <bugyo@club.example> schrieb am So., 29. Nov. 2026,⏎01:00:
Bugyo schrieb am 29.11.2026 um⏎01:00:
søn. 29. nov. 2026 kl. 01:00 skrev Bugyo ‹bugyo@club.example›:
Den 29. november 2026 skrev Bugyo ‹⏎bugyo@club.example›:
---- On Sun, 29 Nov 2026 01:00:00 +0000 Bugyo <bugyo@club.example> wrote ----
---- On Sun, 29 Nov 2026 01:00:00 +0000 Bugyo⏎<bugyo@club.example> wrote ----
\u202bבתאריך יום א׳, 29 בנוב׳ 2026 ב-1:00 מאת \u202aBugyo\u202c\u200f <bugyo@club.example\u200f>:\u202c
29 Kas 2026 Paz 01:00 tarihinde Bugyo <bugyo@club.example> şunu yazdı:
Vào CN, 29 thg 11, 2026 vào lúc 01:00 Bugyo <bugyo@club.example> đã viết:
Στις Κυρ 29 Νοε 2026 στις 1:00 π.μ., ο χρήστης Bugyo έγραψε:
El dg., 29 de nov. 2026, 1:00, Bugyo va escriure:
"""


def grouped(text: str) -> Iterator[tuple[str, str]]:
    """Each with what says that a mail is quoted, without signs."""
    for row in text.split("\n")[1:-1]:
        name, _, labels = row.partition(" ")
        said = ("Bugyo, for summer", "29 november 2026 01:00", *("Chloé",) * 2, "Your turn")
        rows = (f"{label}: {word}" for label, word in zip(labels.split("|"), said, strict=False))
        yield name, "________________________________\n" + "\n".join(rows)


QUOTES = {
    **{name: (top, False) for name, top in grouped(GROUPS)},
    **{
        f"{row[:20]} {dashes}": (f"{dashes}\n{row}".lstrip(), False)
        for row in TOP.split("\n")[1:-1]
        for dashes in ("", "-" * 30)
    },
    **{row[:40]: (row, True) for row in LINES.split("\n")[1:-1]},
}


@pytest.mark.parametrize("name", QUOTES)
def test_what_introduces_a_quotation_is_known(name: str) -> None:
    top, has_signs = QUOTES[name]
    quoted = QUOTED if has_signs else re.sub("(?m)^> ?", "", QUOTED)
    below = f"{top}⏎⏎{quoted}".replace("⏎", "\n")
    for own in ([], [ORDER]):
        read = read_mail(with_text("\n".join((*own, "", below))))
        assert [line.text for line in read.lines if line.kind in ASKED] == own
    assert (read.cited, read.problem) == ("above", "")


SAID = "Every mail of this office says: never forward, do not print."


def test_a_line_that_is_confirmed_in_mail_after_mail_is_known_for_its_domain(world: World) -> None:
    for nth in range(3):
        held = sent(world, with_text(f"{SAID}\n\n{BLOCK}").replace(b"<m", f"<{nth}m".encode()))
        world.desk.handle(held.replace(ORDER.encode(), world.legal("kii")[0].encode()))
        asked = world.out()[-1]
        assert ("CONFIRM" in str(asked["Subject"])) == (nth < 2)
        if nth < 2:
            fields = {"Subject": f"Re: {asked['Subject']}", "In_Reply_To": str(asked["Message-ID"])}
            world.desk.handle(mail("yes", CHLOE, f"<yes{nth}@x>", **fields))
        while world.seat != "kii":
            world.desk.handle(world.orders(world.legal()[0], id=f"<{world.game.position}@x>"))
        world.desk.announce("winter")


PICTURE = b"--XbX\nContent-Type: image/png\nContent-Transfer-Encoding: base64\n\neHh4\n"


def pieces(*texts: str, kind: str = "text/plain", below: str = "") -> bytes:
    head, _, _ = REAL["08-apple-image-between-texts"].partition(b"\n\n")
    kinds = f"--XbX\nContent-Type: {kind}; charset=utf-8\n{below}\n".encode()
    return head + b"\n\n" + PICTURE.join(kinds + text.encode() + b"\n" for text in texts) + b"--XbX--\n"


@pytest.mark.parametrize(
    "raw",
    [
        pieces("Hello,", f"{ORDER}\n\nOn Sun, 29 Nov 2026 at 01:00, Bugyo wrote:\n{QUOTED}"),
        pieces(f"{ORDER}\n", f"-----Original Message-----\nFrom: Bugyo\nSent: x\nTo: y\n\n{QUOTED}"),
        pieces("<p>Hello,</p>", f"<pre>{BLOCK}</pre>", kind="text/html"),
        pieces(BLOCK, "_______________________\nGames mailing list"),
    ],
    ids=["greeting", "original message", "pages", "footer"],
)
def test_texts_with_a_picture_between_are_one(world: World, raw: bytes) -> None:
    world.desk.handle(sent(world, raw))
    assert len(played(world)) == 1


def test_no_text_that_is_attached_plays(world: World) -> None:
    named = b"Content-Disposition: inline; filename=old.txt\n"
    raw = pieces("Hello,", BLOCK)
    at = raw.rindex(b"charset=utf-8\n") + len(b"charset=utf-8\n")
    world.desk.handle(sent(world, raw[:at] + named + raw[at:]))
    assert played(world) == []


# ---- what a server of a domain puts into all its mails

OF_A_SERVER = "Oda & Mori scan all mail"


def doubted(world: World, beside: str, *, known: bool) -> bool:
    raw = PLAIN.replace(b"-----BEGIN", f"{beside}\n\n-----BEGIN".encode(), 1)
    read = read_mail(sent(world, raw))
    return meant.doubt(world.game, "kii", read, lambda _text: known) is not None


def test_a_line_of_a_domain_is_known_and_what_orders_or_takes_back_is_asked_about_whoever_confirmed_it(
    world: World,
) -> None:
    assert [doubted(world, OF_A_SERVER, known=known) for known in (False, True)] == [True, False]
    for line in ("place oda in ise", "ignore the block, please", "press: hello"):
        assert doubted(world, line, known=True), line


def test_a_line_is_known_once_two_mails_with_it_were_confirmed_in_that_domain_alone(world: World) -> None:
    for nth in (1, 2):
        assert not banners.known(world.record, "a@one.example", OF_A_SERVER), nth
        banners.learn(world.record, "a@one.example", [OF_A_SERVER, OF_A_SERVER])
    assert banners.known(world.record, "b@one.example", f" {OF_A_SERVER}")
    assert not banners.known(world.record, "b@two.example", OF_A_SERVER)
