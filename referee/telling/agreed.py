"""The policies of a game in sentences: all that is agreed for it beside the rules of its title."""

from __future__ import annotations

from collections.abc import Iterator

from domain.game.entries.policy import (
    AT_ONCE,
    BOT,
    CONSENT,
    DEFAULT_ORDERS,
    FORFEIT,
    LENIENT,
    NONE,
    PRIVATE,
    REAL,
    SEALED,
    STANDBY,
    STRICT,
    TODAY,
    Policy,
    Refereeing,
)
from projections.language.messages import _, _n, listed, weekday_of
from referee.seats.defused_text import named


def agreements(policy: Policy) -> Iterator[str]:
    """A sentence for each thing that is agreed; nothing for what is as in every game."""
    if policy.hours:
        said = _n(
            "You have {count} hour for an answer.", "You have {count} hours for an answer.", policy.hours
        )
        yield said.format(count=policy.hours)
    yield from _clocks(policy)
    if policy.press != NONE:
        yield _press(policy)
    yield from _others(policy)


def beside(policy: Policy) -> Iterator[str]:
    yield from _clocks(policy)
    if policy.anonymous:
        yield _press(policy)
    yield from _others(policy)


def _others(policy: Policy) -> Iterator[str]:
    """What is agreed of neither clocks nor press."""
    if policy.authority != TODAY.authority:
        yield _authority(policy.authority)
    if policy.errors == STRICT:
        yield _("An illegal order is forfeited; it cannot be sent again.")
    elif policy.errors != LENIENT:
        yield policy.errors
    if policy.delay:
        said = _n(
            "The public view is late by {count} hour.",
            "The public view is late by {count} hours.",
            policy.delay,
        )
        yield said.format(count=policy.delay)
    if policy.sheets:
        yield _("Each seat begins with the standing orders that are recommended to it.")
    if policy.dice == REAL:
        yield _(
            "Open throws are made with real dice: the seat whose order was the newest throws and says what "
            "they show, and another confirms it."
        )
    yield from _endings(policy)
    if policy.advice:
        yield _("Each seat may ask a program for advice, and the others see that it has: “advise”.")
    yield from _referees(policy.referee)


def _endings(policy: Policy) -> Iterator[str]:
    if policy.votes == SEALED:
        yield _("Nobody sees who has voted for a draw or for a winner before all have.")
    if policy.concede == FORFEIT:
        yield _("Who concedes is out of the game, by the order with which a seat gives up.")
    if policy.undo == CONSENT:
        yield _("Nothing is taken back unless all others let it.")


def _referees(agreed: Refereeing) -> Iterator[str]:
    if agreed.second:
        yield _("The second referee is {name}, who decides appeals.").format(name=named(agreed.second))
    if agreed.stops:
        yield _("The clocks stand still while a dispute is open.")
    if agreed.looks != AT_ONCE:
        yield _("What the referee looks at is seen at the next reveal, and not at once.")


def _clocks(policy: Policy) -> Iterator[str]:
    """All but the hours for an answer."""
    if not policy.has_clock():
        return
    for prompt, hours in policy.phases.items():
        said = _n("{count} hour for “{prompt}”.", "{count} hours for “{prompt}”.", hours)
        yield said.format(count=hours, prompt=prompt)
    if policy.clock or policy.days:
        yield _when(policy)
    if policy.grace:
        yield _grace(policy.grace)
    if policy.vacation:
        said = _n(
            "Each seat has {count} day of vacation.",
            "Each seat has {count} days of vacation.",
            policy.vacation,
        )
        yield said.format(count=policy.vacation)
    yield silence(policy.nmr)


def _grace(minutes: int) -> str:
    """In hours where they are whole."""
    hours, rest = divmod(minutes, 60)
    if rest:
        said = _n("The grace is {count} minute.", "The grace is {count} minutes.", minutes)
        return said.format(count=minutes)
    return _n("The grace is {count} hour.", "The grace is {count} hours.", hours).format(count=hours)


def _when(policy: Policy) -> str:
    """The time of day and the days on which deadlines fall."""
    days = listed([weekday_of(day) for day in policy.days])
    if policy.clock and days:
        said = _("Deadlines fall at {clock} {zone}, on {days}.")
    elif policy.clock:
        said = _("Deadlines fall at {clock} {zone}.")
    else:
        said = _("Deadlines fall on {days}, by the calendar of {zone}.")
    return said.format(clock=policy.clock, zone=policy.zone, days=days)


def silence(nmr: str) -> str:
    """What follows from no answer."""
    return {
        DEFAULT_ORDERS: _("Whoever does not answer in time is given default orders."),
        STANDBY: _("The seat of whoever does not answer in time goes to a standby, where there is one."),
        FORFEIT: _("Whoever does not answer in time forfeits the game."),
        BOT: _("For whoever does not answer in time a program orders, to the end of that turn."),
    }.get(nmr, _("The game waits for whoever does not answer in time; the referee decides."))


def _press(policy: Policy) -> str:
    if policy.press == PRIVATE:
        said = _("Press may go to everybody or to some.")
    else:
        said = _("Press goes to everybody.")
    return f"{said} {_('It may be anonymous.')}" if policy.anonymous else said


def _authority(level: int) -> str:
    return {
        0: _("Mails are taken at any level of authority (0)."),
        2: _("Mails need a DKIM signature of the sender's mail server (level 2)."),
        3: _("Mails need a personal signature (level 3)."),
    }[level]
