"""Matters of a seat beside its orders, as they stand: standing orders, orders that wait, and what is to be
settled among people. Each with the lines of a mail that change it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from domain.game.entries.entries import SEAT, Ordered
from domain.game.entries.people import ABANDON, CONDITION, DRAW, PAUSE, RESUME, SHOW, WINS, is_vote
from domain.game.entries.policy import SEALED
from domain.game.entries.rulings import Disputed
from domain.game.state.lines import targets, that_stand
from domain.game.state.words import notation_of
from domain.kit.sealed import REFEREE
from projections.language.messages import _, _n, day, listed
from projections.reference.asking import of_game
from projections.reference.titles import reference_of
from projections.telling.rulings import reason_of
from referee.seats.defused_text import defused
from referee.seats.dice_words import CONFIRM_DICE, DENY_DICE, is_own, of_dice
from referee.seats.seat_view import Scene, persons

Acts = Mapping[str, str]
"""Lines of a mail, or their beginnings, by what the button says that writes them."""


class Matter(NamedTuple):
    """Something that stands, in a sentence. `asks`: the seat is asked for its word; `quote` is what somebody
    has written."""

    says: str
    acts: Acts = MappingProxyType({})
    asks: bool = False
    quote: str = ""


def standing_orders(scene: Scene) -> dict[str, Any] | None:
    """`lines`, each with what it `says` and the line that takes it back; `take` writes the recommended sheet,
    `drop` none."""
    game, rules = scene.game, scene.game.rules
    left, meant = reference_of(rules.title).left, reference_of(rules.title).meant
    if left is None or rules.takes_sheet is None or game.is_over():
        return None
    lines = left(of_game(scene.replay, {}, scene.seat))
    found = [{"line": one.line, "says": meant(one.line), "back": one.back} for one in lines]
    sheet = list(rules.sheet(scene.replay.data, scene.seat))
    take = notation_of(game).write(rules.takes_sheet) if sheet else ""
    return {"lines": found, "sheet": sheet, "take": take, "drop": "standing none" if found else ""}


def matters(scene: Scene) -> list[dict[str, Any]]:
    """First what the seat is asked for its word on."""
    if scene.game.ledger.absent:
        return []
    found = [*_agreements(scene)]
    if not scene.game.is_over():
        found = [
            *_dice(scene),
            *_take_back(scene),
            *found,
            *_votes(scene),
            *_conceded(scene),
            *_disputes(scene),
            *_vacation(scene),
            *_waiting(scene),
        ]
    found.sort(key=lambda one: not one.asks)
    return list(map(_shown, found))


def watched(people: Sequence[str]) -> list[dict[str, Any]]:
    """By their names; nothing where nobody does. No record holds them: they come from beside it."""
    if not people:
        return []
    said = _n(
        "{people} observes the game: what everybody may know of it comes to that person by mail.",
        "{people} observe the game: what everybody may know of it comes to them by mail.",
        len(people),
    )
    return [_shown(Matter(said.format(people=listed([defused(one) for one in people]))))]


def _shown(one: Matter) -> dict[str, Any]:
    return {**one._asdict(), "acts": dict(one.acts)}


def begins(scene: Scene) -> Acts:
    """By the words of its button; what this game does not know is left out."""
    register = scene.game.register
    if scene.game.is_over():
        has_agreed = scene.seat in register.agreed.get(SHOW, ())
        show = {} if has_agreed else {_("Show it to strangers"): f"agree to {SHOW}"}
        return {**show, _("Mails…"): "mails ", _("New link"): "new link"}
    pause = {_("Go on again"): f"agree to {RESUME}"} if register.paused else {_("Pause"): f"agree to {PAUSE}"}
    return {
        _("Later…"): "later ",
        _("If…"): "if ",
        **({_("Undo"): "undo"} if _has_ordered(scene) else {}),
        _("Take back…"): "take back ",
        _("Dispute…"): "dispute ",
        **pause,
        **_endings(scene),
        _("Note to myself…"): "note: ",
        _("My notes"): "notes",
        _("Delegate…"): "delegate to ",
        _("Mails…"): "mails ",
        _("New link"): "new link",
        _("Resign the seat…"): "resign seat",
    }


def _has_ordered(scene: Scene) -> bool:
    """Whether the newest order that stands is the seat's: nobody has acted since."""
    entries = [envelope.entry for envelope in scene.replay.envelopes]
    both = zip(reversed(entries), reversed(that_stand(targets(entries))), strict=True)
    orders = (one.seat for one, stands in both if stands and isinstance(one, Ordered) and one.by == SEAT)
    return next(orders, "") == scene.seat


def _endings(scene: Scene) -> Acts:
    """How a seat can begin to end the game before its play does; nothing for who has conceded."""
    register, seat = scene.game.register, scene.seat
    if seat in register.conceded or scene.game.ledger.absent:
        return {}
    draw = {} if seat in register.agreed.get(DRAW, ()) else {_("Offer a draw"): f"agree to {DRAW}"}
    concede = {_("Concede"): "concede"} if seat in scene.game.sides else {}
    return {**draw, _("Who wins…"): "agree that ", **concede}


def advises(scene: Scene) -> bool:
    """Whether the seat may ask now what a program would order."""
    game = scene.game
    may = game.register.policy.advice and game.rules.players is not None and not game.ledger.absent
    return may and scene.seat in game.awaited()


# ---- what may stand


def _take_back(scene: Scene) -> Iterator[Matter]:
    game, docket = scene.game, scene.game.register.docket
    asks = docket.proposal
    if asks is None:
        return
    who = {"seat": persons(game, asks.seat), "position": asks.to}
    if asks.seat == scene.seat:
        said = _("You ask the others to let you take back what you have ordered after event {position}.")
        yield Matter(said.format(**who))
    elif scene.seat in docket.accepted:
        said = _(
            "{seat} may take back what it has ordered after event {position}, as far as you are concerned."
        )
        yield Matter(said.format(**who), {_("Refuse all the same"): "refuse take back"})
    else:
        said = _("{seat} asks you to let it take back what it has ordered after event {position}:")
        acts = {_("Let it"): "agree to take back", _("Refuse"): "refuse take back"}
        yield Matter(said.format(**who), acts, asks=True, quote=defused(reason_of(asks)))


def _dice(scene: Scene) -> Iterator[Matter]:
    """Real dice that the seat throws, or confirms."""
    game, asked = scene.game, scene.game.asked
    is_asked = scene.seat in game.wanted() and not is_own(game, scene.seat, scene.person)
    if asked and game.ledger.dice.thrower and is_asked:
        acts = {_("My dice…"): "rolled "}
        if game.ledger.dice.claim:
            acts = {_("Confirm"): CONFIRM_DICE, _("Deny"): DENY_DICE}
        yield Matter(of_dice(game, asked, scene.seat, scene.person), acts, asks=True)


def _agreements(scene: Scene) -> Iterator[Matter]:
    """Who has agreed to a pause, to its end, to give the game up, or to show it; whoever has not is asked."""
    register, seat = scene.game.register, scene.seat
    whats = {
        PAUSE: _("{seats} would pause the game. It is paused when all have agreed."),
        RESUME: _("{seats} would go on with the game. It goes on when all have agreed."),
        ABANDON: _("{seats} would give the game up, for nobody to win. It ends when all have agreed."),
        SHOW: _("{seats} would show the game to strangers. It is shown, once over, when all have agreed."),
    }
    for on, said in whats.items():
        agreed = register.agreed.get(on, ())
        if not agreed or (scene.game.is_over() and on != SHOW):
            continue
        says = said.format(seats=listed([persons(scene.game, one) for one in agreed]))
        if seat in agreed:
            yield Matter(says, {_("Take my word back"): f"disagree to {on}"})
        else:
            yield Matter(says, {_("Agree"): f"agree to {on}"}, asks=True)


def _votes(scene: Scene) -> Iterator[Matter]:
    """Who would end the game, and how. Of sealed votes a seat is shown its own."""
    register, seat = scene.game.register, scene.seat
    is_sealed = register.policy.votes == SEALED
    for on, voters in register.agreed.items():
        if not is_vote(on) or not voters or (is_sealed and seat not in voters):
            continue
        winner = persons(scene.game, on.removesuffix(WINS)) if on != DRAW else ""
        said = _("{seats} would call the game a draw. It ends when all have agreed.")
        if winner:
            said = _("{seats} would end the game, won by {winner}. It ends when all have agreed.")
        if is_sealed:
            said = _("You have voted, under seal, for a draw. The game ends when all have.")
        if is_sealed and winner:
            said = _("You have voted, under seal, that {winner} wins. The game ends when all have.")
        says = said.format(seats=listed([persons(scene.game, one) for one in voters]), winner=winner)
        what = f"to {DRAW}" if on == DRAW else f"that {on}"
        if seat in voters:
            yield Matter(says, {_("Take my word back"): f"disagree {what}"})
        else:
            yield Matter(says, {_("Agree"): f"agree {what}"}, asks=seat not in register.conceded)


def _conceded(scene: Scene) -> Iterator[Matter]:
    for seat in scene.game.register.conceded:
        yield Matter(_("{seat} has conceded.").format(seat=persons(scene.game, seat)))


def _disputes(scene: Scene) -> Iterator[Matter]:
    docket, eye = scene.game.register.docket, scene.replay.eye(scene.viewer)
    for one in docket.open:
        acts = {_("Withdraw it"): f"withdraw dispute {one.number}"} if one.seat == scene.seat else {}
        yield Matter(_dispute(scene, one), acts, quote=defused(one.text.seen_by(eye) or ""))
    for number in docket.windows:
        said = _("The referee has ruled: ruling {number}. Until the next order you may appeal against it.")
        yield Matter(said.format(number=number), {_("Appeal…"): f"appeal {number} "})


def _dispute(scene: Scene, one: Disputed) -> str:
    events = listed([str(event) for event in one.events])
    said = _("Dispute {number} of {seat} is open and waits for the referee.")
    if events:
        said = _n(
            "Dispute {number} of {seat} is open, about event {events}, and waits for the referee.",
            "Dispute {number} of {seat} is open, about events {events}, and waits for the referee.",
            len(one.events),
        )
    seat = _("the referee") if one.seat == REFEREE else persons(scene.game, one.seat)
    return said.format(number=one.number, seat=seat, events=events)


def _vacation(scene: Scene) -> Iterator[Matter]:
    """What is left of it, and what was taken and is not over as of the newest event."""
    register, seat = scene.game.register, scene.seat
    now = scene.replay.envelopes[-1].at
    for one in register.vacations.get(seat, ()):
        if one.end > now:
            said = _("Your vacation: from {start} to {end}.")
            yield Matter(said.format(start=day(one.start), end=day(one.end)))
    if register.policy.vacation:
        left = register.left(seat)
        said = _n("You have {count} day of vacation left.", "You have {count} days of vacation left.", left)
        yield Matter(said.format(count=left), {_("Vacation…"): "vacation "} if left > 0 else {})


def _waiting(scene: Scene) -> Iterator[Matter]:
    held = scene.game.held_by(scene.seat)
    for one in held:
        line = one.line.value.splitlines()[-1]
        said = _("Waits for its time: {line}").format(line=line)
        yield Matter(said, {_("Take it back"): f"withdraw {one.number}"})
    if any(one.when != CONDITION for one in held):
        said = _("What waits is played when you release it, or at the deadline.")
        yield Matter(said, {_("Release it now"): "release"})
