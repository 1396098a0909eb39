"""Programs that bid: what a clan knows of a War phase, what it may imagine, and rules of thumb."""

from domain.kit.players import Players
from domain.rising_sun.programs.advice import advice
from domain.rising_sun.programs.considered import considered
from domain.rising_sun.programs.imagine import imagine, known, seen
from domain.rising_sun.programs.worth import places, worth

PLAYERS = Players(known, imagine, considered, advice, worth, places, ahead=10, seen=seen)
"""The herald has no advice and no place: it enters what lies on a table."""
