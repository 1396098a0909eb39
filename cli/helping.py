"""help, completion."""

from __future__ import annotations

from pathlib import Path

import click
from click.shell_completion import get_completion_class

from cli.codes import EXIT_CODES
from cli.command import command
from cli.contents import ENTRIES
from cli.printing import document, note, say
from projections.texts import _

CODES = "exit-codes"
SHELLS = ("bash", "zsh", "fish")


@command("help", "bugyo help orders", "bugyo help exit-codes")
@click.argument("topic", required=False, type=click.Choice([*ENTRIES, CODES]), metavar="[COMMAND|exit-codes]")
@click.pass_context
def help_(ctx: click.Context, store: Path, as_json: bool, topic: str | None) -> None:
    if topic == CODES:
        _codes(as_json)
        return
    text = _help(ctx, topic)
    if as_json:
        document({"topic": topic or "", "text": text})
    else:
        say(text)


def _help(ctx: click.Context, topic: str | None) -> str:
    root = ctx.find_root()
    group = root.command
    found = group.get_command(root, topic) if topic and isinstance(group, click.Group) else None
    if found is None:
        return root.get_help()
    with click.Context(found, info_name=topic, parent=root) as inner:
        return found.get_help(inner)


def _codes(as_json: bool) -> None:
    if as_json:
        document([{"code": code, "meaning": meaning} for code, meaning in EXIT_CODES.items()])
        return
    for code, meaning in EXIT_CODES.items():
        say(f"{code:>3}  {meaning}")


@command(
    "completion",
    "bugyo completion bash > ~/.local/share/bash-completion/completions/bugyo",
    "bugyo completion zsh > ~/.zfunc/_bugyo",
    "bugyo completion fish > ~/.config/fish/completions/bugyo.fish",
)
@click.argument("shell", type=click.Choice(SHELLS), metavar="bash|zsh|fish")
@click.pass_context
def completion(ctx: click.Context, store: Path, as_json: bool, shell: str) -> None:
    kind = get_completion_class(shell)
    assert kind is not None, "click knows these shells."
    root = ctx.find_root()
    script = kind(root.command, {}, "bugyo", "_BUGYO_COMPLETE").source()
    if as_json:
        document({"shell": shell, "script": script})
        return
    click.echo(script)
    note(
        _("Put this where {shell} looks for completions; “bugyo completion --help” says where.").format(
            shell=shell
        )
    )
