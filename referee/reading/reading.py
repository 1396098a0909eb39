"""A raw mail, read: who sent it, whether a person did, which block it fills in, and every line with its kind.

Nothing here is believed: the sender is what the mail claims, the date is what its program wrote, the token
has yet to be compared. Reading only takes apart.
"""

import hashlib
import re
from collections import Counter
from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from referee.reading.blocks import ASKED, Block, Line, TakenApart, confirm_mark, tag_block, take_apart
from referee.reading.courtesies import REACTION
from referee.reading.opening import (
    AGAIN,
    SINGLE,
    STANDARD,
    TRACE,
    Fields,
    Limits,
    Opened,
    Text,
    header_fields,
    header_text,
    open_body,
    raw_problem,
)
from referee.reading.passages import minisign_end
from referee.reading.quoting import plain
from referee.reading.senders import robot, sender_of

__all__ = ["ASKED", "STANDARD", "Block", "Limits", "Line", "ReadMail", "plain", "read_mail"]


class Signed(Struct, frozen=True):
    """A personal signature that came with a block, and the lines that it is to have signed."""

    armour: str
    lines: tuple[str, ...]  # as received, from fence to fence


class ReadMail(Struct, frozen=True):
    """A mail, taken apart; "" stands for whatever is missing or unusable."""

    digest: str  # SHA-256 of the raw bytes, in hex
    message_id: str  # in angle brackets
    sender: str  # the address in From, in lower case
    sender_name: str  # what stands with it there; never an address
    reply_to_ids: tuple[str, ...]  # References and its own id; safe to write into a header
    subject: str
    date: str  # as its program wrote it: kept, and never believed
    robot: str  # why nobody must be answered; "" for a person
    block: Block
    lines: tuple[Line, ...]
    problem: str  # for the player, why the mail cannot be used; no line is then an "order"
    in_block: bool = False  # what is asked stands between the fences of a block
    looks_quoted: bool = False  # outside a block: something in the mail may be older than it
    notices: tuple[str, ...] = ()  # what the answer says besides: how it was read, what was not opened
    confirms: str = ""  # the token of a confirmation of ours that it replies to
    word: str = ""  # the digest of the mail that brought the word for it, and gets the answer
    trace: tuple[tuple[str, str], ...] = ()  # the fields of `TRACE`, topmost first
    dkim: tuple[str, ...] = ()  # the fields DKIM-Signature
    signed: Signed | None = None
    answers: str = ""  # the id of the mail that it answers
    cited: str = ""  # whether what it asks stands in, or above, a mail that it quotes
    page: str = ""  # the field by which a page of ours says that it wrote the mail; with a word, the id


def read_mail(raw: bytes, *, own_address: str = "", limits: Limits = STANDARD) -> ReadMail:
    """Take a mail apart. Never raises, and is quick, whatever the bytes.

    A mail with a problem still names its sender and block where they can be seen, so that it can be answered.
    """
    fields = header_fields(raw, limits)
    counts = Counter(name for name, _ in fields)
    name = next((name for name in SINGLE if counts[name.lower()] > 1), "")
    problem = raw_problem(raw, limits)
    if name and not problem:
        problem = (
            f'The mail has the header field "{name}" more than once, so that two programs may read it '
            "differently. Please send it again from your usual mail program."
        )
    opened = Opened(problem=problem) if problem else open_body(raw, limits)
    return _read(raw, fields, opened, own_address, limits)


def unread_mail(raw: bytes, problem: str, *, own_address: str = "", limits: Limits = STANDARD) -> ReadMail:
    """A mail of which nothing but the header is looked at. Never raises."""
    return _read(raw, header_fields(raw, limits), Opened(problem=problem), own_address, limits)


def _read(raw: bytes, fields: Fields, opened: Opened, own_address: str, limits: Limits) -> ReadMail:
    subject = header_text(_only(fields, "subject"))
    sender, sender_name = sender_of(_only(fields, "from"))
    own_id = _only(fields, "message-id")
    message_id = own_id if _ID.fullmatch(own_id) else ""
    reply_to_ids, answers = _thread(fields, message_id)
    parts, notices = _taken_apart(opened, subject, answers, limits)
    return ReadMail(
        digest=hashlib.sha256(raw).hexdigest(),
        message_id=message_id,
        sender=sender,
        sender_name=sender_name,
        reply_to_ids=reply_to_ids,
        subject=subject,
        date=header_text(next((value for name, value in fields if name == "date"), "")),
        robot=robot(fields, subject, sender, own_address.strip().lower())
        or ("no answer" if _is_no_answer(raw, parts) else ""),
        block=parts.block,
        lines=parts.lines,
        problem=parts.problem,
        in_block=parts.in_block,
        looks_quoted=parts.looks_quoted,
        notices=notices,
        confirms=_confirms(subject, parts),
        trace=_kept(fields, *TRACE),
        dkim=tuple(value for _, value in _kept(fields, "dkim-signature")),
        signed=_signed(parts, opened.armoured),
        answers=answers,
        cited=parts.cited,
        page=_only(fields, "x-bugyo-page"),
    )


# The text.

_TAP = re.compile(
    rb"^content-type:\s*text/(?:vnd\.google\.email-reaction\+json|calendar\b[^\n]{0,200}"
    rb"(?:\n[ \t][^\n]{0,200}){0,3}method=\"?reply)",
    re.IGNORECASE | re.MULTILINE,
)
"""Parts that a program writes when a person taps on a sign, or accepts an invitation."""

_PLAIN_TEXT = (
    'Please send it as plain text: the setting is called "Plain text mode" in Gmail (the three dots below '
    'the mail), "Format Text: Plain Text" in Outlook, and "Make Plain Text" in Apple Mail.'
)
_HTML_ONLY = (
    "Your mail came only as HTML. Out of such a mail Bugyo takes nothing but a whole order block, from its "
    f"BEGIN line to its END line, each order on a line of its own; there is none in yours. {_PLAIN_TEXT}"
)
_FROM_HTML = (
    "Your mail came only as HTML. Its block was read as a reader sees it, without anything that is hidden."
)
_RICH_TEXT = (
    "Your mail came as winmail.dat, which only Outlook can open, so Bugyo cannot read it. Please send it as "
    'plain text: "Format Text: Plain Text" in Outlook, and not "Rich Text".'
)
_EMPTY = "The mail has no text. Please write the orders in the mail itself; attachments are not read."
_TWO_TEXTS = (
    "The mail holds two versions of its text, and their orders differ, so what you saw is not what Bugyo "
    "would read. Please send the orders as plain text only."
)


def _is_no_answer(raw: bytes, parts: TakenApart) -> bool:
    """Whether a tap on a sign has made the mail, or on what a calendar shows: nobody has written it."""
    own = [line.text.strip() for line in parts.lines if line.kind in ASKED]
    return _TAP.search(raw) is not None or any(REACTION.fullmatch(text[:200]) for text in own[:9])


_STRUCK_OUT = (
    "An order in your mail is struck out, so Bugyo cannot tell whether you mean it; nothing was played. "
    "Please send the orders that you mean, without the others."
)


def _taken_apart(
    opened: Opened, subject: str, answers: str, limits: Limits
) -> tuple[TakenApart, tuple[str, ...]]:
    """The text with its lines and the block, and what the answer says of it."""
    texts = [text for text in opened.texts if text.more or any(line.strip() for line in text.lines)]
    notices = _unopened(opened.attached) if opened.attached else ()
    if texts:
        return _of_texts(texts, opened, subject, answers, limits), notices
    if not opened.problem and opened.html:
        parts = take_apart(opened.html.lines, subject, answers, opened.html.spans)
        if problem := _too_long(parts, opened.html, limits):
            return _refused(parts, problem), notices
        if parts.said and (parts.is_whole or parts.cited):
            return parts, (_FROM_HTML, *notices)
        if _confirms(subject, parts):
            return _refused(parts, ""), notices  # nothing in it is more than a word
    return _nothing(opened, subject, answers), notices


def _of_texts(
    texts: Sequence[Text], opened: Opened, subject: str, answers: str, limits: Limits
) -> TakenApart:
    """The first text with a filled block of the player's own, else the first; the others follow it."""
    all_parts = [take_apart(text.lines, subject, answers, text.spans) for text in texts]
    chosen = next((n for n, parts in enumerate(all_parts) if parts.is_whole and parts.said), 0)
    parts, doubt = all_parts[chosen], texts[chosen].doubt
    problem = opened.problem or _too_long(parts, texts[chosen], limits) or parts.problem
    if not problem and (len(texts) > 1 or opened.html):
        problem = _two_texts(parts, all_parts, opened.html)
    if not problem and opened.html and _is_struck(parts, opened.html):
        problem = _STRUCK_OUT
    if not problem and doubt:
        problem = doubt if _is_doubtful(parts) else ""
    others = [all_parts[n].lines for n in range(len(texts)) if n != chosen]
    if texts[chosen].joined:
        parts = replace(parts, lines=tuple(_with_pieces(parts, texts[chosen])))
    parts = _refused(parts, problem) if problem else parts
    return _followed(parts, others) if others else parts


def _too_long(parts: TakenApart, text: Text, limits: Limits) -> str:
    """What is asked must be short; what stands below a block or in a quotation may be as long as it likes."""
    for line in parts.lines:
        if line.kind not in ASKED:
            continue
        if len(line.text) > limits.line_chars:
            size = f"more than {limits.line_chars:,} characters, which is all that is read"
            return f"Line {line.number} has {size}. Please write one order on a line."
        if "\0" in line.text or "\r" in line.text:
            return f"Line {line.number} contains NUL or CR characters. {AGAIN}"
    # below a quotation without signs all is quoted
    last = parts.lines[-1] if parts.lines else Line(0, "", "blank")
    is_quoted = last.kind == "quoted" and not last.text.startswith(">")
    if text.more and not (parts.in_block or is_quoted):
        return f"The mail has {text.more:,} lines; at most {limits.lines:,} are read. {AGAIN}"
    return ""


def _with_pieces(parts: TakenApart, text: Text) -> Iterator[Line]:
    """The lines, and of what each was joined."""
    for place, line in enumerate(parts.lines):
        pieces = text.joined.get(place, ()) if line.kind == "order" else ()
        yield replace(line, pieces=pieces) if pieces else line


def _nothing(opened: Opened, subject: str, answers: str) -> TakenApart:
    """A mail without a text that can be used: at least what names the game."""
    if opened.problem:
        return TakenApart(tag_block(subject), (), opened.problem, False, ())
    if opened.html and any(line.strip() for line in opened.html.lines):
        return TakenApart(take_apart(opened.html.lines, subject, answers).block, (), _HTML_ONLY, False, ())
    is_rich = any(name.lower().endswith(("winmail.dat", "ms-tnef")) for name in opened.attached)
    return TakenApart(tag_block(subject), (), _RICH_TEXT if is_rich else _EMPTY, False, ())


def _followed(parts: TakenApart, others: Sequence[Sequence[Line]]) -> TakenApart:
    """The lines of further texts, numbered on: nothing in them is taken, and the answer counts them."""
    lines = list(parts.lines)
    for line in (line for other in others for line in other):
        kind = "text" if line.kind in ASKED else line.kind
        lines.append(replace(line, number=len(lines) + 1, kind=kind))
    return replace(parts, lines=tuple(lines))


def _refused(parts: TakenApart, problem: str) -> TakenApart:
    lines = tuple(replace(line, kind="text") if line.kind in ASKED else line for line in parts.lines)
    return replace(parts, lines=lines, problem=problem)


def _is_doubtful(parts: TakenApart) -> bool:
    """A sign that could not be read matters only where something is asked."""
    return any("\ufffd" in line.text for line in parts.lines if line.kind in ASKED)


def _two_texts(parts: TakenApart, texts: Sequence[TakenApart], html: Text | None) -> str:
    """A block elsewhere in the mail must say the same; by words, since programs wrap the two differently."""
    words = " ".join(parts.said).split()
    for other in (*texts, *([take_apart(html.lines)] if html else [])):
        if other.is_whole and other.said and " ".join(other.said).split() != words:
            return _TWO_TEXTS
    return ""


def _is_struck(parts: TakenApart, html: Text) -> bool:
    """Whether an order is struck out in what the person has seen: the text beside it does not show that."""
    from referee.reading.pages import STRUCK  # imported already, for the page

    struck = {part.strip() for line in html.lines for part in re.split(f"(?:{STRUCK})+", plain(line))[1::2]}
    return bool(struck) and any(said in one or one in said for said in parts.said for one in struck if one)


def _unopened(attached: Sequence[str]) -> tuple[str, ...]:
    names = ", ".join(attached[:5]) + ("…" if len(attached) > 5 else "")
    return (f"Attachments are not read: {names}.",)


def _confirms(subject: str, parts: TakenApart) -> str:
    """The newest confirmation that is named: that of the subject, else the first in the text."""
    named = (confirm_mark(plain(text)) for text in (subject, *(line.text for line in parts.lines)))
    return next(filter(None, named), "")


_ARMOUR = re.compile(r"-----(BEGIN|END) SSH SIGNATURE-----")


def _signed(parts: TakenApart, attached: Sequence[str]) -> Signed | None:
    """The signature of the block, below it or attached."""
    if not parts.in_block:
        return None
    begin, end = parts.fences
    below = [line.text.strip() for line in parts.lines[end:]]
    fences = [place for place, line in enumerate(below) if _ARMOUR.fullmatch(line)][:2]
    by_minisign = (below[place : minisign_end(below, place)] for place in range(len(below)))
    by_ssh = below[fences[0] : fences[1] + 1] if len(fences) == 2 else ()
    inline = by_ssh or next(filter(None, by_minisign), ())
    armour = "".join(f"{line}\n" for line in inline) or next(iter(attached), "")
    texts = tuple(line.text for line in parts.lines[begin - 1 : end])
    return Signed(armour, texts) if armour else None


# The fields.

_ID = re.compile(r"<[!-;=?-~]{1,500}>")
_MOST_IDS = 50


def _kept(fields: Fields, *names: str) -> tuple[tuple[str, str], ...]:
    """Fields that are evidence; bytes that are no UTF-8 are question marks there."""
    return tuple((name, value.encode("utf-8", "replace").decode()) for name, value in fields if name in names)


def _only(fields: Fields, name: str) -> str:
    """The value of a field that comes once; of two nobody knows which is meant."""
    values = [value for field, value in fields if field == name]
    return values[0] if len(values) == 1 else ""


def _thread(fields: Fields, message_id: str) -> tuple[tuple[str, ...], str]:
    """The thread, oldest first; of a long one the beginning and the newest, as RFC 5322 has it. And the mail
    that is answered: what In-Reply-To names first, else the newest of References."""
    found = [one for name, value in fields if name == "references" for one in _ID.findall(value)]
    ids = tuple(dict.fromkeys([*found, message_id] if message_id else found))
    replied = _ID.findall(_only(fields, "in-reply-to"))
    older = [one for one in found if one != message_id]
    thread = ids if len(ids) <= _MOST_IDS else (ids[0], *ids[1 - _MOST_IDS :])
    return thread, next(iter(replied), older[-1] if older else "")
