"""Each prompt of Kawanakajima in words, as the end of a sentence; and what the enemy waits for.

The prompts of a siege stand in `siege_asks.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from domain.kawanakajima.view import ArmySeen, View
from domain.kawanakajima.words import field_items as f
from domain.kawanakajima.words import items as i
from projections.kawanakajima.names import all_named, chit, general, lettered, named, titles
from projections.kawanakajima.siege_asks import SIEGE_ASKS
from projections.language.filled import Depending, SentenceOf
from projections.language.messages import _, listed
from projections.pictures import Names

MOST, MOST_CLANS = 6, 12
"""Units, or clans, that are named one by one; of more there is their number."""


def asks(view: View, item: Any, names: Names) -> str:
    """What the seat that looks has to do now."""
    whose = titles(clan for army in view.armies for clan in army.clans)
    fields = {name: _titled(getattr(item, name), whose) for name in item.__struct_fields__}
    return _ASKS[type(item)](replace(item, **fields), view)


def _titled(value: Any, whose: Names) -> Any:
    """The names in a field of a prompt with the commanders of what they name."""
    if isinstance(value, tuple):
        return tuple([_titled(one, whose) for one in value])
    return whose.get(value, value) if isinstance(value, str) else value


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


def _own(view: View) -> ArmySeen:
    return next(army for army in view.armies if army.seat == view.viewer)


def _few(units: Sequence[str]) -> str:
    """ "Takeda G1, G2 and J1"; of one with its commander, of many their number."""
    if len(units) == 1:
        return named(units[0])
    if len(units) <= MOST:
        return all_named(units)
    return _("{count} units").format(count=len(units))


def _letters(clans: Sequence[str]) -> str:
    """One's own clans with their commanders: "Hara (G), Baba (O)"; of more their letters, of many their
    number."""
    if len(clans) > MOST_CLANS:
        return _("{count} clans").format(count=len(clans))
    return ", ".join(map(lettered, clans) if len(clans) <= MOST else (clan[1:] for clan in clans))


def _points(view: View) -> str:
    """ "Shingen 3, Kosaka 2"."""
    return ", ".join(f"{general(who)} {points}" for who, points in _own(view).command.items())


def _save(item: i.SavePoints, view: View) -> str:
    said = _("save command points for your plan or attempt it; your points: {points}")
    return said.format(points=_points(view) or "0")


def _select(item: i.SelectChits, view: View) -> str:
    said = _("choose chits for your command points ({points}), then say done; chosen: {count}")
    return said.format(points=_points(view) or "0", count=len(_own(view).choices or ()))


def _to_defence(item: f.RallyToDefence, view: View) -> str:
    said = _("say whether this clan takes the posture of defence, or done: {clan}")
    return said.format(clan=_letters((item.clan,)))


def _advance(item: f.AdvanceAfter, view: View) -> str:
    hexes = [hex_ for hex_ in item.hexes if hex_]
    if not hexes:
        return _("advance after the combat, or say done: {units}").format(units=_few(item.units))
    said = _("advance after the combat, or say done: {units} to {hexes}")
    return said.format(units=_few(item.units), hexes=listed(hexes))


sentence_of = SentenceOf(
    clan=named,
    prey=named,
    unit=named,
    chit=chit,
    clans=_letters,
    units=_few,
    attackers=_few,
    defenders=_few,
)

_ASKS: Mapping[type, Callable[[Any, View], str]] = {
    # ---- set-up and command
    i.Deploy: sentence_of("place one clan beside clan M, or say done"),
    i.ChoosePlan: sentence_of("choose your battle plan, in secret"),
    i.BuildPositions: sentence_of(
        "name the {count} unit that gets a defensive position",
        "name the {count} units that get defensive positions",
        "count",
    ),
    i.SetPostures: sentence_of("set the first postures, then say done; clans: {clans}"),
    i.WriteEntries: sentence_of("write in secret where each clan will appear; clans: {clans}"),
    i.SavePoints: _save,
    i.SelectChits: _select,
    i.CallKansuke: sentence_of("drawn is {chit}: play it, or let Yamamoto Kansuke put it off"),
    i.AcceptChit: sentence_of("drawn is {chit}: play it, or delay it"),
    i.ChooseImpetuous: sentence_of("choose the clan of the enemy that has to attack"),
    i.PlaceSamurai: sentence_of("choose the unit that your samurai joins, and what for"),
    i.FormColumn: sentence_of("place the units of your column on its hexes, then say done"),
    i.EnterSurplus: sentence_of("bring in the units that your column had no room for, then say done"),
    # ---- activations
    f.PosturePhase: sentence_of(
        "{clans} is activated: change its posture, or say done",
        "{clans} are activated: change a posture, or say done",
        "clans",
    ),
    f.Manoeuvre: sentence_of(
        "{clans} is activated: move its units, then say done",
        "{clans} are activated: move their units, then say done",
        "clans",
    ),
    f.Engage: Depending(
        "clans",
        {(): sentence_of("your Combat chit is drawn: choose the next fight")},
        otherwise=sentence_of(
            "choose the next fight of your clan, or say done: {clans}",
            "choose the next fight of your clans, or say done: {clans}",
            "clans",
        ),
    ),
    f.RallyPhase: sentence_of(
        "rally units of your clan, or say done: {clans}",
        "rally units of your clans, or say done: {clans}",
        "clans",
    ),
    f.RallyToDefence: _to_defence,
    f.MarchTurn: sentence_of("the chit March is drawn: choose the next clan that marches, or say done"),
    f.ForcedAdvance: sentence_of("your Combat chit is drawn: advance your attacking units by a hex"),
    f.Initiative: sentence_of(
        "the chit Clan Initiative is drawn: choose a clan that helps itself, or say done"
    ),
    f.CloseUp: sentence_of("close up your scattered units by a hex each, or say done: {units}", units="left"),
    # ---- retreats and combat
    f.RetreatClan: sentence_of("retreat your units, one after the other: {units}", units="left"),
    f.Pursuit: sentence_of("choose who pursues {prey}, which retreats: {units}"),
    f.DisplaceUnits: sentence_of("move the units of the enemy, then say done: {clan}"),
    f.AnswerLeader: sentence_of("say where your leader counts, column or row: {attackers} on {defenders}"),
    f.ChooseSufferer: sentence_of("choose who takes the heavier part of the result {code}: {units}"),
    f.ChooseSeppuku: sentence_of("clan flight of {clan}: choose whose leader takes his life"),
    f.FallBack: sentence_of("choose the hex that beaten {unit} retreats to, from {hex}"),
    f.AdvanceAfter: _advance,
    **SIEGE_ASKS,
}
