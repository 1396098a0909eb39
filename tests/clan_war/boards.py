"""Boards for tests, written as short as the test vectors write them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from domain.clan_war import CLAN_WAR
from domain.clan_war.board.state import Army, Board, Hostage, Mode, Personality, Profile, Unit, begin
from domain.clan_war.board.trials import Roll
from domain.clan_war.data.names import inches
from domain.clan_war.data.options import Options
from domain.clan_war.data.reading import read_data
from domain.clan_war.data.tables import Data
from domain.clan_war.words.items import Phase, Reports
from domain.kit.rules import options_of
from domain.kit.sums import Sum, Term
from tests.scenario import Scenario
from tests.titles.play import data_of

FOLDER = Path(__file__).parents[2] / "fixtures/clan_war"
FILES = {path.name: path.read_bytes() for path in sorted(FOLDER.iterdir())}
DATA: Data = data_of(CLAN_WAR)
SEATS = ("crane", "lion")
TURN = 2

PROFILE = {"move": 6, "tl": 6, "ml": 6, "models": 8}
STATE = ("models_left", "airborne", "formed", "broken", "routing", "spent_until", "position", "deeds")


def edition(number: int, **chosen: Any) -> Options:
    """The options of an edition, and those that a game chooses."""
    options = options_of(CLAN_WAR, "battle", "default", f"clan_war/{number}")
    assert isinstance(options, Options)
    return replace(options, **chosen)


def unit(name: str, army: str = "crane", **given: Any) -> Unit:
    """A unit of movement 6, TL 6, ML 6 and 8 models, but for what is given."""
    state = {key: given.pop(key) for key in STATE if key in given}
    profile = Profile(name, army, given.pop("clan", army), **(PROFILE | given))
    left = state.pop("models_left", profile.models)
    return Unit(profile, left, **state)


def flier(name: str, army: str = "crane", **given: Any) -> Unit:
    """A unit that flies, and is in the air unless it is said not to be."""
    return unit(name, army, **({"traits": ("flight",), "airborne": True} | given))


def dragon(army: str = "crane", **given: Any) -> Unit:
    """The Fire Dragon of the worked example: a single model, 8 and 16 inches."""
    return flier("fire-dragon", army, **({"models": 1, "close": 8, "extended": 16} | given))


def archers(army: str = "lion", **given: Any) -> Unit:
    """The archers of the worked example: 15 and 30 inches."""
    return unit("archers", army, **({"close": 15, "extended": 30} | given))


def hero(
    name: str, unit: Unit, leadership: int = 2, skills: tuple[str, ...] = (), **given: Any
) -> Personality:
    clan = given.pop("clan", unit.army)
    return Personality(name, unit.army, clan, given.pop("honor", 2), leadership, unit.name, skills)


def hostage(captor: Unit, clan: str, name: str = "guest-1", *held: str) -> Hostage:
    return Hostage(name, clan, captor.name, held or (captor.army,))


def board(
    *units: Unit,
    people: tuple[Personality, ...] = (),
    honor: dict[str, int] | None = None,
    hostages: tuple[Hostage, ...] = (),
    engaged: tuple[tuple[str, str], ...] = (),
    modes: tuple[Mode, ...] = (),
    seats: tuple[str, ...] = SEATS,
    options: Options | None = None,
    data: Data = DATA,
    **more: Any,
) -> Board:
    """A battle in turn 2 between crane and lion, of which all stands at nought that is not given."""
    empty = begin(options or Options(), data, seats)
    armies = {seat: Army(seat, ledger((honor or {}).get(seat, 0))) for seat in seats}
    furthest = more.pop("levels", {})
    armies |= {seat: replace(armies[seat], high=high, low=low) for seat, (high, low) in furthest.items()}
    return replace(
        empty,
        armies=armies,
        units={one.name: one for one in units},
        people={one.name: one for one in people},
        hostages={one.name: one for one in hostages},
        engaged=engaged,
        modes=modes,
        turn=more.pop("turn", TURN),
        phase=more.pop("phase", "primary"),
        **more,
    )


def ledger(honor: int) -> tuple[Term, ...]:
    return (Term(honor, "so far", "honor/start"),)


def scenario(at: Board, *agenda: Struct) -> Scenario:
    return Scenario(CLAN_WAR, at, agenda, at.setting.seats)


def reports(at: Board, phase: Phase = "primary", *then: Struct) -> Scenario:
    """A phase in which all armies may report."""
    return scenario(replace(at, phase=phase), Reports(phase, at.setting.seats), *then)


def refused(at: Board, phase: Phase, order: Struct, text: str, seat: str = "crane") -> None:
    reports(at, phase).refused(seat, order, text)


def roll(
    *terms: tuple[int, str, str], needed: int = 6, passed: bool, compare: str = ">=", faces: int = 1
) -> Roll:
    """A test: the first term is the die."""
    thrown = (terms[0][0],) if faces == 1 else ()
    return Roll(thrown, Sum(tuple(Term(*term) for term in terms)), compare, needed, passed)


def total(*terms: tuple[int, str, str]) -> Sum:
    return Sum(tuple(Term(*term) for term in terms))


def without(file: str, text: str, instead: str = "") -> Data:
    """The data set with a text of a file replaced."""
    raw = FILES[file].decode()
    assert text in raw
    return read_data(FILES | {file: raw.replace(text, instead, 1).encode()})


HALF, FULL = inches(12), inches(24)
"""Of a movement of 6 inches."""
