"""Three verifiers on the same bundle: what each says of it, and where two may say different things."""

from __future__ import annotations

import time
from base64 import b64encode
from collections.abc import Sequence
from typing import Any, NamedTuple

import pytest

from referee.bundle import verify as verifier
from referee.bundle import verify_dice, verify_record, verify_rulings
from referee.bundle.checking import Bundle, audit_bundle
from tests.bundle.maker import Members, zipped

CHECK = """async (raws) => {
  const found = [];
  for (const raw of raws) {
    const bytes = Uint8Array.from(atob(raw), (sign) => sign.charCodeAt(0));
    const since = performance.now();
    const { status, verdict, rows } = await bugyoCheck.check(bytes);
    const took = performance.now() - since;
    const failing = rows.filter((row) => row.status === "fails");
    const faults = failing.map((row) => [row.name, row.event, row.sentence]);
    found.push({ status, verdict, faults, took });
  }
  return found;
}"""


class Said(NamedTuple):
    """`at` is the first event that does not hold, 0 for a member or the game as a whole; `faults` are all
    that it names."""

    holds: bool
    at: int
    member: str
    why: str
    took: float
    faults: tuple[tuple[str, int], ...] = ()


def by_verify(members: Members) -> Said:
    since = time.process_time()
    report = verifier.verify(zipped(members))
    took = time.process_time() - since
    assert report.readable
    return Said(report.ok, report.position or 0, report.member or "", report.why, took)


def by_audit(members: Members) -> Said:
    since = time.process_time()
    verdict = audit_bundle(Bundle(members))
    took = time.process_time() - since
    if verdict.finding is None:
        return Said(True, 0, "", "", took)
    return Said(False, verdict.finding.position, verdict.member, verdict.finding.why, took)


def by_page(page: Any, bundles: Sequence[Members]) -> list[Said]:
    raws = [b64encode(zipped(members)).decode() for members in bundles]
    return [shown_by(one) for one in page.evaluate(CHECK, raws)]


def shown_by(found: Any) -> Said:
    faults, took = found["faults"], found["took"] / 1000
    if found["status"] == "holds":
        return Said(True, 0, "", "", took)
    if found["status"] == "unchecked":
        return Said(False, 0, "unchecked", found["verdict"], took)
    at = next((event for _, event, _ in faults if event), 0)
    return Said(
        False, at, faults[0][0], faults[0][2], took, tuple((name, event) for name, event, _ in faults)
    )


# ---- where they may differ

RULES = (
    "It is no event of this title: ",
    "It says more or less than an event of this title can say.",
    "By the rules ",
    "Nothing follows here by the rules",
    "Its seats are not those of the scenario",
    "Its options are not those of the preset",
    "There is no scenario",
    "It opens ",
    "The data set is another than the opening names.",
    "the rules ask for ",
)
"""What the audit says where the rules of a title tell."""


CALENDAR = (
    "By the policy of the game the deadlines are ",
    "The deadlines ",
    "No deadline ",
)
"""What it says where a calendar tells when deadlines are, and whom the game waited for."""

LINES = ("The text that ",)
"""What it says where it looks for orders among the lines that were signed, as section 6.10 leaves to it."""

THROWN = {"opened", "root-committed", "sheet-committed", "sheet-shown", "joined", "ordered", "spent", "asked"}
THROWN |= {"contributed", "thrown", "thrown-again", "fact", "rewound", "forked"}
SHAPES: dict[str, Any] = {kind: shape for kind, shape in verify_rulings.SHAPES.items() if kind in THROWN}
SHAPES["opened"] = {**SHAPES["opened"], "policy": (object, {})}
for _kind in ("seat-taken", "seat-left", "delegated", "delegation-ended"):
    SHAPES[_kind] = {"seat": (object, "")}
"""The entries of section 6.1: the others are of sections 6.7, 6.9 and 6.10."""


class Nobody:
    """In the place of what sections 6.7 to 6.10 say of people and of disputes."""

    def __init__(self, *_given: Any) -> None:
        self.due = ""
        self.holders = dict[str, str]()

    def sitting(self) -> set[str]:
        return set()

    def look(self, *_given: Any) -> None:
        pass

    def end(self) -> None:
        pass

    def said(self) -> str:
        return ""


class Dice(verify_dice.Dice):
    """With no policy but what dice are thrown, and no look at any that comes later."""

    def __init__(self, people: Any, opening: dict[str, Any]) -> None:
        policy = opening["policy"] if isinstance(opening["policy"], dict) else {}
        super().__init__(people, {**opening, "policy": {"dice": policy.get("dice", "cells")}})

    def look(self, entry: dict[str, Any]) -> None:
        if entry["type"] != "policy-changed":
            super().look(entry)


def without_people(members: Members) -> Said:
    """What `verify.py` says that looks at no people, as the page does."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(verifier, "People", Nobody)
        patch.setattr(verifier, "Docket", Nobody)
        patch.setattr(verifier, "Dice", Dice)
        patch.setattr(verify_record, "SHAPES", SHAPES)
        return by_verify(members)


def place(said: Said) -> tuple[bool, int]:
    return said.holds, said.at


def differs(members: Members, verify: Said, page: Said, audit: Said | None) -> str:
    """The kind of a disagreement; "" where there is none, "?" where it is of no kind that is known."""
    kinds = []
    if place(verify) != place(page):
        # It says so itself: "not checked here" is its row of people, clocks, press, disputes and rulings.
        kinds.append(of_page(members, verify, page))
    if audit and place(verify) != place(audit):
        kinds.append(of_audit(verify, audit))
    return " ".join(kinds)


def of_page(members: Members, verify: Said, page: Said) -> str:
    try:
        if place(without_people(members)) == place(page):
            return "people"
    except TypeError:  # by a seat of section 6.7 that is no text: nobody has looked at it
        return "people"
    # The page looks at what entries have when it works through throws, after the chain.
    # A fork that is none any more leaves other names to all events before it, a fact another end of the game.
    is_chain = page.member in ("chain", "openings") and 0 < page.at < verify.at
    return "forms" if is_chain else "?page"


def of_audit(verify: Said, audit: Said) -> str:
    # An event that no rule makes breaks no seal, and what follows may hold, or fail later.
    is_first = not audit.holds and audit.at and (verify.holds or verify.at > audit.at)
    if audit.why.startswith("The export is of the title "):
        return "title"  # verify.py knows none, and says that the data set is of another
    if is_first and audit.why.startswith(CALENDAR):
        return "calendar"
    if is_first and audit.why.startswith(LINES):
        return "lines"
    return "rules" if is_first and audit.why.startswith(RULES) else "?audit"
