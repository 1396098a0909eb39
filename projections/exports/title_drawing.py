"""The picture of a title's statistics: how often each seat has won, and how long games were."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from projections.drawing.svg import EDGE, Drawing, Part, circle, line, placed, rect, text
from projections.exports.title_statistics import ORDERS, Counted, Share, TitleStatistics
from projections.language.messages import _, term

WIDTH, LABEL, STEP, HEAD = 960, 180, 34, 96
SCALE = WIDTH - 2 * EDGE - LABEL - 150
"""How long a share of 100 % is drawn."""

BARS, HIGH = 12, 160
"""How many bars lengths are put into, and how high the highest is."""


def drawing(name: str, games: Sequence[Counted], found: TitleStatistics) -> Drawing:
    """`name` is that of the title. Everything that is drawn is said in figures as well."""
    seats = list(found.seats.items())
    below = HEAD + STEP * len(seats) + 40
    parts = [
        Part("head", EDGE, 0, WIDTH - 2 * EDGE, HEAD, _head(name, found), quiet=True),
        *(_seat(n, seat, share) for n, (seat, share) in enumerate(seats)),
        Part("lengths", EDGE, below, WIDTH - 2 * EDGE, HIGH + 70, "".join(_lengths(games)), quiet=True),
    ]
    won = "; ".join(f"{seat} {_figures(share)}" for seat, share in seats)
    return Drawing(WIDTH, below + HIGH + 80, tuple(parts), _title(name, found), won)


def _title(name: str, found: TitleStatistics) -> str:
    return _("{title}: games that count {games}").format(title=term(name), games=found.games)


def _head(name: str, found: TitleStatistics) -> str:
    said = _("How often each seat has won, with the interval of 95 %; dashed, if all were alike")
    room = WIDTH - 2 * EDGE
    return text(0, 40, _title(name, found), "big", "ink bold", room=room) + text(
        0, 72, said, "small", "quiet", room=room
    )


def _figures(share: Share) -> str:
    return f"{share.won:g}/{share.played}, {share.low:.0%}–{share.high:.0%}"


def _seat(n: int, seat: str, share: Share) -> Part:
    at = SCALE * share.won / share.played
    whole, middle = ((0, 17), (SCALE, 17)), round(SCALE * share.even)
    shown = line(whole, "line-line") + line(((middle, 0), (middle, STEP)), "ink-line dashed", width=2)
    shown += line(((SCALE * share.low, 17), (SCALE * share.high, 17)), "blue-line", width=6)
    shown += circle(round(at), 17, 8, "fill-vermilion ink-line")
    words = text(0, 22, seat, "normal", "ink bold", room=LABEL - 12)
    words += text(LABEL + SCALE + 14, 22, _figures(share), "small", "ink", room=136)
    content = words + placed(LABEL, 0, shown)
    name = f"{seat} {_figures(share)}"
    return Part(f"seat {seat}", EDGE, HEAD + STEP * n, WIDTH - 2 * EDGE, STEP, content, name=name)


def _lengths(games: Sequence[Counted]) -> Iterator[str]:
    """How many games had so many orders: bars of one width, with the first and the last number."""
    lengths = [int(game.lengths[ORDERS]) for game in games]
    least, most = min(lengths), max(lengths)
    wide = max(1, -(-(most - least + 1) // BARS))
    counts = Counter((length - least) // wide for length in lengths)
    step, highest = (WIDTH - 2 * EDGE) // BARS, max(counts.values())
    yield text(0, 16, _("Orders a game, and how many games had so many"), "small", "quiet")
    for n in range((most - least) // wide + 1):
        high = HIGH * counts[n] // highest
        first, last = least + n * wide, least + (n + 1) * wide - 1
        label = f"{first}" if first == last else f"{first}–{last}"
        yield rect(n * step + 4, 44 + HIGH - high, step - 8, high, "fill-sky ink-line")
        yield text(n * step + step // 2, 40 + HIGH - high, str(counts[n]), "small", "ink", anchor="middle")
        yield text(n * step + step // 2, 62 + HIGH, label, "tiny", "ink", anchor="middle", room=step - 4)
