"""Sentences of armies, honor and units; and the sums that events carry."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from domain.clan_war.board import combat_events as c
from domain.clan_war.board import corrected as k
from domain.clan_war.board import events as e
from domain.clan_war.board import flight_events as f
from domain.clan_war.board import list_events as a
from domain.clan_war.board.trials import Roll
from domain.kit.sums import Sum
from projections.clan_war.claims import CLAIM_SENTENCES, reported
from projections.clan_war.corrected_sentences import CORRECTED_SENTENCES
from projections.clan_war.field_sentences import FIELD_SENTENCES
from projections.clan_war.rolls import rolled
from projections.language.filled import Depending, SentenceOf
from projections.language.messages import _, _n, listed, term


def sentence(event: Any, viewer: str) -> str:
    """One event in a sentence. The table is open: every viewer reads the same, but for sealed army lists."""
    line = event.what.seen_by(viewer) if isinstance(event, a.ListSealed) else None
    return _SENTENCES[type(event)](event) if line is None else _own_line(event.army, line)


def sums(event: Any, viewer: str) -> tuple[tuple[str, Sum], ...]:
    """Every sum that an event carries, with what it is the sum of."""
    roll = getattr(event, "roll", None)
    if isinstance(roll, Roll):
        return ((_tested(event), roll.sum),)
    if isinstance(event, e.StartingHonorSet):
        return ((_("starting honor of {army}").format(army=event.army), event.honor),)
    if isinstance(event, e.HonorChanged | k.HonorCorrected):
        return ((_("change of honor of {army}").format(army=event.army), Sum((event.term,))),)
    if isinstance(event, e.PointsChanged | k.PointsCorrected):
        return ((_("change of VP of {army}").format(army=event.army), Sum((event.term,))),)
    if isinstance(event, e.PointsCounted):
        return tuple((_("VP of {army}").format(army=one.army), one.points) for one in event.tallies)
    return _field_sums(event)


def _tested(event: Any) -> str:
    if isinstance(event, c.DestructionTested):
        return _("destruction test of {unit}").format(unit=event.captor)
    if isinstance(event, c.RecoveryTested):
        return _("recovery test of {unit}").format(unit=event.unit)
    if isinstance(event, f.ManeuverTested):
        return _("Maneuver test of {unit}").format(unit=event.unit)
    return _("Morale test of {unit}").format(unit=event.unit)


def _field_sums(event: Any) -> tuple[tuple[str, Sum], ...]:
    found: tuple[tuple[str, Sum], ...] = ()
    if isinstance(event, f.Shot):
        found = (
            (_("distance"), event.distance),
            (_("close range"), event.close),
            (_("extended range"), event.extended),
            (_("ATT of {unit}").format(unit=event.unit), event.att),
        )
    elif isinstance(event, f.PartingShots):
        found = ((_("ATT of parting shots"), event.att), (_("DAM of parting shots"), event.dam))
    elif isinstance(event, c.Fought):
        found = (
            (_("ATT of {unit}").format(unit=event.unit), event.att),
            (_("ATT of {unit}").format(unit=event.target), event.target_att),
        )
    return tuple((what, total) for what, total in found if total.terms)


def _unit_mustered(event: e.UnitMustered) -> str:
    one = event.profile
    said = _n(
        "{army} musters {unit}: {count} model, movement {move} inches, TL {tl}, ML {ml}{traits}.",
        "{army} musters {unit}: {count} models, movement {move} inches, TL {tl}, ML {ml}{traits}.",
        one.models,
    )
    traits = "".join(f", {trait}" for trait in one.traits)
    return said.format(
        army=one.army, unit=one.name, count=one.models, move=one.move, tl=one.tl, ml=one.ml, traits=traits
    )


def _recruited(event: e.PersonalityRecruited) -> str:
    one = event.personality
    said = _("{name} of {clan} joins {unit} ({army}): {honor} honor, Leadership {leadership}{skills}.")
    return said.format(
        name=one.name,
        clan=one.clan,
        unit=one.unit,
        army=one.army,
        honor=one.honor,
        leadership=one.leadership,
        skills="".join(f", {skill}" for skill in one.skills),
    )


def _own_line(army: str, line: a.Listed) -> str:
    """The same as its own side reads it."""
    if line.anew:
        return _("Under seal: {army} has cleared its army list.").format(army=army)
    entries = " ".join(_SENTENCES[type(entry)](entry) for entry in line.entries)
    return _("Under seal: {entries}").format(entries=entries)


def _lists_opened(event: a.ListsOpened) -> str:
    renamed = [
        _("{before} of {army} is called {after}, for another army has the name.").format(
            before=one.before, army=one.army, after=one.after
        )
        for one in event.renamed
    ]
    lapsed = [
        _('{word} of {army} is not called "{called}": another army has that name, or one like it.').format(
            word=one.word, army=one.army, called=one.called
        )
        for one in event.lapsed
    ]
    return " ".join((_("All army lists are opened."), *renamed, *lapsed))


PHASES = {
    "primary": "The Primary movement phase begins.",
    "cavalry": "The Cavalry movement phase begins.",
    "ranged": "The Ranged phase begins.",
    "close": "The Close Combat phase begins.",
    "end": "The End phase begins.",
}


def _phase_began(event: e.PhaseBegan) -> str:
    return term(PHASES[event.phase])


def _honor_changed(event: e.HonorChanged) -> str:
    return _changed(event, _("Honor of {army} {value:+d}, {why}: now {after}. {source}"))


def _changed(event: e.HonorChanged | e.PointsChanged, said: str) -> str:
    return said.format(
        army=event.army,
        value=event.term.value,
        why=event.term.why,
        after=event.after,
        source=reported(event.by, event.confirmed),
    )


def _level_reached(event: e.LevelReached) -> str:
    said = _("{army} reaches {level} honor for the first time.")
    if event.due and event.kind == "enemy":
        said = _(
            "{army} reaches {level} honor for the first time: enemy units test their Morale "
            "at {penalty:+d} at the end of the turn."
        )
    elif event.due:
        said = _(
            "{army} sinks to {level} honor for the first time: its units test their Morale "
            "at {penalty:+d} at the end of the turn."
        )
    return said.format(army=event.army, level=event.level, penalty=event.penalty)


def _points_changed(event: e.PointsChanged) -> str:
    return _changed(event, _("VP of {army} {value:+d}, {why}: now {after}. {source}"))


def _points_counted(event: e.PointsCounted) -> str:
    each = [_("{army} {points}").format(army=one.army, points=one.points.total) for one in event.tallies]
    return _("Victory points: {points}.").format(points=", ".join(each))


def _won(event: e.BattleWon) -> str:
    if len(event.winners) > 1:
        return _("The battle is a draw between {armies}.").format(armies=listed(event.winners))
    return _("{army} wins the battle.").format(army=event.winners[0])


sentence_of = SentenceOf(roll=rolled, armies=listed)

_SENTENCES: Mapping[type, Callable[[Any], str]] = {
    a.ListSealed: sentence_of("{army} has written a line of its army list, under seal."),
    a.ListsOpened: _lists_opened,
    **CLAIM_SENTENCES,
    e.UnitMustered: _unit_mustered,
    e.ClanChosen: sentence_of("{army} fights for {clan}."),
    e.PersonalityRecruited: _recruited,
    e.UnitCalled: sentence_of("{unit} is called {called}."),
    e.PersonalityCalled: sentence_of("{unit} is called {called}.", unit="personality"),
    e.ModifierEntered: sentence_of(
        "{army} enters a modifier of its starting honor: {value:+d}, {why}.",
        value="term.value",
        why="term.why",
    ),
    e.StartingHonorSet: sentence_of("{army} begins with {honor} honor.", honor="honor.total"),
    e.TurnBegan: sentence_of("Turn {turn} begins."),
    e.PhaseBegan: _phase_began,
    e.ArmyDone: sentence_of("{army} has nothing more to report."),
    e.HonorChanged: _honor_changed,
    e.LevelReached: _level_reached,
    e.PointsChanged: _points_changed,
    e.ExtraCardGranted: sentence_of(
        "{army} has the highest honor, {honor}, and may draw one Tactical Card more."
    ),
    e.ExtraCardWithheld: sentence_of(
        "{armies} have the highest honor, {honor}, alike: nobody draws a Tactical Card more."
    ),
    e.MoraleTested: sentence_of("{unit} tests its Morale ({cause}): {roll}."),
    e.HonorTested: sentence_of("{unit} tests its Morale, as {army} has reached {level} honor: {roll}."),
    e.DueLapsed: sentence_of("No test for {level} honor of {army}: its honor has come back."),
    e.ConditionChanged: Depending(
        "until",
        {0: sentence_of("{unit} is {condition} ({cause}).")},
        otherwise=sentence_of("{unit} is {condition} ({cause}) until the end of turn {until}."),
    ),
    e.UnitReady: sentence_of("{unit} is no longer spent."),
    e.UnitWounded: sentence_of(
        "{unit} suffers {count} Wound.", "{unit} suffers {count} Wounds.", "wounds", count="wounds"
    ),
    e.ModelsLost: sentence_of(
        "{unit} loses {count} model: {left} left.",
        "{unit} loses {count} models: {left} left.",
        "models",
        count="models",
    ),
    e.UnitDestroyed: sentence_of("{unit} is destroyed."),
    e.PersonalitySlain: sentence_of("{name} is slain.", name="personality"),
    e.TurnEnded: sentence_of("Turn {turn} ends."),
    e.EndProposed: sentence_of("{army} agrees to end the battle in this turn."),
    e.ArmyResigned: sentence_of("{army} gives the battle up."),
    e.BattleEnded: Depending(
        "why",
        {"agreed": sentence_of("The battle ends by agreement.")},
        otherwise=sentence_of("The battle ends at the turn limit."),
    ),
    e.PointsCounted: _points_counted,
    e.BattleWon: _won,
    **FIELD_SENTENCES,
    **CORRECTED_SENTENCES,
}
