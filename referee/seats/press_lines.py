"""The press of a game, as a mail to one who may read it shows it."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator

from domain.game.entries.people import Pressed
from domain.kit.sealed import REFEREE, Sealed
from projections.language.messages import _, listed, wrap
from projections.telling.log import delegate_of
from referee.seats.defused_text import defused, quoted
from referee.seats.seat_view import Scene, persons


def positions(scene: Scene, after: int, without: Container[int] = ()) -> tuple[int, ...]:
    """The events later than `after` that are press to this party, not its own, and not in `without`."""
    entries = ((at, scene.replay.envelope(at).entry) for at in range(after + 1, len(scene.replay) + 1))
    press = ((at, one) for at, one in entries if isinstance(one, Pressed) and at not in without)
    return tuple(
        position
        for position, one in press
        if _seen(scene, one.text) is not None and _seen(scene, one.sender) != scene.seat
    )


def voices(scene: Scene, press: Iterable[int]) -> Iterator[str]:
    """The text of each of these events under a line that says who has written it, and to whom; a blank line
    after each."""
    for position in press:
        envelope = scene.replay.envelope(position)
        entry, delegate = envelope.entry, delegate_of(envelope.act)
        yield from wrap(_from(scene, entry, delegate), f"{position:5}  ", " " * 7)
        yield from quoted(_seen(scene, entry.text) or "")
        yield ""


def _from(scene: Scene, entry: Pressed, delegate: str) -> str:
    sender, to = _seen(scene, entry.sender), _audience(scene, entry.to)
    if not sender:
        return _("Press without a name, to {to}:").format(to=to)
    name = _named(scene, sender)
    if delegate:
        name = _("{person} for {seat}").format(person=defused(delegate), seat=name)
    return _("Press from {sender} to {to}:").format(sender=name, to=to)


def _audience(scene: Scene, to: tuple[str, ...]) -> str:
    if not to:
        return _("all")
    others = [_named(scene, seat) for seat in to if seat != scene.seat]
    return listed([*([_("you")] if scene.seat in to else []), *others])


def _named(scene: Scene, seat: str) -> str:
    return _("the referee") if seat == REFEREE else persons(scene.game, seat)


def _seen(scene: Scene, value: Sealed[str] | str) -> str | None:
    return value.seen_by(scene.replay.eye(scene.viewer)) if isinstance(value, Sealed) else value
