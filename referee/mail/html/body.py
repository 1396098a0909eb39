"""The parts of a mail as HTML: what it wants and by when, orders to tap, the board, what has happened."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from itertools import groupby

from msgspec import Struct

from projections.language.catalogues import reader
from projections.language.messages import _
from referee.mail.html import elements
from referee.mail.html.elements import row
from referee.mail.html.order_links import order_link, question_link
from referee.seats.mail_parts import Body, Choice, Parts

MOST_BYTES = 100_000
"""Of a mail as HTML. A large provider cuts what is longer."""

MOST_OF_LINKS, MOST_OF_FORMS, MOST_OF_PART = 40_000, 1_600, 6_000
"""Bytes of the orders to tap, of what may be ordered as text, and of any other part."""

WITH_ITS_ELEMENT = 80
"""Bytes around a line."""

MOST_PROOF = 240
"""Characters of the line of proof."""

_PRESSED = "|"
_COLUMNS = re.compile(r"\s{2,}")


class Page(Struct, frozen=True):
    """What the HTML needs besides the parts. `source` is where the picture stands, "" where there is none,
    and `width` how broad it is shown at most."""

    address: str
    subject: str
    tag: str
    about: str
    source: str = ""
    words: str = ""
    caption: str = ""
    width: int = 0


def html_of(parts: Parts, page: Page) -> str:
    """ "" where it would be too large even without what can be left out."""
    rows = (
        *_asked(parts, page),
        *_orders(parts, page),
        *_board(parts, page),
        *_told(parts),
        *_end(parts, page),
    )
    made = elements.document(reader().language, page.subject, rows)
    return made if len(made.encode()) < MOST_BYTES else ""


def _asked(parts: Parts, page: Page) -> Iterator[str]:
    """What the mail wants, by when, about what, and the way to the page."""
    until = elements.sentence(parts.until, 17) if parts.until else ""
    said = elements.heading(parts.says) + until + elements.quiet(page.about)
    yield row(said, "22px 24px 6px")
    if parts.results:
        yield row(_text(parts.results))
    if parts.link and parts.block:
        yield row(elements.button(_("Open your page"), parts.link + parts.play), "8px 24px 4px")
    elif parts.link:
        yield row(elements.links([(_("See the board"), parts.link)], 17), "2px 24px 0")


# ---- orders


def _orders(parts: Parts, page: Page) -> Iterator[str]:
    if parts.answers:
        yield row(elements.taps(parts.answers), "8px 21px 2px")
    linked = [
        (choice, link)
        for choice in parts.choices
        if (link := order_link(page.address, page.subject, parts.block, choice))
    ]
    if not linked:
        return
    said = _("Or tap an order, then press Send") if parts.link else _("Tap an order, then press Send")
    beside = _("Your mail program opens with the order filled in.")
    if any(choice.is_part for choice, _link in linked):
        beside += " " + _("With “…” you complete it: an example stands there.")
    yield row(elements.section(said, beside), "14px 24px 4px")
    room = MOST_OF_LINKS
    for group, found in groupby(linked, lambda one: one[0].group):
        each = list(found)
        kept = _that_fit(each, room)
        if kept:
            taps = [(choice.label or choice.order, link) for choice, link in kept]
            made = row(elements.taps(taps, group), "2px 21px 2px" if not group else "2px 24px 4px")
            room -= len(made.encode())
            yield made
        if len(kept) < len(each):
            yield row(elements.quiet(_("There are more: the text of this mail has them all.")))
            return


def _that_fit(each: Sequence[tuple[Choice, str]], room: int) -> list[tuple[Choice, str]]:
    """The orders of a row that fit, in their order. What is completed stands for many: it goes first."""
    kept = set[int]()
    for nth in sorted(range(len(each)), key=lambda nth: not each[nth][0].is_part):
        choice, link = each[nth]
        room -= len(elements.tap(choice.label or choice.order, link).encode()) + WITH_ITS_ELEMENT
        if room < 0:
            break
        kept.add(nth)
    return [each[nth] for nth in sorted(kept)]


# ---- the board, and what has happened


def _board(parts: Parts, page: Page) -> Iterator[str]:
    if page.source:
        link = f"{parts.link}#board" if parts.link else ""
        image = elements.picture(page.source, page.words, link, page.width)
        yield row(image + (elements.quiet(page.caption, 13) if page.caption else ""), "14px 24px 0")
    elif parts.board:
        yield row(elements.kept(_fitting(parts.board), 11), "14px 24px 0")


def _told(parts: Parts) -> Iterator[str]:
    said = [_("To you: {event}").format(event=one) for one in parts.to_you]
    if said or parts.since:
        yield row(elements.section(_("Since your last mail")), "20px 24px 0")
        yield row(elements.items(_fitting([*said, *parts.since])), "4px 24px 0")
    if parts.press:
        yield row(_press(parts.press), "16px 24px 0")
    if parts.notes:
        yield row(_text(parts.notes), "16px 24px 0")


def _press(lines: Body) -> str:
    """Who writes as a sentence of ours; what he writes apart from all that is ours."""
    made = []
    for is_theirs, some in groupby(_fitting(lines), lambda line: line.lstrip().startswith(_PRESSED)):
        kept = [line for line in some if line.strip()]
        if kept and is_theirs:
            made.append(elements.voice(kept))
        elif kept:
            made.append(elements.sentence(" ".join(line.strip() for line in kept)))
    return "".join(made)


def _text(lines: Body) -> str:
    """Wrapped lines as paragraphs and lists; what stands in columns, a line for each."""
    made, listed = [], list[str]()
    for paragraph in _paragraphs(_fitting(lines)):
        if paragraph[0].startswith("- "):
            listed.append(_joined(paragraph)[2:])
            continue
        if listed:
            made.append(elements.items(listed))
            listed = []
        runs = groupby(paragraph, lambda line: line.startswith("  "))
        for in_columns, found in [(in_columns, [*found]) for in_columns, found in runs]:
            made.append(elements.kept(_apart(found)) if in_columns else elements.sentence(_joined(found)))
    return "".join((*made, elements.items(listed) if listed else ""))


def _paragraphs(lines: Sequence[str]) -> Iterator[list[str]]:
    """Parted by blank lines, and before each line of a list."""
    found = list[str]()
    for line in (*lines, ""):
        if found and (not line.strip() or line.startswith("- ")):
            yield found
            found = []
        if line.strip():
            found.append(line)


def _apart(lines: Iterable[str]) -> list[str]:
    """What stands side by side in columns, one below the other: a telephone has no room for columns."""
    return [words for line in lines for words in _COLUMNS.split(line.strip())]


def _joined(paragraph: Iterable[str]) -> str:
    return " ".join(line.strip() for line in paragraph)


def _fitting(lines: Body, most: int = MOST_OF_PART) -> list[str]:
    """As many lines as a part has room for, and a sentence where that is not all."""
    kept, room = list[str](), most
    for line in lines:
        room -= len(escape(line).encode()) + WITH_ITS_ELEMENT
        if room < 0:
            return [*kept, "", _("There is more: the text of this mail has it all.")]
        kept.append(line)
    return kept


# ---- for those who write, and those who ask


def _end(parts: Parts, page: Page) -> Iterator[str]:
    if parts.block:
        said, beside = _("Or reply in words"), _("Write between the two lines, one order to a line.")
        yield row(elements.section(said, beside), "22px 24px 6px")
        if parts.forms and (not parts.choices or any(choice.is_part for choice in parts.choices)):
            yield row(_text(_fitting(parts.forms, MOST_OF_FORMS)), "0 24px 8px")
        yield row(elements.kept(_fences(parts.block), 11), "0 24px 0")
    asked = elements.links(_questions(parts.ask, page))
    proof = " ".join(_first(parts.proof))
    if len(proof) > MOST_PROOF:
        proof = f"{proof[:MOST_PROOF].rpartition(' ')[0]} …"
    yield row(elements.end(asked + (elements.quiet(proof, 12) if proof else "")), "24px 24px 28px")


def _fences(block: Body) -> list[str]:
    """The fences and what stands between them."""
    ends = [n for n, line in enumerate(block) if line.startswith("-----")]
    return list(block[ends[0] : ends[-1] + 1]) if ends else []


_SOME = re.compile(r":\s([^:.]+)[.]")


def _questions(ask: str, page: Page) -> list[tuple[str, str]]:
    """The words that the mail says one may ask, each with its link."""
    words = [word.strip() for some in _SOME.findall(ask) for word in some.split(",")]
    found = [(word, question_link(page.address, page.tag, word.partition(" (")[0])) for word in words if word]
    return [(word, link) for word, link in found if link]


def _first(lines: Body) -> list[str]:
    """The first paragraph."""
    return next((paragraph for paragraph in _paragraphs(lines)), [])
