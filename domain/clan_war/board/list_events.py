"""Events of army lists that are under seal until all armies are done. Tags are for ever."""

from __future__ import annotations

from msgspec import Struct

from domain.clan_war.board import events
from domain.clan_war.board.claim_events import ChangeReported
from domain.clan_war.board.combat_events import HostageTaken
from domain.clan_war.board.flight_events import Placed
from domain.kit.sealed import Sealed

Calling = events.UnitCalled | events.PersonalityCalled
Entry = (
    events.UnitMustered
    | events.PersonalityRecruited
    | Calling
    | events.ModelsLost
    | events.ModifierEntered
    | events.PointsChanged
    | ChangeReported
    | HostageTaken
    | Placed
)


class Listed(Struct, frozen=True, omit_defaults=True):
    """What a line enters in a list; `anew`: all that stood in it before is gone."""

    entries: tuple[Entry, ...]
    anew: bool = False


class ListSealed(Struct, frozen=True, tag="list-sealed"):
    """An army has entered a line in its list."""

    army: str
    what: Sealed[Listed]


class Renamed(Struct, frozen=True):
    """What two armies had called alike, and what it is called in this one."""

    army: str
    before: str
    after: str


class Lapsed(Struct, frozen=True):
    """A name of an army's own that is not given, and what it was for: another army has it or one alike."""

    army: str
    word: str
    called: str


class ListsOpened(Struct, frozen=True, tag="lists-opened", omit_defaults=True):
    """All armies are done: what follows are their lists."""

    renamed: tuple[Renamed, ...] = ()
    lapsed: tuple[Lapsed, ...] = ()


LIST_EVENTS = (ListSealed, ListsOpened)
