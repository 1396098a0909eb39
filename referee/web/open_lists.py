"""How games begin, as sections of a page: lists that people can sign on to, and titles for which they can
make one. Each is a link that opens a mail with its line.

Nothing is posted: the mail comes from the reader's own program, and the desk asks his mailbox for one word.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from domain.titles import TITLES
from projections.language.messages import _, plain, term
from referee.club.club_file import ANYBODY, NOBODY, Club
from referee.club.lists import Outcome
from referee.seats.links import mailto
from referee.telling.lists_shown import create_line, facts


def sections(lists: Sequence[Outcome], club: Club | None, address: str) -> str:
    """`address` is the desk's, "" where no mail is taken: then there is nothing to join or begin by."""
    return _waiting(lists, address) + _begin(club, address) if address else ""


def _waiting(lists: Sequence[Outcome], address: str) -> str:
    found = [one for one in lists if one.is_open]
    if not found:
        return ""
    cards = "".join(_card(one, address) for one in found)
    said = escape(_("Games that wait for people"))
    return f'<section><h2>{said}</h2><ul class="cards">{cards}</ul></section>'


def _card(one: Outcome, address: str) -> str:
    line, said = f"join {one.name}", _("Join {name} by mail").format(name=one.name)
    link = f'<p><a class="way" href="{escape(mailto(address, line, [line]))}">{escape(said)}</a></p>'
    about = "".join(f'<p class="quiet">{escape(plain(fact))}</p>' for fact in facts(one))
    return f'<li class="joining"><div><h3>{escape(one.name)}</h3>{about}{link}</div></li>'


def _begin(club: Club | None, address: str) -> str:
    """The mails that make a list, one for each title of the club; "" where people make none."""
    if club is None or club.create == NOBODY:
        return ""
    whom = _("Whoever plays here, or has played here, may begin a game; so may the referee.")
    whom = _("Anybody may begin a game.") if club.create == ANYBODY else whom
    how = _(
        "Choose one: its mail to {address} makes a list that friends sign on to. The answer asks you for one "
        "word, and then says how they join."
    )
    said = escape(f"{whom} {how.format(address=address)}")
    links = "".join(
        f"<li>{_way(create_line(club, title), title, address)}</li>" for title in club.titles or TITLES
    )
    return (
        f'<section class="begin"><h2>{escape(_("Begin a game"))}</h2><p>{said}</p><ul>{links}</ul></section>'
    )


def _way(line: str, title: str, address: str) -> str:
    link = escape(mailto(address, line, [line]))
    return f'<a class="way" href="{link}">{escape(plain(term(TITLES[title].name)))}</a>'
