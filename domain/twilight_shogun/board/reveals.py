"""Which events show somebody what was hidden from it: the hands, and the draw deck [2.3, 6.3]."""

from __future__ import annotations

from domain.twilight_shogun.board.card_events import CardDropped
from domain.twilight_shogun.board.corrected import CardCorrected, CardGiven, CardTaken
from domain.twilight_shogun.board.events import CardPlayed, CardsDrawn

REVEALS = (CardsDrawn, CardPlayed, CardDropped, CardCorrected, CardGiven, CardTaken)
"""The events that show somebody a card which was hidden from it: who draws it, or all when it leaves a hand.

`CardDiscarded` and `CardRemoved` tell of the card that `CardPlayed` has shown. A reshuffle and the open deck
show nothing: which cards they put into the deck was known. `EventFailed` says of a condition what everybody
can see. `CardTaken` shows nothing new to its seat, but all see that the hand has changed by a ruling, and a
take-back by consent must not undo that.
"""
