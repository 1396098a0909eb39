"""help, completion."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

from cli.contents import ENTRIES, EVERY
from cli.frame.codes import EXIT_CODES
from cli.frame.command import command, unknown
from cli.frame.printing import document, note, say
from projections.language.messages import _
from referee.record.location import Place

CODES = "exit-codes"
SHELLS = ("bash", "zsh", "fish")


def _complete(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    return [name for name in (*ENTRIES, CODES) if name.startswith(incomplete)]


@command("help", "bugyo help orders", "bugyo help seat new", "bugyo help exit-codes")
@click.argument("words", nargs=-1, metavar="[COMMAND|exit-codes]", shell_complete=_complete)
@click.pass_context
def help_(ctx: click.Context, store: Place, as_json: bool, words: tuple[str, ...]) -> None:
    topic = " ".join(words)
    if topic == CODES:
        _codes(as_json)
        return
    if topic and topic not in EVERY:
        raise click.UsageError(unknown(topic, [*EVERY, CODES]))
    text = _help(ctx, topic)
    if as_json:
        document({"topic": topic, "text": text})
    else:
        say(text)


def _help(ctx: click.Context, topic: str) -> str:
    at = ctx.find_root()
    for name in topic.split():
        found = at.command.get_command(at, name) if isinstance(at.command, click.Group) else None
        assert found is not None, "The contents have only commands that are there."
        at = click.Context(found, info_name=name, parent=at)
    return at.get_help()


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
def completion(ctx: click.Context, store: Place, as_json: bool, shell: str) -> None:
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
