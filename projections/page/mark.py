"""Sentences of the mark under the title of a page, about the record that the page carries."""

from __future__ import annotations

from collections.abc import Mapping

from projections.language.messages import _


def mark() -> Mapping[str, str]:
    """The script puts in what stands in braces."""
    return {**_found(), **_why(), **_beneath()}


def _found() -> Mapping[str, str]:
    return {
        "proof_waits": _("Being checked in this browser…"),
        "proof_holds": _("Checked in this browser: {events} events, {checked} of {throws} throws"),
        "proof_level0": _("Checked in this browser: {events} events. Level 0: nobody can check the faces"),
        "proof_fork": _(
            "A what-if, checked in this browser: {events} events. "
            "Nobody can check its faces after event {fork}"
        ),
        "proof_event": _("Event {event}"),
        "proof_fails": _("Does not hold: event {event}. {why}"),
        "proof_fails_whole": _("Does not hold. {why}"),
        "proof_unchecked": _("Not checked in this browser. {why}"),
    }


def _why() -> Mapping[str, str]:
    """Reasons why a page was not checked, or does not hold."""
    return {
        "proof_long": _("The record is too long for a page."),
        "proof_old": _("It cannot unpack the record that this page carries."),
        "proof_head": _("The page does not show the game of the record that it carries."),
        "proof_faces": _("The page shows other faces than the record that it carries."),
    }


def _beneath() -> Mapping[str, str]:
    """Sentences and buttons that show when the mark is pressed."""
    return {
        "proof_covers": _(
            "Of the record that this page carries your browser has checked the chain of events, sealed "
            "values as far as they are open to you, phrases, roots, cells, throws and rewinds; and that the "
            "page shows the same head and faces. It has not checked signatures, for the page has none, the "
            "rules, people and clocks."
        ),
        "proof_doubt": _(
            "Whoever made this page could have made it to please. Save the record and drop it on a "
            "check.html that you have from elsewhere, or ask for the bundle of the game, which is signed."
        ),
        "proof_bundle": _(
            "The bundle of the game has its record, signed, and with it check.html, which checks it in any "
            "browser."
        ),
        "save_record": _("Save the record"),
        "apart": _("Take this throw apart, step by step"),
    }
