"""The text picture of a game of Kawanakajima: tracks, overview, the busiest area, the fortress, both
armies.

Plain ASCII: other signs take two columns with some fonts and break in some mail programs.
"""

from __future__ import annotations

from collections.abc import Iterator

from domain.kawanakajima.board.state import Choice, Note
from domain.kawanakajima.data.tables import POSTURES
from domain.kawanakajima.view import ArmySeen, ClanSeen, UnitSeen, View
from projections.kawanakajima.fortress import fortress
from projections.kawanakajima.ground import LOSSES, overview, sign, window
from projections.kawanakajima.names import (
    activation,
    chit,
    compulsory,
    general,
    occasion,
    plan,
    side,
    signed,
    wishes,
)
from projections.language.catalogues import as_named
from projections.language.messages import COLUMNS, _, _n, columns, listed, term, wrap

RULE = "-" * COLUMNS
BESIDE = 46
"""The column at which the tracks stand beside the overview."""


def board(view: View) -> str:
    """The whole picture."""
    armies = (_army(view, army) for army in view.armies)
    parts = (_head(view), _map(view), _area(view), _fortress(view), *armies, _end(view))
    lines = [line for part in parts for line in part]
    return "".join(f"{line.rstrip()}\n" for line in lines)


def _head(view: View) -> Iterator[str]:
    name = _("Kawanakajima 1561")
    where = _("the game is over") if view.ending else _("turn {turn}").format(turn=view.turn)
    if not view.turn:
        where = _("set-up")
    yield f"{name}{where:>{COLUMNS - columns(name)}}"
    yield RULE


def _map(view: View) -> Iterator[str]:
    """The overview, and beside it the tracks and the legend."""
    left, right = overview(view), list(_tracks(view))
    for at in range(max(len(left), len(right))):
        ground = left[at] if at < len(left) else ""
        yield f"{ground:<{BESIDE}}{right[at] if at < len(right) else ''}"


def _tracks(view: View) -> Iterator[str]:
    room = COLUMNS - BESIDE
    yield from _fit(_("Victory points: {lead}").format(lead=_marker(view.lead)), room)
    for army in view.armies:
        said = _("{side}: points {points}, Bundori {bundori}")
        yield from _fit(said.format(side=side(army.seat), points=army.points, bundori=army.bundori), room)
    yield ""
    yield from _fit(_("Played: {chits}").format(chits=compulsory(view.played) or _("none")), room)
    yield from _fit(_("Bowl: {chits}").format(chits=_bowl(view) or _("empty")), room)
    if view.drawn:
        yield from _fit(_("Drawn: {chit}").format(chit=chit(view.drawn)), room)
    yield ""
    yield from (
        _("TAKEDA capital, uesugi small"),
        _('. plain   " woods   ^ rise'),
        _("~ river bank  = ford  # Kaizu"),
        _("Rivers run between hexes."),
        _("Even columns lie half a hex"),
        _("lower. Up is north-west."),
    )


def _marker(lead: int) -> str:
    if not lead:
        return "0"
    said = _("Takeda {lead}") if lead > 0 else _("Uesugi {lead}")
    return said.format(lead=signed(abs(lead)))


def _bowl(view: View) -> str:
    """The clans' chits as on the map, special ones with a number sign, then the compulsory ones."""
    own = [_short(one) for one in view.bowl if len(one) == 2]
    samurai = [_("samurai {side}").format(side=side(one[8:])) for one in view.bowl if one[:8] == "samurai "]
    rest = compulsory([one for one in view.bowl if len(one) != 2 and one[:8] != "samurai "])
    return ", ".join(part for part in (" ".join(own), *samurai, rest) if part)


def _short(name: str) -> str:
    """A chit of a side, as the maps write names: "G", "b", special ones "T1", "u2"."""
    letter = name[1:]
    if letter.isdigit():
        return f"{name[0].upper() if name[0] == 't' else name[0]}{letter}"
    return sign(name)


def _fit(text: str, room: int) -> list[str]:
    """The text in lines that fit beside the map, the later ones indented."""
    lines, line = [], ""
    for word in text.split():
        if line and len(line) + 1 + len(word) > room:
            lines.append(line)
            line = f"  {word}"
        else:
            line = f"{line} {word}" if line else word
    return [*lines, line]


def _area(view: View) -> Iterator[str]:
    yield RULE
    marks = _("{shaken} shaken  {disorganised} disorganised  {exhausted} exhausted  * samurai  [ ] position")
    yield marks.format(shaken=LOSSES[1], disorganised=LOSSES[2], exhausted=LOSSES[3])
    yield from window(view)


def _fortress(view: View) -> Iterator[str]:
    """The fortress of Kaizu, where there can be a siege."""
    if view.fortress:
        yield RULE
        yield from fortress(view)


def _army(view: View, army: ArmySeen) -> Iterator[str]:
    yield RULE
    yield from wrap(_title(view, army))
    for posture in (*POSTURES, None):
        clans = [clan for clan in army.clans if clan.posture == posture and _here(clan)]
        if clans:
            head = term(posture).capitalize() if posture else _("Posture sealed")
            said = _("; ").join(_clan(clan) for clan in clans)
            yield from wrap(_("{name}: {text}.").format(name=head, text=said), "", "  ")
    yield from _elsewhere(army)
    yield from _command(army)
    yield from _sheet(army)


def _title(view: View, army: ArmySeen) -> str:
    """The side, and its battle plan as far as it is known."""
    name = _("{side} (you)") if army.seat == view.viewer else "{side}"
    if army.plan is None:
        known = _("battle plan sealed")
    elif not army.plan:
        known = _("no battle plan")
    elif army.active:
        known = _("battle plan {plan}").format(plan=plan(army.plan))
    else:
        known = _("battle plan {plan}, not active").format(plan=plan(army.plan))
    if army.saved:
        known += _(", {points} points saved").format(points=army.saved)
    return _("{name}: {text}.").format(name=name.format(side=side(army.seat)), text=known)


def _here(clan: ClanSeen) -> list[UnitSeen]:
    return [unit for unit in clan.units if unit.hex]


def _clan(clan: ClanSeen) -> str:
    """A clan with its units: "G Hara, G1 2/3 2914 shaken"."""
    units = ", ".join(_unit(unit) for unit in _here(clan))
    return f"{clan.clan[1:]} {as_named(clan.title)}, {units}"


def _unit(unit: UnitSeen) -> str:
    """Elan and Mass, leader as L2, fire as F1, hex, state."""
    values = f"{unit.elan}/{unit.mass}" + (f" L{unit.leader}" if unit.leader else "")
    values += f" F{unit.fire}" if unit.fire else ""
    state = f" {term(unit.state)}" if unit.losses else ""
    samurai = _(" with the samurai") if unit.samurai else ""
    return f"{unit.unit[1:]} {values} {unit.hex}{state}{samurai}"


def _elsewhere(army: ArmySeen) -> Iterator[str]:
    """Clans that have not come yet, and units that are out of the game."""
    waiting = [clan for clan in army.clans if any(not u.hex and u.losses < len(LOSSES) for u in clan.units)]
    if waiting:
        names = [_waiting(clan) for clan in waiting]
        yield from wrap(_("Not there yet: {clans}.").format(clans=", ".join(names)), "", "  ")
    gone = [unit.unit[1:] for clan in army.clans for unit in clan.units if unit.losses >= len(LOSSES)]
    if gone:
        yield from wrap(_("Eliminated: {units}.").format(units=" ".join(gone)), "", "  ")


def _waiting(clan: ClanSeen) -> str:
    """A clan that is not there, or those of its units that are not."""
    if _here(clan):
        return " ".join(unit.unit[1:] for unit in clan.units if not unit.hex and unit.losses < len(LOSSES))
    entry = _(" at {point}").format(point=clan.entry) if clan.entry else ""
    return f"{clan.clan[1:]} {as_named(clan.title)}{entry}"


def _command(army: ArmySeen) -> Iterator[str]:
    """Command points of this turn and the delay track."""
    parts = [
        _n("{general} {points} command point", "{general} {points} command points", points).format(
            general=general(who), points=points
        )
        for who, points in army.command.items()
    ]
    parts += [
        _("box {box}: {chits}").format(box=box, chits=" ".join(_chit_name(one) for one in chits))
        for box, chits in army.delays.items()
    ]
    if parts:
        yield from wrap(_("; ").join(parts) + ".", "", "  ")
    reserve = " ".join(_chit_name(one) for one in army.reserve)
    yield from wrap(_("Reserve: {chits}.").format(chits=reserve or _("empty")), "", "  ")


def _chit_name(name: str) -> str:
    """A chit among those of its own side."""
    return name[1:] if not name[1:].isdigit() else _("special-{number}").format(number=name[1:])


def _sheet(army: ArmySeen) -> Iterator[str]:
    """What only its own side may know: special activations, notes, choices, standing orders."""
    if army.left:
        left = [f"{count} {activation(name)}" for name, count in army.left.items()]
        yield from wrap(_("Special activations left: {left}.").format(left=listed(left)), "", "  ")
    for number, note in (army.notes or {}).items():
        said = _("Special chit {number}: {note}.")
        yield from wrap(said.format(number=number[1:], note=_note(note)), "", "  ")
    if army.choices:
        chosen = listed([_chosen(one) for one in army.choices])
        yield from wrap(_("Chosen for the bowl: {chosen}.").format(chosen=chosen), "", "  ")
    for standing in army.standing or ():
        said = _("Standing order, {occasion}: {wishes}.")
        yield from wrap(said.format(occasion=occasion(standing), wishes=wishes(standing)), "", "  ")


def _chosen(choice: Choice) -> str:
    return _chit_name(choice.chit) + (f" ({_note(choice.note)})" if choice.note else "")


def _note(note: Note) -> str:
    return " ".join([activation(note.activation), *(clan[1:] for clan in note.clans)])


def _end(view: View) -> Iterator[str]:
    if not view.ending:
        return
    yield RULE
    if len(view.winners) == 1:
        yield _("The {side} have won ({ending}).").format(side=side(view.winners[0]), ending=view.ending)
    else:
        yield _("Neither side has won ({ending}).").format(ending=view.ending)
