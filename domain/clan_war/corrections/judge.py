"""The corrections that a ruling may make, each with its rule, what bars it and what is recorded of it.

Each is one value, as it stands afterwards, and brings nothing else with it.
"""

from __future__ import annotations

from domain.clan_war.corrections import army, fights, units
from domain.clan_war.corrections.open_business import unfinished
from domain.clan_war.data.options import EDITIONS
from domain.clan_war.words import corrections as s
from domain.kit.corrections import Correction, Corrections, on_board
from domain.kit.editions import PlayBy, play_by

JUDGE = Corrections(
    {
        s.SetHonor: Correction("honor/gain", on_board(army.honor_bars), army.honor),
        s.SetPoints: Correction("battle/points", on_board(army.points_bars), army.points),
        s.SetLevels: Correction("honor/enemy-tests", on_board(army.level_bars), army.levels),
        s.SetTests: Correction("honor/enemy-tests", on_board(army.test_bars), army.tests),
        s.SetReport: Correction("battle/confirm", on_board(army.report_bars), army.report),
        s.SetCards: Correction("honor/card", on_board(army.card_bars), army.cards),
        s.SetModels: Correction("battle/losses", on_board(units.model_bars), units.models),
        s.SetUnit: Correction("battle/losses", on_board(units.unit_bars), units.unit_fate),
        s.SetPersonality: Correction("battle/losses", on_board(units.personality_bars), units.personality),
        s.SetCondition: Correction("battle/conditions", on_board(units.condition_bars), units.condition),
        s.SetHeight: Correction("flight/take-off", on_board(units.height_bars), units.height),
        s.SetPlace: Correction("battle/distance", on_board(units.place_bars), units.place),
        s.SetEngaged: Correction("battle/ground", on_board(fights.engaged_bars), fights.engaged),
        s.SetParted: Correction("battle/ground", on_board(fights.parted_bars), fights.parted),
        s.SetMode: Correction("hostage/choice", on_board(fights.mode_bars), fights.mode),
        s.SetMoved: Correction("battle/turn", on_board(fights.moved_bars), fights.moved),
        s.SetDeed: Correction("battle/turn", on_board(fights.deed_bars), fights.deed),
        s.SetTally: Correction("battle/losses", on_board(fights.tally_bars), fights.tally),
        s.SetCaptor: Correction("hostage/taking", on_board(fights.captor_bars), fights.captor),
        s.SetHostage: Correction("hostage/taking", on_board(fights.hostage_bars), fights.hostage),
        PlayBy: play_by(EDITIONS),
    },
    unfinished,
)
