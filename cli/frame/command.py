"""The decorator of all commands: a sentence of the contents, examples, --store and --json."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import click

from cli.contents import EVERY, PARTS
from projections.language.messages import _
from referee.record.location import place_of

SETTINGS = {"help_option_names": ["-h", "--help"], "max_content_width": 100}

Function = Callable[..., Any]
Decorator = Callable[[Function], click.Command]


def command(name: str, *examples: str, more: str = "") -> Decorator:
    """A command of the contents. `more` are further sentences of its help; `examples` are command lines."""

    def make(function: Function) -> click.Command:
        made = click.command(name.split()[-1], help=_help(name, examples, more), context_settings=SETTINGS)(
            function
        )
        made.params += COMMON
        made.short_help = EVERY[name]
        of, _between, part = name.rpartition(" ")
        _PARTS.setdefault(of, {})[part] = made
        return made

    return make


def _help(name: str, examples: Iterable[str], more: str) -> str:
    shown = "\n".join(f"  {example}" for example in examples)
    parts = (EVERY[name], more, f"\b\n{_('Example:')}\n{shown}")
    return "\n\n".join(part for part in parts if part)


class Family(click.Group):
    """A command that is nothing but its parts: `bugyo seat new`."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(PARTS[self.name or ""])

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        if args and args[0] not in self.commands and not args[0].startswith("-"):
            ctx.fail(unknown(args[0], self.commands))
        return super().resolve_command(ctx, args)


def family(name: str, *examples: str, more: str = "") -> Family:
    """A family of the contents, with the parts that are commands of its name."""
    text, parts = _help(name, examples, more), _PARTS.setdefault(name, {})
    return Family(name, parts, help=text, short_help=EVERY[name], context_settings=SETTINGS)


_PARTS: dict[str, dict[str, click.Command]] = {}
"""The parts of families that were made, be it before their family."""


def unknown(name: str, known: Iterable[str]) -> str:
    """What is said of a command that is not there, with the nearest that is."""
    from difflib import get_close_matches

    close = get_close_matches(name, list(known), n=1)
    said = _("There is no command “{name}”.").format(name=name)
    return f"{said} {_('Did you mean “{close}”?').format(close=close[0])}" if close else said


class PlaceType(click.Path):
    """A file, or the address of a server."""

    name = "store"

    def __init__(self) -> None:
        super().__init__(path_type=Path, dir_okay=False)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        place = place_of(value) if isinstance(value, str) else value
        return super().convert(value, param, ctx) if isinstance(place, Path) else place


def _default_store() -> Path:
    from platformdirs import user_data_path  # not needed where --store or BUGYO_STORE is given

    return user_data_path("bugyo", appauthor=False) / "games.db"


COMMON: tuple[click.Parameter, ...] = (
    click.Option(
        ["--store"],
        type=PlaceType(),
        envvar="BUGYO_STORE",
        default=_default_store,
        show_default=_("games.db in the user's data directory"),
        show_envvar=True,
        metavar="STORE",
        help=_("What keeps the games: a file, or postgresql://USER@HOST/DATABASE."),
    ),
    click.Option(
        ["--json", "as_json"],
        is_flag=True,
        help=_("Print one JSON document; its keys are described in docs/cli.md."),
    ),
)
"""What every command takes."""


def complete_title(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    from domain.titles import names  # without importing what other packages bring

    return [title for title in names() if title.startswith(incomplete)]


def complete_game(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """The ids of the store's games; nothing where it cannot be read."""
    from cli.frame.stores import ids

    store = ctx.params.get("store") or _default_store()
    return [game for game in ids(store) if game.startswith(incomplete)]


def game_argument(**settings: Any) -> Callable[[Function], Function]:
    """GAME, completed from the store."""
    return click.argument("game", metavar="GAME", shell_complete=complete_game, **settings)


title_argument = click.argument("title", metavar="TITLE", shell_complete=complete_title)
