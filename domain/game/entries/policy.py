"""The policies of a game, fixed at its opening: who may order by mail, what a deadline is, what follows from
silence, which press there is, how the referee works.

The default is a game without clocks and without press; it is left out of the record.
"""

from __future__ import annotations

import re

from msgspec import Struct

WAIT, DEFAULT_ORDERS, STANDBY, FORFEIT, BOT = "wait", "default orders", "standby", "forfeit", "bot"
NMR = (WAIT, DEFAULT_ORDERS, STANDBY, FORFEIT, BOT)
"""What follows when a seat has not answered by the end of its grace."""

NONE, WHITE, PRIVATE = "none", "white", "private"
PRESS = (NONE, WHITE, PRIVATE)
"""No press; press to all; press also to some."""

STRICT, LENIENT = "strict", "lenient"
"""Error policies: an illegal order is forfeited; it may be sent again. Any other text is of the house."""

AT_ONCE, AT_REVEAL = "at once", "at the reveal"
LOOKS = (AT_ONCE, AT_REVEAL)
"""When the players see that the referee has looked at what no seat's mail would show."""

SHOWN, SEALED = "shown", "sealed"
VOTES = (SHOWN, SEALED)
"""Whether all see who has voted for which end of the game, or nobody before it is decided."""

CONCEDING = (DEFAULT_ORDERS, FORFEIT)
"""How a seat that has conceded goes on beside two and more others: by default orders, or out of the game by
the order with which its title lets a seat give up."""

ALONE, CONSENT = "alone", "consent"
UNDOING = (ALONE, CONSENT)
"""Whether a seat takes back by itself what it has ordered and nobody was told, or only if all let it."""

CELLS, REAL = "cells", "real"
DICE = (CELLS, REAL)
"""What is thrown: nothing that people hold in their hands; or, where a seat throws openly, its own dice. That
is agreed at the opening and never changed: nobody may choose who knows what a cell would give."""

MOST_HOURS = 8784
"""A leap year."""

MOST_DAYS = 366

_CLOCK = re.compile(r"(([01][0-9]|2[0-3]):[0-5][0-9])?")
_ZONE = re.compile(r"[A-Za-z0-9_+-]+(/[A-Za-z0-9_+-]+)*")


class Refereeing(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """How the referee works. `second` is the name of another referee, who decides appeals; "" where there is
    none. With `stops` the clocks stand still while a dispute is open, unless the referee or all seats let
    them go on. `looks` says when the players see what the referee has looked at.
    """

    second: str = ""
    stops: bool = False
    looks: str = AT_ONCE


class Policy(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What is agreed beside the rules of the title.

    `authority` is the least level of a mail that may order (0 to 3), `nmr` what follows from no answer.
    `hours` are given for an answer, 0 for ever; `phases` give others for some prompts, by the tag of what is
    asked. `grace` is in minutes. Deadlines fall at the time of day `clock` in `zone` ("18:00"; "" at any) and
    on `days` (1 Monday to 7 Sunday; () on every day). `reminders` are hours before a deadline. `vacation` is
    what a seat has, in days. `delay` is by how many hours the public view is late. `errors` is what becomes
    of an illegal order. `referee` is how the referee works. With `sheets` each seat begins with the standing
    orders that its title recommends. With `advice` a seat may ask a program what it would order. `votes` says
    whether votes are seen, `concede` how a seat that has conceded goes on where several others play,
    `undo` whether a seat may take back a slip by itself, and `dice` whether seats throw real ones.
    """

    authority: int = 1
    nmr: str = WAIT
    hours: int = 0
    phases: dict[str, int] = {}
    grace: int = 0
    clock: str = ""
    zone: str = "UTC"
    days: tuple[int, ...] = ()
    reminders: tuple[int, ...] = ()
    vacation: int = 0
    press: str = NONE
    anonymous: bool = False
    delay: int = 0
    errors: str = LENIENT
    referee: Refereeing = Refereeing()
    sheets: bool = False
    advice: bool = False
    votes: str = SHOWN
    concede: str = DEFAULT_ORDERS
    undo: str = ALONE
    dice: str = CELLS

    def hours_for(self, prompt: str) -> int:
        """How many hours a seat has for an answer to what is asked; 0 where it has for ever."""
        return self.phases.get(prompt, self.hours)

    def has_clock(self) -> bool:
        """Whether anything in the game has a deadline."""
        return bool(self.hours or any(self.phases.values()))


TODAY = Policy()
"""What holds where nothing was said."""


def fault_of(policy: Policy) -> str:
    """What is wrong with the values of a policy, in a sentence; "" where they can hold."""
    hours = (policy.hours, policy.delay, *policy.phases.values(), *policy.reminders)
    days = policy.days
    faults = {
        "The authority of a mail is 0, 1, 2 or 3.": not 0 <= policy.authority <= 3,
        f"What follows from silence is one of: {', '.join(NMR)}.": policy.nmr not in NMR,
        f"Hours are 0 to {MOST_HOURS}.": not all(0 <= each <= MOST_HOURS for each in hours),
        "The grace is 0 to 10080 minutes.": not 0 <= policy.grace <= 10_080,
        "The time of day is written as 18:00.": not _CLOCK.fullmatch(policy.clock),
        "The zone is written as Europe/Paris.": not _ZONE.fullmatch(policy.zone),
        "Days are 1 (Monday) to 7 (Sunday), in this order.": not set(days) <= set(range(1, 8))
        or list(days) != sorted(set(days)),
        f"A vacation is 0 to {MOST_DAYS} days.": not 0 <= policy.vacation <= MOST_DAYS,
        f"The press is one of: {', '.join(PRESS)}.": policy.press not in PRESS,
        "The error policy is strict, lenient or a text.": not policy.errors.strip(),
        "The second referee has another name than the referee, without blanks around it.": not _is_name(
            policy.referee.second
        ),
        f"Votes are one of: {', '.join(VOTES)}.": policy.votes not in VOTES,
        f"A seat that has conceded goes on by one of: {', '.join(CONCEDING)}.": policy.concede
        not in CONCEDING,
        f"A slip is taken back: {', '.join(UNDOING)}.": policy.undo not in UNDOING,
        f"Dice are one of: {', '.join(DICE)}.": policy.dice not in DICE,
        f"What the referee looks at is seen: {', '.join(LOOKS)}.": policy.referee.looks not in LOOKS,
    }
    return next((why for why, is_so in faults.items() if is_so), "")


def _is_name(second: str) -> bool:
    return second.strip() == second and len(second) <= 200 and second.isprintable() and second != "referee"
