"""Where a game stands, in a sentence: who has to join, whose turn it is, which throw is awaited."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from domain.game.entries.levels import WITNESS
from domain.game.state.game_state import GameState
from domain.kit.chance import Question
from projections.language.messages import _, listed, somebody, wrap
from projections.replay import left
from projections.telling.log import throw_of, what_if
from referee.games.witnessing import number_of
from referee.proof.levels import LEVELS
from referee.record.record import Kept


def person_at(game: GameState, seat: str) -> str:
    """Who sits there; "" for the witness, whose name is nobody's business."""
    return game.register.holders.get(seat, "")


def named(game: GameState, seat: str) -> str:
    """ "iga (Anna)" """
    if seat == WITNESS:
        return _("the witness")
    person = person_at(game, seat)
    return _("{seat} ({person})").format(seat=seat, person=somebody(person)) if person else seat


def won(winners: Sequence[str], *, drawn: bool) -> str:
    """ "won by iga", or "drawn between takeda and uesugi"; "" where nobody has won."""
    if not winners:
        return ""
    said = _("drawn between {seats}") if drawn else _("won by {seats}")
    return said.format(seats=listed(winners))


def stands(game: GameState) -> str:
    """What the game waits for; of a what-if also which game it leaves."""
    return " ".join(filter(None, (what_if(game.ledger.fork), _stands(game))))


def _stands(game: GameState) -> str:
    missing = game.ledger.absent
    if game.is_drawn:
        return _("The game is over, drawn between {seats}.").format(seats=listed(game.winners))
    if game.is_over():
        if not game.winners and (how := game.rules.endings.get(game.rules.ending(game.state.board))):
            return _("The game is over. {how}").format(how=how)
        return _("The game is over. Winners: {seats}.").format(seats=listed(game.winners) or _("nobody"))
    if missing:
        said = _("It has not begun: {seats} must join.")
        if game.stands_still():
            said = _("It stands still: {seats} must join anew.")
        return said.format(seats=listed([named(game, seat) for seat in missing]))
    if game.asked is not None:
        return waits(game, game.asked)
    if not game.awaited():  # as of an event with which the sequence of play was not at its end
        return _("Nobody is awaited: play goes on by itself.")
    return _("Awaited: {seats}.").format(seats=listed(game.awaited()))


def waits(game: GameState, question: Question) -> str:
    """Which throw a game waits for, and from whom."""
    if game.ledger.dice.thrower:
        said = _("It waits for {seats}, to throw real dice: {throw}.")
        if game.ledger.dice.claim:
            said = _("It waits for {seats}, to confirm real dice: {throw}.")
        return said.format(seats=listed(game.wanted()), throw=throw_of(question))
    if game.ledger.awaits_witness(question):
        said = _("It waits for the witness, for its cell for throw {index}: {throw}.")
    else:
        said = _("Real dice are awaited: {throw}.")
    return said.format(index=number_of(question), throw=throw_of(question))


def level_lines(level: int) -> list[str]:
    """What proves the throws of a game at this level, and what that leaves possible."""
    words = LEVELS[level]
    return [
        *wrap(_("Throws, level {level}: {who}").format(level=level, who=words.who), "", "  "),
        *wrap(_("excluded: {what}.").format(what=words.excludes), "  ", "    "),
        *wrap(_("not excluded: {what}.").format(what=words.leaves), "  ", "    "),
    ]


def asked(game: GameState) -> dict[str, Any] | None:
    """The question that is open, for JSON; null where none is."""
    question = game.asked
    if question is None:
        return None
    return {
        **throw(question),
        "from": WITNESS if game.ledger.awaits_witness(question) else "real dice",
    }


def throw(question: Question) -> dict[str, Any]:
    """A throw or a draw, for JSON."""
    return {
        "rule": question.rule,
        "purpose": question.purpose,
        "count": question.count,
        "sides": question.sides,
        "draw": question.draw,
    }


def stand(kept: Kept) -> dict[str, Any]:
    """Where a game stands, for JSON."""
    game = kept.game
    return {
        "position": game.position,
        "turn": game.label,
        "head": kept.head.hex(),
        "begun": not game.ledger.absent,
        "over": game.is_over(),
        "winners": game.winners,
        "awaited": game.awaited(),
        "asked": asked(game),
        "what_if": left(game.ledger.fork),
    }


def next_steps(game: GameState) -> list[str]:
    """What may be done now, as command lines."""
    if game.is_over():
        return [_("Next: bugyo show {game}").format(game=game.id)]
    if game.asked is not None and not (game.ledger.awaits_witness(game.asked) or game.ledger.dice.thrower):
        faces = " ".join("N" * game.asked.count)
        return [_("Next: bugyo throw {game} {faces}").format(game=game.id, faces=faces)]
    return _joining(game) or [_("Next: bugyo what {game}").format(game=game.id)]


def _joining(game: GameState) -> list[str]:
    steps = []
    for party in game.ledger.absent[:1]:
        if party != WITNESS:
            said = _(
                "Next, each seat by mail or here: echo “join A LONG SENTENCE” | bugyo orders {game} {seat} -"
            )
            steps.append(said.format(game=game.id, seat=party))
        if party in game.ledger.committers() and party != WITNESS and not game.ledger.has_cells(party):
            said = _("Before it, with cells of its own: bugyo seat new {game} {seat} -o FILE")
            steps.append(said.format(game=game.id, seat=party))
    if WITNESS in game.ledger.absent:
        said = _("The witness draws its cells: bugyo seat new {game} witness -o FILE --seats {seats}")
        steps.append(said.format(game=game.id, seats=",".join(game.seats)))
    return steps
