"""The entry: a group whose commands are imported when they are used."""

from __future__ import annotations

import gc
import os
import signal
import sys
from importlib import import_module
from typing import Any

import click
from click.shell_completion import CompletionItem

from cli.contents import CONTENTS, ENTRIES, MODULES
from cli.frame.codes import INTERRUPTED, READER_GONE, USAGE
from cli.frame.command import unknown
from cli.version import VERSION
from domain.kit.formats import FORMAT, PROTOCOLS, STORES
from projections.language.messages import _

PROGRAM = "bugyo"

WITH_TITLES = ("domain.titles", "projections.titles")
"""Where it is known which titles and pictures of other packages are refused."""


FIRST = ("solo", "demo", "games", "open", "desk")
"""What somebody new may begin with."""

APART = "referee.apart"
"""How their code is run."""


class Commands(click.Group):
    """click's group, with three habits of ours: it imports a command when it is used, it lists them by
    subject, and it lets no exception out but those that click prints."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(ENTRIES)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in ENTRIES:
            return None
        module = vars(import_module(MODULES[cmd_name])).values()
        if not gc.isenabled():  # as `bugyo.run` begins
            gc.freeze()
            gc.enable()
        if "domain.installed" in sys.modules and not ctx.resilient_parsing:
            import_module(APART).set_up()
        return next(found for found in module if isinstance(found, click.Command) and found.name == cmd_name)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if not args and not ctx.resilient_parsing:
            click.echo(_first_words(ctx), err=True)
            ctx.exit(USAGE)
        for arg in args:
            if any("\ud800" <= sign <= "\udfff" for sign in arg):  # what Python makes of other bytes
                said = _("“{arg}” is no text: write it in UTF-8. Nothing was done.")
                ctx.fail(said.format(arg=os.fsencode(arg).decode(errors="replace")))
        return super().parse_args(ctx, args)

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        if args and args[0] not in ENTRIES and not args[0].startswith("-"):
            ctx.fail(unknown(args[0], ENTRIES))
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        for part, entries in CONTENTS.items():
            with formatter.section(part):
                formatter.write_dl([*entries.items()])

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        names = [name for name in ENTRIES if name.startswith(incomplete)]
        items = [CompletionItem(name, help=ENTRIES[name]) for name in names]
        return items + click.Command.shell_complete(self, ctx, incomplete)

    def invoke(self, ctx: click.Context) -> Any:
        try:
            result = super().invoke(ctx)
            sys.stdout.flush()
            return result
        except (click.ClickException, click.exceptions.Exit, click.Abort):
            raise
        except KeyboardInterrupt:
            click.echo(_("Interrupted. What was acknowledged is kept."), err=True)
            ctx.exit(INTERRUPTED)
        except BrokenPipeError:
            _leave_stdout()
            ctx.exit(READER_GONE)
        except Exception as error:
            from cli.frame.faults import stopped  # imports SQLite

            _leave_stdout_if_full()
            raise stopped(error) from error
        finally:
            _tell_refused()
            if APART in sys.modules:
                sys.modules[APART].undo()


def _first_words(ctx: click.Context) -> str:
    """What is said to whoever names no command."""
    formatter = ctx.make_formatter()
    formatter.write_usage(ctx.command_path, "COMMAND [ARGS]...")
    with formatter.section(_("Begin with")):
        formatter.write_dl([(name, ENTRIES[name]) for name in FIRST])
    return formatter.getvalue() + _("All commands: bugyo --help. One of them: bugyo solo --help.")


def _tell_refused() -> None:
    """What other packages bring and cannot be used, on stderr: of those that a command has needed."""
    refused = [one for name in WITH_TITLES if name in sys.modules for one in sys.modules[name].refused()]
    if refused:
        from cli.frame.printing import note

        said = _("The package {package} does not bring “{title}”: {why}.")
        for one in refused:
            note(said.format(package=one.package, title=one.title, why=one.why))


def _leave_stdout() -> None:
    """Nobody reads any more: what is still in the buffer must not raise again at the very end."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (OSError, ValueError):
        return


def _leave_stdout_if_full() -> None:
    try:
        sys.stdout.flush()
    except OSError:
        _leave_stdout()


def _version(ctx: click.Context, param: click.Parameter, asked: bool) -> None:
    if not asked or ctx.resilient_parsing:
        return
    click.echo(f"{PROGRAM} {VERSION}")
    said = _(
        "Records: {format}. Protocol of throws: writes {protocol}, reads {protocols}. Store: writes version "
        "{store}, reads {stores}."
    )
    click.echo(
        said.format(
            format=FORMAT,
            protocol=PROTOCOLS[-1],
            protocols=", ".join(map(str, PROTOCOLS)),
            store=STORES[-1],
            stores=", ".join(map(str, STORES)),
        )
    )
    ctx.exit()


@click.group(
    PROGRAM,
    cls=Commands,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    help=_("Bugyo referees games that are played by e-mail, keeps their record, and proves it.")
    + "\n\n\b\n"
    + "\n".join(
        (
            _("Example:"),
            "  bugyo games",
            '  bugyo open shinobi --id summer --player "Anna <anna@example.org>" --player Boris --player Eva',
            "  bugyo what summer",
        )
    ),
    epilog=_("Every command has --help. Exit codes: bugyo help exit-codes."),
)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_version,
    help=_("Print the version."),
)
@click.pass_context
def commands(ctx: click.Context) -> None:
    """Sets what holds for every command: no colour where the user or the terminal wants none."""
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        ctx.color = False


def run() -> None:
    """The console script. What it makes is for this user alone; where a file is private by itself too, that
    holds for whoever uses the packages without it."""
    os.umask(0o077)
    _open_what_is_closed()
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a name that the terminal cannot spell is no reason to stop
    code: str | int | None = 0
    try:
        commands.main(prog_name=PROGRAM)
    except SystemExit as ended:
        code = ended.code
    except KeyboardInterrupt:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        code = INTERRUPTED
    if APART in sys.modules:
        sys.modules[APART].end(code)
    sys.exit(code)


def _open_what_is_closed() -> None:
    """Of a stream that is closed (`>&-`) nothing comes, and nothing is kept of what goes there; else the next
    file to be opened, perhaps a store, would be in its place."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115


if __name__ == "__main__":
    run()
