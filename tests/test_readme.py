"""README is true: each command that it names is there. What it quotes is looked at with the demonstration."""

from __future__ import annotations

import re

from cli.contents import CONTENTS
from tests.readme import README


def test_every_command_that_readme_names_is_there() -> None:
    known = {name for group in CONTENTS.values() for name in group}
    named = set(re.findall(r"bugyo ([a-z]+)", README.read_text("utf-8")))
    assert named
    assert named <= known
