"""Chapter "setup": what is dealt before the first turn.

setup/players        how many play
setup/clans          a secret clan card for each
setup/hands          the first hand
setup/first-player   who begins
"""

from __future__ import annotations

from domain.kit.chance import Chance
from domain.kit.errors import IllegalMove
from domain.kit.facts import Outcome, does, facts, keeps
from domain.kit.rules import Facts
from domain.kit.sealed import Sealed
from domain.shinobi.board.events import CardsDrawn, ClanDealt, FirstPlayerChosen
from domain.shinobi.board.state import Board, hidden_deck, unused_clans
from domain.shinobi.book import BOOK
from domain.shinobi.words.items import BeginTurn, ChooseFirst, DealClan, DealHand


def setup(board: Board) -> Facts:
    """As many play as the box says; clan cards, then hands, then the first player [setup/players]."""
    seats, printed = board.setting.seats, board.setting.cards
    fewest, most = printed.fewest_players.value, printed.most_players.value
    if not fewest <= len(seats) <= most:
        raise IllegalMove(
            "setup/players",
            f"Shinobi is for {fewest} to {most} players; {len(seats)} are seated.",
            f"Seat {fewest} to {most}.",
        )
    deal = (*map(DealClan, seats), *map(DealHand, seats), ChooseFirst())
    return facts("setup/players", keeps(then=deal))


@BOOK.step(DealClan, "setup/clans")
def deal_clan(board: Board, item: DealClan, chance: Chance) -> Outcome:
    """Each player draws a clan card that the others may not see; nobody sees the rest [setup/clans]."""
    seat = item.player
    (clan,) = chance.draw("setup/clans", f"clan card of {seat}", unused_clans(board))
    return does(ClanDealt(seat, Sealed((seat,), clan)))


@BOOK.step(DealHand, "setup/hands")
def deal_hand(board: Board, item: DealHand, chance: Chance) -> Outcome:
    """Each player draws a hand from the troop cards [setup/hands]."""
    seat, count = item.player, board.setting.cards.hand.value
    drawn = chance.draw("setup/hands", f"first hand of {seat}", hidden_deck(board), count)
    return does(CardsDrawn(seat, count, Sealed((seat,), drawn)))


@BOOK.step(ChooseFirst, "setup/first-player")
def choose_first(board: Board, item: ChooseFirst, chance: Chance) -> Outcome:
    """A throw decides who begins, or the first seat does [setup/first-player]."""
    seats, face = board.setting.seats, 1
    if board.setting.options.first_player == "random":
        (face,) = chance.throw("setup/first-player", f"first player of {', '.join(seats)}", sides=len(seats))
    first = seats[face - 1]
    return does(FirstPlayerChosen(first), then=(BeginTurn(first),))
