"""The words of every page of a seat that sends something, or counts the time."""

from __future__ import annotations

from collections.abc import Mapping

from projections.language.messages import _


def sending() -> Mapping[str, str]:
    """Those of every page that sends something."""
    return {
        "send": _("Send"),
        "sending": _("Sending…"),
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
    }


def of_time() -> Mapping[str, str]:
    return {
        "days_left": _("{days} d {hours} h left"),
        "hours_left": _("{hours} h {minutes} min left"),
        "late": _("The time is over"),
    }
