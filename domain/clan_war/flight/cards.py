"""Chapter "flight": cards, skills, spells and duels.

flight/cards   what does not work in the air, or upon it
flight/duels   a challenge to or from the air is ignored, not declined
"""

from __future__ import annotations

from domain.clan_war.board.flight_events import CardIgnored, CardPlayed, Challenged, ChallengeIgnored
from domain.clan_war.board.state import Board, Unit, present
from domain.clan_war.book import BOOK, in_play, own
from domain.clan_war.data.tables import Card
from domain.clan_war.words import reports
from domain.clan_war.words.items import Reports
from domain.kit.bars import Bar, Bars, refuse_first
from domain.kit.chance import Chance
from domain.kit.errors import either
from domain.kit.facts import Outcome, keeps


@BOOK.answer(Reports, reports.Play, "flight/cards")
def play(board: Board, item: Reports, seat: str, order: reports.Play, chance: Chance) -> Outcome:
    """What cannot work with a unit in the air has no effect, and play goes on [flight/cards]."""
    refuse_first(play_bars(board, item, seat, order))
    card = board.setting.data.card(order.card)
    assert card is not None
    if board.units[order.unit].airborne and card.used == "ignored":
        return keeps(CardIgnored(order.unit, order.card, order.unit, order.target))
    if order.target and board.units[order.target].airborne and card.on == "ignored":
        return keeps(CardIgnored(order.unit, order.card, order.target, order.target))
    return keeps(CardPlayed(order.unit, order.card, order.target))


def play_bars(board: Board, item: Reports, seat: str, order: reports.Play) -> Bars:
    """Nothing that enhances movement or engagement is used in the air, but Charge to dive [flight/cards]."""
    yield from own(board, "flight/cards", seat, order.unit)
    card = board.setting.data.card(order.card)
    if card is None:
        known = either([one.name for one in board.setting.data.cards.card])
        yield Bar("flight/cards", f"The data set has no card {order.card}.", f"It has {known}.")
        return
    if order.target:
        yield from in_play(board, "flight/cards", order.target)
    unit = board.units[order.unit]
    yield from flight_bars(unit, card, item.phase)
    attacker = lands_upon(board, item, unit.name)
    if attacker and card.defence == "barred":
        why = f"{attacker} comes out of the air; {unit.name} cannot meet it half-way with {card.name}."
        yield Bar("flight/cards", why, f"Allowed are {either(allowed_defences(board))}.")


def flight_bars(unit: Unit, card: Card, phase: str) -> Bars:
    """Not in the air, nor for a movement out of it, nor with a dive [flight/cards, flight/dive]."""
    if card.used == "dive" and unit.airborne:
        why = f"{unit.name} is airborne; {card.name} lets it dive and does nothing else."
        yield Bar("flight/cards", why, f'Write "dive {unit.name} … inches".')
    if card.used not in ("barred", "dive"):
        return
    if unit.airborne:
        yield Bar("flight/cards", f"{unit.name} is airborne and may not use {card.name}.", "Keep it.")
    if unit.deeds.dived:
        why = f"{unit.name} has dived in this turn; a dive is not combined with {card.name}."
        yield Bar("flight/dive", why, "Keep it.")
    if unit.flew_in(phase):
        why = f"{unit.name} has come out of the air in this phase and may not use {card.name}."
        yield Bar("flight/cards", why, "Keep it.")


def lands_upon(board: Board, item: Reports, name: str) -> str:
    """The unit whose engaging movement out of the air in this phase is at that one; "" [flight/cards]."""
    return next((one.name for one in present(board) if one.deeds.engaging == (item.phase, name)), "")


def allowed_defences(board: Board) -> tuple[str, ...]:
    """Cards that a defender may use against a landing attacker [flight/cards]."""
    return tuple(card.name for card in board.setting.data.cards.card if card.defence == "allowed")


@BOOK.answer(Reports, reports.Challenge, "flight/duels")
def challenge(board: Board, item: Reports, seat: str, order: reports.Challenge, chance: Chance) -> Outcome:
    """No duel in flight: the challenge is ignored, nobody declines, honor stays [flight/duels]."""
    refuse_first(challenge_bars(board, item, seat, order))
    for name in (order.challenger, order.personality):
        if board.units[board.people[name].unit].airborne:
            return keeps(ChallengeIgnored(order.challenger, order.personality, name))
    return keeps(Challenged(order.challenger, order.personality))


def challenge_bars(board: Board, item: Reports, seat: str, order: reports.Challenge) -> Bars:
    """A personality of one's own challenges a living one of the enemy [flight/duels]."""
    alive = [one for one in board.people.values() if not one.slain and not board.units[one.unit].destroyed]
    mine = [one.name for one in alive if one.army == seat]
    theirs = [one.name for one in alive if one.army != seat]
    if order.challenger not in mine:
        why = f"{order.challenger} is no living personality of {seat}."
        yield Bar("flight/duels", why, f"There is {either(mine) or 'none'}.")
    if order.personality not in theirs:
        why = f"{order.personality} is no living personality of the enemy."
        yield Bar("flight/duels", why, f"There is {either(theirs) or 'none'}.")
