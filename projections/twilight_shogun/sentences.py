"""Sentences of a game of Twilight of Shogun, as a viewer may know it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from domain.kit.sums import Sum
from domain.twilight_shogun.board import events as e
from domain.twilight_shogun.board.state import Change
from domain.twilight_shogun.data.tables import ANTI, PRO, SIDES
from projections.language.catalogues import Kept, as_named
from projections.language.filled import Depending, Row, SentenceOf, Sums, sums_of
from projections.language.messages import _, _n, listed
from projections.twilight_shogun import corrected_sentences
from projections.twilight_shogun.board import card_text


def sentence(event: Any, viewer: str) -> str:
    """One event in a sentence."""
    return _SENTENCES[type(event)](event, viewer)


def sums(event: Any, viewer: str) -> tuple[tuple[str, Sum], ...]:
    """The sums that an event carries. Everybody may know them."""
    found: Sequence[tuple[str, Sum]] = sums_of(_SUMS, event)
    if isinstance(event, e.Scored):
        said = _("{scoring}, {seat}")
        found = [(said.format(scoring=event.scoring, seat=one.seat), one.points) for one in event.standings]
    elif isinstance(event, e.ControlShifted):
        said = _("lead in {space}, against a stability of {stability}")
        found = [(said.format(space=one.space, stability=one.stability), one.lead) for one in event.shifts]
    return tuple((of, sum_) for of, sum_ in found if sum_.terms)


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


def _changing(said: Row) -> Callable[[Any, str], str]:
    """The same sentence, and the new influence after it."""
    return lambda event, viewer: _with_changes(said(event, viewer), event.changes)


def _turn_began(event: e.TurnBegan, viewer: str) -> str:
    levels = listed([f"{seat} {level}" for seat, level in event.levels.items()])
    said = _("Turn {turn} begins: {seat} goes first (court operation levels: {levels}).")
    return said.format(turn=event.turn, seat=event.first, levels=levels)


def _cards_drawn(event: e.CardsDrawn, viewer: str) -> str:
    cards = event.cards.seen_by(viewer)
    if cards is None:
        said = _n("{seat} draws {count} card, sealed.", "{seat} draws {count} cards, sealed.", event.count)
        return said.format(seat=event.seat, count=event.count)
    said = _n("{seat} draws {count} card: {cards}.", "{seat} draws {count} cards: {cards}.", event.count)
    return said.format(seat=event.seat, count=event.count, cards=listed(cards))


def _with_ap(card: str) -> str:
    """A printed name has the AP beside it: "Works of Shuseikan (2 AP)"."""
    name, _between, ap = card.removesuffix(" AP)").rpartition(" (")
    return Kept(_("{name} ({ap} AP)").format(name=name, ap=ap)) if name else card


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


def _track(vp: int) -> str:
    if not vp:
        return "0"
    return _("{vp} for {seat}").format(vp=abs(vp), seat=SIDES[ANTI if vp > 0 else PRO])


def _event_lasted(event: e.EventLasted, viewer: str) -> str:
    said = _("The event {card} lasts. {text}")
    return said.format(card=event.lasting.card, text=card_text(event.lasting.text))


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


sentence_of = SentenceOf(name=as_named, vp=_track)

_SUMS: Sums = {
    e.InfluencePlaced: [(sentence_of("APs of {seat} spent"), "cost")],
    e.Realigned: [
        (sentence_of("{seat} in {space}"), "own"),
        (sentence_of("the opponent in {space}"), "others"),
    ],
    e.Couped: [(sentence_of("coup value in {space}"), "value")],
    e.CourtTried: [(sentence_of("highest face that succeeds"), "limit")],
    e.VpScored: [(sentence_of("VP for {seat}"), "points")],
    e.WarfareFought: [(sentence_of("warfare value in {space}"), "value")],
}

_SENTENCES: Mapping[type, Callable[[Any, str], str]] = {
    # ---- sequence of play
    e.GameSetUp: _changing(sentence_of("The influence at the set-up.")),
    e.TurnBegan: _turn_began,
    e.OpenDeckAdded: sentence_of(
        "The country is open: draw deck, discards and open deck are one new deck of {cards} cards."
    ),
    e.Reshuffled: sentence_of(
        "The discards are the new draw deck of {cards} card.",
        "The discards are the new draw deck of {cards} cards.",
        "cards",
    ),
    e.CardsDrawn: _cards_drawn,
    e.RoundBegan: sentence_of("Round {round}: {seat} is to play."),
    e.CardPlayed: Depending(
        "use",
        {
            "event": sentence_of("{seat} plays {card} for its event.", card=_with_ap),
            "action": sentence_of("{seat} plays {card} for its APs.", card=_with_ap),
            "action-first": sentence_of(
                "{seat} plays {card}, the action first and then the event.", card=_with_ap
            ),
            "event-first": sentence_of(
                "{seat} plays {card}, the event first and then the action.", card=_with_ap
            ),
            "court": sentence_of(
                "{seat} plays {card} for a court operation; its event does not occur.", card=_with_ap
            ),
        },
    ),
    e.EventOccurred: sentence_of("The event {card} occurs; {seat} resolves it."),
    e.EventFailed: sentence_of(
        "The event {card} does not occur: its condition did not hold at the start of the round."
    ),
    e.JoiPerformed: sentence_of("Jo-i is performed by {card}."),
    e.CardDiscarded: sentence_of("{card} goes to the discards."),
    e.CardRemoved: sentence_of("{card} is out of the game."),
    # ---- actions
    e.InfluencePlaced: _changing(
        sentence_of("{seat} places influence for {cost} of {ap} AP.", cost="cost.total")
    ),
    e.Realigned: _changing(
        sentence_of("{seat} realigns {space}: {own} against {others}.", own=_added, others=_added)
    ),
    e.Couped: _couped,
    e.CourtTried: Depending(
        "succeeded",
        {
            True: sentence_of(
                "{seat} throws {face}, {limit} or less succeeds: court operation level {level}.",
                limit="limit.total",
            )
        },
        otherwise=sentence_of(
            "{seat} throws {face}, {limit} or less succeeds: the court operation level stays at {level}.",
            limit="limit.total",
        ),
    ),
    e.ActionEnded: sentence_of("{seat} gives up {ap} AP.", "{seat} gives up {ap} APs.", "ap"),
    e.InterventionChanged: sentence_of("The intervention level is {after}, it was {before} ({cause})."),
    e.InterventionEvaded: sentence_of(
        "{seat} evades the increase by {cause}: the intervention level stays at {level}."
    ),
    e.Recovered: _changing(sentence_of("Voluntary recovery.")),
    # ---- scorings and the end
    e.ControlShifted: _control_shifted,
    e.Scored: _scored,
    e.VpScored: sentence_of("{points} VP for {seat}: the marker stands at {vp}.", points="points.total"),
    e.TurnEnded: sentence_of("Turn {turn} ends; the markers are refreshed."),
    e.NavyPlaced: Depending(
        "seat",
        {"": sentence_of("The navy marker lies in {space}.")},
        otherwise=sentence_of("{seat} places the navy marker in {space}."),
    ),
    e.FinalScoringBegan: sentence_of("The last turn is over: every scoring is played."),
    e.EmperorFlagsStood: sentence_of(
        "The emperor's flags stand, raised by {seat}; the die shows {face} VP for the opponent."
    ),
    e.Resigned: sentence_of("{seat} recognises the victory of the opponent."),
    e.SheetLaid: Depending(
        "left",
        {(): sentence_of("{seat} takes its standing orders back.")},
        otherwise=sentence_of(
            "{seat} leaves a standing order: an increase that would lose the game is evaded."
        ),
    ),
    e.GameWon: sentence_of("{seat} wins the game. {why}", seat="winner"),
    # ---- events of cards
    e.InfluenceChanged: _changing(sentence_of("By {card}:")),
    e.MarkerPlaced: sentence_of("{name} stands in {space}: support of {value} for {side} ({card})."),
    e.MarkerRemoved: sentence_of("{name} leaves {space} ({card})."),
    e.TreatyRaised: sentence_of("The treaty level is {after}, it was {before} ({card})."),
    e.CourtMoved: sentence_of("The court operation level of {seat} is {after}, it was {before} ({card})."),
    e.CourtModifierPlaced: sentence_of(
        "The court operations of Anti-Bakufu are modified by {value:+} from now on ({card})."
    ),
    e.YokohamaOpened: sentence_of("Yokohama is open ({card})."),
    e.WarfareFought: _changing(
        Depending(
            "won",
            {
                True: sentence_of(
                    "Warfare of {seat} in {space}: {value} against a target of {target}, a success.",
                    value=_added,
                )
            },
            otherwise=sentence_of(
                "Warfare of {seat} in {space}: {value} against a target of {target}, a failure.", value=_added
            ),
        )
    ),
    e.WayChosen: sentence_of("{seat} chooses {way} ({card})."),
    e.CardDropped: Depending(
        "at_random",
        {True: sentence_of("{seat} discards {dropped}, at random ({card}).")},
        otherwise=sentence_of("{seat} discards {dropped} ({card})."),
    ),
    e.NothingDone: sentence_of("A part of {card} changes nothing. {why}"),
    e.EventBarred: Depending(
        "by",
        {"": sentence_of("The event {card} does not occur: its card is out of play.")},
        otherwise=sentence_of("The event {card} does not occur: {by} forbids it while it lasts."),
    ),
    e.EventLasted: _event_lasted,
    e.LastingEnded: Depending(
        "by",
        {"": sentence_of("The event {card} lasts no more: the turn ends.")},
        otherwise=sentence_of("The event {card} lasts no more; {by} ends it."),
    ),
    e.CardRetired: sentence_of(
        "{retired} is out of play, wherever it is: its event does not occur any more ({card})."
    ),
    e.FaceRetired: sentence_of("{name} is out of play, and does not come to the map any more ({card})."),
    e.HandSeen: _hand_seen,
    e.CardRetrieved: sentence_of("{seat} takes {retrieved} out of the discards ({card})."),
    **corrected_sentences.SENTENCES,
}
