"""The text picture of a battle: the honor track with its thresholds, the sheet of each army, hostages.

Plain ASCII: other signs take two columns with some fonts and break in some mail programs.
"""

from __future__ import annotations

from collections.abc import Iterator

from domain.clan_war.view import ArmyView, HostageView, UnitView, View
from projections.clan_war.claims import waits
from projections.clan_war.names import army_name, printed, shown_name
from projections.language.messages import COLUMNS, _, _n, columns, listed, wrap

RULE = "-" * COLUMNS
NAME = 18
"""Columns of the name of a unit."""

LEFT = 20
"""Columns before the honor track: the army and its honor."""

PHASES = {
    "muster": "muster",
    "primary": "Primary movement",
    "cavalry": "Cavalry movement",
    "ranged": "Ranged",
    "close": "Close Combat",
    "end": "End",
}


def board(view: View) -> str:
    """The whole picture."""
    parts = (
        *(_head(view), _track(view), _armies(view)),
        *(_hostages(view), _due(view), _claims(view), _end(view)),
    )
    lines = [line for part in parts for line in part]
    return "".join(f"{line.rstrip()}\n" for line in lines)


def _head(view: View) -> Iterator[str]:
    name = _("Clan War")
    yield f"{name}{_where(view):>{COLUMNS - columns(name)}}"
    yield RULE
    if view.sealed:
        yield from wrap(_("Army lists are sealed: each army sees its own until all are done."))
        yield RULE


def _where(view: View) -> str:
    if view.winners:
        return _("the battle is over after turn {turn}").format(turn=view.turn)
    if not view.turn:
        return _("muster")
    said = _("turn {turn} of {limit}: {phase}")
    return said.format(turn=view.turn, limit=view.turn_limit, phase=PHASES[view.phase])


def _track(view: View) -> Iterator[str]:
    """Each army on one scale; below it the thresholds."""
    low, high = view.thresholds[0], view.thresholds[-1]
    for army in view.armies:
        line = ["." for _column in range(COLUMNS - LEFT)]
        for level in view.thresholds:
            line[_column(level, low, high)] = "|"
        line[_column(army.honor.total, low, high)] = "*"
        yield f"{printed(army.name):<{LEFT - 6}.{LEFT - 6}}{army.honor.total:>4}  {''.join(line)}"
    yield " " * LEFT + _labels(view.thresholds)
    if not view.has_low_table:
        yield from wrap(_("The table of low honor is not supplied: it has no continuing effects."))
    yield RULE


def _column(honor: int, low: int, high: int) -> int:
    """Where an honor stands on the scale."""
    place = (honor - low) * (COLUMNS - LEFT - 1) // (high - low)
    return max(0, min(COLUMNS - LEFT - 1, place))


def _labels(thresholds: tuple[int, ...]) -> str:
    """The thresholds under their bars, as many as there is room for."""
    text = ""
    for level in thresholds:
        at = _column(level, thresholds[0], thresholds[-1])
        label = str(level)
        if at + len(label) > COLUMNS - LEFT:
            at = COLUMNS - LEFT - len(label)
        if not text or at > len(text):
            text = f"{text:<{at}}{label}"
    return text


def _armies(view: View) -> Iterator[str]:
    for army in view.armies:
        yield from wrap(_army(view, army), "", "    ")
        units = [unit for unit in view.units if unit.unit.army == army.name]
        if units:
            yield _("  unit              models move  TL ML Ld   range")
        for unit in units:
            yield from _profile(unit)
            yield from wrap(_state(unit), "      ", "      ")
    yield RULE


def _army(view: View, army: ArmyView) -> str:
    name = army_name(army)
    if army.name == view.viewer:
        name = _("{army} (you)").format(army=name)
    said = [
        _("{name}: {honor} honor").format(name=name, honor=army.honor.total),
        _("Morale {morale:+d}").format(morale=army.morale) if army.morale else "",
        _("{points} VP").format(points=army.vp.total),
        _n("{count} extra card", "{count} extra cards", army.cards).format(count=army.cards)
        if army.cards
        else "",
        _("agrees to end").format() if army.name in view.agreed else "",
    ]
    return f"{', '.join(part for part in said if part)}."


def _profile(shown: UnitView) -> Iterator[str]:
    """The name and the values, in two lines where the name is too long for its column."""
    unit, profile = shown.unit, shown.unit.profile
    models = f"{unit.models}/{profile.models}"
    reach = f"{profile.close}/{profile.extended}" if profile.extended else "-"
    name = printed(profile.name)
    if columns(name) >= NAME:
        yield f"  {name}"
        name = ""
    yield (
        f'  {name:<{NAME}}{models:>6}{profile.move:>4}"{profile.tl:>4}{profile.ml:>3}'
        f"{shown.leadership:>3}{reach:>8}"
    )


def _state(shown: UnitView) -> str:
    """Where it is and what has befallen it, in words."""
    unit = shown.unit
    own = f'"{shown.called[unit.name]}"' if unit.name in shown.called else ""
    if unit.destroyed:
        return _("; ").join(word for word in (own, _("destroyed")) if word)
    spent = _("spent until the end of turn {turn}").format(turn=unit.spent_until) if unit.is_spent else ""
    place = _("at {x} {y}").format(x=unit.position[0], y=unit.position[1]) if unit.position[0] else ""
    engaged = (
        _("engaged with {units}").format(units=listed([shown_name(shown, name) for name in shown.engaged]))
        if shown.engaged
        else ""
    )
    holds = _("holds {names}").format(names=listed(shown.hostages)) if shown.hostages else ""
    led = _("led by {name}").format(name=shown_name(shown, shown.commander)) if shown.commander else ""
    traits = ", ".join(unit.profile.traits)
    words = (
        own,
        _("AIRBORNE") if unit.airborne else _("on the ground"),
        place,
        "" if unit.formed else _("unformed"),
        spent,
        _("routing") if unit.routing else _("broken") if unit.broken else "",
        engaged,
        holds,
        led,
        _("traits: {traits}").format(traits=traits) if traits else "",
    )
    return _("; ").join(word for word in words if word)


def _hostages(view: View) -> Iterator[str]:
    for one in view.hostages:
        yield from wrap(_hostage(view, one), "", "    ")
    for mode in view.modes:
        said = _("{unit} strikes easy at {captor}.")
        if mode.mode == "all-out":
            said = _("{unit} attacks {captor} all-out.")
        told = said.format(unit=shown_name(view, mode.unit), captor=shown_name(view, mode.captor))
        yield from wrap(told, "", "    ")


def _hostage(view: View, one: HostageView) -> str:
    said = _("Hostage {name} of {clan}: held by {captor} ({army}).")
    if one.end == "destroyed":
        said = _("Hostage {name} of {clan}: destroyed.")
    elif one.end:
        said = _("Hostage {name} of {clan}: free.")
    clan, captor, army = printed(one.clan), shown_name(view, one.captor), printed(one.army)
    return said.format(name=one.name, clan=clan, captor=captor, army=army)


def _due(view: View) -> Iterator[str]:
    for due in view.due:
        said = _("Due at the end of the turn: units of {army} test at {penalty:+d}, for {level} honor.")
        if due.kind == "enemy":
            said = _("Due at the end of the turn: enemies of {army} test at {penalty:+d}, for {level} honor.")
        names = listed([shown_name(view, name) for name in due.immune])
        immune = _(" Immune: {units}.").format(units=names) if due.immune else ""
        told = said.format(army=printed(due.army), penalty=due.penalty, level=due.level)
        yield from wrap(f"{told}{immune}", "", "    ")


def _claims(view: View) -> Iterator[str]:
    """None once the battle is over: what waits then does not count."""
    for claim in () if view.winners else view.claims:
        yield from wrap(waits(claim), "", "    ")


def _end(view: View) -> Iterator[str]:
    if not view.winners:
        return
    yield ""
    if view.ending == "draw":
        yield from wrap(_("A draw between {armies}.").format(armies=listed([*map(printed, view.winners)])))
    else:
        yield from wrap(_("{army} has won.").format(army=listed([*map(printed, view.winners)])))
    for army in sorted(view.armies, key=lambda one: -one.vp.total):
        terms = " ".join(_("{value:+d} {why};").format(value=t.value, why=t.why) for t in army.vp.terms)
        said = _("{army}: {points} VP. {terms}").format(
            army=printed(army.name), points=army.vp.total, terms=terms
        )
        yield from wrap(said.rstrip("; ").rstrip(), "  ", "      ")
    if not view.turn:
        return
    asked = listed([f'"where {army}"' for army in view.seats])
    yield from wrap(_("What each army enters in the next battle: ask {questions}.").format(questions=asked))
