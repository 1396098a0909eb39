"""preview: what would follow from orders, played on a copy that nobody keeps."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Sequence
from itertools import product
from math import prod
from typing import Any

import click
from msgspec import Struct
from msgspec.structs import replace

from cli.frame.codes import REFUSED
from cli.frame.command import command, game_argument
from cli.frame.faults import Stop
from cli.frame.languages import language_option
from cli.frame.printing import FAILS, HOLDS, QUIET, document, note, say
from cli.frame.reasons import Look, person_option, reason_option, recorded
from cli.frame.stores import existing
from cli.play.orders import LONGEST, STYLES, order_lines, short, spoken_for
from domain.kit.chance import Thrown
from domain.kit.sealed import PUBLIC, REFEREE
from projections.language.messages import _, term, wrap
from projections.replay import Replay
from projections.telling.log import Logged, Teller, throw_of
from referee.games.order_sheet import NOT_REACHED, PLAYED, UNREADABLE, Line, Result, Sheet
from referee.games.order_sheet import REFUSED as REFUSED_LINE
from referee.games.rehearsal import Given, Rehearsal, Unforeseen
from referee.record.envelope import COMMAND_LINE, Act
from referee.record.location import Place
from referee.record.record import Kept, Record

MOST_OUTCOMES = 216
"""Answers to a throw that are tried one by one: three dice of six sides."""


class Asked(Struct, frozen=True):
    """What is tried, how its throws fall, and whose eyes see it: everybody's, or the referee's."""

    game: str
    seat: str
    lines: list[Line]
    faces: tuple[int, ...]
    seed: str
    viewer: str


class Tried(Struct, frozen=True):
    """What would follow: the results of the lines, the game as it would go on, and the question of the first
    throw. With `ends` more would follow, and cannot be told. `unused` are faces that nothing asked for."""

    results: tuple[Result, ...]
    replay: Replay
    begins: int
    ends: bool
    unused: tuple[int, ...]


class Outcome(Struct, frozen=True):
    """What follows from some of the answers to a throw: the sentences of a log."""

    answers: list[tuple[int, ...]]
    effects: tuple[str, ...]


@command(
    "preview",
    "bugyo preview summer iga orders.txt",
    'echo "attack omi from ise" | bugyo preview summer ise - --faces 3,5',
    'echo "attack omi from ise" | bugyo preview summer ise - --every --whole --reason "dispute 3"',
    more=_(
        "The lines are read and answered like those of a mail, and played on a copy: nothing is recorded or "
        "sent, and no throw of the game is drawn. Faces are those that are given, then those of a generator; "
        "--every tries each answer to the first throw. It shows what everybody may know, and ends where what "
        "follows could tell what somebody hides; --whole shows everything, which is a look that every player "
        "reads, with the --reason."
    ),
)
@game_argument()
@click.argument("seat", metavar="SEAT")
@click.argument("file", type=click.File("rb"), default="-", metavar="[FILE|-]")
@click.option(
    "--faces", "given", multiple=True, metavar="N,N…", help=_("How throws fall, in the order of their dice.")
)
@click.option("--seed", default="", metavar="TEXT", help=_("The same seed gives the same faces."))
@click.option("--every", is_flag=True, help=_("Try every answer to the first throw, and count what follows."))
@click.option("--whole", is_flag=True, help=_("Show everything, to the next order that is asked for."))
@reason_option
@person_option
@language_option
def preview(
    store: Place,
    as_json: bool,
    game: str,
    seat: str,
    file: Any,
    given: tuple[str, ...],
    seed: str,
    every: bool,
    whole: bool,
    reason: str,
    person: str,
) -> None:
    lines = order_lines(file.read(LONGEST + 1), getattr(file, "name", "-"))
    viewer, seed = REFEREE if whole else PUBLIC, seed or secrets.token_hex(3)
    asked = Asked(game, seat, lines, _faces(given), seed, viewer)
    with existing(store) as record:
        spoken_for(record.load(game).game, seat)
        if whole:
            _look(record, game, Look(REFEREE, reason, person))
        kept = record.load(game)
        tried = _tried(record, kept, asked)
        outcomes = _outcomes(record, kept, asked, tried) if every else []
    if as_json:
        document(_document(asked, tried, outcomes))
    else:
        _tell(asked, tried, outcomes)
    if any(result.outcome in (UNREADABLE, REFUSED_LINE) for result in tried.results):
        click.get_current_context().exit(REFUSED)


def _look(record: Record, game: str, look: Look) -> None:
    stood = record.load(game).game
    if not (stood.is_over() or stood.ledger.fork or look.reason.strip()):
        said = _("While {game} is on, --whole is a look at all that is sealed: say why with --reason TEXT.")
        raise click.UsageError(said.format(game=game))
    recorded(record, stood, look)


def _faces(given: Sequence[str]) -> tuple[int, ...]:
    words = [word for part in given for word in part.replace(",", " ").split()]
    try:
        return tuple(map(int, words))
    except ValueError:
        raise click.BadParameter(_("Faces are numbers, such as 3,5."), param_hint="--faces") from None


def _tried(record: Record, kept: Kept, asked: Asked) -> Tried:
    """The lines, played on a copy. Raises `StaleOrder`, `Unfit`."""
    source = Given(asked.faces, asked.seed)
    rehearsal = Rehearsal(record, kept, source, whole=asked.viewer == REFEREE)
    behalf = spoken_for(kept.game, asked.seat)
    act = Act(COMMAND_LINE, "", asked.seat, REFEREE, behalf=behalf)
    results = tuple(map(_told, Sheet(rehearsal, asked.game, asked.seat, act).play(asked.lines)))
    replay = Replay(asked.game, kept.game.rules, kept.game.data, rehearsal.envelopes)
    return Tried(results, replay, kept.position + 1, bool(rehearsal.unforeseen), tuple(source.left))


def _told(result: Result) -> Result:
    """An order behind what cannot be told was neither played nor refused."""
    if result.outcome == REFUSED_LINE and result.error == Unforeseen().reason():
        return replace(result, outcome=NOT_REACHED)
    return result


# ---- every answer


def _first_throw(tried: Tried) -> int:
    """The position of the first throw; 0 where none falls."""
    positions = range(tried.begins, len(tried.replay) + 1)
    return next((n for n in positions if isinstance(tried.replay.envelope(n).entry, Thrown)), 0)


def _outcomes(record: Record, kept: Kept, asked: Asked, tried: Tried) -> list[Outcome]:
    """What can follow from the first throw up to the next one. Raises `Stop`."""
    at = _first_throw(tried)
    if not at:
        return []
    question = tried.replay.envelope(at).entry.question
    limits = question.limits()
    if prod(limits) > MOST_OUTCOMES:
        said = _("{throw} has {count} answers; at most {most} are tried. Name some with --faces.")
        raise Stop(said.format(throw=throw_of(question), count=prod(limits), most=MOST_OUTCOMES), REFUSED)
    found: dict[tuple[str, ...], list[tuple[int, ...]]] = {}
    for faces in product(*(range(1, top + 1) for top in limits)):
        after = tuple(_after(_tried(record, kept, replace(asked, faces=faces)), asked.viewer))
        found.setdefault(after, []).append(faces)
    return [Outcome(answers, texts) for texts, answers in found.items()]


def _after(tried: Tried, viewer: str) -> Iterator[str]:
    """What follows from the first throw, up to the next."""
    at, teller = _first_throw(tried), _teller(tried, viewer)
    for position in range(at + 1, len(tried.replay) + 1):
        if isinstance(tried.replay.envelope(position).entry, Thrown):
            return
        if teller.logged(position).text:
            yield teller.logged(position).text


# ---- telling


def _effects(tried: Tried, result: Result, viewer: str) -> list[Logged]:
    """What would follow from a line; the order itself is said by the line."""
    if not result.first:
        return []
    teller = _teller(tried, viewer)
    told = (teller.logged(position) for position in range(result.first + 1, result.last + 1))
    return [line for line in told if line.text]


def _teller(tried: Tried, viewer: str) -> Teller:
    """Whoever tells what would follow: even if the game would be over, nothing is opened by that."""
    teller = Teller(tried.replay, viewer)
    teller.viewer = viewer
    return teller


def _document(asked: Asked, tried: Tried, outcomes: list[Outcome]) -> dict[str, Any]:
    replay, eye = tried.replay, asked.viewer
    return {
        "game": asked.game,
        "seat": asked.seat,
        "viewer": asked.viewer,
        "position": tried.begins - 1,
        "seed": asked.seed,
        "unused": tried.unused,
        "lines": [
            {
                "line": result.line.number,
                "text": result.line.text,
                "outcome": result.outcome,
                "order": result.order,
                "error": str(result.error or ""),
                "effects": [line.text for line in _effects(tried, result, asked.viewer)],
            }
            for result in tried.results
        ],
        "outcomes": outcomes,
        "ends": tried.ends,
        "over": replay.is_over(),
        "before": replay.board(tried.begins - 1, eye),
        "after": replay.board(len(replay), eye),
    }


def _tell(asked: Asked, tried: Tried, outcomes: list[Outcome]) -> None:
    said = _(
        "{game} after event {at}: what would follow. Nothing is recorded, and no throw is one of the game."
    )
    for line in wrap(said.format(game=asked.game, at=tried.begins - 1)):
        say(line, QUIET)
    for result in tried.results:
        _tell_result(tried, result, asked.viewer)
    if tried.ends:
        said = _(
            "What follows then could tell what somebody hides. --whole --reason TEXT shows it: a look, which "
            "every player reads."
        )
        for line in wrap(said):
            say(line)
    _tell_outcomes(outcomes)
    _tell_boards(asked, tried)
    _tell_faces(asked, tried)


def _tell_result(tried: Tried, result: Result, viewer: str) -> None:
    words = {PLAYED: _("legal"), UNREADABLE: _("unreadable"), REFUSED_LINE: _("refused")}
    outcome = words.get(result.outcome, _("not tried"))
    said = _("{number:>4}  {text}  ({outcome})")
    line = said.format(number=result.line.number, text=short(result.line.text), outcome=outcome)
    say(line, STYLES.get(result.outcome, FAILS))
    for told in _effects(tried, result, viewer):
        text = f"{told.text} [{told.rule}]" if told.rule else told.text
        for part in wrap(text, " " * 6, " " * 8):
            say(part)
    error = result.error
    if error is not None:
        error = replace(error, sentences=tuple(map(term, error.sentences)))
    for part in str(error or "").splitlines():
        say(f"      {part}", FAILS if result.outcome != NOT_REACHED else QUIET)


def _tell_outcomes(outcomes: list[Outcome]) -> None:
    if outcomes:
        said = _("The answers to the first throw, {count} in all, and what follows up to the next one:")
        for line in wrap(said.format(count=sum(len(one.answers) for one in outcomes))):
            say(line)
    for one in outcomes:
        said = _("{count} ({answers}): {what}").format(
            count=len(one.answers),
            answers=", ".join("-".join(map(str, faces)) for faces in one.answers),
            what=" ".join(one.effects) or _("nothing that shows"),
        )
        for line in wrap(said, "  ", "      "):
            say(line)


def _tell_boards(asked: Asked, tried: Tried) -> None:
    replay = tried.replay
    before, after = (replay.board(at, asked.viewer) for at in (tried.begins - 1, len(replay)))
    if before == after:
        say(_("The board stays as it is:"))
    else:
        say(_("The board before:"))
        say(before, nl=False)
        say()
        say(_("The board after:"))
    say(after, nl=False)
    if replay.is_over():
        say(_("The game would be over."), HOLDS)


def _tell_faces(asked: Asked, tried: Tried) -> None:
    if tried.unused:
        said = _("Nothing asked for these faces: {faces}.")
        note(said.format(faces=", ".join(map(str, tried.unused))))
    if _first_throw(tried):
        note(_("The same faces fall again with --seed {seed}.").format(seed=asked.seed), QUIET)
