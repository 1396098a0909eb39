"""How a game is to be opened, whether it can be, and what its first entry says."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from msgspec import Struct, convert, to_builtins
from msgspec.structs import replace

from domain.game.entries.entries import OWN, Lot, Opened, Seated, Tables
from domain.game.entries.policy import TODAY, Policy
from domain.kit.likeness import nearest
from domain.kit.rules import Rules, Scenario, fixed_options, options_of
from domain.titles import TITLES, is_listed, package
from referee.clocks.timetable import NoSuchZone, shared_zone
from referee.games import programs
from referee.games.chosen_options import fault
from referee.proof.levels import LEVELS

LONGEST_NAME = 40
NAME = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?")
"""What a game may be called: it stands in subjects, tokens and file names."""


class CannotOpen(Exception):
    """A game cannot be opened as asked; the sentence says why, and what would do."""


class Opening(Struct, frozen=True):
    """How a game is to be opened. `people` are the persons in the order of the seats.

    `seats` are those that they take; without them, the first ones of the title. `scenario` is the first one
    of the title, `edition` the newest one, where none is named. `options` are changes to the preset.
    `level` is the level of proof of its throws (`levels.py`). `policy` is what is agreed beside the rules.
    `tables` are whose the rows of `data` are, where it is an owner's. `lot` is how people came to their
    seats, where it was by lot.
    """

    id: str
    title: str
    people: tuple[str, ...]
    scenario: str = ""
    preset: str = "default"
    data: Mapping[str, bytes] | None = None
    level: int = 1
    seats: tuple[str, ...] = ()
    options: Mapping[str, str] = {}
    policy: Policy = TODAY
    edition: str = ""
    tables: Tables | None = None
    lot: Lot | None = None


def check_opening(opening: Opening) -> None:
    """Whether a game can be opened so, as far as it can be told before. Raises `CannotOpen`."""
    _options(title_of(opening), opening)


def title_of(opening: Opening) -> Rules:
    """The rules of the title, where a game of it can be opened so. Raises `CannotOpen`."""
    if not NAME.fullmatch(opening.id):
        raise CannotOpen(f"“{opening.id}” cannot be a game's id. Use up to 40 of a-z, 0-9 and hyphens.")
    rules = TITLES.get(opening.title)
    if rules is None or not is_listed(opening.title):
        raise CannotOpen(f"There is no title “{opening.title}”. There are: {', '.join(TITLES)}.")
    _check_seats(rules, _scenario(rules, opening.scenario), opening)
    if why := programs.unfit(rules, opening.people, opening.level):
        raise CannotOpen(why)
    _check_zone(opening.policy)
    if opening.level not in LEVELS:
        raise CannotOpen(f"There is no level {opening.level} of proof. There are 0, 1, 2 and 3.")
    if opening.preset not in rules.presets:
        known = f"{nearest(opening.preset, rules.presets)} There are: {', '.join(rules.presets)}."
        raise CannotOpen(f"There is no preset “{opening.preset}”.{known}")
    return rules


def first_entry(opening: Opening, rules: Rules, data: str, seeded: str, key: str) -> Opened[Any]:
    """What is recorded first of a game of level 0. `seeded` says that everybody can foresee its faces, ""
    where nobody can; `key` is what the store signs with. Raises `CannotOpen`."""
    preset, options = _options(rules, opening)
    policy = replace(opening.policy, sheets=opening.policy.sheets and rules.takes_sheet is not None)
    return Opened(
        opening.title,
        _scenario(rules, opening.scenario).name,
        opening.edition or rules.edition,
        preset,
        options,
        data,
        tuple(map(Seated, _seats(rules, opening), opening.people)),
        " ".join(filter(None, (LEVELS[opening.level].sentence(), seeded))),
        opening.level,
        key,
        None if policy == TODAY else policy,
        tables=opening.tables,
        lot=opening.lot,
        package=package(opening.title),
    )


def _check_zone(policy: Policy) -> None:
    try:
        shared_zone(policy.zone)
    except NoSuchZone as error:
        raise CannotOpen(str(error)) from None


def _scenario(rules: Rules, name: str) -> Scenario:
    for scenario in rules.scenarios:
        if name in ("", scenario.name):
            return scenario
    names = ", ".join(scenario.name for scenario in rules.scenarios)
    raise CannotOpen(f"{rules.name} has no scenario “{name}”. It has: {names}.")


def _seats(rules: Rules, opening: Opening) -> tuple[str, ...]:
    return opening.seats or rules.seats[: len(opening.people)]


def _check_seats(rules: Rules, scenario: Scenario, opening: Opening) -> None:
    """So many people, on seats that the title has and that may be chosen, and on all that it needs."""
    least, most = scenario.seats
    people, seats = len(opening.people), _seats(rules, opening)
    if not least <= people <= most:
        need = f"{least} to {most}" if least < most else f"{least}"
        raise CannotOpen(f"{rules.name} ({scenario.name}) is for {need} people, not {people}.")
    known = ", ".join(rules.seats)
    if len(seats) != people or len(set(seats)) != people or not set(seats) <= set(rules.seats):
        raise CannotOpen(f"{people} people cannot sit at {', '.join(seats)}. There are: {known}.")
    if not rules.choose_seats and seats != rules.seats[:people]:
        raise CannotOpen(f"{people} people sit at {', '.join(rules.seats[:people])}, and nowhere else.")
    lacking = [seat for seat in scenario.needs if seat not in seats]
    if lacking:
        raise CannotOpen(f"{rules.name} ({scenario.name}) needs somebody at {', '.join(lacking)}.")


def _options(rules: Rules, opening: Opening) -> tuple[str, Struct]:
    """The options that hold, and the preset which has them: `OWN` where none has."""
    scenario, edition = _scenario(rules, opening.scenario), opening.edition or rules.edition
    named = options_of(rules, scenario.name, opening.preset, edition)
    own = {name.replace("-", "_"): value for name, value in opening.options.items()}
    if wrong := fault(rules, named, own):
        raise CannotOpen(wrong)
    options: Struct = convert({**to_builtins(named), **own}, rules.options, strict=False)
    for name, value in fixed_options(rules, scenario.name, edition).items():
        if getattr(options, name) != value:
            of = f"The scenario {scenario.name}" if name in scenario.options else f"The edition {edition}"
            raise CannotOpen(f"{of} has the option {name}={value}, and no other.")
    known = (name for name in rules.presets if options_of(rules, scenario.name, name, edition) == options)
    return (opening.preset if options == named else next(known, OWN)), options
