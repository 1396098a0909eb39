"""ruling: what a referee rules, with all that it changes; takeback: what a seat asks the others to let it."""

from __future__ import annotations

import click
from msgspec.structs import asdict

from cli.frame.codes import REFUSED
from cli.frame.command import command, family, game_argument
from cli.frame.printing import QUIET, document, say
from cli.frame.reasons import replay_of
from cli.frame.referee_acts import Do, act, act_for, deed, events_option, plain, reason_option
from cli.frame.refusals import ruled_out
from cli.frame.stop import Stop
from cli.frame.stores import existing
from domain.game.entries.entries import Entry
from domain.game.entries.rulings import KINDS, REFEREES, Ruled
from domain.game.state.game_state import GameState
from domain.kit.errors import OrderError
from domain.kit.sealed import PUBLIC
from projections.language.messages import _, wrap
from projections.telling.rulings import told
from referee.games import rulings
from referee.games.referee import Referee, Taken
from referee.record.location import Place

ruling = family(
    "ruling",
    'bugyo ruling make summer stands --dispute 1 --rule turn/attack --reason "The mail says so."',
    "bugyo ruling list summer",
    more=_(
        "A ruling says why, cites a rule, and is on record with all that it changes. Until the next order "
        "of a seat it may be appealed against. “bugyo ruling words GAME” lists what can be set right."
    ),
)


@command(
    "ruling make",
    'bugyo ruling make summer stands --dispute 1 --rule turn/attack --reason "The mail says so."',
    'bugyo ruling make summer corrected --rule turn/attack --set "army oda in iga 3" --reason "misread"',
    'bugyo ruling make summer rewound --to 41 --rule turn/attack --reason "the order named another"',
    more=_(
        "“stands” leaves the results as they are. “corrected” sets right what each --set says, in the lines "
        "of “bugyo ruling words GAME”. “rewound” lets play go back to after event --to; throws that were "
        "made since answer the same questions again, unless --anew is given. “penalty” is for the seat of "
        "--penalty-for, and may set something right with --set. “note” is only on record. "
        "All of a ruling is recorded, or nothing."
    ),
)
@game_argument()
@click.argument("kind", type=click.Choice(KINDS))
@reason_option
@click.option("--dispute", type=click.IntRange(min=1), metavar="N", help=_("The dispute that it answers."))
@click.option(
    "--rule",
    "rules",
    multiple=True,
    metavar="NUMBER",
    help=_("A rule that it rests on; at least one, but for a note."),
)
@events_option
@click.option(
    "--set",
    "lines",
    multiple=True,
    metavar="LINE",
    help=_("What is set right, in a line; may be given again."),
)
@click.option("--to", type=click.IntRange(min=1), metavar="N", help=_("Back to after event N."))
@click.option("--anew", is_flag=True, help=_("Throws that were made since are made anew."))
@click.option("--penalty-for", "seat", default="", metavar="SEAT", help=_("Whom a penalty is for."))
@click.option("--by", type=click.Choice(REFEREES), default="referee", show_default=True, help=_("Who rules."))
@deed
def make(
    game: str,
    kind: str,
    reason: str,
    dispute: int | None,
    rules: tuple[str, ...],
    events: tuple[int, ...],
    lines: tuple[str, ...],
    to: int | None,
    anew: bool,
    seat: str,
    by: str,
) -> Do:
    cited = tuple(rule.strip("[]") for rule in rules)
    judged = rulings.Judgement(
        kind, plain(reason), dispute or 0, by, events, cited, seat, tuple(map(plain, lines)), to or 0, anew
    )

    def do(referee: Referee, _stood: GameState) -> Taken:
        try:
            return rulings.rule(referee, game, judged, act())
        except OrderError as refused:
            raise Stop(str(ruled_out(referee.record, game, judged, refused)), REFUSED) from None

    return do


@command("ruling list", "bugyo ruling list summer")
@game_argument()
def list_(store: Place, as_json: bool, game: str) -> None:
    with existing(store) as record:
        entries: list[Entry] = [envelope.entry for envelope in replay_of(record, game).envelopes]
    made = [(at, entry) for at, entry in enumerate(entries, 1) if isinstance(entry, Ruled)]
    if as_json:
        document([{"event": at, **asdict(entry)} for at, entry in made])
        return
    for at, entry in made:
        for line in wrap(told(entry, PUBLIC), f"{at:5}  ", " " * 7):
            say(line)
    if not made:
        say(_("Nothing was ruled in {game}.").format(game=game))


@command(
    "ruling words",
    "bugyo ruling words summer",
    more=_(
        "Each line is one for “bugyo ruling make GAME corrected --set LINE”; fill in what is in capitals. "
        "It says how a thing stands afterwards, not by how much it changes."
    ),
)
@game_argument()
def words(store: Place, as_json: bool, game: str) -> None:
    with existing(store) as record:
        stood = record.load(game).game
    known = stood.rules.correcting(stood.data, stood.seats)
    forms = [form for kind in known.orders for form in known.forms((kind,))]
    if as_json:
        document({"title": stood.rules.title, "corrections": forms})
        return
    for form in forms:
        say(form)
    if not forms:
        said = _("Nothing can be set right in {title}; play can go back instead.")
        say(said.format(title=stood.rules.name), QUIET)


@command(
    "ruling reopen",
    'bugyo ruling reopen summer 1 --reason "A mail has turned up"',
    more=_("A ruling stands once a seat has ordered after it; this lets it be appealed against again."),
)
@game_argument()
@click.argument("number", type=click.IntRange(min=1), metavar="NUMBER")
@reason_option
@deed
def reopen(game: str, number: int, reason: str) -> Do:
    return lambda referee, _stood: rulings.reopen(referee, game, number, plain(reason), act())


takeback = family(
    "takeback",
    'bugyo takeback ask summer iga --reason "a slip of the pen"',
    "bugyo takeback answer summer kii --yes",
    more=_(
        "What a seat has ordered goes back if all others let it, and if nothing rests on it: no throw, no "
        "reveal, no order of another seat. Players do it by mail; here the referee does it on their behalf."
    ),
)


@command("takeback ask", 'bugyo takeback ask summer iga --reason "a slip of the pen"')
@game_argument()
@click.argument("seat", metavar="SEAT")
@click.option(
    "--to",
    type=click.IntRange(min=1),
    metavar="N",
    help=_("What is kept: all up to event N.  [default: all before the newest order]"),
)
@reason_option
@deed
def ask(game: str, seat: str, to: int | None, reason: str) -> Do:
    return lambda referee, stood: rulings.ask_back(
        referee, game, seat, to or 0, plain(reason), act_for(stood, seat)
    )


@command("takeback answer", "bugyo takeback answer summer kii --yes")
@game_argument()
@click.argument("seat", metavar="SEAT")
@click.option("--yes/--no", required=True, help=_("Whether the seat lets it."))
@deed
def answer(game: str, seat: str, yes: bool) -> Do:
    return lambda referee, stood: rulings.answer_back(referee, game, seat, yes, act_for(stood, seat))
