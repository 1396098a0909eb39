"""The corrections of Kawanakajima: the rule of each, what bars it, what is recorded of it.

The turn, a chit that is drawn, what was thrown, plans and notes are set right by a rewind only; so is what
the open prompt is about (open_business.py). Nothing is scored, and nobody dies of a correction.
"""

from __future__ import annotations

from msgspec import Struct

from domain.kawanakajima.corrections import armies, kaizu, units
from domain.kawanakajima.corrections.bars import Stood
from domain.kawanakajima.data.options import EDITIONS
from domain.kawanakajima.words import corrections
from domain.kit.bars import Bar, Bars
from domain.kit.corrections import Correction, Corrections
from domain.kit.editions import PlayBy, play_by


def out_of_time(state: Stood, said: Struct) -> Bars:
    """Nothing is corrected in the set-up, nor once the game is over [setup/units, end/resignation]."""
    if state.board.ending:
        why = "The game is over; nothing on its board can be corrected any more."
        yield Bar("end/resignation", why, "Go back to before its end instead.")
    if not state.board.turn:
        why = "The set-up is not finished; nothing on the board can be corrected yet."
        yield Bar("setup/units", why, "Go back to before what went wrong instead.")


JUDGE = Corrections(
    {
        corrections.SetUnit: Correction("10.3", units.unit_bars, units.unit_set),
        corrections.SetState: Correction("5.3", units.state_bars, units.state_set),
        corrections.SetLeader: Correction("11.11", units.leader_bars, units.leader_set),
        corrections.SetPosition: Correction("11.8", units.position_bars, units.position_set),
        corrections.SetPosture: Correction("6.1", armies.posture_bars, armies.posture_set),
        corrections.SetTrack: Correction("15.1", armies.track_bars, armies.track_set),
        corrections.SetChit: Correction("8.3", armies.chit_bars, armies.chit_set),
        corrections.SetSamurai: Correction("14.2", armies.samurai_bars, armies.samurai_set),
        corrections.SetTroops: Correction("13.4", kaizu.troops_bars, kaizu.troops_set),
        corrections.SetKaizu: Correction("18.3", kaizu.kaizu_bars, kaizu.kaizu_set),
        PlayBy: play_by(EDITIONS),
    },
    out_of_time,
)
