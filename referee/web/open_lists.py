"""Lists that people can sign on to, as a section of a page: each is a link that opens a mail with its line.

Nothing is posted: the mail comes from the reader's own program, and the desk asks his mailbox for one word.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from projections.language.messages import _, plain
from referee.club.lists import Outcome
from referee.seats.links import mailto
from referee.telling.lists_shown import facts


def section(lists: Sequence[Outcome], address: str) -> str:
    """`address` is the desk's, "" where no mail is taken: then there is nothing to join by."""
    found = [one for one in lists if one.is_open and address]
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
