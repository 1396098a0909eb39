"""The battle that goes on: the bids as far as the viewer knows them, Force, and whoever wins ties."""

from __future__ import annotations

from collections.abc import Iterator

from domain.rising_sun.board.state import ADVANTAGES
from domain.rising_sun.view import BattleView, View
from projections.drawing.svg import Part, circle, line, rect, text
from projections.language.messages import _, listed
from projections.rising_sun.armies import paint
from projections.rising_sun.names import printed
from projections.rising_sun.tokens import coin, mon, sealed, swords
from projections.rising_sun.whereabouts import box_of_bid

HEAD, FOOT = 66, 26
"""Above and below the rows."""

STEP = 40
ROOM = 4
"""Around the box of an Advantage, so that a ring touches none beside it."""

NAMES, FORCE = 128, 72
"""The widths of the names and of the Force."""


def height(battle: BattleView) -> int:
    return HEAD + STEP * len(battle.players) + FOOT


def mat(view: View, battle: BattleView, x: int, y: int, width: int) -> Iterator[Part]:
    """A row for each player, a column for each Advantage and the Force."""
    high, step = height(battle), _step(width)
    yield Part("mat", x, y, width, high, _ground(battle, width, high, step), 6, quiet=True)
    for nth, clan in enumerate(battle.players):
        top = y + HEAD + nth * STEP
        row = _row(view, battle, clan, width - 12)
        name = _row_name(battle, clan)
        yield Part(f"bid {clan}", x + 6, top, width - 12, STEP, row, 7, name=name, word=clan)
        for at, of in enumerate(ADVANTAGES):
            left = x + 6 + coin_at(width - 12, at) - step // 2
            for box in box_of_bid(view, clan, of):
                yield Part(box, left + ROOM, top + ROOM, step - 2 * ROOM, STEP - 2 * ROOM, "", 7, quiet=True)


def _ground(battle: BattleView, width: int, high: int, step: int) -> str:
    content = rect(2, 4, width, high, "fill-shade wash", radius=8)
    content += f'<g stroke-width="2">{rect(0, 0, width, high, "fill-card mark-line", radius=8)}</g>'
    title = _("The battle for {province}").format(province=printed(battle.province))
    content += swords(24, 24) + text(48, 31, title, "large", "ink bold", room=width - 60)
    for nth, head in enumerate((*map(advantage, ADVANTAGES), _("Force"))):
        room = step if nth < len(ADVANTAGES) else FORCE
        middle = NAMES + nth * step + room // 2
        content += text(middle, 58, head, "small", "quiet", anchor="middle", room=room - 4)
    ends = (HEAD + nth * STEP for nth in range(len(battle.players) + 1))
    content += "".join(line(((10, at), (width - 10, at)), "soft-line") for at in ends)
    return content + text(14, high - 9, _foot(battle), "small", "quiet", room=width - 28)


def _foot(battle: BattleView) -> str:
    """Who is ahead, and who would win a tie: the players stand in the order of Honor."""
    most = max(battle.forces.values(), default=0)
    tied = [printed(clan) for clan in battle.players if battle.forces[clan] == most]
    killed = _("Killed so far: {count}.").format(count=battle.killed)
    if battle.winner or len(tied) < 2:
        return killed
    return f"{killed} " + _("Force is tied: {clans}.").format(clans=listed(tied))


def coin_at(width: int, nth: int) -> int:
    """The middle of the bid on an Advantage, from the left of a row of a width."""
    step = _step(width + 12)
    return NAMES - 6 + nth * step + step // 2


def force_at(width: int) -> int:
    """Where the Force begins, from the left of a row of a width."""
    return NAMES - 6 + len(ADVANTAGES) * _step(width + 12)


def _step(width: int) -> int:
    """The width of an Advantage."""
    return (width - NAMES - FORCE) // len(ADVANTAGES)


def advantage(name: str) -> str:
    names = {
        "seppuku": _("Seppuku"),
        "hostage": _("Hostage"),
        "ronin": _("Ronin"),
        "poets": _("Poets"),
    }
    return names[name]


def _row(view: View, battle: BattleView, clan: str, width: int) -> str:
    """What a player has bid: coins, papers that are sealed, or nothing yet; and the Force."""
    middle, bid = STEP // 2, battle.bids[clan]
    honor = next(one.honor for one in view.clans if one.name == clan)
    row = mon(clan, paint(view, clan), 20, middle, 16)
    row += circle(34, middle + 11, 8, "fill-ink card-line")
    row += text(34, middle + 15, str(honor or "–"), "tiny", "case bold", anchor="middle", room=12)
    row += text(46, middle + 6, printed(clan), "normal", "ink bold", room=NAMES - 56)
    for nth in range(len(ADVANTAGES)):
        row += _coins(battle, bid, nth, coin_at(width, nth))
    return row + _force(battle, clan, force_at(width))


def _coins(battle: BattleView, bid: tuple[int, ...] | None, nth: int, x: int) -> str:
    middle = STEP // 2
    if bid is None:
        return sealed(x, middle)
    if not bid or not bid[nth]:
        return text(x, middle + 6, "0" if bid else "–", "normal", "quiet", anchor="middle")
    most = max((other[nth] for other in battle.bids.values() if other), default=0)
    ring = f'<g stroke-width="2">{circle(x, middle, 18, "none ink-line")}</g>'
    return (ring if battle.revealed and bid[nth] == most else "") + coin(str(bid[nth]), x, middle)


def _force(battle: BattleView, clan: str, x: int) -> str:
    """The Force, on a chip for the winner."""
    number, middle = str(battle.forces[clan]), x + FORCE // 2
    if battle.winner != clan:
        return text(middle, STEP // 2 + 8, number, "big", "ink bold", anchor="middle", room=FORCE - 8)
    chip = rect(x + 2, 6, FORCE - 4, STEP - 12, "fill-mark", radius=14)
    said = f"{number} {_('wins')}"
    return chip + text(middle, STEP // 2 + 6, said, "normal", "case bold", anchor="middle", room=FORCE - 14)


def decided(force: int, now: int, wins: bool) -> str:
    """The Force by which a battle was decided, over the one that the losses have left."""
    content = rect(1, 2, FORCE - 2, STEP - 4, "fill-card")
    said, style = (f"{force} {_('wins')}", "case bold") if wins else (str(force), "ink bold")
    content += rect(2, 2, FORCE - 4, 22, "fill-mark", radius=11) if wins else ""
    content += text(FORCE // 2, 18, said, "normal", style, anchor="middle", room=FORCE - 14)
    left = _("now {force}").format(force=now)
    return content + text(FORCE // 2, STEP - 6, left, "tiny", "quiet", anchor="middle", room=FORCE - 8)


def foot(words: str, width: int) -> str:
    """Words in the place of those at the foot of a mat."""
    return rect(6, 2, width - 12, FOOT - 6, "fill-card") + text(
        14, 17, words, "small", "quiet", room=width - 28
    )


def _row_name(battle: BattleView, clan: str) -> str:
    """A row as one reads it aloud; a sealed bid says nothing but that it is in."""
    bid, name = battle.bids[clan], printed(clan)
    force = _("Force {force}").format(force=battle.forces[clan])
    if bid is None:
        told = _("its bid is sealed")
    elif not bid:
        told = _("it has not bid")
    else:
        told = ", ".join(f"{advantage(of)} {coins}" for of, coins in zip(ADVANTAGES, bid, strict=True))
    return f"{name}: {force}; {told}"
