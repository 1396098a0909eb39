"""The answers to questions: as the seat may know it, and as the record is now."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from msgspec import Struct

from domain.game.deciding.conditions import words_of
from domain.game.entries.people import CONDITION, READY
from domain.game.state.words import forms_of
from domain.kit.errors import StaleOrder
from projections.language.messages import _, wrap
from projections.reference import pages
from projections.reference.asking import of_game
from projections.references import Asked
from projections.telling.explain import explain
from projections.telling.story import ORDER, story, tell
from referee.club.ratings import ratings
from referee.reading import line_words
from referee.record.envelope import MAIL
from referee.record.record import Record
from referee.seats.seat_view import Scene, since
from referee.telling import ratings as told
from referee.telling.line_help import help_lines
from referee.telling.proven import proven_in_full
from referee.telling.provenance import brought_by, shown
from referee.telling.tracing import origin_of
from referee.telling.tried import tried

MOST = 400
"""Lines of an answer; a question that has more is answered with the newest."""

DESK = "desk"
"""The word for all that is the same in every game."""

Own = Callable[[], Iterable[str]]
"""The lines about all the games of whoever asks."""


def _nobodys() -> Iterable[str]:
    return (_("Your mails say where your games are; ask “games” by mail."),)


BELOW = " " * 6
"""What stands before a line about the answer itself."""


def answer(record: Record, scene: Scene, question: Struct, own: Own = _nobodys) -> tuple[str, ...]:
    """`own` are the games of whoever asks. Raises `StaleOrder` for an event that the record does not have."""
    lines = list(own()) if isinstance(question, line_words.Games) else _answer(record, scene, question)
    if len(lines) > MOST:
        left = _("({count} lines above these are left out.)").format(count=len(lines) - MOST)
        return (left, *lines[-MOST:])
    return tuple(lines)


def _answer(record: Record, scene: Scene, question: Struct) -> list[str]:
    match question:
        case line_words.What():
            return wrap(_("How the game stands is said here."), BELOW, BELOW)
        case line_words.Show(position=position):
            return _board(scene, position or len(scene.replay))
        case line_words.Log(position=position):
            return since(scene, position) or [_("Nothing has happened since.")]
        case line_words.Explain(position=position):
            said = explain(scene.replay, _known(scene, position), scene.viewer).splitlines()
            return [*said, *_origin(record, scene, position)]
        case line_words.Story(position=position):
            return _story(record, scene, _known(scene, position))
        case _:
            return _beside_the_record(record, scene, question)


def _beside_the_record(record: Record, scene: Scene, question: Struct) -> list[str]:
    match question:
        case line_words.Ratings(title=title):
            found = ratings(record, [title] if title else (), open_at=record.clock())
            return list(told.lines(found))
        case line_words.Preview(lines=lines):
            return list(tried(scene, lines))
        case line_words.Proof():
            return proven_in_full(scene)
        case line_words.Help(about=about):
            return _help(record, scene, about)
        case line_words.Ask(verb=verb, words=words):
            return pages.answer(_asked(record, scene), verb, words)
        case _:
            return _held(scene)


def _help(record: Record, scene: Scene, about: str) -> list[str]:
    """What the game and the desk know of a word. Until the game has begun, a seat can only join."""
    if about.strip().lower() == DESK:
        return help_lines("")
    if about.strip().lower() in ("conditions", "if"):
        return list(_conditions(scene))
    if scene.game.ledger.absent and not about:
        return [*forms_of(scene.game), "", *help_lines("")]
    asked = _asked(record, scene)
    own, common = pages.help_on(asked, about), help_lines(about) if about else []
    return [*own, *([""] if own and common else []), *common] or pages.unknown(asked, about)


def _conditions(scene: Scene) -> Iterator[str]:
    """What may stand in a condition of this game."""
    yield from wrap(
        _(
            "“if …: ORDER then ORDER else: ORDER” leaves orders for when something is so. They are judged "
            "each time that you are asked, by what you may know, the oldest first, before your standing "
            "orders. The first whose next order is legal then is given, once. Others see that you have left "
            "one, and what has come about; never what has not. Also “unless …:”, “on turn 5:”, and “and” "
            "between. In the place of … may stand:"
        )
    )
    yield from (f"  {form}" for form in words_of(scene.game).clauses.forms())


def _asked(record: Record, scene: Scene) -> Asked:
    """The title and the game, before the eyes of the seat."""
    game = scene.game
    files = record.data_files(game.rules.title, game.opening().data)
    return of_game(scene.replay, files, scene.viewer)


def _origin(record: Record, scene: Scene, position: int) -> list[str]:
    """The bytes of the mail that an order of the seat itself came in."""
    act = scene.replay.envelope(position).act
    found = origin_of(record, act[1]) if act[0] == MAIL and act[2] == scene.seat else None
    return ["", *wrap(found.sentence())] if found else []


def _story(record: Record, scene: Scene, position: int) -> list[str]:
    one = story(scene.replay, position, scene.viewer)
    brought = brought_by(record, scene.replay, one.bringer, scene.viewer)
    return tell(scene.replay, one, {ORDER: list(shown(brought))}).splitlines()


def _board(scene: Scene, position: int) -> list[str]:
    replay = scene.replay
    lines = replay.board(_known(scene, position), replay.eye(scene.viewer)).splitlines()
    return [_("After event {position}:").format(position=position), "", *lines]


def _known(scene: Scene, position: int) -> int:
    if position > len(scene.replay):
        newest = len(scene.replay)
        raise StaleOrder(_("There is no event {position}.").format(position=position), _last(newest))
    return position


def _last(newest: int) -> str:
    return _("The newest is {newest}.").format(newest=newest)


def _held(scene: Scene) -> list[str]:
    held = scene.game.held_by(scene.seat)
    lines = [f"  {one.number:>3}  {one.line.value.splitlines()[-1]}  ({_when(one.when)})" for one in held]
    return [_("Your orders that wait:"), *lines] if lines else [_("No order of yours waits.")]


def _when(word: str) -> str:
    if word == CONDITION:
        return _("its own condition")
    return _("until you write “release”") if word == READY else _("as soon as you are asked")
