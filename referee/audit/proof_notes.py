"""Notes on the proof of a game's throws where it holds: how far it goes, and what anybody may ask about."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from domain.game.checking.proof import foreseen
from domain.game.entries.dice import DiceAnswered, DiceClaimed
from domain.game.entries.entries import Entry, Forked, Opened, RootCommitted, WhatIf
from domain.game.entries.levels import REFEREE_SHEET, TWO_SHEETS, WITNESS
from domain.game.entries.people import Lapsed
from domain.game.entries.policy import REAL
from domain.game.state.ledger import LaneLedger, Ledger, after
from domain.installed import elsewhere
from domain.kit.chance import Thrown, ThrownAgain
from domain.kit.roots import CELLS
from domain.titles import GUESTS, package
from referee.proof.levels import FIRST

NO_CELLS = "Every throw answers what was asked with faces that can fall; no cells were committed to."
REAL_DICE = (
    "Every throw follows from the committed cells, but for those with real dice: these are what one seat has "
    "told and another confirmed."
)
LEFT_CELLS = "Every throw before the what-if follows from the committed cells; those after it only can fall."


def of_throws(opening: Sequence[Entry], fork: WhatIf | None) -> str:
    """What is checked of throws in a game of which not all follow from cells; "" where all do."""
    first = next((one for one in opening if isinstance(one, Opened)), None)
    if first is not None and not first.level:
        return NO_CELLS
    if first is not None and first.policy is not None and first.policy.dice == REAL:
        return REAL_DICE
    return "" if fork is None else LEFT_CELLS


def package_notes(entries: Sequence[Entry]) -> tuple[str, ...]:
    """Which package brought the title, where it is not one of ours, and which one has decided again now."""
    opened = entries[0] if entries else None
    if not isinstance(opened, Opened) or not (opened.package or opened.title in GUESTS):
        return ()
    brought = opened.package or "Bugyo itself"
    here = package(opened.title) or "Bugyo itself"
    said = (
        f"Its title was brought by {brought}, and its orders were decided again by {here}: "
        "that they hold says no more than that package does."
    )
    other = elsewhere(opened.title, opened.package, GUESTS)
    return (f"{said} {other}".rstrip(),)


def proof_notes(game: str, entries: Sequence[Entry]) -> tuple[str, ...]:
    """Each in a sentence or two; () for a game without proof."""
    opened = entries[0] if entries else None
    if not isinstance(opened, Opened):
        return ()
    if not opened.level:
        return (*_imagined(opened), *_on_two(entries), *_on_word(entries, 0))
    return (
        *_opening(opened),
        *([FIRST] if opened.protocol == 1 else ()),
        *(_of_levels(game, opened, entries) if opened.level >= TWO_SHEETS else ()),
        *_on_two(entries),
        *_renewed(game, entries),
        *_silent(entries),
        *_again(entries),
        *_after_a_fork(entries),
    )


def _imagined(opened: Opened[object]) -> Iterator[str]:
    if opened.imagined is not None:
        one = opened.imagined
        yield (
            f"It is no continuation of {one.game}. The position that it begins with is imagined, by the seed "
            f"{one.seed}, from what {one.seat} saw of {one.game} after event {one.at}; nobody can check it. "
            "What holds is that what follows was played by the rules from there."
        )


def _after_a_fork(entries: Sequence[Entry]) -> Iterator[str]:
    left = [at for at, entry in enumerate(entries, 1) if isinstance(entry, Forked)]
    yield from _on_word(entries, left[0]) if left else ()


def _on_word(entries: Sequence[Entry], after: int) -> Iterator[str]:
    """Which throws after an event rest on people's word, and on whose: real dice are on record as such."""
    thrown = [(at, one) for at, one in enumerate(entries, 1) if isinstance(one, Thrown) and at > after]
    two = {at for at, *_who in _by_people(entries)}
    thrown = [(at, one) for at, one in thrown if at not in two]
    real = [str(at) for at, one in thrown if one.real]
    if real:
        named = ", ".join(real[:MOST_NAMED])
        more = f" and {len(real) - MOST_NAMED} more" if len(real) > MOST_NAMED else ""
        yield (
            f"Of {len(thrown)} throws without a cell {len(real)} were real dice, entered by hand, and rest "
            f"on the word of whoever entered them: event {named}{more}."
        )
    if len(real) < len(thrown):
        yield (
            f"{len(thrown) - len(real)} throws without a cell come from a generator that nobody else can "
            "check: they rest on the referee's word."
        )


def _on_two(entries: Sequence[Entry]) -> Iterator[str]:
    """Which throws rest on the word of who threw and of who confirmed."""
    found = list(_by_people(entries))
    if found:
        named = "; ".join(
            f"{thrower} threw, {confirmer} confirmed: event {', '.join(map(str, at[:MOST_NAMED]))}"
            + (f" and {len(at) - MOST_NAMED} more" if len(at) > MOST_NAMED else "")
            for (thrower, confirmer), at in _grouped(found).items()
        )
        yield (
            f"{len(found)} throws follow from no cell: they were made with real dice, as is agreed in this "
            f"game, and rest on people's word. {named}."
        )


def _grouped(found: Sequence[tuple[int, str, str]]) -> dict[tuple[str, str], list[int]]:
    groups: dict[tuple[str, str], list[int]] = {}
    for at, thrower, confirmer in found:
        groups.setdefault((thrower, confirmer), []).append(at)
    return groups


def _by_people(entries: Sequence[Entry]) -> Iterator[tuple[int, str, str]]:
    """Each throw that a seat has claimed and another confirmed, with both."""
    thrower = ""
    for at, (before, entry) in enumerate(pairwise(entries), 2):
        if isinstance(before, DiceClaimed):
            thrower = before.seat
        if isinstance(entry, Thrown) and entry.real and isinstance(before, DiceAnswered):
            yield at, thrower, before.seat


def _opening(opened: Opened[object]) -> Iterator[str]:
    if opened.opening > 1:
        yield (
            f"It is opening {opened.opening} of this key; the one before has the digest {opened.before}. "
            "Whoever opens a game again and again until it pleases leaves such a gap."
        )


def _of_levels(game: str, opened: Opened[object], entries: Sequence[Entry]) -> Iterator[str]:
    throws = sum(isinstance(entry, Thrown) and not entry.real for entry in entries)
    known = len(foreseen(game, entries))
    if opened.protocol > 1 and throws:
        yield (
            f"Of {throws} throws {throws - known} came with a cell of a seat that nobody had seen. {known} "
            "did not, and are of level 1 as far as the seats go: the referee could foresee them."
        )


def _renewed(game: str, entries: Sequence[Entry]) -> Iterator[str]:
    """The roots of the referee after the first, with what was left of the one before."""
    if not any(isinstance(entry, RootCommitted) for entry in entries):
        return
    ledger: Ledger = LaneLedger(game)
    for position, entry in enumerate(entries, 1):
        if isinstance(entry, RootCommitted) and entry.party == REFEREE_SHEET:
            left = ", ".join(_left(ledger)) or "the sheets of the first protocol"
            yield f"At event {position} the referee committed to new cells; of the older were left: {left}."
        ledger = after(ledger, entry)


def _left(ledger: Ledger) -> Iterator[str]:
    if isinstance(ledger, LaneLedger):
        root = ledger.roots[REFEREE_SHEET]
        for lane in root.lanes:
            used = ledger.questions.get(lane, 0) - root.since.get(lane, 0)
            yield f"{root.sheets * CELLS - used} of lane {lane}"


def _silent(entries: Sequence[Entry]) -> Iterator[str]:
    for position, entry in enumerate(entries, 1):
        if isinstance(entry, Lapsed) and entry.seat == WITNESS:
            yield f"At event {position} the witness was silent; it may have known what its cell would give."


def _again(entries: Sequence[Entry]) -> Iterator[str]:
    """The faces that answered once more after play had gone back."""
    found = [(at, one.of) for at, one in enumerate(entries, 1) if isinstance(one, ThrownAgain)]
    if found:
        named = ", ".join(f"{at} that of {of}" for at, of in found[:MOST_NAMED])
        more = f" and {len(found) - MOST_NAMED} more" if len(found) > MOST_NAMED else ""
        yield f"Throws that answered again after play had gone back: event {named}{more}."


MOST_NAMED = 20
"""Throws that are named one by one."""
