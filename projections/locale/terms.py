"""The words of the games that sentences and boards take in, each with the game that it is of.

What a player writes in orders is no term: the names of seats, provinces, units, cards, figures and manoeuvres
stay as they are written.
"""

from __future__ import annotations

from itertools import chain
from pathlib import Path

from domain.kawanakajima.data.tables import CHIEF
from domain.twilight_shogun import TWILIGHT_SHOGUN
from projections.clan_war.board import PHASES
from projections.clan_war.sentences import PHASES as BEGINNINGS
from projections.rising_sun.sentences import ADVANTAGES

KAWANAKAJIMA = (
    *("attack", "defence", "move", "regroup"),
    *("in order", "shaken", "disorganised", "exhausted", "eliminated"),
    *("posture", "battle plan", "command points", "Bundori", "elan", "mass", "fire", "leader", "samurai"),
    *("set-up", "complete", "reconstruction"),  # why a posture is taken; how far a scenario can be trusted
    *("clan", "unit", "chit", "activation", "delay track", "clan flight", "support", "retreat", "rally"),
    *("charge", "melee", "advance", "pursuit", "combat", "march", "seppuku", "flight", "draw", "no effect"),
    *("attackers", "defenders", "attacker", "defender", "either side", "takeda victory", "uesugi victory"),
    *("points", "resignation", *(f"{chief}-killed" for chief in CHIEF.values())),  # how it has ended
    *("movement points", "effectives", "defensive positions", "targets", "leaders"),  # of steps
    *("who pays", "with a special chit", "the special chit is for", "MP", "how it goes", "what it takes"),
    *("to the hexes", "on the hexes"),
    *("plains", "plain", "woods", "river", "stream", "ford", "rise", "castle", "terrain", "column", "row"),
)
TWILIGHT = (
    *("influence", "support marker", "control", "domination", "presence", "stability", "treaty level"),
    *("court operation", "intervention level", "action points", "coup", "realignment", "warfare", "scoring"),
    *("nothing", "open", "closed", "neutral", "event", "action", "powered", "open port", "nobody"),
    *("a clan", "a space", "an area", "the player", "the opponent", "card", "cards", "navy"),
    "Return of power",  # a card that is a term of a sum
    *("placing influence", "a coup", "an action", "the Powers", "AP"),
    *("vp", "resignation", "intervention", "emperor", "final"),  # how it has ended
)


_TABLES = Path(__file__).resolve().parents[2] / "fixtures" / "twilight_shogun"


def _places_and_people() -> tuple[str, ...]:
    """The names that texts of cards put in rows: "Kii and Tosa"."""
    tables = TWILIGHT_SHOGUN.read_data({path.name: path.read_bytes() for path in _TABLES.iterdir()})
    faces = [face for marker in tables.markers.values() for face in (marker.head, marker.tail)]
    return tuple(sorted({one.name for one in (*tables.spaces.values(), *tables.areas.values(), *faces)}))


RISING_SUN = (
    *("spring", "summer", "autumn", "winter"),
    *("Honor", "Force", "coins", "hostage", "reserve", "war province", "ally", "season", "wars"),
    "coins, points, cards",
)
CLAN_WAR = (
    *("formed", "unformed", "spent", "broken", "routing", "rallied", "airborne", "on the ground"),
    *("cavalry", "creature", "charge", "defense", "hostage", "honor", "low honor", "inches"),
    *("reported", "landing", "break-away", "in flight"),  # why a condition has changed; what a test is for
    *("march", "land", "fly", "dive", "take off", "maneuver", "models", "Wounds", "captor"),
)
SHINOBI = ("province", "army", "hand", "deck", "discard", "ninja")

ORDERS = (
    *(
        "order",
        "card",
        "clan",
        "province",
        "unit",
        "army",
        "figure",
        "troop",
        "personality",
        "hostage",
        "hex",
        "space",
    ),
    *("place", "chit", "plan", "posture", "general", "entry point", "special activation", "occasion", "use"),
    *("axis", "way", "advantage", "choice", "moment", "season", "condition", "distance", "kind", "maneuver"),
    *("means", "outcome", "skill", "stop", "trait", "zone", "source"),
)
"""What an order names, as errors say it: "Expected a province: iga, ise or kii"."""

GAMES: dict[str, tuple[str, ...]] = {
    "Kawanakajima 1561": KAWANAKAJIMA,
    "Twilight of Shogun": (*TWILIGHT, *_places_and_people()),
    "Rising Sun": (*RISING_SUN, *ADVANTAGES.values()),
    "Clan War": (*CLAN_WAR, *PHASES.values(), *BEGINNINGS.values()),
    "Shinobi": SHINOBI,
    "Orders": ORDERS,
}

JOINTS = (" or ", " and ", "; or ", "; ", ", ")
"""What stands between words in a row: messages of their own."""

FURTHER = (
    *("{province} ({quarter})", "{scoring}, {side}", "{clan} in {province}"),
    *(
        "{unit}: one entry point further",
        "{unit}: {count} entry points further",
        "Clans that are: {choices}.",
    ),
    *("{side} {signed} in {spaces}", "{marker} ({digits} {side}) in {spaces}", "{marker} ({digits} {side})"),
    "The sheets come from the seed {seed}: everybody can foresee them.",
    "The cells come from the seed {seed}: everybody can foresee them.",
    "He stood by, and the seat was free.",
    *("clans in reach", "clans anywhere", "powered clans", "in reach", "powered clans in {areas}"),
    *("in {areas} anywhere", "in {areas} in reach"),
    *("Place {count} of {side}, {spaces}", "Place {count} of {side}, {spaces}, at most {most} in each"),
    *("Remove {count} of {side}, {spaces}", "Remove {count} of {side}, {spaces}, at most {most} in each"),
    *("Court operation level of {side} {signed}", "{side} plays the card", "Jo-i is performed"),
    *("in Ou", "in Kyushu", "in Chugoku", "in Chubu or Nankai"),
    *("a {kind}: {choices}", "an {kind}: {choices}", "a {kind}", "an {kind}"),
)
"""Sentences of the rules that are made of parts in more than one place."""

TERMS: dict[str, str] = {
    word: ", ".join(game for game, words in GAMES.items() if word in words)
    for word in dict.fromkeys(chain.from_iterable(GAMES.values()))
}
