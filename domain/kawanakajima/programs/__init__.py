"""Programs that play Kawanakajima: what a side knows, what may be behind it, advice, worth."""

from __future__ import annotations

from domain.kawanakajima.programs.advice import advice, considered, doubtful
from domain.kawanakajima.programs.imagine import imagine, known, seen
from domain.kawanakajima.programs.worth import places, worth
from domain.kit.players import Players

PLAYERS = Players(
    known=known,
    imagine=imagine,
    seen=seen,
    considered=considered,
    advice=advice,
    worth=worth,
    places=places,
    ahead=8,
    doubtful=doubtful,
    hint=24,
)
