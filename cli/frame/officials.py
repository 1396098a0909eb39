"""The club's referees: where its file names them, each act is by name, and within the rights of that name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import click

from cli.frame.codes import NOT_ALLOWED
from cli.frame.command import Function
from cli.frame.desk_setup import club, mail_options
from cli.frame.stop import Stop
from projections.language.messages import _

if TYPE_CHECKING:
    from referee.club.club_file import Right

RIGHTS: Mapping[str, Right] = {
    **dict.fromkeys(
        ("ruling", "dispute", "takeback", "rewind", "renew", "policy", "abandon", "throw"), "rule"
    ),
    "clock": "clocks",
    **dict.fromkeys(("roster", "link", "press", "lists", "observers", "orders"), "people"),
}
"""Which right each command needs."""

BY = "bugyo.by"


def _kept(context: click.Context, parameter: click.Parameter, name: str) -> None:
    context.meta[BY] = " ".join(name.split())


_by = click.option(
    "--as",
    "official",
    default="",
    envvar="BUGYO_AS",
    show_envvar=True,
    metavar="NAME",
    expose_value=False,
    callback=_kept,
    help=_("Who of the club's referees acts, where its file names them."),
)


def act_options(function: Function) -> Function:
    """The options of commands by which a referee acts."""
    return mail_options(_by(function))


def acting() -> str:
    """Raises `Stop`."""
    context, found = click.get_current_context(), club()
    if found is None or not found.referees:
        return ""
    name, right = context.meta.get(BY, ""), RIGHTS[context.command_path.split()[1]]
    if not name:
        raise click.UsageError(_("The club's file names its referees: say with --as NAME who acts."))
    _check(name, right)
    return f"by {name}"


def check_look(name: str) -> None:
    """Raises `Stop`."""
    _check(name, "look")


def _check(name: str, right: Right) -> None:
    found = club()
    if found and not found.may(name, right):
        named = [one.name for one in found.referees if right in one.may]
        said = _("{name} may not do this in this club (“{right}” in its file). These may: {names}.")
        raise Stop(said.format(name=name, right=right, names=", ".join(named) or "-"), NOT_ALLOWED)
