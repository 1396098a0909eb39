"""The parts of a mail to a party, in the order in which they are read; and the plain text of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from projections.language.messages import _, wrap

Body = Sequence[str]
"""Lines."""

SIGNATURE = "-- "
"""The mark above what is no part of a letter: programs leave out what stands below it where they quote."""

MARK = ":: "
"""Before the lines for programs."""

FIELDS = ("Game", "Title", "Turn", "Seat", "Mail", "Event", "State", "Due")
NOTHING = "-"

BEFORE = 40
"""Words before a block: what is wanted, and by when. What the fences say by themselves is left out first."""


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
    results: Body = ()  # of an answer: what became of each line; of an invitation: what is played
    answers: Sequence[tuple[str, str]] = ()  # of a question: the words that answer it, each with its link
    block: Body = ()  # the fences with token and head; () where nothing is asked
    choices: tuple[Choice, ...] = ()
    forms: Body = ()  # what may be ordered, as text
    notes: Body = ()  # further paragraphs (joining, rulings, own cells…)
    board: Body = ()  # the board as text
    press: Body = ()  # what people have written, defused, each line after "| "
    to_you: Body = ()  # what has happened since that concerns this seat: a sentence each, not wrapped
    since: Body = ()  # the rest of what has happened, likewise
    ask: str = ""  # "Ask by mail: help, unseen, near kii, odds. Fewer mails: mails short."
    link: str = ""  # the seat's page
    play: str = ""  # what is added to that link to play there
    proof: Body = ()  # below the signature mark
    position: int = 0  # the event as of which the board stands


def text(parts: Parts, about: Mapping[str, str]) -> str:
    """Each part after a blank line, but for the deadline. `about` is what programs read of the mail."""
    write = _("Write between these lines:") if parts.block else ""
    if not parts.results and len(f"{parts.says} {parts.until} {write}".split()) > BEFORE:
        write = ""
    until = parts.until if parts.results else f"{parts.until} {write}".strip()
    page = _("Your page: {link}")
    heads = ("  ".join(f"{name}: {about[name]}" for name in row) for row in (FIELDS[:4], FIELDS[4:]))
    sections: tuple[Body, ...] = (
        [*wrap(parts.says), *(wrap(until) if until else ())],
        *(parts.results, [f"{word}: <{link}>" for word, link in parts.answers]),
        *(wrap(write) if parts.results and write else (), parts.block, parts.forms),
        *(parts.notes, parts.board, parts.press, [*what_happened(parts)]),
        wrap(parts.ask) if parts.ask else (),
        [SIGNATURE, *([page.format(link=parts.link + parts.play)] if parts.link else ()), *parts.proof],
        [MARK + head for head in heads],
    )
    lines = list[str]()
    for section in sections:
        lines += ["", *section] if section and lines and lines[-1] else section
    return "".join(f"{line}\n" for line in lines)


def what_happened(parts: Parts) -> Iterator[str]:
    """What has happened, what concerns the seat first."""
    told = (*(_("To you: {event}").format(event=one) for one in parts.to_you), *parts.since)
    if told:
        yield _("Since your last mail:")
    for one in told:
        yield from wrap(one, "- ", "  ")


def newest(lines: Sequence[str], most: int) -> Sequence[str]:
    """The last of them."""
    for count, line in enumerate(reversed(lines)):
        most -= len(line.encode()) + 1
        if most < 0:
            return lines[len(lines) - count :]
    return lines
