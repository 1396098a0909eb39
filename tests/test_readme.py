"""README is true: each command that it names is there. What it quotes is looked at with the demonstration."""

from __future__ import annotations

import re

from cli.contents import CONTENTS
from tests.readme import README, RESULTS


def test_every_command_that_readme_names_is_there() -> None:
    known = {name for group in CONTENTS.values() for name in group}
    named = set(re.findall(r"bugyo ([a-z]+)", README.read_text("utf-8")))
    assert named
    assert named <= known


def test_the_table_of_speed_is_that_of_the_results() -> None:
    """The demonstration that stands before it is played in a longer test."""
    table = RESULTS.read_text("utf-8").partition("# Speed\n")[2].partition("\n\n|")[2].rstrip()
    quoted = README.read_text("utf-8").partition("<!-- bench:")[2].partition("<!-- /bench -->")[0]
    assert quoted.partition("-->\n")[2] == f"\n|{table}\n\n", "Run `python -m tests.readme`."
