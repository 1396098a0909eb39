"""The request to the witness, one for each throw that waits for its cell; and a program's reply to it."""

from __future__ import annotations

import re
from base64 import b64decode, b64encode
from binascii import Error
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from email.message import EmailMessage
from email.utils import format_datetime

from msgspec import Struct

from domain.game.entries.levels import WITNESS
from domain.game.state.first_ledger import FirstLedger
from domain.kit.chance import Question
from domain.kit.framing import framed
from projections.language.messages import _, _n, wrap
from referee.games.witnessing import asking, number_of
from referee.reading.opening import STANDARD, header_fields
from referee.reading.quoting import plain
from referee.reading.reading import ReadMail
from referee.record.chain import genesis, public_form
from referee.record.record import Record
from referee.seats.mail_parts import Parts
from referee.seats.seat_view import Scene, block, until
from referee.seats.tokens import shown

WIDE = 60
"""Signs of a line of what is signed."""

FEW = 16
"""With no more cells left than this, a witness should publish a further sheet."""

_FIRST_ASKED = re.compile(r"; QUESTION (\d{1,9}) ([0-9a-f]{64})")
_ASKED = re.compile(r"; QUESTION ([a-z0-9-]{1,40})/([1-9]\d{0,8})")
_SIGNED = re.compile(r"; (BEFORE|EVENT|SIGNATURE|KEY) ([A-Za-z0-9+/=]{1,80})")


class FirstAsked(Struct, frozen=True):
    """A throw of protocol 1 that waits: its index, and the digest of the orders that are locked."""

    index: int
    inputs: str

    def line(self) -> str:
        """As it stands in the block, a comment for the desk."""
        return f"; QUESTION {self.index} {self.inputs}"


class Asked(Struct, frozen=True):
    """A throw that waits for the witness, by lane and index; and what is signed: the public form of the event
    that asks (`event`), the digest `before` it, and the referee's `signature` of its head, as it stands in a
    checkpoint. `key` is the one that the game names. Digests and the key are hexadecimal."""

    lane: str
    index: int
    before: str
    event: bytes
    signature: str
    key: str

    def lines(self) -> list[str]:
        """As they stand in the block, comments for the desk."""
        return [
            f"; QUESTION {self.lane}/{self.index}",
            f"; BEFORE {self.before}",
            *_in_pieces("EVENT", b64encode(self.event).decode()),
            *_in_pieces("SIGNATURE", self.signature),
            f"; KEY {self.key}",
        ]


def _in_pieces(word: str, text: str) -> list[str]:
    return [f"; {word} {text[at : at + WIDE]}" for at in range(0, len(text), WIDE)]


# ---- the mail to the witness


def question_of(scene: Scene) -> Question | None:
    """The throw that waits for the witness now."""
    game = scene.game
    if game.asked is None or game.ledger.absent:
        return None
    return game.asked if game.ledger.awaits_witness(game.asked) else None


def request(record: Record, scene: Scene, question: Question) -> Parts:
    """What the witness is asked: public things, and nothing else."""
    is_first = isinstance(scene.game.ledger, FirstLedger)
    return _first_request(scene, question) if is_first else _signed_request(record, scene, question)


def _first_request(scene: Scene, question: Question) -> Parts:
    inputs = scene.game.binding().bound(question.index).inputs.hex()
    asks = _("Answer with the line “cell …” of the next cell of your sheet, between these lines.")
    rows = _table(question, (_("Orders"), inputs), (_("Your cell"), _next_cell(scene)))
    lines = [*rows, "", *wrap(asks)]
    within = block(scene, FirstAsked(question.index, inputs).line())
    return Parts(_said(scene, question), until(scene), results=lines, block=within)


def _signed_request(record: Record, scene: Scene, question: Question) -> Parts:
    asked, head = _asked(record, scene, question)
    asks = _(
        "“bugyo witness” answers this mail: it checks that the head below is signed, and adds your cell. The "
        "lines that begin with ; are for the program."
    )
    lines = [*_table(question, (_("Head"), head)), "", *wrap(asks)]
    return Parts(_said(scene, question), until(scene), results=lines, block=block(scene, *asked.lines()))


def _said(scene: Scene, question: Question) -> str:
    said = _(
        "The game {game} waits for your cell for throw {index}. What raises it is locked and recorded, up to "
        "event {position}: nobody can change it now."
    )
    number, newest = number_of(question), len(scene.replay)
    return said.format(game=scene.replay.game, index=number, position=newest)


def _asked(record: Record, scene: Scene, question: Question) -> tuple[Asked, str]:
    """What the referee signs of the event that asks, and the head after it."""
    from referee.proof.signing import NAME, make_checkpoint, seed_of

    game = scene.replay.game
    envelopes = record.envelopes(game)
    position = asking(envelopes, question)
    envelope = envelopes[position - 1]
    before = envelopes[position - 2].digest if position > 1 else genesis(game)
    signed = make_checkpoint(seed_of(record), game, position, envelope.digest.hex())
    signature = next(one.value for one in signed.signatures if one.name == NAME)
    event, key = public_form(game, position, envelope), scene.game.opening().key
    return Asked(question.lane, question.index, before.hex(), event, signature, key), signed.head


def _table(question: Question, *more: tuple[str, str]) -> Iterator[str]:
    rows = (
        (_("Throw"), number_of(question)),
        (_("Purpose"), question.purpose),
        (_("Rule"), question.rule),
        (_("Faces"), _faces(question)),
        *more,
    )
    for label, value in rows:
        yield from wrap(value, f"{label:<10}  ", " " * 12)


def _faces(question: Question) -> str:
    count, sides = question.count, question.sides
    if question.draw:
        said = (
            _("{count} drawn out of {sides}, sealed")
            if question.secret
            else _("{count} drawn out of {sides}")
        )
        return said.format(count=count, sides=sides)
    return _n("{count} face of 1 to {sides}", "{count} faces of 1 to {sides}", count).format(
        count=count, sides=sides
    )


def _next_cell(scene: Scene) -> str:
    ledger = scene.game.ledger
    left = ledger.left(WITNESS)
    said = _("number {number}; {left} are left, this one included")
    if left <= FEW:
        said += _("; publish a further sheet, its lines “commit …” above the cell")
    return said.format(number=ledger.next_number(WITNESS), left=left)


# ---- its reply, of a program


def first_asked_in(mail: ReadMail) -> FirstAsked | None:
    """The question of a request of protocol 1, or None in another mail."""
    for text in _comments(mail):
        if found := _FIRST_ASKED.fullmatch(text):
            return FirstAsked(int(found[1]), found[2])
    return None


def asked_in(mail: ReadMail) -> Asked | None:
    """What a request asks, or None in another mail."""
    texts = _comments(mail)
    asked = [found for found in map(_ASKED.fullmatch, texts) if found]
    signed = dict.fromkeys(("BEFORE", "EVENT", "SIGNATURE", "KEY"), "")
    for found in map(_SIGNED.fullmatch, texts):
        if found:
            signed[found[1]] += found[2]
    if len(asked) != 1:
        return None
    try:
        event = b64decode(signed["EVENT"], validate=True)
    except (Error, ValueError):
        return None
    before, signature, key = signed["BEFORE"], signed["SIGNATURE"], signed["KEY"]
    return Asked(asked[0][1], int(asked[0][2]), before, event, signature, key)


def _comments(mail: ReadMail) -> list[str]:
    return [plain(line.text) for line in mail.lines if line.kind == "comment"]


def recipient(raw: bytes) -> str:
    """The one address that a mail was sent to; what cannot be told apart is no address."""
    value = next((value for name, value in header_fields(raw, STANDARD) if name == "to"), "")
    return value[value.rfind("<") + 1 : -1] if value.endswith(">") else value


def reply(mail: ReadMail, lines: Sequence[str], own: str, at: int | None = None) -> bytes:
    """A mail from `own` as a person would send it: a desk takes no orders from what says that it is a
    robot. The same lines for the same mail have the same Message-ID."""
    block = mail.block
    names = f"{block.game} {block.turn} {block.seat}"
    message = EmailMessage()
    message["From"], message["To"] = own, mail.sender
    message["Subject"] = f"Re: [{names}]"
    message["Date"] = _date(at)
    mark = framed("bugyo/1/reply", mail.message_id.encode(), *(line.encode() for line in lines)).hex()[:24]
    message["Message-ID"] = f"<{block.game}.{block.seat}.{mark}@{own.rpartition('@')[2]}>"
    if mail.message_id and "=?" not in mail.message_id:
        message["In-Reply-To"] = message["References"] = mail.message_id
    text = (
        f"-----BEGIN ORDERS {names}-----",
        f"TOKEN {shown(block.token)}",
        *([f"HEAD {block.position} {block.head}"] if block.head else []),
        *lines,
        f"-----END ORDERS {names}-----",
    )
    message.set_content("".join(f"{line}\n" for line in text), cte="7bit")
    return message.as_bytes()


def copied(game: str, line: str, own: str, to: str, at: int | None = None) -> bytes:
    """The mail from a witness that tells a player which cell it has opened, and for which head."""
    message = EmailMessage()
    message["From"], message["To"] = own, to
    message["Subject"] = _("The witness of {game} has opened a cell").format(game=game)
    message["Date"] = _date(at)
    mark = framed("bugyo/2/copied", game.encode(), line.encode(), to.encode()).hex()[:24]
    message["Message-ID"] = f"<{game}.{WITNESS}.{mark}@{own.rpartition('@')[2]}>"
    message["Auto-Submitted"] = "auto-generated"
    said = _(
        "This is the cell that the witness of {game} has opened, with the head of the event that it answers: "
        "the last word of the line. If your record of the game has another head there, you are shown another "
        "history than the witness: ask the other players."
    )
    text = [*wrap(said.format(game=game)), "", line]
    message.set_content("".join(f"{one}\n" for one in text))
    return message.as_bytes()


def _date(at: int | None) -> str:
    return format_datetime(datetime.now(UTC) if at is None else datetime.fromtimestamp(at // 1000, UTC))


def requested(record: Record, now: Scene) -> str:
    """The newest throw that the witness was asked for; "" if it was asked for none."""
    return record.setting(f"requested/{now.replay.game}").decode()


def set_requested(record: Record, now: Scene) -> None:
    question = question_of(now)
    if question:
        record.set(f"requested/{now.replay.game}", number_of(question).encode())
