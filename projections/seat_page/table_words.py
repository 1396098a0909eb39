"""The words of the table beside the game itself, and those that its script says; it puts in what stands in
braces."""

from __future__ import annotations

from collections.abc import Mapping

from projections.language.messages import _
from projections.seat_page.words import of_time, sending


def headings() -> Mapping[str, str]:
    """Of the parts of the page, its fields and its buttons."""
    return {
        "pages": _("Pages of this game"),
        "games": _("My games"),
        "replay": _("Replay"),
        "diary": _("Diary"),
        "reference": _("Reference"),
        "keys": _("Keys"),
        "table": _("Table"),
        "since": _("What has happened since your last order"),
        "board": _("Board"),
        "smaller": _("Show more of the board"),
        "larger": _("Enlarge the board"),
        "back_now": _("Back to now (Esc)"),
        "turn": _("Your turn"),
        "grip_open": _("Show all: log, talk, texts"),
        "order": _("What you order"),
        "beside": _("Beside the game"),
        "log": _("Log"),
        "talk": _("Talk"),
        "standing": _("Standing orders"),
        "more": _("More"),
        **_of_the_text(),
        "looked": _("Reference"),
        "ask": _("A card, a place, an order, a rule: “help”, “cards”, “near PLACE”"),
    }


def _of_the_text() -> Mapping[str, str]:
    return {
        "undo_and_send": _("Undo and send"),
        "line": _("The order as it would be mailed"),
        "pencil": _("Write the order yourself"),
        "typed": _("The order as it would be mailed, one to a line"),
        "cancel": _("Cancel"),
        "read_it": _("Take it over"),
        "undo": _("Undo"),
        "send": _("Send"),
        "show": _("Show"),
        "close": _("Close"),
    }


def keys() -> Mapping[str, str]:
    """What each key does."""
    return {
        "1 … 9": _("choose, in the panel"),
        "b, ← ↑ → ↓, Enter": _("choose, on the board"),
        "Backspace": _("undo the last choice"),
        "Ctrl+Enter": _("send"),
        "l, ← →, Esc": _("look at what has happened; back to now"),
        "e": _("write the order yourself"),
        "+ −": _("enlarge the board, show more of it"),
    }


def said() -> Mapping[str, str]:
    """Sentences of the script."""
    return {name: words for part in said_of_parts() for name, words in part.items()}


def said_of_parts() -> tuple[Mapping[str, str], ...]:
    """The same by its parts: what two of them call alike is alike."""
    return sending(), of_time(), _of_the_turn(), _of_the_past(), _of_sending(), _of_beside()


def _of_the_turn() -> Mapping[str, str]:
    return {
        "undo": _("Undo"),
        "undone": _("Taken back: {what}."),
        "no_pick": _("Nothing is chosen yet."),
        "chosen": _("What is chosen"),
        "back_to": _("Back to: {what}"),
        "queue": _("Orders that go out together"),
        "follows": _("What would follow"),
        "counter": _("{left} of {all} {of} left"),
        "more_of": _("One more: {what}"),
        "less_of": _("One less: {what}"),
        "shut": _("not now: {why}"),
        "possible": _("possible"),
        "on_board": _("Tap on the board: {count} are possible."),
        "choose": _("Choose first"),
        "nothing": _("Nothing is asked of you now."),
        "take": _("Take this"),
        "another": _("Another order too"),
        "counts": _("What you count"),
        "report": _("Report…"),
        "why_of": _("Why: {what}"),
        "odds": _("The odds"),
        "computed": _("How it is computed, and each result"),
        "offline": _("This step could not be asked for: {why}"),
        "dropped": _("This no longer holds, and is left out. {why}"),
        **_of_joining(),
    }


def _of_joining() -> Mapping[str, str]:
    return {
        "joined_by": _("A sentence of your own"),
        "why_sentence": _(
            "12 characters or more that nobody can guess: they are mixed into the secrets of the dice, so "
            "that nobody, not even the referee, can choose a throw."
        ),
        "short_sentence": _("Write a sentence of 12 characters or more first."),
        "join": _("Join"),
        "wished": _("When you joined, you chose this for small questions:"),
        "left_to": _("Small questions of the rules, between turns:"),
        "by_sheet": _("Answer them for me, as is recommended to my seat."),
        "by_me": _("Ask me each time; the game waits for my answer."),
        "by_my_own": _("I leave answers of my own, under Standing orders."),
    }


def _of_the_past() -> Mapping[str, str]:
    return {
        "since": _("Since your last order"),
        "nothing_new": _("Nothing has happened."),
        "loss": _("Loss"),
        "gain": _("Gain"),
        "losses": _("losses: {losses}; events: {count}"),
        "events": _("events: {count}"),
        "all_since": _("All {count}"),
        "nth": _("{nth} of {count}"),
        "event": _("event {n}"),
        "before": _("Before"),
        "next": _("Next"),
        "now": _("Now"),
        "past": _("You look at the past"),
        "back_at_now": _("Back to now."),
        "on_the_board": _("Show it on the board"),
        "grip_open": _("Show all: log, talk, texts"),
        "grip_close": _("Show the board"),
    }


def _of_sending() -> Mapping[str, str]:
    return {
        "send_all": _("Send {count} orders"),
        "send_throw": _("Send and throw"),
        "take_back": _("Take back"),
        "take_back_sure": _("Take it back?"),
        "no_take_back": _("It cannot be taken back: the others have seen it, or dice have fallen."),
        "proof": _("Receipt and proof"),
        "played": _("What came of it"),
        "sure": _("{what}: press again if you mean it."),
        "is_over": _("The game is over"),
    }


def _of_beside() -> Mapping[str, str]:
    return {
        "write": _("Write to the others. It is never read as an order."),
        "to": _("To whom"),
        "all": _("all"),
        "send_press": _("Send press"),
        "no_press": _("Nobody has written yet."),
        "none_left": _("You have left none."),
        "leave": _("Leave another"),
        "occasions": _("Choose an occasion; the line is then yours to complete."),
        "recommended": _("Recommended to your seat"),
        "take_sheet": _("Take the recommended ones"),
        "drop_sheet": _("Remove all"),
        "change": _("Change: {line}"),
        "remove": _("Remove: {line}"),
        "settle": _("To be settled"),
        "others": _("Lines beside the orders"),
        "advise": _("Advise me"),
        "advised": _("The others see that you asked."),
        "likes": _("Take one of these orders"),
        "mails": _("By mail"),
        "mail_too": _("Everything can be done by mail as well: answer the newest mail of this game."),
        "typed_sent": _("This is sent as it is written."),
        **_of_cells(),
        "replay": _("Replay"),
        "diary": _("Diary"),
        "games": _("My games"),
    }


def _of_cells() -> Mapping[str, str]:
    return {
        "cells_first": _("Your cells first"),
        "cells_why": _(
            "Your seat has cells of its own: a line “cell …” goes above each order. Run this where their "
            "file is, and put here what it prints. Take back leaves cells spent."
        ),
        "cells": _("What the program printed"),
    }
