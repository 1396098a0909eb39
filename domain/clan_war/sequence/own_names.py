"""Chapter "battle": names that armies give to their units and personalities."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import cache
from itertools import chain

from domain.clan_war.battle.lists import entered
from domain.clan_war.board.events import PersonalityCalled, UnitCalled
from domain.clan_war.board.own_names import called_so
from domain.clan_war.board.own_table import own_table
from domain.clan_war.board.state import Board
from domain.clan_war.book import BOOK, own
from domain.clan_war.data.names import SEATS
from domain.clan_war.words import reports
from domain.clan_war.words.grammar import words_of
from domain.clan_war.words.items import MusterArmies
from domain.clan_war.words.reports import ORDERS
from domain.clan_war.words.typed import typed
from domain.kit.bars import Bar, Bars, refuse_first
from domain.kit.chance import Chance
from domain.kit.errors import AmbiguousOrder, UnreadableOrder, either
from domain.kit.facts import Outcome
from domain.kit.likeness import is_alike, is_role, may_stand, scripts
from domain.kit.notation import Notation
from domain.kit.vocabulary import quoted_name

LONGEST = 24
"""Signs of a name."""

MARKS = 2
"""Marks that may follow one letter."""

INSTEAD = "Choose another name, such as Spears of the Dawn."

_LITERAL = re.compile(r"[{]\w+[}]|[][]")


@BOOK.answer(MusterArmies, reports.CallUnit, "battle/names")
def call_unit(
    board: Board, item: MusterArmies, seat: str, order: reports.CallUnit, chance: Chance
) -> Outcome:
    """An army gives a unit a name of its own, beside that by which orders know it [battle/names]."""
    refuse_first(call_unit_bars(own_table(board, seat), item, seat, order))
    return entered(board, seat, UnitCalled(order.unit, plain(order.called)))


def call_unit_bars(board: Board, item: MusterArmies, seat: str, order: reports.CallUnit) -> Bars:
    """One of its own units, and a name that is taken for nothing else [battle/names]."""
    yield from own(board, "battle/names", seat, order.unit)
    yield from called_bars(board, order.unit, plain(order.called))


@BOOK.answer(MusterArmies, reports.CallPersonality, "battle/names")
def call_personality(
    board: Board, item: MusterArmies, seat: str, order: reports.CallPersonality, chance: Chance
) -> Outcome:
    """An army gives a personality a name of its own [battle/names]."""
    refuse_first(call_personality_bars(own_table(board, seat), item, seat, order))
    return entered(board, seat, PersonalityCalled(order.personality, plain(order.called)))


def call_personality_bars(
    board: Board, item: MusterArmies, seat: str, order: reports.CallPersonality
) -> Bars:
    """One of its own personalities, and a name that is taken for nothing else [battle/names]."""
    person = board.people.get(order.personality)
    if person is None or person.army != seat:
        mine = either([one.name for one in board.people.values() if one.army == seat]) or "none"
        yield Bar("battle/names", f"{order.personality} is no personality of {seat}.", f"You have {mine}.")
    yield from called_bars(board, order.personality, plain(order.called))


def plain(text: str) -> str:
    """A name without the quotation marks around it."""
    return unicodedata.normalize("NFC", quoted_name(text) or text)


def called_bars(board: Board, word: str, name: str) -> Bars:
    """A name of letters, and none that is another's or a word of the game [battle/names]."""
    if not 0 < len(name) <= LONGEST or not _is_of_letters(name):
        shown = "".join(sign if sign.isprintable() else " " for sign in name)[: 2 * LONGEST]
        why = f'"{shown}" is no name for a unit or a personality.'
        yield Bar("battle/names", why, f"Write 1 to {LONGEST} letters, with blanks, hyphens or apostrophes.")
    elif any(len(set(scripts(part))) > 1 for part in re.split(r"[\s'’-]+", name)):
        yield Bar("battle/names", f'"{name}" mixes letters of two alphabets in one word.', INSTEAD)
    elif _is_word(words_of(board.setting.data, board.setting.seats), name):
        yield Bar("battle/names", f'"{name}" is a word of this game, or looks like one.', INSTEAD)
    elif any(is_alike(name.split()[0], seat) for seat in board.setting.seats):
        yield Bar("battle/names", f'"{name}" begins like an army of this battle.', INSTEAD)
    elif called_so(board, name) not in ("", word):
        yield Bar("battle/names", f'"{name}" is the name of another, or looks like it.', INSTEAD)


def _is_of_letters(name: str) -> bool:
    kinds = [unicodedata.category(sign)[0] for sign in name]
    marked = re.search("M" * (MARKS + 1), "".join(kinds))
    whole = name == " ".join(name.split()) and kinds[0] == "L" and kinds[-1] in "LM"
    return whole and not marked and all(may_stand(sign) and not _is_figure(sign) for sign in name)


def _is_figure(sign: str) -> bool:
    return sign == "." or sign.isdecimal()


def _is_word(words: Notation, name: str) -> bool:
    """Whether it is a role, a seat, a name or a word of orders, or an order."""
    return is_role(name) or any(is_alike(name, one) for one in _known(words)) or _is_order(words, name)


def _known(words: Notation) -> Iterator[str]:
    """All seats, all names that orders have in this battle, and the words between them."""
    names = (kind.words for name, kind in words.vocabulary.kinds.items() if name != "distance")
    return chain(SEATS, _literal(), chain.from_iterable(names))


@cache
def _literal() -> tuple[str, ...]:
    """The literal words of orders, in all languages."""
    said = typed()
    forms = (form for order in ORDERS for form in (getattr(order, "FORM"), *said.forms.get(order, ())))  # noqa: B009
    words = chain.from_iterable(_LITERAL.sub(" ", form).split() for form in forms)
    fixed = said.names["fixed"]
    return (*dict.fromkeys(words), *chain(*said.words.values()), *fixed, *chain(*fixed.values()))


def _is_order(words: Notation, name: str) -> bool:
    try:
        words.read(name)
    except UnreadableOrder:
        return False
    except AmbiguousOrder:
        pass
    return True
