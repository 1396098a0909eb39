"""docs/security.md: the tests that hold what it says are there, and its numbers are those of the code."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cli.frame.mailing import A_LITTLE
from domain.game.deciding import own_slips
from referee.club.club_file import Limits
from referee.club.observers import OF_A_GAME, OF_A_MAILBOX
from referee.identity import cases, naming, seating
from referee.identity.answer_limits import ANSWERS, AT_PROVIDER, DAY, FEW, HUNDRED, POTS, WORDS
from referee.identity.authority import NEWCOMER, STRANGER, UNPROVEN
from referee.mail.desk import poison
from referee.mail.desk.cpu_budget import SECONDS
from referee.mail.desk.observing import A_DAY
from referee.mail.desk.sign_on import TO_AN_ADDRESS
from referee.mail.office.notices import TO_PERSON
from referee.mail.writing import allowance
from referee.programs.seats import MOST, STEP
from referee.record.postgres import SETTINGS
from referee.service.mail_sizes import Keep
from referee.web.posted import MOST_POSTED
from referee.web.sending import SENDINGS
from referee.web.stepping import AT_ONCE, STEPS
from referee.web.table_data import MOST_FRAMES
from referee.web.tables import BOARDS

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "security.md").read_text("utf-8")
RELIABILITY = (ROOT / "docs" / "reliability.md").read_text("utf-8")

LONGEST = 60
"""Lines of a screen."""

POT = POTS[NEWCOMER]
FRESH = -(-(POT.hour - POT.freely) // FEW)
"""Domains that use up what is left for each, once the first have had what is given freely."""

NUMBERS = [
    f"{HUNDRED} mails an hour to others in all",
    f"{['', 'one'][ANSWERS[STRANGER].day]} a day to a mailbox",
    f"use up the {POTS[STRANGER].hour} answers an hour of strangers for whom no server vouches",
    f"owns {POT.freely // POT.domain + FRESH} domains with DKIM or SPF",
    f"needs {FRESH} new ones for each hour",
    f"{POTS[AT_PROVIDER].domain // (ANSWERS[NEWCOMER].day + WORDS[NEWCOMER].day)} mailboxes at one provider",
    f"{POTS[STRANGER].hour} made-up addresses do both",
    f"{Keep().most_bytes // 1_000_000} MB of strangers' mails for {Keep().days} days",
    f"more than {allowance.QUESTIONS} questions, {allowance.TOLD // 1000} kB and",
    f"and {SECONDS:g} seconds of CPU to play",
    f"the desk has died of it {poison.MOST} times",
    f"{naming.OF_A_SEAT} at a time, {naming.OF_A_GAME} a day for a game",
    f"{seating.OPEN} such questions open at a time",
    f"make {Limits().a_day} lists a day, and have {Limits().named} people a day asked once each",
    f"observe {OF_A_MAILBOX} games, {OF_A_GAME} people each, and be sent {A_DAY} mails a day of each",
    f"{TO_AN_ADDRESS} times in {cases.PATIENCE // DAY} days to an address",
    f"longer than {SETTINGS['lock_timeout'].removesuffix('s')} seconds",
    f"more than {MOST_POSTED >> 10} kB, or twice",
    f"send {SENDINGS} times a minute",
    f"(`api/frames`), {MOST_FRAMES} at once, {BOARDS} a minute",
    f"(`api/step`, the one that is posted), {STEPS} a minute, one at a time",
    f"more than {['', 'one', 'two'][AT_ONCE]} steps and",
    f"{MOST:,} simulations at most for an order",
    f"{A_LITTLE:g} seconds in all after a mail",
    f"whole {STEP // 60_000} minutes behind",
    f"say {TO_PERSON} times an hour",
    f"take back {own_slips.MOST} slips, and ask the others {own_slips.MOST_ASKED} times",
    f"at most {ANSWERS[UNPROVEN].hour + WORDS[UNPROVEN].hour} times an hour",
]


def rows() -> list[list[str]]:
    """The cells of each row of the table."""
    found = (line.strip("|").split("|") for line in PAGE.splitlines() if line.startswith("| "))
    return [[cell.strip() for cell in cells] for cells in found if cells[-1].strip() != "held by"]


@pytest.mark.parametrize("said", NUMBERS)
def test_its_numbers_are_those_of_the_code(said: str) -> None:
    assert said in " ".join(PAGE.split())


def test_every_row_names_tests_that_hold_it() -> None:
    assert len(rows()) == 18
    for *_cells, held_by in rows():
        named = held_by.split(", ")
        assert named[0]
        for name in named:
            assert re.search(r"^def test_", (ROOT / name).read_text("utf-8"), re.MULTILINE), name


def test_every_test_that_the_attacks_name_is_there() -> None:
    attacks = RELIABILITY.partition("## Attacks")[2].partition("## What was not tested")[0]
    named = set(re.findall(r"tests/[\w/]+\.py", attacks))
    assert len(named) > 40
    assert [name for name in named if not (ROOT / name).is_file()] == []


def test_it_is_one_screen() -> None:
    assert len(PAGE.splitlines()) <= LONGEST
