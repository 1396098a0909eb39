"""Chapter "end": the last turns and the victory.

end/last-turns       when the deck has run out
end/reveal           clan cards and hands are opened
end/victory          the player whose clan has the most cards on the table
end/tie              then the most cards of one's clan in one's own province
end/shared-victory   then those who are still tied win together
"""

from __future__ import annotations

from collections.abc import Sequence

from domain.kit.chance import Chance
from domain.kit.facts import By, Outcome, does
from domain.kit.sums import Sum, Term
from domain.shinobi.board.events import (
    ClansCounted,
    ClansRevealed,
    GameWon,
    HandsRevealed,
    LastTurnsBegan,
    Tally,
    TieBroken,
)
from domain.shinobi.board.state import Board, unused_clans
from domain.shinobi.book import BOOK
from domain.shinobi.words.items import BreakTie, Count, Reveal


def last_turns(board: Board, seat: str) -> LastTurnsBegan:
    """After the turn that empties the deck, each player has one more, that player last [end/last-turns].

    By an option only the next player has one.
    """
    each = board.setting.options.last_turns == "each"
    return LastTurnsBegan(seat, len(board.setting.seats) if each else 1)


@BOOK.step(Reveal, "end/reveal")
def reveal(board: Board, item: Reveal, chance: Chance) -> Outcome:
    """After the last turn everything is opened, also the clan cards that nobody held [end/reveal]."""
    clans = {seat: board.clans[seat] for seat in board.setting.seats}
    return does(ClansRevealed(clans, unused_clans(board)), HandsRevealed(board.hands), then=(Count(),))


@BOOK.step(Count, "end/victory")
def count(board: Board, item: Count, chance: Chance) -> Outcome:
    """The player whose clan has the most cards on the table wins [end/victory].

    Clans that no player holds are not counted.
    """
    tallies = tuple(on_table(board, seat) for seat in board.setting.seats)
    most = leaders(tallies)
    if len(most) > 1:
        return does(ClansCounted(tallies), then=(BreakTie(most),))
    return does(ClansCounted(tallies), GameWon(most))


@BOOK.step(BreakTie, "end/tie")
def break_tie(board: Board, item: BreakTie, chance: Chance) -> Outcome:
    """A tie goes to the one with the most cards of the own clan in the own province [end/tie]."""
    tallies = tuple(at_home(board, seat) for seat in item.players)
    most = leaders(tallies)
    if len(most) > 1:
        return does(TieBroken(tallies), By("end/shared-victory", shared_victory(most)))
    return does(TieBroken(tallies), GameWon(most))


def shared_victory(players: tuple[str, ...]) -> GameWon:
    """Those who are tied in their own provinces too win together [end/shared-victory]."""
    return GameWon(players)


def on_table(board: Board, seat: str) -> Tally:
    """The cards of a player's clan, province by province [end/victory]."""
    clan = board.clans[seat]
    counts = ((province, armies[clan]) for province, armies in board.table.items())
    terms = tuple(Term(n, f"{clan} in {province}", "end/victory") for province, n in counts)
    return Tally(seat, clan, Sum(terms))


def at_home(board: Board, seat: str) -> Tally:
    """The cards of a player's clan in the player's own province [end/tie]."""
    clan = board.clans[seat]
    return Tally(seat, clan, Sum((Term(board.table[seat][clan], f"{clan} in {seat}", "end/tie"),)))


def leaders(tallies: Sequence[Tally]) -> tuple[str, ...]:
    """The seats with the highest sum, in the order of the seats [end/victory]."""
    most = max(tally.cards.total for tally in tallies)
    return tuple(tally.seat for tally in tallies if tally.cards.total == most)
