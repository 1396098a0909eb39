"""Presets and options of a title, each with what it does, in the language of who asks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import asdict

from domain.kit.rules import Rules, options_of
from projections.language.messages import _, term, wrap
from projections.titles import PICTURES
from referee.games.chosen_options import values, written


def explained(rules: Rules) -> Iterator[str]:
    """Lines: the presets by what is not as usual in them; then each option that can be set, its values, the
    usual one first, and what each of the others does."""
    scenario = rules.scenarios[0].name
    usual = asdict(options_of(rules, scenario, "default") or rules.presets["default"])
    yield term(rules.name)
    yield _("Presets, by --preset NAME:")
    for name in rules.presets:
        held = asdict(options_of(rules, scenario, name) or rules.presets[name])
        said = [_reading(rules, option, value) for option, value in held.items() if value != usual[option]]
        yield from wrap(" ".join(filter(None, said)) or _("As usual."), f"  {name}: ", " " * 6)
    yield _("Options, by --option NAME=VALUE; the usual value stands first:")
    for name in rules.choices():
        if not all(name in one.options for one in rules.scenarios):
            yield from _option(rules, name, usual[name])


def _option(rules: Rules, name: str, usual: Any) -> Iterator[str]:
    known = values(rules, name)
    if isinstance(known, range) and len(known) > 2:
        yield _("  {name}: {usual}, or another of {least} to {most}").format(
            name=name, usual=usual, least=known[0], most=known[-1]
        )
        yield from wrap(_reading(rules, name, usual), " " * 6, " " * 6)
        return
    others = [value for value in known if value != usual]
    yield f"  {name}: {', '.join(map(written, (usual, *others)))}"
    for value in others:
        yield from wrap(_reading(rules, name, value), f"      {written(value)}: ", " " * 8)


def _reading(rules: Rules, name: str, value: object) -> str:
    """What a value that is not usual does; of a title that does not say it, its name and the value."""
    return PICTURES[rules.title].reading(name, value) or f"{name}={written(value)}"
