"""Which events show somebody what was hidden from it [6.2, 7.1, 8.3, 9.5, 16.2]."""

from __future__ import annotations

from domain.kawanakajima.board.events import (
    ChitPlaced,
    ClanEntered,
    CommandThrown,
    GameEnded,
    PlanAttempted,
    PlanShown,
    SpecialOpened,
    SpecialPlaced,
)
from domain.kawanakajima.board.field_events import Fought, PostureTried, RallyTried, UnitRetreated

REVEALS = (
    PlanShown,
    PlanAttempted,
    ChitPlaced,
    SpecialPlaced,
    SpecialOpened,
    ClanEntered,
    CommandThrown,
    PostureTried,
    Fought,
    RallyTried,
    UnitRetreated,
    GameEnded,
)
"""A plan, what was saved for it, which chits were chosen, what is written for one, an entry point; all at the
end of the game.

`CommandThrown`, `PostureTried`, `Fought` and `RallyTried` carry sums whose terms name a plan or tell a
posture; they come with a throw. `UnitRetreated`: whether somebody pursues tells if the enemy is in attack. A
chit is chosen by a draw, out of a bowl that all can see. What is under seal and says no more is none:
`PlanChosen`, `EntriesWritten`, `ChoiceMade`, `PointsSaved`, `SavingSealed`, `PostureWanted`,
`StandingWritten`.

Doubtful, and none: `Activated` and `PostureChanged`. Where postures are secret, a side that lets a clan march
says itself that it is in move, and the reason beside a sealed posture ("no enemy near") what it must be. No
view shows that; and in all other games a slip of the pen in the set-up could not be taken back.
"""
