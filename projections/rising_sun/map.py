"""The map of a War phase: provinces with war numbers and tokens, and the armies on cards beside them."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from domain.rising_sun.view import Clan, Province, View
from projections.drawing.pieces import only, piece, piece_of
from projections.drawing.svg import SIZES, Box, Part, circle, line, path, placed, rect, text
from projections.drawing.text_widths import width
from projections.language.messages import _, listed
from projections.rising_sun.armies import LAYER, army_name, paint, rows, rows_width, step
from projections.rising_sun.japan import MAP, coast, place, relief, room, sea, waters
from projections.rising_sun.names import printed
from projections.rising_sun.tokens import mon, swords

PAD = 6
"""Round the rows of a card."""

WIDEST = 216
"""The width of a card at most."""

SEAL = 28
"""The side of a war number."""

FLAG = 30
"""The width of the flag of whoever has the token."""


def on_the_map(view: View) -> Iterator[Part]:
    """All of the map, from below."""
    alone = _alone(view)
    yield _sea()
    for one in view.provinces:
        yield _land((alone, one))
    yield Part("relief", *MAP, relief(), 2, quiet=True)
    for one in view.provinces:
        yield from _above((alone, one))


Seen = tuple[View, Province]
"""A province, and what else of a view it shows."""


def _alone(view: View) -> View:
    """What provinces show beside themselves: the clans in their order, and which province is fought for."""
    clans = tuple(Clan(one.name, one.honor, "", 0, 0, 0, (), (), (), None) for one in view.clans)
    return replace(only(view), clans=clans, battle=view.battle and only(view.battle, "province"))


@piece(16)
def _sea() -> Part:
    ground = sea() + waters((_("Sea of Japan"), _("Pacific Ocean")))
    return Part("sea", *MAP, ground, 0, quiet=True)


@piece_of(256)
def _above(seen: Seen) -> tuple[Part, ...]:
    view, one = seen
    fight = _fight(one) if is_fought(view, one) else ()
    return *fight, _label(view, one), *(_card(view, one) if one.armies else ())


def is_fought(view: View, one: Province) -> bool:
    """Whether the battle that goes on is for this province."""
    return view.battle is not None and view.battle.province == one.name


def province_name(one: Province) -> str:
    """A province as one reads it aloud, with all that stands there."""
    war = _("{province}, war {number}").format(province=printed(one.name), number=one.war)
    armies = listed([army_name(one, clan) for clan in one.armies]) or _("nobody")
    told = _("{province}: {armies}").format(province=war if one.war else printed(one.name), armies=armies)
    return ". ".join([told, token(one)] if one.settled else [told])


def token(one: Province) -> str:
    """What has become of the token of a province."""
    return _("token: {clan}").format(clan=printed(one.taken)) if one.taken else _("token discarded")


@piece_of(256)
def _land(seen: Seen) -> Part:
    """The land, in the colour of whoever has taken its token."""
    view, one = seen
    box, letters = room(one.name), coast(one.name)
    content = path(letters, f"fill-{place(one.name).tint}", width=0)
    content += path(letters, f"fill-{paint(view, one.taken)} wash", width=0) if one.taken else ""
    moved = placed(-box.x, -box.y, content)
    return Part(f"land {one.name}", *box, moved, 1, quiet=True, name=province_name(one), word=one.name)


def _fight(one: Province) -> Iterator[Part]:
    """The province that is fought for: an outline, and crossed swords that go from battle to battle."""
    box = room(one.name)
    outline = placed(-box.x, -box.y, path(coast(one.name), "none mark-line joined", width=6))
    yield Part("front", *box, outline, 3, quiet=True)
    x, y = place(one.name).name
    name = _("The battle for {province}").format(province=printed(one.name))
    yield Part("swords", x - 17, y - 52, 34, 34, swords(17, 17), 8, quiet=True, name=name)


def _label(view: View, one: Province) -> Part:
    """War number, name, and the flag of whoever has the token."""
    where = place(one.name)
    words = printed(one.name)
    wide = int(width(words, SIZES["large"], bold=True)) + 4
    seal, flag = (SEAL + 6 if one.war else 0), (FLAG if one.taken else 0)
    left = where.name[0] - (seal + wide) // 2
    content = war_number(view, one, 2, 4) if one.war else ""
    style = f"ink bold haloed {where.tint}-line"
    content += text(seal, 25, words, "large", style, room=wide)
    content += _flag(view, one, seal + wide + 6) if one.taken else ""
    box = (left, where.name[1] - 18, seal + wide + flag, 36)
    name = province_name(one)
    return Part(f"province {one.name}", *box, content, 4, quiet=True, name=name, word=one.name)


def war_number(view: View, one: Province, x: int, y: int) -> str:
    """The number of a war: on a dark seal, hollow once it is settled, marked while it goes on."""
    fought = is_fought(view, one)
    hollow = one.settled and not fought
    style = "fill-card rim-line" if hollow else "fill-mark card-line" if fought else "fill-ink card-line"
    words = "ink bold" if hollow else "case bold"
    seal = rect(x, y, SEAL, SEAL, style, radius=5)
    return seal + text(x + SEAL // 2, y + 21, str(one.war), "large", words, anchor="middle", room=SEAL - 4)


def _flag(view: View, one: Province, x: int) -> str:
    pole = line(((x, 34), (x, 2)), "card-line", width=5) + line(((x, 34), (x, 2)), "ink-line", width=2)
    return pole + mon(one.taken, paint(view, one.taken), x + 12, 12, 11)


def _card(view: View, one: Province) -> Iterator[Part]:
    """The armies on a card beside the province, and a line from the one to the other. The card bears the name
    of all, so that it alone is framed where something changes on it."""
    box = _card_room(one)
    edge = "mark-line" if is_fought(view, one) else "line"
    shadow = rect(2, 3, box.width, box.height, "fill-shade wash", radius=7)
    back = f'<g stroke-width="{2 if edge == "mark-line" else 1}">'
    back += rect(0, 0, box.width, box.height, f"fill-card {edge}", radius=7) + "</g>"
    yield _way(one, box)
    name = province_name(one)
    yield Part(f"card {one.name}", *box, shadow + back, LAYER, name=name, word=one.name)
    yield from rows(view, one, Box(box.x + PAD - 2, box.y + PAD - 2, box.width - PAD, box.height))


def _card_room(one: Province) -> Box:
    where = place(one.name)
    most = min(WIDEST, MAP.width - 4 - where.card[0]) if where.grows[0] > 0 else WIDEST
    wide = min(most, rows_width(one) + PAD)
    high = step(len(one.armies)) * len(one.armies) + 2 * PAD - 4
    x, y = _grown(where.card[0], wide, where.grows[0]), _grown(where.card[1], high, where.grows[1])
    return Box(max(4, min(x, MAP.width - wide - 4)), max(4, min(y, MAP.height - high - 4)), wide, high)


def _grown(corner: int, length: int, way: int) -> int:
    return corner - length if way < 0 else corner - length // 2 if way == 0 else corner


def _way(one: Province, card: Box) -> Part:
    """From the card to the land near the name."""
    x, y = place(one.name).name
    end = (max(card.x, min(x, card.x + card.width)), max(card.y, min(y, card.y + card.height)))
    far = max(1.0, ((end[0] - x) ** 2 + (end[1] - y) ** 2) ** 0.5)
    off = min(far, 26 + 40 * abs(end[0] - x) / far)
    start = round(x + (end[0] - x) * off / far), round(y + (end[1] - y) * off / far)
    left, top = min(start[0], end[0]), min(start[1], end[1])
    ends = tuple((one[0] - left, one[1] - top) for one in (start, end))
    content = (
        line(ends, "card-line", width=4) + line(ends, "line", width=2) + circle(*ends[0], 3, "fill-line")
    )
    return Part(
        f"way {one.name}", left, top, abs(end[0] - start[0]), abs(end[1] - start[1]), content, 3, quiet=True
    )
