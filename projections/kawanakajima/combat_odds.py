"""The chances of a combat, exact, by the rule functions and the table that the game itself uses.

What the viewer may not know is taken in every way in which it may be: a posture that is not shown is each of
the four in turn. Where the leader of the attackers counts, each choice is a case of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from domain.kawanakajima.board.state import Board, clan_of, enemy, side_of
from domain.kawanakajima.combat.declare import best_leader
from domain.kawanakajima.combat.odds import FIRE, TWO_DICE, Odds, kind_of, odds
from domain.kawanakajima.data.tables import POSTURES, SEATS, Hit, Result, Suffered
from domain.kawanakajima.view import View
from domain.kawanakajima.words.field_items import Combat
from domain.kawanakajima.words.field_orders import Fight
from domain.kit.hexes import is_label
from domain.kit.vocabulary import fold
from projections.kawanakajima.names import all_named, named, signed
from projections.language.messages import _, _n, listed, term
from projections.references import BAD, GOOD, Asked, Share, Thrown

MOST_UNITS = 6
"""Units on one side of a combat that is asked about."""

AXES = ("column", "row")


class Case(NamedTuple):
    """One way in which a combat may be fought."""

    name: str
    made: Odds


class Wanted(NamedTuple):
    attackers: tuple[str, ...]
    defenders: tuple[str, ...]
    origin: str


def forms() -> tuple[tuple[str, str], ...]:
    return (
        (
            "odds UNIT … on UNIT …",
            _(
                "a combat of your units on the enemy's, exact: each result with its chance, in a charge "
                "and in a melee"
            ),
        ),
        ("odds UNIT on UNIT from HEX", _("the same, as if your unit stood on another hex")),
        (
            "odds takeda UNIT on UNIT",
            _("the same for an attack of that side; so also when the enemy attacks"),
        ),
    )


def answer(asked: Asked, words: str) -> Iterable[str] | None:
    wanted = _read(asked, fold(words).strip(". ").split())
    if wanted is None:
        return None
    if asked.game is None or asked.game.ledger.absent:
        return [_("Chances depend on how a game stands; ask it of one that has begun.")]
    board: Board = asked.board
    if wanted.origin:
        moved = replace(board.units[wanted.attackers[0]], hex=wanted.origin)
        board = replace(board, units={**board.units, wanted.attackers[0]: moved})
    why = _apart(board, wanted)
    return [why] if why else _page(asked, board, wanted)


def _read(asked: Asked, words: Sequence[str]) -> Wanted | None:
    """ "b1 b2 on d1 from 1512", with a side before it or without."""
    seat = asked.viewer if asked.viewer in SEATS else ""
    if words[:1] and words[0] in SEATS:
        seat, words = words[0], words[1:]
    if not seat or "on" not in words:
        return None
    origin = ""
    if len(words) > 2 and words[-2] in ("from", "at"):
        (origin,), words = asked.names("hex").get(words[-1], ("",))[:1], words[:-2]
        if not is_label(origin):
            return None
    at = words.index("on")
    ours, theirs = (
        _units(asked, whose, some) for whose, some in ((seat, words[:at]), (enemy(seat), words[at + 1 :]))
    )
    if not (ours and theirs) or (origin and len(ours) > 1):
        return None
    return Wanted(ours, theirs, origin)


def _units(asked: Asked, seat: str, words: Sequence[str]) -> tuple[str, ...]:
    found = tuple(f"{seat[0]}{word.strip(',').upper()}" for word in words[: MOST_UNITS + 1])
    return found if len(found) <= MOST_UNITS and all(one in asked.data.units for one in found) else ()


def _apart(board: Board, wanted: Wanted) -> str:
    """Why such a combat cannot be fought from where the units stand."""
    for unit in (*wanted.attackers, *wanted.defenders):
        if not is_label(board.units[unit].hex):
            return _("{unit} is not on the map.").format(unit=named(unit))
    for unit, foe in product(wanted.attackers, wanted.defenders):
        if board.units[foe].hex not in board.data.map.beside.get(board.units[unit].hex, ()):
            return _(
                "{unit} and {foe} are not next to each other; “odds UNIT on UNIT from HEX” asks for "
                "another hex."
            ).format(unit=named(unit), foe=named(foe))
    return ""


# ---- the page


def _page(asked: Asked, board: Board, wanted: Wanted) -> Iterator[str]:
    yield _(
        "{attackers} on {defenders} [11.5]: two dice and the sum for the column, two and the sum for the row."
    ).format(attackers=all_named(wanted.attackers), defenders=all_named(wanted.defenders))
    cases = [case for shown in _boards(asked, board, wanted) for case in _cases(*shown, wanted)]
    cases = list({(case.made, case.name): case for case in cases}.values())
    for nth, case in enumerate(cases, 1):
        yield ""
        yield f"{nth}) {case.name}: " + _("column {column}, row {row}").format(
            column=signed(case.made.column.total), row=signed(case.made.row.total)
        )
        for axis, total in ((term("column"), case.made.column), (term("row"), case.made.row)):
            terms = ", ".join(f"{signed(one.value)} {term(one.why)}" for one in total.terms)
            if terms:
                yield f"   {axis}: {terms}"
    yield ""
    yield from _chances(board, cases)


def _boards(asked: Asked, board: Board, wanted: Wanted) -> Iterator[tuple[str, Board]]:
    """The board with each posture that clans may have which show none; all of them the same."""
    view: View = asked.view
    hidden = {clan.clan for army in view.armies for clan in army.clans if clan.posture is None}
    concerned = hidden & {clan_of(unit) for unit in (*wanted.attackers, *wanted.defenders)}
    if not hidden:
        yield "", board
        return
    for posture in POSTURES:
        postures = {clan: posture if clan in hidden else known for clan, known in board.postures.items()}
        said = (
            _("if what they hide is {posture}").format(posture=term(posture)) if concerned or hidden else ""
        )
        yield said, replace(board, postures=postures)


def _cases(supposed: str, board: Board, wanted: Wanted) -> Iterator[Case]:
    """In a charge and in a melee; the leader of the attackers on either axis, that of the defenders where
    it helps them most."""
    seat = side_of(wanted.attackers[0])
    ours = AXES if best_leader(board, wanted.attackers) else ("",)
    theirs = AXES if best_leader(board, wanted.defenders) else ("",)
    for moved, axis in product((True, False), ours):
        field = replace(board.field, moved=wanted.attackers if moved else ())
        stood = replace(board, field=field)
        combats = [Combat(seat, wanted.attackers, wanted.defenders, axis, against) for against in theirs]
        kind = kind_of(stood, combats[0])
        if kind == FIRE and not moved:
            continue
        made = {combat.against: odds(stood, combat) for combat in combats}
        against = min(made, key=lambda one: _worth(board, made[one]))
        parts = [_kinds()[kind], supposed]
        parts += [_("attackers' leader on the {axis}").format(axis=term(axis))] if axis else []
        parts += (
            [_("defenders' on the {axis}, which is best for them").format(axis=term(against))]
            if against
            else []
        )
        yield Case(", ".join(filter(None, parts)), made[against])


def _kinds() -> dict[str, str]:
    return {
        "charge": _("charge (after a movement)"),
        "melee": _("melee (without one)"),
        "fire": _("fire across the river"),
    }


def _chances(board: Board, cases: Sequence[Case]) -> Iterator[str]:
    """A row for each result that can come, a column for each case: the chance in hundredths."""
    table = board.data.combat
    ways = [ways_of(board, case.made) for case in cases]
    codes = sorted({code for each in ways for code in each}, key=lambda code: table.results[code].rank)
    for start in range(0, len(cases), ACROSS):
        part = ways[start : start + ACROSS]
        yield f"{'':<9}" + "".join(f"{f'{nth})':>7}" for nth in range(start + 1, start + len(part) + 1))
        for code in codes:
            cells = [f"{each[code] / ALL:.1%}" if code in each else "." for each in part]
            yield f"{code:<9}" + "".join(f"{cell:>7}" for cell in cells)
        yield ""
    for code in codes:
        yield f"  {code}: {_suffered(table.results[code])}"


ACROSS = 8
"""Columns of one table of chances."""

ALL = 36 * 36


def ways_of(board: Board, made: Odds) -> dict[str, int]:
    """In how many of the throws of two and two dice each result comes."""
    found: dict[str, int] = {}
    for (across, often), (down, times) in product(TWO_DICE.items(), repeat=2):
        code = board.data.combat.result(made.column.total + across, made.row.total + down).code
        found[code] = found.get(code, 0) + often * times
    return found


def drawn(asked: Asked, order: Fight) -> Thrown | None:
    """How often either side suffers, in the combat that is ordered; nothing where a posture is not shown."""
    if any(clan.posture is None for army in asked.view.armies for clan in army.clans):
        return None
    ours = tuple(f"{asked.viewer[0]}{unit.upper()}" for unit in order.units)
    theirs = tuple(f"{enemy(asked.viewer)[0]}{unit.upper()}" for unit in order.targets)
    board: Board = asked.board
    against = AXES if best_leader(board, theirs) else ("",)
    made = [odds(board, Combat(asked.viewer, ours, theirs, order.leader, one)) for one in against]
    worst = min(made, key=lambda one: _worth(board, one))
    return Thrown(_("Two dice for the column, two for the row:"), shares=tuple(_shares(board, worst)))


def _shares(board: Board, made: Odds) -> Iterator[Share]:
    """Both sides may suffer of one result."""
    nothing, found = Suffered(Hit(), Hit()), {"they": 0, "you": 0, "": 0}
    for code, count in ways_of(board, made).items():
        result = board.data.combat.results[code]
        hits = [("they", result.defender), ("you", result.attacker)]
        struck = [who for who, what in hits if what != nothing] or [""]
        for who in struck:
            found[who] += count
    yield Share(round(100 * found["they"] / ALL), _("they suffer"), GOOD)
    yield Share(round(100 * found["you"] / ALL), _("you suffer"), BAD)
    yield Share(round(100 * found[""] / ALL), _("nothing changes"))


def _worth(board: Board, made: Odds) -> float:
    """The average rank of what comes of it, for the attackers."""
    return sum(board.data.combat.results[code].rank * count for code, count in ways_of(board, made).items())


def _suffered(result: Result) -> str:
    """What a result does to both sides, in words."""
    parts = [
        f"{who}: {_hits(what)}"
        for who, what in ((term("attackers"), result.attacker), (term("defenders"), result.defender))
        if what != Suffered(Hit(), Hit())
    ]
    return "; ".join(parts) or _("no effect")


def _hits(what: Suffered) -> str:
    one, others = _hit(what.main), _hit(what.others)
    if one == others:
        return _("each {what}").format(what=one)
    return _("one {one}, each other {others}").format(one=one, others=others or _("nothing"))


def _hit(hit: Hit) -> str:
    if hit.eliminated:
        return term("eliminated")
    losses = (
        _n("loses {count} step", "loses {count} steps", hit.losses).format(count=hit.losses)
        if hit.losses
        else ""
    )
    return listed([part for part in (losses, _("retreats a hex") if hit.retreat else "") if part])


def of(order: Struct) -> str:
    if not isinstance(order, Fight):
        return ""
    return f"{' '.join(order.units)} on {' '.join(order.targets)}"
