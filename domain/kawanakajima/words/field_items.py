"""Items of the agenda for the field, chapters 6 and 9 to 12: steps, and prompts that a seat answers.

Tags are for ever; new fields have defaults. A prompt has the `seat` that answers it.
"""

from __future__ import annotations

from msgspec import Struct

Units = tuple[str, ...]
Clans = tuple[str, ...]
Hexes = tuple[str, ...]

# ---- activations


class Activation(Struct, frozen=True, tag="activation", omit_defaults=True):
    """Clans act as one, in four phases [9.4]. `special`: by a special attack [9.5.2].

    `posture`: whether there is a phase of changing the posture.
    """

    side: str
    clans: Clans
    special: bool = False
    posture: bool = True


class PosturePhase(Struct, frozen=True, tag="posture-phase"):
    """Prompt: change the posture of a clan, or pass [6.4]."""

    seat: str
    clans: Clans


class TryPosture(Struct, frozen=True, tag="try-posture", omit_defaults=True):
    """The die for the posture that is wanted. `initiative`: by the chit of clan initiative [9.3.4]."""

    clan: str
    initiative: bool = False


class TakePosture(Struct, frozen=True, tag="take-posture"):
    """A clan takes a posture without a die."""

    clan: str
    posture: str
    why: str


class Manoeuvre(Struct, frozen=True, tag="manoeuvre"):
    """Prompt: the units of the clans move, one after the other [6.5, 10.1]."""

    seat: str
    clans: Clans


class Engage(Struct, frozen=True, tag="engage", omit_defaults=True):
    """Prompt: units fight, combat by combat: those of the clans, or all of the side [11.1]."""

    seat: str
    clans: Clans = ()


class RallyPhase(Struct, frozen=True, tag="rally-phase", omit_defaults=True):
    """Prompt: units of the clans rally, or none [12.1]. `barred`: units that may not."""

    seat: str
    clans: Clans
    barred: Units = ()


class RallyUnit(Struct, frozen=True, tag="rally-unit", omit_defaults=True):
    """The die of one unit. `hex`: where it stood, "" if it does not matter. `free`: in any posture [14.2]."""

    unit: str
    hex: str = ""
    free: bool = False


class RallyToDefence(Struct, frozen=True, tag="rally-to-defence"):
    """Prompt: whether the clan takes the posture of defence, by Koyaku [7.3]."""

    seat: str
    clan: str


# ---- compulsory chits


class RallyChit(Struct, frozen=True, tag="rally-chit"):
    """Retreats of both sides, then rallies [9.3.1]."""


class MarchChit(Struct, frozen=True, tag="march-chit"):
    """Who marches first [9.3.2]."""


class MarchTurn(Struct, frozen=True, tag="march-turn", omit_defaults=True):
    """Prompt: which clan of the seat marches next. `stopped`: the sides that want no more."""

    seat: str
    marched: Clans = ()
    stopped: tuple[str, ...] = ()


class CombatChit(Struct, frozen=True, tag="combat-chit"):
    """Advances and combats of a side [9.3.3]."""

    side: str


class ForcedAdvance(Struct, frozen=True, tag="forced-advance"):
    """Prompt: attacking units advance by a hex [9.3.3]."""

    seat: str


class InitiativeChit(Struct, frozen=True, tag="initiative-chit"):
    """Clans in trouble help themselves [9.3.4]."""


class Initiative(Struct, frozen=True, tag="initiative"):
    """Prompt: a clan takes the initiative, or none [9.3.4]."""

    seat: str


class TryGather(Struct, frozen=True, tag="try-gather"):
    """The die for closing up [9.3.4]."""

    clan: str


class CloseUp(Struct, frozen=True, tag="close-up"):
    """Prompt: scattered units of a clan move by a hex [9.3.4]. `left`: those that have not."""

    seat: str
    clan: str
    left: Units


# ---- retreats


class RetreatMove(Struct, frozen=True, tag="retreat-move", omit_defaults=True):
    """Whole clans retreat [9.3.1], and take the posture of regroup where `regroup`."""

    clans: Clans
    regroup: bool = True


class RetreatClan(Struct, frozen=True, tag="retreat-clan", omit_defaults=True):
    """Prompt: the units of a clan retreat, one after the other.

    `left`: the units that still have to. `enemies`: where the enemy stood when the retreats began.
    `first`: the unit that has retreated first, "" before. `held`: the enemies that had units of the clan in
    their zones when the retreats began, and where they stood; None where that does not matter.
    """

    seat: str
    clan: str
    left: Units
    enemies: Hexes
    first: str = ""
    held: tuple[tuple[str, str], ...] | None = None


class Pursuit(Struct, frozen=True, tag="pursuit"):
    """Prompt: which unit pursues. `path`: the way of the unit that retreated, its old hex first."""

    seat: str
    units: Units
    prey: str
    path: Hexes


class Displace(Struct, frozen=True, tag="displace"):
    """The enemy may move the clan about [9.5.5]. `seat` is the enemy."""

    seat: str
    clan: str


class DisplaceUnits(Struct, frozen=True, tag="displace-units"):
    """Prompt: units of the clan are moved by the enemy [9.5.5]."""

    seat: str
    clan: str


# ---- combat


class AnswerLeader(Struct, frozen=True, tag="answer-leader"):
    """Prompt: where the leader of the attacked units counts [11.6]. `axis`: the attackers' choice."""

    seat: str
    attackers: Units
    defenders: Units
    axis: str


class Combat(Struct, frozen=True, tag="combat", omit_defaults=True):
    """A combat to be thrown for [11.5]. `axis`, `against`: where the leaders of the two sides count."""

    side: str
    attackers: Units
    defenders: Units
    axis: str = ""
    against: str = ""


class Convert(Struct, frozen=True, tag="convert"):
    """A plan of the defender turns the result into another [7.3]."""

    seat: str
    units: Units
    code: str


class Suffering(Struct, frozen=True, tag="suffering"):
    """What the units of one side suffer from a result [11.7]. `attacking`: whether they are the attackers."""

    seat: str
    units: Units
    code: str
    attacking: bool


class ChooseSufferer(Struct, frozen=True, tag="choose-sufferer"):
    """Prompt: which unit takes the heavier part [11.7]."""

    seat: str
    units: Units
    code: str
    attacking: bool


class Loss(Struct, frozen=True, tag="loss", omit_defaults=True):
    """A unit loses steps, or is eliminated at once [11.7]."""

    unit: str
    steps: int
    eliminated: bool = False


class LeaderRisk(Struct, frozen=True, tag="leader-risk", omit_defaults=True):
    """Whether a leader dies: at that face or less [11.11]."""

    unit: str
    at_most: int
    samurai: bool = False


class ClanFlight(Struct, frozen=True, tag="clan-flight"):
    """Whether the rest of a clan takes flight [11.12]."""

    clan: str


class ChooseSeppuku(Struct, frozen=True, tag="choose-seppuku"):
    """Prompt: whose leader takes his life [11.12]; clan A may decline [16.4]."""

    seat: str
    clan: str


class FallBack(Struct, frozen=True, tag="fall-back"):
    """Prompt: where a beaten unit retreats to [11.7]. `hex`: where it stood."""

    seat: str
    unit: str
    hex: str


class AfterCombat(Struct, frozen=True, tag="after-combat", omit_defaults=True):
    """Advances after a combat [11.13]: the units of both sides, and the hexes where they stood.

    `retreated`: how many units had retreated with their clans before it, in this activation.
    """

    side: str
    attackers: Units
    defenders: Units
    attacker_hexes: Hexes
    defender_hexes: Hexes
    retreated: int = 0


class AdvanceAfter(Struct, frozen=True, tag="advance-after"):
    """Prompt: which of the units advances into which of the hexes [11.13]."""

    seat: str
    units: Units
    hexes: Hexes


FIELD_ITEMS: tuple[type[Struct], ...] = (
    *(Activation, PosturePhase, TryPosture, TakePosture, Manoeuvre, Engage),
    *(RallyPhase, RallyUnit, RallyToDefence, RallyChit, MarchChit, MarchTurn, CombatChit, ForcedAdvance),
    *(InitiativeChit, Initiative, TryGather, CloseUp),
    *(RetreatMove, RetreatClan, Pursuit, Displace, DisplaceUnits),
    *(AnswerLeader, Combat, Convert, Suffering, ChooseSufferer, Loss, LeaderRisk),
    *(ClanFlight, ChooseSeppuku, FallBack, AfterCombat, AdvanceAfter),
)
