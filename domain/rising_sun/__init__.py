"""Rising Sun (CMON, 2018): the War phase, 3 to 5 clans, 6 with Dynasty Invasion. The rules are those of the
text "Resolving Battles" and of the other pages of the digital rulebook, as far as a battle needs them.

The text has no numbers; it is cited by headings of ours, `data/headings.py`. Which chapter is which module:

herald.py       setup; board: what the herald enters, which herald_picks.py puts together pick by pick
war.py          war-phase: provinces in order, who fights, the Koi and the Fox
battle.py       battle: its start, and what happens before the bids
bids.py         battle: bids, missing ones, standing answers
advantages.py   battle: comparing; advantage: Seppuku, Take Hostage, Hire Ronin, Imperial Poets; the Sun
outcome.py      battle: outcome, losses, reparations; cards that reward a token
deaths.py       figures: killed ones, and cards that see it
points.py       honor: the track; points
settled.py      war-phase: the sheet of battles that belong to a game played elsewhere
campaign.py     season, winter
board/force.py  figures: Force, the Turtle and the Moon

corrections/judge.py has what bars a correction of a ruling, open_business.py what play is about just now.
Below them: `book` (the bars that chapters share), `board` (state, events, folding), `words`, `data`.

RULINGS.md says how the text is read where it is silent, and which of data/options.py reads it otherwise.
"""

from __future__ import annotations

from domain.kit.rules import Edition, Rules, Scenario
from domain.rising_sun import advantages, battle, bids, campaign, deaths, herald, herald_picks, outcome, war
from domain.rising_sun.board.events import EVENTS
from domain.rising_sun.board.evolve import evolve
from domain.rising_sun.board.state import begin, conserved
from domain.rising_sun.book import BOOK
from domain.rising_sun.clauses import CLAUSES
from domain.rising_sun.corrections.judge import correct
from domain.rising_sun.data.headings import HEADINGS, STATUSES
from domain.rising_sun.data.options import PRESETS, Options
from domain.rising_sun.data.tables import HERALD, read_data
from domain.rising_sun.herald import setup
from domain.rising_sun.programs import PLAYERS
from domain.rising_sun.view import ENDINGS, REVEALS, ending_of, turn, view, winners
from domain.rising_sun.words.corrections import CORRECTIONS
from domain.rising_sun.words.grammar import SEATS, correcting, notation
from domain.rising_sun.words.items import ITEMS
from domain.rising_sun.words.orders import ORDERS, SEALED, Seppuku, TakeSheet

CHAPTERS = (herald, herald_picks, war, battle, bids, advantages, outcome, deaths, campaign)
"""Imported, so that their rule functions stand in the book."""

RISING_SUN = Rules(
    title="rising_sun",
    name="Rising Sun: the War phase",
    editions=(Edition("rising_sun/1"),),
    letter="r",
    sheets=1,  # nothing was thrown in 2,000 games (tests/perft/lanes.py)
    scenarios=(
        Scenario("campaign", (4, 6), "complete", (HERALD,)),
        Scenario("dynasty-invasion", (4, 7), "complete", (HERALD,)),
        Scenario("battles", (3, 7), "complete", (HERALD,), {"settles": "battles"}),
    ),
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
    turn=turn,
    winners=winners,
    ending=ending_of,
    endings=ENDINGS,
    statuses=STATUSES,
    grave=lambda order: order == Seppuku("yes"),
    conserved=conserved,
    counted=("coins", "ronin", "points", "figures", "honor", "hostages", "battle", "purse"),
    sheet=lambda data, seat: data.sheets.get(seat, ()),
    takes_sheet=TakeSheet(),
    sealed=SEALED,
    choose_seats=True,
    corrections=CORRECTIONS,
    correcting=correcting,
    correct=correct,
    reveals=REVEALS,
    players=PLAYERS,
)
