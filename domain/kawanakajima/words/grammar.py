"""The words that orders and corrections are written in, with other spellings, also in French."""

from __future__ import annotations

from collections.abc import Iterator

from domain.kawanakajima.data.tables import GENERALS, STATES, Data
from domain.kawanakajima.words.corrections import ALIVE, BUILT, CORRECTIONS, DEAD, GONE, TRACKS, places
from domain.kawanakajima.words.orders import ORDERS
from domain.kit.notation import Notation
from domain.kit.vocabulary import Kind, Name, Vocabulary

POSTURES = (
    Name("attack", ("att", "a", "attaque", "攻")),
    Name("move", ("mov", "m", "movement", "mouvement", "déplacement")),
    Name("defence", ("def", "d", "defense", "défense")),
    Name("regroup", ("reg", "r", "regrouping", "regroupement")),
)
AXES = (Name("column", ("col", "c", "colonne")), Name("row", ("r", "line", "lig", "l", "ligne")))
ACTIVATIONS = (
    Name("attack", ("att", "a", "attaque")),
    Name("retreat", ("ret", "r", "retraite")),
    Name("impetuous", ("imp", "i", "impetuous-attack", "impétueuse")),
    Name("combined", ("comb", "c", "combined-manoeuvres", "manoeuvres", "manœuvres")),
)
USES = (
    Name("rally", ("r", "rallier")),
    Name("attack", ("a", "att", "attaque")),
    Name("stay", ("s", "wait", "rester")),
)
OCCASIONS = (
    Name("retreats", ("retreats:", "retreat:", "retraites:")),
    Name("leaders", ("leaders:", "leader:", "individu:")),
    Name("delays", ("delays:", "delay:")),
    Name("advances", ("advances:", "advance:")),
    Name("kansukes", ("kansukes:", "kansuke:")),
    Name("moves", ("moves:", "move:")),
    Name("marches", ("marches:", "march:")),
    Name("fights", ("fights:", "fight:", "combats:")),
    Name("postures", ("postures:", "posture:")),
    Name("rallies", ("rallies:", "rally:")),
    Name("initiatives", ("initiatives:", "initiative:")),
    Name("sufferers", ("sufferers:", "sufferer:", "suffer:")),
    Name("pursuits", ("pursuits:", "pursuit:", "pursue:")),
    Name("seppukus", ("seppukus:", "seppuku:")),
    Name("provocations", ("provocations:", "provocation:", "impetuous:")),
    Name("rears", ("rears:", "rear:")),
    Name("posts", ("posts:", "post:")),
    Name("sieges", ("sieges:", "siege:")),
    Name("sacrifices", ("sacrifices:", "sacrifice:")),
    Name("troops", ("troops:", "losses:")),
    Name("seizures", ("seizures:", "seizure:", "seize:")),
    Name("withdrawals", ("withdrawals:", "withdrawal:", "withdraw:")),
    Name("survivors", ("survivors:", "survivor:", "keep:")),
)
ZONES = {"centre": ("center", "keep", "centre-de-la-forteresse")}
EFFECTIVES = Name("effectives", ("effective", "effectifs", "eff", "reserve"))
ADVANTAGE = Name("advantage", ("adv", "avantage"))
CHITS = (
    Name("rally", ("ralliement",)),
    Name("march", ("marche",)),
    Name("combat"),
    Name("initiative"),
    Name("samurai", ("samouraï",)),
)

WORDS = {
    "plan": ("battleplan",),
    "deploy": ("place",),
    "fortify": ("position",),
    "start": ("set",),
    "entry": ("enter", "write"),
    "attempt": ("try", "activate"),
    "command": ("cmd", "choose", "chits", "select"),
    "special": ("spec", "sp", "spéc"),
    "by": ("from", "paid-by"),
    "done": ("ready", "nothing", "none", "pass", "fini"),
    "clear": ("again",),
    "play": ("accept", "jouer"),
    "delay": ("refuse", "retarder"),
    "impetuous": ("provoke",),
    "when": ("if", "quand"),
    "drawn": ("drawn:",),
    "standing": ("always",),
    "resign": ("give-up", "abandonner"),
    "posture": ("pos", "mode"),
    "move": ("mv", "go", "bouger"),
    "fight": ("attack", "charge", "combat"),
    "on": ("against", "vs", "sur"),
    "at": ("to", "via", "à"),
    "in": ("into", "en"),
    "retreat": ("ret", "retraite"),
    "advance": ("adv", "avance"),
    "pursue": ("pursuit", "poursuite"),
    "rally": ("rallier",),
    "march": ("marche",),
    "leader": ("individu",),
    "occupy": ("storm", "garrison", "occuper"),
    "post": ("station", "poster"),
    "assault": ("assaut",),
    "fire": ("shoot", "feu", "tirer"),
    "muster": ("regain",),
    "sacrifice": ("sacrifier",),
    "lose": ("perdre",),
    "seize": ("prendre",),
    "withdraw": ("retrait",),
    "keep": ("conserver",),
    "disorganised": ("disorganized", "worn"),
    "column": ("file", "colonne"),
    "bring": ("bring-in", "faire-entrer"),
}
OPTIONAL = frozenset({"is", "with"})


class Whole(Kind):
    """A kind whose names are written in full.

    Else "retreat A", an order that lacks its unit, would be taken for a standing order about retreats.
    """

    def begun(self, phrase: str) -> tuple[str, ...]:
        return ()


def _specials(data: Data) -> range:
    return range(1, data.numbers.special_chits + 1)


def notation(data: Data, seats: tuple[str, ...]) -> Notation:
    """The words of the orders, for a data set and the seats of a game."""
    clans = tuple(_clans(data))
    zones = _zones(data)
    names = _places(data) | {
        "clan": clans,
        "unit": _units(data),
        "entry point": tuple(Name(point, (point[0],)) for point in data.map.entries),
        "posture": POSTURES,
        "axis": AXES,
        "plan": tuple(Name(plan.name, plan.also) for plan in data.plans.values()),
        "general": tuple(Name(general) for general in GENERALS),
        "special activation": ACTIVATIONS,
        "use": USES,
        "occasion": OCCASIONS,
        "zone": zones,
        "source": (*zones, EFFECTIVES),
        "advantage": (ADVANTAGE,),
        "chit": (
            *clans,
            *(Name(f"special {number}", (f"spec {number}",)) for number in _specials(data)),
            *CHITS,
        ),
    }
    vocabulary = Vocabulary(names)
    vocabulary.kinds["occasion"] = Whole("occasion", OCCASIONS)
    return Notation(ORDERS, vocabulary, words=WORDS, optional=OPTIONAL)


def _zones(data: Data) -> tuple[Name, ...]:
    return tuple(Name(zone, ZONES.get(zone, ())) for zone in data.fortress.zones) if data.fortress else ()


def _places(data: Data) -> dict[str, tuple[Name, ...]]:
    return {"hex": tuple(Name(place) for place in (*data.map.places, *data.map.entries))}


def correcting(data: Data, seats: tuple[str, ...]) -> Notation:
    """The words of the corrections, for a data set and the seats of a game."""
    names = _places(data) | {
        "seat": tuple(map(Name, seats)),
        "clan": tuple(_clans(data)),
        "unit": _units(data),
        "posture": POSTURES,
        "zone": _zones(data),
        "state": tuple(Name(state, (state.replace(" ", "-"),)) for state in STATES),
        "life": (Name(ALIVE), Name(DEAD)),
        "track": tuple(map(Name, TRACKS)),
        "place of a chit": tuple(map(Name, places(data.numbers.delay_boxes))),
        "side of a position": (Name(BUILT), Name(GONE)),
    }
    return Notation(CORRECTIONS, Vocabulary(names))


def _units(data: Data) -> tuple[Name, ...]:
    return tuple(Name(unit) for unit in dict.fromkeys(unit.short for unit in data.units.values()))


def _clans(data: Data) -> Iterator[Name]:
    """The letters of the clans, with the names of the clans that bear them on either side."""
    for letter in dict.fromkeys(clan.letter for clan in data.clans.values()):
        bearers = [clan for clan in data.clans.values() if clan.letter == letter]
        spellings = (spelling for clan in bearers for spelling in (clan.title, *clan.also))
        yield Name(letter, tuple(spelling.replace(" ", "-") for spelling in spellings))
