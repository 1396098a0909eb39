"""Calls of the operating system that fail: what is said is true, and nothing is lost or done twice."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from referee.service.exits import OK, TEMPFAIL
from tests.faults.calls import STRACE, Fault, campaign, control, made, prepared, tried
from tests.servers.machines import needed


@pytest.fixture(autouse=True)
def traced() -> None:
    needed(STRACE)
    if subprocess.run(
        [STRACE, "-qq", "-o", "/dev/null", "true"], capture_output=True, check=False
    ).returncode:
        pytest.skip("no process may be traced here")


@pytest.mark.budget(160, "the whole program takes a mail, and strace looks at each of its calls")
def test_a_write_that_fails_applies_nothing(tmp_path: Path) -> None:
    ended = tried(prepared(tmp_path), tmp_path, Fault("pwrite64", 20, "error=EIO"))
    assert (ended.code, ended.played, ended.finally_played, ended.is_sound) == (TEMPFAIL, 0, 1, True)
    assert "disk I/O error" in ended.said


@pytest.mark.soak
def test_a_disk_that_is_broken_from_some_call_on_takes_back_nothing(tmp_path: Path) -> None:
    """The order is on record by then; its answer is what cannot be carried away."""
    case = prepared(tmp_path)
    ended = tried(case, tmp_path, Fault("fcntl", made(case, tmp_path)["fcntl"] - 6, "error=EIO", on=True))
    assert (ended.code, ended.played, ended.finally_played, ended.is_sound) == (TEMPFAIL, 1, 1, True)
    assert "What follows from this mail is done when it comes again: disk I/O error" in ended.said
    assert "Nothing of this was recorded" not in ended.said


@pytest.mark.soak
def test_a_failure_that_does_not_matter_is_not_told(tmp_path: Path) -> None:
    ended = tried(prepared(tmp_path), tmp_path, Fault("newfstatat", 1, "error=EIO"))
    assert (ended.code, ended.played, ended.is_sound) == (OK, 1, True)


@pytest.mark.soak
def test_some_of_all_calls(tmp_path: Path) -> None:
    found = campaign(4, tmp_path, 1)
    assert (found.tried, found.is_clean()) == (4, True), found


@pytest.mark.soak
def test_more_of_all_calls(tmp_path: Path) -> None:
    found = campaign(6, tmp_path, 2)
    assert (found.tried, found.is_clean()) == (6, True), found


@pytest.mark.soak
def test_a_disk_that_lies_loses_something(tmp_path: Path) -> None:
    """Otherwise the campaign could not fail."""
    found = control(25, tmp_path, 1)
    assert found.tried == 25
    assert not found.is_clean()
