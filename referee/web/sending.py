"""The mail that becomes of what somebody sends by the page of a seat, and what the page is told of it.

The pages only read the store. A sending becomes the mail that the person would have written, with the token
of the turn and the seal of the page, and lies in the spool before anything else is done with it; the desk
takes it from there, judges, records, answers and mails as for any other.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from itertools import zip_longest
from typing import Any

from msgspec import Struct

from domain.kit.errors import OrderError
from domain.kit.framing import framed
from projections.language.messages import _, wrap
from referee.identity import browsers, cases
from referee.programs.advising import liked
from referee.reading.blocks import confirm_mark
from referee.reading.line_words import ADVICE, read_line
from referee.reading.order_lines import order_lines
from referee.reading.passages import NOTE
from referee.reading.quoting import plain, undressed
from referee.reading.reading import ReadMail, read_mail
from referee.reading.senders import is_address
from referee.record.mail_cases import CaseTable
from referee.record.record import Record
from referee.seats.links import play_secret
from referee.seats.own_games import games_path
from referee.seats.seat_view import Scene, seen_by
from referee.seats.tokens import Bearer, server_key, shown, token_of
from referee.telling.advice import told_apart
from referee.transport.letters import CONFIRM
from referee.transport.sendings import Sending, Told, sending_id, sending_of, told
from referee.transport.spool import Spool
from referee.web.answering import Malformed, Refused
from referee.web.gallery import Sight
from referee.web.posted import Rates, check_lines
from referee.web.sent import became

SENDINGS = 40
"""Of a person at a seat, in a minute; to ask again what became of one is none."""

ANSWERED, KEPT, CONFIRMS, REFUSED = "answered", "kept", "confirm", "refused"

WIDEST = 900
"""Columns of a line of a note: a mail whose lines are much longer is not read."""

_KEY = re.compile(r"[A-Za-z0-9_-]{16,64}")
_HEAD = re.compile(r"[1-9]\d{0,8} [0-9a-f]{16,64}")
_UNFIT = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\x85\u2028\u2029]")
_END = re.compile(r"end ?(?:press|dispute|appeal)\W*", re.IGNORECASE)


class Given(Struct, frozen=True, forbid_unknown_fields=True):
    """`play` is the secret of the link, `browser` and `key` are random: a browser has one for itself, and
    makes another for each sending. `head` is the event that the lines answer, as the page was told it;
    `asked` has for each line the question that it was composed for, as a rehearsal names it, "" for none."""

    play: str
    browser: str
    key: str
    head: str
    lines: tuple[str, ...]
    asked: tuple[str, ...] = ()


class Shown(Struct, frozen=True, forbid_unknown_fields=True):
    """By what a browser shows that the mailbox of whoever sits here has said “yes” to it."""

    play: str
    browser: str


class Sender:
    """`address` is the desk's own; `spool` is None where no desk takes anything from these pages."""

    def __init__(self, record: Record, address: str, spool: Spool | None) -> None:
        self._record = record
        self._rates = Rates(SENDINGS)
        self.address = address
        self._spool = spool

    def why_not(self, sight: Sight) -> str:
        """Why nothing can be sent by the page of a seat; "" where it can."""
        if self._spool is None or not is_address(self.address):
            return _("Nothing can be sent from this page: no mail desk stands behind it. Answer by mail.")
        if sight.bearer is None or not is_address(sight.address):
            return _("Nobody who could play sits here, or no mail address is known of him.")
        return ""

    def send(self, see: Callable[[], Sight], given: Given) -> dict[str, Any]:
        """Takes in what is sent, once; what the page is told of it now. `see` looks at the game as it stands.
        Raises `Refused`, `Malformed`."""
        sight = see()
        spool, bearer = self._checked(sight, given)
        mail, raw = self._mail(sight, bearer, given)
        sending = sending_of(mail.message_id)
        assert sending
        found = self._told(see, given, mail, sending)
        if found is not None:
            return found
        if not spool.waits(sending.key):
            self._rates.check(f"{sight.replay.game}/{bearer.seat}/{bearer.person}")
            try:
                spool.put(sending.key, raw)
            except OSError:
                said = _("It cannot be kept just now, and was not sent. Try again soon, or answer by mail.")
                raise Refused(503, said, {"Retry-After": "5"}) from None
        return _kept(sight)

    def is_answered(self, sight: Sight, given: Given) -> bool:
        """Whether the desk has answered it, as cheaply as can be told."""
        assert sight.bearer is not None
        return told(self._record, _sending(sight.bearer, sight.replay.game, given).key) is not None

    def look(self, see: Callable[[], Sight], given: Given) -> dict[str, Any] | None:
        """What has become of it; None where it still waits."""
        sight = see()
        mail, _raw = self._mail(sight, self._checked(sight, given)[1], given)
        sending = sending_of(mail.message_id)
        return self._told(see, given, mail, sending) if sending else None

    def _with_liked(self, sight: Sight, given: Given, found: dict[str, Any]) -> dict[str, Any]:
        """With the orders of the advice that was asked for, to be taken up by a press, and what is said of
        each."""
        if found["state"] != ANSWERED or not _asks_for_advice(given):
            return found
        counsel = liked(self._record, sight.replay.newest(), sight.viewer)
        return {**found, "liked": told_apart(counsel)} if counsel else found

    def games(self, sight: Sight, shown: Shown) -> dict[str, str]:
        """The path of all the games of whoever sits here, "" for a browser that his mailbox has not said
        “yes” to: the page itself names it to nobody, for its link may be shown. Raises `Refused`."""
        return {"path": games_path(self._record, sight.address) if self.is_his(sight, shown) else ""}

    def is_his(self, sight: Sight, shown: Shown) -> bool:
        """Whether the mailbox of whoever sits here has said “yes” to a browser. Raises `Refused`."""
        _spool, bearer = self._known(sight, shown)
        return browsers.is_known(self._record, sight.replay.game, bearer, sight.address, shown.browser)

    # ---- may it be sent

    def _checked(self, sight: Sight, given: Given) -> tuple[Spool, Bearer]:
        found = self._known(sight, given)
        _check_shape(given)
        return found

    def _known(self, sight: Sight, given: Given | Shown) -> tuple[Spool, Bearer]:
        why = self.why_not(sight)
        if why or self._spool is None or sight.bearer is None:
            raise Refused(503, why, {})
        game, key = sight.replay.newest(), server_key(self._record)
        expected = play_secret(key, game, sight.viewer, *sight.bearer.marks)
        if not hmac.compare_digest(given.play.encode(), expected.encode()):
            said = _(
                "This link is one to look with, or no longer good for playing; nothing was sent. Open the "
                "page by the link in your newest mail, or answer by mail."
            )
            raise Refused(403, said, {})
        return self._spool, sight.bearer

    # ---- what became of it

    def _told(
        self, see: Callable[[], Sight], given: Given, mail: ReadMail, sending: Sending
    ) -> dict[str, Any] | None:
        answer = told(self._record, sending.key)
        if answer is None:
            return None
        sight = see()  # after the answer, so that all that it tells of is seen
        before = sending_of(answer.answers)
        if before is None or not hmac.compare_digest(before.said, sending.said):
            said = _("This was sent already, with other lines. What came first stands; send these anew.")
            raise Refused(409, said, {})
        if f".{CONFIRM}." in answer.name:
            return self._asked(sight, answer)
        found = _answered(sight, answer)
        sent = [place for place, line in enumerate(given.lines) if line.strip()]
        places = {line.number: place for line, place in zip(order_lines(mail.lines), sent, strict=True)}
        found |= became(self._record, _scene(self._record, sight), places, answer.results)
        return self._with_liked(sight, given, found)

    def _asked(self, sight: Sight, question: Told) -> dict[str, Any]:
        """What has become of the question that went to the mailbox."""
        case = CaseTable(self._record).marked(cases.hidden(confirm_mark(question.subject)))
        if case is None:
            return _confirms(sight)
        if case.kind == cases.DECLINED:
            return _document(REFUSED, _declined(), (), sight)
        is_over = case.turn != sight.replay.newest().label or self._record.mail(case.digest) is None
        if case.kind == cases.HELD and is_over:
            return _document(REFUSED, _run_out(), (), sight)
        return _confirms(sight)

    # ---- the mail

    def _mail(self, sight: Sight, bearer: Bearer, given: Given) -> tuple[ReadMail, bytes]:
        """The same sending becomes the same mail as long as the turn lasts. Raises `Malformed`."""
        key, game = server_key(self._record), sight.replay.newest()
        names = f"{game.id} {game.label} {bearer.seat}"
        lines = [part for line, asked in _fenced(given) for part in (*asked, *_parts(line))]
        block = [
            f"-----BEGIN ORDERS {names}-----",
            f"TOKEN {shown(token_of(key, game.id, bearer, game.label))}",
            f"HEAD {given.head}",
            *lines,
            f"-----END ORDERS {names}-----",
        ]
        head = {
            "From": sight.address,
            "To": self.address,
            "Subject": f"From the page [{names}]",
            "Message-ID": sending_id(_sending(bearer, game.id, given), self.address.rpartition("@")[2]),
            "MIME-Version": "1.0",
            "Content-Type": "text/plain; charset=utf-8",
            "Content-Transfer-Encoding": "8bit",
        }
        fields = (f"{name}: {value}" for name, value in head.items())
        draft = "".join(f"{line}\n" for line in (*fields, "", *block)).encode()
        mail = read_mail(draft, own_address=self.address)
        _check_reads(mail, given)
        field = browsers.sealed(key, mail, browsers.digest_of(given.browser))
        return mail, f"{browsers.FIELD}: {field}\n".encode() + draft


def _sending(bearer: Bearer, game: str, given: Given) -> Sending:
    """One person's key says nothing of another's."""
    whose = (game, bearer.seat, *bearer.marks, given.key)
    key = framed("bugyo/1/sending", *(part.encode() for part in whose))
    asked = [f"ASKED {one}" for one in given.asked]
    said = framed("bugyo/1/sent", *(part.encode() for part in (given.head, *given.lines, *asked)))
    return Sending(key.hex()[:32], hashlib.sha256(said).hexdigest()[:16])


def _check_shape(given: Given) -> None:
    """Raises `Malformed`."""
    is_one = _KEY.fullmatch(given.key) and _KEY.fullmatch(given.browser) and _HEAD.fullmatch(given.head)
    if not is_one or len(given.asked) not in (0, len(given.lines)):
        raise Malformed(_("This is not what the page sends. Load the page anew and try again."))
    if not any(line.strip() for line in given.lines):
        raise Malformed(_("There is nothing to send yet: write or choose a line first."))
    check_lines(given.lines)


def _fenced(given: Given) -> Iterator[tuple[str, Sequence[str]]]:
    """Each line, and what stands above it where it says which question it answers."""
    for line, asked in zip_longest(given.lines, given.asked, fillvalue=""):
        yield line, ([f"ASKED {asked}"] if asked and line.strip() else [])


def _parts(line: str) -> list[str]:
    """A line as the mail has it. A text of several lines ends with a line that says so; a note goes on to the
    end of its mail, and its paragraphs are broken as a mail program would."""
    parts = [part.rstrip() for part in line.replace("\r\n", "\n").split("\n")]
    if NOTE.match(parts[0].strip()):
        return [one for part in parts if part.strip() for one in wrap(part, width=WIDEST)]
    if len(parts) > 1 and not _END.fullmatch(parts[-1].strip()):
        parts.append(f"end {parts[0].split(maxsplit=1)[0].rstrip(':').lower()}" if parts[0].strip() else "")
    return [part.strip() if len(parts) == 1 else part for part in parts if part.strip() or len(parts) > 1]


def _check_reads(mail: ReadMail, given: Given) -> None:
    """The mail says what was sent, and nothing else: no line of it can end the block, or begin another.
    Raises `Malformed`."""
    read = [line.text for line in order_lines(mail.lines)]
    sent = [line for line in given.lines if line.strip()]
    is_clean = not any(_UNFIT.search(line.replace("\r\n", "\n").replace("\n", "")) for line in sent)
    is_clean = is_clean and [line.answers for line in order_lines(mail.lines)] == _answers(given)
    if mail.problem or not is_clean or len(read) != len(sent) or not all(map(_is_same, read, sent)):
        raise Malformed(
            _(
                "One of these lines cannot be sent as it stands: it is a comment, or a mark of a mail. "
                "Nothing was sent; change it and send again."
            )
        )


def _answers(given: Given) -> list[str]:
    return [asked[0].partition(" ")[2] if asked else "" for line, asked in _fenced(given) if line.strip()]


def _is_same(read: str, sent: str) -> bool:
    """But for blanks, and the line that ends a text."""
    lines = [part for part in sent.replace("\r\n", "\n").split("\n") if part.strip()]
    if len(lines) > 1 and _END.fullmatch(lines[-1].strip()):
        lines.pop()
    words = " ".join(undressed(plain(" ".join(lines))).split())
    return " ".join(undressed(plain(read.replace("\n", " "))).split()) == words


# ---- what the page is told


def _document(state: str, says: str, lines: Sequence[str], sight: Sight) -> dict[str, Any]:
    """`lines`, and again as the receipt, are the text of the mail."""
    replay, text = sight.replay, list(lines)
    head = f"{len(replay)} {replay.head()}"
    return {"state": state, "says": says, "lines": text, "receipt": text, "head": head}


def _scene(record: Record, sight: Sight) -> Scene:
    assert sight.bearer is not None
    return seen_by(sight.replay, server_key(record), sight.bearer)


def _kept(sight: Sight) -> dict[str, Any]:
    return _document(KEPT, _("We have it. The answer comes here, or by mail."), (), sight)


def _confirms(sight: Sight) -> dict[str, Any]:
    said = _(
        "Nothing was played yet: a mail with one question has gone to your mailbox. Answer it with “yes”, "
        "and it is played."
    )
    return _document(CONFIRMS, said, (), sight)


def _declined() -> str:
    return _(
        "It was refused: “no” has come from your mailbox, so nothing of it was played, and nothing will be. "
        "If you meant “yes”, send it again and answer the new mail. If somebody else has this link, write "
        "“new link” to the referee's address: the old one then opens nothing."
    )


def _run_out() -> str:
    return _(
        "The question in your mailbox has run out without an answer, and nothing was played: it held only "
        "for that turn. See how it stands now; what you send then asks once more, and one “yes” is enough "
        "for this browser."
    )


def _answered(sight: Sight, answer: Told) -> dict[str, Any]:
    if not answer.name:
        said = _(
            "It was looked at, and not answered: there were too many errors. Your mails say what is asked."
        )
        return _document(ANSWERED, said, (), sight)
    first, _blank, rest = answer.text.strip().partition("\n\n")
    return _document(ANSWERED, " ".join(first.split()), rest.splitlines(), sight)


def _asks_for_advice(given: Given) -> bool:
    """Whether it asks what a program would order, and nothing else."""
    with suppress(OrderError):
        return len(given.lines) == 1 and isinstance(read_line(given.lines[0].strip(), ()), ADVICE)
    return False
