"""The picture of a War phase: the Honor track on the left, the provinces as tiles, the battle mat below."""

from __future__ import annotations

from collections.abc import Iterator

from domain.rising_sun.state import ADVANTAGES
from domain.rising_sun.view import BattleView, Clan, Province, View
from projections.drawing import PAINTS, Drawing, Part, rect, text
from projections.rising_sun.board import ranked
from projections.texts import _, listed

WIDTH, HEIGHT, EDGE, GAP = 960, 780, 24, 12
TOP = 92
TRACK, STEP = 300, 64
"""The width of the Honor track, and the height of one place on it."""

TILE = (148, 200)
COLUMN = 4
"""Provinces in a row."""

MAT = 540
"""Where the battle mat begins."""


def drawing(view: View) -> Drawing:
    """What the viewer sees of the table."""
    return Drawing(WIDTH, HEIGHT, tuple(_parts(view)), _("Rising Sun: the War phase"), _described(view))


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
        return said.format(season=view.season, province=view.battle.province)
    said = _("{season}: the herald enters the board") if view.phase == "entry" else _("{season}: war")
    return said.format(season=view.season)


def _parts(view: View) -> Iterator[Part]:
    yield _head(view)
    for place, clan in enumerate(ranked(view)):
        yield _place(view, clan, place)
    for nth, one in enumerate(view.provinces):
        yield from _tile(view, one, nth)
    if view.battle:
        yield from _mat(view, view.battle)


def _head(view: View) -> Part:
    name = text(0, 30, _("Rising Sun: the War phase"), "big", "ink bold")
    where = text(0, 56, _where(view), "normal", "ink")
    return Part("head", EDGE, 14, WIDTH - 2 * EDGE, 64, name + where, quiet=True)


def _paint(view: View, clan: str) -> str:
    names = [one.name for one in view.clans]
    return PAINTS[names.index(clan) % len(PAINTS)]


def _place(view: View, clan: Clan, place: int) -> Part:
    """A clan on the track, with its points, coins, Ronin and tokens."""
    room = TRACK - 78
    reserve = _("{points} VP, {coins} coins, {ronin} Ronin").format(
        points=clan.points, coins=clan.coins, ronin=clan.ronin
    )
    more = [one.province for one in clan.tokens]
    more += [_("ally {clan}").format(clan=clan.ally)] if clan.ally else []
    content = (
        rect(0, 0, TRACK, STEP - 8, "fill-soft line", radius=6)
        + rect(0, 0, 52, STEP - 8, f"fill-{_paint(view, clan.name)} ink-line", radius=6)
        + text(26, 38, str(clan.honor or "-"), "big", "on bold", anchor="middle")
        + text(64, 20, clan.name, "normal", "ink bold", room=room)
        + text(64, 36, reserve, "small", "ink", room=room)
        + text(64, 50, ", ".join(more), "tiny", "quiet", room=room)
    )
    return Part(f"clan {clan.name}", EDGE, TOP + place * STEP, TRACK, STEP - 8, content, layer=1)


def _tile(view: View, one: Province, nth: int) -> Iterator[Part]:
    """A province with its war number and its armies."""
    width, height = TILE
    x = EDGE + TRACK + GAP + nth % COLUMN * (width + GAP // 2)
    y = TOP + nth // COLUMN * (height + GAP)
    fought = view.battle is not None and view.battle.province == one.name
    ground = rect(0, 0, width, height, "fill-soft " + ("ink-line" if fought else "line"), radius=8)
    name = text(10, 24, one.name, "normal", "ink bold", room=width - 50)
    war = text(width - 12, 26, str(one.war or ""), "big", "ink bold", anchor="end")
    said = one.taken or (_("discarded") if one.settled else "")
    token = text(10, height - 10, _("token: {clan}").format(clan=said) if said else "", "tiny", "quiet")
    yield Part(f"province {one.name}", x, y, width, height, ground + name + war + token, quiet=True)
    for place, (clan, army) in enumerate(one.armies.items()):
        yield Part(
            f"army {one.name} {clan}",
            x + 6,
            y + 34 + place * 25,
            width - 12,
            22,
            _banner(view, clan, one.forces.get(clan), _army(army)),
            layer=1,
        )


def _banner(view: View, clan: str, force: int | None, army: str) -> str:
    """An army: a flag in the colour of the clan with its Force, the clan and its figures."""
    width = TILE[0] - 12
    return (
        rect(0, 0, 24, 22, f"fill-{_paint(view, clan)} ink-line", radius=3)
        + text(12, 16, "?" if force is None else str(force), "small", "on bold", anchor="middle")
        + text(29, 10, clan, "tiny", "ink bold", room=width - 30)
        + text(29, 20, army, "tiny", "ink", room=width - 30)
    )


def _mat(view: View, battle: BattleView) -> Iterator[Part]:
    """The tile of the battle: a row for each player, a column for each Advantage and the Force."""
    step = (WIDTH - 2 * EDGE - 170) // (len(ADVANTAGES) + 1)
    heads = (*ADVANTAGES, _("Force"))
    content = text(0, 18, _("The battle for {name}").format(name=battle.province), "normal", "ink bold")
    content += "".join(
        text(170 + nth * step + step // 2, 18, name, "small", "ink", anchor="middle")
        for nth, name in enumerate(heads)
    )
    yield Part("mat", EDGE, MAT, WIDTH - 2 * EDGE, 26, content, quiet=True)
    for place, clan in enumerate(battle.players):
        bid = battle.bids[clan]
        coins = ("?",) * len(ADVANTAGES) if bid is None else tuple(map(str, bid)) or (".",) * len(ADVANTAGES)
        cells = (*coins, f"{battle.forces[clan]}{'*' if battle.winner == clan else ''}")
        row = rect(0, 0, 160, 30, f"fill-{_paint(view, clan)} ink-line", radius=4)
        row += text(10, 21, clan, "normal", "on bold", room=140)
        row += "".join(
            text(170 + nth * step + step // 2, 22, cell, "normal", "ink bold", anchor="middle")
            for nth, cell in enumerate(cells)
        )
        yield Part(f"bid {clan}", EDGE, MAT + 30 + place * 34, WIDTH - 2 * EDGE, 30, row, layer=1)
