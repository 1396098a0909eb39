"""Whether what a mail asks for is meant by whoever wrote it, now and as it reads: what is in doubt is asked
about, and what would be refused is not.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import lru_cache, partial
from itertools import pairwise

from msgspec.structs import replace

from domain.game.state.game_state import GameState
from domain.game.state.words import is_for_every_game, notation_of, words_for
from domain.kit.errors import OrderError
from domain.kit.notation import Notation
from projections.language.messages import _, term
from referee.games.order_sheet import Line
from referee.identity.confirming import Private
from referee.mail.desk import intake
from referee.reading.blocks import ABOVE, DIFFERS, UNKNOWN
from referee.reading.blocks import Line as Mailed
from referee.reading.courtesies import greets, is_added, takes_back, takes_leave
from referee.reading.line_words import may_end, read_line, takes
from referee.reading.order_lines import order_lines
from referee.reading.passages import PRESS
from referee.reading.quoting import undressed
from referee.reading.reading import ReadMail, plain
from referee.seats.choices import is_legal
from referee.seats.defused_text import defused

Words = Callable[[], str]

_ENDS = re.compile(r"(?:later )?(?:resign|surrender|concede|abandon)\b")
"""Orders of a title, in canonical notation, that end a game or a seat."""

_LATER = re.compile(r"later\s+", re.IGNORECASE)

_WRAPPED = 60
"""Signs of a line behind which a program may have broken it."""

_PRESS = re.compile(r"(?:anonymous )?press\b[^:\n]*:[^\n]*", re.IGNORECASE)
_NAMED = 3
_BARE = {"line", "lines", "move", "moves", "attack", "leader", "leaders", "stay", "keep", "army", "all"}
"""Names of a title that are words of every letter; and how long a name is."""


def doubt(game: GameState, seat: str, mail: ReadMail, is_banner: Callable[[str], bool]) -> Words | None:
    """Together with what is known of its orders."""
    found = _doubt(game, mail, is_banner)
    return found and Private(partial(_with_judgement, found, game, seat, mail), _in_doubt)


def _with_judgement(why: Words, game: GameState, seat: str, mail: ReadMail) -> str:
    return f"{why()} {judged(game, seat, mail)}".rstrip()


def _doubt(game: GameState, mail: ReadMail, is_banner: Callable[[str], bool]) -> Words | None:
    lines = order_lines(mail.lines)
    orders = intake.readable(game, mail)
    last = next((said for line, said in orders if _ENDS.match(said) or _may_end(game, line.text)), "")
    if last:
        return partial(_ends, last)
    if broken := not mail.page and _second_line(lines, orders):
        return partial(_may_be_press, broken)
    if cut := not mail.page and _cut_off(game, lines):
        return partial(_may_go_on, cut)
    if twice := next((one for one, two in pairwise(lines) if one.number == two.number), None):
        return partial(_were_joined, twice.text)
    if mail.cited == UNKNOWN:
        return _may_be_old
    if mail.cited == DIFFERS:
        return _differs
    if mail.in_block:
        told = (text for text in beside(game, mail) if _wants(game, text) or not is_banner(text))
        more = next(told, "")
        return partial(_beside, more) if more else None
    if mail.looks_quoted and not (mail.cited == ABOVE and _says_nothing_else(game, mail, lines)):
        return _may_be_old
    return None


def _may_end(game: GameState, text: str) -> bool:
    """Whether a line is one of the desk's by which a game or a seat may end, in whatever words."""
    text = _LATER.sub("", text)
    with suppress(OrderError):
        return takes(text, game.seats) and may_end(read_line(text, game.seats))
    return False


# ---- how it is written


def _second_line(lines: Sequence[Line], orders: Sequence[tuple[Line, str]]) -> str:
    """An order directly below a press that is so long that a program may have broken it there."""
    wrapped = {one.number + 1 for one in lines if len(one.text) >= _WRAPPED and _PRESS.fullmatch(one.text)}
    below = (line.text for line, _said in orders if line.number in wrapped)
    return next((text for text in below if not PRESS.match(text)), "")


def _cut_off(game: GameState, lines: Sequence[Line]) -> str:
    """An order so long that a program may have broken it, which reads as another with the line below it."""
    pairs = ((one.text, two.text) for one, two in pairwise(lines) if two.number == one.number + 1)
    long = ((text, below) for text, below in pairs if len(text) >= _WRAPPED and intake.means(game, text))
    alone = (
        (text, below) for text, below in long if not (is_for_every_game(text) or intake.means(game, below))
    )
    return next((text for text, below in alone if intake.means(game, f"{text} {below}")), "")


def beside(game: GameState, mail: ReadMail) -> Iterator[str]:
    """The lines beside a block that may say more than it."""
    return (line.text for line in mail.lines if line.kind == "text" and _says_more(game, line.text))


def parted(game: GameState, mail: ReadMail) -> ReadMail:
    """The mail with orders apart that format=flowed has joined; itself where no line is two orders."""
    lines: list[Mailed] = []
    for line in mail.lines:
        pieces = [piece for piece in line.pieces if piece.strip()]
        are_orders = len(pieces) > 1 and not intake.means(game, _bare(line.text))
        are_orders = are_orders and all(intake.means(game, _bare(piece)) for piece in pieces)
        lines += [replace(line, text=piece, pieces=()) for piece in pieces] if are_orders else [line]
    return mail if len(lines) == len(mail.lines) else replace(mail, lines=tuple(lines))


def _bare(text: str) -> str:
    return undressed(plain(text))


def _says_more(game: GameState, text: str) -> bool:
    """Whether a line beside a block asks or orders something, names something of the game, or takes back."""
    if PRESS.match(text) or intake.means(game, text):
        return True
    if greets(text) or takes_leave(text) or is_added(text):
        return False
    return takes_back(text) or _names_some(game, text)


def _wants(game: GameState, text: str) -> bool:
    """Whether a line orders, asks or takes back: no server writes it, whatever others of its domain have
    confirmed."""
    return bool(PRESS.match(text)) or intake.means(game, text) or takes_back(text)


def _names_some(game: GameState, text: str) -> bool:
    """Whether a word of a line is the name of something in the game."""
    words = {word.strip(".,;:!()\"'").casefold() for word in plain(text).split()}
    return not words.isdisjoint(_names(notation_of(game)))


@lru_cache(16)
def _names(notation: Notation) -> frozenset[str]:
    names = (name for kind in notation.vocabulary.kinds.values() for name in kind.words)
    return frozenset(name for name in names if len(name) >= _NAMED and " " not in name) - _BARE


def _says_nothing_else(game: GameState, mail: ReadMail, lines: Sequence[Line]) -> bool:
    """Whether every line of a mail is an order, a greeting, or a farewell with what follows it, in which
    there is no order."""
    kinds = _kinds(game, mail, lines)
    below = kinds[kinds.index(_FAREWELL) :] if _FAREWELL in kinds else []
    return _ORDER in kinds and _OTHER not in kinds and _ORDER not in below


_ORDER, _GREETING, _FAREWELL, _OTHER = "order", "greeting", "farewell", "other"


def _kinds(game: GameState, mail: ReadMail, lines: Sequence[Line]) -> list[str]:
    """What each line is; the lines directly below a farewell belong to it, unless they say more."""
    kinds: list[str] = []
    for line in lines:
        if intake.means(game, line.text):
            kinds.append(_ORDER)
        elif kinds and kinds[-1] == _FAREWELL:
            kinds.append(_OTHER if _says_more(game, line.text) else _FAREWELL)
        elif _leaves(mail, line.text, has_asked=_ORDER in kinds):
            kinds.append(_FAREWELL)
        else:
            kinds.append(_GREETING if greets(line.text) or is_added(line.text) else _OTHER)
    return kinds


def asked(game: GameState, mail: ReadMail) -> Sequence[Line]:
    """The lines of a mail without a block that are played and answered: all but greeting and farewell, unless
    they name something of the game ("Please Attack Koi")."""
    lines = order_lines(mail.lines)
    kinds = zip(lines, _kinds(game, mail, lines), strict=True)
    return [line for line, kind in kinds if kind in (_ORDER, _OTHER) or _names_some(game, line.text)]


def _leaves(mail: ReadMail, text: str, *, has_asked: bool) -> bool:
    """Whether a line says goodbye. Thanks, and the sender's name, do so below his orders."""
    if not has_asked and greets(text):
        return False
    return takes_leave(text) or (has_asked and _is_name_of(mail, text))


def _is_name_of(mail: ReadMail, text: str) -> bool:
    """Whether a line is the name of the sender, or a part of it, and nothing else."""
    known = re.split(r"\W+", f"{mail.sender_name} {mail.sender.partition('@')[0]}".casefold())
    words = re.findall(r"\w+", text.casefold())
    return 0 < len(words) <= len(known) and set(words) <= set(known)


# ---- whether it is legal


def refused(game: GameState, seat: str, mail: ReadMail) -> str:
    """The first order that is not among those which the seat may give now, as its mails list them; "" where
    it is, or where they are too many to be listed."""
    first = next(iter(_orders(game, mail)), None)
    return first[1] if first and is_legal(game, seat, first[0]) is False else ""


def judged(game: GameState, seat: str, mail: ReadMail) -> str:
    """What is known of its orders: only from what the seat itself is told, or judging would be an oracle."""
    orders = _orders(game, mail)
    if not orders:
        return ""
    if is_legal(game, seat, orders[0][0]):
        said = _("Its first order, “{order}”, is legal now; what follows it, if anything, is possible.")
        return said.format(order=defused(orders[0][1]))
    return _("Its orders are possible: whether they are legal is known when they are played.")


def _orders(game: GameState, mail: ReadMail) -> list[tuple[str, str]]:
    """The orders of the title, as received and in canonical notation, unless something is asked before them
    on which they hang."""
    found: list[tuple[str, str]] = []
    for line, said in intake.readable(game, mail):
        with suppress(OrderError):
            words_for(game, line.text).read(line.text)
            found.append((line.text, said))
            continue
        if not found and not PRESS.match(line.text):
            return []
    return found


# ---- what is said


def _ends(order: str) -> str:
    said = _("“{order}” ends the game or your part in it, which is always asked once more.")
    return said.format(order=defused(order))


def _may_be_press(order: str) -> str:
    said = _(
        "“{order}” stands directly below a long line of press, and may be its second line, which a mail "
        "program has broken off."
    )
    return said.format(order=defused(order))


def _may_go_on(order: str) -> str:
    said = _(
        "“{order}” may go on in the line below it, where a mail program has broken it. If it does, answer "
        "“no”, and send it again in a shorter form."
    )
    return said.format(order=defused(order))


def _were_joined(order: str) -> str:
    said = _(
        "“{order}” and the order below it came as one line, which a mail program has made of them. “Yes” "
        "plays them as two."
    )
    return said.format(order=defused(order))


def _beside(text: str) -> str:
    said = _(
        "Beside its block it says “{text}”, so that the block may not be what you mean. “Yes” plays the "
        "block, and nothing else."
    )
    return said.format(text=defused(text.strip()[:200]))


def _differs() -> str:
    return _(
        "It also quotes a block with the same token that is filled in otherwise. “Yes” plays the orders that "
        "are shown here, and no others."
    )


def _may_be_old() -> str:
    return _(
        "Its orders stand outside a block, in a mail that also quotes another, so that an old order "
        "could be taken for a new one."
    )


def _in_doubt() -> str:
    """What whoever runs the desk reads of a doubt: an order that waits, and whether it is legal, its seat
    alone may know."""
    return _("It may not be meant as it reads; its sender is asked what he means.")


def _none_now() -> str:
    """The same of an order that is none."""
    return _("Its first order is none that its seat may give now. Nothing of it was played.")


def illegal(order: str) -> Words:
    return Private(partial(_illegal, order), _none_now)


def _illegal(order: str) -> str:
    said = _("“{order}” is no order that you may give now, so nothing of your mail was played.")
    return said.format(order=term(defused(order)))
