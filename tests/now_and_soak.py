"""Parameters of which some are tested in every run, and the others in soak.

in_every_run  parameters of which the named ones are
FEWER         tests of which only the first of each so many are
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from typing import Any

import pytest


def in_every_run(now: Collection[str], values: Iterable[str]) -> list[Any]:
    """The parameters: those of `now` in every run. Each of these must be among the values."""
    known = list(values)
    assert set(now) <= set(known), set(now) - set(known)
    return [pytest.param(one, marks=[] if one in now else [pytest.mark.soak]) for one in known]


FEWER = {
    "tests/browser/test_check.py::test_a_dishonest_referee_of_protocol_2_is_found": 3,
    "tests/browser/test_check.py::test_both_verifiers_find_the_same_event": 3,
    "tests/browser/test_check.py::test_games_of_protocol_2_hold": 3,
    "tests/browser/test_check_languages.py::test_nothing_english_stands_in_it": 2,
    "tests/browser/test_mails.py::test_a_mail_fits_and_can_be_read_and_tapped": 3,
    "tests/browser/test_proof.py::test_a_page_with_its_record_says_what_holds": 2,
    "tests/browser/test_three.py::test_all_pass_what_nobody_has_altered": 3,
    "tests/bundle/test_both.py::test_both_find_it_at_the_same_event": 3,
    "tests/bundle/test_both_people.py::test_both_find_it_at_the_same_event": 3,
    "tests/bundle/test_both_rulings.py::test_both_find_it_at_the_same_event": 3,
    "tests/bundle/test_both_signed.py::test_both_find_it_at_the_same_event": 3,
    "tests/bundle/test_both_signed.py::test_what_the_player_has_not_signed_is_found": 3,
    "tests/bundle/test_lanes.py::test_a_dishonest_referee_is_found": 3,
    "tests/bundle/test_limits.py::test_twice_as_many_events_take_not_much_more_than_twice_as_long": 2,
    "tests/bundle/test_members.py::test_members_are_written_as_long_as_all_read_them": 2,
    "tests/bundle/test_verify.py::test_a_dishonest_referee_is_found": 3,
    "tests/cli/test_process.py::test_a_full_disk_loses_nothing": 2,
    "tests/perft/test_lanes.py::test_no_lane_passes_half_of_its_cells": 2,
    "tests/referee/mail/test_desk_trouble.py::test_a_full_disk_wherever_it_strikes": 2,
    "tests/referee/mail/test_wrapping.py::test_each_program_in_each_encoding": 3,
    "tests/shinobi/test_orders.py::test_an_order_is_taken_if_and_only_if_it_is_offered": 2,
    "tests/titles/test_recommended.py::test_a_game_with_sheets_is_played_to_its_end_and_decided_again": 2,
    "tests/titles/test_reference.py::test_every_question_to_a_game_has_an_answer_that_fits_a_mail": 2,
    "tests/titles/test_reference.py::test_what_is_hidden_changes_nothing_that_a_viewer_is_answered": 2,
    "tests/web/test_strangers.py::test_what_has_a_body_two_meanings_or_another_name_is_refused": 3,
}
"""So many altered records are looked at by three verifiers, so many broken requests by one server, so many
games and mails are alike: some of them in every run, all others in soak. Of titles, each is in every run."""


def leave_to_soak(items: Sequence[pytest.Item]) -> None:
    seen = Counter[str]()
    for item in items:
        name = item.nodeid.partition("[")[0]
        if seen[name] % FEWER.get(name, 1):
            item.add_marker(pytest.mark.soak)
        seen[name] += 1
