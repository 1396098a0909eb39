"""The seats, the names that a game has, and distances as players write them."""

from __future__ import annotations

from domain.clan_war.data.tables import Data

CLAN_SEATS = (
    "crab",
    "crane",
    "dragon",
    "lion",
    "phoenix",
    "scorpion",
    "unicorn",
    "naga",
    "ratling",
    "shadowlands",
)
"""The armies that are called like their clans."""

PLAIN_SEATS = ("north", "south", "west", "center")
"""Armies whose clan their players choose: two of them may be of one clan."""

SEATS = (*CLAN_SEATS, *PLAIN_SEATS)
"""The armies. Any two to four of them fight a battle."""

QUARTERS = 4
"""Distances are measured to a quarter of an inch."""

_PARTS = {"": 0, "25": 1, "5": 2, "75": 3}


def quarters(text: str) -> int | None:
    """A distance in quarters of an inch: "3.5" is 14; None for what is no distance."""
    whole, _, part = text.partition(".")
    if not whole.isascii() or not whole.isdecimal() or part not in _PARTS:
        return None
    return int(whole) * QUARTERS + _PARTS[part]


def inches(length: int) -> str:
    """So many quarters of an inch as players write them: 14 is "3.5"."""
    whole, part = divmod(length, QUARTERS)
    return str(whole) + ("", ".25", ".5", ".75")[part]


def unit_names(data: Data, seat: str) -> tuple[str, ...]:
    """What an army may call units of its own: crane-1 and so on."""
    return tuple(f"{seat}-{nth}" for nth in range(1, data.units.names.units.value + 1))


def own_name(seat: str, name: str) -> str:
    """What a unit or a personality of the data set is called in an army: two armies of one clan have
    crane-bushi as north-crane-bushi and south-crane-bushi."""
    return f"{seat}-{name}" if seat in PLAIN_SEATS else name


def hero_names(data: Data, seat: str) -> tuple[str, ...]:
    """What an army may call personalities of its own: crane-hero-1 and so on."""
    return tuple(f"{seat}-hero-{nth}" for nth in range(1, data.units.names.personalities.value + 1))


def hostage_names(data: Data) -> tuple[str, ...]:
    """What hostages may be called."""
    return (*(one.name for one in data.hostages.hostage), *numbered_hostages(data))


def numbered_hostages(data: Data) -> tuple[str, ...]:
    """What hostages are called that the data set does not name: guest-1 and so on."""
    return tuple(f"guest-{nth}" for nth in range(1, data.hostages.names.count.value + 1))
