"""Mails to those who act for a seat: that they may, and how; and when that has ended."""

from __future__ import annotations

from msgspec.structs import replace

from domain.game.entries.people import ALL, ORDERS, PRESS, Delegated, DelegationEnded, SeatLeft, SeatTaken
from domain.kit.sealed import REFEREE
from projections.language.messages import _, moment, term, wrap
from projections.replay import Replay
from referee.identity.gate import Past
from referee.mail.writing.lost_seats import reason_of
from referee.seats.defused_text import defused, named
from referee.seats.mail_parts import Parts
from referee.seats.seat_view import Scene, how_it_stands

BEGUN, ENDED, OVER = "begun", "ended", "over"
"""What a mail is about: that a delegation begins, has been ended, or is over at its time."""


def changes(replay: Replay, told: int, now: int) -> list[tuple[Delegated, bool]]:
    """Each delegation that is another than at the position `told` (0: none was), and whether it holds."""
    before = replay.at(told).register.delegations if told else ()
    after = replay.at(len(replay)).register.delegations
    parties = {(one.seat, one.to) for one in after}
    gone = [one for one in before if (one.seat, one.to) not in parties]
    found = [*((one, False) for one in gone), *((one, True) for one in after if one not in before)]
    return [(one, holds) for one, holds in found if now <= one.until]


def shows_seat(given: Delegated) -> bool:
    """Whether the delegate is shown what the seat may know."""
    return given.scope != PRESS


def body(scene: Scene, given: Delegated, what: str) -> Parts:
    """What the mail says."""
    return _begun(scene, given) if what == BEGUN else _ended(scene, given, what)


def _begun(scene: Scene, given: Delegated) -> Parts:
    """For which seat, in what, until when; how to write; how it ends."""
    says = _scope(given).format(
        seat=f"{given.seat} ({_holder(scene, given)})",
        game=scene.replay.game,
        title=term(scene.game.rules.name).partition(":")[0].strip(),
        moment=moment(given.until),
    )
    how = _how(given).format(seat=given.seat)
    stands = how_it_stands(scene) if shows_seat(given) else Parts("")
    return replace(stands, says=says, results=[*wrap(how), "", *wrap(_end(scene, given))])


def _ended(scene: Scene, given: Delegated, what: str) -> Parts:
    """That it is over, and why."""
    said = _("You act for {seat} in the game {game} no more: the time until {moment} is over.")
    if what == ENDED:
        said = _("You act for {seat} in the game {game} no more: it was ended before its time, {moment}.")
    text = said.format(seat=given.seat, game=scene.replay.game, moment=moment(given.until))
    by = wrap(_who_ended_it(scene.replay, given)) if what == ENDED else []
    return Parts(text, results=[*by, *wrap(_("Mails of yours for this seat are not taken any more."))])


def _who_ended_it(replay: Replay, given: Delegated) -> str:
    """Who has ended it, and why, as far as that is on record."""
    for position in range(len(replay), 0, -1):
        envelope = replay.envelope(position)
        entry, person = envelope.entry, envelope.act[3]
        if getattr(entry, "seat", "") != given.seat:
            continue
        if isinstance(entry, DelegationEnded) and entry.to == given.to:
            is_referee = person in ("", REFEREE)
            said = _("The referee has ended it.") if is_referee else _("It was ended by {person}.")
        elif isinstance(entry, SeatTaken):
            said, person = _("The seat was taken by {person}."), entry.person
        elif isinstance(entry, SeatLeft):
            said, person = _("Nobody sits there now: it was left by {person}."), entry.person
        else:
            continue
        return f"{said.format(person=named(person))} {reason_of(entry.reason)}".rstrip()
    return ""


def ended_early(past: Past) -> str:
    """Since when it is so, and who could change that."""
    said = _(
        "Since {moment} you no longer act for {seat} in the game {game}: that was ended before its time. So "
        "nothing in your mail was read as an order. {person} can let you act once more."
    )
    seat = past.given.seat
    holder = past.game.register.holders[seat]
    person = named(holder) if holder else seat
    return said.format(seat=seat, game=past.game.id, moment=moment(past.since), person=person)


def _scope(given: Delegated) -> str:
    return {
        ORDERS: _("Until {moment} you may give the orders of {seat} in the game {game}: {title}."),
        ALL: _("Until {moment} you may give the orders and write the press of {seat} in {game}: {title}."),
        PRESS: _("Until {moment} you may write the press of {seat} in the game {game}: {title}."),
    }[given.scope]


def _how(given: Delegated) -> str:
    if shows_seat(given):
        return _(
            "Answer the mails that say it is your turn, from this address. What you write is recorded under "
            "your name."
        )
    return _(
        "Answer this mail, from this address, with lines such as “press to all: …”, then “yes” to the "
        "question that comes. What others write to {seat} is not shown to you."
    )


def _end(scene: Scene, given: Delegated) -> str:
    said = _("It ends then, or when {holder} writes “undelegate {person}”.")
    return said.format(holder=_holder(scene, given), person=defused(given.to))


def _holder(scene: Scene, given: Delegated) -> str:
    """Who has given him leave."""
    holder = scene.game.register.holders.get(given.seat, "")
    return named(holder) if holder else given.seat
