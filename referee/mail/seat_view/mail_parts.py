"""What a mail to a party says, part by part, before it is text or HTML."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

Body = Sequence[str]
"""Lines."""


class Choice(Struct, frozen=True):
    """Something that can be ordered by a tap."""

    order: str  # the line as it would be mailed; of a part, an example of it
    label: str  # for people: "Go-Hojo in iga"; "" where the order itself is the label
    group: str = ""  # what stands before the taps of one row or card: a card, a unit
    is_part: bool = False  # cannot be listed whole: the order is an example to be completed


class Parts(Struct, frozen=True):
    """What a mail to a party says, part by part, in the order in which it is read."""

    says: str  # the first sentence: what the mail wants
    until: str = ""  # "Answer by Friday 27 November, 18:00 (Paris)."
    results: Body = ()  # of an answer: what became of each line
    block: Body = ()  # the fences with token and head; () where nothing is asked
    choices: tuple[Choice, ...] = ()
    forms: Body = ()  # what may be ordered, as text
    board: Body = ()  # the board as text
    to_you: Body = ()  # what has happened since that concerns this seat
    since: Body = ()  # the rest of what has happened
    press: Body = ()  # what people have written, defused, each line after "| "
    notes: Body = ()  # further paragraphs (joining, rulings, own cells…)
    ask: str = ""  # "Ask by mail: help, unseen, near kii, odds. Fewer mails: mails short."
    link: str = ""  # the seat's page
    proof: Body = ()  # below the signature mark
    position: int = 0  # the event as of which the board stands
