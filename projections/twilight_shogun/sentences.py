"""Sentences of a game of Twilight of Shogun, as a viewer may know it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from domain.kit.sums import Sum
from domain.twilight_shogun.board import events as e
from domain.twilight_shogun.board.state import Change
from domain.twilight_shogun.data.tables import ANTI, PRO, SIDES
from projections.language.catalogues import Kept, as_named
from projections.language.messages import _, _n, listed
from projections.twilight_shogun import corrected_sentences
from projections.twilight_shogun.board import card_text


def sentence(event: Any, viewer: str) -> str:
    """One event in a sentence."""
    return _SENTENCES[type(event)](event, viewer)


def sums(event: Any, viewer: str) -> tuple[tuple[str, Sum], ...]:
    """The sums that an event carries. Everybody may know them."""
    found = _SUMS.get(type(event))
    return tuple((of, sum_) for of, sum_ in found(event) if sum_.terms) if found else ()


def _influence_placed_sums(event: e.InfluencePlaced) -> Sequence[tuple[str, Sum]]:
    return ((_("APs of {seat} spent").format(seat=event.seat), event.cost),)


def _realigned_sums(event: e.Realigned) -> Sequence[tuple[str, Sum]]:
    own = _("{seat} in {space}").format(seat=event.seat, space=event.space)
    return (own, event.own), (_("the opponent in {space}").format(space=event.space), event.others)


def _couped_sums(event: e.Couped) -> Sequence[tuple[str, Sum]]:
    return ((_("coup value in {space}").format(space=event.space), event.value),)


def _court_tried_sums(event: e.CourtTried) -> Sequence[tuple[str, Sum]]:
    return ((_("highest face that succeeds"), event.limit),)


def _scored_sums(event: e.Scored) -> Sequence[tuple[str, Sum]]:
    said = _("{scoring}, {seat}")
    return [(said.format(scoring=event.scoring, seat=one.seat), one.points) for one in event.standings]


def _control_shifted_sums(event: e.ControlShifted) -> Sequence[tuple[str, Sum]]:
    said = _("lead in {space}, against a stability of {stability}")
    return [(said.format(space=one.space, stability=one.stability), one.lead) for one in event.shifts]


def _vp_scored_sums(event: e.VpScored) -> Sequence[tuple[str, Sum]]:
    return ((_("VP for {seat}").format(seat=event.seat), event.points),)


def _warfare_fought_sums(event: e.WarfareFought) -> Sequence[tuple[str, Sum]]:
    return ((_("warfare value in {space}").format(space=event.space), event.value),)


_SUMS: Mapping[type, Callable[[Any], Sequence[tuple[str, Sum]]]] = {
    e.InfluencePlaced: _influence_placed_sums,
    e.Realigned: _realigned_sums,
    e.Couped: _couped_sums,
    e.CourtTried: _court_tried_sums,
    e.ControlShifted: _control_shifted_sums,
    e.Scored: _scored_sums,
    e.VpScored: _vp_scored_sums,
    e.WarfareFought: _warfare_fought_sums,
}


def _changes(changes: Sequence[Change]) -> str:
    """The new influence of every space that was touched, one side after the other."""
    said = _("{after} in {space} (was {before})")
    touched: dict[str, list[str]] = {}
    for one in changes:
        if one.before != one.after:
            told = said.format(space=one.space, after=one.after, before=one.before)
            touched.setdefault(one.seat, []).append(told)
    side = _("{seat} has {spaces}")
    return "; ".join(side.format(seat=seat, spaces=listed(told)) for seat, told in touched.items())


def _added(sum_: Sum) -> str:
    """The terms of a throw, as one adds them: "4 + 2"."""
    first, *rest = [term.value for term in sum_.terms] or [0]
    return str(first) + "".join(f" {'-' if value < 0 else '+'} {abs(value)}" for value in rest)


def _with_changes(said: str, changes: Sequence[Change]) -> str:
    changed = _changes(changes)
    if changed:
        return _("{said} {changes}.").format(said=said, changes=changed)
    return _("{said} The influence does not change.").format(said=said)


# ---- sequence of play


def _game_set_up(event: e.GameSetUp, viewer: str) -> str:
    return _with_changes(_("The influence at the set-up."), event.changes)


def _turn_began(event: e.TurnBegan, viewer: str) -> str:
    levels = listed([f"{seat} {level}" for seat, level in event.levels.items()])
    said = _("Turn {turn} begins: {seat} goes first (court operation levels: {levels}).")
    return said.format(turn=event.turn, seat=event.first, levels=levels)


def _open_deck_added(event: e.OpenDeckAdded, viewer: str) -> str:
    said = _("The country is open: draw deck, discards and open deck are one new deck of {cards} cards.")
    return said.format(cards=event.cards)


def _reshuffled(event: e.Reshuffled, viewer: str) -> str:
    said = _n(
        "The discards are the new draw deck of {cards} card.",
        "The discards are the new draw deck of {cards} cards.",
        event.cards,
    )
    return said.format(cards=event.cards)


def _cards_drawn(event: e.CardsDrawn, viewer: str) -> str:
    cards = event.cards.seen_by(viewer)
    if cards is None:
        said = _n("{seat} draws {count} card, sealed.", "{seat} draws {count} cards, sealed.", event.count)
        return said.format(seat=event.seat, count=event.count)
    said = _n("{seat} draws {count} card: {cards}.", "{seat} draws {count} cards: {cards}.", event.count)
    return said.format(seat=event.seat, count=event.count, cards=listed(cards))


def _round_began(event: e.RoundBegan, viewer: str) -> str:
    return _("Round {round}: {seat} is to play.").format(round=event.round, seat=event.seat)


def _card_played(event: e.CardPlayed, viewer: str) -> str:
    said = {
        "event": _("{seat} plays {card} for its event."),
        "action": _("{seat} plays {card} for its APs."),
        "action-first": _("{seat} plays {card}, the action first and then the event."),
        "event-first": _("{seat} plays {card}, the event first and then the action."),
        "court": _("{seat} plays {card} for a court operation; its event does not occur."),
    }[event.use]
    return said.format(seat=event.seat, card=_with_ap(event.card))


def _with_ap(card: str) -> str:
    """A printed name has the AP beside it: "Works of Shuseikan (2 AP)"."""
    name, _between, ap = card.removesuffix(" AP)").rpartition(" (")
    return Kept(_("{name} ({ap} AP)").format(name=name, ap=ap)) if name else card


def _event_occurred(event: e.EventOccurred, viewer: str) -> str:
    return _("The event {card} occurs; {seat} resolves it.").format(card=event.card, seat=event.seat)


def _event_failed(event: e.EventFailed, viewer: str) -> str:
    said = _("The event {card} does not occur: its condition did not hold at the start of the round.")
    return said.format(card=event.card)


def _joi_performed(event: e.JoiPerformed, viewer: str) -> str:
    return _("Jo-i is performed by {card}.").format(card=event.card)


def _card_discarded(event: e.CardDiscarded, viewer: str) -> str:
    return _("{card} goes to the discards.").format(card=event.card)


def _card_removed(event: e.CardRemoved, viewer: str) -> str:
    return _("{card} is out of the game.").format(card=event.card)


def _recovered(event: e.Recovered, viewer: str) -> str:
    return _with_changes(_("Voluntary recovery."), event.changes)


def _turn_ended(event: e.TurnEnded, viewer: str) -> str:
    return _("Turn {turn} ends; the markers are refreshed.").format(turn=event.turn)


# ---- actions


def _influence_placed(event: e.InfluencePlaced, viewer: str) -> str:
    said = _("{seat} places influence for {cost} of {ap} AP.")
    return _with_changes(said.format(seat=event.seat, cost=event.cost.total, ap=event.ap), event.changes)


def _realigned(event: e.Realigned, viewer: str) -> str:
    said = _("{seat} realigns {space}: {own} against {others}.")
    own, others = _added(event.own), _added(event.others)
    told = said.format(seat=event.seat, space=event.space, own=own, others=others)
    return _with_changes(told, event.changes)


def _couped(event: e.Couped, viewer: str) -> str:
    """Die and APs against twice the stability."""
    for_it, against = (Sum(tuple(t for t in event.value.terms if (t.value < 0) == minus)) for minus in (0, 1))
    said = _("{seat} attempts a coup in {space}: {sum} against {against}, a coup value of {value}.")
    told = said.format(
        seat=event.seat,
        space=event.space,
        sum=_added(for_it),
        against=-against.total,
        value=event.value.total,
    )
    return _with_changes(told, event.changes)


def _court_tried(event: e.CourtTried, viewer: str) -> str:
    if event.succeeded:
        said = _("{seat} throws {face}, {limit} or less succeeds: court operation level {level}.")
    else:
        said = _(
            "{seat} throws {face}, {limit} or less succeeds: the court operation level stays at {level}."
        )
    return said.format(seat=event.seat, face=event.face, limit=event.limit.total, level=event.level)


def _action_ended(event: e.ActionEnded, viewer: str) -> str:
    said = _n("{seat} gives up {ap} AP.", "{seat} gives up {ap} APs.", event.ap)
    return said.format(seat=event.seat, ap=event.ap)


def _intervention_changed(event: e.InterventionChanged, viewer: str) -> str:
    said = _("The intervention level is {after}, it was {before} ({cause}).")
    return said.format(after=event.after, before=event.before, cause=event.cause)


def _intervention_evaded(event: e.InterventionEvaded, viewer: str) -> str:
    said = _("{seat} evades the increase by {cause}: the intervention level stays at {level}.")
    return said.format(seat=event.seat, cause=event.cause, level=event.level)


# ---- scorings and the end


def _control_shifted(event: e.ControlShifted, viewer: str) -> str:
    won, lost = _("{after} controls {space}"), _("{before} no longer controls {space}")
    shifts = [
        (won if one.after else lost).format(space=one.space, before=one.before, after=one.after)
        for one in event.shifts
    ]
    return _("Control changes: {shifts}.").format(shifts=listed(shifts))


def _scored(event: e.Scored, viewer: str) -> str:
    said = _("{seat} {status}, {points} VP")
    standings = [
        said.format(seat=one.seat, status=_status(one.status), points=one.points.total)
        for one in event.standings
    ]
    return _("Scoring of {scoring}: {standings}.").format(
        scoring=event.scoring, standings=_("; ").join(standings)
    )


def _status(status: str) -> str:
    return {
        "nothing": _("nothing"),
        "presence": _("presence"),
        "domination": _("domination"),
        "control": _("control"),
    }[status]


def _vp_scored(event: e.VpScored, viewer: str) -> str:
    said = _("{points} VP for {seat}: the marker stands at {vp}.")
    return said.format(points=event.points.total, seat=event.seat, vp=_track(event.vp))


def _track(vp: int) -> str:
    if not vp:
        return "0"
    return _("{vp} for {seat}").format(vp=abs(vp), seat=SIDES[ANTI if vp > 0 else PRO])


def _navy_placed(event: e.NavyPlaced, viewer: str) -> str:
    if not event.seat:
        return _("The navy marker lies in {space}.").format(space=event.space)
    said = _("{seat} places the navy marker in {space}.")
    return said.format(seat=event.seat, space=event.space)


def _final_scoring_began(event: e.FinalScoringBegan, viewer: str) -> str:
    return _("The last turn is over: every scoring is played.")


def _emperor_flags_stood(event: e.EmperorFlagsStood, viewer: str) -> str:
    said = _("The emperor's flags stand, raised by {seat}; the die shows {face} VP for the opponent.")
    return said.format(seat=event.seat, face=event.face)


def _resigned(event: e.Resigned, viewer: str) -> str:
    return _("{seat} recognises the victory of the opponent.").format(seat=event.seat)


def _sheet_laid(event: e.SheetLaid, viewer: str) -> str:
    said = _("{seat} takes its standing orders back.")
    if event.left:
        said = _("{seat} leaves a standing order: an increase that would lose the game is evaded.")
    return said.format(seat=event.seat)


def _game_won(event: e.GameWon, viewer: str) -> str:
    return _("{seat} wins the game. {why}").format(seat=event.winner, why=event.why)


# ---- events of cards


def _influence_changed(event: e.InfluenceChanged, viewer: str) -> str:
    return _with_changes(_("By {card}:").format(card=event.card), event.changes)


def _marker_placed(event: e.MarkerPlaced, viewer: str) -> str:
    said = _("{name} stands in {space}: support of {value} for {side} ({card}).")
    return said.format(
        name=as_named(event.name), space=event.space, value=event.value, side=event.side, card=event.card
    )


def _marker_removed(event: e.MarkerRemoved, viewer: str) -> str:
    return _("{name} leaves {space} ({card}).").format(
        name=as_named(event.name), space=event.space, card=event.card
    )


def _treaty_raised(event: e.TreatyRaised, viewer: str) -> str:
    said = _("The treaty level is {after}, it was {before} ({card}).")
    return said.format(after=event.after, before=event.before, card=event.card)


def _court_moved(event: e.CourtMoved, viewer: str) -> str:
    said = _("The court operation level of {seat} is {after}, it was {before} ({card}).")
    return said.format(seat=event.seat, after=event.after, before=event.before, card=event.card)


def _court_modifier_placed(event: e.CourtModifierPlaced, viewer: str) -> str:
    said = _("The court operations of Anti-Bakufu are modified by {value:+} from now on ({card}).")
    return said.format(value=event.value, card=event.card)


def _yokohama_opened(event: e.YokohamaOpened, viewer: str) -> str:
    return _("Yokohama is open ({card}).").format(card=event.card)


def _warfare_fought(event: e.WarfareFought, viewer: str) -> str:
    if event.won:
        said = _("Warfare of {seat} in {space}: {value} against a target of {target}, a success.")
    else:
        said = _("Warfare of {seat} in {space}: {value} against a target of {target}, a failure.")
    told = said.format(seat=event.seat, space=event.space, value=_added(event.value), target=event.target)
    return _with_changes(told, event.changes)


def _way_chosen(event: e.WayChosen, viewer: str) -> str:
    return _("{seat} chooses {way} ({card}).").format(seat=event.seat, way=event.way, card=event.card)


def _card_dropped(event: e.CardDropped, viewer: str) -> str:
    said = (
        _("{seat} discards {dropped}, at random ({card}).")
        if event.at_random
        else _("{seat} discards {dropped} ({card}).")
    )
    return said.format(seat=event.seat, dropped=event.dropped, card=event.card)


def _event_barred(event: e.EventBarred, viewer: str) -> str:
    if event.by:
        said = _("The event {card} does not occur: {by} forbids it while it lasts.")
        return said.format(card=event.card, by=event.by)
    return _("The event {card} does not occur: its card is out of play.").format(card=event.card)


def _event_lasted(event: e.EventLasted, viewer: str) -> str:
    said = _("The event {card} lasts. {text}")
    return said.format(card=event.lasting.card, text=card_text(event.lasting.text))


def _lasting_ended(event: e.LastingEnded, viewer: str) -> str:
    if event.by:
        return _("The event {card} lasts no more; {by} ends it.").format(card=event.card, by=event.by)
    return _("The event {card} lasts no more: the turn ends.").format(card=event.card)


def _card_retired(event: e.CardRetired, viewer: str) -> str:
    said = _("{retired} is out of play, wherever it is: its event does not occur any more ({card}).")
    return said.format(retired=event.retired, card=event.card)


def _face_retired(event: e.FaceRetired, viewer: str) -> str:
    said = _("{name} is out of play, and does not come to the map any more ({card}).")
    return said.format(name=as_named(event.name), card=event.card)


def _hand_seen(event: e.HandSeen, viewer: str) -> str:
    cards = event.cards.seen_by(viewer)
    if cards is None:
        said = _n(
            "{seat} sees the {count} card of {holder}, sealed ({card}).",
            "{seat} sees the {count} cards of {holder}, sealed ({card}).",
            event.count,
        )
        return said.format(seat=event.seat, count=event.count, holder=event.holder, card=event.card)
    said = _("{seat} sees the hand of {holder}: {cards} ({card}).")
    return said.format(seat=event.seat, holder=event.holder, cards=listed(cards), card=event.card)


def _card_retrieved(event: e.CardRetrieved, viewer: str) -> str:
    said = _("{seat} takes {retrieved} out of the discards ({card}).")
    return said.format(seat=event.seat, retrieved=event.retrieved, card=event.card)


def _nothing_done(event: e.NothingDone, viewer: str) -> str:
    return _("A part of {card} changes nothing. {why}").format(card=event.card, why=event.why)


_SENTENCES: Mapping[type, Callable[[Any, str], str]] = {
    e.GameSetUp: _game_set_up,
    e.TurnBegan: _turn_began,
    e.OpenDeckAdded: _open_deck_added,
    e.Reshuffled: _reshuffled,
    e.CardsDrawn: _cards_drawn,
    e.RoundBegan: _round_began,
    e.CardPlayed: _card_played,
    e.EventOccurred: _event_occurred,
    e.EventFailed: _event_failed,
    e.JoiPerformed: _joi_performed,
    e.CardDiscarded: _card_discarded,
    e.CardRemoved: _card_removed,
    e.InfluencePlaced: _influence_placed,
    e.Realigned: _realigned,
    e.Couped: _couped,
    e.CourtTried: _court_tried,
    e.ActionEnded: _action_ended,
    e.InterventionChanged: _intervention_changed,
    e.InterventionEvaded: _intervention_evaded,
    e.Recovered: _recovered,
    e.ControlShifted: _control_shifted,
    e.Scored: _scored,
    e.VpScored: _vp_scored,
    e.TurnEnded: _turn_ended,
    e.NavyPlaced: _navy_placed,
    e.FinalScoringBegan: _final_scoring_began,
    e.EmperorFlagsStood: _emperor_flags_stood,
    e.Resigned: _resigned,
    e.SheetLaid: _sheet_laid,
    e.GameWon: _game_won,
    e.InfluenceChanged: _influence_changed,
    e.MarkerPlaced: _marker_placed,
    e.MarkerRemoved: _marker_removed,
    e.TreatyRaised: _treaty_raised,
    e.CourtMoved: _court_moved,
    e.CourtModifierPlaced: _court_modifier_placed,
    e.YokohamaOpened: _yokohama_opened,
    e.WarfareFought: _warfare_fought,
    e.WayChosen: _way_chosen,
    e.CardDropped: _card_dropped,
    e.NothingDone: _nothing_done,
    e.EventBarred: _event_barred,
    e.EventLasted: _event_lasted,
    e.LastingEnded: _lasting_ended,
    e.CardRetired: _card_retired,
    e.FaceRetired: _face_retired,
    e.HandSeen: _hand_seen,
    e.CardRetrieved: _card_retrieved,
    **corrected_sentences.SENTENCES,
}
