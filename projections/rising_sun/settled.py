"""The sheet of battles that were settled for a game played elsewhere: what each clan has won and lost."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from domain.rising_sun.board.events import BattlesSettled, ClanSettled
from domain.rising_sun.board.state import Army
from projections.language.messages import COLUMNS, _, columns, listed, wrap
from projections.rising_sun.names import figure_name, printed

RULE = "-" * COLUMNS


def settled(sheet: BattlesSettled, entry: Sequence[str]) -> Iterator[str]:
    """Clans by Honor, what changed with what it was; then the herald's lines for the next board."""
    yield RULE
    yield _("The sheet of the battles   VP      coins   Ronin   Honor")
    before, after = sheet.honor
    for clan in after:
        yield _clan(clan, sheet.clans[clan], before.index(clan) + 1, after.index(clan) + 1)
        yield from _lost(sheet.clans[clan])
    if entry:
        yield ""
        yield from wrap(_("What the herald of the next War phase enters of this one:"))
        yield from (f"  {line}" for line in entry)


def _clan(clan: str, one: ClanSettled, was: int, honor: int) -> str:
    cells = (_change(*one.points), _change(*one.coins), _change(*one.ronin), _change(was, honor))
    name = f"  {printed(clan)}"
    return name + " " * (27 - columns(name)) + "".join(f"{cell:<8}" for cell in cells)


def _change(before: int, after: int) -> str:
    """ "3" where nothing changed, else "3 > 5"."""
    return f"{after}" if before == after else f"{before} > {after}"


def _lost(one: ClanSettled) -> Iterator[str]:
    said = [(_("killed: {figures}"), one.killed), (_("held by others: {figures}"), one.captured)]
    lost = [text.format(figures=_figures(army)) for text, army in said if army]
    if lost:
        yield from wrap(_("; ").join(lost), "     ", "     ")


def _figures(army: Army) -> str:
    names = ((figure_name(figure), count) for figure, count in army.items())
    return listed([name if count == 1 else f"{count} {name}" for name, count in names])
