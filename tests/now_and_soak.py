"""Tests and parameters that are in every run, and those that are left to soak.

Names begin below `tests`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from typing import Any
from zlib import crc32

import pytest


def in_every_run(now: Collection[str], values: Iterable[str]) -> list[Any]:
    """The parameters: those of `now` in every run. Each of these must be among the values."""
    known = list(values)
    assert set(now) <= set(known), set(now) - set(known)
    return [pytest.param(one, marks=[] if one in now else [pytest.mark.soak]) for one in known]


FEWER = {
    "browser/test_access.py::test_axe_finds_nothing": 6,
    "browser/test_boards.py::test_the_board_of_the_page_is_the_projection_at_every_event": 6,
    "browser/test_branches.py::test_abandoned_lines_are_stepped_over": 4,
    "browser/test_check.py::test_a_dishonest_referee_of_protocol_2_is_found": 6,
    "browser/test_check.py::test_both_verifiers_find_the_same_event": 6,
    "browser/test_check.py::test_games_of_protocol_2_hold": 3,
    "browser/test_check_languages.py::test_nothing_english_stands_in_it": 4,
    "browser/test_check_page.py::test_a_doubter_computes_a_throw_by_hand": 3,
    "browser/test_looks.py::test_a_page_looks_as_it_did": 3,
    "browser/test_mails.py::test_a_mail_fits_and_can_be_read_and_tapped": 14,
    "browser/test_mails.py::test_the_first_screen_of_a_telephone_says_what_to_do_and_has_orders": 3,
    "browser/test_page.py::test_a_page_opens_where_the_action_is_and_counters_are_large_enough": 3,
    "browser/test_page.py::test_keys_step_from_event_to_event": 3,
    "browser/test_page.py::test_what_is_sought_is_shown_or_it_is_said_that_there_is_none": 8,
    "browser/test_proof.py::test_a_page_with_its_record_says_what_holds": 4,
    "browser/test_seat_page.py::test_axe_finds_nothing_before_and_after_a_choice": 10,
    "browser/test_three.py::test_all_pass_what_nobody_has_altered": 6,
    "bundle/test_both.py::test_both_find_it_at_the_same_event": 3,
    "bundle/test_both.py::test_both_pass_every_viewers_bundle": 3,
    "bundle/test_both.py::test_rearranged_events_are_found_by_both_at_the_same_event": 4,
    "bundle/test_both_advice.py::test_both_find_it_at_the_same_event": 3,
    "bundle/test_both_lines.py::test_both_find_it_at_the_same_event": 3,
    "bundle/test_both_people.py::test_both_find_it_at_the_same_event": 3,
    "bundle/test_both_refusals.py::test_both_find_it_at_the_same_event": 3,
    "bundle/test_both_rulings.py::test_both_find_it_at_the_same_event": 3,
    "bundle/test_both_signed.py::test_both_find_it_at_the_same_event": 3,
    "bundle/test_both_signed.py::test_what_the_player_has_not_signed_is_found": 3,
    "bundle/test_both_slips.py::test_both_find_it_at_the_same_event": 3,
    "bundle/test_both_votes.py::test_both_find_it_at_the_same_event": 3,
    "bundle/test_bundle.py::test_every_bundle_holds": 2,
    "bundle/test_flips.py::test_what_is_remembered_changes_no_verdict": 2,
    "bundle/test_lanes.py::test_a_dishonest_referee_is_found": 3,
    "bundle/test_limits.py::test_five_times_as_many_events_are_about_five_times_as_much_work": 4,
    "bundle/test_limits.py::test_no_bomb_costs_much_or_300_mb": 4,
    "bundle/test_limits.py::test_no_bomb_costs_the_audit_more": 4,
    "bundle/test_members.py::test_a_game_is_written_as_long_as_all_read_it": 3,
    "bundle/test_members.py::test_members_are_written_as_long_as_all_read_them": 2,
    "bundle/test_signing.py::test_of_keys_of_small_order_both_verifiers_think_alike": 4,
    "bundle/test_verify.py::test_a_dishonest_referee_is_found": 3,
    "bundle/test_zip_members.py::test_a_bomb_costs_little_and_does_not_hold": 3,
    "cli/test_keys.py::test_the_keys_of_a_document_are_those_that_are_described": 3,
    "exports/test_schema.py::test_every_kind_of_line_of_a_recorded_game_of_each_title_fits": 2,
    "exports/test_secrecy.py::test_no_byte_depends_on_what_the_viewer_may_not_know": 4,
    "figures/test_figures.py::test_a_game_can_be_counted": 5,
    "kawanakajima/test_players.py::test_what_is_imagined_can_be_played_to_the_end": 3,
    "kawanakajima/test_players.py::test_what_is_imagined_looks_to_a_seat_like_the_game": 2,
    "kawanakajima/test_stories.py::test_a_recorded_siege_tells_its_story": 2,
    "languages/test_boards.py::test_no_line_of_a_board_is_wider_than_a_mail": 6,
    "languages/test_rendering.py::test_a_game_is_told_in_the_language_of_its_reader": 4,
    "languages/test_sentences.py::test_all_that_a_random_game_says_is_translated": 4,
    "perft/test_lanes.py::test_no_lane_passes_half_of_its_cells": 3,
    "perft/test_perft.py::test_a_rule_that_is_changed_is_noticed": 3,
    "players/test_search.py::test_the_same_seed_gives_the_same_game": 2,
    "projections/test_asks.py::test_every_prompt_of_a_recorded_game_says_what_it_asks": 6,
    "projections/test_mail_parts.py::test_the_short_board_fits_into_a_mail": 3,
    "projections/test_page_secrecy.py::test_what_others_have_ordered_under_seal_is_in_no_page": 4,
    "projections/test_page_secrecy.py::test_what_others_were_dealt_is_in_no_page": 2,
    "protocol/test_faces.py::test_every_permutation_of_a_small_deck_is_about_equally_likely": 2,
    "protocol/test_referees.py::test_a_cell_out_of_its_turn_or_a_sheet_that_is_not_due_is_named": 4,
    "protocol/test_steering.py::test_no_face_follows_from_times_mails_references_or_persons": 2,
    "record/test_desks.py::test_two_desks_are_handed_the_same_mails_at_once": 2,
    "record/test_desks.py::test_whoever_looks_is_told_of_what_another_has_recorded": 2,
    "record/test_kill.py::test_a_full_disk_is_a_clear_error_and_nothing_acknowledged_is_lost": 2,
    "record/test_postgres.py::test_nothing_that_is_recorded_can_be_changed": 4,
    "record/test_secrets.py::test_a_swapped_card_makes_no_difference_to_anybody_but_its_owner": 4,
    "referee/clocks/test_random.py::test_whatever_people_do_the_record_holds": 4,
    "referee/mail/html/test_carried.py::test_the_picture_is_small_and_stands_where_the_html_looks_for_it": 3,
    "referee/mail/html/test_order_links.py::test_a_tap_sends_a_legal_order_within_the_block_of_the_mail": 3,
    "referee/mail/html/test_order_links.py::test_links_are_short_and_encoded_for_every_program": 3,
    "referee/mail/test_allowance.py::test_a_question_for_a_word_echoes_no_more_either": 2,
    "referee/mail/test_allowance.py::test_an_answer_has_at_most_200_kb": 3,
    "referee/mail/test_corpus.py::test_every_line_is_what_it_was_written_as": 4,
    "referee/mail/test_defused_text.py::test_no_width_brings_a_forged_line_to_the_beginning_of_a_line": 4,
    "referee/mail/test_defused_text.py::test_press_becomes_no_block_in_a_reply": 4,
    "referee/mail/test_desk_trouble.py::test_a_full_disk_wherever_it_strikes": 4,
    "referee/mail/test_lengths.py::test_mails_are_no_longer_than_a_person_reads": 3,
    "referee/mail/test_minisign.py::test_what_is_wrong_with_a_signature_is_said": 2,
    "referee/mail/test_reading.py::test_nasty_mails_are_read_at_once": 6,
    "referee/mail/test_renewals.py::test_a_game_of_protocol_1_goes_on_by_protocol_2_after_new_phrases": 3,
    "referee/mail/test_witness.py::test_what_is_no_cell_for_the_throw_is_refused": 2,
    "referee/mail/test_wrapping.py::test_each_program_in_each_encoding": 3,
    "referee/owner_data/test_checked.py::test_a_name_that_does_not_fit_is_said_with_its_cell": 2,
    "referee/owner_data/test_name_sheet.py::test_a_name_that_means_one_thing_of_each_kind_is_read": 3,
    "referee/owner_data/test_name_sheet.py::test_a_name_that_would_mean_two_things_of_a_kind_is_refused": 2,
    "referee/owner_data/test_spreadsheets.py::test_what_a_spreadsheet_adds_is_read_as_the_table_it_was": 3,
    "referee/players/test_by_mail.py::test_a_whole_game_by_mail_with_a_program_at_one_seat": 2,
    "referee/test_export.py::test_every_altered_field_of_an_event_is_named": 4,
    "rising_sun/test_games.py::test_a_random_game_of_six_clans_is_kept_whole": 4,
    "rising_sun/test_players.py::test_other_secrets_same_choice": 3,
    "shinobi/test_orders.py::test_an_order_is_taken_if_and_only_if_it_is_offered": 6,
    "test_benchmarks.py::test_it_gives_its_figures": 5,
    "titles/test_authority.py::test_what_is_legal_now_is_refused_to_the_others": 4,
    "titles/test_authority.py::test_what_is_not_legal_is_refused": 2,
    "titles/test_corrections.py::test_a_game_with_corrections_is_played_to_its_end": 4,
    "titles/test_corrections.py::test_most_corrections_of_a_title_come_up": 5,
    "titles/test_forks.py::test_a_what_if_of_a_what_if_verifies_like_any_game": 3,
    "titles/test_forks.py::test_what_is_shared_stays_and_what_follows_is_proved_by_nothing": 2,
    "titles/test_games.py::test_a_game_whose_throws_come_later_is_the_same_game": 4,
    "titles/test_games.py::test_a_random_game_is_kept_whole": 4,
    "titles/test_games.py::test_an_altered_record_is_found": 3,
    "titles/test_games.py::test_the_same_game_is_played_alike": 2,
    "titles/test_lanes.py::test_rewinds_on_the_spot_re_roll_nothing": 3,
    "titles/test_preview.py::test_it_is_alike_whatever_the_others_hide": 2,
    "titles/test_preview.py::test_what_is_told_does_follow": 2,
    "titles/test_recommended.py::test_a_game_with_sheets_is_played_to_its_end_and_decided_again": 4,
    "titles/test_reference.py::test_every_question_to_a_game_has_an_answer_that_fits_a_mail": 2,
    "titles/test_reference.py::test_only_orders_that_a_game_can_ask_for_are_listed": 3,
    "titles/test_reference.py::test_the_page_of_a_title_is_current_and_its_examples_are_played": 2,
    "titles/test_reference.py::test_what_is_hidden_changes_nothing_that_a_viewer_is_answered": 4,
    "titles/test_rewinds.py::test_a_game_with_rewinds_is_kept_whole": 5,
    "titles/test_ruling_scripts.py::test_rulings_over_a_recorded_game": 3,
    "titles/test_rulings.py::test_a_game_with_rulings_is_kept_whole": 4,
    "titles/test_secrecy.py::test_a_private_prompt_is_never_answered_unasked": 4,
    "titles/test_secrecy.py::test_what_others_draw_changes_nothing_that_a_viewer_sees": 3,
    "titles/test_secrecy.py::test_what_others_order_under_seal_changes_nothing_that_a_viewer_sees": 3,
    "titles/test_stories.py::test_what_others_hide_changes_no_story": 5,
    "twilight_shogun/test_games.py::test_the_flags_stand_for_either_side": 2,
    "twilight_shogun/test_players.py::test_what_is_imagined_looks_the_same_to_the_seat": 2,
    "twilight_shogun/test_tables.py::test_a_bad_table_is_refused_with_its_line": 2,
    "web/test_live.py::test_nothing_is_told_while_nothing_is_new": 7,
    "web/test_playing_attacks.py::test_a_body_that_is_large_or_slow_is_not_waited_for": 2,
    "web/test_playing_attacks.py::test_what_another_page_can_make_a_browser_post_does_nothing": 2,
    "web/test_secrecy.py::test_a_swapped_card_changes_the_pages_of_its_owner_only": 2,
    "web/test_strangers.py::test_a_header_that_comes_byte_by_byte_is_not_waited_for": 2,
    "web/test_strangers.py::test_one_address_has_so_many_streams": 3,
    "web/test_strangers.py::test_what_has_a_body_two_meanings_or_another_name_is_refused": 5,
}
"""Altered records that three verifiers look at, broken requests to one server, mails and games that are much
alike. Which of them is in every run differs from test to test, so that each title is."""

LONGER = (
    "bundle/test_both.py::test_no_other_sign_passes_for_a_digit_of_base_64",
    "bundle/test_flips.py::test_all_rearranged_events_of_a_short_game",
    "cli/test_desk.py::test_a_mail_of_300_mb_costs_no_memory_and_no_room",
    "cli/test_held.py::test_pages_that_are_ended_are_started_again_and_end_with_the_desk_however_it_ends",
    "cli/test_inputs.py::test_a_process_of_the_command_makes_nothing_that_others_can_read",
    "cli/test_inputs.py::test_what_a_shell_substitutes_is_read",
    "cli/test_inputs.py::test_what_has_no_end_is_read_up_to_a_limit",
    "cli/test_process.py::test_a_bar_is_for_terminals",
    "cli/test_process.py::test_colour_is_for_terminals_that_want_it",
    "cli/test_process.py::test_results_and_the_rest_do_not_mix",
    "cli/test_seats.py::test_a_player_needs_no_store_and_a_pipe_is_enough",
    "demo/test_demo.py::test_every_answer_goes_to_a_player_or_says_nothing_of_the_game",
    "demo/test_demo.py::test_the_game_ends_and_holds",
    "demo/test_demo.py::test_what_readme_quotes_is_current",
    "demo/test_demo.py::test_what_went_wrong_was_answered_for_what_it_was",
    "faults/test_calls.py::test_a_failure_that_does_not_matter_is_not_told",
    "faults/test_kills.py::test_a_read_model_that_is_killed_while_it_follows",
    "faults/test_kills.py::test_two_processes_play_the_same_games",
    "faults/test_pages.py::test_the_judge_sees_what_is_missed",
    "faults/test_pages.py::test_whatever_becomes_of_a_page_is_named",
    "faults/test_power.py::test_settings_that_are_known_to_be_bad_do_harm",
    "faults/test_results.py::test_names_are_those_of_the_commands",
    "faults/test_servers.py::test_a_writer_that_is_killed",
    "game/test_lines.py::test_it_takes_no_longer_for_each_of_many",
    "guides/test_pictures.py::test_a_picture_says_of_which_mail_it_is",
    "kawanakajima/test_drawing.py::test_pictures_of_a_random_game_stand_well_and_stay_small",
    "kawanakajima/test_hypothetical_games.py::test_a_random_game_with_a_siege_is_kept_whole_and_told",
    "kawanakajima/test_stories.py::test_a_recorded_siege_still_holds",
    "nim/test_register.py::test_a_file_that_is_there_is_added_to_and_not_replaced",
    "perft/test_perft.py::test_the_digests_are_the_same_in_every_process",
    "projections/test_page.py::test_a_page_is_as_large_as_its_largest_board",
    "projections/test_page.py::test_the_page_of_a_long_game_is_small",
    "record/test_chain.py::test_every_field_of_every_envelope",
    "record/test_kill.py::test_five_kills",
    "record/test_postgres.py::test_a_server_that_does_not_wait_for_its_disk_is_refused",
    "record/test_sharing.py::test_a_server_that_is_started_again_is_waited_for",
    "record/test_sharing.py::test_three_processes_play_the_same_games",
    "record/test_sharing.py::test_whoever_looks_is_told_also_after_the_server_was_started_again",
    "record/test_sharing.py::test_writers_that_are_killed",
    "referee/mail/html/test_carried.py::test_of_a_large_board_the_piece_is_shown_where_something_has_happened",
    "referee/mail/html/test_carried.py::test_the_piece_shows_the_units_that_may_fight",
    "referee/mail/test_allowance.py::test_unreadable_lines_are_told_until_the_answer_is_full",
    "referee/mail/test_desk_trouble.py::test_a_desk_that_is_killed_between_the_commit_and_its_answers",
    "referee/mail/test_minisign.py::test_a_mail_full_of_beginnings_is_read_at_once",
    "referee/mail/test_naming.py::test_1500_lines_of_one_mail_make_three_mails",
    "referee/mail/test_passages.py::test_whatever_is_written_in_a_line_is_recorded",
    "referee/mail/test_reading.py::test_mutated_mails_are_read_or_refused",
    "referee/mail/test_renewals.py::test_a_game_whose_cells_are_used_up_goes_on_after_new_phrases",
    "referee/mail/test_whole_games.py::test_a_player_needs_nothing_but_a_mail_program",
    "referee/test_audits.py::test_side_by_side_gives_the_same_verdicts_in_the_same_order",
    "referee/test_parties.py::test_two_programs_on_one_file_give_no_cell_twice",
    "sameness/test_sameness.py::test_a_checkout_is_written_by_its_own_code",
    "season/test_season.py::test_the_same_seed_gives_the_same_season",
    "servers/test_imap.py::test_a_server_that_does_not_let_us_in",
    "servers/test_imap.py::test_a_server_that_is_killed_while_the_desk_waits_or_works",
    "servers/test_imap.py::test_the_server_tells_of_mails_while_the_desk_waits",
    "servers/test_kills.py::test_a_desk_that_is_killed_a_few_times",
    "servers/test_serving.py::test_a_server_that_hangs_holds_up_no_mail_that_comes_in",
    "servers/test_session.py::test_people_join_and_play_over_real_servers",
    "siege/test_siege.py::test_a_desk_is_besieged_for_some_seconds",
    "test_benchmarks.py::test_every_goal_for_people_has_its_row_and_what_is_missed_is_said",
    "test_benchmarks.py::test_the_mails_of_a_side_are_counted_and_standing_orders_save_most_of_them",
    "test_benchmarks.py::test_what_is_appended_and_loaded_is_the_same_by_hand",
    "titles/test_lanes.py::test_the_order_in_which_two_mails_are_worked_changes_no_throw",
    "titles/test_reveals.py::test_nothing_hidden_becomes_known_without_a_throw_or_a_reveal",
    "titles/test_rulings.py::test_all_of_it_comes_up",
    "web/test_command.py::test_a_place_that_is_none_is_a_sentence",
    "web/test_live.py::test_the_store_is_not_polled",
    "web/test_live.py::test_what_is_held_back_is_told_when_its_time_comes",
)
"""Each has a shorter one of its kind in every run."""

WITH_A_BROWSER = "browser/"
IN_EVERY_RUN = (
    "browser/test_access.py::test_a_telephone_shows_board_words_and_buttons_at_once",
    "browser/test_access.py::test_axe_finds_nothing",
    "browser/test_boards.py::test_the_board_of_the_page_is_the_projection_at_every_event",
    "browser/test_branches.py::test_abandoned_lines_are_stepped_over",
    "browser/test_check.py::test_a_dishonest_referee_of_protocol_2_is_found",
    "browser/test_check.py::test_both_verifiers_find_the_same_event",
    "browser/test_check.py::test_made_games_of_protocol_1_hold",
    "browser/test_check.py::test_made_games_of_protocol_2_hold",
    "browser/test_check.py::test_only_canonical_json_is_read",
    "browser/test_check_bombs.py::test_a_file_that_is_too_large_is_not_even_read",
    "browser/test_check_bundles.py::test_an_odd_bundle_is_refused_with_a_sentence",
    "browser/test_check_languages.py::test_another_language_is_chosen",
    "browser/test_check_languages.py::test_nothing_english_stands_in_it",
    "browser/test_check_page.py::test_a_doubter_computes_a_throw_by_hand",
    "browser/test_check_page.py::test_a_file_is_chosen_and_the_verdict_stands_first",
    "browser/test_lane_vectors.py::test_the_page_makes_all_of_them_again",
    "browser/test_live.py::test_whoever_reads_is_told_and_stays_where_he_is",
    "browser/test_looks.py::test_a_page_looks_as_it_did",
    "browser/test_mails.py::test_a_mail_fits_and_can_be_read_and_tapped",
    "browser/test_mails.py::test_the_first_screen_of_a_telephone_says_what_to_do_and_has_orders",
    "browser/test_page.py::test_a_page_opens_where_the_action_is_and_counters_are_large_enough",
    "browser/test_page.py::test_keys_step_from_event_to_event",
    "browser/test_page.py::test_nothing_is_fetched",
    "browser/test_page.py::test_nothing_sticks_out_at_any_width",
    "browser/test_page.py::test_what_is_sought_is_shown_or_it_is_said_that_there_is_none",
    "browser/test_proof.py::test_a_page_with_an_altered_record_names_the_event",
    "browser/test_proof.py::test_a_page_with_its_record_says_what_holds",
    "browser/test_seat_page.py::test_an_order_by_keys_alone_and_enter_never_sends",
    "browser/test_seat_page.py::test_an_order_by_mouse",
    "browser/test_seat_page.py::test_an_order_on_a_telephone",
    "browser/test_seat_page.py::test_axe_finds_nothing_before_and_after_a_choice",
    "browser/test_seat_page.py::test_hostile_words_are_shown_as_text",
    "browser/test_seat_page.py::test_what_is_refused_stays_to_be_mended",
    "browser/test_seat_played.py::test_two_browsers_and_a_mailer_play_a_game",
    "browser/test_three.py::test_all_pass_what_nobody_has_altered",
)
"""One or two for each page. All other tests with a browser are longer proofs."""


def leave_to_soak(items: Sequence[pytest.Item]) -> None:
    named = [(item, _name(item)) for item in items if not item.get_closest_marker("soak")]
    many, seen = Counter(name for _, name in named), Counter[str]()
    for item, name in named:
        nth, one_of = seen[name], min(FEWER.get(name, 1), many[name])
        if _is_longer(name) or nth % FEWER.get(name, 1) != crc32(name.encode()) % one_of:
            item.add_marker(pytest.mark.soak)
        seen[name] += 1


THIRDS = 3


def of_other_thirds(items: Sequence[pytest.Item], third: int) -> list[pytest.Item]:
    """The longer proofs of the other two thirds. A case is always of the same third, so that three runs are
    all of them; the cases of one test are spread over the three."""
    return [
        item
        for item in items
        if item.get_closest_marker("soak") and crc32(item.nodeid.encode()) % THIRDS != third
    ]


def _name(item: pytest.Item) -> str:
    return item.nodeid.partition("[")[0].removeprefix("tests/")


def _is_longer(name: str) -> bool:
    return name in LONGER or (name.startswith(WITH_A_BROWSER) and name not in IN_EVERY_RUN)
