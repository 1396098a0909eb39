"""The clans by Honor, the highest first, each with all that lies before it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import accumulate

from domain.rising_sun.view import Clan, View
from projections.drawing.pieces import only, piece, piece_of
from projections.drawing.svg import SIZES, Box, Part, circle, lettered_words, line, placed, rect, text, use
from projections.drawing.text_widths import width
from projections.language.messages import _, _n, listed
from projections.rising_sun.armies import paint
from projections.rising_sun.board import SHORT, ranked
from projections.rising_sun.names import figure_name, printed
from projections.rising_sun.tokens import mon

LEFT = 68
"""Where the words of a clan begin."""

LINE = 17
"""From a line of words to the next."""


def equal(view: View, height: int) -> list[int]:
    """A height shared among the clans."""
    return [height // len(view.clans)] * len(view.clans)


def needed(view: View, width: int) -> list[int]:
    """The height that each clan takes with all that is said of it."""
    room = width - 8 - LEFT - 8
    counts = (sum(len(_wrapped(said, room)) for said in _said(view, clan)[3:]) for clan in ranked(view))
    return [max(72, 66 + LINE * count) for count in counts]


def track(view: View, room: Box, heights: list[int]) -> Iterator[Part]:
    """The whole track, from the top of a room, each clan with a height of its own."""
    yield Part("honor", *room, _ground(room, tuple(heights)), 3, quiet=True)
    y = room.y
    for clan, high in zip(ranked(view), heights, strict=True):
        box = Box(room.x + 4, y + 2, room.width - 8, high - 4)
        y += high
        yield _part((only(view, "viewer", "clans"), clan), box)


@piece_of(256)
def _part(seen: tuple[View, Clan], box: Box) -> Part:
    view, clan = seen
    name = _("; ").join([printed(clan.name), *_said(view, clan)])
    return Part(f"clan {clan.name}", *box, _clan(view, clan, box), 4, name=name, word=clan.name)


@piece(64)
def _ground(room: Box, heights: tuple[int, ...]) -> str:
    content = rect(0, 0, room.width, room.height, "fill-card line", radius=8)
    tops = list(accumulate(heights[:-1]))
    last = tops[-1] if tops else 0
    content += f'<g class="joined">{line(((36, 34), (36, last + 60)), "level2-line", width=10)}</g>'
    ends = (((LEFT + 4, top), (room.width - 12, top)) for top in tops)
    return content + "".join(line(each, "soft-line", width=2) for each in ends)


def _clan(view: View, clan: Clan, box: Box) -> str:
    """Its mon with its place of Honor, points, and the lines below its name."""
    content = mon(clan.name, paint(view, clan.name), 32, 32, 24)
    place = str(clan.honor or "–")
    content += circle(52, 54, 11, "fill-ink card-line")
    content += text(52, 59, place, "small", "case bold", anchor="middle", room=18)
    you = _(" (you)") if clan.name == view.viewer else ""
    content += text(LEFT, 27, printed(clan.name) + you, "big", "ink bold", room=box.width - LEFT - 90)
    points = _("{points} VP").format(points=clan.points)
    content += text(box.width - 8, 28, points, "big", "ink bold", anchor="end", room=84)
    content += _reserve(clan, LEFT, 50)
    room = box.width - LEFT - 8
    return content + _lines(tuple(_said(view, clan)[3:]), room, (box.height - 54) // LINE)


@lettered_words
def _lines(said: tuple[str, ...], room: int, most: int) -> str:
    """All that is said, the last line narrower where there are too many."""
    lines = [part for one in said for part in _wrapped(one, room)]
    if len(lines) > most:
        lines = [*lines[: most - 1], " ".join(lines[most - 1 :])]
    each = (text(LEFT, 71 + nth * LINE, line, "small", "ink", room=room) for nth, line in enumerate(lines))
    return "".join(each)


def _wrapped(words: str, room: int) -> list[str]:
    """Words in lines that fit a room."""
    lines = [""]
    for word in words.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and width(longer, SIZES["small"]) > room:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def _reserve(clan: Clan, x: int, y: int) -> str:
    """Coins and Ronin."""
    coins, ronin = _coins(clan), _("{n} Ronin").format(n=clan.ronin)
    content = placed(x + 8, y - 5, use("rs-coin")) + text(x + 22, y, coins, "normal", "ink", room=84)
    content += placed(x + 120, y - 5, use("rs-bushi", style="fill-quiet"))
    return content + text(x + 134, y, ronin, "normal", "ink", room=76)


def _coins(clan: Clan) -> str:
    return _n("{n} coin", "{n} coins", clan.coins).format(n=clan.coins)


def _said(view: View, clan: Clan) -> list[str]:
    """What a clan has, in words: points, coins and Ronin first."""
    points = _("{points} VP").format(points=clan.points)
    said = [points, _coins(clan), _("{n} Ronin").format(n=clan.ronin)]
    if clan.ally:
        said.append(_("allied with {clan}").format(clan=printed(clan.ally)))
    if clan.hostages:
        of = _("{figure} of {clan}")
        held = [of.format(figure=figure_name(one.figure), clan=printed(one.clan)) for one in clan.hostages]
        said.append(_("holds {figures}").format(figures=listed(held)))
    if clan.tokens:
        said.append(_("tokens {tokens}").format(tokens=_tokens(clan)))
    if clan.cards:
        said.append(_("cards {cards}").format(cards=", ".join(map(printed, clan.cards))))
    return said


def _tokens(clan: Clan) -> str:
    """The war tokens by season: "I Edo, 2 Oshu; II Kanto"."""
    seasons = dict[int, Counter[str]]()
    for one in sorted(clan.tokens, key=lambda token: token.season):
        seasons.setdefault(one.season, Counter())[printed(one.province)] += 1
    of = {
        SHORT[season - 1]: ", ".join(
            name if count == 1 else f"{count} {name}" for name, count in some.items()
        )
        for season, some in seasons.items()
    }
    return "; ".join(f"{season} {names}" for season, names in of.items())
