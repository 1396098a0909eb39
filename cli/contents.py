"""Every command with its module and one sentence, in the order in which a user needs them.

They stand here so that `--help`, `--version` and completion import no command.

CONTENTS   what `--help` lists, by subject
ENTRIES    the same by name alone
PARTS      the commands of those that are a family: `seat new`
EVERY      all that has a help of its own, by its whole name
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from projections.language.messages import _


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
        "open": Entry("cli.opening", _("Open a game and seat its players.")),
        "list": Entry("cli.waiting", _("List the games of the store.")),
        "policy": Entry("cli.policies", _("Show what is agreed in a game beside the rules, or change it.")),
        "what": Entry("cli.asking", _("Say who is awaited, and with which orders.")),
        "orders": Entry("cli.playing", _("Play the orders of a seat, line by line.")),
        "throw": Entry(
            "cli.throwing", _("Enter the faces of real dice for the throw that a game waits for.")
        ),
        "rewind": Entry("cli.rewinding", _("Let play go back to an earlier event; nothing is erased.")),
        "preview": Entry("cli.previewing", _("Show what would follow from orders; nothing is recorded.")),
        "fork": Entry("cli.forking", _("Let a game go on from an earlier event as a what-if, elsewhere.")),
        "play": Entry("cli.bots", _("Let bots play whole games into the store.")),
    },
    _("Settle"): {
        "dispute": Entry("cli.disputes", _("Say what is disputed, and show all that a ruling needs.")),
        "ruling": Entry("cli.judging", _("Rule: results stand, are corrected, or play goes back.")),
        "takeback": Entry("cli.judging", _("Ask the others to let a seat take back its order.")),
    },
    _("People and clocks"): {
        "clock": Entry("cli.clocks", _("Show and move deadlines; pauses, vacations, the machine's clock.")),
        "roster": Entry("cli.roster", _("Say who sits where, who stands by, and who acts for whom.")),
        "link": Entry("cli.links", _("Make the link and tokens of a seat anew, or mail its link once more.")),
        "people": Entry("cli.figures", _("Show how reliably people have answered, from the record.")),
        "reader": Entry(
            "cli.readers", _("Say in which language and zone a person reads mails, and how often.")
        ),
        "press": Entry("cli.roster", _("Write to the players of a game, as its referee.")),
        "abandon": Entry("cli.roster", _("End a game without winners; everything is opened.")),
    },
    _("Look"): {
        "show": Entry("cli.looking", _("Show the board of a game, now or as of any event.")),
        "picture": Entry("cli.picturing", _("Draw the board of a game as SVG, PNG, or a GIF that moves.")),
        "log": Entry("cli.looking", _("Tell what has happened in a game.")),
        "replay": Entry("cli.looking", _("Show a game again step by step, board and log together.")),
        "explain": Entry("cli.looking", _("Explain an event: its rule, its order, its throws, its sums.")),
        "story": Entry("cli.story", _("Trace an event back to its mail, and on to what became of it.")),
    },
    _("Prove"): {
        "audit": Entry(
            "cli.auditing", _("Check that a record holds, and name the first event that does not.")
        ),
        "export": Entry("cli.exporting", _("Write a game to a file that others can read, check and import.")),
        "import": Entry("cli.exporting", _("Store the game of an export, once it has been verified.")),
        "checkpoint": Entry(
            "cli.checkpoints", _("Sign the head of a game in a small text; add a signature; verify one.")
        ),
    },
    _("A sheet of one's own"): {
        "seat": Entry(
            "cli.seats", _("Keep a player's own sheet of secret cells, and add its cells to orders.")
        ),
        "witness": Entry("cli.witnessing", _("Answer what a referee asks of a witness, mail by mail.")),
    },
    _("Mail desk"): {
        "deliver": Entry("cli.desk", _("Take one mail from standard input, for a mail server's pipe.")),
        "serve": Entry("cli.desk", _("Work the mails of the desk as they arrive.")),
        "desk": Entry("cli.checking", _("Check how the desk is set up; list what it could not send.")),
        "mails": Entry("cli.mails", _("List what became of the mails that came in.")),
        "key": Entry("cli.mails", _("Register the key by which the owner of an address signs.")),
        "backup": Entry("cli.backups", _("Copy the whole store into a file, and prove the copy.")),
        "restore": Entry("cli.backups", _("Make a store of a backup, and prove that it has the same heads.")),
        "move": Entry("cli.moving", _("Copy everything into another store, file or server, and prove it.")),
    },
    _("More"): {
        "help": Entry("cli.helping", _("Show the help of a command, or the exit codes.")),
        "completion": Entry("cli.helping", _("Print the completion script of a shell.")),
    },
}

ENTRIES: Mapping[str, Entry] = {name: entry for part in CONTENTS.values() for name, entry in part.items()}

PARTS: Mapping[str, Mapping[str, Entry]] = {
    "seat": {
        "new": Entry("cli.seats", _("Draw a sheet for a seat, and print the lines to mail.")),
        "more": Entry("cli.seats", _("Draw further cells into the same file, and print the lines.")),
        "fill": Entry("cli.seats", _("Print orders with the cells of one's sheet before them.")),
        "status": Entry("cli.seats", _("Say how much of a sheet is used.")),
    },
    "clock": {
        "show": Entry("cli.clocks", _("List the deadlines that run.")),
        "confirm": Entry("cli.clocks", _("Say that the clock of this machine is right.")),
        "move": Entry("cli.clocks", _("Move the deadline of a seat.")),
        "pause": Entry("cli.clocks", _("Stop all clocks of a game.")),
        "resume": Entry("cli.clocks", _("Let the clocks of a game go on.")),
        "vacation": Entry("cli.clocks", _("Take vacation for a seat.")),
    },
    "roster": {
        "take": Entry("cli.roster", _("Give a seat to another person.")),
        "leave": Entry("cli.roster", _("Take a person from its seat, which is then free.")),
        "standby": Entry("cli.roster", _("Put a person on the list of standbys, or take it off.")),
        "delegate": Entry("cli.roster", _("Let a person act for a seat for a time, or no more.")),
        "address": Entry("cli.roster", _("Register another address of a person.")),
    },
    "link": {
        "new": Entry("cli.links", _("Make all links and tokens of a seat worthless, and mail new ones.")),
        "send": Entry("cli.links", _("Mail the link of a seat once more to whoever acts for it.")),
    },
    "dispute": {
        "list": Entry("cli.disputes", _("List the disputes of a game, and what was ruled.")),
        "show": Entry("cli.disputes", _("Show a dispute with its events, mails, rule and a suggestion.")),
        "open": Entry("cli.disputes", _("Dispute what has happened, on behalf of a seat.")),
        "withdraw": Entry("cli.disputes", _("Withdraw a dispute, on behalf of its seat.")),
        "recuse": Entry("cli.disputes", _("Leave a dispute to the other referee.")),
        "adjudicate": Entry("cli.disputes", _("Say under seal what one of two referees would rule.")),
    },
    "ruling": {
        "make": Entry("cli.judging", _("Rule, with all that it changes, and write to the players.")),
        "list": Entry("cli.judging", _("List the rulings of a game.")),
        "words": Entry("cli.judging", _("List what a ruling can set right in a game.")),
        "reopen": Entry("cli.judging", _("Let a ruling be appealed against once more.")),
    },
    "takeback": {
        "ask": Entry("cli.judging", _("Ask to take back, on behalf of a seat.")),
        "answer": Entry("cli.judging", _("Let it, or do not, on behalf of a seat.")),
    },
    "desk": {
        "check": Entry("cli.checking", _("Try everything that the desk needs, and say what is wrong.")),
        "unsent": Entry("cli.checking", _("List the mails that wait in the outbox, or were refused.")),
    },
}

EVERY: Mapping[str, Entry] = {
    **ENTRIES,
    **{f"{family} {name}": entry for family, parts in PARTS.items() for name, entry in parts.items()},
}
