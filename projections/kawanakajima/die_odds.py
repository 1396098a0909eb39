"""The chances of what one die decides for a clan or a unit of one's own, exact, by the rule functions of the
game; and all chances that can be asked for together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

from msgspec import Struct

from domain.kawanakajima.activation.postures import needed, posture_sum
from domain.kawanakajima.activation.rally import DISASTER, rally_sum
from domain.kawanakajima.board.state import Board, clan_of
from domain.kawanakajima.board.zones import after_rally
from domain.kawanakajima.data.tables import POSTURES, SEATS
from domain.kawanakajima.words.field_orders import Fight, Posture, Rally
from domain.kit.vocabulary import fold
from projections.kawanakajima import combat_odds
from projections.kawanakajima.names import named, posture
from projections.language.messages import _, _n
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
        reached = sum(posture_sum(board, clan, wanted, face).total >= needs for face in DIE)
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


ODDS = Odds(forms, answer, of, drawn)
