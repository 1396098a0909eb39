"""The page of ratings: a table for each title, and what each game has changed, for everybody to read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from domain.titles import TITLES
from projections.language.messages import _, minute, term
from projections.page.shared import shared_as
from referee.club.ratings import Rated, Table
from referee.telling import ratings as told
from referee.web.index import in_language
from referee.web.pages import whole

MOST = 100
"""Games of a title that are shown one by one, the newest."""


def ratings_page(tables: Sequence[Table]) -> str:
    said = told.counts() if tables else told.nothing()
    here = in_language()
    parts = [f'<p class="lead">{escape(said)}</p>', *map(_title, tables)]
    parts.append(f'<nav><a href="/{here}">{escape(_("All games"))}</a></nav>')
    head = f"{shared_as(_('Ratings'), said)}\n"
    return whole(_("Ratings"), "\n".join(parts), head=head, home=f"/{here}")


def _title(table: Table) -> str:
    heads = "".join(f'<th scope="col">{escape(head)}</th>' for head in told.headings())
    rows = "".join(_row(told.cells(row)) for row in table.rows)
    name = escape(term(TITLES[table.title].name))
    wide = f'<div class="wide" tabindex="0" role="region" aria-label="{name}">'
    people = f"{wide}<table><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table></div>"
    return (
        f'<section><h2 id="{table.title}">{name}</h2>{people if table.rows else ""}'
        f"<details><summary>{escape(told.heading(table))}</summary>"
        f'<ul class="changes">{"".join(_games(table.games))}</ul></details></section>'
    )


def _row(cells: Sequence[str]) -> str:
    rank, person, *figures = map(escape, cells)
    numbers = "".join(f"<td>{cell}</td>" for cell in figures)
    return f'<tr><td>{rank}</td><th scope="row">{person}</th>{numbers}</tr>'


def _games(games: Sequence[Rated]) -> Iterator[str]:
    """The newest first."""
    for one in reversed(games[-MOST:]):
        link = f'<a href="/g/{escape(one.game)}/{in_language()}">{escape(one.game)}</a>'
        lines = [told.why(one.why)] if one.why else map(told.change, one.changes)
        said = "".join(f"<p>{escape(line)}</p>" for line in lines)
        yield f'<li>{link} <span class="quiet">{minute(one.at)[:10]}</span>{said}</li>'
    if len(games) > MOST:
        yield f"<li>{escape(_('… and {count} more').format(count=len(games) - MOST))}</li>"
