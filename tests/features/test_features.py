"""The table of features is what its commands and mails show."""

from __future__ import annotations

import pytest

from cli.contents import EVERY
from projections.locale.sentences import ROOT
from tests.features.table import PAGE, current, features


@pytest.mark.soak
def test_every_row_is_shown_by_what_was_run() -> None:
    assert PAGE.read_text("utf-8") == current(), "Run `python -m tests.features --write`, and read."


def test_every_row_is_on_the_page_and_is_shown_or_left_out() -> None:
    page = PAGE.read_text("utf-8")
    for one in features().feature:
        assert f"| {one.name} | {one.theirs} |" in page
        assert [bool(one.run), bool(one.mail), bool(one.test), bool(one.left)].count(True) == 1, one.name
        assert bool(one.mail) == bool(one.session), one.name
        assert bool(one.shows) == bool(one.run or one.mail), one.name
        assert not one.test or (ROOT / one.test).is_file(), one.name


def test_every_command_of_a_row_is_there() -> None:
    named = {word for one in features().feature for word in one.run.split("bugyo ")[1:]}
    assert [line for line in named if line.split()[0] not in {name.split()[0] for name in EVERY}] == []
