"""Sentences of set-up, command and the drawing of chits."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from domain.kawanakajima.board import events as e
from domain.kawanakajima.board.state import Choice, Note, Standing, side_of
from projections.kawanakajima.names import (
    activation,
    chit,
    named,
    occasion,
    place,
    plan,
    seen,
    sentence_of,
    side,
    signed,
    wishes,
)
from projections.language.filled import Depending, Row
from projections.language.messages import _, _n, listed, term


def _on_hexes(places: Mapping[str, str]) -> str:
    return listed([f"{named(unit)} {hex_}" for unit, hex_ in places.items()])


def _plan_chosen(event: e.PlanChosen, viewer: str) -> str:
    chosen = event.plan.seen_by(viewer)
    if chosen is None:
        return _("The {side} have chosen a battle plan, sealed.").format(side=side(event.side))
    if not chosen:
        return _("The {side} fight without a battle plan.").format(side=side(event.side))
    said = _("The {side} have chosen the battle plan {plan}.")
    return said.format(side=side(event.side), plan=plan(chosen))


def _posture_changed(event: e.PostureChanged, viewer: str) -> str:
    posture = seen(event.posture, viewer)
    why = f" ({term(event.why)})" if event.why else ""
    if posture is None:
        return _("{clan} takes a posture, sealed{why}.").format(clan=named(event.clan), why=why)
    said = _("{clan} takes the posture of {posture}{why}.")
    return said.format(clan=named(event.clan), posture=posture, why=why)


def _entries_written(event: e.EntriesWritten, viewer: str) -> str:
    points = event.points.seen_by(viewer)
    if points is None:
        return _("The {side} write down entry points, sealed.").format(side=side(event.side))
    said = _("The {side} write down entry points: {points}.")
    written = listed([f"{clan[1:]} {point}" for clan, point in points.items()])
    return said.format(side=side(event.side), points=written)


def _clan_entered(event: e.ClanEntered, viewer: str) -> str:
    said = _("{clan} appears: {places}.")
    places = listed([f"{unit[1:]} {there}" for unit, there in event.places.items()])
    return said.format(clan=named(event.clan), places=places)


def _delays_moved(event: e.DelaysMoved, viewer: str) -> str:
    if not event.places:
        return _("No chit is on the delay tracks.")
    moves = [_("{chit} to {place}").format(chit=chit(c), place=place(p)) for c, p in event.places.items()]
    return _("The delay tracks go on: {moves}.").format(moves=listed(moves))


def _points_saved(event: e.PointsSaved, viewer: str) -> str:
    points = event.points.seen_by(viewer)
    if points is None:
        return _("The {side} have decided what to save for their plan, sealed.").format(side=side(event.side))
    if event.attempt:
        said = _("The {side} put {points} by for their plan and try to activate it.")
    else:
        said = _("The {side} put {points} by for their plan.")
    return said.format(side=side(event.side), points=points)


def _plan_attempted(event: e.PlanAttempted, viewer: str) -> str:
    faces, total = " + ".join(map(str, event.faces)), sum(event.faces)
    if event.active:
        said = _("The {side} throw {faces} = {total} against {saved} points: the battle plan is activated.")
    else:
        said = _("The {side} throw {faces} = {total} against {saved} points: in vain, {left} are left.")
    return said.format(side=side(event.side), faces=faces, total=total, saved=event.saved, left=event.left)


def _choice_made(event: e.ChoiceMade, viewer: str) -> str:
    choices = event.choices.seen_by(viewer)
    if choices is None:
        return _("The {side} choose chits, sealed.").format(side=side(event.side))
    said = _("The {side} choose {choices}.")
    return said.format(side=side(event.side), choices=listed([_choice(one) for one in choices]))


def _choice(choice: Choice) -> str:
    note = f" ({_note(choice.note)})" if choice.note else ""
    return f"{chit(choice.chit)}{note}"


def _note(note: Note) -> str:
    aim = f" {' '.join(clan[1:] for clan in note.clans)}" if note.clans else ""
    return f"{activation(note.activation)}{aim}"


def _special_placed(event: e.SpecialPlaced, viewer: str) -> str:
    note = event.note.seen_by(viewer)
    written = _note(note) if note else _("sealed")
    said = _("The {side} put special chit {number} into the bowl: {note}.")
    return said.format(side=side(side_of(event.chit)), number=event.chit[1:], note=written)


def _kansuke_called(event: e.KansukeCalled, viewer: str) -> str:
    said = _n(
        "Yamamoto Kansuke! {chit} goes to {place}, at the price of {cost} victory point.",
        "Yamamoto Kansuke! {chit} goes to {place}, at the price of {cost} victory points.",
        abs(event.cost.total),
    )
    return said.format(chit=_capital(chit(event.chit)), place=place(event.place), cost=abs(event.cost.total))


def _special_opened(event: e.SpecialOpened, viewer: str) -> str:
    note = _note(Note(event.activation, event.clans))
    return _capital(_("{chit} is opened: {note}.").format(chit=chit(event.chit), note=note))


def _points_scored(event: e.PointsScored, viewer: str) -> str:
    said = _n(
        "The {side} score {points} victory point; the marker stands at {lead}.",
        "The {side} score {points} victory points; the marker stands at {lead}.",
        abs(event.points.total),
    )
    if event.points.total < 0:
        said = _("The {side} lose {points} of their victory points; the marker stands at {lead}.")
    return said.format(side=side(event.side), points=abs(event.points.total), lead=signed(event.lead))


def _game_ended(event: e.GameEnded, viewer: str) -> str:
    if len(event.winners) == 1:
        said = _("The game is over ({ending}): the {winner} have won. The marker stands at {margin}.")
    else:
        said = _("The game is over ({ending}): neither side has won. The marker stands at {margin}.")
    winner = side(event.winners[0]) if event.winners else ""
    return said.format(ending=event.ending, winner=winner, margin=signed(event.margin.total))


def _standing_written(event: e.StandingWritten, viewer: str) -> str:
    standing: Standing | None = event.standing.seen_by(viewer)
    if standing is None:
        return _("The {side} leave a standing order, sealed.").format(side=side(event.seat))
    said = _("The {side} leave a standing order, {occasion}: {wishes}.")
    return said.format(side=side(event.seat), occasion=occasion(standing), wishes=wishes(standing))


def _sheet_laid(event: e.SheetLaid, viewer: str) -> str:
    sheet: tuple[Standing, ...] | None = event.standing.seen_by(viewer)
    if sheet is None:
        return _("The {side} leave a whole sheet of standing orders, sealed.").format(side=side(event.seat))
    if not sheet:
        return _("The {side} take all their standing orders back.").format(side=side(event.seat))
    said = _("The {side} leave these standing orders: {orders}.")
    listed = "; ".join(f"{occasion(one)} {wishes(one)}" for one in sheet)
    return said.format(side=side(event.seat), orders=listed)


def _capital(text: str) -> str:
    """A sentence that may begin with a chit; where it does not, the chit stays as it is."""
    return text[:1].upper() + text[1:]


def _of_chits(said: Row) -> Callable[[Any, str], str]:
    return lambda event, viewer: _capital(said(event))


def _all_chits(chits: Sequence[str]) -> str:
    return listed([chit(one) for one in chits])


def _without_stop(why: str) -> str:
    return why.rstrip(".")


COMMAND_SENTENCES: Mapping[type, Callable[[Any, str], str]] = {
    e.UnitsPlaced: sentence_of("Set-up: {units}.", units=("places", _on_hexes)),
    e.PlanChosen: _plan_chosen,
    e.PlanActivated: sentence_of("The battle plan of the {side} is active."),
    e.PlanShown: sentence_of("The {side} show their battle plan: {plan}."),
    e.PositionsGranted: sentence_of(
        "The {side} throw {face} for defensive positions and get {count}.",
        "The {side} throw {face} for defensive positions and get {count}.",
        "count",
    ),
    e.PositionBuilt: sentence_of("{unit} stands in a defensive position in {hex}."),
    e.PostureChanged: _posture_changed,
    e.EntriesWritten: _entries_written,
    e.TurnBegan: sentence_of("Turn {turn} begins."),
    e.ClanEntered: _clan_entered,
    e.DelaysMoved: _delays_moved,
    e.CommandThrown: sentence_of(
        "{general} throws {face}, modified {die}: {points} command point.",
        "{general} throws {face}, modified {die}: {points} command points.",
        "points",
        die="die.total",
    ),
    e.PointsSaved: _points_saved,
    e.PlanAttempted: _plan_attempted,
    e.ChoiceMade: _choice_made,
    e.ChoicesCleared: sentence_of("The {side} begin their choice of chits again."),
    e.ChoicesClosed: sentence_of("The {side} have chosen their chits."),
    e.ChitPlaced: sentence_of(
        "{general} is {distance} away: {chit} goes to {place}.", distance="distance.total"
    ),
    e.SpecialPlaced: _special_placed,
    e.CompulsoryAdded: _of_chits(sentence_of("{chits} go into the bowl.", chits=_all_chits)),
    e.ChitDrawn: sentence_of("Drawn: {chit}."),
    e.ChitVoid: _of_chits(
        sentence_of("{chit} has no effect ({why}) and goes to {place}.", why=_without_stop)
    ),
    e.ChitRefused: _of_chits(sentence_of("{chit} is refused and goes back into the bowl.")),
    e.KansukeCalled: _kansuke_called,
    e.ChitPlayed: _of_chits(sentence_of("{chit} is played.")),
    e.SpecialOpened: _special_opened,
    e.ChitReturned: _of_chits(sentence_of("{chit} goes to {place}.")),
    e.ImpetuousGiven: sentence_of(
        "The {side} get {count} impetuous attack out of the enemy's battle plan.",
        "The {side} get {count} impetuous attacks out of the enemy's battle plan.",
        "count",
    ),
    e.ImpetuousOrdered: sentence_of("The {side} lure {clan} into an impetuous attack."),
    e.CombinedTested: Depending(
        "result",
        {
            "joins": sentence_of(
                "{clan} throws {face}, modified {die}: it joins the combined manoeuvres.", die="die.total"
            ),
            "stays": sentence_of(
                "{clan} throws {face}, modified {die}: it stays out of the combined manoeuvres.",
                die="die.total",
            ),
            "flees": sentence_of("{clan} throws {face}: it falls into disorder and regroups."),
        },
    ),
    e.PointsScored: _points_scored,
    e.SamuraiCalled: sentence_of(
        "The marker passes the samurai line at {line}: the samurai of the {side} goes into the bowl."
    ),
    e.SamuraiJoined: Depending(
        "use",
        {
            "rally": sentence_of("The samurai of the {side} joins {unit} to rally it."),
            "attack": sentence_of(
                "The samurai of the {side} joins {unit} and leads its clan into the attack."
            ),
        },
        otherwise=sentence_of("The samurai of the {side} joins {unit}."),
    ),
    e.SamuraiLeft: sentence_of("The samurai of the {side} leaves {unit}."),
    e.TurnEnded: sentence_of("Turn {turn} is over: {why}.", why=_without_stop),
    e.Resigned: sentence_of("The {side} give the game up.", side="seat"),
    e.GameEnded: _game_ended,
    e.StandingWritten: _standing_written,
    e.SheetLaid: _sheet_laid,
}
