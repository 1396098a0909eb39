"""The headings by which rules are cited, with short titles of ours; in printed order.

The text "Resolving Battles" has no numbers; the other pages of the digital rulebook have none either.
"""

from __future__ import annotations

from collections.abc import Mapping

HEADINGS: Mapping[str, str] = {
    "setup/seats": "Clans and the herald",
    "board/herald": "The herald enters the board",
    "board/honor": "The Honor track, highest first",
    "board/alliances": "Alliances are pairs",
    "board/reserves": "Coins, Ronin and points",
    "board/figures": "Figures in the provinces",
    "board/cards": "Season cards of the clans",
    "board/tokens": "War tokens of earlier seasons",
    "board/wars": "War provinces in the order of their numbers",
    "board/ready": "When the War phase can begin",
    "war-phase/order": "Provinces one after the other",
    "war-phase/uncontested": "Provinces with one player, or none",
    "war-phase/allied-pair": "Provinces with two allies only",
    "war-phase/cleanup": "Coins and Ronin after the War phase",
    "war-phase/settled": "Battles of a game that is played elsewhere",
    "battle/involved": "Who is in a battle",
    "battle/public": "Coins and Ronin are public before the bids",
    "battle/start": "Effects at the start of a battle",
    "battle/bids": "Secret bids for the War Advantages",
    "battle/missing-bids": "Bids that do not come",
    "battle/reveal": "All bids are revealed together",
    "battle/compare": "Most coins, then Honor",
    "battle/skipped": "Advantages without a coin",
    "battle/decline": "The winner of an Advantage may decline it",
    "battle/standing": "Standing answers",
    "battle/end": "The end of a battle",
    "advantage/seppuku": "Seppuku",
    "advantage/hostage": "Take Hostage",
    "advantage/ronin": "Hire Ronin",
    "battle/outcome": "Battle Outcome",
    "battle/losses": "Figures of the losers",
    "advantage/poets": "Imperial Poets",
    "battle/reparations": "War Reparations",
    "honor/track": "Gaining and losing Honor",
    "figures/force": "The Force of figures",
    "figures/daimyo": "What cannot be done to a Daimyo",
    "figures/killed": "Killed figures go back to the reserve",
    "clan/koi": "Koi: Ronin and coins",
    "clan/turtle": "Turtle: Strongholds fight",
    "clan/fox": "Fox: free Bushi",
    "clan/sun": "Sun: ties won by Honor",
    "clan/moon": "Moon: the least Force of a figure",
    "card/force": "Cards that change Force",
    "card/drives-out": "A card that moves figures out at the start",
    "card/burns": "A card that kills at the start",
    "card/borrows": "A card that takes control of a figure",
    "card/crosses": "A card that joins a battle over sea",
    "card/killed": "Cards that see figures killed",
    "card/killing": "Cards that reward killing",
    "card/spares": "A card that spares figures",
    "card/hostages": "Cards that change hostages",
    "card/tokens": "Cards that reward a token",
    "card/allies": "A card that adds points while allied",
    "season/hostages": "Hostages go home",
    "winter/tokens": "Points for war tokens",
    "winter/provinces": "Points for different provinces",
    "winter/victory": "Most points, then Honor",
}

_CARDS = (
    "The effects of all cards but oni-of-skulls come from one unofficial repository; "
    "compare them with your own cards."
)

STATUSES: Mapping[str, str] = {
    **{heading: _CARDS for heading in HEADINGS if heading.startswith("card/")},
    "clan/fox": "The sources differ on the timing; an option says which one holds.",
    "clan/sun": "One repository only tells of this ability; an option leaves it out.",
}
"""What there is to say of a heading; the others are complete as printed."""
