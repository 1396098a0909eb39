"""Orders a seat may give: the herald's entries, bids, and the answers of a battle.

Tags are for ever; new fields have defaults.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, ClassVar

from msgspec import Meta, Struct

from domain.kit.vocabulary import Named

Clan = Annotated[str, Named("clan")]
Province = Annotated[str, Named("province")]
Figure = Annotated[str, Named("figure")]
Troop = Annotated[str, Named("troop")]
Card = Annotated[str, Named("card")]
Choice = Annotated[str, Named("choice")]
Season = Annotated[str, Named("season")]
Moment = Annotated[str, Named("moment")]
Advantage = Annotated[str, Named("advantage")]
Amount = Annotated[int, Meta(ge=0, le=999)]


class Honor(Struct, frozen=True, tag="honor"):
    """Herald: the Honor track, the highest clan first."""

    FORM: ClassVar[str] = "honor {clans}"
    clans: tuple[Clan, ...]


class Alliance(Struct, frozen=True, tag="alliance"):
    """Herald: two clans are allied."""

    FORM: ClassVar[str] = "alliance {first} {second}"
    first: Clan
    second: Clan


class Alone(Struct, frozen=True, tag="alone"):
    """Herald: a clan has no ally."""

    FORM: ClassVar[str] = "alone {clan}"
    clan: Clan


class Coins(Struct, frozen=True, tag="coins"):
    """Herald: how many coins a clan has."""

    FORM: ClassVar[str] = "coins {clan} {number}"
    clan: Clan
    number: Amount


class Ronin(Struct, frozen=True, tag="ronin"):
    """Herald: how many Ronin tokens a clan has."""

    FORM: ClassVar[str] = "ronin {clan} {number}"
    clan: Clan
    number: Amount


class Points(Struct, frozen=True, tag="points"):
    """Herald: how many victory points a clan has."""

    FORM: ClassVar[str] = "vp {clan} {number}"
    clan: Clan
    number: Amount


class Figures(Struct, frozen=True, tag="figures", omit_defaults=True):
    """Herald: all that a clan has in a province, in the place of what was entered before."""

    FORM: ClassVar[tuple[str, ...]] = (
        "figures {clan} in {province} none",
        "figures {clan} in {province} {troops}",
    )
    JOINED: ClassVar[Mapping[str, str]] = {"troops": ", "}
    clan: Clan
    province: Province
    troops: tuple[Troop, ...] = ()


class Cards(Struct, frozen=True, tag="cards", omit_defaults=True):
    """Herald: the season cards of a clan, in the place of those entered before."""

    FORM: ClassVar[tuple[str, ...]] = ("cards {clan} none", "cards {clan} {cards}")
    JOINED: ClassVar[Mapping[str, str]] = {"cards": ", "}
    clan: Clan
    cards: tuple[Card, ...] = ()


class Tokens(Struct, frozen=True, tag="tokens", omit_defaults=True):
    """Herald: the war tokens of a clan of an earlier season, in the place of those that it had."""

    FORM: ClassVar[tuple[str, ...]] = (
        "tokens {clan} of {season} none",
        "tokens {clan} of {season} {provinces}",
    )
    clan: Clan
    season: Season
    provinces: tuple[Province, ...] = ()


class Wars(Struct, frozen=True, tag="wars"):
    """Herald: the war provinces, in the order of their numbers."""

    FORM: ClassVar[str] = "war {provinces}"
    provinces: tuple[Province, ...]


class Ready(Struct, frozen=True, tag="ready"):
    """Herald: the board is as entered; the War phase begins."""

    FORM: ClassVar[str] = "ready"


class Bid(Struct, frozen=True, tag="bid"):
    """Coins for Seppuku, Take Hostage, Hire Ronin and Imperial Poets; the others are kept. Sealed."""

    FORM: ClassVar[str] = "bid {seppuku} {hostage} {ronin} {poets}"
    seppuku: Amount
    hostage: Amount
    ronin: Amount
    poets: Amount


class Close(Struct, frozen=True, tag="close"):
    """Herald: the bidding ends; whoever has not bid has bid nothing."""

    FORM: ClassVar[str] = "close"


class Always(Struct, frozen=True, tag="always"):
    """At any time, sealed: how the seat answers when it wins an Advantage; "ask" takes it back."""

    FORM: ClassVar[str] = "always {advantage} {choice}"
    advantage: Advantage
    choice: Choice


class TakeSheet(Struct, frozen=True, tag="take-sheet"):
    """At any time, sealed: the recommended answers take the place of all that the seat has left."""

    FORM: ClassVar[str] = "standing recommended"


class DropSheet(Struct, frozen=True, tag="drop-sheet"):
    """At any time, sealed: the seat takes back all answers that it has left."""

    FORM: ClassVar[str] = "standing none"


class Seppuku(Struct, frozen=True, tag="seppuku"):
    """Whether all of one's own figures in the province commit Seppuku."""

    FORM: ClassVar[str] = "seppuku {choice}"
    choice: Choice


class TakeHostage(Struct, frozen=True, tag="hostage", omit_defaults=True):
    """A figure of another player is taken hostage; of whom may be left out where only one has it."""

    FORM: ClassVar[tuple[str, ...]] = ("hostage {figure}[ of {clan}]", "hostage {clan} {figure}")
    figure: Figure
    clan: Clan = ""


class HireRonin(Struct, frozen=True, tag="hire-ronin"):
    """Whether one's Ronin fight in this battle."""

    FORM: ClassVar[str] = "ronin {choice}"
    choice: Choice


class Poets(Struct, frozen=True, tag="poets"):
    """Whether the poets sing of the dead for oneself."""

    FORM: ClassVar[str] = "poets {choice}"
    choice: Choice


class Odd(Struct, frozen=True, tag="odd"):
    """The losers that get one of the odd coins of the reparations each."""

    FORM: ClassVar[str] = "odd {clans}"
    clans: tuple[Clan, ...]


class Act(Struct, frozen=True, tag="act"):
    """Whether one's effects at the start of a battle come before those of the others, or after them."""

    FORM: ClassVar[str] = "act {moment}"
    moment: Moment


class Drive(Struct, frozen=True, tag="drive"):
    """A figure of another player is moved out of the province."""

    FORM: ClassVar[str] = "drive {figure} of {clan} to {province}"
    figure: Figure
    clan: Clan
    province: Province


class Burn(Struct, frozen=True, tag="burn"):
    """A figure is killed at the start of a battle."""

    FORM: ClassVar[str] = "burn {figure} of {clan}"
    figure: Figure
    clan: Clan


class Borrow(Struct, frozen=True, tag="borrow"):
    """A Bushi or Shinto of another player fights on one's own side until the end of the battle."""

    FORM: ClassVar[str] = "borrow {figure} of {clan}"
    figure: Figure
    clan: Clan


class Cross(Struct, frozen=True, tag="cross"):
    """Whether a monster crosses the sea to join a battle."""

    FORM: ClassVar[str] = "cross {choice}"
    choice: Choice


class Spare(Struct, frozen=True, tag="spare"):
    """Whether all figures that one could kill stay alive."""

    FORM: ClassVar[str] = "spare {choice}"
    choice: Choice


class Place(Struct, frozen=True, tag="place"):
    """A free Bushi is placed in a war province."""

    FORM: ClassVar[str] = "place {province}"
    province: Province


class Decline(Struct, frozen=True, tag="decline"):
    """Not to do what one may do, or no more of it."""

    FORM: ClassVar[tuple[str, ...]] = ("decline", "hostage no", "hostage none", "done")


ENTRIES = (Honor, Alliance, Alone, Coins, Ronin, Points, Figures, Cards, Tokens, Wars, Ready)
ANSWERS = (
    Seppuku,
    TakeHostage,
    HireRonin,
    Poets,
    Odd,
    Act,
    Drive,
    Burn,
    Borrow,
    Cross,
    Spare,
    Place,
    Decline,
)
ORDERS = (*ENTRIES, Bid, Close, Always, *ANSWERS, TakeSheet, DropSheet)
SEALED = (Bid, Always, TakeSheet, DropSheet)
