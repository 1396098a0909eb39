"""Each prompt of Kawanakajima in words, as the end of a sentence; and what the enemy waits for.

The prompts of a siege stand in `siege_asks.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from domain.kawanakajima.view import ArmySeen, View
from domain.kawanakajima.words import field_items as f
from domain.kawanakajima.words import items as i
from projections.kawanakajima.names import all_named, chit, general, named
from projections.kawanakajima.siege_asks import SIEGE_ASKS
from projections.language.messages import _, _n, listed
from projections.pictures import Names

MOST, MOST_CLANS = 6, 12
"""Units, or clans, that are named one by one; of more there is their number."""


def asks(view: View, item: Any, names: Names) -> str:
    """What the seat that looks has to do now."""
    return _ASKS[type(item)](view, item)


def awaits(item: Any, names: Names) -> str:
    """The same for the enemy: the step of play, not what a plan or a note has to do with it."""
    if isinstance(item, i.ChoosePlan | i.Deploy | i.BuildPositions | i.SetPostures | i.WriteEntries):
        return _("the set-up")
    if isinstance(item, i.SavePoints | i.SelectChits):
        return _("the command phase")
    if isinstance(item, i.CallKansuke | i.AcceptChit):
        return _("an answer to the draw of {chit}").format(chit=chit(item.chit))
    if isinstance(item, f.Manoeuvre | f.MarchTurn | f.ForcedAdvance | f.CloseUp | f.DisplaceUnits):
        return _("a move")
    if isinstance(item, f.Engage):
        return _("a fight")
    if isinstance(item, f.AnswerLeader | f.ChooseSufferer | f.AdvanceAfter | f.FallBack | f.ChooseSeppuku):
        return _("an answer in a fight")
    if isinstance(item, f.RetreatClan | f.Pursuit):
        return _("a retreat")
    if isinstance(item, f.RallyPhase | f.RallyToDefence | f.PosturePhase | f.Initiative):
        return _("postures and rallies")
    if type(item) in SIEGE_ASKS:
        return _("an action of the siege")
    return _("a choice")


# ---- set-up and command


def _own(view: View) -> ArmySeen:
    return next(army for army in view.armies if army.seat == view.viewer)


def _few(units: Sequence[str]) -> str:
    """ "Takeda G1, G2 and J1"; of many units their number."""
    if len(units) <= MOST:
        return all_named(units)
    return _("{count} units").format(count=len(units))


def _letters(clans: Sequence[str]) -> str:
    """One's own clans as they are printed: "A, B, C"; of many clans their number."""
    if len(clans) > MOST_CLANS:
        return _("{count} clans").format(count=len(clans))
    return ", ".join(clan[1:] for clan in clans)


def _deploy(view: View, item: i.Deploy) -> str:
    return _("place one clan beside clan M, or say done")


def _plan(view: View, item: i.ChoosePlan) -> str:
    return _("choose your battle plan, in secret")


def _positions(view: View, item: i.BuildPositions) -> str:
    said = _n(
        "name the {count} unit that gets a defensive position",
        "name the {count} units that get defensive positions",
        item.count,
    )
    return said.format(count=item.count)


def _postures(view: View, item: i.SetPostures) -> str:
    return _("set the first postures, then say done; clans: {clans}").format(clans=_letters(item.clans))


def _entries(view: View, item: i.WriteEntries) -> str:
    said = _("write in secret where each clan will appear; clans: {clans}")
    return said.format(clans=_letters(item.clans))


def _points(view: View) -> str:
    """ "Shingen 3, Kosaka 2"."""
    return ", ".join(f"{general(who)} {points}" for who, points in _own(view).command.items())


def _save(view: View, item: i.SavePoints) -> str:
    said = _("save command points for your plan or attempt it; your points: {points}")
    return said.format(points=_points(view) or "0")


def _select(view: View, item: i.SelectChits) -> str:
    said = _("choose chits for your command points ({points}), then say done; chosen: {count}")
    return said.format(points=_points(view) or "0", count=len(_own(view).choices or ()))


def _kansuke(view: View, item: i.CallKansuke) -> str:
    said = _("drawn is {chit}: play it, or let Yamamoto Kansuke put it off")
    return said.format(chit=chit(item.chit))


def _accept(view: View, item: i.AcceptChit) -> str:
    return _("drawn is {chit}: play it, or delay it").format(chit=chit(item.chit))


def _impetuous(view: View, item: i.ChooseImpetuous) -> str:
    return _("choose the clan of the enemy that has to attack")


def _samurai(view: View, item: i.PlaceSamurai) -> str:
    return _("choose the unit that your samurai joins, and what for")


def _column(view: View, item: i.FormColumn) -> str:
    return _("place the units of your column on its hexes, then say done")


def _surplus(view: View, item: i.EnterSurplus) -> str:
    return _("bring in the units that your column had no room for, then say done")


# ---- activations


def _posture(view: View, item: f.PosturePhase) -> str:
    said = _n(
        "change the posture of your clan, or say done: {clans}",
        "change the posture of one of your clans, or say done: {clans}",
        len(item.clans),
    )
    return said.format(clans=_letters(item.clans))


def _manoeuvre(view: View, item: f.Manoeuvre) -> str:
    said = _n(
        "move units of your clan, then say done: {clans}",
        "move units of your clans, then say done: {clans}",
        len(item.clans),
    )
    return said.format(clans=_letters(item.clans))


def _engage(view: View, item: f.Engage) -> str:
    if not item.clans:
        return _("your Combat chit is drawn: choose the next fight")
    said = _n(
        "choose the next fight of your clan, or say done: {clans}",
        "choose the next fight of your clans, or say done: {clans}",
        len(item.clans),
    )
    return said.format(clans=_letters(item.clans))


def _rally(view: View, item: f.RallyPhase) -> str:
    said = _n(
        "rally units of your clan, or say done: {clans}",
        "rally units of your clans, or say done: {clans}",
        len(item.clans),
    )
    return said.format(clans=_letters(item.clans))


def _to_defence(view: View, item: f.RallyToDefence) -> str:
    said = _("say whether this clan takes the posture of defence, or done: {clan}")
    return said.format(clan=_letters((item.clan,)))


def _march(view: View, item: f.MarchTurn) -> str:
    return _("the chit March is drawn: choose the next clan that marches, or say done")


def _forced(view: View, item: f.ForcedAdvance) -> str:
    return _("your Combat chit is drawn: advance your attacking units by a hex")


def _initiative(view: View, item: f.Initiative) -> str:
    return _("the chit Clan Initiative is drawn: choose a clan that helps itself, or say done")


def _close_up(view: View, item: f.CloseUp) -> str:
    said = _("close up your scattered units by a hex each, or say done: {units}")
    return said.format(units=_few(item.left))


# ---- retreats and combat


def _retreat(view: View, item: f.RetreatClan) -> str:
    return _("retreat your units, one after the other: {units}").format(units=_few(item.left))


def _pursuit(view: View, item: f.Pursuit) -> str:
    said = _("choose who pursues {prey}, which retreats: {units}")
    return said.format(prey=named(item.prey), units=_few(item.units))


def _displace(view: View, item: f.DisplaceUnits) -> str:
    return _("move the units of the enemy, then say done: {clan}").format(clan=named(item.clan))


def _leader(view: View, item: f.AnswerLeader) -> str:
    said = _("say where your leader counts, column or row: {attackers} on {defenders}")
    return said.format(attackers=_few(item.attackers), defenders=_few(item.defenders))


def _sufferer(view: View, item: f.ChooseSufferer) -> str:
    said = _("choose who takes the heavier part of the result {code}: {units}")
    return said.format(code=item.code, units=_few(item.units))


def _seppuku(view: View, item: f.ChooseSeppuku) -> str:
    return _("clan flight of {clan}: choose whose leader takes his life").format(clan=named(item.clan))


def _fall_back(view: View, item: f.FallBack) -> str:
    said = _("choose the hex that beaten {unit} retreats to, from {hex}")
    return said.format(unit=named(item.unit), hex=item.hex)


def _advance(view: View, item: f.AdvanceAfter) -> str:
    hexes = [hex_ for hex_ in item.hexes if hex_]
    if not hexes:
        return _("advance after the combat, or say done: {units}").format(units=_few(item.units))
    said = _("advance after the combat, or say done: {units} to {hexes}")
    return said.format(units=_few(item.units), hexes=listed(hexes))


_ASKS: Mapping[type, Callable[[View, Any], str]] = {
    i.Deploy: _deploy,
    i.ChoosePlan: _plan,
    i.BuildPositions: _positions,
    i.SetPostures: _postures,
    i.WriteEntries: _entries,
    i.SavePoints: _save,
    i.SelectChits: _select,
    i.CallKansuke: _kansuke,
    i.AcceptChit: _accept,
    i.ChooseImpetuous: _impetuous,
    i.PlaceSamurai: _samurai,
    i.FormColumn: _column,
    i.EnterSurplus: _surplus,
    f.PosturePhase: _posture,
    f.Manoeuvre: _manoeuvre,
    f.Engage: _engage,
    f.RallyPhase: _rally,
    f.RallyToDefence: _to_defence,
    f.MarchTurn: _march,
    f.ForcedAdvance: _forced,
    f.Initiative: _initiative,
    f.CloseUp: _close_up,
    f.RetreatClan: _retreat,
    f.Pursuit: _pursuit,
    f.DisplaceUnits: _displace,
    f.AnswerLeader: _leader,
    f.ChooseSufferer: _sufferer,
    f.ChooseSeppuku: _seppuku,
    f.FallBack: _fall_back,
    f.AdvanceAfter: _advance,
    **SIEGE_ASKS,
}
