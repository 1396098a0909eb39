"""Every command with one sentence and its module, in the order in which a user needs them.

They stand here so that `--help`, `--version` and completion import no command.
"""

from __future__ import annotations

from collections.abc import Mapping

from projections.language.messages import _

CONTENTS: Mapping[str, Mapping[str, str]] = {
    _("Begin"): {
        "demo": _("Referee a whole game from its mails to the verdict, in a new directory."),
        "games": _("List the titles that can be played, and how far each can be trusted."),
        "rule": _("Show where a rule lives: its heading, the code and the tests."),
        "data": _("Put the tables of your own copy of a game in the place of ours."),
    },
    _("Play"): {
        "open": _("Open a game and seat its players."),
        "list": _("List the games of the store."),
        "policy": _("Show what is agreed in a game beside the rules, or change it."),
        "what": _("Say who is awaited, and with which orders."),
        "advise": _("Say what a program would order for a seat that is asked."),
        "orders": _("Play the orders of a seat, line by line."),
        "throw": _("Enter the faces of real dice for the throw that a game waits for."),
        "rewind": _("Let play go back to an earlier event; nothing is erased."),
        "renew": _("Draw new cells for a game; everybody joins anew."),
        "preview": _("Show what would follow from orders; nothing is recorded."),
        "fork": _("Let a game go on from an earlier event as a what-if, elsewhere."),
        "play": _("Let bots play whole games into the store."),
        "arena": _("Let programs play against each other, and say which is better."),
        "solo": _("Play against programs, at once: in the terminal or on the page."),
    },
    _("Settle"): {
        "dispute": _("Say what is disputed, and show all that a ruling needs."),
        "ruling": _("Rule: results stand, are corrected, or play goes back."),
        "takeback": _("Ask the others to let a seat take back its order."),
    },
    _("People and clocks"): {
        "clock": _("Show and move deadlines; pauses, vacations, the machine's clock."),
        "roster": _("Say who sits where, who stands by, and who acts for whom."),
        "lists": _("Show the lists that people sign on to by mail, or close one."),
        "observers": _("Show who observes games by mail, or end it for one."),
        "link": _("Make the link and tokens of a seat anew, or mail its link once more; the referee's page."),
        "people": _("Show how reliably people have answered, from the record."),
        "ratings": _("Rate people by the games that are over, title by title."),
        "reader": _("Say in which language and zone a person reads mails, and how often."),
        "press": _("Write to the players of a game, as its referee."),
        "abandon": _("End a game without winners; everything is opened."),
    },
    _("Look"): {
        "show": _("Show the board of a game, now or as of any event."),
        "picture": _("Draw the board of a game as SVG, PNG, or a GIF that moves."),
        "log": _("Tell what has happened in a game."),
        "replay": _("Show a game again step by step, board and log together."),
        "explain": _("Explain an event: its rule, its order, its throws, its sums."),
        "reference": _("Say what a card, a table, a place, a chance, an order or a rule is."),
        "statistics": _("Count how the games of a title went: length, wins, first orders, dice."),
        "story": _("Trace an event back to its mail, and on to what became of it."),
    },
    _("Prove"): {
        "audit": _("Check that a record holds, and name the first event that does not."),
        "export": _("Write a game to a file that others can read, check and import."),
        "import": _("Store the game of an export, once it has been verified."),
        "checkpoint": _("Sign the head of a game in a small text; add a signature; verify one."),
    },
    _("Cells of one's own"): {
        "seat": _("Keep a player's own secret cells, and add them to orders."),
        "witness": _("Answer what a referee asks of a witness, mail by mail."),
    },
    _("Mail desk"): {
        "deliver": _("Take one mail from standard input, for a mail server's pipe."),
        "serve": _("Work the mails of the desk as they arrive."),
        "desk": _("Set it up, check how it is set up, list what it could not send."),
        "mails": _("List what became of the mails that came in."),
        "key": _("Register the key by which the owner of an address signs."),
        "backup": _("Copy the whole store into a file, and prove the copy."),
        "restore": _("Make a store of a backup, and prove that it has the same heads."),
        "gallery": _("Write finished games as a site of plain files, for any web server."),
        "move": _("Copy everything into another store, file or server, and prove it."),
    },
    _("More"): {
        "help": _("Show the help of a command, or the exit codes."),
        "completion": _("Print the completion script of a shell."),
    },
}

ENTRIES: Mapping[str, str] = {name: said for part in CONTENTS.values() for name, said in part.items()}

FOLDERS = ("begin", "play", "settle", "people", "look", "prove", "own_sheet", "desk", "")
"""Where the commands of each part stand, in modules that are called like them."""

BESIDE = {
    "rule": "games",
    "takeback": "ruling",
    **dict.fromkeys(("press", "abandon"), "roster"),
    **dict.fromkeys(("log", "replay", "explain"), "show"),
    "import": "importing",
    "desk": "check",
    "key": "mails",
    "restore": "backup",
    "completion": "help",
}
"""Those that stand in the module of another."""

MODULES: Mapping[str, str] = {
    name: ".".join(filter(None, ("cli", folder, BESIDE.get(name, name))))
    for folder, part in zip(FOLDERS, CONTENTS.values(), strict=True)
    for name in part
}


PARTS: Mapping[str, Mapping[str, str]] = {
    "data": {
        "new": _("Write worksheets of a title's tables into a new directory."),
        "check": _("Say what does not fit in your tables, and what in them is still ours."),
        "page": _("Make a page on which to fill them in, beside a photo or scan of the game."),
    },
    "seat": {
        "new": _("Draw the cells of a seat, and print the lines to mail."),
        "more": _("Draw a further sheet, in a game of protocol 1."),
        "fill": _("Print orders with one's cells before them."),
        "status": _("Say how many cells are used."),
    },
    "clock": {
        "show": _("List the deadlines that run."),
        "confirm": _("Say that the clock of this machine is right."),
        "move": _("Move the deadline of a seat."),
        "pause": _("Stop all clocks of a game."),
        "resume": _("Let the clocks of a game go on."),
        "vacation": _("Take vacation for a seat."),
    },
    "roster": {
        "take": _("Give a seat to another person."),
        "leave": _("Take a person from its seat, which is then free."),
        "standby": _("Put a person on the list of standbys, or take it off."),
        "delegate": _("Let a person act for a seat for a time, or no more."),
        "address": _("Register another address of a person."),
    },
    "link": {
        "new": _("Make all links and tokens of a seat worthless, and mail new ones."),
        "send": _("Mail the link of a seat once more to whoever acts for it."),
        "referee": _("Print the secret link of the page that says what the desk wants of you."),
    },
    "dispute": {
        "list": _("List the disputes of a game, and what was ruled."),
        "show": _("Show a dispute with its events, mails, rule and a suggestion."),
        "open": _("Dispute what has happened, on behalf of a seat."),
        "withdraw": _("Withdraw a dispute, on behalf of its seat."),
        "recuse": _("Leave a dispute to the other referee."),
        "adjudicate": _("Say under seal what one of two referees would rule."),
    },
    "ruling": {
        "make": _("Rule, with all that it changes, and write to the players."),
        "list": _("List the rulings of a game."),
        "words": _("List what a ruling can set right in a game."),
        "reopen": _("Let a ruling be appealed against once more."),
    },
    "takeback": {
        "ask": _("Ask to take back, on behalf of a seat."),
        "answer": _("Let it, or do not, on behalf of a seat."),
    },
    "desk": {
        "new": _("Set a desk up: its files, by five answers, and a store without a game."),
        "check": _("Try everything that the desk needs, and say what is wrong."),
        "unsent": _("List the mails that wait in the outbox, or were refused."),
        "again": _("Let a mail in once more that was put aside."),
    },
}

EVERY: Mapping[str, str] = {
    **ENTRIES,
    **{f"{family} {name}": said for family, parts in PARTS.items() for name, said in parts.items()},
}
