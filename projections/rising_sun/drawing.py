"""The picture of a War phase: the Honor track on the left, the provinces as tiles, the battle mat below."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from domain.rising_sun.board.state import ADVANTAGES
from domain.rising_sun.view import BattleView, Clan, Province, View
from projections.drawing.svg import PAINTS, Drawing, Part, circle, on, rect, text
from projections.language.messages import _, _n, listed
from projections.rising_sun.board import ranked
from projections.rising_sun.tokens import coin, figures, flag, monsters, sealed

WIDTH, EDGE, GAP = 960, 24, 12
TOP = 84
TRACK, STEP = 272, 78
"""The width of the Honor track, and the height of one place on it."""

TILE, TITLE, ARMY = 154, 36, 44
"""The width of a province, the height of its name, and of an army in it."""

COLUMN, ACROSS = 4, 158
"""Provinces in a row, and from one to the next."""

MAT, BID = 58, 46
"""The height of the head of the battle mat, and of a bid on it."""

LABEL = 170
"""The width of the names on the mat."""


def drawing(view: View) -> Drawing:
    """What the viewer sees of the table."""
    tiles = _rows(view)
    below = max(TOP + len(view.clans) * STEP, TOP + sum(tiles) + GAP * len(tiles))
    mat = MAT + BID * len(view.battle.players) + GAP if view.battle else 0
    parts = tuple(_parts(view, tiles, below))
    return Drawing(WIDTH, below + mat + EDGE, parts, _("Rising Sun: the War phase"), _described(view))


def tracks(view: View) -> dict[str, int]:
    """The victory points of each clan."""
    return {clan.name: clan.points for clan in view.clans}


def _described(view: View) -> str:
    """The table in words, for those who cannot see it."""
    armies = [
        _("{province}: {armies}").format(province=one.name, armies=listed(_armies(one)))
        for one in view.provinces
        if one.armies
    ]
    return ". ".join((_where(view), *armies)) + "."


def _armies(one: Province) -> list[str]:
    return [f"{clan}, {_army(army)}" for clan, army in one.armies.items()]


def _army(army: dict[str, int]) -> str:
    return " + ".join(figure if count == 1 else f"{count} {figure}" for figure, count in army.items())


def _where(view: View) -> str:
    if view.winner:
        return _("{seat} has won").format(seat=view.winner)
    if view.battle:
        said = _("{season}: the battle for {province}")
        return said.format(season=_season(view.season), province=view.battle.province)
    said = _("{season}: the herald enters the board") if view.phase == "entry" else _("{season}: war")
    return said.format(season=_season(view.season))


def _season(name: str) -> str:
    names = {"spring": _("Spring"), "summer": _("Summer"), "autumn": _("Autumn"), "winter": _("Winter")}
    return names.get(name, name)


def _advantage(name: str) -> str:
    names = {
        "seppuku": _("Seppuku"),
        "hostage": _("Hostage"),
        "ronin": _("Ronin"),
        "poets": _("Poets"),
    }
    return names[name]


def _parts(view: View, tiles: list[int], below: int) -> Iterator[Part]:
    yield _head(view)
    for place, clan in enumerate(ranked(view)):
        yield _place(view, clan, place)
    for nth, one in enumerate(view.provinces):
        top = TOP + sum(tiles[: nth // COLUMN]) + GAP * (nth // COLUMN)
        x = EDGE + TRACK + GAP + nth % COLUMN * ACROSS
        yield from _tile(view, one, (x, top, tiles[nth // COLUMN]))
    if view.battle:
        yield from _mat(view, view.battle, below)


def _rows(view: View) -> list[int]:
    """The height of each row of provinces: that of the one with the most armies."""
    counts = [len(one.armies) for one in view.provinces]
    rows = [counts[at : at + COLUMN] for at in range(0, len(counts), COLUMN)]
    return [TITLE + 12 + ARMY * max(2, *row) + 20 for row in rows]


def _head(view: View) -> Part:
    name = text(0, 26, _("Rising Sun: the War phase"), "big", "ink bold")
    where = text(0, 50, _where(view), "normal", "ink", room=WIDTH - 2 * EDGE)
    return Part("head", EDGE, 14, WIDTH - 2 * EDGE, 60, name + where, quiet=True)


def _paint(view: View, clan: str) -> str:
    names = [one.name for one in view.clans]
    return PAINTS[names.index(clan) % len(PAINTS)]


# ---- the Honor track


def _place(view: View, clan: Clan, place: int) -> Part:
    """A clan on the track, with its points, coins, Ronin and tokens."""
    paint, height = _paint(view, clan.name), STEP - 8
    content = rect(0, 0, TRACK, height, "fill-soft line", radius=8)
    content += rect(0, 0, 44, height, f"fill-{paint} ink-line", radius=8)
    style = f"{on(paint)} bold"
    content += text(22, height // 2 + 11, str(clan.honor or "–"), "huge", style, anchor="middle", room=40)
    content += text(54, 24, clan.name, "normal", "ink bold", room=130)
    points = _("{points} VP").format(points=clan.points)
    content += text(TRACK - 10, 25, points, "big", "ink bold", anchor="end", room=84)
    more = [_n("{n} coin", "{n} coins", clan.coins).format(n=clan.coins)]
    more += [_("{n} Ronin").format(n=clan.ronin)]
    more += [_("ally {clan}").format(clan=clan.ally)] if clan.ally else []
    more += [_("hostage {figure}").format(figure=one.figure) for one in clan.hostages]
    content += text(54, 43, ", ".join(more), "small", "ink", room=TRACK - 62)
    content += text(54, 60, _tokens(clan), "small", "quiet", room=TRACK - 62)
    return Part(f"clan {clan.name}", EDGE, TOP + place * STEP, TRACK, height, content, layer=1)


def _tokens(clan: Clan) -> str:
    """The war tokens by province."""
    counts = Counter(token.province for token in clan.tokens)
    return ", ".join(name if count == 1 else f"{count} {name}" for name, count in counts.items())


# ---- the provinces


def _tile(view: View, one: Province, place: tuple[int, int, int]) -> Iterator[Part]:
    """A province with its war number and its armies."""
    x, y, height = place
    fought = view.battle is not None and view.battle.province == one.name
    content = rect(0, 0, TILE, height, "fill-soft " + ("ink-line" if fought else "line"), radius=8)
    content += rect(0, 0, TILE, TITLE - 6, "fill-ink" if fought else "fill-card line", radius=8)
    style = "fill-paper bold" if fought else "ink bold"
    content += text(10, 21, one.name, "normal", style, room=TILE - 50)
    if one.war:
        content += circle(TILE - 17, 15, 11, "fill-paper ink-line")
        content += text(TILE - 17, 21, str(one.war), "normal", "ink bold", anchor="middle")
    taken = _("token: {clan}").format(clan=one.taken) if one.taken else ""
    said = taken or (_("token discarded") if one.settled else "")
    content += text(10, height - 8, said, "small", "quiet", room=TILE - 20) if said else ""
    yield Part(f"province {one.name}", x, y, TILE, height, content, quiet=True)
    for nth, (clan, army) in enumerate(one.armies.items()):
        banner = _banner(view, clan, one.forces.get(clan), army)
        yield Part(f"army {one.name} {clan}", x + 6, y + TITLE + nth * ARMY, TILE - 12, ARMY - 6, banner, 1)


def _banner(view: View, clan: str, force: int | None, army: dict[str, int]) -> str:
    """An army: a flag in the colour of the clan with its Force, the names, and a sign for each figure."""
    names = [clan, *monsters(army)]
    return (
        flag(_paint(view, clan), force, ARMY - 6)
        + text(34, 11, ", ".join(names), "small", "ink bold", room=TILE - 46)
        + f'<g transform="translate(32 14)">{figures(army)}</g>'
    )


# ---- the battle


def _mat(view: View, battle: BattleView, top: int) -> Iterator[Part]:
    """The tile of the battle: a row for each player, a column for each Advantage and the Force."""
    room, step = WIDTH - 2 * EDGE, (WIDTH - 2 * EDGE - LABEL - 10) // (len(ADVANTAGES) + 1)
    height = MAT + BID * len(battle.players)
    content = rect(0, 0, room, height, "fill-soft ink-line", radius=8)
    title = _("The battle for {name}").format(name=battle.province)
    content += text(12, 32, title, "normal", "ink bold", room=LABEL - 20)
    for nth, head in enumerate((*map(_advantage, ADVANTAGES), _("Force"))):
        left = LABEL + nth * step
        content += rect(left, 8, step - 8, height - 16, "fill-card line", radius=6)
        content += text(left + step // 2 - 4, 32, head, "normal", "ink bold", anchor="middle", room=step - 16)
    yield Part("mat", EDGE, top, room, height, content, quiet=True)
    for place, clan in enumerate(battle.players):
        row = _bid(view, battle, clan, step)
        yield Part(f"bid {clan}", EDGE + 8, top + MAT - 8 + place * BID, room - 16, BID - 6, row, layer=1)


def _bid(view: View, battle: BattleView, clan: str, step: int) -> str:
    """What a player has bid: coins, papers that are sealed, or nothing yet; and the Force."""
    paint, bid, middle = _paint(view, clan), battle.bids[clan], (BID - 6) // 2
    row = rect(4, 2, LABEL - 24, BID - 10, f"fill-{paint} ink-line", radius=4)
    row += text(14, middle + 6, clan, "normal", f"{on(paint)} bold", room=LABEL - 44)
    for nth in range(len(ADVANTAGES)):
        x = LABEL - 8 + nth * step + step // 2 - 4
        if bid is None:
            row += sealed(x, middle)
        elif bid and bid[nth]:
            row += coin(str(bid[nth]), x, middle)
        else:
            row += text(x, middle + 6, "0" if bid else "–", "normal", "quiet", anchor="middle")
    won = battle.winner == clan
    force = str(battle.forces[clan]) + (" " + _("wins") if won else "")
    x = LABEL - 8 + len(ADVANTAGES) * step + step // 2 - 4
    return row + text(x, middle + 8, force, "big", "ink bold", anchor="middle", room=step - 16)
