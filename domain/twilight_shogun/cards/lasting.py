"""Chapter 9: events that last and end, and cards that an event takes out of play [2.35, 9.2].

What a lasting event forbids is asked of board/bans.py; support markers that are out of play: effects.py.
"""

from __future__ import annotations

from msgspec.structs import replace

from domain.kit.chance import Chance
from domain.kit.facts import Outcome, does
from domain.twilight_shogun.board.conditions import who
from domain.twilight_shogun.board.events import CardRetired, EventLasted, LastingEnded
from domain.twilight_shogun.board.state import Board, Lasting
from domain.twilight_shogun.card_text import sentence_of
from domain.twilight_shogun.cards.resolving import nothing, printed, resolves
from domain.twilight_shogun.data import effects as x
from domain.twilight_shogun.words.items import Resolve


@resolves(x.Last, "2.35")
def last(board: Board, item: Resolve, effect: x.Last, chance: Chance) -> Outcome:
    """The text of an event may overwrite the rules for a while: the event lasts [2.35]."""
    forbids = tuple(
        replace(ban, side=who(ban.side, item.player)) if ban.side else ban for ban in effect.forbids
    )
    text = sentence_of(board.setting.tables, replace(effect, forbids=forbids))
    return does(EventLasted(Lasting(item.card, item.player, effect.until, forbids, text)))


@resolves(x.End, "2.35")
def end(board: Board, item: Resolve, effect: x.End, chance: Chance) -> Outcome:
    """A lasting event ends, and what it forbade is allowed again [2.35]."""
    if all(one.card != effect.card for one in board.lasting):
        return nothing(item, f"The event {printed(board, effect.card)} does not last.")
    return does(LastingEnded(effect.card, item.card))


@resolves(x.Retire, "9.2")
def retire(board: Board, item: Resolve, effect: x.Retire, chance: Chance) -> Outcome:
    """Cards are out of play, wherever they are; nobody has to say where [9.2]."""
    gone = {*board.retired, *board.removed}
    cards = tuple(card for card in effect.cards if card not in gone)
    if not cards:
        return nothing(item, "The cards are out of play already.")
    return does(*(CardRetired(item.card, card) for card in cards))
