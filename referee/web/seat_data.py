"""The page of a seat is told this: what is asked and until when, what may be ordered, what people have
written."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from domain.game.entries.entries import ONLY_ANSWER, SEAT, Ordered, Rewound
from domain.game.entries.people import Pressed
from domain.game.entries.rulings import Corrected
from domain.game.state.game_state import GameState
from domain.game.state.words import notation_of
from domain.kit.likeness import program_of
from domain.kit.sealed import REFEREE, Sealed
from projections.language.catalogues import reader
from projections.language.messages import _, plain, term
from projections.replay import Enveloped
from projections.telling.log import Teller, delegate_of
from referee.seats.defused_text import defused
from referee.seats.open_questions import open_questions
from referee.seats.seat_view import Scene, Told, due, how_it_stands, persons, until

MOST_ORDERS = 400
"""Legal orders that are listed."""

MOST_PRESS = 200
"""Texts, the newest of them."""


def names_of(scene: Scene) -> dict[str, Any]:
    game, replay = scene.game, scene.replay
    others = [other for other in game.seats if other != scene.seat]
    return {
        "game": game.id,
        "title": term(game.rules.name),
        "turn": game.label,
        "seat": scene.seat,
        "seat_name": term(scene.seat),
        "person": scene.person,
        "others": others,
        "alone": all(map(game.register.program, others)),
        "language": reader().language,
        "events": len(replay),
        "head": f"{len(replay)} {replay.head()}",
        "over": game.is_over(),
    }


def asked_of(scene: Scene) -> dict[str, Any]:
    """What is asked, and until when."""
    parts = how_it_stands(scene, in_mail=False)
    return {
        "asked": parts.says,
        "how": " ".join(parts.results) if scene.game.ledger.absent else "",
        "due": due(scene, scene.seat) or None,
        "until": until(scene),
        "notes": _notes(scene, list(parts.notes)),
    }


def _notes(scene: Scene, notes: list[str]) -> list[str]:
    """Without the open questions, which are matters of their own."""
    if scene.game.ledger.absent or scene.game.is_over():
        return notes
    return notes[len(list(open_questions(scene.game, scene.seat))) :]


def in_brief(scene: Scene, one: Told) -> dict[str, Any]:
    """An event with the few words of a chip: its sentence, where that is short."""
    short = Teller(scene.replay, scene.viewer).in_brief(one.position)
    return {"event": one.position, "rank": one.rank, "text": one.text, "short": defused(short)}


def listed(game: GameState, seat: str) -> list[str]:
    """The lines of the orders that are legal, where they can be listed; of very many, the first. Examples are
    nobody's choice."""
    if game.ledger.absent or seat not in (*game.awaited(), *game.welcome()):
        return []
    write = notation_of(game).write
    return [write(order) for order in (game.offers(seat) or ())[:MOST_ORDERS]]


def last_own(scene: Scene) -> int:
    """The newest order that a person has given for the seat before another party acted; 0 where there is
    none. What the seat orders after that begins nothing anew, nor does what answers for it unasked, or a
    program. Where nobody else has acted yet, the event before its first order."""
    has_acted, first = False, 1
    for position in range(len(scene.replay), 0, -1):
        envelope = scene.replay.envelope(position)
        if _is_of_another(envelope.entry, scene.seat):
            has_acted = True
        elif _is_own(envelope, scene.seat):
            if has_acted:
                return position
            first = position
    return 0 if has_acted else first - 1


def _is_of_another(entry: Any, seat: str) -> bool:
    """Whether another party has acted: not where its only answer was given for it, within what follows."""
    if isinstance(entry, Ordered):
        return entry.seat != seat and entry.by != ONLY_ANSWER
    is_other_way = isinstance(entry, Rewound) and (entry.by, entry.seat) != (SEAT, seat)
    return is_other_way or isinstance(entry, Corrected)


def _is_own(envelope: Enveloped, seat: str) -> bool:
    """Whether a person has given an order for a seat."""
    entry, person = envelope.entry, envelope.act[3] if len(envelope.act) > 3 else ""
    return isinstance(entry, Ordered) and (entry.seat, entry.by) == (seat, SEAT) and not program_of(person)


def pressed(scene: Scene) -> Iterator[dict[str, Any]]:
    """What people have written that the seat may read, its own too, the newest last."""
    eye = scene.replay.eye(scene.viewer)

    def seen(value: Sealed[str] | str) -> str | None:
        return value.seen_by(eye) if isinstance(value, Sealed) else value

    for number, envelope in enumerate(scene.replay.envelopes, 1):
        entry = envelope.entry
        if isinstance(entry, Pressed) and (text := seen(entry.text)) is not None:
            sender, delegate = seen(entry.sender), defused(delegate_of(envelope.act))
            who = _("the referee") if sender == REFEREE else persons(scene.game, sender) if sender else ""
            yield {
                "event": number,
                "at": envelope.at,
                "who": f"{delegate}, {who}" if delegate and sender else who,
                "to": [persons(scene.game, one) if one != REFEREE else _("the referee") for one in entry.to],
                "text": "\n".join(map(plain, text.splitlines())),
                "mine": sender == scene.seat,
            }
