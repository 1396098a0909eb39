"""The order block of a mail, the kind of each of its lines, and what makes the orders unusable.

A block counts if the person has written it, or has filled in that of our mail which he quotes: in ours
nothing stands between the token and the end, so that whatever does is his. Quoted deeper, or in a quotation
of his own mail, it is old.
"""

import re
from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from referee.reading.passages import NO_TEXT, NOTE, PRESS, PREVIEW
from referee.reading.quoting import TURNING, Marked, fence, mark_lines, opening_at, plain, undressed, unsigned


class Line(Struct, frozen=True):
    """A line of the mail as received, and what it is taken for.

    Kinds: "order" is a candidate for the game's grammar, "question" and "press" for the desk's; "comment",
    "quoted", "signature", "blank"; "fence" and "token" are the lines of a block and of a signature by a
    key; "asked" says which question the order below it answers; "text" stands outside the block, or in a mail
    that has a problem. `start` and `end` say which bytes of the raw mail made the line; of a line out of
    HTML, the whole part; 0 and 0 where nobody has looked.
    """

    number: int
    text: str
    kind: str
    start: int = 0
    end: int = 0
    pieces: tuple[str, ...] = ()  # what format=flowed has joined to it


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
    cited: str = ""  # whether the orders stand in, or above, a mail that is quoted; see `CITED`


CITED = WITHIN, ABOVE, UNKNOWN, DIFFERS = "within", "above", "unknown", "differs"
"""Orders that a person has written into the block of our mail that he quotes; above our mail with its block;
into the block of a mail of which nobody can tell whose it is; or into one of his own, while he quotes the
same with other orders."""


_TURN = r"(?:T\d{1,6}|S\d(?:\.\d{1,2})?)(?:\.v\d{1,4})?"
"""As our titles call theirs, of Rising Sun "S2" and "S2.1": in a mail of a stranger little else looks so."""

_NAMES = re.compile(rf"([\w.-]{{1,64}}) ({_TURN}) ([\w.-]{{1,64}})", re.IGNORECASE)
_TAG = re.compile(rf"\[{_NAMES.pattern}\]", re.IGNORECASE)
_TOKEN = re.compile(r"TOKEN:? ((?:[A-Z0-9]{4}[- ]?){2,16})", re.IGNORECASE)
_CONFIRM = re.compile(r"CONFIRM:? ((?:[A-Z2-7]{4}[- ]?){6})(?![A-Z0-9])", re.IGNORECASE)
_HEAD = re.compile(r"HEAD:? (\d{1,12}) ([0-9a-f]{4,64})(?:…|\.\.\.)?", re.IGNORECASE)
_QUESTION = re.compile(r"ASKED [A-Za-z0-9._-]+(?: [A-Za-z0-9._-]+)+")
_LONGEST_QUESTION = 220
_BIDI = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
_AROUND = f"{TURNING} \t\xa0"

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
    signs: int = 0  # quote signs that the person has left before the orders: 1, or 0
    is_ours: bool = False  # stands in a quotation of our mail


_MOST_QUOTED = 6
"""Blocks in quotations that are looked at: each takes as long as the mail."""


def take_apart(
    texts: Sequence[str],
    subject: str = "",
    answers: str = "",
    spans: Sequence[tuple[int, int]] = (),
) -> TakenApart:
    """The block and the lines of a text; the subject's tag names game, turn and seat if no fence does.
    `answers` is the id of the mail that is answered, `spans` are the bytes that made each line."""
    marked = mark_lines(texts)
    zones = _zones(marked)
    quoted = [zone for zone in zones if zone.under or not zone.is_whole][:_MOST_QUOTED]
    zones = [_own(zone, marked, answers) if zone in quoted else zone for zone in zones]
    offered = _candidates(marked, zones)
    chosen = offered[0] if offered else None
    kinds = [_kind(line, index, chosen) for index, line in enumerate(marked)]
    said = tuple(line.body for line, kind in zip(marked, kinds, strict=True) if kind == "order")
    kinds = _asked(marked, kinds, in_block=chosen is not None)
    problem = _problem(marked, kinds, offered, zones)
    if problem:
        # Whoever forgets to look at the problem must still find no order here.
        kinds = ["text" if kind in ASKED else kind for kind in kinds]
    if chosen is not None and chosen.signs:
        texts = [unsigned(text) if kind in ASKED else text for text, kind in zip(texts, kinds, strict=True)]
    spans = spans or [(0, 0)] * len(texts)
    lines = tuple(
        Line(number, text, kind, *span)
        for number, (text, kind, span) in enumerate(zip(texts, kinds, spans, strict=True), 1)
    )
    block = _block(marked, chosen, subject)
    if chosen is None:
        cited = ABOVE if _stand_above(marked, kinds, block, answers) else ""
        is_quoted = _looks_quoted(marked)
        return TakenApart(block, lines, problem, False, said, looks_quoted=is_quoted, cited=cited)
    fences = (chosen.begin + 1, chosen.end + 1)
    cited = WITHIN if chosen.is_ours else UNKNOWN if chosen.under else ""
    if not cited and len(zones) > 1 and any(one != said for one in _same_again(marked, chosen, zones)):
        cited = DIFFERS
    return TakenApart(block, lines, problem, chosen.is_whole, said, True, fences=fences, cited=cited)


def _stand_above(marked: Sequence[Marked], kinds: Sequence[str], block: Block, answers: str) -> bool:
    """Whether all that is asked stands above a mail of ours, whose outermost level holds the token."""
    first = next((index for index, line in enumerate(marked) if line.signs or line.section), len(marked))
    asked = (index for index, kind in enumerate(kinds) if kind in ASKED)
    tokens = (index for index in range(first, len(marked)) if _TOKEN.fullmatch(marked[index].body))
    at = next((index for index in tokens if marked[index].signs + marked[index].under <= 1), 0)
    return at > 0 and all(index < first for index in asked) and _is_ours(marked, at, block, answers)


_OUR_ID = re.compile(r"<([a-z0-9-]+)\.(\d{1,9})\.([a-z0-9-]+)\.([a-z]+)\.[0-9a-f]{16}(?:\.\d+)?@")
_OPENING = "opening"
_HEAD_SHOWN = 12
"""Digits of a head that nobody writes by chance."""


def _is_ours(marked: Sequence[Marked], at: int, block: Block, answers: str) -> bool:
    """Whether the quotation around a line is of our mail with that block: the person's program says that it
    answers it, or what we put around a block stands around it, and not a mail within that mail."""
    found = _OUR_ID.match(answers)
    if found and (found[1], found[3]) == (block.game.lower(), block.seat.lower()):
        return found[4] == _OPENING or int(found[2]) == block.position
    level = (marked[at].signs, marked[at].under)
    here = [line for line in marked if (line.signs, line.under) == level]
    if level[0] and any(
        opening_at([line.body for line in here[place : place + 9]]) for place in range(1, len(here))
    ):
        return False
    shown = block.head[:_HEAD_SHOWN]
    outside = (line for line in here if not _HEAD.fullmatch(line.body))
    return any(line.is_proof or (len(shown) == _HEAD_SHOWN and shown in line.body) for line in outside)


def _looks_quoted(marked: Sequence[Marked]) -> bool:
    return any(line.signs or line.section or line.is_proof or fence(line.body) for line in marked)


_QUESTIONS = re.compile(
    r"(?:what|show|board|log|history|help|explain|story|held|proof"
    r"|cards?|unseen|tables?|near|where|odds|rule|games|notes)\b",
    re.IGNORECASE,
)


def _asked(marked: Sequence[Marked], kinds: Sequence[str], *, in_block: bool) -> list[str]:
    """The kinds, with questions and press told from orders; a press of several lines goes on to its end, and
    what is tried or noted to that of the mail. In a block a line may say what the order below it answers."""
    found, is_press, is_tried, is_note = list[str](), False, False, False
    for line, kind in zip(marked, kinds, strict=True):
        body = undressed(line.body) if kind == "order" else ""
        is_press = is_press if line.goes_on else bool(PRESS.match(body))
        is_tried = is_tried or (not is_press and bool(PREVIEW.match(body)))
        is_note = is_note or (not (is_press or is_tried) and bool(NOTE.match(body)))
        if (is_press and not is_tried) or (is_note and kind == "order"):
            kind = "press"
        elif kind == "order" and (is_tried or _QUESTIONS.match(body)):
            kind = "question"
        elif in_block and body.startswith("ASKED ") and len(body) <= _LONGEST_QUESTION:
            kind = "asked" if _QUESTION.fullmatch(body) else kind
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


def _names(found: re.Match[str] | None) -> _Names:
    return (found[1], found[2].upper().replace("V", "v"), found[3]) if found else _UNNAMED  # T5.v2


def _zones(marked: Sequence[Marked]) -> list[_Zone]:
    zones: list[_Zone] = []
    begin: int | None = None
    for index, line in enumerate(marked):
        found = fence(line.body)
        if found is None:
            continue
        if found[1].upper() == "BEGIN":
            begin = index
        elif begin is not None:
            first = marked[begin]
            # One mail, one depth of quoting; a person may cut signs off.
            if first.section == line.section and (
                first.signs == line.signs or 0 in (first.signs, line.signs)
            ):
                orders = tuple(n for n in range(begin + 1, index) if _kind_inside(marked[n]) == "order")
                is_whole = not first.signs and not line.signs
                zones.append(_Zone(begin, index, _fence_names(first.body), is_whole, first.under, orders))
            begin = None
    return zones


def _own(zone: _Zone, marked: Sequence[Marked], answers: str) -> _Zone:
    """A zone with the lines that a person has left behind the signs of a quotation. In our own mail nothing
    stands between the token and the end of a block, so that whatever does is his. Quoted deeper, or in his
    own mail, it is old."""
    tokens = [index for index in range(zone.begin, zone.end) if _TOKEN.fullmatch(marked[index].body)]
    depths = {marked[index].signs + zone.under for index in (zone.begin, *tokens, zone.end)}
    if depths != {1} or not tokens or not _is_ours(marked, tokens[0], _block(marked, zone, ""), answers):
        return zone
    signs = 0 if zone.under else 1
    orders = (n for n in range(zone.begin + 1, zone.end) if _kind_inside(marked[n], signs) == "order")
    return replace(zone, orders=tuple(orders), signs=signs, is_ours=True)


def _fence_names(body: str) -> _Names:
    found = fence(body)
    return _names(_NAMES.fullmatch(found[2]) if found else None)


def _candidates(marked: Sequence[Marked], zones: Sequence[_Zone]) -> list[_Zone]:
    """The zones that may be the player's own block, those that he has written himself first.

    An empty one counts only where no other is filled, and only of his own.
    """
    filled = [zone for zone in zones if zone.orders]
    if filled:
        uppermost = min(zone.under for zone in filled)
        return [zone for zone in filled if zone.under == uppermost or zone.is_ours]
    if _has_lines_outside(marked, zones):
        return []  # written beside the empty block
    return [zone for zone in zones if zone.is_whole and not zone.under]


def _has_lines_outside(marked: Sequence[Marked], zones: Sequence[_Zone]) -> bool:
    return any(
        _kind(line, index, None) == "order" and not any(zone.begin < index < zone.end for zone in zones)
        for index, line in enumerate(marked)
    )


def _kind(line: Marked, index: int, chosen: _Zone | None) -> str:
    if chosen is not None and chosen.begin < index < chosen.end:
        return _kind_inside(line, chosen.signs)
    if fence(line.body):
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


def _kind_inside(line: Marked, signs: int = 0) -> str:
    if line.is_proof or line.is_armour or _is_token_line(line.body):
        return "token"
    if line.signs not in (0, signs):
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
    """TOKEN and HEAD lines, those of the block first, then the least quoted; none of another turn. The token
    of a block stands in it."""
    ranked: list[tuple[tuple[int, int, int], str]] = []
    last: int | None = None  # fence
    for index, line in enumerate(marked):
        below = marked[index + 1].body if line.is_armour and index + 1 < len(marked) else ""
        body = f"{line.body} {below}".rstrip()  # a HEAD line that was broken
        if found := fence(line.body):
            last = index if found[1].upper() == "BEGIN" else None
        elif _is_token_line(body) and not (line.is_proof or line.goes_on):
            named = _fence_names(marked[last].body) if last is not None else _UNNAMED
            elsewhere = 0 if last is not None and last == begin else 1
            if named in (_UNNAMED, names) and not (
                elsewhere and begin is not None and _TOKEN.fullmatch(body)
            ):
                ranked.append(((elsewhere, line.under, line.signs), body))
    return [body for _, body in sorted(ranked, key=lambda one: one[0])]


# What makes the orders unusable.


def _problem(
    marked: Sequence[Marked], kinds: Sequence[str], offered: Sequence[_Zone], zones: Sequence[_Zone]
) -> str:
    """The first thing that does, in a sentence for the player; "" where nothing does."""
    found = _two_blocks(marked, offered) if len(offered) > 1 else ""
    if not found and offered and offered[0].under and not offered[0].is_ours:
        found = _two_places(marked, offered[0])
    found = found or _open_block(marked, zones)
    if not found and "press" in kinds:
        found = _open_press(marked, kinds)
    turned = (
        line
        for line, kind in enumerate(kinds)
        if kind in ("order", "question") and _BIDI.search(marked[line].text.strip(_AROUND))
    )
    if not found and (first := next(turned, None)) is not None:
        found = (
            f"Line {first + 1} holds invisible signs that change the direction of writing, so it may not "
            "say what it shows. Please type the line again."
        )
    return found


def _same_again(marked: Sequence[Marked], own: _Zone, zones: Sequence[_Zone]) -> Iterator[tuple[str, ...]]:
    """The orders in the same block of the person's own, as he quotes it from an earlier mail of his."""
    marks = _marks_of(marked, own)
    for zone in zones:
        if zone.begin != own.begin and zone.names == own.names and _marks_of(marked, zone) == marks:
            within = range(zone.begin + 1, zone.end)
            signs = marked[zone.begin].signs
            orders = tuple(marked[n].body for n in within if _kind_inside(marked[n], signs) == "order")
            if orders:
                yield orders


def _marks_of(marked: Sequence[Marked], zone: _Zone) -> set[str]:
    return {line.body for line in marked[zone.begin : zone.end] if _is_token_line(line.body)}


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
    return _kind_inside(line) == "order" and not line.is_signature and not fence(line.body)


def _open_block(marked: Sequence[Marked], zones: Sequence[_Zone]) -> str:
    """An own BEGIN without its END: the mail may be cut off, and where the orders stop is unknown."""
    closed = {zone.begin for zone in zones}
    for index, line in enumerate(marked):
        opening = fence(line.body)
        if (
            opening
            and opening[1].upper() == "BEGIN"
            and not line.signs
            and not line.section
            and index not in closed
        ):
            return (
                f"The order block that begins at line {index + 1} has no end. Please send it again with the "
                "line -----END ORDERS----- after your last order."
            )
    return ""
