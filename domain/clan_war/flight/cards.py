"""Chapter "flight": cards, skills, spells and duels."""

from __future__ import annotations

from domain.clan_war.board.flight_events import CardIgnored, CardPlayed, Challenged, ChallengeIgnored
from domain.clan_war.board.state import Board, Unit, helped, present
from domain.clan_war.book import BOOK, in_play, own
from domain.clan_war.data.tables import ABILITY, Card
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
    for one in dict.fromkeys((order.unit, helped(board, order.unit, order.target))):
        if board.units[one].airborne and card.used == "ignored":
            return keeps(CardIgnored(order.unit, order.card, one, order.target))
    if order.target and board.units[order.target].airborne and no_effect_upon(board, card):
        return keeps(CardIgnored(order.unit, order.card, order.target, order.target))
    return keeps(CardPlayed(order.unit, order.card, order.target))


def no_effect_upon(board: Board, card: Card) -> bool:
    """What cannot work upon a unit in the air; nobody engages one [flight/cards, flight/no-engage].

    In the first edition a card that enhances an engagement worked all the same.
    """
    return card.on == "ignored" or (board.setting.options.closer_reading and card.enhances)


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
    unit = board.units[helped(board, order.unit, order.target)]
    yield from flight_bars(board, item, unit, card)
    yield from defence_bars(board, item, unit, card)
    if card.defence == "barred":
        yield from half_way_bars(board, item, unit, card, order.target)


def flight_bars(board: Board, item: Reports, unit: Unit, card: Card) -> Bars:
    """Not in the air, nor for a movement out of it, nor with a dive [flight/cards, flight/dive]."""
    if card.used == "dive" and unit.airborne:
        why = f"{unit.name} is airborne; {card.name} lets it dive and does nothing else."
        yield Bar("flight/cards", why, f'Write "dive {unit.name} … inches".')
    if not card.enhances:
        return
    if unit.airborne:
        yield Bar("flight/cards", f"{unit.name} is airborne and may not use {card.name}.", "Keep it.")
    if unit.deeds.dived:
        why = f"{unit.name} has dived in this turn; a dive is not combined with {card.name}."
        yield Bar("flight/dive", why, "Keep it.")
    if unit.flew_in(item.phase) and not defends_after_landing(board, item, unit):
        why = f"{unit.name} has come out of the air in this phase and may not use {card.name}."
        yield Bar("flight/cards", why, "Keep it.")


def defends_after_landing(board: Board, item: Reports, unit: Unit) -> bool:
    """A unit that came down without engaging defends itself as any on the ground [flight/cards].

    In the first edition it did so from the next phase on.
    """
    came_to_engage = unit.deeds.engaging[0] == item.phase
    return board.setting.options.closer_reading and not came_to_engage and defends(board, item, unit)


def defends(board: Board, item: Reports, unit: Unit) -> bool:
    """Whether an enemy has engaged the unit, or comes out of the air to do so [flight/cards]."""
    engaged = any(target == unit.name for _, target in board.engaged)
    return engaged or bool(landing_upon(board, item, unit.name))


def defence_bars(board: Board, item: Reports, unit: Unit, card: Card) -> Bars:
    """A unit that has dived uses a card of defence only where it defends itself [flight/dive].

    Abilities are special rules of the unit, and stay. In the first edition the cards stayed as well.
    """
    if not board.setting.options.closer_reading or card.defence != "allowed" or card.kind == ABILITY:
        return
    if unit.deeds.dived and not defends(board, item, unit):
        why = f"{unit.name} has dived in this turn; a dive is not combined with {card.name}."
        yield Bar("flight/dive", why, "It may where an enemy engages it.")


def half_way_bars(board: Board, item: Reports, unit: Unit, card: Card, target: str) -> Bars:
    """No meeting half-way with a unit that comes out of the air, or is in it [flight/cards].

    A unit that engages on the ground at the same time is met. In the first edition it was not, and a unit in
    the air was.
    """
    closer, attackers = board.setting.options.closer_reading, landing_upon(board, item, unit.name)
    allowed = f"Allowed are {either(allowed_defences(board))}."
    if closer and target and target != unit.name:
        attackers = tuple(one for one in attackers if one == target)
        if board.units[target].airborne:
            why = f"{target} is airborne; {unit.name} cannot meet it half-way with {card.name}."
            yield Bar("flight/cards", why, allowed)
    for attacker in attackers:
        why = f"{attacker} comes out of the air; {unit.name} cannot meet it half-way with {card.name}."
        yield Bar("flight/cards", why, allowed)


def landing_upon(board: Board, item: Reports, name: str) -> tuple[str, ...]:
    """The units whose engaging movement out of the air in this phase is at that one [flight/cards]."""
    return tuple(one.name for one in present(board) if one.deeds.engaging == (item.phase, name))


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
