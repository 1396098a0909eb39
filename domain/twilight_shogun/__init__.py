"""Twilight of Shogun (Game Journal 56, 2015), for two players: Anti-Bakufu and Pro-Bakufu.

The rules are complete; the publisher's map, cards and tables are not public, and those that ship are a
reconstruction (RULINGS.md). Which chapter is which module:

data/         the printed tables, their reading and checks; effects and conditions as cards name them
words/        orders, corrections, steps and prompts, and how they are written
board/        state, events, and how one follows from the other; conditions 9.2, VP 2.23 and 11.1; what
              lasting events forbid 2.35
actions/      reach.py 8.0   placing.py 8.1   realigning.py 8.2   coup.py 8.3   court.py 8.4
              spending.py  answers and examples
cards/        resolving.py 9.0   effects.py 9.0, 9.1   hands.py   lasting.py 2.35   influence.py 9.3
              warfare.py 9.4   scoring.py 9.5
sequence/     setup.py 4   turn.py 5, 6, 10 and 3.4   rounds.py 7   control.py 3.2   ending.py 11
              navy.py 12
corrections/  whatever a ruling may set right, and what it may not just now
programs/     for programs: what a seat knows and may imagine, advice, the worth of a board
card_text.py  what a card says;  view.py  who may know what
"""

from __future__ import annotations

from domain.kit.rules import Rules, Scenario
from domain.twilight_shogun.actions import spending
from domain.twilight_shogun.board.events import EVENTS, REVEALS, SHOWS_NOTHING
from domain.twilight_shogun.board.evolve import evolve
from domain.twilight_shogun.board.state import begin, conserved
from domain.twilight_shogun.book import BOOK
from domain.twilight_shogun.cards import effects, hands, influence, lasting, scoring, warfare
from domain.twilight_shogun.clauses import CLAUSES
from domain.twilight_shogun.corrections.judge import JUDGE
from domain.twilight_shogun.data.headings import HEADINGS, STATUSES
from domain.twilight_shogun.data.options import EDITIONS, PRESETS, Options
from domain.twilight_shogun.data.reading import read_data
from domain.twilight_shogun.programs import PLAYERS
from domain.twilight_shogun.sequence import control, ending, navy, rounds, setup, standing, turn
from domain.twilight_shogun.view import ENDINGS, view, winners
from domain.twilight_shogun.view import ending as ending_of
from domain.twilight_shogun.view import turn as turn_of
from domain.twilight_shogun.words.corrections import CORRECTIONS, SEALED_CORRECTIONS
from domain.twilight_shogun.words.grammar import SEATS, correcting, notation
from domain.twilight_shogun.words.items import ITEMS
from domain.twilight_shogun.words.orders import ORDERS, Accept, Resign, TakeSheet

CHAPTERS = (
    *(setup, turn, rounds, spending, control, ending, navy, standing),
    *(effects, influence, hands, lasting, warfare, scoring),
)
"""Imported, so that their rule functions stand in the book."""

TWILIGHT_SHOGUN = Rules(
    title="twilight_shogun",
    name="Twilight of Shogun",
    editions=EDITIONS,
    letter="t",
    sheets=16,  # a lane took at most 173 cells in 2,000 games (tests/perft/lanes.py)
    scenarios=(Scenario("standard", (2, 2), "reconstruction"),),
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
    setup=setup.setup,
    **BOOK.fields(),
    clauses=CLAUSES,
    evolve=evolve,
    view=view,
    turn=turn_of,
    winners=winners,
    ending=ending_of,
    conserved=conserved,
    counted=(
        "influence",
        "markers",
        "hands",
        "deck",
        "aside",
        "discard",
        "removed",
        "played",
        "yokohama",
        "lasting",
        "retired",
        "faces",
    ),
    sheet=lambda data, seat: data.sheets.get(seat, ()),
    takes_sheet=TakeSheet(),
    corrections=CORRECTIONS,
    sealed_corrections=SEALED_CORRECTIONS,
    correcting=correcting,
    correct=JUDGE.correct,
    reveals=REVEALS,
    shows_nothing=SHOWS_NOTHING,
    grave=lambda order: isinstance(order, Resign | Accept),
    endings=ENDINGS,
    statuses=STATUSES,
    players=PLAYERS,
)
