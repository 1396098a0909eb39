"""Chapters 5, 6 and 10 and section 3.4: the printed sequence of play around the rounds.

5.1, 6.0   initial phase: first player [6.1], treaty marker [6.2], cards [6.3]
5.2, 7.0   card-play phase (rounds.py); voluntary recovery after each round [3.4]
5.3, 10.0  end phase: Jo-i, markers, after the last turn the victory
"""

from __future__ import annotations

from msgspec import Struct

from domain.kit.chance import Chance
from domain.kit.facts import By, Outcome, does
from domain.kit.sealed import Sealed
from domain.kit.sums import Sum, Term
from domain.twilight_shogun.board.events import (
    CardsDrawn,
    InterventionChanged,
    LastingEnded,
    OpenDeckAdded,
    Recovered,
    Reshuffled,
    TurnBegan,
    TurnEnded,
)
from domain.twilight_shogun.board.points import vp_events
from domain.twilight_shogun.board.state import NAVY, Board, Change, in_play, is_edo, other, supports, tracks
from domain.twilight_shogun.book import BOOK
from domain.twilight_shogun.data.tables import ANTI, PRO
from domain.twilight_shogun.sequence.navy import back_in_edo
from domain.twilight_shogun.words.items import (
    BeginRound,
    BeginTurn,
    CheckNavy,
    CheckTreaty,
    DealCards,
    Draw,
    EndPhase,
    EndRound,
    FinalScoring,
    FlipMarkers,
    Refresh,
    Reshuffle,
)


@BOOK.step(BeginTurn, "5.1")
def begin_turn(board: Board, item: BeginTurn, chance: Chance) -> Outcome:
    """The initial phase: first player, treaty marker, cards; then the rounds [5.0, 5.1, 6.0]."""
    first = first_player(board)
    began = TurnBegan(board.turn + 1, first, dict(board.court))
    return does(By("6.1", began), then=(CheckTreaty(), DealCards(), CheckNavy(), BeginRound(first)))


def first_player(board: Board) -> str:
    """The second player goes first if his court operation level is higher [6.1]."""
    first, second = board.first, other(board.first)
    return second if board.court[first] < board.court[second] else first


@BOOK.step(CheckTreaty, "6.2")
def check_treaty(board: Board, item: CheckTreaty, chance: Chance) -> Outcome:
    """Once the treaty level allows, open deck, draw deck and discards are one draw deck [6.2, 2.31]."""
    if board.open or board.treaty < tracks(board).treaty_open:
        return does()
    return does(OpenDeckAdded(len(board.deck) + len(board.discard) + len(board.aside)))


def hand_size(board: Board, seat: str) -> int:
    """What the treaty level gives, and one more with the highest court operation level [6.3]."""
    printed = tracks(board)
    return printed.hand[board.treaty] + (board.court[seat] >= printed.court_top)


@BOOK.step(DealCards, "6.3")
def deal_cards(board: Board, item: DealCards, chance: Chance) -> Outcome:
    """Both draw up to their hand size, from the first player on [6.3].

    Where the deck is too small its last cards are dealt one by one, so that an odd one is the first
    player's; whoever draws the last has made the discards the new deck, and the deal goes on.
    """
    seats = (board.first, other(board.first))
    needs = {seat: max(0, hand_size(board, seat) - len(board.hands[seat])) for seat in seats}
    short = sum(needs.values()) > len(board.deck)
    shares = dealt(needs, len(board.deck)) if short else needs
    draws: tuple[Struct, ...] = tuple(Draw(seat, count) for seat, count in shares.items() if count)
    if short and board.discard:
        draws = (*(draws or (Reshuffle(),)), DealCards())
    return does(then=draws)


def dealt(needs: dict[str, int], cards: int) -> dict[str, int]:
    """How many each seat gets where so many cards are dealt one by one, in this order [6.3]."""
    shares = dict.fromkeys(needs, 0)
    while cards and shares != needs:
        for seat in needs:
            if cards and shares[seat] < needs[seat]:
                shares[seat], cards = shares[seat] + 1, cards - 1
    return shares


@BOOK.step(Draw, "6.3")
def draw(board: Board, item: Draw, chance: Chance) -> Outcome:
    """Cards out of the deck; as soon as it has run out, the discards are the new one [6.3]."""
    count = min(item.count, len(board.deck))
    left = (Draw(item.player, item.count - count),) if item.count > count else ()
    more = (Reshuffle(), *left) if board.discard and count == len(board.deck) else ()
    if not count:
        return does(then=more)
    when = f"turn {board.turn}, round {board.round}" if board.round else f"turn {board.turn}"
    purpose = f"{count} {'card' if count == 1 else 'cards'} for {item.player}, {when}"
    drawn = chance.draw("6.3", purpose, board.deck, count)
    return does(CardsDrawn(item.player, count, Sealed((item.player,), drawn)), then=more)


@BOOK.step(Reshuffle, "6.3")
def reshuffle(board: Board, item: Reshuffle, chance: Chance) -> Outcome:
    """All discards become the new draw deck [6.3]. Its order is not decided before a card is drawn."""
    return does(Reshuffled(len(board.deck) + len(board.discard)))


@BOOK.step(EndRound, "3.4")
def end_round(board: Board, item: EndRound, chance: Chance) -> Outcome:
    """After every round both recover: no influence stays below its support [3.4]."""
    recovered = recoveries(board)
    events = (Recovered(recovered),) if recovered else ()
    return does(*events, then=(FlipMarkers(), next_round(board, item.player)))


def recoveries(board: Board) -> tuple[Change, ...]:
    """Where influence is less than the support, of either side, in the order of the map [3.4]."""
    found = [
        Change(name, seat, here, least)
        for (name, seat), least in supports(board).items()
        if (here := board.influence[name][seat]) < least and in_play(board, name)
    ]
    if len(found) > 1:
        places = list(board.influence)
        found.sort(key=lambda one: (places.index(one.space), one.seat == PRO))
    return tuple(found)


def next_round(board: Board, seat: str) -> Struct:
    """The players alternate; who has more cards plays the last ones alone [5.2, 7.0]."""
    for player in (other(seat), seat):
        if board.hands[player]:
            return BeginRound(player)
    return EndPhase()


@BOOK.step(EndPhase, "5.3")
def end_phase(board: Board, item: EndPhase, chance: Chance) -> Outcome:
    """Jo-i is scored, the markers are refreshed; after the last turn comes the victory check [5.3]."""
    last = board.turn >= tracks(board).turns
    return does(*joi_scored(board), then=(Refresh(), FinalScoring() if last else BeginTurn()))


@BOOK.step(Refresh, "10.0")
def refresh(board: Board, item: Refresh, chance: Chance) -> Outcome:
    """Jo-i and court operation markers show their heads again, the navy is back in Edo [10.0, 12.1]. What
    lasts to the end of the turn ends [2.35].
    """
    ended = (By("2.35", LastingEnded(one.card)) for one in board.lasting if one.until == "turn")
    return does(*intervention_fallen(board), *navy_gone(board), *ended, TurnEnded(board.turn))


def joi_scored(board: Board) -> tuple[Struct, ...]:
    """Jo-i performed in a closed turn gives VP to Anti-Bakufu, in an open one to Pro-Bakufu [10.0]."""
    if board.joi < 1 + board.setting.options.joi_needs_two:
        return ()
    seat, turn = (PRO, "an open") if is_open_turn(board) else (ANTI, "a closed")
    return vp_events(
        board, seat, Sum((Term(tracks(board).joi_vp, f"Jo-i performed in {turn} turn", "10.0"),))
    )


def is_open_turn(board: Board) -> bool:
    """The turn is open once the open deck is in play [2.23]; an option looks at the treaty level alone."""
    early = board.setting.options.open_at_once and board.treaty >= tracks(board).treaty_open
    return board.open or early


def intervention_fallen(board: Board) -> tuple[Struct, ...]:
    """Nothing lowers the intervention level but events, unless an option says so [10.0]."""
    if not board.setting.options.intervention_falls or not board.intervention:
        return ()
    return (InterventionChanged(board.intervention, board.intervention - 1, "end of turn"),)


def navy_gone(board: Board) -> tuple[Struct, ...]:
    """The optional marker returns to Edo [12.1]."""
    if NAVY not in board.markers or is_edo(board, board.markers[NAVY].space):
        return ()
    return (By("12.1", back_in_edo(board)),)
