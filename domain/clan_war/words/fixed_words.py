"""Fixed words of orders: conditions, outcomes of an engagement and so on."""

from __future__ import annotations

CONDITIONS = ("unformed", "formed", "spent", "broken", "routing", "rallied")

STOPPED, SKYWARD, RESERVE = "stopped", "skyward", "reserve"

CONTACT, SHORT, ANGLE, FLANKED, OVERLAP = "contact", "short", "angle", "flanked", "overlap"
OUTCOMES = (CONTACT, SHORT, ANGLE, FLANKED, OVERLAP, STOPPED)
"""An engaging movement ends in contact or short of it, fails the angle, would be flanked or on a unit, or
high terrain stops it.
"""

BY_SKILL, BY_CARD = "dive", "charge-card"
MEANS = (BY_SKILL, BY_CARD)
"""A dive by the commander's Charge skill, or by the Charge card."""
