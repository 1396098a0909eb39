"""Three verifiers on the same bundle: what each says of it, and where two of them may say different things."""

from __future__ import annotations

import time
from base64 import b64encode
from collections.abc import Sequence
from typing import Any, NamedTuple

from referee.bundle.checking import Bundle, audit_bundle
from referee.bundle.verify import verify
from tests.bundle.maker import Members, zipped

CHECK = """async (raws) => {
  const found = [];
  for (const raw of raws) {
    const bytes = Uint8Array.from(atob(raw), (sign) => sign.charCodeAt(0));
    const since = performance.now();
    const { status, verdict, rows } = await bugyoCheck.check(bytes);
    const took = performance.now() - since;
    const faults = rows.filter((row) => row.status === "fails").map((row) => [row.name, row.event, row.sentence]);
    const unchecked = rows.filter((row) => row.status === "unchecked").map((row) => [row.name, row.sentence]);
    found.push({ status, verdict, faults, unchecked, took });
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
    report = verify(zipped(members))
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
    return [of_page(one) for one in page.evaluate(CHECK, raws)]


def of_page(found: Any) -> Said:
    faults, took = found["faults"], found["took"] / 1000
    if found["status"] == "holds":
        return Said(True, 0, "", "", took)
    if found["status"] == "unchecked":
        return Said(False, 0, "unchecked", str(found["unchecked"]), took)
    at = next((event for _, event, _ in faults if event), 0)
    return Said(
        False, at, faults[0][0], faults[0][2], took, tuple((name, event) for name, event, _ in faults)
    )
