"""Sentences of a game of Shinobi, as a viewer may know it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from domain.kit.sums import Sum
from domain.shinobi.board import events as e
from projections.language.filled import Depending, sentence_of
from projections.language.messages import _, _n, listed


def sentence(event: Any, viewer: str) -> str:
    """One event in a sentence."""
    return _SENTENCES[type(event)](event, viewer)


def sums(event: Any, viewer: str) -> tuple[tuple[str, Sum], ...]:
    """The counts at the end, by player. Everybody may know them."""
    if not isinstance(event, e.ClansCounted | e.TieBroken):
        return ()
    return tuple(
        (_("{clan}, the clan of {seat}").format(clan=tally.clan, seat=tally.seat), tally.cards)
        for tally in event.tallies
    )


def _clan_dealt(event: e.ClanDealt, viewer: str) -> str:
    clan = event.clan.seen_by(viewer)
    if clan is None:
        return _("{seat} gets a clan card, sealed.").format(seat=event.seat)
    return _("{seat} gets the clan card of {clan}.").format(seat=event.seat, clan=clan)


def _cards_drawn(event: e.CardsDrawn, viewer: str) -> str:
    cards = event.cards.seen_by(viewer)
    if cards is None:
        said = _n("{seat} draws {count} card, sealed.", "{seat} draws {count} cards, sealed.", event.count)
        return said.format(seat=event.seat, count=event.count)
    said = _n("{seat} draws {count} card: {cards}.", "{seat} draws {count} cards: {cards}.", event.count)
    return said.format(seat=event.seat, count=event.count, cards=listed(cards))


def _placed(event: e.Placed, viewer: str) -> str:
    if event.province == event.seat:
        return _("{seat} places a card of {clan} at home.").format(seat=event.seat, clan=event.card)
    said = _("{seat} places a card of {clan} in {province}.")
    return said.format(seat=event.seat, clan=event.card, province=event.province)


def _clans_revealed(event: e.ClansRevealed, viewer: str) -> str:
    held = listed([_("{clan} of {seat}").format(clan=clan, seat=seat) for seat, clan in event.clans.items()])
    if not event.unused:
        return _("The clan cards are opened: {held}.").format(held=held)
    said = _("The clan cards are opened: {held}. Nobody held {unused}.")
    return said.format(held=held, unused=listed(event.unused))


def _hands_revealed(event: e.HandsRevealed, viewer: str) -> str:
    hands = [
        _("{seat} holds {cards}").format(seat=seat, cards=listed(cards))
        for seat, cards in event.hands.items()
        if cards
    ]
    if not hands:
        return _("All hands are empty.")
    return _("The hands are opened: {hands}.").format(hands=_("; ").join(hands))


def _tallied(tallies: Sequence[e.Tally]) -> str:
    said = _("{seat} has {cards} of {clan}")
    return listed([said.format(seat=t.seat, cards=t.cards.total, clan=t.clan) for t in tallies])


def _game_won(event: e.GameWon, viewer: str) -> str:
    if len(event.winners) == 1:
        return _("{seat} wins the game.").format(seat=event.winners[0])
    return _("{seats} share the victory.").format(seats=listed(event.winners))


def _hand_corrected(event: e.HandCorrected, viewer: str) -> str:
    before, after = event.before.seen_by(viewer), event.after.seen_by(viewer)
    if before is None or after is None:
        said = _n(
            "Corrected: the hand of {seat}, sealed; it has {count} card, and had {held}.",
            "Corrected: the hand of {seat}, sealed; it has {count} cards, and had {held}.",
            event.count,
        )
        return said.format(seat=event.seat, count=event.count, held=event.held)
    said = _("Corrected: the hand of {seat} is {after}; it was {before}.")
    nothing = _("no card")
    return said.format(seat=event.seat, after=listed(after) or nothing, before=listed(before) or nothing)


_SENTENCES: Mapping[type, Callable[[Any, str], str]] = {
    e.ClanDealt: _clan_dealt,
    e.CardsDrawn: _cards_drawn,
    e.FirstPlayerChosen: sentence_of("{seat} has the first turn."),
    e.TurnBegan: sentence_of("Turn {turn} begins: {seat} is to act."),
    e.Placed: _placed,
    e.NinjaSent: sentence_of(
        "{seat} sends a ninja against {clan} in {province}: the ninja and one card of {clan} are discarded."
    ),
    e.Moved: sentence_of("{seat} moves a card of {clan} from {source} to {target}."),
    e.Attacked: sentence_of(
        "{seat} attacks {clan} in {province} with {army}, {strength} against {defence}: "
        "one card of {clan} is discarded."
    ),
    e.ActionSkipped: Depending(
        "action",
        {
            "deploy": sentence_of("{seat} skips the first action. {why}"),
            "home": sentence_of("{seat} skips the second action. {why}"),
            "attack": sentence_of("{seat} skips the attack. {why}"),
        },
    ),
    e.AttackDeclined: sentence_of("{seat} does not attack."),
    e.LastTurnsBegan: sentence_of(
        "{seat} has drawn the last card of the deck: {turns} more turn follows.",
        "{seat} has drawn the last card of the deck: {turns} more turns follow.",
        "turns",
        seat="emptied_by",
    ),
    e.ClansRevealed: _clans_revealed,
    e.HandsRevealed: _hands_revealed,
    e.ClansCounted: sentence_of("The clans are counted on the whole table: {tallies}.", tallies=_tallied),
    e.TieBroken: sentence_of(
        "There is a tie. The clans are counted in their players' own provinces: {tallies}.", tallies=_tallied
    ),
    e.GameWon: _game_won,
    e.ArmyCorrected: sentence_of(
        "Corrected: {clan} in {province} has {after} card, not {before}.",
        "Corrected: {clan} in {province} has {after} cards, not {before}.",
        "after",
    ),
    e.DiscardCorrected: sentence_of(
        "Corrected: {after} card of {card} is discarded, not {before}.",
        "Corrected: {after} cards of {card} are discarded, not {before}.",
        "after",
    ),
    e.HandCorrected: _hand_corrected,
    e.MarkCorrected: Depending(
        "mark after",
        {
            ("struck", True): sentence_of("Corrected: a ninja has struck {clan} in {province} in this turn."),
            ("struck", False): sentence_of(
                "Corrected: no ninja has struck {clan} in {province} in this turn."
            ),
            ("placed", True): sentence_of(
                "Corrected: the first action has placed a card of {clan} in {province}."
            ),
            ("placed", False): sentence_of(
                "Corrected: the first action has placed no card of {clan} in {province}."
            ),
            ("reinforced", True): sentence_of(
                "Corrected: {clan} in {province} has received a card in this turn."
            ),
            ("reinforced", False): sentence_of(
                "Corrected: {clan} in {province} has received no card in this turn."
            ),
        },
    ),
}
