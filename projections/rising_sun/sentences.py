"""Sentences of a War phase, as a viewer may know it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from domain.kit.sums import Sum
from domain.rising_sun.board import events as e
from domain.rising_sun.data.tables import season_name
from projections.language.catalogues import Kept
from projections.language.filled import Depending, SentenceOf
from projections.language.messages import _, _n, listed, term
from projections.rising_sun.corrected_sentences import SENTENCES as CORRECTED
from projections.rising_sun.corrected_sentences import figures, some

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


def _forces_compared(event: e.ForcesCompared, viewer: str) -> str:
    forces = listed([f"{seat} {force.total}" for seat, force in event.forces.items()])
    said = _("Force in {province}: {forces}.").format(province=event.province, forces=forces)
    return f"{said} {tie(event.tied)}" if event.tied else said


def tie(tied: tuple[str, ...]) -> str:
    """Who is first of those whose Force or coins are equal."""
    said = _("Of {tied}, tied, {seat} has the highest Honor.")
    return said.format(tied=listed(tied), seat=tied[0])


def _battle_began(event: e.BattleBegan, viewer: str) -> str:
    said = _("{seat} with {coins} coins and {ronin} Ronin")
    held = [
        Kept(said.format(seat=seat, coins=event.coins[seat], ronin=event.ronin[seat]))
        for seat in event.players
    ]
    return _("The battle for {province} begins: {held}.").format(province=event.province, held=listed(held))


def _bid_sealed(event: e.BidSealed, viewer: str) -> str:
    bid = event.bid.seen_by(viewer)
    if bid is None:
        return _("{seat} has bid, sealed.").format(seat=event.seat)
    return _("{seat} has bid {bid}.").format(seat=event.seat, bid=_coins(bid))


def _coins(bid: e.Coins4) -> str:
    said = _("{coins} for {advantage}")
    some = [
        Kept(said.format(coins=coins, advantage=name))  # to a template it looks like another sentence
        for name, coins in zip(ADVANTAGES.values(), bid, strict=True)
        if coins
    ]
    return listed(some) or _("nothing")


def _bids_revealed(event: e.BidsRevealed, viewer: str) -> str:
    said = _("{seat} bid {bid} and keeps {kept}")
    bids = [
        said.format(seat=seat, bid=_coins(bid), kept=event.kept[seat]) for seat, bid in event.bids.items()
    ]
    return _("The bids are revealed: {bids}.").format(bids=_("; ").join(bids))


def _advantage_won(event: e.AdvantageWon, viewer: str) -> str:
    said = _n(
        "{advantage}: {seat} wins it with {count} coin.",
        "{advantage}: {seat} wins it with {count} coins.",
        event.coins,
    ).format(advantage=ADVANTAGES[event.advantage], seat=event.seat, count=event.coins)
    return f"{said} {tie(event.tied)}" if event.tied else said


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


def _scored(event: e.Scored, viewer: str) -> str:
    why = listed([term.why for term in event.points.terms])
    said = _n("{seat} gains {count} point: {why}.", "{seat} gains {count} points: {why}.", event.points.total)
    return said.format(seat=event.seat, count=event.points.total, why=why)


def _reserve_changed(event: e.ReserveChanged, viewer: str) -> str:
    counts = ((event.coins, _("{count:+} coins")), (event.ronin, _("{count:+} Ronin")))
    changes = listed([said.format(count=count) for count, said in counts if count])
    return _("{seat}: {changes} ({why}).").format(seat=event.seat, changes=changes, why=event.why)


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


sentence_of = SentenceOf(
    advantage=ADVANTAGES.__getitem__,
    season=season_name,
    figures=figures,
    clans=listed,
    cards=some,
    provinces=some,
)

_SENTENCES: Mapping[type, Callable[[Any, str], str]] = {
    # ---- what the herald enters
    e.HonorEntered: sentence_of("Honor, the highest first: {clans}.", clans=("track", ", ".join)),
    e.AllianceEntered: sentence_of("{first} and {second} are allied."),
    e.AllianceDropped: sentence_of("{clan} has no ally."),
    e.CoinsEntered: sentence_of(
        "{clan} has {count} coin.", "{clan} has {count} coins.", "coins", count="coins"
    ),
    e.RoninEntered: sentence_of("{clan} has {count} Ronin.", count="ronin"),
    e.PointsEntered: sentence_of(
        "{clan} has {count} point.", "{clan} has {count} points.", "points", count="points"
    ),
    e.FiguresEntered: sentence_of("{clan} has {figures} in {province}."),
    e.CardsEntered: sentence_of("The cards of {clan}: {cards}."),
    e.TokensEntered: sentence_of("The tokens of {clan} of {season}: {provinces}."),
    e.WarsEntered: sentence_of("War provinces in their order: {provinces}.", provinces=", ".join),
    # ---- the War phase
    e.WarPhaseBegan: sentence_of("The War phase of {season} begins."),
    e.RoninSwapped: sentence_of("{seat} turns {count} Ronin into coins.", count="ronin"),
    e.BushiPlaced: sentence_of("{seat} places a free bushi in {province}."),
    e.EffectDeclined: sentence_of("{seat} does not use {effect}, or no more of it."),
    e.WarOpened: sentence_of("War {number}: {province}."),
    e.TokenDiscarded: sentence_of("Nobody has Force in {province}: its token is discarded."),
    e.ForcesCompared: _forces_compared,
    e.TokenTaken: Depending(
        "how",
        {
            "uncontested": sentence_of("{seat} takes the token of {province} without a battle."),
            "allied": sentence_of("{seat} takes the token of {province}, with no battle between allies."),
            "battle": sentence_of("{seat} wins the battle and takes the token of {province}."),
        },
    ),
    e.BattleBegan: _battle_began,
    e.TimingChosen: Depending(
        "moment", {"first": sentence_of("{seat} acts first.")}, otherwise=sentence_of("{seat} acts last.")
    ),
    e.FigureMoved: sentence_of("{card} of {seat}: {figure} of {clan} goes from {source} to {target}."),
    e.FigureBorrowed: sentence_of(
        "{card} of {seat}: {figure} of {clan} fights for {seat} until the end of the battle."
    ),
    e.BidSealed: _bid_sealed,
    e.BiddingClosed: sentence_of("{seat} closes the bidding; {missing} bid nothing.", missing=listed),
    e.BidsRevealed: _bids_revealed,
    e.AdvantageSkipped: sentence_of("{advantage}: nobody bid."),
    e.AdvantageWon: _advantage_won,
    e.AdvantageDeclined: sentence_of("{seat} declines {advantage}."),
    e.AdvantageEmpty: sentence_of("{advantage} has no effect. {why}"),
    e.StandingSet: _standing_set,
    e.SheetLaid: _sheet_laid,
    e.FiguresKilled: _figures_killed,
    e.FiguresSpared: sentence_of("{seat} spares them all ({card})."),
    e.FigureReturned: sentence_of("{figure} of {seat} is back in {province}."),
    e.HonorGained: sentence_of("{seat} gains Honor, past {clans}.", clans="over"),
    e.HonorLost: sentence_of("{seat} loses Honor, below {clans}.", clans="under"),
    e.Scored: _scored,
    e.PointsLost: sentence_of(
        "{seat} loses {count} point: {why}.", "{seat} loses {count} points: {why}.", "points", count="points"
    ),
    e.ReserveChanged: _reserve_changed,
    e.HostageTaken: sentence_of("{seat} takes {figure} of {clan} hostage."),
    e.RoninHired: sentence_of("The Ronin of {seat} fight with Force {force}.", force="force.total"),
    e.ReparationsPaid: _reparations_paid,
    e.BattleEnded: sentence_of("The battle for {province} is over."),
    e.ReservesDiscarded: sentence_of("The War phase is over: all coins and Ronin are discarded."),
    e.HostagesReturned: _hostages_returned,
    e.SeasonBegan: _season_began,
    e.GameWon: _game_won,
    e.BattlesSettled: _battles_settled,
    **CORRECTED,
}
