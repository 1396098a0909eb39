"""The headings by which rules are cited, with short titles of ours; in printed order."""

from __future__ import annotations

from collections.abc import Mapping

HEADINGS: Mapping[str, str] = {
    "setup/players": "Players and what is dealt",
    "setup/clans": "Clan cards",
    "setup/hands": "First hands",
    "setup/first-player": "First player",
    "turn/order": "Three mandatory actions, clockwise",
    "turn/deploy": "Action 1: a card before another player",
    "turn/home": "Action 2: a card in one's own province",
    "turn/move": "Action 2 instead: moving a card",
    "turn/attack": "Action 3: attack",
    "turn/same-clan": "Armies of the same clan",
    "turn/reinforced": "Armies that have just received a card",
    "turn/ninja": "Action 1 instead: a ninja",
    "turn/ninja-bars": "No attack where a ninja has struck",
    "turn/refill": "Refilling the hand",
    "end/last-turns": "Last turns",
    "end/reveal": "Opening clan cards and hands",
    "end/victory": "Victory",
    "end/tie": "Tie",
    "end/shared-victory": "Still tied",
}
