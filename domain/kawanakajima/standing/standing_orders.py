"""Standing orders: what a seat leaves behind for prompts that come up while it is away.

    when B is drawn: posture B attack then move B1 1512 then done
    when combat is drawn: move B1 1513 then fight B1 on D1
    retreats: away from the enemy, towards own A
    leader: always on the column

They are under seal, and answer a prompt by what is legal then; what they answer is an order like any other.
Scripts for chits come before preferences (preferences.py).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, get_args

from msgspec import Struct

from domain.kawanakajima.board.events import SheetLaid, StandingWritten
from domain.kawanakajima.board.state import COMPULSORY, Board, Standing, clan_named, enemy
from domain.kawanakajima.book import BOOK
from domain.kawanakajima.command.chits import is_samurai, owner
from domain.kawanakajima.standing.preferences import AGAINST, LETTERED, WORDS, wished
from domain.kawanakajima.words.grammar import CHITS, notation
from domain.kawanakajima.words.items import ITEMS, AcceptChit
from domain.kawanakajima.words.orders import Always, Delay, DropSheet, Play, Scripted, TakeSheet, When
from domain.kawanakajima.words.typed import typed
from domain.kit.bars import Bar, Bars, refuse_first
from domain.kit.chance import Chance
from domain.kit.conditions import script
from domain.kit.errors import OrderError, either
from domain.kit.facts import Outcome, State, keeps
from domain.kit.rules import takes
from domain.kit.sealed import Sealed
from domain.kit.vocabulary import fold

SCRIPTED: tuple[type[Struct], ...] = get_args(Scripted)
RULE = "mail/standing-orders"
NOTHING = "nothing"


# ---- scripts


def when_bars(board: Board, seat: str, order: When) -> Bars:
    for line in _lines(order):
        yield from _line_bars(board, line)
    written = order.chit
    if not _chit(board, seat, written):
        yield Bar(RULE, f"You have no clan {written}.", "Write the letter of one of your clans.")


def _line_bars(board: Board, line: str) -> Bars:
    """One order of a script can be read, and is none that is given at any time."""
    try:
        read = _read(board, line)
    except OrderError as unread:
        yield Bar(RULE, f"“{line}” cannot be read: {unread}.".replace("..", "."), _HINT)
        return
    if type(read) not in SCRIPTED:
        yield Bar(RULE, f"“{line}” cannot be left as a standing order.", _HINT)


@BOOK.anytime(When, "mail/standing-orders")
def write_when(board: Board, seat: str, order: When, chance: Chance) -> Outcome:
    """Orders for when a chit is drawn; the first that is legal counts [mail/standing-orders]."""
    refuse_first(when_bars(board, seat, order))
    script = tuple(_read(board, line) for line in _lines(order))
    return keeps(StandingWritten(seat, Sealed((seat,), Standing(_chit(board, seat, order.chit), script))))


def _lines(order: When) -> tuple[str, ...]:
    """The orders of a script as they are written; none where it is taken back."""
    lines = script(order.orders)
    return () if lines == (NOTHING,) else lines


def _chit(board: Board, seat: str, written: str) -> str:
    """The chit as a standing order names it: "tB", "t2", "combat"; "" if there is none."""
    if written in CHITS:
        return written
    if written.startswith("special "):
        return seat[0] + written.split()[1]
    return clan_named(board, seat, written)


def _read(board: Board, line: str) -> Any:
    return notation(board.data, board.setting.seats).read(line, SCRIPTED)


_HINT = 'Example: "when B is drawn: posture B attack then move B1 1512 then done".'


# ---- preferences


def always_bars(board: Board, seat: str, order: Always) -> Bars:
    """There is such an occasion, and each word says something about it."""
    occasion, text = order.occasion, order.wishes
    if occasion not in WORDS:
        yield Bar(RULE, f"There is no occasion “{occasion}”.", f"There are {', '.join(WORDS)}.")
        return
    for word in _words(text):
        if word in WORDS[occasion]:
            continue
        if _is_letter(occasion, word):
            yield from _letter_bars(board, _side_meant(seat, occasion), word)
        elif word not in _FILLERS and not _adds_nothing(occasion, word):
            yield Bar(RULE, f"“{text}” does not say what to do about {occasion}.", _could(occasion))


def _letter_bars(board: Board, side: str, letter: str) -> Bars:
    if not clan_named(board, side, letter):
        yield Bar(RULE, f"There is no clan {letter.upper()} of {side}.", "Write the letter of a clan.")


@BOOK.anytime(Always, "mail/standing-orders")
def write_always(board: Board, seat: str, order: Always, chance: Chance) -> Outcome:
    """A preference for what comes up again and again, such as retreats [mail/standing-orders]."""
    refuse_first(always_bars(board, seat, order))
    wishes = _wished(board, seat, order)
    return keeps(StandingWritten(seat, Sealed((seat,), Standing(order.occasion, (), wishes))))


@BOOK.anytime(TakeSheet, "mail/standing-orders")
def take_sheet(board: Board, seat: str, order: TakeSheet, chance: Chance) -> Outcome:
    """The recommended standing orders, in the place of all others [mail/standing-orders]."""
    refuse_first(sheet_bars(board, seat))
    lines = board.data.sheets[seat]
    return keeps(SheetLaid(seat, Sealed((seat,), tuple(_recommended(board, seat, line) for line in lines))))


def sheet_bars(board: Board, seat: str) -> Bars:
    if not board.data.sheets.get(seat):
        yield Bar(RULE, "The data set of this game recommends no standing orders.", _HINT)


def _recommended(board: Board, seat: str, line: str) -> Standing:
    order: Any = notation(board.data, board.setting.seats).read(line, (Always,))
    refuse_first(always_bars(board, seat, order))
    return Standing(order.occasion, (), _wished(board, seat, order))


@BOOK.anytime(DropSheet, "mail/standing-orders")
def drop_sheet(board: Board, seat: str, order: DropSheet, chance: Chance) -> Outcome:
    """The seat is asked for everything again [mail/standing-orders]."""
    return keeps(SheetLaid(seat, Sealed((seat,), ())))


@cache
def _same() -> dict[str, str]:
    """Words of preferences by what else people type for them."""
    wishes = typed().names["wish"].items()
    return {fold(spelling): wish for wish, spellings in wishes for spelling in spellings}


_FILLERS = frozenset(
    (
        "from",
        "on",
        "the",
        "own",
        "of",
        "and",
        "then",
        "is",
        "nearest",
        "toward",
        "towards",
        "clan",
        "clans",
        "with",
        "by",
    )
)


def _words(text: str) -> list[str]:
    """The words of a preference; none where it is taken back."""
    same = _same()
    words = [same.get(word, word) for word in fold(text).replace(",", " ").split()]
    return [] if words == [NOTHING] else words


def _wished(board: Board, seat: str, order: Always) -> tuple[str, ...]:
    return tuple(dict.fromkeys(_wishes(board, seat, order.occasion, order.wishes)))


def _wishes(board: Board, seat: str, occasion: str, text: str) -> Iterator[str]:
    """The words that say something, and clans, the most important first."""
    for word in _words(text):
        if word in WORDS[occasion]:
            yield word
        elif _is_letter(occasion, word):
            yield clan_named(board, _side_meant(seat, occasion), word)


def _is_letter(occasion: str, word: str) -> bool:
    """Whether a word stands for a clan."""
    return len(word) == 1 and occasion in LETTERED


def _side_meant(seat: str, occasion: str) -> str:
    """The side whose clans are meant."""
    return enemy(seat) if occasion in AGAINST else seat


def _adds_nothing(occasion: str, word: str) -> bool:
    """ "Always on the column", "away from the enemy"."""
    return word == {"leaders": "always", "retreats": "enemy"}.get(occasion)


def _could(occasion: str) -> str:
    letters = ("letters of clans",) if occasion in LETTERED else ()
    said = either((*(f"“{word}”" for word in WORDS[occasion]), *letters))
    return f"A standing order for {occasion} may say {said}; “{NOTHING}” takes it back."


# ---- answering by them


def answer(board: Board, item: Any, seat: str) -> Struct | None:
    """The first of the seat's standing orders that is legal now [mail/standing-orders]."""
    if not board.armies[seat].standing:
        return None
    expected = BOOK.expected(State(board, (item,)))
    for order in _candidates(board, item, seat):
        if type(order) in expected and is_legal(board, item, seat, order):
            return order
    return None


def is_legal(board: Board, item: Any, seat: str, order: Struct) -> bool:
    """Whether the rules take the order."""
    return takes(BOOK.decide, State(board, (item,)), seat, order)


def _candidates(board: Board, item: Any, seat: str) -> Iterator[Struct]:
    left = {one.occasion: one for one in board.armies[seat].standing}
    script = left.get(occasion_of(board, seat))
    if script:
        yield from script.orders
        if isinstance(item, AcceptChit) and not any(isinstance(one, Play | Delay) for one in script.orders):
            yield Play()
    for occasion, one in left.items():
        if occasion in WORDS:
            yield from wished(board, item, seat, occasion, one.wishes)


def occasion_of(board: Board, seat: str) -> str:
    """The chit being played as standing orders of the seat name it; "" for one of the enemy's."""
    drawn = board.drawn
    if drawn in COMPULSORY:
        return drawn.split()[0]
    if not drawn or owner(drawn) != seat:
        return ""
    return "samurai" if is_samurai(drawn) else drawn


for _kind in ITEMS:
    BOOK.fires(_kind, RULE)(answer)
