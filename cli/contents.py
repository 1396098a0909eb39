"""Every command with its module and one sentence, in the order in which a user needs them.

They stand here so that `--help`, `--version` and completion import no command.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from projections.texts import _


class Entry(NamedTuple):
    module: str
    sentence: str


CONTENTS: Mapping[str, Mapping[str, Entry]] = {
    _("Begin"): {
        "demo": Entry(
            "cli.demo", _("Referee a whole game from its mails to the verdict, in a new directory.")
        ),
        "games": Entry(
            "cli.titles", _("List the titles that can be played, and how far each can be trusted.")
        ),
        "rule": Entry("cli.titles", _("Show where a rule lives: its heading, the code and the tests.")),
    },
    _("Play"): {
        "open": Entry("cli.playing", _("Open a game and seat its players.")),
        "list": Entry("cli.waiting", _("List the games of the store.")),
        "what": Entry("cli.waiting", _("Say who is awaited, and with which orders.")),
        "orders": Entry("cli.playing", _("Play the orders of a seat, line by line.")),
        "play": Entry("cli.bots", _("Let bots play whole games into the store.")),
    },
    _("Look"): {
        "show": Entry("cli.looking", _("Show the board of a game, now or as of any event.")),
        "log": Entry("cli.looking", _("Tell what has happened in a game.")),
        "replay": Entry("cli.looking", _("Show a game again step by step, board and log together.")),
        "explain": Entry("cli.looking", _("Explain an event: its rule, its order, its throws, its sums.")),
    },
    _("Prove"): {
        "audit": Entry(
            "cli.proving", _("Check that a record holds, and name the first event that does not.")
        ),
        "export": Entry("cli.proving", _("Write a game to a file that others can read, check and import.")),
        "import": Entry("cli.proving", _("Store the game of an export, once it has been verified.")),
    },
    _("Mail desk"): {
        "deliver": Entry("cli.desk", _("Take one mail from standard input, for a mail server's pipe.")),
        "serve": Entry("cli.desk", _("Work the mails of a Maildir as they arrive.")),
    },
    _("More"): {
        "help": Entry("cli.helping", _("Show the help of a command, or the exit codes.")),
        "completion": Entry("cli.helping", _("Print the completion script of a shell.")),
    },
}

ENTRIES: Mapping[str, Entry] = {name: entry for part in CONTENTS.values() for name, entry in part.items()}
