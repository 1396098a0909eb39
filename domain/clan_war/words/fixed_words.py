"""Fixed words of orders: conditions, outcomes of an engagement and so on."""

from __future__ import annotations

CONDITIONS = ("unformed", "formed", "spent", "broken", "routing", "rallied")

CONTACT, SHORT, ANGLE, FLANKED, OVERLAP = "contact", "short", "angle", "flanked", "overlap"
OUTCOMES = (CONTACT, SHORT, ANGLE, FLANKED, OVERLAP)
"""An engaging movement ends in contact or short of it, fails the angle, or would be flanked or on a unit."""

BY_SKILL, BY_CARD = "dive", "charge-card"
MEANS = (BY_SKILL, BY_CARD)
"""A dive by the commander's Charge skill, or by the Charge card."""

STOPPED, SKYWARD, RESERVE = "stopped", "skyward", "reserve"
