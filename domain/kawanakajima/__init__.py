"""Kawanakajima 1561 (Hexasim, 2009), Sengoku Jidai 1, for two players. Numbers are those of the book.

data/           the printed data: tables, their reading, headings, options
words/          orders, items of the agenda, corrections, and the words that they are written in
board/          the board, its events, how they are folded into it; what everybody asks of it
    zones.py    5       zones of control, states           plans_in_play.py    7.1     plans that are known
    fortress.py    13.1 to 13.4  Kaizu                     conserved.py    counts that always hold
movement/       ways.py    10.2    what moving costs       obligations.py  6.5     where a unit may end
    retreats.py    9.3.1   retreats, pursuit
combat/         declare.py    11.1 to 11.4  who fights     odds.py    11.5 to 11.10  column and row
    results.py    11.7, 11.13  what a combat does          losses.py    11.11, 11.12  leaders, flight
scenario/       hypothetical.py    18  the other scenario  victory.py    14, 15, 16.4, 17.5
    late_troops.py    16.2, 16.3, 17.3  who comes later
command/        setup.py    3, 17.1, 17.6.2, 17.6.3        plans.py    7       battle plans
    command_points.py    8.2, 17.2                         delays.py    8.1, 8.3  the delay track
    choices.py    8.3, 8.4  choosing chits                 chits.py    9.1, 9.2, 17.4, 17.6.1  drawing them
    special_chits.py    9.5                                turn.py    4, 16.5  the turn
siege/          begin.py    13.3, 13.5, 13.7               entering.py    13.3  going into Kaizu
    actions.py, assaults.py    13.6                        withdrawal.py, end.py    13.8, 13.9
activation/     postures.py    6, 9.4  activations         manoeuvre.py    6.5, 10.1
    compulsory_chits.py    9.3  the compulsory chits       initiative.py    9.3.4
    rally.py    12      rallies
standing/       standing orders, and the preferences that they are made of
programs/       programs that play: what they know, imagine, are advised
corrections/    judge.py  corrections of a ruling          open_business.py  what bars them just now
view.py         the board as a seat may see it

RULINGS.md says how the text is read where it is silent, and what is reconstructed.
"""

from __future__ import annotations

from domain.kawanakajima.activation import compulsory_chits, initiative, manoeuvre, postures, rally
from domain.kawanakajima.board.conserved import conserved
from domain.kawanakajima.board.events import EVENTS, REVEALS, SHOWS_NOTHING
from domain.kawanakajima.board.evolve import evolve
from domain.kawanakajima.board.state import begin, played_openly
from domain.kawanakajima.book import BOOK
from domain.kawanakajima.clauses import CLAUSES
from domain.kawanakajima.combat import declare, losses, results
from domain.kawanakajima.command import (
    chits,
    choices,
    command_points,
    delays,
    plans,
    setup,
    special_chits,
    turn,
)
from domain.kawanakajima.command.setup import setup as begins
from domain.kawanakajima.corrections.judge import JUDGE
from domain.kawanakajima.data.headings import HEADINGS, STATUSES
from domain.kawanakajima.data.options import EDITIONS, PRESETS, Options
from domain.kawanakajima.data.reading import read_data
from domain.kawanakajima.data.tables import SEATS
from domain.kawanakajima.movement import retreats
from domain.kawanakajima.programs import PLAYERS
from domain.kawanakajima.scenario import hypothetical, late_troops, victory
from domain.kawanakajima.scenario.victory import ENDINGS, ending_of
from domain.kawanakajima.siege import actions, assaults, end, withdrawal
from domain.kawanakajima.siege import begin as siege
from domain.kawanakajima.standing import standing_orders
from domain.kawanakajima.view import turn as turn_of
from domain.kawanakajima.view import view, winners
from domain.kawanakajima.words.corrections import CORRECTIONS, SEALED_CORRECTIONS
from domain.kawanakajima.words.field_orders import Seppuku
from domain.kawanakajima.words.grammar import correcting, notation
from domain.kawanakajima.words.items import ITEMS
from domain.kawanakajima.words.orders import ORDERS, SEALED, Resign, TakeSheet
from domain.kit.rules import Rules, Scenario

CHAPTERS = (
    *(
        setup,
        turn,
        plans,
        command_points,
        delays,
        choices,
        chits,
        special_chits,
        late_troops,
        victory,
        standing_orders,
    ),
    hypothetical,
    *(postures, manoeuvre, retreats, compulsory_chits, initiative, declare, results, losses, rally),
    *(siege, actions, assaults, withdrawal, end),
)
"""Imported, so that their rule functions stand in the book."""

KAWANAKAJIMA = Rules(
    title="kawanakajima",
    name="Kawanakajima 1561",
    editions=EDITIONS,
    letter="k",
    sheets=32,  # a lane took at most 498 cells in 2,000 games (tests/perft/lanes.py)
    scenarios=(
        Scenario("historical", (2, 2), "reconstruction", options={"scenario": "historical"}),
        Scenario("hypothetical", (2, 2), "reconstruction", options={"scenario": "hypothetical"}),
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
    setup=begins,
    **BOOK.fields(),
    clauses=CLAUSES,
    evolve=evolve,
    view=view,
    turn=turn_of,
    winners=winners,
    ending=ending_of,
    endings=ENDINGS,
    statuses=STATUSES,
    grave=lambda order: isinstance(order, Resign | Seppuku),
    conserved=conserved,
    counted=("units", "postures", "armies", "chits", "positions", "siege"),
    sheet=lambda data, seat: data.sheets.get(seat, ()),
    takes_sheet=TakeSheet(),
    sealed=SEALED,
    played_openly=played_openly,
    corrections=CORRECTIONS,
    sealed_corrections=SEALED_CORRECTIONS,
    correcting=correcting,
    correct=JUDGE.correct,
    reveals=REVEALS,
    shows_nothing=SHOWS_NOTHING,
    players=PLAYERS,
)
