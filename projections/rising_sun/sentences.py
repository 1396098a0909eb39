"""Sentences of a War phase, as a viewer may know it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from domain.kit.sums import Sum
from domain.rising_sun.board import events as e
from domain.rising_sun.data.tables import season_name
from projections.language.messages import _, _n, listed, term
from projections.rising_sun.corrected_sentences import SENTENCES as CORRECTED
from projections.rising_sun.corrected_sentences import figures

ADVANTAGES = {
    "seppuku": "Seppuku",
    "hostage": "Take Hostage",
    "ronin": "Hire Ronin",
    "poets": "Imperial Poets",
}
"""As the table prints them: terms."""


def sentence(event: Any, viewer: str) -> str:
    """One event in a sentence."""
    return _SENTENCES[type(event)](event, viewer)


def sums(event: Any, viewer: str) -> tuple[tuple[str, Sum], ...]:
    """Force, points and Ronin, term by term. Everybody may know them."""
    if isinstance(event, e.ForcesCompared):
        said = _("Force of {seat} in {province}")
        return tuple(
            (said.format(seat=seat, province=event.province), force) for seat, force in event.forces.items()
        )
    if isinstance(event, e.Scored):
        return ((_("points of {seat}").format(seat=event.seat), event.points),)
    if isinstance(event, e.RoninHired):
        return ((_("Ronin of {seat}").format(seat=event.seat), event.force),)
    if isinstance(event, e.ReparationsPaid):
        said = _("coins for {seat}")
        return tuple((said.format(seat=seat), share) for seat, share in event.shares.items() if share.terms)
    return ()


# ---- what the herald enters


def _honor_entered(event: e.HonorEntered, viewer: str) -> str:
    return _("Honor, the highest first: {clans}.").format(clans=", ".join(event.track))


def _alliance_entered(event: e.AllianceEntered, viewer: str) -> str:
    return _("{first} and {second} are allied.").format(first=event.first, second=event.second)


def _alliance_dropped(event: e.AllianceDropped, viewer: str) -> str:
    return _("{clan} has no ally.").format(clan=event.clan)


def _coins_entered(event: e.CoinsEntered, viewer: str) -> str:
    said = _n("{clan} has {count} coin.", "{clan} has {count} coins.", event.coins)
    return said.format(clan=event.clan, count=event.coins)


def _ronin_entered(event: e.RoninEntered, viewer: str) -> str:
    return _("{clan} has {count} Ronin.").format(clan=event.clan, count=event.ronin)


def _points_entered(event: e.PointsEntered, viewer: str) -> str:
    said = _n("{clan} has {count} point.", "{clan} has {count} points.", event.points)
    return said.format(clan=event.clan, count=event.points)


def _figures_entered(event: e.FiguresEntered, viewer: str) -> str:
    said = _("{clan} has {figures} in {province}.")
    return said.format(clan=event.clan, figures=figures(event.figures), province=event.province)


def _cards_entered(event: e.CardsEntered, viewer: str) -> str:
    cards = listed(event.cards) or _("none")
    return _("The cards of {clan}: {cards}.").format(clan=event.clan, cards=cards)


def _tokens_entered(event: e.TokensEntered, viewer: str) -> str:
    said = _("The tokens of {clan} of {season}: {provinces}.")
    provinces = listed(event.provinces) or _("none")
    return said.format(clan=event.clan, season=season_name(event.season), provinces=provinces)


def _wars_entered(event: e.WarsEntered, viewer: str) -> str:
    return _("War provinces in their order: {provinces}.").format(provinces=", ".join(event.provinces))


# ---- the War phase


def _war_phase_began(event: e.WarPhaseBegan, viewer: str) -> str:
    return _("The War phase of {season} begins.").format(season=season_name(event.season))


def _ronin_swapped(event: e.RoninSwapped, viewer: str) -> str:
    return _("{seat} turns {count} Ronin into coins.").format(seat=event.seat, count=event.ronin)


def _bushi_placed(event: e.BushiPlaced, viewer: str) -> str:
    said = _("{seat} places a free bushi in {province}.")
    return said.format(seat=event.seat, province=event.province)


def _effect_declined(event: e.EffectDeclined, viewer: str) -> str:
    return _("{seat} does not use {effect}, or no more of it.").format(seat=event.seat, effect=event.effect)


def _war_opened(event: e.WarOpened, viewer: str) -> str:
    return _("War {number}: {province}.").format(number=event.number, province=event.province)


def _token_discarded(event: e.TokenDiscarded, viewer: str) -> str:
    return _("Nobody has Force in {province}: its token is discarded.").format(province=event.province)


def _forces_compared(event: e.ForcesCompared, viewer: str) -> str:
    forces = listed([f"{seat} {force.total}" for seat, force in event.forces.items()])
    said = _("Force in {province}: {forces}.").format(province=event.province, forces=forces)
    return f"{said} {tie(event.tied)}" if event.tied else said


def tie(tied: tuple[str, ...]) -> str:
    """Who is first of those whose Force or coins are equal."""
    said = _("Of {tied}, tied, {seat} has the highest Honor.")
    return said.format(tied=listed(tied), seat=tied[0])


def _token_taken(event: e.TokenTaken, viewer: str) -> str:
    said = {
        "uncontested": _("{seat} takes the token of {province} without a battle."),
        "allied": _("{seat} takes the token of {province}, with no battle between allies."),
        "battle": _("{seat} wins the battle and takes the token of {province}."),
    }[event.how]
    return said.format(seat=event.seat, province=event.province)


def _battle_began(event: e.BattleBegan, viewer: str) -> str:
    held = [
        _("{seat} with {coins} coins and {ronin} Ronin").format(
            seat=seat, coins=event.coins[seat], ronin=event.ronin[seat]
        )
        for seat in event.players
    ]
    return _("The battle for {province} begins: {held}.").format(province=event.province, held=listed(held))


def _timing_chosen(event: e.TimingChosen, viewer: str) -> str:
    said = _("{seat} acts first.") if event.moment == "first" else _("{seat} acts last.")
    return said.format(seat=event.seat)


def _figure_moved(event: e.FigureMoved, viewer: str) -> str:
    said = _("{card} of {seat}: {figure} of {clan} goes from {source} to {target}.")
    return said.format(
        card=event.card,
        seat=event.seat,
        figure=event.figure,
        clan=event.clan,
        source=event.source,
        target=event.target,
    )


def _figure_borrowed(event: e.FigureBorrowed, viewer: str) -> str:
    said = _("{card} of {seat}: {figure} of {clan} fights for {seat} until the end of the battle.")
    return said.format(card=event.card, seat=event.seat, figure=event.figure, clan=event.clan)


def _bid_sealed(event: e.BidSealed, viewer: str) -> str:
    bid = event.bid.seen_by(viewer)
    if bid is None:
        return _("{seat} has bid, sealed.").format(seat=event.seat)
    return _("{seat} has bid {bid}.").format(seat=event.seat, bid=_coins(bid))


def _coins(bid: e.Coins4) -> str:
    some = [
        _("{coins} for {advantage}").format(coins=coins, advantage=name)
        for name, coins in zip(ADVANTAGES.values(), bid, strict=True)
        if coins
    ]
    return listed(some) or _("nothing")


def _bidding_closed(event: e.BiddingClosed, viewer: str) -> str:
    said = _("{seat} closes the bidding; {missing} bid nothing.")
    return said.format(seat=event.seat, missing=listed(event.missing))


def _bids_revealed(event: e.BidsRevealed, viewer: str) -> str:
    said = _("{seat} bid {bid} and keeps {kept}")
    bids = [
        said.format(seat=seat, bid=_coins(bid), kept=event.kept[seat]) for seat, bid in event.bids.items()
    ]
    return _("The bids are revealed: {bids}.").format(bids=_("; ").join(bids))


def _advantage_skipped(event: e.AdvantageSkipped, viewer: str) -> str:
    return _("{advantage}: nobody bid.").format(advantage=ADVANTAGES[event.advantage])


def _advantage_won(event: e.AdvantageWon, viewer: str) -> str:
    said = _n(
        "{advantage}: {seat} wins it with {count} coin.",
        "{advantage}: {seat} wins it with {count} coins.",
        event.coins,
    ).format(advantage=ADVANTAGES[event.advantage], seat=event.seat, count=event.coins)
    return f"{said} {tie(event.tied)}" if event.tied else said


def _advantage_declined(event: e.AdvantageDeclined, viewer: str) -> str:
    return _("{seat} declines {advantage}.").format(seat=event.seat, advantage=ADVANTAGES[event.advantage])


def _advantage_empty(event: e.AdvantageEmpty, viewer: str) -> str:
    said = _("{advantage} has no effect. {why}")
    return said.format(advantage=ADVANTAGES[event.advantage], why=event.why)


def _sheet_laid(event: e.SheetLaid, viewer: str) -> str:
    answers = event.answers.seen_by(viewer)
    if answers is None:
        return _("{seat} leaves all its answers with the referee, sealed.").format(seat=event.seat)
    if not answers:
        return _("{seat} wants to be asked about every Advantage.").format(seat=event.seat)
    said = _("{seat} leaves these answers: {answers}.")
    each = "; ".join(f"{term(ADVANTAGES[name])}: {term(choice)}" for name, choice in answers.items())
    return said.format(seat=event.seat, answers=each)


def _standing_set(event: e.StandingSet, viewer: str) -> str:
    answer = event.answer.seen_by(viewer)
    if answer is None:
        return _("{seat} leaves a sealed answer with the referee.").format(seat=event.seat)
    advantage, choice = answer
    said = _("{seat} wants to be asked about {advantage}.")
    if choice != "ask":
        said = _("{seat} always answers {choice} to {advantage}.")
    return said.format(seat=event.seat, choice=choice, advantage=ADVANTAGES[advantage])


def _figures_killed(event: e.FiguresKilled, viewer: str) -> str:
    said = _("{figures} of {clan}")
    dead = [said.format(figures=figures({one.figure: one.count}), clan=one.clan) for one in event.dead]
    cause = {"seppuku": _("Seppuku"), "battle": _("the battle")}.get(event.cause, event.cause)
    return _("Killed by {cause}: {dead}.").format(cause=cause, dead=listed(dead))


def _figures_spared(event: e.FiguresSpared, viewer: str) -> str:
    return _("{seat} spares them all ({card}).").format(seat=event.seat, card=event.card)


def _figure_returned(event: e.FigureReturned, viewer: str) -> str:
    said = _("{figure} of {seat} is back in {province}.")
    return said.format(figure=event.figure, seat=event.seat, province=event.province)


def _honor_gained(event: e.HonorGained, viewer: str) -> str:
    return _("{seat} gains Honor, past {clans}.").format(seat=event.seat, clans=listed(event.over))


def _honor_lost(event: e.HonorLost, viewer: str) -> str:
    return _("{seat} loses Honor, below {clans}.").format(seat=event.seat, clans=listed(event.under))


def _scored(event: e.Scored, viewer: str) -> str:
    why = listed([term.why for term in event.points.terms])
    said = _n("{seat} gains {count} point: {why}.", "{seat} gains {count} points: {why}.", event.points.total)
    return said.format(seat=event.seat, count=event.points.total, why=why)


def _points_lost(event: e.PointsLost, viewer: str) -> str:
    said = _n("{seat} loses {count} point: {why}.", "{seat} loses {count} points: {why}.", event.points)
    return said.format(seat=event.seat, count=event.points, why=event.why)


def _reserve_changed(event: e.ReserveChanged, viewer: str) -> str:
    counts = ((event.coins, _("{count:+} coins")), (event.ronin, _("{count:+} Ronin")))
    changes = listed([said.format(count=count) for count, said in counts if count])
    return _("{seat}: {changes} ({why}).").format(seat=event.seat, changes=changes, why=event.why)


def _hostage_taken(event: e.HostageTaken, viewer: str) -> str:
    said = _("{seat} takes {figure} of {clan} hostage.")
    return said.format(seat=event.seat, figure=event.figure, clan=event.clan)


def _ronin_hired(event: e.RoninHired, viewer: str) -> str:
    said = _("The Ronin of {seat} fight with Force {force}.")
    return said.format(seat=event.seat, force=event.force.total)


def _reparations_paid(event: e.ReparationsPaid, viewer: str) -> str:
    said = _("{seat} discards {coins}")
    lost = [said.format(seat=seat, coins=coins) for seat, coins in event.discarded.items() if coins]
    said = _("{seat} gets {coins} of the coins of {winner}")
    got = [
        said.format(seat=seat, coins=share.total, winner=event.seat)
        for seat, share in event.shares.items()
        if share.terms
    ]
    return _("War Reparations: {what}.").format(
        what=_("; ").join((*lost, *got)) or _("nobody has bid a coin")
    )


def _battle_ended(event: e.BattleEnded, viewer: str) -> str:
    return _("The battle for {province} is over.").format(province=event.province)


def _reserves_discarded(event: e.ReservesDiscarded, viewer: str) -> str:
    return _("The War phase is over: all coins and Ronin are discarded.")


def _hostages_returned(event: e.HostagesReturned, viewer: str) -> str:
    said = _("{figure} to {clan}")
    home = listed([said.format(figure=figure, clan=clan) for _captor, clan, figure in event.hostages])
    return _("The hostages go home: {hostages}.").format(hostages=home)


def _season_began(event: e.SeasonBegan, viewer: str) -> str:
    return _("{season} begins: the herald enters the board.").format(
        season=season_name(event.season).capitalize()
    )


def _battles_settled(event: e.BattlesSettled, viewer: str) -> str:
    said = _("The battles are settled: {wars}.")
    each = [
        _("{province} to {clan}").format(province=war.province, clan=war.taken or _("nobody"))
        for war in event.wars
    ]
    return said.format(wars=listed(each))


def _game_won(event: e.GameWon, viewer: str) -> str:
    said = _("{seat} wins the game with {points} points.")
    won = said.format(seat=event.winner, points=event.points[event.winner])
    return f"{won} {tie(event.tied)}" if event.tied else won


_SENTENCES: Mapping[type, Callable[[Any, str], str]] = {
    e.HonorEntered: _honor_entered,
    e.AllianceEntered: _alliance_entered,
    e.AllianceDropped: _alliance_dropped,
    e.CoinsEntered: _coins_entered,
    e.RoninEntered: _ronin_entered,
    e.PointsEntered: _points_entered,
    e.FiguresEntered: _figures_entered,
    e.CardsEntered: _cards_entered,
    e.TokensEntered: _tokens_entered,
    e.WarsEntered: _wars_entered,
    e.WarPhaseBegan: _war_phase_began,
    e.RoninSwapped: _ronin_swapped,
    e.BushiPlaced: _bushi_placed,
    e.EffectDeclined: _effect_declined,
    e.WarOpened: _war_opened,
    e.TokenDiscarded: _token_discarded,
    e.ForcesCompared: _forces_compared,
    e.TokenTaken: _token_taken,
    e.BattleBegan: _battle_began,
    e.TimingChosen: _timing_chosen,
    e.FigureMoved: _figure_moved,
    e.FigureBorrowed: _figure_borrowed,
    e.BidSealed: _bid_sealed,
    e.BiddingClosed: _bidding_closed,
    e.BidsRevealed: _bids_revealed,
    e.AdvantageSkipped: _advantage_skipped,
    e.AdvantageWon: _advantage_won,
    e.AdvantageDeclined: _advantage_declined,
    e.AdvantageEmpty: _advantage_empty,
    e.StandingSet: _standing_set,
    e.SheetLaid: _sheet_laid,
    e.FiguresKilled: _figures_killed,
    e.FiguresSpared: _figures_spared,
    e.FigureReturned: _figure_returned,
    e.HonorGained: _honor_gained,
    e.HonorLost: _honor_lost,
    e.Scored: _scored,
    e.PointsLost: _points_lost,
    e.ReserveChanged: _reserve_changed,
    e.HostageTaken: _hostage_taken,
    e.RoninHired: _ronin_hired,
    e.ReparationsPaid: _reparations_paid,
    e.BattleEnded: _battle_ended,
    e.ReservesDiscarded: _reserves_discarded,
    e.HostagesReturned: _hostages_returned,
    e.SeasonBegan: _season_began,
    e.GameWon: _game_won,
    e.BattlesSettled: _battles_settled,
    **CORRECTED,
}
