"""The chances of what one die decides for a clan or a unit of one's own, exact, by the rule functions of the
game; and all chances that can be asked for together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import product
from typing import Any

from msgspec import Struct

from domain.kawanakajima.activation.postures import needed, posture_sum
from domain.kawanakajima.activation.rally import DISASTER, rally_sum
from domain.kawanakajima.board.fortress import defence_score, participants, targets_of
from domain.kawanakajima.board.state import Board, clan_of
from domain.kawanakajima.board.zones import after_rally
from domain.kawanakajima.data.tables import POSTURES, SEATS
from domain.kawanakajima.siege.actions import FIRE_NEEDS
from domain.kawanakajima.words.field_orders import Fight, Posture, Rally
from domain.kawanakajima.words.orders import Attempt
from domain.kawanakajima.words.siege_orders import Shoot
from domain.kit.facts import State
from domain.kit.vocabulary import fold
from projections.kawanakajima import combat_odds
from projections.kawanakajima.names import named, posture
from projections.language.messages import _, _n
from projections.pictures import Field
from projections.references import BAD, GOOD, Asked, Face, Odds, Thrown

DIE = range(1, 7)

POSTURE, RALLY = "posture", "rally"


def forms() -> tuple[tuple[str, str], ...]:
    return (
        *combat_odds.forms(),
        ("odds posture CLAN POSTURE", _("how probable it is that a clan of yours takes a posture")),
        ("odds rally UNIT", _("what each face of the die does for a unit of yours that rallies")),
    )


def answer(asked: Asked, words: str) -> Iterable[str] | None:
    found = fold(words).strip(". ").split()
    if not found or found[0] not in (POSTURE, RALLY) or asked.viewer not in SEATS:
        return combat_odds.answer(asked, words)
    if asked.game is None or asked.game.ledger.absent:
        return [_("Chances depend on how a game stands; ask it of one that has begun.")]
    board: Board = asked.board
    own = asked.viewer[0] + "".join(found[1:2]).upper()
    if found[0] == POSTURE and own in board.postures and found[2:] and found[2] in POSTURES:
        return list(_posture(board, own, found[2]))
    if found[0] == RALLY and own in board.units and board.units[own].hex:
        return list(_rally(board, own))
    return None


def of(order: Struct) -> str:
    """Of several units that rally, those of the first."""
    match order:
        case Posture(clan=clan, posture=wanted):
            return f"{POSTURE} {clan} {wanted}"
        case Rally(units=(unit, *_rest)):
            return f"{RALLY} {unit}"
        case _:
            return combat_odds.of(order)


def _posture(board: Board, clan: str, wanted: str) -> Iterator[str]:
    """The die must reach what the table has, with a leader and the battle plan [6.4]."""
    needs = needed(board, clan, wanted)
    said = {"clan": named(clan), "posture": posture(wanted)}
    if needs is None:
        yield _("{clan} cannot take the posture of {posture} now [6.4].").format(**said)
    elif not needs:
        yield _("{clan} takes the posture of {posture} without a die [6.5].").format(**said)
    else:
        more = posture_sum(board, clan, wanted, 0).total
        reached = _reaching(board, clan, wanted, needs)
        text = _("{clan}, posture of {posture}: a die {more:+}, {needs} or more succeeds [6.4]: {chance}.")
        yield text.format(**said, more=more, needs=needs, chance=_chance(reached))


def _rally(board: Board, unit: str) -> Iterator[str]:
    """By the table of rallies; a natural 1 makes the clan retreat [12.1, 12.2]."""
    before, found = board.units[unit].losses, dict[int, int]()
    for face in DIE:
        if face != DISASTER:
            levels = board.data.rally.at(rally_sum(board, clan_of(unit), face).total)
            gained = before - after_rally(before, levels)
            found[gained] = found.get(gained, 0) + 1
    yield _("Rally of {unit}: a die [12.1].").format(unit=named(unit))
    yield "  " + _("{chance}: its clan retreats").format(chance=_chance(1))
    for gained, faces in sorted(found.items()):
        said = _n("{chance}: it gains {count} level", "{chance}: it gains {count} levels", gained)
        said = said if gained else _("{chance}: nothing changes")
        yield "  " + said.format(chance=_chance(faces), count=gained)


def drawn(asked: Asked, order: Struct) -> Thrown | None:
    """Of several units that rally, the first."""
    if asked.viewer not in SEATS:
        return None
    side = asked.viewer[0]
    match order:
        case Posture(clan=clan, posture=wanted):
            return _posture_drawn(asked.board, f"{side}{clan.upper()}", wanted)
        case Rally(units=(unit, *_rest)):
            return _rally_drawn(asked.board, f"{side}{unit.upper()}")
        case Fight():
            return combat_odds.drawn(asked, order)
        case _:
            return None


def _posture_drawn(board: Board, clan: str, wanted: str) -> Thrown | None:
    needs = needed(board, clan, wanted)
    if not needs:
        return None
    reached = [posture_sum(board, clan, wanted, face).total >= needs for face in DIE]
    said = _("A die: whether {clan} takes the posture of {posture}.")
    faces = tuple(Face("✓", GOOD) if one else Face("–") for one in reached)
    return Thrown(said.format(clan=named(clan), posture=posture(wanted)), faces)


def _rally_drawn(board: Board, unit: str) -> Thrown:
    said = _("A die: the levels that {unit} gains; at ✕ its clan retreats.").format(unit=named(unit))
    return Thrown(said, tuple(_rallied(board, unit, face) for face in DIE))


def _rallied(board: Board, unit: str, face: int) -> Face:
    if face == DISASTER:
        return Face("✕", BAD)
    before = board.units[unit].losses
    gained = before - after_rally(before, board.data.rally.at(rally_sum(board, clan_of(unit), face).total))
    return Face(f"+{gained}", GOOD) if gained else Face("–")


def _chance(faces: int) -> str:
    share = Fraction(faces, len(DIE))
    return f"{share} ({float(share):.0%})"


# ---- beside a value that is to be picked


def note(state: State[Board, Any], field: Field, value: str) -> str:
    """How likely it is that a posture is taken, that a unit rallies, that the plan is activated, that a fire
    hits; of the state that the seat imagines. "" where nothing is thrown."""
    board, clan = state.board, field.seat[0] + str(field.given.get("clan", ""))
    if field.order is Posture and field.name == "posture" and clan in board.postures:
        needs = needed(board, clan, value)
        return _share(_reaching(board, clan, value, needs), len(DIE)) if needs else ""
    if field.order is Rally and field.name == "units":
        return _rallying(board, field.seat[0] + value)
    if field.order is Attempt and value.isdecimal():
        most = board.armies[field.seat].saved + int(value)
        return _share(sum(one + two <= most for one, two in product(DIE, DIE)), len(DIE) ** 2)
    if field.order is Shoot and board.siege is not None and value in targets_of(board, field.seat):
        zones = participants(board, field.seat, value)
        needs = FIRE_NEEDS + defence_score(board, value, zones)
        return _share(sum(face + len(zones) >= needs for face in DIE), len(DIE))
    return ""


def _reaching(board: Board, clan: str, wanted: str, needs: int) -> int:
    return sum(posture_sum(board, clan, wanted, face).total >= needs for face in DIE)


def _rallying(board: Board, unit: str) -> str:
    """At least a level; a natural 1 makes the clan retreat [12.2]."""
    if unit not in board.units or not board.units[unit].losses:
        return ""
    before, clan = board.units[unit].losses, clan_of(unit)
    able = [face for face in DIE if face != DISASTER]
    levels = [board.data.rally.at(rally_sum(board, clan, face).total) for face in able]
    return _share(sum(after_rally(before, one) < before for one in levels), len(DIE))


def _share(ways: int, of: int) -> str:
    return _("works at {share} %").format(share=round(100 * Fraction(ways, of)))


ODDS = Odds(forms, answer, of, note, drawn)
