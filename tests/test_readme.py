"""README is true: what it quotes is what comes out."""

from __future__ import annotations

import re

from tests.readme import README, current


def test_what_readme_quotes_is_current() -> None:
    assert README.read_text("utf-8") == current(), "Run `python -m tests.readme`."


def test_every_command_that_readme_names_is_there() -> None:
    from cli.contents import CONTENTS

    known = {name for group in CONTENTS.values() for name in group}
    named = set(re.findall(r"bugyo ([a-z]+)", README.read_text("utf-8")))
    assert named
    assert named <= known
