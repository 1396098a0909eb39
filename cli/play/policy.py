"""policy: what is agreed beside the rules of the title; its options, which open takes too."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any

import click
from msgspec import structs, to_builtins

from cli.frame.command import Function, command, game_argument
from cli.frame.officials import act_options
from cli.frame.printing import document, say
from cli.frame.referee_acts import act, carry_out, plain, spelled
from cli.frame.stores import existing
from domain.game.entries.policy import CONCEDING, DICE, LOOKS, NMR, PRESS, TODAY, UNDOING, VOTES, Policy
from projections.language.messages import _
from referee.clocks.policy_files import days, hours, made, minutes, read_policy
from referee.games import people
from referee.games.referee import Referee, Taken
from referee.record.location import Place
from referee.telling.agreed import agreements

_OPTIONS = (
    click.option(
        "--policy",
        type=click.Path(path_type=Path, exists=True, dir_okay=False),
        metavar="FILE",
        help=_("What is agreed, as a TOML file; the options below change it."),
    ),
    click.option("--deadline", metavar="SPAN", help=_("Time for an answer: 72h, 3d.")),
    click.option(
        "--phase",
        "phases",
        multiple=True,
        metavar="PROMPT=SPAN",
        help=_("Another time for one kind of question, by its tag."),
    ),
    click.option("--grace", metavar="SPAN", help=_("Time after the deadline before anybody is late: 12h.")),
    click.option("--at", "clock", metavar="TIME", help=_("The time of day at which deadlines fall: 18:00.")),
    click.option("--zone", metavar="ZONE", help=_("The time zone of deadlines: Europe/Paris.")),
    click.option("--days", metavar="DAYS", help=_("The days on which deadlines fall: mon-fri.")),
    click.option(
        "--reminder", "reminders", multiple=True, metavar="SPAN", help=_("How long before it to remind: 24h.")
    ),
    click.option("--vacation", type=int, metavar="DAYS", help=_("Days of vacation for each seat.")),
    click.option("--nmr", type=click.Choice(NMR), help=_("What follows from no answer.")),
    click.option("--press", type=click.Choice(PRESS), help=_("Which press there is between the seats.")),
    click.option("--anonymous/--signed", default=None, help=_("Whether press may be anonymous.")),
    click.option(
        "--authority", type=click.IntRange(0, 3), help=_("The least level of a mail that may order.")
    ),
    click.option("--delay", metavar="SPAN", help=_("By how much the public view is late.")),
    click.option("--errors", metavar="TEXT", help=_("Illegal orders: strict, lenient, or a text.")),
    click.option("--second", metavar="NAME", help=_("A second referee, who decides appeals.")),
    click.option(
        "--disputes-stop/--disputes-run",
        "stops",
        default=None,
        help=_("Whether the clocks stand still while a dispute is open."),
    ),
    click.option(
        "--sheets/--no-sheets",
        default=None,
        help=_("Whether each seat begins with the recommended standing orders."),
    ),
    click.option("--advice/--no-advice", default=None, help=_("Whether seats may ask a program for advice.")),
    click.option("--votes", type=click.Choice(VOTES), help=_("Whether it is seen who has voted for an end.")),
    click.option(
        "--concede",
        type=click.Choice(CONCEDING),
        help=_("How a seat that has conceded goes on beside several others."),
    ),
    click.option(
        "--undo", type=click.Choice(UNDOING), help=_("Whether a seat takes back its own slip by itself.")
    ),
    click.option("--dice", type=click.Choice(DICE), help=_("What throws: cells, or real dice of the seats.")),
    click.option("--looks", type=click.Choice(LOOKS), help=_("When players see what the referee looks at.")),
)
_REFEREE = ("second", "stops", "looks")
_NAMES = (
    *("policy", "deadline", "phases", "grace", "clock", "zone", "days", "reminders", "vacation"),
    *("nmr", "press", "anonymous", "authority", "delay", "errors", "sheets", "advice", *_REFEREE),
    *("votes", "concede", "undo", "dice"),
)

Change = Callable[[Policy], Policy]


def policy_options(function: Function) -> Function:
    """The options of a policy; the command gets them as `change`, which makes one policy of another."""

    @wraps(function)
    def with_policy(*args: Any, **more: Any) -> Any:
        told = {name: more.pop(name) for name in _NAMES}
        return function(*args, change=lambda base: spelled(lambda: _changed(base, told)), **more)

    for option in reversed(_OPTIONS):
        with_policy = option(with_policy)
    return with_policy


def _changed(base: Policy, told: dict[str, Any]) -> Policy:
    path = told.pop("policy")
    policy = read_policy(path, base) if path else base
    return made(policy, dict(_values(policy, {name: one for name, one in told.items() if _is_told(one)})))


def _is_told(value: Any) -> bool:
    return value is not None and value != ()


def _values(policy: Policy, told: dict[str, Any]) -> Any:
    """The values that options name, as they are stored."""
    referee = {name: told.pop(name) for name in _REFEREE if name in told}
    if referee:
        yield "referee", {**to_builtins(policy.referee), **referee}
    for name, value in told.items():
        if name == "deadline":
            yield "hours", hours(value)
        elif name == "phases":
            named = (one.partition("=") for one in value)
            yield name, {**policy.phases, **{prompt: hours(span) for prompt, _found, span in named}}
        elif name == "grace":
            yield name, minutes(value)
        elif name == "delay":
            yield name, hours(value)
        elif name == "days":
            yield name, list(days(value))
        elif name == "reminders":
            yield name, sorted(map(hours, value), reverse=True)
        else:
            yield name, value


@command(
    "policy",
    "bugyo policy summer",
    'bugyo policy summer --deadline 4d --reason "All of us asked for it"',
    more=_(
        "Without options it shows what is agreed. A change needs --reason; the players read it, and every "
        "time that runs begins anew, but for a deadline that the referee has moved."
    ),
)
@game_argument()
@policy_options
@click.option("--reason", default="", metavar="TEXT", help=_("Why it is changed; the players read it."))
@act_options
def policy_(
    store: Place,
    as_json: bool,
    game: str,
    change: Change,
    reason: str,
    outgoing: Path | None,
    address: str,
) -> None:
    with existing(store) as record:
        known = record.load(game).game.register.policy
    new = change(known)
    if new == known and not reason:
        _show(known, as_json)
        return
    if not plain(reason):
        raise click.UsageError(_("Say with --reason TEXT why it is changed; the players read it."))

    def do(referee: Referee, _game: object) -> Taken:
        return people.change_policy(referee, game, new, plain(reason), act())

    carry_out(store, as_json, game, (outgoing, address), do)


def _show(policy: Policy, as_json: bool) -> None:
    if as_json:
        document(to_builtins(_whole(policy)))
        return
    for line in agreements(policy):
        say(line)
    if policy == TODAY:
        say(_("Nothing is agreed beside the rules: no deadlines and no press."))


def _whole(policy: Policy) -> dict[str, Any]:
    """Every value, also those that are as in every game."""
    values = {name: getattr(policy, name) for name in policy.__struct_fields__}
    return {**values, "referee": structs.asdict(policy.referee)}
