"""preview: what would follow from orders, played on a copy that nobody keeps."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Sequence
from typing import Any

import click
from msgspec.structs import replace

from cli.frame.codes import REFUSED
from cli.frame.command import command, game_argument
from cli.frame.languages import language_option
from cli.frame.printing import FAILS, HOLDS, QUIET, document, note, say
from cli.frame.reasons import Look, person_option, reason_option, recorded
from cli.frame.stores import existing
from cli.play.orders import LONGEST, STYLES, order_lines, short, spoken_for
from cli.play.tried import POSSIBLE, Asked, Outcome, Tried, first_throw, outcomes, tried
from domain.game.state.game_state import GameState
from domain.kit.sealed import PUBLIC, REFEREE
from projections.language.messages import _, term, wrap
from projections.telling.log import Logged
from referee.games.order_sheet import NOT_REACHED, PLAYED, UNREADABLE, Result
from referee.games.order_sheet import REFUSED as REFUSED_LINE
from referee.games.rehearsal import check_begun
from referee.programs.everybody import STATES
from referee.record.location import Place
from referee.record.record import Record


@command(
    "preview",
    "bugyo preview summer iga orders.txt",
    'echo "attack omi from ise" | bugyo preview summer ise - --faces 3,5',
    'bugyo preview summer ise orders.txt --reason "Boris asks on the phone why it is refused"',
    'echo "attack omi from ise" | bugyo preview summer ise - --every --whole --reason "dispute 3"',
    more=_(
        "The lines are read and answered like those of a mail, and played on a copy: nothing is recorded or "
        "sent, and no throw of the game is drawn. Faces are those that are given, then those of a generator; "
        "--every tries each answer to the first throw."
    )
    + "\n\n"
    + _(
        "It shows what everybody may know, and ends where what follows could tell what somebody hides. "
        "While somebody hides something, the lines are tried in {count} states that fit what all may know: "
        "legal or refused is what is so in all of them, and for the same reason; all else is “possible”. "
        "With --reason they are tried in the game as it is, and told as the seat may know it; with --whole "
        "--reason everything is. Both are looks, which every player reads."
    ).format(count=STATES),
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
    seed, faces = seed or secrets.token_hex(3), _faces(given)
    with existing(store) as record:
        stood = record.load(game).game
        spoken_for(stood, seat)
        viewer = _looked(record, stood, seat, Look(REFEREE if whole else seat, reason, person))
        asked = Asked(game, seat, lines, faces, seed, viewer)
        found = tried(record, record.load(game), asked)
        answers = outcomes(record, asked, found) if every else []
    if as_json:
        document(_document(asked, found, answers))
    else:
        _tell(asked, found, answers)
    if any(result.outcome in (UNREADABLE, REFUSED_LINE) for result in found.results):
        click.get_current_context().exit(REFUSED)


def _looked(record: Record, stood: GameState, seat: str, look: Look) -> str:
    """Whose eyes see it: the look is recorded, where somebody says why, and --whole is one."""
    has_reason = bool(look.reason.strip())
    if look.viewer != REFEREE and not (has_reason and seat in stood.seats):
        return PUBLIC
    if not (stood.is_over() or stood.ledger.fork or has_reason):
        said = _("While {game} is on, --whole is a look at all that is sealed: say why with --reason TEXT.")
        raise click.UsageError(said.format(game=stood.id))
    check_begun(stood)  # else there is nothing to see
    recorded(record, stood, look)
    return look.viewer


def _faces(given: Sequence[str]) -> tuple[int, ...]:
    words = [word for part in given for word in part.replace(",", " ").split()]
    try:
        return tuple(map(int, words))
    except ValueError:
        raise click.BadParameter(_("Faces are numbers, such as 3,5."), param_hint="--faces") from None


# ---- telling


def _document(asked: Asked, found: Tried, answers: list[Outcome]) -> dict[str, Any]:
    before, after = found.boards(asked.viewer)
    return {
        "game": asked.game,
        "seat": asked.seat,
        "viewer": asked.viewer,
        "position": found.begun.game.position,
        "imagined": found.imagined,
        "seed": asked.seed,
        "unused": found.unused,
        "lines": [
            {
                "line": result.line.number,
                "text": result.line.text,
                "outcome": result.outcome,
                "order": result.order,
                "error": str(result.error or ""),
                "effects": [line.text for line in effects],
            }
            for result, effects in zip(found.results, found.effects, strict=True)
        ],
        "outcomes": answers,
        "ends": found.ends,
        "over": found.is_over(),
        "before": before,
        "after": after,
    }


def _tell(asked: Asked, found: Tried, answers: list[Outcome]) -> None:
    said = _(
        "{game} after event {at}: what would follow. Nothing is recorded, and no throw is one of the game."
    )
    for line in wrap(said.format(game=asked.game, at=found.begun.game.position)):
        say(line, QUIET)
    for result, effects in zip(found.results, found.effects, strict=True):
        _tell_result(result, effects)
    for sentence in _what_is_not_told(asked, found):
        for line in wrap(sentence):
            say(line)
    _tell_outcomes(answers)
    _tell_boards(asked, found)
    _tell_faces(asked, found)


def _what_is_not_told(asked: Asked, found: Tried) -> Iterator[str]:
    if found.imagined:
        yield _("It was tried in {count} states that fit what everybody may know.").format(
            count=found.imagined
        )
    if any(result.outcome == POSSIBLE for result in found.results):
        said = _(
            "What is possible hangs on what {seat} alone may know. --reason TEXT tells it: a look, which "
            "every player reads."
        )
        yield said.format(seat=asked.seat)
    if found.ends:
        yield _(
            "What follows then could tell what somebody hides. --whole --reason TEXT shows it: a look, which "
            "every player reads."
        )


def _tell_result(result: Result, effects: Sequence[Logged]) -> None:
    words = {
        PLAYED: _("legal"),
        UNREADABLE: _("unreadable"),
        REFUSED_LINE: _("refused"),
        POSSIBLE: _("possible"),
    }
    outcome = words.get(result.outcome, _("not tried"))
    said = _("{number:>4}  {text}  ({outcome})")
    line = said.format(number=result.line.number, text=short(result.line.text), outcome=outcome)
    say(line, STYLES.get(result.outcome, QUIET if result.outcome == POSSIBLE else FAILS))
    for told in effects:
        text = f"{told.text} [{told.rule}]" if told.rule else told.text
        for part in wrap(text, " " * 6, " " * 8):
            say(part)
    error = result.error
    if error is not None:
        error = replace(error, sentences=tuple(map(term, error.sentences)))
    for part in str(error or "").splitlines():
        say(f"      {part}", FAILS if result.outcome != NOT_REACHED else QUIET)


def _tell_outcomes(answers: list[Outcome]) -> None:
    if answers:
        said = _("The answers to the first throw, {count} in all, and what follows up to the next one:")
        for line in wrap(said.format(count=sum(len(one.answers) for one in answers))):
            say(line)
    for one in answers:
        said = _("{count} ({answers}): {what}").format(
            count=len(one.answers),
            answers=", ".join("-".join(map(str, faces)) for faces in one.answers),
            what=" ".join(one.effects) or _("nothing that shows"),
        )
        for line in wrap(said, "  ", "      "):
            say(line)


def _tell_boards(asked: Asked, found: Tried) -> None:
    before, after = found.boards(asked.viewer)
    if before == after:
        say(_("The board stays as it is:"))
    else:
        say(_("The board before:"))
        say(before, nl=False)
        say()
        say(_("The board after:"))
    say(after, nl=False)
    if found.is_over():
        say(_("The game would be over."), HOLDS)


def _tell_faces(asked: Asked, found: Tried) -> None:
    if found.unused:
        said = _("Nothing asked for these faces: {faces}.")
        note(said.format(faces=", ".join(map(str, found.unused))))
    if first_throw(found):
        note(_("The same faces fall again with --seed {seed}.").format(seed=asked.seed), QUIET)
