"""Conditions of events: the vocabulary in which a data set says when an event takes place [9.2, 2.35].

In a data set a condition is a record with `is`. Tags are for ever: conditions stand on the agenda of recorded
games, inside effects. `board/conditions.py` says whether they hold.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

Whom = Literal["pro", "anti", "player", "opponent"]
"""A side: by its name, or as seen by the seat that resolves the event [9.1]."""

ANY_LEVEL = 99
"""No level of a track is so high: a limit that does not bind."""


class Condition(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, tag_field="is"):
    """The tag field of all conditions."""


class Controls(Condition, frozen=True, tag="control"):
    """That side controls every one of these clans."""

    side: Whom
    spaces: tuple[str, ...]


class Present(Condition, frozen=True, tag="influence"):
    """That side has at least so much influence in the space."""

    side: Whom
    space: str
    least: int = 1


class Ahead(Condition, frozen=True, tag="ahead"):
    """That side has more influence in the space than the other."""

    side: Whom
    space: str


class Stands(Condition, frozen=True, tag="marker"):
    """The support marker is on the map; on that face, if one is named."""

    marker: str
    face: Literal["head", "tail", ""] = ""


class Treaties(Condition, frozen=True, tag="treaty"):
    """The treaty level is within these limits."""

    least: int = 0
    most: int = ANY_LEVEL


class Interventions(Condition, frozen=True, tag="intervention"):
    """The intervention level is within these limits."""

    least: int = 0
    most: int = ANY_LEVEL


class CourtLevel(Condition, frozen=True, tag="court"):
    """The court operation level of that side is at least so high."""

    side: Whom
    least: int


class PortOpen(Condition, frozen=True, tag="yokohama-open"):
    """Yokohama has been opened."""


class JoiDone(Condition, frozen=True, tag="jo-i"):
    """Jo-i has been performed in this turn."""


class OpenTurn(Condition, frozen=True, tag="open-turn"):
    """The open deck is in play."""


class Gone(Condition, frozen=True, tag="removed"):
    """The event of that card has happened, and the card is out of the game."""

    card: str


class Retired(Condition, frozen=True, tag="retired"):
    """An event has taken the card out of play: its own does not occur any more."""

    card: str


class FaceRetired(Condition, frozen=True, tag="face-retired"):
    """An event has taken that face of a support marker out of play: it never comes to the map again."""

    marker: str
    face: Literal["head", "tail"]


class Lasts(Condition, frozen=True, tag="lasts"):
    """The event of that card lasts."""

    card: str


class Not(Condition, frozen=True, tag="not"):
    condition: Test


class Either(Condition, frozen=True, tag="either"):
    conditions: tuple[Test, ...]


Test = (
    Controls
    | Present
    | Ahead
    | Stands
    | Treaties
    | Interventions
    | CourtLevel
    | PortOpen
    | JoiDone
    | OpenTurn
    | Gone
    | Retired
    | FaceRetired
    | Lasts
    | Not
    | Either
)
