"""Why no throw of a game can be arranged, in full, with the edition that is played and the key."""

from __future__ import annotations

from collections.abc import Iterator

from domain.game.entries.entries import Opened
from domain.game.entries.levels import TWO_SHEETS, WITNESS, WITNESSED
from domain.game.state.phrases import SHORTEST
from projections.language.messages import _, term, wrap
from projections.telling.own_tables import own_tables
from referee.seats.seat_view import Scene, new_cells, persons


def proven_in_full(scene: Scene) -> list[str]:
    """The same in full, with the edition and the key: the answer to the question “proof”."""
    return [*_why(scene), "", *_edition(scene)]


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


def _edition(scene: Scene) -> Iterator[str]:
    """What holds to the end of the game."""
    rules, opened = scene.game.rules, scene.game.opened
    assert opened is not None  # a loaded game has folded its opening
    status = next((one.status for one in rules.scenarios if one.name == opened.scenario), "")
    status = _("own tables") if opened.tables else term(status)
    rows = [
        (_("Title"), term(rules.name)),
        (_("Scenario"), f"{opened.scenario} ({status})"),
        (_("Edition"), _("{edition}, preset {preset}").format(edition=opened.edition, preset=opened.preset)),
        (_("Data set"), f"{opened.data}. {own_tables(opened)}" if opened.tables else opened.data),
        (_("Seats"), ", ".join(persons(scene.game, held.seat) for held in opened.seats)),
        (_("Chance"), _chance(opened)),
        (_("Key"), key_said(opened)),
    ]
    for label, value in rows:
        yield from wrap(value, f"{label:<10}  ", " " * 12)


def key_said(opened: Opened[object]) -> str:
    """As the audit reads it in a mail that somebody has kept (`--key-from`)."""
    said = _("Ed25519 {key}: what every receipt and head of this referee is signed with.")
    return said.format(key=opened.key)


def _chance(opened: Opened[object]) -> str:
    """The level of proof, and what it does not exclude."""
    if not opened.level:
        return opened.chance
    return _("Level {level}. {sentence}").format(level=opened.level, sentence=opened.chance)
