"""Bars that all actions share [8.0]: reach, the APs that are left, what an event restricts.

8.0(1)   one type of action
8.0(2)   only so many APs in the ports
"""

from __future__ import annotations

from domain.kit.bars import Bar, Bars
from domain.twilight_shogun.board.bans import forbidding
from domain.twilight_shogun.board.state import Board, is_edo, space_of
from domain.twilight_shogun.book import points
from domain.twilight_shogun.data.effects import What
from domain.twilight_shogun.data.tables import PRO, SIDES
from domain.twilight_shogun.words.items import Act

WORDS = {
    "influence": "placing influence",
    "realign": "realignment",
    "coup": "a coup",
    "court": "a court operation",
}


def in_reach(board: Board, name: str, seat: str, *, through_edo: bool) -> bool:
    """Whether a seat has influence in a space or next to it; Edo is Pro-Bakufu's, if it counts [8.1].

    In spaces that are not in play nobody has any.
    """
    near, influence = (name, *space_of(board, name).adjacent), board.influence
    for one in near:
        if influence[one][seat]:
            return True
    return through_edo and seat == PRO and any(is_edo(board, one) for one in near)


def reaches(board: Board, name: str, seat: str) -> bool:
    """The same for realignment and coup, where an option says whether Edo counts [8.2, 8.3]."""
    return in_reach(board, name, seat, through_edo=board.setting.options.edo_reach or seat != PRO)


def act_bars(act: Act, kind: str) -> Bars:
    """One type of action, and only one that the event allows where it grants the APs [8.0, 9.1]."""
    if kind not in act.actions:
        allowed = " or ".join(WORDS[one] for one in act.actions)
        yield Bar("9.1", f"The event grants {points(act.ap)} for {allowed}, not for {WORDS[kind]}.")


def target_bars(act: Act, name: str) -> Bars:
    """The spaces that an event names [9.3]."""
    if act.spaces and name not in act.spaces:
        yield Bar("9.3", f"The event grants its APs for {', '.join(act.spaces)} only, not for {name}.")


def lasting_bars(board: Board, seat: str, what: What, name: str = "") -> Bars:
    """What a lasting event forbids [2.35]."""
    by = forbidding(board, seat, what, name)
    if not by:
        return
    event = board.setting.tables.cards[by].name
    if name:
        yield Bar("2.35", f"{event} lasts; it forbids {WORDS[what]} to {SIDES[seat]} in {name}.")
    else:
        yield Bar("2.35", f"{event} lasts; it forbids {WORDS[what]} to {SIDES[seat]}.")


def ap_left_bars(act: Act, rule: str, name: str, cost: int, left: int) -> Bars:
    if cost > left:
        yield Bar(
            rule,
            f"{name} costs {points(cost)}; of {points(act.ap)} {left} {'is' if left == 1 else 'are'} left.",
        )


def limited(board: Board, act: Act, name: str, cost: int) -> int:
    """How many of the APs count against the limit of a space [8.0].

    The APs of an event count too, unless an option says otherwise.
    """
    counts = space_of(board, name).limit and (not act.granted or board.setting.options.event_ap_limited)
    return cost if counts else 0
