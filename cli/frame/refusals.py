"""Refusals as everybody may read them: what a seat alone may know is told by a look, and by nothing else."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from domain.game.deciding.decide import post
from domain.game.state.game_state import GameState
from domain.game.state.words import is_for_every_game, words_for
from domain.kit.errors import OrderError, Reason, UnreadableOrder
from projections.language.messages import _
from referee.games.order_sheet import FORFEITED, REFUSED, Result
from referee.games.refusals import LAST, NO_MORE
from referee.games.rulings import Judgement, corrected
from referee.programs.everybody import hides_some, refusal
from referee.record.record import Record
from referee.seats.seat_view import replay_of

_BEFORE_THE_RULES = ("people", "seat", "protocol/")
"""The rules of refusals that come before the title is asked: nothing hidden decides them."""


def in_public(record: Record, game: str, seat: str, results: Sequence[Result]) -> tuple[Result, ...]:
    """Results of a sheet that was just played, each refusal for a reason that everybody may know, or for
    none."""
    if not hides_some(record.load(game).game, record.envelopes(game)):
        return tuple(results)
    return tuple([_in_public(record, game, seat, result) for result in results])


def _in_public(record: Record, game: str, seat: str, result: Result) -> Result:
    error = result.error
    if error is None or result.outcome not in (REFUSED, FORFEITED) or is_for_every_game(result.order):
        return result
    if error.rule.startswith(_BEFORE_THE_RULES):
        return result
    # After a refusal nothing of a sheet is played; of a forfeited order what follows is on record.
    stood = replay_of(record, game).at(result.first - 1) if result.first else record.load(game).game
    order = words_for(stood, result.order).read(result.order)
    known = refusal(stood, lambda run: post(run, seat, order)) or hidden(seat)
    more = tuple(said for said in error.sentences if said in (LAST, NO_MORE))
    return replace(result, error=replace(known, sentences=(*known.sentences, *more)))


def hidden(seat: str) -> Reason:
    """What stands for a reason that only a seat may know."""
    said = _(
        "Why, {seat} alone may know. --reason TEXT tells it, here or of “bugyo preview”: a look, which "
        "every player reads."
    )
    return Reason((str(said.format(seat=seat)),))


def ruled_out(record: Record, game: str, judged: Judgement, refused: OrderError) -> Reason:
    """Why a ruling is refused, if everybody may know that. How hidden things lie, a look tells."""
    stood = record.load(game).game
    is_open = not judged.corrections or not hides_some(stood, record.envelopes(game))
    if is_open or isinstance(refused, UnreadableOrder):
        return refused.reason()
    return refusal(stood, lambda run: corrected(run, judged)) or Reason((str(_hangs(stood)),))


def _hangs(game: GameState) -> str:
    said = _(
        "Why it cannot be set right so hangs on what somebody hides. Look first: bugyo show {game} --seat "
        "referee --reason TEXT."
    )
    return said.format(game=game.id)
