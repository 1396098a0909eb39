"""The readings of the rules as named options; what each means, and why, stands in RULINGS.md."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

from msgspec import Meta, Struct

from domain.kit.rules import Edition


class Options(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Fixed at the opening of a game. Numbers are those of RULINGS.md."""

    levels_at_once: Literal["each", "last"] = "each"
    """Several levels of honor in one change: a test for each, or for the last only (1)."""

    due_after_fall: bool = True
    """A test stays due when honor has come back before the end of the turn (2)."""

    own_tests: Literal["end-of-turn", "at-once"] = "end-of-turn"
    """When the tests of low honor are taken (3)."""

    own_first_penalty: Annotated[int, Meta(ge=0, le=1)] = 1
    """How many penalties the first test of low honor has (4)."""

    start_levels: Literal["crossed", "due"] = "crossed"
    """Levels that the starting honor has: no test, or due at the end of the first turn (5)."""

    card_tie: Literal["nobody", "each"] = "nobody"
    """Who draws the extra card where several armies have the highest honor (8)."""

    creature_bonus: bool = True
    """Creatures have the +1 of their own army's high honor (9)."""

    dive_engage: Literal["dive", "both"] = "dive"
    """The modifier of a landing that is a dive and an engagement (14)."""

    engaged_target: Literal["allowed", "refused"] = "allowed"
    """Whether a unit that is engaged already may be engaged from the air (16)."""

    forced_spends: Literal["extended", "always"] = "extended"
    """Which forced landings make a unit spent (20)."""

    spent_adds: bool = True
    """A spent unit that is made spent again stays so for another turn (20)."""

    back_to_easy: bool = False
    """A unit may go back from an all-out attack to striking easy (22)."""

    destruction: Literal["captor", "attacker"] = "captor"
    """One test for each captor that is attacked all-out, or one for each attacker (23)."""

    rescuer: Literal["owner", "most-models"] = "owner"
    """Who recovers the hostages of a captor that is gone: as the owner says, or the largest unit (26)."""

    failed_morale: Literal["breaks", "recorded"] = "breaks"
    """A failed Morale test breaks the unit and routs a broken one, or is only recorded (31)."""

    turn_limit: Annotated[int, Meta(ge=1, le=99)] = 6
    """After which turn the battle ends at the latest (32)."""

    airborne_nearest: Literal["counts", "passed"] = "counts"
    """A nearer enemy in the air bars a shot between units on the ground, or is passed over (46)."""

    unreported_attack: Literal["no-test", "tested"] = "no-test"
    """A captor attacked all-out in a combat that nobody reports takes no test, or takes it (47)."""

    kill_order: Literal["hostage", "captor"] = "hostage"
    """A Special Order destroys one hostage, or all that a captor holds, at one price (48)."""

    late_choice: Literal["waived", "asked"] = "waived"
    """Who is done when its enemy becomes a captor need not choose how to fight it, or is asked again (64)."""

    unaligned_hostages: bool = True
    """A hostage may be of no clan (65)."""

    home_captors: bool = True
    """A hostage that is back with its clan still makes a captor of who has it (66)."""

    all_out_price: Literal["choice", "engagement"] = "choice"
    """Paid whenever a unit goes over to an all-out attack, or once in an engagement (22)."""

    maneuvers_in: Literal["flights", "dives"] = "flights"
    """Maneuvers on the way are reported of flights and landings; or of dives and engagements too (49)."""

    card_before_flight: Literal["allowed", "refused"] = "allowed"
    """A dive or a take-off after a card of the turn that enhances movement or combat (50)."""

    meets: Literal["phase", "in-flight"] = "phase"
    """Who meets in a fly-by: units in the air at some time of the phase, or while one of them moves (51)."""

    low_honor_tests: Literal["apart", "counted"] = "apart"
    """Tests of low honor stand apart from other Morale tests, or count and are counted (52)."""

    copies_and_allies: bool = False
    """An army musters a unit of the data set more than once, and units of its own of other clans (53)."""

    closer_reading: bool = False
    """Flight, conditions and levels of honor at the start as rows 69 to 76 read them, or as before."""

    army_lists: Literal["open", "sealed"] = "open"
    """What an army musters is seen at once, or by its own side alone until all armies are done (58)."""

    reports_stand: Literal["at-once", "confirmed"] = "at-once"
    """A reported change of honor or VP counts at once, or when the other side has confirmed it (59)."""


FIRST: Mapping[str, str | bool] = {
    "unreported_attack": "no-test",
    "kill_order": "hostage",
    "late_choice": "waived",
    "unaligned_hostages": True,
    "home_captors": True,
    "all_out_price": "choice",
    "maneuvers_in": "flights",
    "card_before_flight": "allowed",
    "meets": "phase",
    "low_honor_tests": "apart",
    "copies_and_allies": False,
    "closer_reading": False,
    "army_lists": "open",
}

SECOND: Mapping[str, str | bool] = {
    "unreported_attack": "tested",
    "kill_order": "captor",
    "late_choice": "asked",
    "unaligned_hostages": False,
    "home_captors": False,
    "all_out_price": "engagement",
    "maneuvers_in": "dives",
    "card_before_flight": "refused",
    "meets": "in-flight",
    "low_honor_tests": "counted",
    "copies_and_allies": True,
    "closer_reading": True,
    "army_lists": "open",
}

EDITIONS = (
    Edition("clan_war/1", FIRST),
    Edition(
        "clan_war/2",
        SECOND,
        "A captor that was attacked all-out is tested though nobody reported the combat; hostages are "
        "destroyed, and an all-out attack is paid, once; dives and engagements have their maneuvers.",
    ),
    Edition(
        "clan_war/3",
        {**SECOND, "army_lists": "sealed"},
        "Army lists are sealed until all armies are done with theirs.",
    ),
)

PRESETS: Mapping[str, Options] = {
    "default": Options(),
    "errata": Options(spent_adds=False),
    "confirmed": Options(reports_stand="confirmed"),
}
