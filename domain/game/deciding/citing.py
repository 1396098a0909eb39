"""Why something beside the play may not be recorded, as far as only the board and the rules of the title can
tell: what is cited is not there, an order is not forfeited, a policy cannot be played.
"""

from __future__ import annotations

from domain.game.deciding.authority import check_authority
from domain.game.deciding.consequences import default_order, impossible
from domain.game.deciding.real_dice import dice_bars
from domain.game.entries import people
from domain.game.entries.dice import DiceAnswered, DiceClaimed, DiceLeft
from domain.game.entries.entries import Entry
from domain.game.entries.rulings import Adjudicated, Disputed, Ruled
from domain.game.state.game_state import GameState
from domain.game.state.words import notation_of
from domain.kit.bars import Bar, Bars
from domain.kit.rules import takes

OWN = frozenset({"rewind", "mail", *people.HEADINGS.values()})
"""What may be cited beside the rules of a title: the headings of our own refusals."""


def board_bars(game: GameState, entry: Entry) -> Bars:
    """What forbids an entry beside the play, as only the board and the rules can tell."""
    why = _unfit(game, entry)
    if why:
        yield Bar(people.HEADINGS.get(type(entry), people.OTHERWISE), why)


def _unfit(game: GameState, entry: Entry) -> str:
    if isinstance(entry, people.Forfeited):
        return _unforfeited(game, entry)
    if isinstance(entry, Disputed | Adjudicated) and not entry.text.value.strip():
        return "Say it in words: nothing is said."
    if isinstance(entry, Disputed | Ruled):
        return _uncited(game, entry)
    if isinstance(entry, people.PolicyChanged):
        return impossible(game.rules, entry.policy)
    if isinstance(entry, people.Lapsed):
        asked = entry.seat in game.owing() and (entry.prompt, entry.turn) == (game.prompt(), game.turn)
        return "" if asked else f"{entry.seat} is not asked for this."
    if isinstance(entry, people.Advised):
        return _unadvised(game, entry)
    if isinstance(entry, people.Voted | people.Conceded) or (
        isinstance(entry, people.Agreed) and people.is_vote(entry.on)
    ):
        return undecidable(game, entry)
    if isinstance(entry, DiceClaimed | DiceAnswered | DiceLeft):
        return dice_bars(game, entry)
    if isinstance(entry, people.Settled):
        fits = entry.winners == game.register.settling(entry.on, game.sides)
        return "" if fits else "Not every seat has agreed, or others win by it."
    return ""


def undecidable(game: GameState, entry: people.Voted | people.Conceded | people.Agreed) -> str:
    """Why no seat can win a game, or draw it, as its people say."""
    if game.ledger.absent:
        return "The game has not begun, or stands still until all have joined anew."
    vote = entry.plain() if isinstance(entry, people.Voted) else entry
    named = (
        vote.seat if isinstance(vote, people.Conceded) else vote.on.removesuffix(people.WINS) if vote else ""
    )
    is_seat = named in game.seats and named not in game.sides
    return f"{named} is no side, which could win or concede." if is_seat else ""


def _unadvised(game: GameState, entry: people.Advised) -> str:
    if game.rules.players is None:
        return f"No program plays {game.rules.name}, so that none can advise."
    if game.is_locked() or entry.seat not in game.awaited():
        return f"No order of {entry.seat} is asked for now."
    return "" if entry.position == game.position else "It names another event than the newest."


def _unforfeited(game: GameState, entry: people.Forfeited) -> str:
    """Why an order is not forfeited: it cannot be read, nobody asks for it, it is legal, or nothing could be
    played instead; "" where it is.

    Raises `OrderError` where it cannot be read, or nobody asks for it.
    """
    order = notation_of(game).read(entry.line.value)
    check_authority(game, entry.seat, order)
    if type(order) in game.rules.always:
        return "This order can be given at any time; it is in nobody's place."
    if default_order(game.rules, game.state, entry.seat) is None:
        return "No order is known that could be played instead."
    return "This order is legal." if takes(game.rules.decide, game.state, entry.seat, order) else ""


def _uncited(game: GameState, entry: Disputed | Ruled) -> str:
    rules = entry.rules if isinstance(entry, Ruled) else (entry.rule,)
    strange = [rule for rule in rules if rule and rule not in game.rules.headings and rule not in OWN]
    if strange:
        return f"{game.rules.name} has no rule “{strange[0]}”."
    late = [event for event in entry.events if event > game.position]
    return f"There is no event {late[0]} yet; the newest is {game.position}." if late else ""
