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
from typing import Any, get_args

from msgspec import Struct

from domain.kawanakajima.board.events import StandingWritten
from domain.kawanakajima.board.state import COMPULSORY, Board, Standing, clan_named, enemy
from domain.kawanakajima.book import BOOK
from domain.kawanakajima.command.chits import is_samurai, owner
from domain.kawanakajima.standing.preferences import AGAINST, LETTERED, WORDS, wished
from domain.kawanakajima.words.grammar import CHITS, notation
from domain.kawanakajima.words.items import ITEMS, AcceptChit
from domain.kawanakajima.words.orders import Always, Delay, Play, Scripted, When
from domain.kit.chance import Chance, Faces, NotYet
from domain.kit.errors import IllegalMove, OrderError, either
from domain.kit.facts import Outcome, State, keeps
from domain.kit.sealed import Sealed

SCRIPTED: tuple[type[Struct], ...] = get_args(Scripted)
RULE = "mail/standing-orders"
NOTHING = "nothing"
BETWEEN = " then "


# ---- scripts


@BOOK.anytime(When, "mail/standing-orders")
def write_when(board: Board, seat: str, order: When, chance: Chance) -> Outcome:
    """Orders for when a chit is drawn; the first that is legal counts [mail/standing-orders]."""
    lines = tuple(line.strip(" :,.") for line in order.orders.replace(" / ", BETWEEN).split(BETWEEN))
    script = () if lines == (NOTHING,) else tuple(_read(board, line) for line in lines if line)
    return keeps(StandingWritten(seat, Sealed((seat,), Standing(_chit(board, seat, order.chit), script))))


def _chit(board: Board, seat: str, written: str) -> str:
    """The chit as a standing order names it: "tB", "t2", "combat". Raises `IllegalMove`."""
    if any(written == chit.word for chit in CHITS):
        return written
    if written.startswith("special "):
        return seat[0] + written.split()[1]
    clan = clan_named(board, seat, written)
    if not clan:
        raise IllegalMove(RULE, f"You have no clan {written}.", "Write the letter of one of your clans.")
    return clan


def _read(board: Board, line: str) -> Any:
    """One order of a script. It may not be one that is given at any time."""
    try:
        read = notation(board.data, board.setting.seats).read(line, SCRIPTED)
    except OrderError as unread:
        raise IllegalMove(RULE, f"“{line}” cannot be read: {unread}.".replace("..", "."), _HINT) from unread
    if type(read) not in SCRIPTED:
        raise IllegalMove(RULE, f"“{line}” cannot be left as a standing order.", _HINT)
    return read


_HINT = 'Example: "when B is drawn: posture B attack then move B1 1512 then done".'


# ---- preferences


@BOOK.anytime(Always, "mail/standing-orders")
def write_always(board: Board, seat: str, order: Always, chance: Chance) -> Outcome:
    """A preference for what comes up again and again, such as retreats [mail/standing-orders]."""
    wishes = tuple(dict.fromkeys(_wishes(board, seat, order.occasion, order.wishes)))
    return keeps(StandingWritten(seat, Sealed((seat,), Standing(order.occasion, (), wishes))))


_SAME = {
    "line": "row",
    "col": "column",
    "lig": "row",
    "enemies": "enemy",
    "freshest": "fresh",
    "strongest": "strong",
    "weakest": "weak",
    "keep": "never",
    "shoot": "fire",
    "rally": "muster",
    "all": "always",
}
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
    )
)


def _wishes(board: Board, seat: str, occasion: str, text: str) -> Iterator[str]:
    """The words of a preference, the most important first; a word that means nothing is refused."""
    if occasion not in WORDS:
        raise IllegalMove(RULE, f"There is no occasion “{occasion}”.", f"There are {', '.join(WORDS)}.")
    words = [_SAME.get(word, word) for word in text.lower().replace(",", " ").split()]
    if words == [NOTHING]:
        return
    for word in words:
        if word in WORDS[occasion]:
            yield word
        elif len(word) == 1 and occasion in LETTERED:
            yield _clan_wished(board, seat, occasion, word)
        elif word not in _FILLERS and not _adds_nothing(occasion, word):
            raise IllegalMove(RULE, f"“{text}” does not say what to do about {occasion}.", _could(occasion))


def _adds_nothing(occasion: str, word: str) -> bool:
    """ "Always on the column", "away from the enemy"."""
    return word == {"leaders": "always", "retreats": "enemy"}.get(occasion)


def _could(occasion: str) -> str:
    letters = ("letters of clans",) if occasion in LETTERED else ()
    said = either((*(f"“{word}”" for word in WORDS[occasion]), *letters))
    return f"A standing order for {occasion} may say {said}; “{NOTHING}” takes it back."


def _clan_wished(board: Board, seat: str, occasion: str, letter: str) -> str:
    side = enemy(seat) if occasion in AGAINST else seat
    clan = clan_named(board, side, letter)
    if not clan:
        raise IllegalMove(
            RULE, f"There is no clan {letter.upper()} of {side}.", "Write the letter of a clan."
        )
    return clan


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
    """Whether the rules take the order; a throw that it needs is not made."""
    try:
        BOOK.decide(State(board, (item,)), seat, order, Chance(Faces()))
    except NotYet:
        return True
    except IllegalMove:
        return False
    return True


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
