"""The mails that a game begins with: invitations, who has joined, the opening where nobody has to join."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from domain.game.entries.levels import TWO_SHEETS, WITNESS
from domain.game.state.ledger import LaneLedger
from domain.kit.rules import options_of
from projections.language.messages import _, listed, term, wrap
from referee.mail.writing.sheets import recommended
from referee.seats.defused_text import named, the_referee
from referee.seats.mail_parts import Parts
from referee.seats.seat_view import Scene, how_it_stands, joining, new_cells, persons, told_of
from referee.telling.agreed import agreements
from referee.telling.proven import key_said, proven_in_full


def opening(scene: Scene, address: str) -> Parts:
    """The first mail of a game: what is played, by whom, how orders are sent.

    Where it has to be joined first, an invitation.
    """
    if scene.game.ledger.absent:
        return _invitation(scene, address)
    stands = _with_key(how_it_stands(scene), scene)
    said = _("The game {game} is opened. You are {seat}.")
    said = said.format(game=scene.replay.game, seat=_own_seat(scene))
    dealt = told_of(scene, 1)[0]
    results = [*_short(scene), "", *(one.text for one in dealt if one.concerns)]
    notes = [*stands.notes, *recommended(scene), *_agreed(scene)]
    return replace(stands, says=f"{said} {stands.says}", results=results, notes=notes)


def welcome(scene: Scene, address: str) -> Parts:
    """The first mail to somebody who takes a seat of a game that is on."""
    stands = _with_key(how_it_stands(scene), scene)
    said = _("You have taken the seat {seat} in the game {game}.")
    how, notes = list[str](), [*stands.notes, *_agreed(scene)]
    if scene.seat in scene.game.ledger.absent:
        said = _("You have taken the seat {seat}.")
        how, notes = ["", *stands.results], [*stands.notes, "", *_agreed(scene)]
    said = said.format(seat=_own_seat(scene), game=scene.replay.game)
    return replace(stands, says=f"{said} {stands.says}", results=[*_short(scene), *how], notes=notes)


def _invitation(scene: Scene, address: str) -> Parts:
    """What kind of game it is, how to join, what is agreed; what is proven is for whoever asks."""
    stands = joining(scene)
    if scene.seat == WITNESS:
        why = [*proven_in_full(scene), "", *_witness_manual(address)]
        return replace(stands, says=_greeting(scene, address), notes=[*stands.notes, *why])
    agreed = [*_cells(scene), *recommended(scene), *_agreed(scene)]
    return replace(
        stands,
        says=_greeting(scene, address),
        results=[*_short(scene), "", *stands.results],
        notes=[*stands.notes, *(["", *agreed] if agreed else ())],
        ask=_("Ask by mail: help, proof (why no throw can be arranged). Fewer mails: mails only my turn."),
        proof=[*wrap(_proven(scene)), "", *_key_row(scene)],
    )


def _cells(scene: Scene) -> list[str]:
    """How a seat gets cells of its own, where it may have some."""
    if scene.game.ledger.level < TWO_SHEETS:
        return []
    return [*wrap(_("Cells of your own, if you want some, are drawn by:")), "", new_cells(scene), ""]


def _greeting(scene: Scene, address: str) -> str:
    """Who asks for what; the first line that somebody reads who may know nobody here."""
    game, title, asks = scene.replay.game, scene.game.rules.name, the_referee(address)
    if scene.seat == WITNESS:
        said = _(
            "You are asked by {asks} to be the witness of the game {game}: {title}, played by mail by "
            "{seats}."
        )
        return said.format(asks=asks, game=game, title=title, seats=_all_seats(scene))
    said = _("You are invited by {asks} to play {title} by mail, as {person}. You are {seat} in {game}.")
    person = named(scene.game.register.holders.get(scene.seat, ""))
    return said.format(asks=asks, person=person, game=game, title=term(title), seat=scene.seat)


def _own_seat(scene: Scene) -> str:
    holder = scene.game.register.holders.get(scene.seat, "")
    return _("{seat} ({person})").format(seat=scene.seat, person=named(holder)) if holder else scene.seat


def _short(scene: Scene) -> list[str]:
    """What kind of game it is and how it is played by mail."""
    game = scene.game
    opened = game.opening()
    said = _("{title}, {scenario}, for {count} players: {seats}. {pace}")
    answer = _(
        "When it is your turn a mail says so: answer it, one order on a line. The reply “help” lists what "
        "can be written."
    )
    pace = _("You have {hours} hours for an answer.") if game.register.policy.hours else ""
    text = said.format(
        title=term(game.rules.name),
        scenario=opened.scenario,
        count=len(game.seats),
        seats=_all_seats(scene),
        pace=pace.format(hours=game.register.policy.hours),
    )
    return wrap(f"{text} {answer}")


def _agreed(scene: Scene) -> list[str]:
    """The readings of the rules that are not as usual, and what is agreed for this game."""
    rules, opened = scene.game.rules, scene.game.opening()
    usual = options_of(rules, "", "default", opened.edition)
    held = {name: getattr(opened.options, name) for name in rules.choices()}
    chosen = [_reading(scene, *one) for one in held.items() if one[1] != getattr(usual, one[0])]
    agreed = list(agreements(scene.game.register.policy))
    return [*wrap(" ".join((*chosen, *agreed))), ""] if agreed or chosen else []


def _reading(scene: Scene, name: str, value: object) -> str:
    """An option in a sentence; of a title that has none for it, as it is called."""
    said = scene.replay.pictures.reading(name, value)
    return said or f"{name.replace('_', ' ').capitalize()}: {_written(value)}."


def _proven(scene: Scene) -> str:
    """What makes the throws of this game provable, in a paragraph."""
    opened = scene.game.opening()
    if not opened.root:
        return opened.chance
    said = _(
        "Throws follow from secret cells, which were all drawn before this mail, and from the phrases of all "
        "who play, which come after them: so nobody can have picked them. They are committed to by {root}."
    )
    return said.format(root=opened.root)


def _with_key(parts: Parts, scene: Scene) -> Parts:
    return replace(parts, proof=[*parts.proof, *_key_row(scene)])


def _key_row(scene: Scene) -> list[str]:
    """The key: that the whole record is written anew under another is seen by this mail alone."""
    return [*wrap(key_said(scene.game.opening()), f"{_('Key')}  "), ""]


def _all_seats(scene: Scene) -> str:
    return listed([persons(scene.game, seat) for seat in scene.game.seats])


def without_cells(scene: Scene) -> Iterator[str]:
    """What it means that a seat has joined without cells, where it might have had some."""
    ledger = scene.game.ledger
    if isinstance(ledger, LaneLedger) and ledger.level == TWO_SHEETS and not ledger.has_cells(scene.seat):
        yield ""
        yield from wrap(
            _(
                "You have joined without cells of your own. You lose nothing in play; but a throw on your "
                "orders is proved by the referee's cells alone, as at level 1, so that a referee could know "
                "it before your order is in. This is said once."
            )
        )


def _written(value: object) -> str:
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    return str(value)


def _witness_manual(address: str) -> Iterator[str]:
    said = _(
        "Write from this address to {address}, as plain text. The token in the block is yours alone and "
        "changes with every turn: show it to nobody."
    )
    yield from wrap(said.format(address=address))
