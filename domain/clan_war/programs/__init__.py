"""Programs that keep the ledger of an army: what they know, what they may report in fairness, rules of thumb.

No program has a table before it. It reports what the ledger bears out, of its own units as far as it can:
never a wound of the enemy's, a duel, or a movement that nobody has made.
"""

from domain.clan_war.programs.advice import advice
from domain.clan_war.programs.considered import considered
from domain.clan_war.programs.imagine import imagine, known, seen
from domain.clan_war.programs.worth import places, worth
from domain.kit.players import Players

PLAYERS = Players(known, imagine, considered, advice, worth, places, ahead=24, seen=seen)
