"""Chapter "board", pick by pick: a province, a clan and its figures; a clan and what it has; the tracks.

A pick says by itself where it belongs ("kyushu koi", "koi coins 5"), so that the next order can begin with
it: the herald goes from clan to clan and from province to province without a word between them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import partial

from msgspec.structs import replace

from domain.kit.bars import Bars
from domain.kit.narrowed import (
    ALLOT,
    NUMBER,
    ONE,
    SOME,
    Count,
    Limits,
    Narrowed,
    Picks,
    Value,
    several,
    values_of,
)
from domain.rising_sun.board.state import Board, monsters_in_play
from domain.rising_sun.book import BOOK
from domain.rising_sun.data.tables import MONSTER, SEASONS
from domain.rising_sun.herald import (
    alliance_bars,
    card_bars,
    figure_bars,
    honor_bars,
    ready_bars,
    reserve_bars,
    token_bars,
    war_bars,
    wars_wanted,
)
from domain.rising_sun.words import orders as o
from domain.rising_sun.words.grammar import troop_of
from domain.rising_sun.words.items import Prepare

RESERVES = {"coins": (o.Coins, 15), "ronin": (o.Ronin, 9), "points": (o.Points, 9)}
"""What a clan has a number of, and up to which the numbers lie open."""

MOST = 999
"""Of anything."""

BELONGINGS = "coins, points, cards"
"""The heading of the clans whose sheet can be opened."""

ALONE, CARDS, TOKENS, ALLIANCE, FIGURES = "alone", "cards", "tokens", "alliance", "figures"


@BOOK.narrows(Prepare, None, "board/herald")
def entries_to_pick(board: Board, item: Prepare, seat: str, picks: Picks) -> Narrowed:
    """Provinces and clans, and the tracks beside them [board/herald]."""
    first, *more = " ".join(picks[:1]).split(" ")
    rest = (*more, *picks[1:])
    if not picks:
        return replace(_first(board), other=partial(_read, board))
    if first == "honor":
        return several(
            "clans", board.setting.clans, rest, o.Honor, partial(honor_bars, board), is_ordered=True
        )
    if first == "wars":
        return _wars(board, rest)
    if first == "ready":
        return Narrowed(order=o.Ready(), bars=lambda order: ready_bars(board))
    if first == ALLIANCE:
        return _allies(board, rest)
    if first in board.setting.clans:
        return _clan(board, first, rest)
    return _figures(board, first, rest)


def _first(board: Board) -> Narrowed:
    tracks = [Value(tag, "", tag) for tag in ("honor", "wars", ALLIANCE)]
    return Narrowed((*_onward(board), *tracks), ONE, "province")


def _onward(board: Board) -> tuple[Value, ...]:
    """Where the herald may go on, whatever has been entered before."""
    clans = [Value(clan, "clan", clan, BELONGINGS) for clan in board.setting.clans]
    provinces = values_of("province", board.setting.tables.provinces, FIGURES)
    return (*provinces, *clans, Value("ready", "", "ready"))


def _read(board: Board, pick: str) -> Value | None:
    """A pick that begins an order though it does not stand among the first ones: "koi coins 5"."""
    first, _, rest = pick.partition(" ")
    tables, clans = board.setting.tables, board.setting.clans
    if not rest:
        return None
    if first in tables.provinces:
        return Value(pick, "clan", rest, FIGURES) if rest in clans else None
    values = _sheet(board, first) if first in clans else ()
    return next((one for one in values if one.pick == pick), None)


# ---- the tracks


def _wars(board: Board, rest: Picks) -> Narrowed:
    """Province by province, the lowest number first [board/wars]."""
    wanted, provinces = wars_wanted(board), board.setting.tables.provinces
    left = (Count("wars", wanted - len(rest), wanted),) if wanted else ()
    return several("provinces", provinces, rest, o.Wars, partial(war_bars, board), left, is_ordered=True)


def _allies(board: Board, rest: Picks) -> Narrowed:
    """Two clans [board/alliances]."""
    if len(rest) == 2:
        return Narrowed(order=o.Alliance(*rest), bars=partial(alliance_bars, board))
    clans = [clan for clan in board.setting.clans if clan not in rest]
    return Narrowed(values_of("second" if rest else "first", clans), ONE, "second" if rest else "first")


# ---- figures


def _figures(board: Board, province: str, rest: Picks) -> Narrowed:
    """The clan, then figure by figure; from there on the other clans in the province [board/figures]."""
    clans = tuple([Value(f"{province} {clan}", "clan", clan) for clan in board.setting.clans])
    if not rest:
        return Narrowed(clans, ONE, "clan")
    clan, *figures = rest
    clan = clan.removeprefix(f"{province} ")
    troops = Counter(figures)
    order = o.Figures(clan, province, tuple([troop_of(*troop) for troop in troops.items()]))
    tables = board.setting.tables
    monsters = [name for name, card in tables.cards.items() if card.kind == MONSTER]
    values = values_of("troops", (*tables.kinds, *monsters))
    others = [replace(one, group=FIGURES) for one in clans if one.value != clan]
    away = [one for one in _onward(board) if one.value not in (province, clan)]
    bars = partial(figure_bars, board)
    return Narrowed(values, ALLOT, "troops", order, bars, onward=(*others, *away))


# ---- what a clan has


def _sheet(board: Board, clan: str) -> Iterator[Value]:
    """Coins, Ronin and points; the ally; cards and tokens."""
    for tag, (_order, most) in RESERVES.items():
        for number in range(most + 1):
            yield Value(f"{clan} {tag} {number}", "number", str(number), tag)
        yield Value(f"{clan} {tag}", "", tag, tag)
    for other in board.setting.clans:
        if other != clan:
            yield Value(f"{clan} {ALLIANCE} {other}", "second", other, ALLIANCE)
    yield Value(f"{clan} {ALONE}", "", ALONE, ALLIANCE)
    yield Value(f"{clan} {CARDS}", "", CARDS, CARDS)
    for season in SEASONS[: board.season - 1]:
        yield Value(f"{clan} {TOKENS} {season}", "season", season, TOKENS)


def _clan(board: Board, clan: str, rest: Picks) -> Narrowed:
    """What the clan has, each by a pick, and from there on with the same sheet [board/reserves]."""
    sheet = tuple(_sheet(board, clan))
    if not rest:
        return Narrowed(sheet, ONE, "number")
    what, *more = _words_of(clan, rest)
    onward = (*sheet, *(one for one in _onward(board) if one.value != clan))
    if what in RESERVES:
        return _reserve(board, clan, what, tuple(more), onward)
    if what == ALLIANCE:
        return Narrowed(order=o.Alliance(clan, *more), bars=partial(alliance_bars, board), onward=onward)
    if what == ALONE:
        return Narrowed(order=o.Alone(clan), onward=onward)
    found = _cards(board, clan, more) if what == CARDS else _tokens(board, clan, *more)
    return replace(found, onward=onward)


def _words_of(clan: str, rest: Picks) -> list[str]:
    """The words of a pick of the sheet, which begins with the clan where it stands after another pick."""
    first, *more = rest
    return [*first.removeprefix(f"{clan} ").split(" "), *more]


def _reserve(board: Board, clan: str, what: str, more: Picks, onward: tuple[Value, ...]) -> Narrowed:
    if not more:
        limits = Limits(0, MOST)
        return Narrowed((), NUMBER, "number", limits=limits, other=partial(_number, limits))

    def bars(order: o.Coins | o.Ronin | o.Points) -> Bars:
        yield from reserve_bars(board, order.clan, order.number)

    return Narrowed(order=RESERVES[what][0](clan, int(more[0])), bars=bars, onward=onward)


def _number(limits: Limits, pick: str) -> Value | None:
    is_one = (
        pick.isascii() and pick.isdecimal() and str(int(pick)) == pick and int(pick) <= (limits.most or 0)
    )
    return Value(pick, "number", pick) if is_one else None


def _cards(board: Board, clan: str, picks: list[str]) -> Narrowed:
    """Card by card, also several copies [board/cards]."""
    order = o.Cards(clan, tuple(picks))
    lacking = tuple([name for name in monsters_in_play(board, clan) if name not in picks])
    values, bars = values_of("cards", board.setting.tables.cards), partial(card_bars, board)
    return Narrowed(values, ALLOT, "cards", order, bars, cures=lacking)


def _tokens(board: Board, clan: str, season: str, *picks: str) -> Narrowed:
    """The provinces of the tokens of a season that is over [board/tokens]."""
    values = values_of("provinces", (name for name in board.setting.tables.provinces if name not in picks))
    order = o.Tokens(clan, season, picks)
    return Narrowed(values, SOME, "provinces", order, partial(token_bars, board))
