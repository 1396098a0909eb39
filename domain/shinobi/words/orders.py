"""Orders a seat may give. Tags are for ever; new fields have defaults."""

from __future__ import annotations

from typing import Annotated, ClassVar

from msgspec import Struct

from domain.kit.vocabulary import Named

Card = Annotated[str, Named("card")]
Clan = Annotated[str, Named("clan")]
Province = Annotated[str, Named("province")]


class Place(Struct, frozen=True, tag="place"):
    """A card of the hand, face up: before another player (action 1) or in one's own province (action 2)."""

    FORM: ClassVar[str] = "place {card} in {province}"
    card: Card
    province: Province


class Ninja(Struct, frozen=True, tag="ninja"):
    """Instead of action 1: a ninja of the hand and a card of an army before another player are discarded."""

    FORM: ClassVar[str] = "ninja {clan} in {province}"
    clan: Clan
    province: Province


class Move(Struct, frozen=True, tag="move"):
    """Action 2: a card that lies before another player is moved to any other province."""

    FORM: ClassVar[str] = "move {clan} from {source} to {target}"
    clan: Clan
    source: Province
    target: Province


class Attack(Struct, frozen=True, tag="attack"):
    """Action 3: the army `army` of one's own province attacks the army `clan` in another province."""

    FORM: ClassVar[str] = "attack {clan} in {province} with {army}"
    clan: Clan
    province: Province
    army: Clan


class Pass(Struct, frozen=True, tag="pass"):
    """To do nothing. The rules allow it where an option of the edition says so."""

    FORM: ClassVar[str] = "pass"


ORDERS = (Place, Ninja, Move, Attack, Pass)
