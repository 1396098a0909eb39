"""Which lines of a mail are the player's own.

- plain        a line as the grammars read it
- mark_lines   each line with its quote signs, the attribution above it, and whether it is signature
- read_sheet   the order block, the kind of each line, and what makes the orders unusable

Where a line could be either, it is not the player's own: an order that is not taken is answered and sent
again, an old order that is taken moves an army.
"""

import re
import unicodedata
from collections.abc import Iterable, Sequence

from msgspec import Struct

from referee.mail.ours import proof_lines

_SINGLE_QUOTES = "‘’‚‛‹›′´"
_DOUBLE_QUOTES = "“”„‟«»″"
_DASHES = "‐‑‒–—―−﹘﹣－"
_NO_WIDTH = "\u200b\u200c\u200d\u2060\ufeff\u00ad"
_CONTROLS = [chr(code) for code in (*range(32), *range(127, 160))]
_LONGEST_WORD = 100
_PLAIN = str.maketrans(
    dict.fromkeys(_SINGLE_QUOTES, "'")
    | dict.fromkeys(_DOUBLE_QUOTES, '"')
    | dict.fromkeys(_DASHES, "-")
    | dict.fromkeys(_NO_WIDTH, "")
    | dict.fromkeys(_CONTROLS, " ")
)

# Signs of quoting: "> ", ">>", "| ", ": ", and the initials of The Bat! and Gnus ("AB> ").
_SIGNS = re.compile(r"\s*(?:[^\W\d_]{1,4}>(?=\s|>|$)|[>|:＞])(?:\s?[>|:＞])*")
_SIGN = re.compile(r"[>|:＞]")

_LONGEST_ATTRIBUTION = 400
_ADDRESS = re.compile(r"[\w.+-]@[\w-]+\.\w")
_TIME = re.compile(r"\b\d{1,2}[:.h]\d\d\b")
_STARTS = ("on ", "le ", "am ", "el ", "il ", "op ", "em ", "dnia ", "w dniu ")
_VERBS = (" wrote", " a écrit", " schrieb", " escribió", " ha scritto", " schreef", " escreveu", " napisał")
_LAST_WORDS = (
    *(
        "wrote",
        "a écrit",
        "schrieb",
        "escribió",
        "ha scritto",
        "schreef",
        "escreveu",
        "napisał",
        "napisał(a)",
    ),
    *("пишет", "пишут", "написал", "написала", "написал(а)", "писал", "писала", "писал(а)", "сообщает"),
)
_FORWARDED = (
    *("begin forwarded message", "anfang der weitergeleiteten nachricht", "début du message transféré"),
    *("début du message réexpédié", "начало переадресованного сообщения", "начало пересылаемого сообщения"),
)
_DASHED = re.compile(r"-{5,} ?[^\W_].{0,80}-{3,}")
_OUR_DASHED = re.compile(r"-+ ?(?:BEGIN|END) (?:ORDERS|RECEIPT|PGP)\b", re.IGNORECASE)
_RULE = re.compile(r"_{10,}")
_LABEL = re.compile(r"\*?([^\s:*]{1,16}(?: [^\s:*]{1,16}){0,2})\*? ?[:：]\*?(?:\s|$)")
_FROM_LABELS = {"from", "de", "von", "от", "от кого"}
_LABELS = _FROM_LABELS | {
    *("sent", "date", "to", "cc", "subject", "reply-to", "importance"),
    *("envoyé", "à", "objet", "copie à", "répondre à"),
    *("gesendet", "an", "betreff", "datum", "kopie"),
    *("отправлено", "дата", "кому", "копия", "тема"),
}
_PHONE_SIGNATURES = re.compile(
    r"(?:sent from (?:my|mail|outlook|yahoo|the)\b|sent (?:via|with) \S|get outlook for\b"
    r"|отправлено (?:с|из|через)\s|envoyé (?:de mon|de ma|depuis|à partir|avec)\b"
    r"|von mein(?:em|er) .{1,60} gesendet|gesendet (?:von|mit|aus)\s)",
    re.IGNORECASE,
)


def plain(text: str) -> str:
    """The line as the grammars read it: NFC, ASCII quotes and dashes, single spaces, nothing invisible."""
    return " ".join(_composed(word) for word in text.translate(_PLAIN).split())


def _composed(word: str) -> str:
    # Composing a thousand stacked accents takes a millisecond a line; no name in a game is that long.
    return unicodedata.normalize("NFC", word) if len(word) <= _LONGEST_WORD else word


class Line(Struct, frozen=True):
    """A line of the mail as received, and what it is taken for.

    Kinds: "order" is a candidate for the game's grammar; "comment", "quoted", "signature", "blank"; "fence"
    and "token" are the lines of a block; "text" stands outside the block, or in a mail that has a problem.
    """

    number: int
    text: str
    kind: str


class Block(Struct, frozen=True):
    """What names the game, the turn and the seat; "" and 0 where the mail does not say."""

    game: str = ""
    turn: str = ""
    seat: str = ""
    token: str = ""
    head: str = ""
    position: int = 0


class Sheet(Struct, frozen=True):
    """A text with its lines taken apart."""

    block: Block
    lines: tuple[Line, ...]
    problem: str
    is_whole: bool  # the orders stand in a block of the player's own, fences and all
    said: tuple[str, ...]  # the order lines, plain, even if there is a problem


class Marked(Struct, frozen=True):
    """A line and what is known of whose it is."""

    text: str
    body: str  # plain, without its quote signs
    signs: int  # quote signs before it: 0, 1 for "> ", 2 for ">> "
    section: int  # attributions and separators at or above it
    under: int  # those of them that quote without signs, as Outlook does
    is_attribution: bool
    is_signature: bool
    is_proof: bool  # of a receipt or a checkpoint of ours


def mark_lines(texts: Sequence[str]) -> tuple[Marked, ...]:
    """Each line with its marks; the texts are as received, one for each line of the text part."""
    cut = [_without_signs(text) for text in texts]
    openings = _openings(cut)
    proofs = proof_lines([body for _, body in cut])
    marked: list[Marked] = []
    section = under = 0
    attribution_ends = -1
    in_signature = False
    for index, (signs, body) in enumerate(cut):
        if index in openings:
            attribution_ends = openings[index]
            section += 1
            under += _quotes_without_signs(cut, attribution_ends)
        in_signature = section == 0 and (in_signature or (not signs and _opens_signature(body)))
        is_attribution = index <= attribution_ends
        marked.append(
            Marked(texts[index], body, signs, section, under, is_attribution, in_signature, index in proofs)
        )
    return tuple(marked)


def _without_signs(text: str) -> tuple[int, str]:
    found = _SIGNS.match(text)
    if found is None:
        return 0, plain(text)
    return len(_SIGN.findall(found.group())), plain(text[found.end() :])


def _openings(cut: Sequence[tuple[int, str]]) -> dict[int, int]:
    """First line of each attribution or separator, and its last line."""
    found: dict[int, int] = {}
    signed = next((index for index, (signs, _) in enumerate(cut) if signs), len(cut))
    index = 0
    while index < len(cut):
        taken = _opening_at(_unsigned(cut, index)) or (index < signed and _leads(cut, index, signed))
        if taken:
            found[index] = index + taken - 1
        index += taken or 1
    return found


def _leads(cut: Sequence[tuple[int, str]], index: int, signed: int) -> bool:
    """Whether this line, in whatever language, announces the first line with quote signs ("Вы писали …:")."""
    is_next = signed < len(cut) and not any(body for _, body in cut[index + 1 : signed])
    return is_next and cut[index][1].endswith((":", "："))


def _unsigned(cut: Sequence[tuple[int, str]], index: int) -> list[str]:
    """The bodies from here on, up to a line with quote signs; no attribution is longer than ten lines."""
    bodies: list[str] = []
    for signs, body in cut[index : index + 10]:
        if signs:
            break
        bodies.append(body)
    return bodies


def _opening_at(bodies: Sequence[str]) -> int:
    """How many lines the attribution or separator at the first line takes; 0 if there is none."""
    if not bodies or not bodies[0]:
        return 0
    if _is_separator(bodies[0]):
        return 1
    if _RULE.fullmatch(bodies[0]):
        skipped = 2 if len(bodies) > 1 and not bodies[1] else 1
        group = _header_group(bodies[skipped:])
        return skipped + group if group else 0
    return _header_group(bodies) or _attribution(bodies)


def _is_separator(body: str) -> bool:
    if _OUR_DASHED.match(body):
        return False
    return bool(_DASHED.fullmatch(body)) or body.casefold().rstrip(" :").startswith(_FORWARDED)


def _header_group(bodies: Sequence[str]) -> int:
    """Lines of a From/Sent/To/Subject group here, in any of our languages, or led by an address; or 0."""
    labels = [found.group(1).casefold() for found in _leading_labels(bodies)]
    known = 0
    while known < len(labels) and labels[known] in _LABELS:
        known += 1
    if known >= 3 and _FROM_LABELS.intersection(labels[:known]):
        return known
    return len(labels) if len(labels) >= 3 and _ADDRESS.search(bodies[0]) else 0


def _leading_labels(bodies: Iterable[str]) -> list[re.Match[str]]:
    found: list[re.Match[str]] = []
    for body in bodies:
        label = _LABEL.match(body)
        if label is None:
            break
        found.append(label)
    return found


def _attribution(bodies: Sequence[str]) -> int:
    """Lines of an attribution here ("On … wrote:"), which mail programs wrap over up to three; or 0."""
    if _attributes(bodies[0]):
        return 1
    if not _begins_attribution(bodies[0]):
        return 0
    for count in (2, 3):
        wrapped = bodies[:count]
        if len(wrapped) < count or not wrapped[-1] or _is_whole_attribution(wrapped[-1]):
            return 0
        if _attributes(" ".join(wrapped)):
            return count
    return 0


def _attributes(body: str) -> bool:
    # Plain string tests and a bound on the length: a pattern with two gaps is quadratic on a nasty line.
    if len(body) > _LONGEST_ATTRIBUTION or not body.endswith((":", "：")):
        return False
    low = body[:-1].rstrip().casefold()
    if _ADDRESS.search(low) or low.endswith(_LAST_WORDS):
        return True
    return low.startswith(_STARTS) and any(verb in low for verb in _VERBS)


def _begins_attribution(body: str) -> bool:
    return body.casefold().startswith(_STARTS) or _TIME.search(body) is not None


def _is_whole_attribution(body: str) -> bool:
    return _attributes(body) and _begins_attribution(body)


def _quotes_without_signs(cut: Sequence[tuple[int, str]], attribution_ends: int) -> bool:
    following = (signs for signs, body in cut[attribution_ends + 1 :] if signs or body)
    return next(following, 0) == 0


def _opens_signature(body: str) -> bool:
    return body == "--" or _PHONE_SIGNATURES.match(body) is not None


# The block.

_LONGEST_FENCE = 250
_FENCE = re.compile(r"(?:- )?-+ ?(BEGIN|END) ORDERS\b ?(.*?) ?-+", re.IGNORECASE)
_NAMES = re.compile(r"([\w.-]{1,64}) (T\d{1,6}) ([\w.-]{1,64})", re.IGNORECASE)
_TAG = re.compile(r"\[([\w.-]{1,64}) (T\d{1,6}) ([\w.-]{1,64})\]", re.IGNORECASE)
_TOKEN = re.compile(r"TOKEN:? ((?:[A-Z0-9]{4}[- ]?){2,16})", re.IGNORECASE)
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


def read_sheet(texts: Sequence[str], subject: str = "") -> Sheet:
    """The block and the lines of a text; the subject's tag names game, turn and seat if no fence does."""
    marked = mark_lines(texts)
    zones = _zones(marked)
    offered = _candidates(zones)
    chosen = offered[0] if offered else None
    kinds = [_kind(line, index, chosen) for index, line in enumerate(marked)]
    problem = _problem(marked, kinds, offered)
    said = tuple(line.body for line, kind in zip(marked, kinds, strict=True) if kind == "order")
    if problem:
        # Whoever forgets to look at the problem must still find no order here.
        kinds = ["text" if kind == "order" else kind for kind in kinds]
    lines = tuple(
        Line(number, text, kind) for number, (text, kind) in enumerate(zip(texts, kinds, strict=True), 1)
    )
    block = _block(marked, chosen, subject)
    return Sheet(block, lines, problem, chosen is not None and chosen.is_whole, said)


def tag_block(subject: str) -> Block:
    """What a subject's tag, `[sekigahara T5 iga]`, says."""
    return Block(*_names(_TAG.search(plain(subject))))


def _fence(body: str) -> re.Match[str] | None:
    return _FENCE.fullmatch(body) if len(body) <= _LONGEST_FENCE else None


def _names(found: re.Match[str] | None) -> _Names:
    return (found[1], found[2].upper(), found[3]) if found else _UNNAMED


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


def _candidates(zones: Sequence[_Zone]) -> list[_Zone]:
    """The zones that may be the player's own block: those in the uppermost of mails quoted without signs.

    A zone with quoted fences, or within such a mail, counts only with lines of the player in it.
    """
    own = [zone for zone in zones if zone.orders or (zone.is_whole and not zone.under)]
    uppermost = min((zone.under for zone in own), default=0)
    return [zone for zone in own if zone.under == uppermost]


def _kind(line: Marked, index: int, chosen: _Zone | None) -> str:
    if chosen is not None and chosen.holds(index):
        return _kind_inside(line)
    if _fence(line.body):
        return "fence"
    kind = _kind_inside(line)
    if kind in ("blank", "token", "quoted"):
        return kind
    # Below an attribution, lines without quote signs are the player's only if the quotation has signs;
    # then they are shown to him as text, and without a block not even that is sure.
    if line.is_attribution or line.under or (line.section and chosen is None):
        return "quoted"
    if line.is_signature:
        return "signature"
    return "text" if chosen is not None and kind == "order" else kind


def _kind_inside(line: Marked) -> str:
    if line.is_proof or _is_token_line(line.body):
        return "token"
    if line.signs:
        return "quoted"
    if not line.body:
        return "blank"
    return "comment" if line.body.startswith((";", "#")) else "order"


def _is_token_line(body: str) -> bool:
    return body.startswith("TOKEN ") or bool(_TOKEN.fullmatch(body) or _HEAD.fullmatch(body))


def _block(marked: Sequence[Marked], chosen: _Zone | None, subject: str) -> Block:
    """Names from the player's block, or the least quoted fence, or the subject; token and head likewise."""
    fences = [index for index, line in enumerate(marked) if _fence_names(line.body) != _UNNAMED]
    nearest = min(fences, key=lambda index: _quotation(marked[index]), default=None)
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


def _quotation(line: Marked) -> tuple[int, int]:
    return line.under, line.signs


def _token_lines(marked: Sequence[Marked], begin: int | None, names: _Names) -> list[str]:
    """TOKEN and HEAD lines, those of the block first, then the least quoted; none of another turn."""
    ranked: list[tuple[tuple[int, int, int], str]] = []
    fence: int | None = None
    for index, line in enumerate(marked):
        if found := _fence(line.body):
            fence = index if found[1].upper() == "BEGIN" else None
        elif _is_token_line(line.body) and not line.is_proof:
            named = _fence_names(marked[fence].body) if fence is not None else _UNNAMED
            if named in (_UNNAMED, names):
                elsewhere = 0 if fence is not None and fence == begin else 1
                ranked.append(((elsewhere, *_quotation(line)), line.body))
    return [body for _, body in sorted(ranked, key=lambda one: one[0])]


# What makes the orders unusable.


def _problem(marked: Sequence[Marked], kinds: Sequence[str], offered: Sequence[_Zone]) -> str:
    return (
        _two_blocks(marked, offered)
        or _two_places(marked, offered)
        or _open_block(marked, offered)
        or _orders_below(marked, kinds, offered)
        or _turned_lines(marked, kinds)
    )


def _two_blocks(marked: Sequence[Marked], offered: Sequence[_Zone]) -> str:
    said = {(zone.names, tuple(marked[index].body for index in zone.orders)) for zone in offered}
    if len(said) < 2:
        return ""
    first, second = offered[0].begin + 1, offered[1].begin + 1
    return (
        f"This mail holds two order blocks that differ, at lines {first} and {second}, and Bugyo does not "
        "guess which one you mean. Please send one block in one mail."
    )


def _two_places(marked: Sequence[Marked], offered: Sequence[_Zone]) -> str:
    """A filled block in a mail quoted without signs may be old; with lines above it, nobody can tell."""
    if not offered or not offered[0].under:
        return ""
    above = [n for n, line in enumerate(marked, 1) if not line.section and _may_be_order(line)]
    if not above:
        return ""
    return (
        f"You wrote above the quoted mail (line {above[0]}), and the order block inside the quoted mail "
        f"(line {offered[0].begin + 1}) is filled in; Bugyo cannot tell which of the two you mean. Please "
        "send the block alone, or delete the quoted mail."
    )


def _may_be_order(line: Marked) -> bool:
    return _kind_inside(line) == "order" and not line.is_signature and not _fence(line.body)


def _open_block(marked: Sequence[Marked], offered: Sequence[_Zone]) -> str:
    """An own BEGIN without its END: the mail may be cut off, and where the orders stop is unknown."""
    closed = {zone.begin for zone in offered}
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


def _orders_below(marked: Sequence[Marked], kinds: Sequence[str], offered: Sequence[_Zone]) -> str:
    if offered or "order" in kinds:
        return ""
    for number, line in enumerate(marked, 1):
        if line.section and not line.under and not line.is_attribution and _may_be_order(line):
            return (
                f"Your own lines stand below the quoted mail (from line {number}), where they cannot be told "
                "from old ones. Please write them above it, or between the two ORDERS lines of the block."
            )
    return ""


def _turned_lines(marked: Sequence[Marked], kinds: Sequence[str]) -> str:
    for number, (line, kind) in enumerate(zip(marked, kinds, strict=True), 1):
        if kind == "order" and _BIDI.search(line.text):
            return (
                f"Line {number} holds invisible signs that change the direction of writing, so it may not "
                "say what it shows. Please type the line again."
            )
    return ""
