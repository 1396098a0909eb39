"""dispute: what seats dispute, and all that a referee needs to rule on it."""

from __future__ import annotations

import click

from cli.frame.codes import NOT_FOUND
from cli.frame.command import command, family, game_argument
from cli.frame.printing import QUIET, document, fields, say
from cli.frame.reasons import Look, look_options, replay_of, seen
from cli.frame.referee_acts import Do, act, act_for, deed, events_option, plain, reason_option
from cli.frame.sources import citing
from cli.frame.stop import Stop
from cli.frame.stores import existing
from domain.game.entries.rulings import REFEREES
from domain.game.suggestions import classes, spelled
from domain.kit.sealed import PUBLIC
from projections.language.messages import _, wrap
from projections.replay import Replay
from projections.telling.disputes import Found, found
from projections.telling.rulings import left_open, told
from referee.games import rulings
from referee.games.datasets import error_words, errors
from referee.record.location import Place
from referee.telling.inquiry import as_document, inquiry

dispute = family(
    "dispute",
    "bugyo dispute list summer",
    "bugyo dispute show summer 1",
    more=_(
        "A dispute cites events and a rule; “bugyo ruling” answers it. What it says is for the referee alone "
        "until the game is over; that it is there, and what it cites, everybody sees."
    ),
)
number_argument = click.argument("number", type=click.IntRange(min=1), metavar="NUMBER")
who_option = click.option(
    "--who", type=click.Choice(REFEREES), default="referee", show_default=True, help=_("Which referee.")
)


@command(
    "dispute open",
    'bugyo dispute open summer iga --event 41 --rule turn/attack --text "I named another province."',
    'bugyo dispute open summer iga --appeal 2 --text "The rule says otherwise."',
    more=_(
        "Players do it by mail, with the line “dispute”; this is for what came in another way. Without "
        "--error nothing is suggested to the referee; a CLASS that is not known is met with all that are."
    ),
)
@game_argument()
@click.argument("seat", metavar="SEAT")
@click.option("--text", required=True, metavar="TEXT", help=_("What is disputed, in the player's words."))
@events_option
@click.option("--rule", default="", metavar="NUMBER", help=_("The rule that it rests on."))
@click.option(
    "--error", default="", metavar="CLASS", help=_("The class of error, for the error policy: slip, misread.")
)
@click.option("--appeal", type=click.IntRange(min=1), metavar="N", help=_("It goes against ruling N."))
@deed
def open_(
    game: str, seat: str, text: str, events: tuple[int, ...], rule: str, error: str, appeal: int | None
) -> Do:
    said = rulings.Complaint(text, events, rule.strip("[]"), class_of(error), appeal or 0)
    return lambda referee, stood: rulings.dispute(referee, game, seat, said, act_for(stood, seat))


def class_of(error: str) -> str:
    """The class that is meant, "" where none is named. A usage error for one that is not in the table."""
    found = error_words().get(spelled(error), "")
    if error and not found:
        said = _("There is no class of error “{error}”. There are: {known}.")
        known = ", ".join(classes(errors()))
        raise click.BadParameter(said.format(error=error, known=known), param_hint="--error")
    return found


@command(
    "dispute withdraw",
    "bugyo dispute withdraw summer iga 1",
    more=_("Players do it by mail, with the line “withdraw dispute 1”."),
)
@game_argument()
@click.argument("seat", metavar="SEAT")
@number_argument
@deed
def withdraw(game: str, seat: str, number: int) -> Do:
    return lambda referee, stood: rulings.withdraw(referee, game, seat, number, act_for(stood, seat))


@command(
    "dispute list",
    "bugyo dispute list summer",
    more=_("What a seat disputes in words is not shown; “bugyo dispute show” shows it to the referee."),
)
@game_argument()
def list_(store: Place, as_json: bool, game: str) -> None:
    with existing(store) as record:
        replay = replay_of(record, game)
        known = disputes_of(replay)
    if as_json:
        document([_listed(one) for one in known])
        return
    for one in known:
        for line in wrap(told(one.disputed, PUBLIC), f"{one.disputed.number:3}  ", " " * 5):
            say(line)
        for _position, ruled in one.rulings:
            for line in wrap(told(ruled, PUBLIC), "     ", " " * 7):
                say(line, QUIET)
        if one.withdrawn:
            say("     " + _("Withdrawn."), QUIET)
        if one.left:
            say("     " + left_open(), QUIET)
    if not known:
        say(_("Nothing is disputed in {game}.").format(game=game))


def _listed(one: Found) -> dict[str, object]:
    disputed = one.disputed
    return {
        "dispute": disputed.number,
        "event": one.position,
        "seat": disputed.seat,
        "events": list(disputed.events),
        **fields(disputed, "rule", "error", "appeals"),
        "open": one.is_open(),
        "rulings": [ruled.number for _position, ruled in one.rulings],
    }


def disputes_of(replay: Replay) -> list[Found]:
    return found([envelope.entry for envelope in replay.envelopes])


@command(
    "dispute show",
    "bugyo dispute show summer 1",
    'bugyo dispute show summer 1 --seat referee --reason "dispute 1"',
    more=_(
        "The events with their explanations, the lines of the mails that they came from, the rule with its "
        "code, what the rules of today make of the orders, and what the error policy suggests. With --seat "
        "also what that seat may know, with “--seat referee” what the dispute says; while the game is on "
        "that is a look, which every player reads, with the --reason."
    ),
)
@game_argument()
@number_argument
@look_options()
def show(store: Place, as_json: bool, game: str, number: int, look: Look) -> None:
    with existing(store) as record:
        known = disputes_of(replay_of(record, game))
        if number > len(known):
            said = _("There is no dispute {number} in {game}; there are {count}.")
            raise Stop(said.format(number=number, game=game, count=len(known)), NOT_FOUND)
        replay = seen(record, game, look)
        one = known[number - 1]
        text = inquiry(record, replay, one, look.viewer)
        shown = as_document(record, replay, one, look.viewer)
    code = citing(replay.rules.title, one.disputed.rule) if one.disputed.rule else []
    if as_json:
        document({**shown, "code": code})
        return
    say(text, nl=False)
    if code:
        say()
        say(_("Where the rule stands in the code:"))
    for place in code:
        say(f"  {place.file}:{place.line}  {place.name}", QUIET)


@command(
    "dispute recuse",
    'bugyo dispute recuse summer 1 --reason "I play with both of them elsewhere"',
    more=_("A second referee is named with “bugyo policy GAME --second NAME”."),
)
@game_argument()
@number_argument
@who_option
@reason_option
@deed
def recuse(game: str, number: int, who: str, reason: str) -> Do:
    return lambda referee, _stood: rulings.recuse(referee, game, number, who, plain(reason), act())


@command(
    "dispute adjudicate",
    'bugyo dispute adjudicate summer 1 --who second --text "corrected: the stack stays in iga"',
    more=_(
        "It is sealed from everybody until both referees have said it; then both come out, and are compared. "
        "It changes nothing: “bugyo ruling make” rules."
    ),
)
@game_argument()
@number_argument
@who_option
@click.option("--text", required=True, metavar="TEXT", help=_("What this referee would rule."))
@deed
def adjudicate(game: str, number: int, who: str, text: str) -> Do:
    return lambda referee, _stood: rulings.adjudicate(referee, game, number, who, text, act())
