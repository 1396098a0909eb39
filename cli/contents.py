"""Every command with its module and one sentence, in the order in which a user needs them.

They stand here so that `--help`, `--version` and completion import no command.
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
            "cli.begin.demo", _("Referee a whole game from its mails to the verdict, in a new directory.")
        ),
        "games": Entry(
            "cli.begin.games", _("List the titles that can be played, and how far each can be trusted.")
        ),
        "rule": Entry("cli.begin.games", _("Show where a rule lives: its heading, the code and the tests.")),
        "data": Entry("cli.begin.data", _("Put the tables of your own copy of a game in the place of ours.")),
    },
    _("Play"): {
        "open": Entry("cli.play.open", _("Open a game and seat its players.")),
        "list": Entry("cli.play.list", _("List the games of the store.")),
        "policy": Entry(
            "cli.play.policy", _("Show what is agreed in a game beside the rules, or change it.")
        ),
        "what": Entry("cli.play.what", _("Say who is awaited, and with which orders.")),
        "advise": Entry("cli.play.advise", _("Say what a program would order for a seat that is asked.")),
        "orders": Entry("cli.play.orders", _("Play the orders of a seat, line by line.")),
        "throw": Entry(
            "cli.play.throw", _("Enter the faces of real dice for the throw that a game waits for.")
        ),
        "rewind": Entry("cli.play.rewind", _("Let play go back to an earlier event; nothing is erased.")),
        "renew": Entry("cli.play.renew", _("Draw new cells for a game; everybody joins anew.")),
        "preview": Entry("cli.play.preview", _("Show what would follow from orders; nothing is recorded.")),
        "fork": Entry("cli.play.fork", _("Let a game go on from an earlier event as a what-if, elsewhere.")),
        "play": Entry("cli.play.play", _("Let bots play whole games into the store.")),
        "arena": Entry("cli.play.arena", _("Let programs play against each other, and say which is better.")),
        "solo": Entry("cli.play.solo", _("Play against programs, at once: in the terminal or on the page.")),
    },
    _("Settle"): {
        "dispute": Entry("cli.settle.dispute", _("Say what is disputed, and show all that a ruling needs.")),
        "ruling": Entry("cli.settle.ruling", _("Rule: results stand, are corrected, or play goes back.")),
        "takeback": Entry("cli.settle.ruling", _("Ask the others to let a seat take back its order.")),
    },
    _("People and clocks"): {
        "clock": Entry(
            "cli.people.clock", _("Show and move deadlines; pauses, vacations, the machine's clock.")
        ),
        "roster": Entry("cli.people.roster", _("Say who sits where, who stands by, and who acts for whom.")),
        "lists": Entry("cli.people.lists", _("Show the lists that people sign on to by mail, or close one.")),
        "observers": Entry("cli.people.observers", _("Show who observes games by mail, or end it for one.")),
        "link": Entry(
            "cli.people.link",
            _("Make the link and tokens of a seat anew, or mail its link once more; the referee's page."),
        ),
        "people": Entry("cli.people.people", _("Show how reliably people have answered, from the record.")),
        "ratings": Entry("cli.people.ratings", _("Rate people by the games that are over, title by title.")),
        "reader": Entry(
            "cli.people.reader", _("Say in which language and zone a person reads mails, and how often.")
        ),
        "press": Entry("cli.people.roster", _("Write to the players of a game, as its referee.")),
        "abandon": Entry("cli.people.roster", _("End a game without winners; everything is opened.")),
    },
    _("Look"): {
        "show": Entry("cli.look.show", _("Show the board of a game, now or as of any event.")),
        "picture": Entry("cli.look.picture", _("Draw the board of a game as SVG, PNG, or a GIF that moves.")),
        "log": Entry("cli.look.show", _("Tell what has happened in a game.")),
        "replay": Entry("cli.look.show", _("Show a game again step by step, board and log together.")),
        "explain": Entry("cli.look.show", _("Explain an event: its rule, its order, its throws, its sums.")),
        "reference": Entry(
            "cli.look.reference", _("Say what a card, a table, a place, a chance, an order or a rule is.")
        ),
        "statistics": Entry(
            "cli.look.statistics",
            _("Count how the games of a title went: length, wins, first orders, dice."),
        ),
        "story": Entry("cli.look.story", _("Trace an event back to its mail, and on to what became of it.")),
    },
    _("Prove"): {
        "audit": Entry(
            "cli.prove.audit", _("Check that a record holds, and name the first event that does not.")
        ),
        "export": Entry(
            "cli.prove.export", _("Write a game to a file that others can read, check and import.")
        ),
        "import": Entry("cli.prove.export", _("Store the game of an export, once it has been verified.")),
        "checkpoint": Entry(
            "cli.prove.checkpoint", _("Sign the head of a game in a small text; add a signature; verify one.")
        ),
    },
    _("Cells of one's own"): {
        "seat": Entry("cli.own_sheet.seat", _("Keep a player's own secret cells, and add them to orders.")),
        "witness": Entry(
            "cli.own_sheet.witness", _("Answer what a referee asks of a witness, mail by mail.")
        ),
    },
    _("Mail desk"): {
        "deliver": Entry("cli.desk.serve", _("Take one mail from standard input, for a mail server's pipe.")),
        "serve": Entry("cli.desk.serve", _("Work the mails of the desk as they arrive.")),
        "desk": Entry(
            "cli.desk.check", _("Make its store, check how it is set up, list what it could not send.")
        ),
        "mails": Entry("cli.desk.mails", _("List what became of the mails that came in.")),
        "key": Entry("cli.desk.mails", _("Register the key by which the owner of an address signs.")),
        "backup": Entry("cli.desk.backup", _("Copy the whole store into a file, and prove the copy.")),
        "restore": Entry(
            "cli.desk.backup", _("Make a store of a backup, and prove that it has the same heads.")
        ),
        "gallery": Entry(
            "cli.desk.gallery", _("Write finished games as a site of plain files, for any web server.")
        ),
        "move": Entry(
            "cli.desk.move", _("Copy everything into another store, file or server, and prove it.")
        ),
    },
    _("More"): {
        "help": Entry("cli.help", _("Show the help of a command, or the exit codes.")),
        "completion": Entry("cli.help", _("Print the completion script of a shell.")),
    },
}

ENTRIES: Mapping[str, Entry] = {name: entry for part in CONTENTS.values() for name, entry in part.items()}

PARTS: Mapping[str, Mapping[str, Entry]] = {
    "data": {
        "new": Entry("cli.begin.data", _("Write worksheets of a title's tables into a new directory.")),
        "check": Entry(
            "cli.begin.data", _("Say what does not fit in your tables, and what in them is still ours.")
        ),
        "page": Entry(
            "cli.begin.data", _("Make a page on which to fill them in, beside a photo or scan of the game.")
        ),
    },
    "seat": {
        "new": Entry("cli.own_sheet.seat", _("Draw the cells of a seat, and print the lines to mail.")),
        "more": Entry("cli.own_sheet.seat", _("Draw a further sheet, in a game of protocol 1.")),
        "fill": Entry("cli.own_sheet.seat", _("Print orders with one's cells before them.")),
        "status": Entry("cli.own_sheet.seat", _("Say how many cells are used.")),
    },
    "clock": {
        "show": Entry("cli.people.clock", _("List the deadlines that run.")),
        "confirm": Entry("cli.people.clock", _("Say that the clock of this machine is right.")),
        "move": Entry("cli.people.clock", _("Move the deadline of a seat.")),
        "pause": Entry("cli.people.clock", _("Stop all clocks of a game.")),
        "resume": Entry("cli.people.clock", _("Let the clocks of a game go on.")),
        "vacation": Entry("cli.people.clock", _("Take vacation for a seat.")),
    },
    "roster": {
        "take": Entry("cli.people.roster", _("Give a seat to another person.")),
        "leave": Entry("cli.people.roster", _("Take a person from its seat, which is then free.")),
        "standby": Entry("cli.people.roster", _("Put a person on the list of standbys, or take it off.")),
        "delegate": Entry("cli.people.roster", _("Let a person act for a seat for a time, or no more.")),
        "address": Entry("cli.people.roster", _("Register another address of a person.")),
    },
    "link": {
        "new": Entry(
            "cli.people.link", _("Make all links and tokens of a seat worthless, and mail new ones.")
        ),
        "send": Entry("cli.people.link", _("Mail the link of a seat once more to whoever acts for it.")),
        "referee": Entry(
            "cli.people.link", _("Print the secret link of the page that says what the desk wants of you.")
        ),
    },
    "dispute": {
        "list": Entry("cli.settle.dispute", _("List the disputes of a game, and what was ruled.")),
        "show": Entry(
            "cli.settle.dispute", _("Show a dispute with its events, mails, rule and a suggestion.")
        ),
        "open": Entry("cli.settle.dispute", _("Dispute what has happened, on behalf of a seat.")),
        "withdraw": Entry("cli.settle.dispute", _("Withdraw a dispute, on behalf of its seat.")),
        "recuse": Entry("cli.settle.dispute", _("Leave a dispute to the other referee.")),
        "adjudicate": Entry("cli.settle.dispute", _("Say under seal what one of two referees would rule.")),
    },
    "ruling": {
        "make": Entry("cli.settle.ruling", _("Rule, with all that it changes, and write to the players.")),
        "list": Entry("cli.settle.ruling", _("List the rulings of a game.")),
        "words": Entry("cli.settle.ruling", _("List what a ruling can set right in a game.")),
        "reopen": Entry("cli.settle.ruling", _("Let a ruling be appealed against once more.")),
    },
    "takeback": {
        "ask": Entry("cli.settle.ruling", _("Ask to take back, on behalf of a seat.")),
        "answer": Entry("cli.settle.ruling", _("Let it, or do not, on behalf of a seat.")),
    },
    "desk": {
        "new": Entry("cli.desk.check", _("Make the store of a desk that has no game yet.")),
        "check": Entry("cli.desk.check", _("Try everything that the desk needs, and say what is wrong.")),
        "unsent": Entry("cli.desk.check", _("List the mails that wait in the outbox, or were refused.")),
        "again": Entry("cli.desk.again", _("Let a mail in once more that was put aside.")),
    },
}

EVERY: Mapping[str, Entry] = {
    **ENTRIES,
    **{f"{family} {name}": entry for family, parts in PARTS.items() for name, entry in parts.items()},
}
