"""What a siege has measured, and what must hold of it."""

from __future__ import annotations

from statistics import median
from typing import TYPE_CHECKING

from msgspec import Struct

from tests.siege.giant import Delivered
from tests.siege.house import Death

if TYPE_CHECKING:
    from tests.siege.siege import Siege

MOST_CPU = 10.0
"""From the coming of an honest mail to its answer the desk may use so many times the CPU of its start."""

MOST_MEMORY = 300.0
"""MB, of the desk itself and of `bugyo deliver`."""

MOST_STRANGERS = 300
"""Mails to strangers in an hour, or in any shorter time."""

MOST_MAIL = 1.0
"""MB of any mail that goes out."""

MOST_LOG = 10.0
SEEN = 0.9
"""Of the pages that an honest reader asks for while the siege lasts."""


class Honest(Struct, frozen=True, kw_only=True):
    """What became of one honest mail."""

    is_typo: bool
    is_answered: bool = False
    times_played: int = 0
    seconds: float = 0.0
    cpu: float = 0.0


class Figures(Struct, frozen=True, kw_only=True):
    """MB where no unit is named; seconds to an answer are of the clock, and of the desk's CPU."""

    minutes: float
    asked: int
    handed_in: int
    played: int
    twice: int
    typos: int
    typos_answered: int
    seconds_median: float
    seconds_most: float
    cpu_start: float
    cpu_median: float
    cpu_most: float
    cpu_all: float
    memory_desk: float
    memory_all: float
    attacks: dict[str, int]
    hostile: int
    """Mails with hostile lines of one who plays."""
    newcomers: int
    """Honest newcomers who were answered."""
    shouted: dict[str, int]
    replies: dict[str, int]
    half_requests: dict[str, int]
    half_sessions: dict[str, int]
    oddities: dict[str, int]
    giants: list[Delivered]
    strangers: dict[str, int]
    mails_out: dict[str, int]
    megabytes_out: dict[str, float]
    largest: tuple[float, str]
    pages_asked: int
    pages_seen: int
    page_slowest: float
    page_after: str
    deaths: list[Death]
    code: int | None
    audit: str
    store: float
    log: float
    tracebacks: dict[str, int]
    """How often each error ended one in the log."""
    broken: list[str] = []


def figures_of(
    siege: Siege, honest: list[Honest], most_played: int, audit: str, faults: list[str]
) -> Figures:
    orders = [one for one in honest if not one.is_typo]
    answered = [one for one in honest if one.is_answered]
    times, used = [one.seconds for one in answered] or [0.0], [one.cpu for one in answered] or [0.0]
    house, clerk, looks = siege.house, siege.clerk, siege.reader.looks
    made = Figures(
        minutes=siege.minutes,
        asked=siege.orders.mails,
        handed_in=len(orders),
        played=sum(one.times_played > 0 for one in orders),
        twice=sum(one.times_played > 1 for one in honest),
        typos=len(honest) - len(orders),
        typos_answered=sum(one.is_typo for one in answered),
        seconds_median=round(median(times), 2),
        seconds_most=round(max(times), 2),
        cpu_start=round(house.starting, 2),
        cpu_median=round(median(used), 2),
        cpu_most=round(max(used), 2),
        cpu_all=round(house.used(), 1),
        memory_desk=round(house.most["desk"], 1),
        memory_all=round(house.most["all"], 1),
        attacks=dict(siege.storm.handed_in),
        hostile=siege.people.hostile,
        newcomers=clerk.newcomers(),
        shouted=dict(clerk.shouted),
        replies=dict(siege.postman.replies),
        half_requests={"at once": siege.crowd.most, "opened": siege.crowd.opened},
        half_sessions={"at once": siege.sessions.most, "opened": siege.sessions.opened},
        oddities=dict(sorted(siege.oddities.answers.items())),
        giants=siege.giants.delivered,
        strangers=dict(clerk.strangers()),
        mails_out=dict(clerk.mails),
        megabytes_out={to: round(size, 2) for to, size in clerk.megabytes.items()},
        largest=(round(clerk.largest[0], 3), clerk.largest[1]),
        pages_asked=len(looks),
        pages_seen=sum(one.status == "200" for one in looks),
        page_slowest=max((one.seconds for one in looks if one.status == "200"), default=0.0),
        page_after=siege.again.status if siege.again else "",
        deaths=house.deaths,
        code=siege.code,
        audit=audit,
        store=round(house.size("games.db"), 1),
        log=round(house.size("serve.log"), 2),
        tracebacks=dict(house.tracebacks()),
    )
    broken = [*faults, *_honest(made), *_quiet(made), *_whole(made), *_delivered(made, siege)]
    return Figures(**{**{name: getattr(made, name) for name in made.__struct_fields__}, "broken": broken})


def _honest(made: Figures) -> list[str]:
    """What is promised to those who play."""
    found = []
    if made.handed_in < made.asked:
        found.append(f"Only {made.handed_in} of {made.asked} honest orders could be written.")
    if made.played < made.handed_in:
        found.append(f"{made.handed_in - made.played} of {made.handed_in} honest orders were not played.")
    if made.twice:
        found.append(f"{made.twice} honest orders were played twice.")
    if made.typos_answered < made.typos:
        lost = made.typos - made.typos_answered
        found.append(f"{lost} of {made.typos} mistyped orders with a token got no answer.")
    if made.cpu_most >= MOST_CPU * made.cpu_start:
        found.append(
            f"An honest mail was answered after {made.cpu_most} s of CPU; the start took {made.cpu_start} s."
        )
    if made.pages_seen < SEEN * made.pages_asked:
        found.append(f"{made.pages_asked - made.pages_seen} of {made.pages_asked} pages were not shown.")
    if made.page_after != "200":
        found.append(f"After the siege the pages say “{made.page_after}”.")
    return found


def _quiet(made: Figures) -> list[str]:
    """What is promised to everybody else."""
    found, strangers = [], sum(made.strangers.values())
    if strangers >= MOST_STRANGERS * max(1.0, made.minutes / 60):
        found.append(f"{strangers:,} mails went to strangers.")
    for domain, why in (
        ("automatic.example", "automatic replies of Hungarian and Turkish programs were answered"),
        ("dmarc.example", "mails whose DMARC had failed, as the server had recorded, were answered"),
    ):
        if made.strangers.get(domain):
            found.append(f"{made.strangers[domain]} {why}.")
    if made.newcomers < (asked := made.attacks.get("newcomers", 0)):
        found.append(f"{asked - made.newcomers} of {asked} honest newcomers got no answer.")
    for said, n in made.shouted.items():
        found.append(f"{n} mails had “{said}” in their subject or first line.")
    if made.largest[0] >= MOST_MAIL:
        found.append(f"A mail of {made.largest[0]} MB went out: {made.largest[1]}.")
    for what, n in made.oddities.items():
        if what.startswith(("CL with TE: 2", "wrong Host: 2")):
            found.append(f"{n} requests were taken that should be refused: {what}.")
    return found


def _whole(made: Figures) -> list[str]:
    """What is promised to whoever runs the desk."""
    found = []
    if made.deaths:
        first = made.deaths[0]
        said = f"after {first.after} s with {first.code}: {first.said}"
        found.append(f"The desk ended by itself {len(made.deaths)} times, first {said}")
    if made.memory_desk >= MOST_MEMORY:
        found.append(f"The desk took {made.memory_desk} MB of memory.")
    if made.code != 0:
        found.append(f"SIGTERM ended the desk with {made.code}.")
    if made.audit:
        found.append(f"The audit says {made.audit}")
    if made.log >= MOST_LOG:
        found.append(f"The log has {made.log} MB.")
    if made.tracebacks:
        last = ", ".join(made.tracebacks)
        found.append(f"The log has {sum(made.tracebacks.values())} tracebacks: {last}")
    return found


def _delivered(made: Figures, siege: Siege) -> list[str]:
    """What is promised of mails without an end."""
    found = []
    for one in made.giants:
        if one.megabytes >= MOST_MEMORY:
            found.append(f"`bugyo deliver` took {one.megabytes} MB of memory.")
        if one.code in (None, 75):
            found.append(f"`bugyo deliver` ended with {one.code} after {one.seconds} s: {one.said}")
    if "giant" in siege.orders.kinds and not made.giants:
        found.append("No mail without an end was delivered.")
    return found


def summary(made: Figures) -> str:
    """In a cell of the table."""
    attacks, strangers = sum(made.attacks.values()), sum(made.strangers.values())
    return (
        f"{made.minutes:.0f} min with {attacks:,} ill-meant mails and {made.half_requests['at once']:,} "
        f"half-requests; answered within {made.cpu_most} s of CPU (median {made.cpu_median}); "
        f"{made.memory_desk:.0f} MB; {strangers} mails to strangers"
    )
