"""Shinobi: War of the Clans (Right Games, 2012), 3 to 5 players. The rules are those of the tesera.ru text.

The text has no numbers; it is cited by headings of ours, `data/headings.py`. Which chapter is which module:

setup.py         setup: players, clan cards, hands, first player
turn.py          turn: the sequence of play; deploy, ninja; place at home, move; attack; refill
ending.py        end: last turns, reveal, victory
corrections.py   what a ruling may set right, and what bars it

Below them: `book` (the bars that chapters share), `board` (state, events, folding), `words`, `data`.

RULINGS.md says how the text is read where it is silent, and which of data/options.py reads it otherwise.
"""

from __future__ import annotations

from domain.kit.rules import Edition, Rules, Scenario
from domain.shinobi import ending, turn
from domain.shinobi.board.events import EVENTS
from domain.shinobi.board.evolve import evolve
from domain.shinobi.board.state import begin, conserved
from domain.shinobi.book import BOOK
from domain.shinobi.clauses import CLAUSES
from domain.shinobi.corrections import correct
from domain.shinobi.data.headings import HEADINGS
from domain.shinobi.data.options import PRESETS, Options
from domain.shinobi.data.tables import read_data
from domain.shinobi.programs import PLAYERS
from domain.shinobi.setup import setup
from domain.shinobi.view import ENDINGS, REVEALS, ending_of, view, winners
from domain.shinobi.view import turn as turn_of
from domain.shinobi.words.corrections import CORRECTIONS, SEALED_CORRECTIONS
from domain.shinobi.words.grammar import SEATS, correcting, notation
from domain.shinobi.words.items import ITEMS
from domain.shinobi.words.orders import ORDERS

CHAPTERS = (setup, turn, ending)
"""Imported, so that their rule functions stand in the book."""

SHINOBI = Rules(
    title="shinobi",
    name="Shinobi: War of the Clans",
    editions=(Edition("shinobi/1"),),
    letter="s",
    sheets=4,  # a lane took at most 49 cells in 2,000 games (tests/perft/lanes.py)
    scenarios=(Scenario("standard", (3, len(SEATS)), "complete"),),
    seats=SEATS,
    options=Options,
    presets=PRESETS,
    events=EVENTS,
    items=ITEMS,
    orders=ORDERS,
    headings=HEADINGS,
    read_data=read_data,
    notation=notation,
    begin=begin,
    setup=setup,
    **BOOK.fields(),
    clauses=CLAUSES,
    evolve=evolve,
    view=view,
    turn=turn_of,
    winners=winners,
    ending=ending_of,
    endings=ENDINGS,
    conserved=conserved,
    counted=("table", "hands", "deck", "discard"),
    corrections=CORRECTIONS,
    sealed_corrections=SEALED_CORRECTIONS,
    correcting=correcting,
    correct=correct,
    reveals=REVEALS,
    players=PLAYERS,
)
