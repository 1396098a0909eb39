"""Lists that people sign on to, as they are shown, and the lines that can be written about them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from domain.titles import TITLES
from projections.language.messages import _, _n, day, listed, term, wrap
from referee.club.reliability import Standing
from referee.seats.defused_text import named
from referee.seats.mail_parts import Parts
from referee.telling.agreed import beside

if TYPE_CHECKING:  # a desk without a club does without
    from referee.club.club_file import Club
    from referee.club.lists import Outcome, Terms, Who


def describe(found: Outcome) -> list[str]:
    """The same as lines of a mail."""
    return [line for said in facts(found) for line in wrap(said)]


def facts(found: Outcome) -> list[str]:
    """What a list is for, who stands on it, how long it waits, and the seal of its lot: a sentence each."""
    terms, people = found.terms, [*_people(found)]
    guests = len(terms.guests)
    kept = _n("{count} place is kept for a guest.", "{count} places are kept for guests.", guests)
    missing = _n("{count} is missing until {time}.", "{count} are missing until {time}.", found.lacking)
    lines = [
        what_for(terms),
        _("On it: {people}").format(people=listed(people)) if people else _("Nobody stands on it."),
        kept.format(count=guests) if guests else "",
        missing.format(count=found.lacking, time=day(found.listed.until)),
        *conditions(terms),
        _("Seal of the lot: {digest}").format(digest=terms.digest),
    ]
    return [line for line in lines if line]


def what_for(terms: Terms) -> str:
    what = _n(
        "{title} for {count} person, {hours} hours for an answer, press {press}, preset {preset}.",
        "{title} for {count} people, {hours} hours for an answer, press {press}, preset {preset}.",
        len(terms.seats),
    )
    return what.format(
        title=term(TITLES[terms.title].name),
        count=len(terms.seats),
        hours=terms.policy.hours,
        press=terms.policy.press,
        preset=terms.preset,
    )


def conditions(terms: Terms) -> list[str]:
    """What holds for whoever signs on."""
    lot = _("Whoever alone wishes a seat has it ({seats}); the others draw.")
    least = [_least(terms.reliable)] if terms.reliable else []
    return [*beside(terms.policy), *least, lot.format(seats=", ".join(terms.seats))]


def _least(reliable: float) -> str:
    said = _("It is for people who have answered in time, {share} of what they were asked.")
    return said.format(share=f"{reliable:.0%}")


def _people(found: Outcome) -> Iterator[str]:
    """Everybody on a list, with what he lets be seen of how reliable he is."""
    for one, seen in zip(found.signed, found.standings or (None,) * len(found.signed), strict=True):
        name = named(one.person)
        yield f"{name}{_numbered(seen)} ({in_time(seen)})" if seen else name


def _numbered(seen: Standing) -> str:
    return f" ({seen.number})" if seen.number > 1 else ""


def in_time(seen: Standing) -> str:
    if not seen.answers:
        return _("no answers yet")
    said = _n("{in_time} of {count} answer in time", "{in_time} of {count} answers in time", seen.answers)
    return said.format(in_time=seen.in_time, count=seen.answers)


def lists_on(lists: Sequence[Outcome]) -> Iterator[str]:
    """Those on which somebody stands, each with the line that takes him off it."""
    return _lists(_("Lists that you stand on:"), "leave", lists)


def lists_open(lists: Sequence[Outcome]) -> Iterator[str]:
    """Those that everybody may see, each with the line that joins it."""
    return _lists(_("Lists that you can sign on to:"), "join", [one for one in lists if one.is_open])


def _lists(heading: str, verb: str, lists: Sequence[Outcome]) -> Iterator[str]:
    if lists:
        yield heading
    for one in lists:
        yield ""
        yield f"  {verb} {one.name}"
        yield from (f"    {line}" for line in describe(one))


def forms() -> list[tuple[str, str]]:
    """What can be written about lists, with what it does."""
    return [
        (
            "create TITLE for 3 people, 72 h, press white",
            _("makes a list for such a game, with you on it, where the club lets people begin games"),
        ),
        ("join NAME [as SEAT] [named PERSON] [also]", _("puts you on a list; “games” names them")),
        ("leave NAME, close NAME", _("takes you off a list; ends a list of your own")),
        ("standby NAME [named PERSON]", _("you stand by in a game that is played, and get a seat there")),
        ("observe NAME [named PERSON]", _("what everybody may know of a game comes to you by mail")),
        ("stop observing [NAME], observers", _("ends that; who observes the games that you play")),
        (
            "show reliability, hide reliability",
            _("whether others see on lists how many of your answers came in time"),
        ),
    ]


def helped() -> Parts:
    """To whoever has no seat."""
    lines = list[str]()
    questions = (
        ("games", _("the lists that you can sign on to, and what you can watch")),
        ("ratings [TITLE]", _("who plays how well here, by the games that are over")),
    )
    for form, said in (*forms(), *questions):
        lines += [f"  {form}", *wrap(said, "      ", "      ")]
    return Parts(_("This you can write, a line alone in a mail:"), results=lines)


def how_to_make(club: Club, who: Who) -> list[str]:
    """The line by which somebody makes a list of his own, where he may."""
    from referee.club.lists import may_create

    if not may_create(club, who):
        return []
    example = create_line(club, (club.titles or ("shinobi",))[0])
    return wrap(_("A list of your own is made by such a line: “{line}”.").format(line=example))


def create_line(club: Club, title: str) -> str:
    people = TITLES[title].scenarios[0].seats[0]
    return f"create {title.replace('_', ' ')} for {people} people, {club.hours.usual} h"


def watched(games: Sequence[tuple[str, str]], base: str) -> Iterator[str]:
    """`games` are names with their titles; `base` is where the pages are, "" nowhere."""
    if games:
        yield _("Games that you can look at, or have come by mail:")
    for name, title in games:
        yield f"  {term(title)}: {base.rstrip('/')}/g/{name}/" if base else f"  {term(title)}:"
        yield f"    observe {name}"
