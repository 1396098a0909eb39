"""The words of the page of a seat beside the game itself, and those that its script says."""

from __future__ import annotations

from collections.abc import Mapping

from projections.language.messages import _


def headings() -> Mapping[str, str]:
    """Of the parts of the page, its fields and its buttons."""
    return {
        "pages": _("Pages of this game"),
        "games": _("My games"),
        "replay": _("Replay"),
        "diary": _("Diary"),
        "reference": _("Reference (?)"),
        "board": _("Board"),
        "smaller": _("Show more of the board"),
        "larger": _("Enlarge the board"),
        "since": _("Since your last order"),
        "press": _("Press"),
        "write": _("Write to the others. It is never read as an order."),
        "to": _("To whom"),
        "send_press": _("Send press"),
        "rest": _("More"),
        "by_mail": _("By mail"),
        **_of_the_order(),
        **_of_the_reference(),
    }


def _of_the_order() -> Mapping[str, str]:
    return {
        "may": _("You may order"),
        "advise": _("Advise me"),
        "seen": _("The others see that you asked."),
        "likes": _("Take one of these orders"),
        "order": _("Your order"),
        "next": _("What may stand next in the line"),
        "line": _("The order as it would be mailed, one to a line"),
        "place": _("Choose above or on the board, or write the order here"),
        "lines": _("Your lines, as they would be played"),
        "back": _("Back"),
        "clear": _("Clear"),
        "add": _("Add a line"),
        "try": _("Try it"),
        "send": _("Send"),
        "answer": _("The answer"),
        "proof": _("Receipt and proof"),
        "fresh": _("Show how it stands now"),
    }


def _of_the_reference() -> Mapping[str, str]:
    return {
        "looked": _("Reference"),
        "ask": _("A card, a place, an order, a rule: “help”, “cards”, “near PLACE”"),
        "close": _("Close"),
    }


def said() -> Mapping[str, str]:
    """Sentences of the script; it puts in what stands in braces."""
    return {**_of_lines(), **sending(), **of_time(), **_of_pointing()}


def _of_lines() -> Mapping[str, str]:
    return {
        "legal": _("Legal now."),
        "possible": _("Possible: whether it is legal is known when it is played."),
        "choose": _("Not complete yet: choose what follows."),
        "beside": _("No order of the game: it is answered as a mail would be."),
        "checking": _("It is checked…"),
        "unchecked": _("It could not be checked: {why}"),
        "all_fine": _("All lines are fine."),
        "earlier": _("Earlier: {line}"),
        "remove": _("Remove: {line}"),
        "then_may": _("After that you may order"),
        "may": _("You may order"),
        "forms": _("It is written so:"),
        "nothing": _("Nothing is asked of you now. You may still write, ask, or change standing orders."),
    }


def sending() -> Mapping[str, str]:
    """Those of every page that sends something."""
    return {
        "send": _("Send"),
        "send_lines": _("Send all lines"),
        "sending": _("Sending…"),
        "tried": _("Only tried: nothing was sent."),
        "answered": _("Here is the answer. It comes by mail as well."),
        "kept": _("We have it. The answer comes here, or by mail."),
        "by_mail": _("We have it. The answer comes by mail."),
        "lost": _("It cannot be said whether it has arrived. Press Send again: nothing is played twice."),
        "only_looks": _(
            "This link only looks. To play here, open the button of your newest mail once in this browser; "
            "or answer by mail."
        ),
        "failed": _("That could not be done just now. Try again in a moment."),
        "gone_on": _("The game has gone on."),
        "show": _("Show"),
        "stale": _("The game has gone on, and this question may be closed. Show how it stands now first."),
    }


def of_time() -> Mapping[str, str]:
    return {
        "days_left": _("{days} d {hours} h left"),
        "hours_left": _("{hours} h {minutes} min left"),
        "late": _("The time is over"),
    }


def _of_pointing() -> Mapping[str, str]:
    return {
        "about": _("Only with {word}: show all"),
        "all": _("all"),
    }
