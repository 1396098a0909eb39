"""The page of a seat's diary as one file. It holds no note: its script asks for them, and shows them."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from pathlib import Path
from typing import Any

from projections.language.catalogues import reader
from projections.language.messages import _, plain
from projections.page.look import CREST, icon, look
from projections.page.making import LIVE, embedded, joined, policy
from projections.seat_page.words import sending

HERE = Path(__file__).resolve().parent

SCRIPTS = ("elements.js", "secret.js", "sending.js", "diary.js")
"""The parts of the script, in their order; the first three are those of the page of the seat too."""


def diary_page(data: Mapping[str, Any]) -> str:
    style, script = look() + joined(HERE, "diary.css"), joined(HERE, *SCRIPTS)
    seat, person = data["seat_name"], data["person"]
    named = {
        "title": f"{_('Diary')} · {data['game']}",
        "game": data["game"],
        "about": f"{data['title']}, {data['turn']}",
        "you": f"{seat}, {person}" if person and person != seat else seat,
        "longest": str(data["longest"]),
    }
    return joined(HERE, "diary.html").format(
        lang=escape(reader().language),
        policy=policy((style,), (script,), LIVE),
        icon=icon(),
        crest=CREST,
        style=style,
        script=script,
        words=embedded({**sending(), **_said()}),
        seat=embedded(dict(data)),
        **{name: escape(plain(told)) for name, told in {**_headings(), **named}.items()},
    )


def _headings() -> Mapping[str, str]:
    return {
        "pages": _("Pages of this game"),
        "seat_page": _("Page of the seat"),
        "replay": _("Replay"),
        "diary": _("Your diary"),
        "alone": _(
            "What you write here is read by nobody else, unless you say so below. It is no order, and no "
            "part of the record."
        ),
        "by_mail": _(
            "This page needs its script. By mail: “notes” shows your notes, “note: TEXT” writes one."
        ),
        "write": _("A new note"),
        "keep": _("Keep this note"),
        "who_reads": _("Who else reads your diary"),
        "shared": _("Open it to all after the end of the game"),
        "left": _("Leave it to whoever takes this seat after you"),
        "notes": _("Your notes"),
        "none": _(
            "There is no note yet. Write down what you plan and why: you can read it again before your next "
            "order, and after the end."
        ),
        "let_me": _("Ask my mailbox"),
    }


def _said() -> Mapping[str, str]:
    """Sentences of the script."""
    return {
        "unknown": _(
            "Your notes are shown in a browser that your mailbox has said “yes” to. Ask it: a mail with one "
            "question comes; answer it with “yes”, and they stand here."
        ),
        "forget": _("Forget"),
        "forget_which": _("Forget note {number}"),
        "forget_sure": _("Forget this note? Its mail is kept as all mails are; here it is gone."),
        "is_left": _("for whoever takes this seat"),
        "is_shared": _("for all after the end"),
    }
