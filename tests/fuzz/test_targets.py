"""What is fuzzed holds for where it begins, for what once fell over, and for seconds of looking further."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from referee.bundle.verify import verify
from tests.fuzz import targets
from tests.fuzz.running import fuzzed
from tests.fuzz.targets import TARGETS

CRASHES = Path(__file__).with_name("crashes")


@pytest.mark.parametrize("name", TARGETS)
def test_where_it_begins(name: str) -> None:
    """All seeds, of many a sample; and each with one byte changed."""
    target, random = TARGETS[name], Random(name)
    seeds = target.seeds()
    chosen = random.sample(seeds, min(len(seeds), 40))
    for seed in chosen:
        target.check(seed)
        at = random.randrange(len(seed) + 1)
        target.check(seed[:at] + random.randbytes(1) + seed[at + 1 :])
    assert chosen


def test_what_once_fell_over() -> None:
    """What a campaign finds is put there, under the name of its target."""
    for path in sorted(CRASHES.glob("*/crash-*")):
        TARGETS[path.parent.name].check(path.read_bytes())
    assert {path.name for path in CRASHES.iterdir() if path.is_dir()} <= set(TARGETS)


@pytest.mark.soak
@pytest.mark.parametrize("name", TARGETS)
def test_seconds_of_fuzzing(name: str, tmp_path: Path) -> None:
    """Five seconds for each; minutes in the published campaign."""
    found = fuzzed(name, 5, tmp_path)
    assert found.crashes == ()
    assert found.inputs > 20


# ---- what a target would see


def test_an_order_that_is_read_otherwise_than_it_is_written_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    words = targets.notations()[0]
    monkeypatch.setattr(type(words), "write", lambda self, order: "place uesugi in kii")
    with pytest.raises(AssertionError):
        targets.order(bytes([0]) + b"place uesugi in iga")


def test_a_verifier_that_passes_what_was_changed_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    sound = verify(targets._zipped(targets.short()))
    monkeypatch.setattr(targets, "verify", lambda raw: sound)
    with pytest.raises(AssertionError):
        targets.bundle(b"\x00\x00\x00\x10aaaa")


@pytest.mark.soak
def test_a_crash_is_found_and_kept(tmp_path: Path) -> None:
    """A target that falls over what it begins with."""
    found = fuzzed("falls-over", 5, tmp_path)
    (crash,) = found.crashes
    assert crash.read_bytes()[:1] == b"P"
