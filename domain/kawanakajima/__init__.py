"""Kawanakajima 1561 (Hexasim, 2009), Sengoku Jidai 1, for two players. Numbers are those of the book.

setup.py       3, 17.1, 17.6.2, 17.6.3  the set-up         plans.py     7       battle plans
turn.py        4, 16.5  the turn                           purse.py     8.2, 17.2  command points
delays.py      8.1, 8.3  the delay track                   command.py   8.3, 8.4   choosing chits
chits.py       9.1, 9.2, 17.4, 17.6.1  drawing chits       specials.py  9.5     special chits
saijo.py       16.2, 16.3, 17.3  who comes later           victory.py   14, 15, 16.4, 17.5
standing.py, conduct.py  standing orders                    counts.py    what is conserved
zones.py       5.2  zones of control                       states.py    5.1, 5.3  units and states
postures.py    6, 9.4  activations, postures               manoeuvre.py, obligations.py   6.5, 10.1
movement.py    10.2  what moving costs                     retreats.py  9.3.1   retreats, pursuit
compulsory.py  9.3  the compulsory chits                   combat.py    11.1 to 11.4  who fights
odds.py        11.5 to 11.10  column and row               results.py   11.7, 11.13  what a combat does
losses.py      11.11, 11.12  leaders, flight               rally.py     12      rallies
fortress.py, entering.py  13.1 to 13.4  Kaizu              siege.py     13.3, 13.5, 13.7  a siege begins
siege_actions.py, assaults.py  13.6  its actions           withdrawal.py, siege_end.py   13.8, 13.9
hypothetical.py  18     the other scenario
corrections.py, stakes.py  what a ruling may set right, and what it may not just now
kept.py        what is worked out but once for a board

RULINGS.md says how the text is read where it is silent, and what is reconstructed.
"""

from __future__ import annotations

from domain.kawanakajima.activation import compulsory_chits, initiative, manoeuvre, postures, rally
from domain.kawanakajima.board.conserved import conserved
from domain.kawanakajima.board.events import EVENTS, REVEALS
from domain.kawanakajima.board.evolve import evolve
from domain.kawanakajima.board.state import begin, played_openly
from domain.kawanakajima.book import BOOK
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
from domain.kawanakajima.data.options import PRESETS, Options
from domain.kawanakajima.data.reading import read_data
from domain.kawanakajima.data.tables import SEATS
from domain.kawanakajima.movement import retreats
from domain.kawanakajima.scenario import hypothetical, late_troops, victory
from domain.kawanakajima.scenario.victory import ENDINGS, ending_of
from domain.kawanakajima.siege import actions, assaults, end, withdrawal
from domain.kawanakajima.siege import begin as siege
from domain.kawanakajima.standing import standing_orders
from domain.kawanakajima.view import turn as turn_of
from domain.kawanakajima.view import view, winners
from domain.kawanakajima.words.corrections import CORRECTIONS, SEALED_CORRECTIONS
from domain.kawanakajima.words.grammar import correcting, notation
from domain.kawanakajima.words.items import ITEMS
from domain.kawanakajima.words.orders import ORDERS, SEALED
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
    edition="kawanakajima/1",
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
    decide=BOOK.decide,
    advance=BOOK.advance,
    evolve=evolve,
    awaited=BOOK.awaited,
    welcome=BOOK.welcome,
    expected=BOOK.expected,
    always=BOOK.always,
    offers=BOOK.offers,
    examples=BOOK.some,
    fires=BOOK.standing,
    private=BOOK.private,
    only_answer=BOOK.only_answer,
    view=view,
    turn=turn_of,
    winners=winners,
    ending=ending_of,
    endings=ENDINGS,
    statuses=STATUSES,
    conserved=conserved,
    sealed=SEALED,
    played_openly=played_openly,
    corrections=CORRECTIONS,
    sealed_corrections=SEALED_CORRECTIONS,
    correcting=correcting,
    correct=JUDGE.correct,
    reveals=REVEALS,
)
