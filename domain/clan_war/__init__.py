"""Clan War (Five Rings Publishing Group, 1998): honor, flying units and hostages of the first edition.

Bugyo keeps the ledger of a battle that is fought on a table: the players report, the rules that are public
are kept, and tests are thrown here. The text has no numbers; it is cited by headings of ours
(`data/headings.py`).

battle/     morale.py: battle/morale, conditions, losses; honor.py: honor/…, the ledger and the tests;
            honor_effects.py: honor/high, low, effects on tests; lists.py: battle/lists;
            claims.py, confirming.py: battle/confirm
flight/     movement.py: take-off, air, landing, dive; engage.py: engaging and leaving;
            landing.py: tests on landing, forced landing; ranged.py: fly-by, ranges, reaction;
            cards.py: cards, duels
hostage/    captors.py: taking, easy, all-out, kill, sacrifice; rescue.py: destruction, recovery, captors gone
sequence/   muster.py: battle/muster, flight/placement; own_names.py: battle/names;
            phases.py: battle/turn, report, end

book.py has the bars that the chapters share (battle/report, battle/distance), board/trials.py battle/tests,
carried.py battle/carried, corrections/ the corrections that a ruling may make, samples/ some legal reports
where all would be too many.

RULINGS.md says how the text is read where it is silent, and which of the options reads it otherwise.
"""

from __future__ import annotations

from domain.clan_war.battle import confirming, lists, morale
from domain.clan_war.battle.lists import played_openly
from domain.clan_war.board.claim_events import CLAIM_EVENTS
from domain.clan_war.board.combat_events import COMBAT_EVENTS
from domain.clan_war.board.corrected import CORRECTED
from domain.clan_war.board.events import LEDGER_EVENTS
from domain.clan_war.board.evolve import evolve
from domain.clan_war.board.flight_events import FLIGHT_EVENTS
from domain.clan_war.board.list_events import LIST_EVENTS
from domain.clan_war.board.own_names import meant
from domain.clan_war.board.state import begin, conserved
from domain.clan_war.book import BOOK
from domain.clan_war.clauses import CLAUSES
from domain.clan_war.corrections.judge import JUDGE
from domain.clan_war.data.headings import HEADINGS, STATUSES
from domain.clan_war.data.names import SEATS
from domain.clan_war.data.options import EDITIONS, PRESETS, Options
from domain.clan_war.data.reading import read_data
from domain.clan_war.flight import cards, engage, landing, movement, ranged
from domain.clan_war.hostage import captors, rescue
from domain.clan_war.programs import PLAYERS
from domain.clan_war.samples import legal_reports
from domain.clan_war.samples.admitted import admitted, misplaced
from domain.clan_war.samples.candidates import PAIRS, candidates
from domain.clan_war.samples.counters import counters, repeated
from domain.clan_war.sequence import phases
from domain.clan_war.sequence.muster import FEWEST, MOST, setup
from domain.clan_war.view import ENDINGS, REVEALS, ending, turn, view, winners
from domain.clan_war.words.corrections import CORRECTIONS
from domain.clan_war.words.grammar import correcting, notation
from domain.clan_war.words.items import ITEMS
from domain.clan_war.words.reports import GRAVE, ORDERS, SEALED_ORDERS
from domain.kit.editions import Amended
from domain.kit.rules import Rules, Scenario

CHAPTERS = (
    setup,
    cards,
    confirming,
    lists,
    engage,
    legal_reports,
    movement,
    captors,
    landing,
    morale,
    phases,
    ranged,
    rescue,
)
"""Imported, so that their rule functions stand in the book."""

CLAN_WAR = Rules(
    title="clan_war",
    name="Clan War: honor, flight and hostages",
    editions=EDITIONS,
    letter="c",
    sheets=8,  # a lane took at most 109 cells in 2,000 games (tests/perft/lanes.py)
    scenarios=(Scenario("battle", (FEWEST, MOST), "reconstruction"),),
    seats=SEATS,
    options=Options,
    presets=PRESETS,
    events=(
        *(*LEDGER_EVENTS, *LIST_EVENTS, *CLAIM_EVENTS, *FLIGHT_EVENTS, *COMBAT_EVENTS, *CORRECTED),
        Amended,
    ),
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
    conserved=conserved,
    counted=("units", "engaged"),
    ending=ending,
    sealed=SEALED_ORDERS,
    played_openly=played_openly,
    admitted=admitted,
    candidates=candidates,
    pairs=PAIRS,
    counters=counters,
    repeated=repeated,
    grave=lambda order: isinstance(order, GRAVE),
    misplaced=misplaced,
    reveals=REVEALS,
    choose_seats=True,
    players=PLAYERS,
    corrections=CORRECTIONS,
    correcting=correcting,
    correct=lambda state, said: JUDGE.correct(state, meant(state.board, said)),
    endings=ENDINGS,
    statuses=STATUSES,
)
