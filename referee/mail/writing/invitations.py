"""The mails that a game begins with: invitations, who has joined, the opening mail where nobody has to join.

opening     the first mail of a game to a seat
welcome     the first mail to somebody who takes a seat later
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from domain.game.entries.entries import Opened
from domain.game.entries.levels import TWO_SHEETS, WITNESS, WITNESSED
from domain.game.state.ledger import LaneLedger
from domain.game.state.phrases import SHORTEST
from projections.language.messages import _, listed, wrap
from referee.games.referee import notation_of
from referee.mail.seat_view.seat_view import (
    Scene,
    how_it_stands,
    in_columns,
    joining,
    new_cells,
    persons,
    since,
    wrap_kept,
)
from referee.mail.writing.agreed import agreements
from referee.mail.writing.sheets import recommended

Body = list[str]


def opening(scene: Scene, address: str) -> Body:
    """The first mail of a game: what is played, by whom, how orders are sent, and the seat's own secrets.

    Where it has to be joined first, an invitation: its secrets come when all have joined.
    """
    if scene.game.ledger.absent:
        return _invitation(scene, address)
    said = _("The game {game} is opened. You are {seat}.")
    return [
        *wrap(said.format(game=scene.replay.game, seat=persons(scene.game, scene.seat))),
        "",
        *_edition(scene),
        "",
        *_manual(scene, address),
        "",
        _("What has happened:"),
        *since(scene, 1),
        "",
        *how_it_stands(scene),
    ]


def welcome(scene: Scene, address: str) -> Body:
    """The first mail to somebody who takes a seat of a game that is on."""
    said = _("You have taken the seat {seat} in the game {game}: {title}, played by mail.")
    game = scene.replay.game
    return [
        *wrap(said.format(seat=persons(scene.game, scene.seat), game=game, title=scene.game.rules.name)),
        "",
        *how_it_stands(scene),
        _("What is played:"),
        "",
        *_edition(scene),
        "",
        *_manual(scene, address),
        "",
    ]


def _invitation(scene: Scene, address: str) -> Body:
    return [
        *wrap(_greeting(scene)),
        "",
        *joining(scene),
        *_why(scene),
        "",
        _("What is played:"),
        "",
        *_edition(scene),
        "",
        *(_manual(scene, address) if scene.seat != WITNESS else _witness_manual(address)),
        "",
    ]


def _greeting(scene: Scene) -> str:
    game, title = scene.replay.game, scene.game.rules.name
    if scene.seat == WITNESS:
        said = _("You are asked to be the witness of the game {game}: {title}, played by mail by {seats}.")
        return said.format(game=game, title=title, seats=_all_seats(scene))
    said = _("You are invited to the game {game}: {title}, played by mail. You are {seat}.")
    return said.format(game=game, title=title, seat=persons(scene.game, scene.seat))


def _all_seats(scene: Scene) -> str:
    return listed([persons(scene.game, seat) for seat in scene.game.seats])


# ---- why


def _why(scene: Scene) -> Iterator[str]:
    """What makes the throws of this game provable, and what is asked of the party for it."""
    opened = scene.game.opening()
    if not opened.root:  # protocol 1
        return
    said = _(
        "Throws follow from secret cells. The referee has drawn all of them for the whole game, and before "
        "this mail has published what they are committed to: the one digest below, which every audit "
        "compares. Each throw uses the next cell, the orders that raised it, and the phrases of all seats. "
        "These come after the cells, so that no referee can have picked cells that favour anybody: that is "
        "why a phrase is wanted of every seat, and why none is made up for anybody. Choose a sentence of at "
        "least {least} characters that nobody can guess. All will read it, and it cannot be changed."
    )
    yield from wrap(said.format(least=SHORTEST))
    yield ""
    yield f"  {opened.root}"
    for words in _of_levels(scene):
        yield ""
        yield from wrap(words)
    if scene.seat != WITNESS and scene.game.ledger.level >= TWO_SHEETS:
        yield ""
        yield new_cells(scene)


def _of_levels(scene: Scene) -> Iterator[str]:
    level = scene.game.ledger.level
    if scene.seat == WITNESS:
        yield _(
            "You are neither the referee nor a player. Once the orders that raise a throw are locked, a "
            "request names the throw and the event that asks for it, with the referee's signature; before "
            "your cell is there, nobody can know the throw. Your program checks the signature, and gives one "
            "cell for each throw, never another. Show your cells to nobody else. You are shown what all may "
            "see, and no more."
        )
        return
    if level >= WITNESSED:
        yield _(
            "The game has a witness, who is neither the referee nor a player: each throw waits until the "
            "witness has opened a cell for it, after the orders are locked."
        )
    if level >= TWO_SHEETS:
        said = _(
            "You may also have cells of your own. The program “bugyo seat” draws them and adds a line “cell "
            "…” before each of your orders. Then nobody, the referee included, knows a throw before your "
            "order is in. Without them you need nothing but a mail program."
        )
        if level == TWO_SHEETS:
            said += " " + _("Throws on your orders are then proved by the referee's cells alone.")
        yield f"{said} {_('It prints both lines of your answer, “root …” and “join …”:')}"


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


# ---- what is played, and how


def _edition(scene: Scene) -> Iterator[str]:
    """What holds to the end of the game."""
    rules, opened = scene.game.rules, scene.game.opened
    assert opened is not None  # a loaded game has folded its opening
    status = next((one.status for one in rules.scenarios if one.name == opened.scenario), "")
    rows = [
        (_("Title"), rules.name),
        (_("Scenario"), f"{opened.scenario} ({status})"),
        (_("Edition"), _("{edition}, preset {preset}").format(edition=opened.edition, preset=opened.preset)),
        (_("Data set"), opened.data),
        (_("Seats"), ", ".join(persons(scene.game, held.seat) for held in opened.seats)),
        (_("Chance"), _chance(opened)),
        (
            _("Key"),
            _("Ed25519 {key}: what every receipt and head of this referee is signed with.").format(
                key=opened.key
            ),
        ),
    ]
    for label, value in rows:
        yield from wrap(value, f"{label:<10}  ", " " * 12)
    options = msgspec.to_builtins(opened.options)
    if options:
        yield ""
        yield _("Options of the rules:")
        yield from in_columns([f"{name}: {_written(value)}" for name, value in options.items()])
    agreed = list(agreements(scene.game.register.policy))
    if agreed:
        yield ""
        yield _("Agreed for this game:")
        for said in agreed:
            yield from wrap(said, "  ", "    ")


def _chance(opened: Opened[object]) -> str:
    """The level of proof, and what it does not exclude."""
    if not opened.level:
        return opened.chance
    return _("Level {level}. {sentence}").format(level=opened.level, sentence=opened.chance)


def _written(value: object) -> str:
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    return str(value)


def _manual(scene: Scene, address: str) -> Iterator[str]:
    """How orders are sent, and their forms."""
    said = _(
        "To order, answer the mail that says it is your turn: fill in its block, one order on a line, and "
        "leave its TOKEN and HEAD lines as they are. Write from this address to {address}, as plain text. "
        "Orders are played in their order up to the first that cannot be; every mail is answered line by "
        "line. A line that begins with ; is a comment. The token is your seat's alone and changes with every "
        "turn: show it to nobody."
    )
    yield from wrap(said.format(address=address))
    yield ""
    yield _("Orders:")
    for form in notation_of(scene.game).forms():
        yield from wrap_kept(f"  {form}")
    if sheet := recommended(scene):
        yield from ("", *sheet)


def _witness_manual(address: str) -> Iterator[str]:
    said = _(
        "Write from this address to {address}, as plain text. The token in the block is yours alone and "
        "changes with every turn: show it to nobody."
    )
    yield from wrap(said.format(address=address))
