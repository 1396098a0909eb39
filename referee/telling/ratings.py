"""Ratings as people read them: lines of a mail or a terminal, and the rows of a file."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from io import StringIO
from typing import Any

from domain.titles import TITLES
from projections.exports.csv import harmless
from projections.exports.tables import moment as instant
from projections.language.messages import _, columns, minute, term, wrap
from referee.club import outcomes as o
from referee.club.ratings import BEHIND, FIRST, RANKED, Change, Rated, Row, Table
from referee.seats.defused_text import defused

MOST = 40
"""People of a title that a mail names."""

CELLS = ("title", "rank", "person", "games", "won", "rating", "skill", "unsure")
OF_GAMES = (
    *("title", "game", "ended", "why", "person", "name", "seat", "place"),
    *("skill_before", "skill_after", "unsure_before", "unsure_after"),
)


def counts() -> str:
    """What counts, in a few sentences."""
    said = _(
        "Games that are over count, but for those that were abandoned, in which a program sat from the "
        "beginning, or that nobody has won. Who has won is first, and all others behind him are alike; who "
        "gave his seat away is last, and whoever took it is not rated. A rank comes with {least} games. The "
        "rating is the skill less three times what is unsure of it."
    )
    return said.format(least=RANKED)


def nothing() -> str:
    return _("No game that could be rated is over yet.")


def lines(tables: Sequence[Table]) -> Iterator[str]:
    """At most 78 columns wide."""
    for table in tables:
        yield from wrap(heading(table))
        shown = [headings(), *map(cells, table.rows[:MOST])] if table.rows else []
        widths = [max(map(columns, column)) for column in zip(*shown, strict=True)]
        for row in shown:
            yield "  " + "  ".join(_beside(*pair) for pair in zip(row, widths, strict=True)).rstrip()
        if len(table.rows) > MOST:
            yield "  " + _("… and {count} more").format(count=len(table.rows) - MOST)
        yield ""
    yield from wrap(counts() if tables else nothing())


def _beside(cell: str, width: int) -> str:
    return cell + " " * (width - columns(cell))


def heading(table: Table) -> str:
    rated = sum(not one.why for one in table.games)
    said = _("{title}: games that count {rated}, others {others}")
    name = term(TITLES[table.title].name)
    return said.format(title=name, rated=rated, others=len(table.games) - rated)


def headings() -> tuple[str, ...]:
    return (_("rank"), _("person"), _("games"), _("won"), _("rating"), _("skill"))


def cells(row: Row) -> tuple[str, ...]:
    skill = f"{row.skill.skill:.1f} ± {row.skill.unsure:.1f}"
    rank = str(row.rank) if row.rank else "–"
    return rank, defused(row.person), str(row.games), f"{row.won:g}", f"{row.skill.rating:.1f}", skill


def game(one: Rated) -> str:
    """A game in a line, without what it has changed."""
    said = f"{minute(one.at)[:10]}  {one.game}"
    return f"{said}: {why(one.why)}" if one.why else said


def change(one: Change) -> str:
    """A game in a line, and what it has changed for a person."""
    said = _("{person}, {seat}: {place}, {before} → {after}")
    before, after = (f"{each.skill:.1f} ± {each.unsure:.1f}" for each in (one.before, one.after))
    return said.format(person=person(one), seat=one.seat, place=place(one), before=before, after=after)


def person(one: Change) -> str:
    """As the table calls him; and how he was called in the game, where that is otherwise."""
    if one.person == one.name:
        return defused(one.person)
    return _("{person} (as {name})").format(person=defused(one.person), name=defused(one.name))


def place(one: Change) -> str:
    if one.place == FIRST:
        return _("won") if one.shared == 1 else _("drew")
    return _("did not win") if one.place == BEHIND else _("gave the seat away")


def why(reason: str) -> str:
    """Why a game counts for nothing."""
    return {
        o.ABANDONED: _("It was abandoned."),
        o.WHAT_IF: _("It is a what-if."),
        o.FOREIGN: _("It was played by an edition that is not known here."),
        o.UNDECIDED: _("Nobody has won it."),
        o.PROGRAM: _("A program sat there from the beginning."),
        o.TWICE: _("One person had two seats."),
        o.ALONE: _("Fewer than two people began it, or none of them stayed to its end."),
    }[reason]


# ---- files


def document(tables: Sequence[Table]) -> list[dict[str, Any]]:
    """The whole of it, for JSON."""
    return [
        {"title": one.title, "people": list(map(_row, one.rows)), "games": list(map(_game, one.games))}
        for one in tables
    ]


def _row(row: Row) -> dict[str, Any]:
    skill = row.skill
    figures = (row.games, row.won, skill.rating, round(skill.skill, 2), round(skill.unsure, 2))
    return dict(zip(CELLS[1:], (row.rank or None, row.person, *figures), strict=True))


def _game(one: Rated) -> dict[str, Any]:
    about = {"game": one.game, "ended": instant(one.at), "why": one.why}
    return {**about, "changes": [_change(each) for each in one.changes]}


def _change(one: Change) -> dict[str, Any]:
    about = {"person": one.person, "name": one.name, "seat": one.seat, "place": one.place}
    when = (("before", one.before), ("after", one.after))
    skills = {f"skill_{word}": round(skill.skill, 2) for word, skill in when}
    return {**about, **skills, **{f"unsure_{word}": round(skill.unsure, 2) for word, skill in when}}


def csv_of(tables: Sequence[Table], *, games: bool) -> bytes:
    """With `games` a row for each person in each game, and one for a game that counts for nothing."""
    written = StringIO(newline="")
    writer = csv.DictWriter(written, OF_GAMES if games else CELLS)
    writer.writeheader()
    for table in document(tables):
        for row in _game_rows(table["games"]) if games else table["people"]:
            writer.writerow({"title": table["title"], **{key: harmless(cell) for key, cell in row.items()}})
    return written.getvalue().encode()


def _game_rows(games: Sequence[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for one in games:
        about = {key: one[key] for key in ("game", "ended", "why")}
        yield from ({**about, **change} for change in one["changes"] or [{}])
