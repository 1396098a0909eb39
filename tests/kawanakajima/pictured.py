"""A board in the middle of turn 3, with something of everything that a picture shows."""

from __future__ import annotations

from msgspec.structs import replace

from domain.kawanakajima.board.state import (
    Army,
    Attempt,
    Board,
    Choice,
    Note,
    Siege,
    Standing,
    Troops,
    Unit,
    begin,
)
from domain.kawanakajima.data.options import Options
from domain.kawanakajima.data.tables import BOWL, PLAYED, RESERVE, SEATS
from domain.kawanakajima.words.field_orders import Fight, Posture
from domain.kawanakajima.words.orders import Done
from tests.kawanakajima.data import DATA

PLACES = {
    "uB1": Unit("2814", 1),
    "uB2": Unit("2815", 3, leader_killed=True),
    "uF1": Unit("2713", 2),
    "uF2": Unit("", 4),
    "tG1": Unit("2914", 1),
    "tJ1": Unit("", 4),
    "tI1": Unit("2912", 0, leader_killed=True),
    **{f"tM{number}": Unit("B1") for number in (1, 2, 3)},
    **{f"tN{number}": Unit(hex_) for number, hex_ in ((1, "0519"), (2, "0619"), (3, "0718"))},
}
"""Where units are that have left their hexes of the set-up."""

TAKEDA = Army(
    plan="kokuyoku",
    saved=3,
    points=3,
    bundori=1,
    choices=(Choice("tB", "shingen"),),
    standing=(
        Standing("tB", (Posture("B", "attack"), Fight(("B1",), ("C1",), "column"), Done())),
        Standing("retreats", (), ("away", "tA")),
    ),
)
UESUGI = Army(
    plan="saku",
    active=True,
    left={"retreat": 2, "impetuous": 1, "attack": 0},
    points=7,
    bundori=2,
    samurai="uB1",
)


def middle(options: Options = Options(), **changed: object) -> Board:  # noqa: B008  a frozen struct
    """That board; `changed` are fields of it."""
    empty = begin(options, DATA, SEATS)
    chits = dict.fromkeys(empty.chits, RESERVE)
    for place, names in {
        BOWL: ("tG", "uB", "u1", "march", "combat takeda", "samurai takeda"),
        PLAYED: ("rally", "initiative", "combat uesugi"),
        "1": ("tM", "t2"),
        "3": ("tO",),
        "away": ("tP", "tQ", "tR", "tS", "tT", "uN", "t1", "t3", "t4", "samurai uesugi"),
    }.items():
        chits |= dict.fromkeys(names, place)
    board = replace(
        empty,
        turn=3,
        units={name: PLACES.get(name, Unit(unit.start)) for name, unit in DATA.units.items()},
        postures=empty.postures
        | dict.fromkeys(("uB", "uF", "uC"), "attack")
        | dict.fromkeys(("tM", "tN"), "move")
        | {"tG": "regroup"},
        armies={"takeda": TAKEDA, "uesugi": UESUGI},
        chits=chits,
        positions={"2417": "uC1"},
        notes={"u1": Note("retreat", ("uF",)), "t2": Note("attack", ("tG",))},
        entries={"tO": "D3", "tP": "D3"},
        command={"shingen": 3, "kosaka": 2, "kenshin": 5},
        drawn="uC",
    )
    return replace(board, **changed)


def besieged(**changed: object) -> Board:
    """Turn 5 of the hypothetical scenario, in an assault on Kaizu; `changed` are fields of it."""
    options = Options(scenario="hypothetical")
    empty = begin(options, DATA, SEATS)
    kaizu = DATA.map.kaizu
    within = {
        **{f"tM{number}": Unit(kaizu) for number in (1, 2)},
        "tM3": Unit(kaizu, 2),
        "uB1": Unit(kaizu),
        "uB2": Unit(kaizu, 1),
        "uJ1": Unit("2525"),
        "uJ2": Unit("2524"),
        "tG1": Unit("1009"),
        "tH1": Unit("1008"),
        "tH2": Unit("0909"),
        "uA1": Unit("D3"),
        "uF1": Unit("", 4),
    }
    board = replace(
        empty,
        turn=5,
        units=empty.units | within,
        postures=empty.postures | dict.fromkeys(("uB", "uJ"), "attack") | dict.fromkeys(("tG", "tH"), "move"),
        chits=empty.chits | dict.fromkeys(("tM", "tG", "tH", "uB", "uJ", "uA"), RESERVE),
        armies={
            "takeda": replace(TAKEDA, plan="saku", choices=(), standing=()),
            "uesugi": Army(plan="hoshi"),
        },
        command={"shingen": 3, "kenshin": 5},
        siege=Siege(
            "uesugi",
            {"takeda": Troops(5, 4, 1), "uesugi": Troops(4)},
            {"takeda": ("centre",), "uesugi": ("b",)},
            {
                "centre": ("takeda",),
                "k2": ("takeda",),
                "k4": ("takeda",),
                "b": ("takeda", "uesugi"),
                "k1": ("uesugi",),
                "a": ("uesugi",),
            },
            1,
            Attempt("uesugi", "k2", ("b", "k1"), 1, True, {"uesugi": 2, "takeda": 0}),
        ),
    )
    return replace(board, **changed)
