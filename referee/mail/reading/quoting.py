"""The player's own lines of a mail, told apart from those that it quotes.

- plain        a line as the grammars read it; undressed, without what programs put around an order
- mark_lines   each line with its quote signs, the attribution above it, and whether it is signature
- take_apart   the order block, the kind of each line, and what makes the orders unusable

Where a line could be either, it is not the player's own: an order that is not taken is answered and sent
again, an old order that is taken moves an army.
"""

import re
import unicodedata
from collections.abc import Sequence
from itertools import takewhile

from msgspec import Struct

from referee.mail.reading.attributions import (
    ADDRESS,
    FROM_LABELS,
    LABELS,
    attributes,
    begins,
    closes,
    is_forwarded,
)
from referee.mail.reading.passages import NO_TEXT, PRESS, armour_lines, passages, proof_lines

_SINGLE_QUOTES = "‘’‚‛‹›′´"
_DOUBLE_QUOTES = "“”„‟«»″"
DASHES = "‐‑‒–—―−﹘﹣－"
_NO_WIDTH = "\u200b\u200c\u200d\u2060\ufeff\u00ad"
_CONTROLS = [chr(code) for code in (*range(32), *range(127, 160))]
_LONGEST_WORD = 100
_PLAIN = str.maketrans(
    dict.fromkeys(_SINGLE_QUOTES, "'")
    | dict.fromkeys(_DOUBLE_QUOTES, '"')
    | dict.fromkeys(DASHES, "-")
    | dict.fromkeys(_NO_WIDTH, "")
    | dict.fromkeys(_CONTROLS, " ")
)

# Signs of quoting: "> ", ">>", "| ", ": ", and the initials of The Bat! and Gnus ("AB> ").
# Two colons begin the first lines of our own mails.
_SIGNS = re.compile(r"\s*(?:[^\W\d_]{1,4}>(?=\s|>|$)|[>|＞]|:(?!:))(?:\s?(?:[>|＞]|:(?!:)))*")
_SIGN = re.compile(r"[>|:＞]")
_BAR = "|"
"""Behind it our mails show what people have written (`defused_text`): never a fence, a token or a head."""

_DASHED = re.compile(r"-{5,} ?[^\W_].{0,80}-{3,}")
_OUR_DASHED = re.compile(r"-+ ?(?:BEGIN|END) (?:ORDERS|RECEIPT|PGP|SSH)\b", re.IGNORECASE)
_RULE = re.compile(r"_{10,}")
_LABEL = re.compile(r"\*?([^\s:*]{1,16}(?: [^\s:*]{1,16}){0,2})\*? ?[:：]\*?(?:\s|$)")


def plain(text: str) -> str:
    """The line as the grammars read it: NFC, ASCII quotes and dashes, single spaces, nothing invisible."""
    words = text.translate(_PLAIN).split()
    return " ".join(words if text.isascii() else map(_composed, words))


_BULLET = re.compile(r"(?:[*•·‣▪◦-]|\d{1,2}[.)])\s+(?=\S)")
_LINK = re.compile(r"\s*<(?:https?://|mailto:|tel:)[^<>\s]{1,300}>", re.IGNORECASE)


def undressed(body: str) -> str:
    """A plain line without bullet or number, without the stars of bold print, and without the address that
    programs add to a word which they take for a link."""
    bullet = _BULLET.match(body)
    body = _LINK.sub("", body[bullet.end() :] if bullet else body)
    if len(body) > 2 and body[0] == body[-1] and body[0] in "*_" and body[1] not in "*_":
        body = body[1:-1].strip()
    return body


def _composed(word: str) -> str:
    # Composing a thousand stacked accents takes a millisecond a line; no name in a game is that long.
    return unicodedata.normalize("NFC", word) if len(word) <= _LONGEST_WORD else word


class Line(Struct, frozen=True):
    """A line of the mail as received, and what it is taken for.

    Kinds: "order" is a candidate for the game's grammar, "question" and "press" for the desk's; "comment",
    "quoted", "signature", "blank"; "fence" and "token" are the lines of a block and of a signature by a
    key; "text" stands outside the block, or in a mail that has a problem. `start` and `end` say which bytes
    of the raw mail made the line; of a line out of HTML, the whole part; 0 and 0 where nobody has looked.
    """

    number: int
    text: str
    kind: str
    start: int = 0
    end: int = 0


ASKED = ("order", "question", "press")
"""The kinds of lines that want something."""


class Block(Struct, frozen=True):
    """What names the game, the turn and the seat; "" and 0 where the mail does not say."""

    game: str = ""
    turn: str = ""
    seat: str = ""
    token: str = ""
    head: str = ""
    position: int = 0


class TakenApart(Struct, frozen=True):
    """A text with its lines taken apart."""

    block: Block
    lines: tuple[Line, ...]
    problem: str
    is_whole: bool  # the orders stand in a block of the player's own, fences and all
    said: tuple[str, ...]  # the order lines, plain, even if there is a problem
    in_block: bool = False  # the orders stand between the fences of a block, whoever wrote the fences
    looks_quoted: bool = False  # outside a block: something in the mail may be older than it
    fences: tuple[int, int] = (0, 0)  # the numbers of the lines that fence the block


class Marked(Struct, frozen=True):
    """A line and what is known of whose it is."""

    text: str
    body: str  # plain, without its quote signs; "" behind a bar
    signs: int  # quote signs before it: 0, 1 for "> ", 2 for ">> "
    section: int  # attributions and separators at or above it
    under: int  # those of them that quote without signs, as Outlook does
    is_attribution: bool
    is_signature: bool
    is_proof: bool  # of a receipt or a checkpoint of ours
    is_armour: bool = False  # of a signature by a key
    goes_on: bool = False  # stands in a press or its like, or ends it


def mark_lines(texts: Sequence[str]) -> tuple[Marked, ...]:
    """Each line with its marks; the texts are as received, one for each line of the text part."""
    cut = [_without_signs(text) for text in texts]
    written = _written(cut)
    shown = [(0, "") if index in written else one for index, one in enumerate(cut)]
    openings = _openings(shown)
    proofs = frozenset(proof_lines([body for _, body in shown]))
    armour = armour_lines([body for _, body in shown])
    marked: list[Marked] = []
    section = under = 0
    attribution_ends = -1
    in_signature = False
    for index, (signs, body) in enumerate(cut):
        if index in openings:
            attribution_ends = openings[index]
            section += 1
            under += _quotes_without_signs(shown, attribution_ends)
        is_closing = closes(shown[index][1])
        in_signature = index not in openings and not signs and (in_signature or is_closing)
        is_attribution = index <= attribution_ends
        flags = is_attribution, in_signature, index in proofs, index in armour, index in written
        marked.append(Marked(texts[index], body, signs, section, under, *flags))
    return tuple(marked)


def _written(cut: Sequence[tuple[int, str]]) -> frozenset[int]:
    """The lines that belong to a press or its like, below its first. Between the fences of a block they are
    all the writer's; elsewhere a mail that is quoted may have begun before the end comes."""
    fences = {index: found[1].upper() for index, (_, body) in enumerate(cut) if (found := _fence(body))}
    bodies = ["" if signs else undressed(body) for signs, body in cut]
    texts = passages(bodies, list(fences))
    openings = _openings(cut) if texts else {}
    lines: list[int] = []
    for first, end in texts.items():
        before = next((fences[index] for index in range(first, -1, -1) if index in fences), "")
        after = next((fences[index] for index in range(end, len(cut)) if index in fences), "")
        if (before, after) == ("BEGIN", "END") or not any(first < index <= end for index in openings):
            lines += range(first + 1, end + 1)
    return frozenset(lines)


def _without_signs(text: str) -> tuple[int, str]:
    """How many signs of quoting a line has, and what stands behind them that may be ours."""
    found = _SIGNS.match(text)
    if found is None:
        return 0, plain(text)
    signs = _SIGN.findall(found.group())
    return len(signs), "" if _BAR in signs else plain(text[found.end() :])


_LONGEST_OPENING = 10
"""Lines of an attribution or a separator, at most."""


def _openings(cut: Sequence[tuple[int, str]]) -> dict[int, int]:
    """First line of each attribution or separator, and its last line."""
    found: dict[int, int] = {}
    signed = next((index for index, (signs, _) in enumerate(cut) if signs), len(cut))
    index = 0
    while index < len(cut):
        unsigned = takewhile(lambda one: not one[0], cut[index : index + _LONGEST_OPENING])
        taken = _opening_at([body for _, body in unsigned]) or (index < signed and _leads(cut, index, signed))
        if taken:
            found[index] = index + taken - 1
        index += taken or 1
    return found


def _leads(cut: Sequence[tuple[int, str]], index: int, signed: int) -> bool:
    """Whether this line, in whatever language, announces the first line with quote signs ("Вы писали …:")."""
    is_next = signed < len(cut) and not any(body for _, body in cut[index + 1 : signed])
    return is_next and cut[index][1].endswith((":", "："))


def _opening_at(bodies: Sequence[str]) -> int:
    """How many lines the attribution or separator at the first line takes; 0 if there is none."""
    if not bodies or not bodies[0]:
        return 0
    is_dashed = _DASHED.fullmatch(bodies[0]) and not _OUR_DASHED.match(bodies[0])
    is_separator = bool(is_dashed) or is_forwarded(bodies[0])
    if is_separator or _RULE.fullmatch(bodies[0]):
        skipped = 2 if len(bodies) > 1 and not bodies[1] else 1
        group = _header_group(bodies[skipped:]) or (is_separator and _attribution(bodies[skipped:]))
        return skipped + group if group else int(is_separator)
    return _header_group(bodies) or _attribution(bodies)


def _header_group(bodies: Sequence[str]) -> int:
    """Lines of a From/Sent/To/Subject group here, in any of our languages, or led by an address; or 0."""
    leading = takewhile(bool, map(_LABEL.match, bodies))
    labels = [found[1].casefold() for found in leading if found]
    known = 0
    while known < len(labels) and labels[known] in LABELS:
        known += 1
    if known >= 3 and FROM_LABELS.intersection(labels[:known]):
        return known
    return len(labels) if len(labels) >= 3 and ADDRESS.search(bodies[0]) else 0


def _attribution(bodies: Sequence[str]) -> int:
    """Lines of an attribution here ("On … wrote:"), which mail programs wrap over up to three; or 0."""
    if not bodies:
        return 0
    if attributes(bodies[0]):
        return 1
    if not begins(bodies[0]):
        return 0
    for count in (2, 3):
        wrapped = bodies[:count]
        if len(wrapped) < count or not wrapped[-1] or _is_whole_attribution(wrapped[-1]):
            return 0
        if attributes(" ".join(wrapped)):
            return count
    return 0


def _is_whole_attribution(body: str) -> bool:
    return attributes(body) and begins(body)


def _quotes_without_signs(cut: Sequence[tuple[int, str]], attribution_ends: int) -> bool:
    following = (signs for signs, body in cut[attribution_ends + 1 :] if signs or body)
    return next(following, 0) == 0


# The block.

_LONGEST_FENCE = 250
_FENCE = re.compile(r"(?:- )?-+ ?(BEGIN|END) ORDERS\b ?(.*?) ?-+", re.IGNORECASE)
_NAMES = re.compile(r"([\w.-]{1,64}) (T\d{1,6}(?:\.v\d{1,4})?) ([\w.-]{1,64})", re.IGNORECASE)
_TAG = re.compile(r"\[([\w.-]{1,64}) (T\d{1,6}(?:\.v\d{1,4})?) ([\w.-]{1,64})\]", re.IGNORECASE)
_TOKEN = re.compile(r"TOKEN:? ((?:[A-Z0-9]{4}[- ]?){2,16})", re.IGNORECASE)
_CONFIRM = re.compile(r"CONFIRM:? ((?:[A-Z2-7]{4}[- ]?){6})(?![A-Z0-9])", re.IGNORECASE)
_HEAD = re.compile(r"HEAD:? (\d{1,12}) ([0-9a-f]{4,64})(?:…|\.\.\.)?", re.IGNORECASE)
_BIDI = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")

_Names = tuple[str, str, str]
_UNNAMED: _Names = ("", "", "")


class _Zone(Struct, frozen=True):
    """The lines from a BEGIN fence to its END fence, both counted from 0."""

    begin: int
    end: int
    names: _Names
    is_whole: bool  # neither fence is quoted
    under: int
    orders: tuple[int, ...]

    def holds(self, index: int) -> bool:
        return self.begin < index < self.end


def take_apart(texts: Sequence[str], subject: str = "") -> TakenApart:
    """The block and the lines of a text; the subject's tag names game, turn and seat if no fence does."""
    marked = mark_lines(texts)
    zones = _zones(marked)
    offered = _candidates(marked, zones)
    chosen = offered[0] if offered else None
    kinds = [_kind(line, index, chosen) for index, line in enumerate(marked)]
    said = tuple(line.body for line, kind in zip(marked, kinds, strict=True) if kind == "order")
    kinds = _asked(marked, kinds)
    problem = _problem(marked, kinds, offered, zones)
    if problem:
        # Whoever forgets to look at the problem must still find no order here.
        kinds = ["text" if kind in ASKED else kind for kind in kinds]
    lines = tuple(
        Line(number, text, kind) for number, (text, kind) in enumerate(zip(texts, kinds, strict=True), 1)
    )
    block = _block(marked, chosen, subject)
    if chosen is None:
        return TakenApart(block, lines, problem, False, said, looks_quoted=_looks_quoted(marked))
    fences = (chosen.begin + 1, chosen.end + 1)
    return TakenApart(block, lines, problem, chosen.is_whole, said, in_block=True, fences=fences)


def _looks_quoted(marked: Sequence[Marked]) -> bool:
    return any(line.signs or line.section or line.is_proof or _fence(line.body) for line in marked)


_QUESTIONS = re.compile(r"(?:what|show|board|log|history|help|explain|story|held|proof)\b", re.IGNORECASE)


def _asked(marked: Sequence[Marked], kinds: Sequence[str]) -> list[str]:
    """The kinds, with questions and press told from orders; a press of several lines goes on to its end."""
    found, is_press = list[str](), False
    for line, kind in zip(marked, kinds, strict=True):
        body = undressed(line.body) if kind == "order" else ""
        is_press = is_press if line.goes_on else bool(PRESS.match(body))
        if is_press:
            kind = "press"
        elif kind == "order" and _QUESTIONS.match(body):
            kind = "question"
        found.append(kind)
    return found


def _open_press(marked: Sequence[Marked], kinds: Sequence[str]) -> str:
    """A press of several lines without its end: what follows it may be its text, or orders."""
    for begun, (line, kind) in enumerate(zip(marked, kinds, strict=True), 1):
        if kind != "press" or line.goes_on or not NO_TEXT.fullmatch(undressed(line.body)):
            continue
        if any(below.goes_on for below in marked[begun : begun + 1]):
            continue
        return (
            f"The text that begins at line {begun} has no end, so Bugyo cannot tell it from what follows. "
            'Please send the mail again, with a line "end press" or "end dispute" below the text.'
        )
    return ""


def tag_block(subject: str) -> Block:
    """What a subject's tag, `[sekigahara T5 iga]`, says."""
    return Block(*_names(_TAG.search(plain(subject))))


def _fence(body: str) -> re.Match[str] | None:
    return _FENCE.fullmatch(body) if len(body) <= _LONGEST_FENCE else None


def _names(found: re.Match[str] | None) -> _Names:
    return (found[1], found[2].upper().replace("V", "v"), found[3]) if found else _UNNAMED  # T5.v2


def _zones(marked: Sequence[Marked]) -> list[_Zone]:
    found: list[_Zone] = []
    begin: int | None = None
    for index, line in enumerate(marked):
        fence = _fence(line.body)
        if fence is None:
            continue
        if fence[1].upper() == "BEGIN":
            begin = index
        elif begin is not None:
            if _close(marked[begin], line):
                found.append(_zone(marked, begin, index))
            begin = None
    return found


def _close(begin: Marked, end: Marked) -> bool:
    """Whether the two fences belong together: one mail, one depth of quoting (a player may cut signs off)."""
    return begin.section == end.section and (begin.signs == end.signs or 0 in (begin.signs, end.signs))


def _zone(marked: Sequence[Marked], begin: int, end: int) -> _Zone:
    opening = marked[begin]
    orders = (index for index in range(begin + 1, end) if _kind_inside(marked[index]) == "order")
    is_whole = not opening.signs and not marked[end].signs
    return _Zone(begin, end, _fence_names(opening.body), is_whole, opening.under, tuple(orders))


def _fence_names(body: str) -> _Names:
    fence = _fence(body)
    return _names(_NAMES.fullmatch(fence[2]) if fence else None)


def _candidates(marked: Sequence[Marked], zones: Sequence[_Zone]) -> list[_Zone]:
    """The zones that may be the player's own block: those in the uppermost of mails quoted without signs.

    A zone with quoted fences, or within such a mail, counts only with lines of the player in it.
    """
    own = [zone for zone in zones if zone.orders or (zone.is_whole and not zone.under)]
    if not any(zone.orders for zone in own) and _has_lines_outside(marked, zones):
        return []  # written beside the empty block
    uppermost = min((zone.under for zone in own), default=0)
    return [zone for zone in own if zone.under == uppermost]


def _has_lines_outside(marked: Sequence[Marked], zones: Sequence[_Zone]) -> bool:
    return any(
        _kind(line, index, None) == "order" and not any(zone.holds(index) for zone in zones)
        for index, line in enumerate(marked)
    )


def _kind(line: Marked, index: int, chosen: _Zone | None) -> str:
    if chosen is not None and chosen.holds(index):
        return _kind_inside(line)
    if _fence(line.body):
        return "fence"
    kind = _kind_inside(line)
    if kind in ("blank", "token", "quoted"):
        return kind
    # Below an attribution, lines without quote signs are the player's only if the quotation has signs;
    # and even then they are taken only once he has said so.
    if line.is_attribution or line.under:
        return "quoted"
    if line.is_signature:
        return "signature"
    return "text" if chosen is not None and kind == "order" else kind


def _kind_inside(line: Marked) -> str:
    if line.is_proof or line.is_armour or _is_token_line(line.body):
        return "token"
    if line.signs:
        return "quoted"
    if not line.body:
        return "blank"
    return "comment" if line.body.startswith((";", "#")) else "order"


def _is_token_line(body: str) -> bool:
    marks = (_TOKEN, _HEAD, _CONFIRM)
    return body.startswith("TOKEN ") or any(mark.fullmatch(body) for mark in marks)


def confirm_mark(text: str) -> str:
    """The token of a confirmation in a subject or a line, bare; "" where there is none."""
    found = _CONFIRM.search(text) if "confirm" in text.casefold() else None
    return re.sub("[- ]", "", found[1]).upper() if found else ""


def _block(marked: Sequence[Marked], chosen: _Zone | None, subject: str) -> Block:
    """Names from the player's block, or the least quoted fence, or the subject; token and head likewise."""
    fences = [index for index, line in enumerate(marked) if _fence_names(line.body) != _UNNAMED]
    nearest = min(fences, key=lambda index: (marked[index].under, marked[index].signs), default=None)
    begin = chosen.begin if chosen else nearest
    names = _fence_names(marked[begin].body) if begin is not None else _UNNAMED
    if names == _UNNAMED:
        tag = tag_block(subject)
        names = (tag.game, tag.turn, tag.seat)
    token, head, position = "", "", 0
    for line in _token_lines(marked, begin, names):
        if not token and (found := _TOKEN.fullmatch(line)):
            token = re.sub("[- ]", "", found[1]).upper()
        elif not head and (found := _HEAD.fullmatch(line)):
            position, head = int(found[1]), found[2].lower()
    return Block(*names, token=token, head=head, position=position)


def _token_lines(marked: Sequence[Marked], begin: int | None, names: _Names) -> list[str]:
    """TOKEN and HEAD lines, those of the block first, then the least quoted; none of another turn."""
    ranked: list[tuple[tuple[int, int, int], str]] = []
    fence: int | None = None
    for index, line in enumerate(marked):
        if found := _fence(line.body):
            fence = index if found[1].upper() == "BEGIN" else None
        elif _is_token_line(line.body) and not (line.is_proof or line.goes_on):
            named = _fence_names(marked[fence].body) if fence is not None else _UNNAMED
            if named in (_UNNAMED, names):
                elsewhere = 0 if fence is not None and fence == begin else 1
                ranked.append(((elsewhere, line.under, line.signs), line.body))
    return [body for _, body in sorted(ranked, key=lambda one: one[0])]


# What makes the orders unusable.


def _problem(
    marked: Sequence[Marked], kinds: Sequence[str], offered: Sequence[_Zone], zones: Sequence[_Zone]
) -> str:
    """The first thing that does, in a sentence for the player; "" where nothing does."""
    found = _two_blocks(marked, offered) if len(offered) > 1 else ""
    if not found and offered and offered[0].under:
        found = _two_places(marked, offered[0])
    found = found or _open_block(marked, zones)
    if not found and "press" in kinds:
        found = _open_press(marked, kinds)
    return found or _turned_lines(marked, kinds)


def _two_blocks(marked: Sequence[Marked], offered: Sequence[_Zone]) -> str:
    said = {(zone.names, tuple(marked[index].body for index in zone.orders)) for zone in offered}
    if len(said) < 2:
        return ""
    first, second = offered[0].begin + 1, offered[1].begin + 1
    return (
        f"This mail holds two order blocks that differ, at lines {first} and {second}, and Bugyo does not "
        "guess which one you mean. Please send one block in one mail."
    )


def _two_places(marked: Sequence[Marked], quoted: _Zone) -> str:
    """A filled block in a mail quoted without signs may be old; with lines above it, nobody can tell."""
    above = [n for n, line in enumerate(marked, 1) if not line.section and _may_be_order(line)]
    if not above:
        return ""
    return (
        f"You wrote above the quoted mail (line {above[0]}), and the order block inside the quoted mail "
        f"(line {quoted.begin + 1}) is filled in; Bugyo cannot tell which of the two you mean. Please "
        "send the block alone, or delete the quoted mail."
    )


def _may_be_order(line: Marked) -> bool:
    return _kind_inside(line) == "order" and not line.is_signature and not _fence(line.body)


def _open_block(marked: Sequence[Marked], zones: Sequence[_Zone]) -> str:
    """An own BEGIN without its END: the mail may be cut off, and where the orders stop is unknown."""
    closed = {zone.begin for zone in zones}
    for index, line in enumerate(marked):
        fence = _fence(line.body)
        if (
            fence
            and fence[1].upper() == "BEGIN"
            and not line.signs
            and not line.section
            and index not in closed
        ):
            return (
                f"The order block that begins at line {index + 1} has no end. Please send it again with the "
                "line -----END ORDERS----- after your last order."
            )
    return ""


def _turned_lines(marked: Sequence[Marked], kinds: Sequence[str]) -> str:
    for number, (line, kind) in enumerate(zip(marked, kinds, strict=True), 1):
        if kind in ASKED and _BIDI.search(line.text):
            return (
                f"Line {number} holds invisible signs that change the direction of writing, so it may not "
                "say what it shows. Please type the line again."
            )
    return ""
