"""The words of orders: those of its title in a game, and those that every game knows."""

from __future__ import annotations

from domain.game.entries.protocol_orders import OF_EVERY_GAME
from domain.game.state.game_state import GameState
from domain.kit.notation import Notation
from domain.kit.typed_words import typed_beside
from domain.kit.vocabulary import Vocabulary, fold

_SAID = typed_beside(__name__, *OF_EVERY_GAME)

WORDS = Notation(OF_EVERY_GAME, Vocabulary({}), words=_SAID.words)
"""How the orders that every game knows are written; the phrase of "join" stays as it is typed."""

_FIRST = frozenset(map(fold, ("join", *_SAID.words["join"], "root", "commit", "cell", "spent")))


def is_for_every_game(line: str) -> bool:
    """Whether a line begins like an order that every game knows; a comma may stand behind its first word."""
    first = line.split(maxsplit=1)[:1]
    return bool(first) and fold(first[0].partition(",")[0]) in _FIRST


def words_for(game: GameState, line: str) -> Notation:
    """The words in which a line is to be read: the title's, or those that every game knows."""
    return WORDS if is_for_every_game(line) else notation_of(game)


def forms_of(game: GameState) -> tuple[str, ...]:
    """How the orders that are asked for now are written: "join PHRASE", "place CARD in PROVINCE"."""
    words = WORDS if game.ledger.absent else notation_of(game)
    return words.forms(game.expected())


def notation_of(game: GameState) -> Notation:
    """The words of the title's orders in this game; made once for each data set and its seats."""
    opened = game.opened
    assert opened is not None  # a game of the record begins with its opening
    key = (game.rules.title, opened.data, game.seats)
    if key not in _NOTATIONS:
        if len(_NOTATIONS) >= MOST_NOTATIONS:
            _NOTATIONS.clear()
        _NOTATIONS[key] = game.rules.notation(game.data, game.seats)
    return _NOTATIONS[key]


_NOTATIONS: dict[tuple[str, str, tuple[str, ...]], Notation] = {}
MOST_NOTATIONS = 256
