"""reference: what a title or a game can be asked: cards, tables, places, chances, rules, orders."""

from __future__ import annotations

from collections.abc import Sequence

import click

from cli.frame.command import command, complete_title
from cli.frame.languages import language_option
from cli.frame.printing import document, say
from cli.frame.reasons import Look, look_options, seen
from cli.frame.stores import existing
from domain.titles import TITLES
from projections.language.messages import _
from projections.reference import pages
from projections.reference.asking import of_game, of_title
from projections.references import Asked
from referee.games.datasets import read_files
from referee.record.location import Place


@command(
    "reference",
    "bugyo reference twilight_shogun card 86",
    "bugyo reference kawanakajima table combat",
    "bugyo reference shinobi help attack",
    'bugyo reference summer unseen --seat iga --reason "Anna has lost her mail"',
    more=_(
        "A title is asked what is printed, a game also how it stands. A player asks the same by mail. "
        "Without a question it lists what can be asked."
    ),
)
@click.argument("named", metavar="GAME_OR_TITLE", shell_complete=complete_title)
@click.argument("question", nargs=-1, metavar="[QUESTION]...")
@look_options()
@language_option
def reference(store: Place, as_json: bool, named: str, question: tuple[str, ...], look: Look) -> None:
    if named in TITLES:
        lines = _answer(of_title(TITLES[named], read_files(named)), question)
    else:
        with existing(store) as record:
            replay = seen(record, named, look)
            files = record.data_files(replay.rules.title, replay.newest().opening().data)
            lines = _answer(of_game(replay, files, look.viewer), question)
    if as_json:
        document({"asked": named, "question": " ".join(question), "viewer": look.viewer, "lines": lines})
    else:
        say("\n".join(lines))


def _answer(asked: Asked, question: Sequence[str]) -> list[str]:
    """The same as by mail; a word that is no question is an order, of which help tells."""
    verb, words = (question[0].lower(), " ".join(question[1:])) if question else ("help", "")
    if verb in pages.VERBS:
        return pages.answer(asked, verb, words)
    about = words if verb == "help" else " ".join(question)
    return pages.help_on(asked, about) or pages.unknown(asked, about)
