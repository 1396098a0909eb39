"""Twilight of Shogun for programs: knowledge, imagination, advice, and the worth of a board."""

from __future__ import annotations

from domain.kit.players import Players
from domain.twilight_shogun.programs.advice import advice
from domain.twilight_shogun.programs.considered import considered
from domain.twilight_shogun.programs.imagine import imagine, known, seen
from domain.twilight_shogun.programs.worth import places, rests, worth

PLAYERS = Players(known, imagine, considered, advice, worth, places, ahead=1, rests=rests, seen=seen)
