"""story: one event back to the bytes that it came in, and on to what became of it."""

from __future__ import annotations

from typing import Any

import click
from msgspec import Struct, to_builtins

from cli.frame.command import command, game_argument
from cli.frame.languages import language_option
from cli.frame.printing import document, moment, say
from cli.frame.reasons import Look, look_options, seen
from cli.frame.sources import Place as Code
from cli.frame.sources import citing
from cli.frame.stores import existing
from cli.look.show import LOOKING, POSITION
from projections.language.messages import _, wrap
from projections.telling.log import Logged
from projections.telling.story import ORDER, RULE, Story, tell
from projections.telling.story import story as story_of
from referee.record.location import Place
from referee.telling.provenance import Brought, brought_by, shown

MOST = 6
"""Functions of a rule that a page names; --json has all of them."""


class Page(Struct, frozen=True):
    """A story with what the record alone does not have: where its rule stands, and how it came."""

    story: Story
    code: list[Code]
    brought: Brought


@command(
    "story",
    "bugyo story summer 25",
    "bugyo story summer 25 --json",
    'bugyo story summer 25 --seat iga --reason "dispute over event 25"',
    more=_(
        "From an event back to its rule and the code of it in this version, its throws with cell, sheet and "
        "commitment, its order, and the line of the mail that brought it, byte by byte; and on to what "
        "followed, whether it still stands, and the disputes and rulings about it. What a viewer may not "
        "know is left out."
    )
    + " "
    + LOOKING,
)
@game_argument()
@click.argument("position", type=POSITION, metavar="N")
@look_options()
@language_option
def story(store: Place, as_json: bool, game: str, position: int, look: Look) -> None:
    with existing(store) as record:
        replay = seen(record, game, look, position)
        one = story_of(replay, position, look.viewer)
        brought = brought_by(record, replay, one.bringer, look.viewer)
    page = Page(one, citing(replay.rules.title, one.event.rule) if one.event.rule else [], brought)
    if as_json:
        document(_document(page))
    else:
        say(tell(replay, one, {RULE: _code(page), ORDER: list(shown(brought))}), nl=False)


def _code(page: Page) -> list[str]:
    """Where the rule stands in this version."""
    lines: list[str] = []
    for place in page.code[:MOST]:
        lines += [f"  {place.file}:{place.line}  {place.name}", *wrap(place.says, " " * 6, " " * 6)]
    if len(page.code) > MOST:
        said = _("and {count} more: “bugyo rule {title} {rule}” lists them.")
        title = page.code[0].file.split("/")[1]
        lines += wrap(said.format(count=len(page.code) - MOST, title=title, rule=page.story.event.rule), "  ")
    return lines


def _document(page: Page) -> dict[str, Any]:
    found: dict[str, Any] = _with_times(page.story)
    return {**found, "code": page.code, "brought": _brought(page.brought)}


def _with_times(value: Any) -> Any:
    """Builtin values, with the times of events as JSON documents write them."""
    if isinstance(value, Logged):
        return {**to_builtins(value), "at": moment(value.at)}
    if isinstance(value, Struct):
        return {name: _with_times(getattr(value, name)) for name in value.__struct_fields__}
    return [_with_times(part) for part in value] if isinstance(value, tuple) else value


def _brought(brought: Brought) -> dict[str, Any]:
    origin = brought.origin
    line = origin and {
        "number": origin.number,
        "start": origin.start,
        "end": origin.end,
        "raw": origin.raw.decode("ascii", "backslashreplace"),
    }
    return {**_with_times(brought), "at": moment(brought.at), "origin": line}
