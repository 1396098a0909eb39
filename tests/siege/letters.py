"""What comes in that nobody should have written; each mail is given as the club's server hands it on.

The names of games, turns and seats stand on public pages: whoever forges knows them, but no token.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping
from email.header import Header
from email.utils import formatdate
from random import Random

from msgspec import Struct

from tests.siege.clerk import Block
from tests.siege.house import ADDRESS, SERVER, SHOUTS, Seat

MAILDIR, LMTP = "maildir", "lmtp"

LOG_LINES, DELEGATE_LINES = 1_900, 1_500
LARGE = 1_000_000

HOSTILE_LINES = 20
"""In a mail of a player who means ill: each costs as much as a reader that looks back can be made to."""

AUTOMATIC = {
    "hu": (
        "Automatikus válasz: {subject}",
        "Köszönöm levelét. {date} napjáig szabadságon vagyok, addig nem érem el a leveleimet.\n",
    ),
    "tr": (
        "Otomatik Yanıt: {subject}",
        "Mesajınız için teşekkürler. Şu anda ofis dışındayım, {date} tarihinde döneceğim.\n",
    ),
}
"""What programs of two languages answer while their owners are away, without saying what they are."""


class Post(Struct, frozen=True):
    """A mail, and the way that it comes."""

    raw: bytes
    way: str = MAILDIR


def composed(fields: Mapping[str, str], text: str, recorded: str = "") -> bytes:
    """The bytes of a mail, below what the server has recorded."""
    head = "".join(f"{field}: {value}\n" for field, value in fields.items())
    return f"{recorded}{head}\n{text}".encode()


def received(dmarc: str, sender: str) -> str:
    """Above all that was there when it came; `dmarc` is "" where the server has not looked."""
    domain = sender.partition("@")[2]
    came = f"Received: from mail.{domain} by {SERVER} with ESMTPS;\n {formatdate(localtime=False)}\n"
    results = f"Authentication-Results: {SERVER};\n dmarc={dmarc} header.from={domain}\n" if dmarc else ""
    return results + came


def _mail(random: Random, sender: str, subject: str, text: str, dmarc: str = "") -> bytes:
    fields = {
        "From": sender,
        "To": ADDRESS,
        "Date": formatdate(localtime=False),
        "Subject": Header(subject, None if subject.isascii() else "utf-8").encode(),
        "Message-ID": f"<{random.randrange(1 << 64):x}@{sender.partition('@')[2].rstrip('>')}>",
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=utf-8",
        "Content-Transfer-Encoding": "8bit",
    }
    return composed(fields, text, received(dmarc, sender.rstrip(">")))


# ---- in the name of a player


def forged(random: Random, seat: Seat, turn: str = "T1", dmarc: str = "") -> bytes:
    """Without a token, or with one that nobody has."""
    names = f"{seat.game} {turn} {seat.seat}"
    order = random.choice(("pass", "resign seat No time.", "place everything everywhere", "what", "attack!"))
    made = "-".join("".join(random.choices("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", k=4)) for _ in range(6))
    token = f"TOKEN {made}\n" if random.random() < 0.2 else ""
    block = f"-----BEGIN ORDERS {names}-----\n{token}{order}\n-----END ORDERS {names}-----\n"
    text = random.choice((block, block, f"{order}\n", "I will order tomorrow.\n"))
    return _mail(random, seat.address, f"Re: [{names}]", text, dmarc)


def logs(random: Random, sender: str, seat: Seat) -> bytes:
    """7.7 kB that ask for far more."""
    names = f"{seat.game} T1 {seat.seat}"
    asked = "log\n" * LOG_LINES
    text = f"-----BEGIN ORDERS {names}-----\n{asked}-----END ORDERS {names}-----\n"
    return _mail(random, sender, f"Re: [{names}]", text)


# ---- in anybody's name


def stranger(random: Random, sender: str, dmarc: str = "") -> bytes:
    """Somebody else's address: whoever answers writes to him."""
    text = random.choice(("Hello, what is this?\n", "pass\n", "help\nwhat\nlog\n", "I want to play.\n"))
    return _mail(random, sender, random.choice(("Hello", "orders", "Re: [g0 T1 iga]")), text, dmarc)


def automatic(random: Random, sender: str) -> bytes:
    subject, text = AUTOMATIC[random.choice(("hu", "tr"))]
    made = subject.format(subject="Re: your mail to Bugyo")
    return _mail(random, sender, made, text.format(date="2026. 12. 01."))


def large(random: Random, sender: str, size: int = LARGE) -> bytes:
    """A picture, or a text, of about so many bytes."""
    if random.random() < 0.5:
        return _mail(
            random, sender, "Read this", "All work and no play makes Jack a dull boy.\n" * (size // 44)
        )
    mail = _mail(random, sender, "Look at this", "")
    edge = f"=={random.randrange(1 << 64):x}"
    mixed = mail.replace(
        b"text/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit",
        f'multipart/mixed; boundary="{edge}"'.encode(),
    )
    picture = b64encode(random.randbytes(size * 3 // 4)).decode()
    lines = "\n".join(picture[at : at + 76] for at in range(0, len(picture), 76))
    parts = f"--{edge}\nContent-Type: text/plain\n\nSee?\n--{edge}\nContent-Type: image/png\n"
    return mixed + f"{parts}Content-Transfer-Encoding: base64\n\n{lines}\n--{edge}--\n".encode()


# ---- with a token, and ill meant


def delegates(random: Random, seat: Seat, block: Block) -> bytes:
    """79 kB that name strangers."""
    number = random.randrange(1 << 24)
    lines = (
        f"delegate to N{number}x{n} v{number}x{n}@named.example until 2099-12-01"
        for n in range(DELEGATE_LINES)
    )
    return _hostile(random, seat, block, *lines)


def press(random: Random, seat: Seat, block: Block) -> bytes:
    return _hostile(random, seat, block, *(f"press to all: You are lost! {n}" for n in range(20)))


def hostile(random: Random, seat: Seat, block: Block) -> bytes:
    """Lines that a reader which tries one part after another reads for minutes; the first was seen to."""
    return _hostile(random, seat, block, *random.choices(_LINES, k=HOSTILE_LINES))


_LINES = (
    "if a" + ": " * 150 + "x" + " ," * 150,
    "if a" + " then" * 120 + " x" + " else" * 120,
    "dispute as" + " " * 600,
    "dispute as " + "a " * 300,
    "else" + " " * 600 + "x",
    "- " * 300,
    "delegate to" + " until" * 100,
    "place " + "mori|" * 120 + "x",
)


def costly(random: Random, seat: Seat, block: Block) -> bytes:
    """One line as long as a line may be, of which two minutes of work were seen to come."""
    return _hostile(random, seat, block, "if a" + ": " * 490 + "x" + " ," * 490)


def dashes(random: Random, seat: Seat, block: Block) -> bytes:
    """120 kB that look like the beginning of a fence at each sign."""
    return _hostile(random, seat, block, "-" * 120_000)


def named(random: Random, seat: Seat, block: Block) -> bytes:
    """Has others written to whose names are sentences."""
    number = random.randrange(1 << 24)
    lines = (f"delegate to {said} v{number}x{n}@named.example" for n, said in enumerate(SHOUTS))
    return _hostile(random, seat, block, *lines)


def shouting(random: Random, sender: str) -> bytes:
    """A stranger whose own name is a sentence."""
    return _mail(random, f'"{random.choice(SHOUTS)}" <{sender}>', "Hello", "help\n")


def newcomer(random: Random, sender: str) -> bytes:
    """Honest: his own server has signed the mail, and the club's has found that so."""
    domain = sender.partition("@")[2]
    mail = _mail(random, sender, "Hello", "I would like to play. How does it work?\n", "pass")
    return mail.replace(b" dmarc=pass", f" dkim=pass header.d={domain};\n dmarc=pass".encode(), 1)


def _hostile(random: Random, seat: Seat, block: Block, *lines: str) -> bytes:
    subject = f"Re: [{block.game} {block.turn} {block.seat}]"
    return _mail(random, seat.address, subject, block.filled(*lines), "pass")
