"""The data set, decoded once into frozen structs: map, areas, support markers, cards, tracks.

The publisher's map, cards and tables are not public. What ships is a reconstruction, see RULINGS.md: every
row says where it comes from, and an owner of the printed game replaces it. `reading.py` reads the files.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from domain.kit.own_names import OwnNames
from domain.kit.recommended import Sheets
from domain.twilight_shogun.data.effects import Deed
from domain.twilight_shogun.data.premises import Test

Side = Literal["anti", "pro"]

ANTI: Side = "anti"
PRO: Side = "pro"
"""The seats: Anti-Bakufu, who goes first in the first turn, and Pro-Bakufu."""

SIDES: dict[str, str] = {ANTI: "Anti-Bakufu", PRO: "Pro-Bakufu"}


class Space(Struct, frozen=True):
    """A space of the map [2.11]. `anti` and `pro` are the inherent numbers, and the influence at the set-up.

    `cost`: APs for one influence or one realignment. `limit`: APs that a player may spend here in a round,
    0 for any number. `opens`: not in play before the event that opens it. `column` and `row` are where a
    picture shows the space, west to east and north to south; -1 where the data set does not say.
    """

    id: str
    name: str
    ja: str
    kind: Literal["clan", "nonclan", "port", "edo"]
    source: str
    area: str = ""
    powered: bool = False
    stability: int = 0
    anti: int = 0
    pro: int = 0
    cost: int = 1
    limit: int = 0
    opens: bool = False
    column: int = -1
    row: int = -1
    also: tuple[str, ...] = ()
    adjacent: tuple[str, ...] = ()


class Area(Struct, frozen=True):
    """An area [2.12], and the VP of its scoring for each status [9.5]. `clans` in the order of the map."""

    id: str
    name: str
    ja: str
    presence: int
    domination: int
    control: int
    source: str
    powered: str = ""
    clans: tuple[str, ...] = ()

    @property
    def majority(self) -> int:
        """More than half of the clans: what "control" needs [9.5]."""
        return len(self.clans) // 2 + 1


class Scoring(Struct, frozen=True):
    """One of the seven scorings [9.5]: of an area, or of non-clan spaces where more influence scores VP."""

    id: str
    name: str
    area: str = ""
    spaces: dict[str, int] = {}


class Face(Struct, frozen=True, forbid_unknown_fields=True):
    """One side of a support marker: the name on it, whose support it is, and how much [2.22]."""

    name: str
    side: Side
    value: int
    source: str


class SupportMarker(Struct, frozen=True, forbid_unknown_fields=True):
    """A support marker with its two faces [2.22]."""

    id: str
    head: Face
    tail: Face

    def showing(self, face: str) -> Face:
        return self.head if face == "head" else self.tail


Icon = Literal["choice", "anti", "pro"]
"""What a card gives to whoever plays it: its APs or its event, or both, where that side plays the event."""


class Card(Struct, frozen=True, forbid_unknown_fields=True):
    """A strategy card [2.3]. `removed`: its event takes it out of the game. `history`: a sentence of our own.

    The condition must hold at the start of the round; the effects are resolved in their order. `icons` say by
    seat what the card gives to it, where they are not those of its side [2.34].
    """

    number: int
    id: str
    name: str
    deck: Literal["closed", "open"]
    side: Literal["anti", "pro", "common", "must"]
    ap: int
    effects: tuple[Deed, ...]
    source: str
    ja: str = ""
    joi: bool = False
    removed: bool = False
    condition: tuple[Test, ...] = ()
    scoring: str = ""
    history: str = ""
    text: str = ""
    also: tuple[str, ...] = ()
    icons: dict[Side, Icon] = {}

    def icon(self, seat: str) -> str:
        """What the card gives to a seat that plays it [2.34]: an own or a common card leaves the choice."""
        for side, icon in self.icons.items():
            if side == seat:
                return icon
        if self.side in (seat, "common"):
            return "choice"
        return seat if self.side == "must" else self.side


class Tracks(Struct, frozen=True):
    """The tracks and the other numbers. `hand` by treaty level from 0, `court_vp` by court level from 1."""

    turns: int
    hand: tuple[int, ...]
    treaty_open: int
    coup_forbidden_at: int
    lose_at: int
    court_vp: tuple[int, ...]
    court_top: int
    court_modifier: int
    vp_limit: int
    joi_vp: int
    navy_vp: int
    controlled_cost: int


class Tables(Struct, frozen=True):
    """The checked data set. Every mapping is in the order of its file, cards by number.

    `inherent`: the inherent numbers that are not 0, by space and seat, in the order of the map [2.11].
    `sheets`: the standing orders that are recommended to each side.
    """

    spaces: dict[str, Space]
    areas: dict[str, Area]
    scorings: dict[str, Scoring]
    markers: dict[str, SupportMarker]
    cards: dict[str, Card]
    tracks: Tracks
    inherent: dict[tuple[str, str], int]
    sheets: Sheets = {}
    own_names: OwnNames = ()
