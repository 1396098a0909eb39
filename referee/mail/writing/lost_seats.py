"""Mails to those who have lost a seat, or the links and tokens that they had: by whom, and why."""

from __future__ import annotations

from msgspec.structs import replace

from domain.game.entries.people import SeatLeft, SeatTaken
from domain.kit.sealed import REFEREE
from projections.language.messages import _, wrap
from projections.replay import Enveloped
from referee.identity.renewing import Renewal
from referee.mail.writing.sheets import ended
from referee.record.envelope import CLOCK, COMMAND_LINE
from referee.seats.defused_text import defused, named
from referee.seats.mail_parts import Parts
from referee.seats.seat_view import Scene, how_it_stands


def seat_lost(game: str, envelope: Enveloped, public: str) -> Parts:
    """Who has done it and why, and what he may still do. `public` is where everybody may look at the game,
    "" where nobody can."""
    entry = envelope.entry
    assert isinstance(entry, SeatTaken | SeatLeft)
    who = named(entry.person)
    said = _by_whom(envelope, entry).format(seat=entry.seat, game=game, person=who)
    lines = [*wrap(reason_of(entry.reason)), "", *wrap(_what_now())]
    if public:
        lines += ["", *wrap(_("What everybody may see of the game stays open to you:")), public]
    return Parts(said, results=lines)


def _by_whom(envelope: Enveloped, entry: SeatTaken | SeatLeft) -> str:
    cause, person = envelope.act[0], envelope.act[3]
    is_referee = person == REFEREE or (cause == COMMAND_LINE and not person)
    if isinstance(entry, SeatLeft):
        return _("The referee has taken you from the seat {seat} in the game {game}. It is free now.")
    if is_referee:
        return _("The referee has given your seat {seat} in the game {game} to {person}.")
    if cause == CLOCK:
        return _(
            "You had not answered in time, so your seat {seat} in {game} has gone to {person}, who stood by."
        )
    if person == entry.person:
        return _("Your seat {seat} in the game {game} was taken by {person}, who stood by.")
    return _("Your seat {seat} in the game {game} has gone to {person}, who stood by.")


def _what_now() -> str:
    return _(
        "Your mails, links and tokens for this seat are good for nothing any more. If that is wrong, or you "
        "want to play on, write to your referee."
    )


def reason_of(reason: str) -> str:
    return _("The reason on record: {reason}").format(reason=defused(reason)) if reason.strip() else ""


def renewed(scene: Scene, renewal: Renewal) -> Parts:
    """Who has done it and why; the new link and block, as far as there are some."""
    by_referee = renewal.by in ("", REFEREE)
    if not renewal.anew:
        said = _("Here is your link for {seat} in the game {game} once more.")
    elif by_referee:
        said = _(
            "The referee has renewed the links and tokens of {seat} in the game {game}. Those that you have "
            "are good for nothing from now on: use what this mail and later ones bring."
        )
    else:
        said = _(
            "The links and tokens of {seat} in the game {game} were renewed by {person}. Those that you have "
            "are good for nothing from now on: use what this mail and later ones bring."
        )
    text = said.format(person=named(renewal.by), seat=scene.seat, game=scene.replay.game)
    stands = how_it_stands(scene)
    why = wrap(_why(renewal))
    if left := ended(scene, renewal.first) if renewal.first else []:
        why = [*([*why, ""] if renewal.reason.strip() else ()), *left, ""]
    lines = [*why, *wrap(stands.says)]
    return replace(stands, says=text, results=[*lines, *([""] if stands.results else ()), *stands.results])


def _why(renewal: Renewal) -> str:
    return _("The reason: {reason}").format(reason=defused(renewal.reason)) if renewal.reason.strip() else ""
