"""Chapter "board": the herald enters what the other phases of the season have left on the table."""

from __future__ import annotations

from collections import Counter

from domain.kit.bars import Bar, Bars
from domain.kit.chance import Chance
from domain.kit.errors import IllegalMove
from domain.kit.facts import Outcome, does, facts, keeps
from domain.kit.rules import Facts
from domain.rising_sun.board import events as e
from domain.rising_sun.board.state import Board, are_wars_free, in_play, monsters_in_play
from domain.rising_sun.book import BOOK, REFUSALS, counted, unknown_names
from domain.rising_sun.data.tables import HERALD, SEASONS, WINTER, season_name
from domain.rising_sun.samples import entries
from domain.rising_sun.words import orders as o
from domain.rising_sun.words.grammar import counted_troop
from domain.rising_sun.words.items import BeginWar, Prepare, Victory, Winter


def setup(board: Board) -> Facts:
    """As many clans as the box says, and the herald who enters the boards [setup/seats]."""
    numbers, clans = board.setting.tables.numbers, board.setting.clans
    fewest, most = numbers["fewest-clans"], numbers["most-clans"]
    if board.setting.options.settles == "battles":
        fewest = 2  # a battle is between two at least [battle/involved]
    if HERALD not in board.setting.seats:
        raise IllegalMove(
            "setup/seats",
            "Nobody sits at herald, who enters the boards before each War phase.",
            "Give that seat to the referee, or to a player.",
        )
    if not fewest <= len(clans) <= most:
        raise IllegalMove(
            "setup/seats",
            f"Rising Sun is for {fewest} to {most} clans; {len(clans)} are seated.",
            f"Seat {fewest} to {most}, and the herald.",
        )
    return facts("setup/seats", keeps(then=(Prepare(HERALD),)))


BOOK.examples(Prepare, "board/herald")(entries)


@BOOK.answer(Prepare, o.Honor, "board/honor")
def enter_honor(board: Board, item: Prepare, seat: str, order: o.Honor, chance: Chance) -> Outcome:
    """A strict order of all clans, the highest first [board/honor]."""
    REFUSALS.guard(honor_bars(board, order), entries(board, item, seat))
    return keeps(e.HonorEntered(order.clans))


def honor_bars(board: Board, order: o.Honor) -> Bars:
    """Each clan once [board/honor]."""
    yield from unknown_names(board, "board/honor", clans=order.clans)
    if sorted(order.clans) != sorted(board.setting.clans):
        why = f"The track has each clan once: {', '.join(board.setting.clans)}, the highest first."
        is_begun = len(set(order.clans)) == len(order.clans) < len(board.setting.clans)
        yield Bar("board/honor", why, cured=is_begun)


@BOOK.answer(Prepare, o.Alliance, "board/alliances")
def enter_alliance(board: Board, item: Prepare, seat: str, order: o.Alliance, chance: Chance) -> Outcome:
    """Two clans; whatever allies they had, they have no more [board/alliances]."""
    REFUSALS.guard(alliance_bars(board, order), entries(board, item, seat))
    return keeps(e.AllianceEntered(order.first, order.second))


def alliance_bars(board: Board, order: o.Alliance) -> Bars:
    """Two different clans [board/alliances]."""
    yield from unknown_names(board, "board/alliances", clans=(order.first, order.second))
    if order.first == order.second:
        yield Bar("board/alliances", f"An alliance is between two clans; {order.first} is one.")


@BOOK.answer(Prepare, o.Alone, "board/alliances")
def enter_alone(board: Board, item: Prepare, seat: str, order: o.Alone, chance: Chance) -> Outcome:
    """A clan without an ally [board/alliances]."""
    REFUSALS.guard(unknown_names(board, "board/alliances", clans=(order.clan,)), entries(board, item, seat))
    return keeps(e.AllianceDropped(order.clan))


@BOOK.answer(Prepare, o.Coins, "board/reserves")
def enter_coins(board: Board, item: Prepare, seat: str, order: o.Coins, chance: Chance) -> Outcome:
    """The coins of a clan [board/reserves]."""
    REFUSALS.guard(reserve_bars(board, order.clan, order.number), entries(board, item, seat))
    return keeps(e.CoinsEntered(order.clan, order.number))


@BOOK.answer(Prepare, o.Ronin, "board/reserves")
def enter_ronin(board: Board, item: Prepare, seat: str, order: o.Ronin, chance: Chance) -> Outcome:
    """The Ronin tokens of a clan [board/reserves]."""
    REFUSALS.guard(reserve_bars(board, order.clan, order.number), entries(board, item, seat))
    return keeps(e.RoninEntered(order.clan, order.number))


@BOOK.answer(Prepare, o.Points, "board/reserves")
def enter_points(board: Board, item: Prepare, seat: str, order: o.Points, chance: Chance) -> Outcome:
    """The victory points of a clan [board/reserves]."""
    REFUSALS.guard(reserve_bars(board, order.clan, order.number), entries(board, item, seat))
    return keeps(e.PointsEntered(order.clan, order.number))


def reserve_bars(board: Board, clan: str, number: int) -> Bars:
    """No clan has less than nothing [board/reserves]."""
    yield from unknown_names(board, "board/reserves", clans=(clan,))
    if number < 0:
        yield Bar("board/reserves", f"{clan} cannot have {number}.")


@BOOK.answer(Prepare, o.Figures, "board/figures")
def enter_figures(board: Board, item: Prepare, seat: str, order: o.Figures, chance: Chance) -> Outcome:
    """All that a clan has in a province; the card of a monster on the map is its clan's [board/figures]."""
    REFUSALS.guard(figure_bars(board, order), entries(board, item, seat))
    army = dict(counted_troop(board.setting.tables, troop) for troop in order.troops)
    entered = e.FiguresEntered(order.clan, order.province, army)
    cards = board.setting.tables.cards
    new = tuple(name for name in army if name in cards and name not in board.cards[order.clan])
    return keeps(entered, *((e.CardsEntered(order.clan, (*board.cards[order.clan], *new)),) if new else ()))


def figure_bars(board: Board, order: o.Figures) -> Bars:
    """Figures that the clan has, each kind in one word, and no more than there are [board/figures]."""
    yield from unknown_names(board, "board/figures", clans=(order.clan,), provinces=(order.province,))
    tables, seen = board.setting.tables, set[str]()
    for troop in order.troops:
        figure, count = counted_troop(tables, troop)
        if not count:
            why = f"There is no figure {troop}; there are {', '.join(tables.kinds)} and monsters."
            yield Bar("board/figures", why)
        if figure in seen:
            yield Bar("board/figures", f"{figure} stands twice in this line; write the number before it.")
        seen.add(figure)
        yield from too_many(board, order, figure, count)


def too_many(board: Board, order: o.Figures, figure: str, count: int) -> Bars:
    """A clan has so many of a kind, and a monster has one owner and one place [board/figures]."""
    tables, clan = board.setting.tables, order.clan
    here = board.figures[order.province][clan].get(figure, 0)
    elsewhere = in_play(board, clan, figure) - here
    if figure in tables.cards:
        owner = next((one for one, cards in board.cards.items() if figure in cards and one != clan), "")
        if owner:
            why = f"{figure} is a monster of {owner}: first enter the cards of {owner} without it."
            yield Bar("board/figures", why)
        if elsewhere:
            why = f"{figure} stands in another province: first enter that one without it."
            yield Bar("board/figures", why)
    elif count + elsewhere > tables.kinds[figure].number:
        number = tables.kinds[figure].number
        why = f"{clan} has {number} {figure}; {elsewhere} are elsewhere, and these are {count}."
        yield Bar("board/figures", why)


@BOOK.answer(Prepare, o.Cards, "board/cards")
def enter_cards(board: Board, item: Prepare, seat: str, order: o.Cards, chance: Chance) -> Outcome:
    """The season cards of a clan, also of monsters that are not on the map [board/cards]."""
    REFUSALS.guard(card_bars(board, order), entries(board, item, seat))
    return keeps(e.CardsEntered(order.clan, order.cards))


def card_bars(board: Board, order: o.Cards) -> Bars:
    """Cards that there are, and copies, and those of the monsters on the map [board/cards]."""
    yield from unknown_names(board, "board/cards", clans=(order.clan,))
    tables = board.setting.tables
    for name, count in Counter(order.cards).items():
        if name not in tables.cards:
            yield Bar("board/cards", f"There is no card {name} that touches a battle.")
            continue
        others = sum(cards.count(name) for clan, cards in board.cards.items() if clan != order.clan)
        if count + others > tables.cards[name].copies:
            copies = counted(tables.cards[name].copies, "copy", "copies")
            yield Bar("board/cards", f"{name} has {copies}; {others} with other clans, and {count} here.")
    for name in monsters_in_play(board, order.clan):
        if name not in order.cards:
            why = f"{order.clan} has {name} on the map; its card belongs to the clan."
            yield Bar("board/cards", why, cured=True)


@BOOK.answer(Prepare, o.Tokens, "board/tokens")
def enter_tokens(board: Board, item: Prepare, seat: str, order: o.Tokens, chance: Chance) -> Outcome:
    """All tokens of a clan of one season that is over [board/tokens]."""
    REFUSALS.guard(token_bars(board, order), entries(board, item, seat))
    return keeps(e.TokensEntered(order.clan, SEASONS.index(order.season) + 1, order.provinces))


def token_bars(board: Board, order: o.Tokens) -> Bars:
    """Of earlier seasons only, and one token of a province in a season [board/tokens]."""
    yield from unknown_names(board, "board/tokens", clans=(order.clan,), provinces=order.provinces)
    season = SEASONS.index(order.season) + 1 if order.season in SEASONS else WINTER
    if season >= board.season:
        now = season_name(board.season)
        yield Bar("board/tokens", f"This is {now}; tokens of {order.season} are won in its own War phase.")
    if len(set(order.provinces)) < len(order.provinces):
        yield Bar("board/tokens", "A province has one token in a season; one of these stands twice.")
    for token in board.tokens:
        if token.season == season and token.province in order.provinces and token.clan != order.clan:
            why = (
                f"{token.clan} has the token of {token.province}: first enter the tokens of {token.clan} "
                "without it."
            )
            yield Bar("board/tokens", why)


@BOOK.answer(Prepare, o.Wars, "board/wars")
def enter_wars(board: Board, item: Prepare, seat: str, order: o.Wars, chance: Chance) -> Outcome:
    """The provinces with a war number, the lowest first [board/wars]."""
    REFUSALS.guard(war_bars(board, order), entries(board, item, seat))
    return keeps(e.WarsEntered(order.provinces))


def war_bars(board: Board, order: o.Wars) -> Bars:
    """Different provinces, as many as the clans and some more; by an option any number [board/wars]."""
    yield from unknown_names(board, "board/wars", provinces=order.provinces)
    given = len(order.provinces)
    if board.season == WINTER:
        yield Bar("board/wars", "There is no war in winter.")
    if not given:
        yield Bar("board/wars", "A War phase needs a war province.")
    if len(set(order.provinces)) < given:
        yield Bar("board/wars", "A province has one war number; one of these stands twice.")
    wanted = wars_wanted(board)
    if wanted and given != wanted:
        why = f"{len(board.setting.clans)} clans have {wanted} wars in a season; these are {given}."
        yield Bar("board/wars", why, cured=given < wanted)


def wars_wanted(board: Board) -> int:
    """How many wars a season has; 0 for as many as the herald enters [board/wars]."""
    if are_wars_free(board):
        return 0
    return len(board.setting.clans) + board.setting.tables.numbers["wars-beyond-clans"]


@BOOK.answer(Prepare, o.Ready, "board/ready")
def begin_the_war(board: Board, item: Prepare, seat: str, order: o.Ready, chance: Chance) -> Outcome:
    """The board stands; from now on only rules change it [board/ready]."""
    REFUSALS.guard(ready_bars(board), entries(board, item, seat))
    if board.season == WINTER:
        return does(then=(Winter(), Victory()))
    return does(e.WarPhaseBegan(board.season), then=(BeginWar(),))


def ready_bars(board: Board) -> Bars:
    """Nothing can be decided without the Honor track and the wars [board/ready]."""
    if not board.honor:
        yield Bar("board/ready", "The Honor track is not entered.")
    if not board.wars and board.season != WINTER:
        yield Bar("board/ready", "The war provinces of this season are not entered.")
