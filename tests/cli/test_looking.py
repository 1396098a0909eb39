"""show, log, replay, explain, reference, games, rule: what is seen, and by whom."""

from __future__ import annotations

import pytest

from cli.frame.codes import NOT_FOUND
from domain.titles import TITLES
from tests.cli.conftest import WHY, Bugyo

SEEING = [
    ("show", "summer"),
    ("log", "summer"),
    ("replay", "summer"),
    ("explain", "summer", "8"),
    ("reference", "summer", "unseen"),
]


@pytest.mark.parametrize("args", SEEING)
def test_nobody_sees_a_hand_that_is_not_his(bugyo: Bugyo, args: tuple[str, ...]) -> None:
    iga = bugyo(*args, "--seat", "iga", *WHY).stdout
    referee = bugyo(*args, "--seat", "referee", *WHY).stdout
    public = bugyo(*args, "--seat", "public").stdout
    assert bugyo(*args).stdout == public
    assert len({referee, iga, public}) == 3


@pytest.mark.parametrize("args", SEEING)
def test_after_the_end_everybody_sees_everything(bugyo: Bugyo, args: tuple[str, ...]) -> None:
    args = (args[0], "bots-7-1", *args[2:])
    assert len({bugyo(*args, "--seat", seat).stdout for seat in ("public", "ise", "referee")}) == 1


@pytest.mark.parametrize("args", SEEING)
def test_only_those_who_sit_there_look(bugyo: Bugyo, args: tuple[str, ...]) -> None:
    said = bugyo(*args, "--seat", "omi", code=2).stderr
    assert "Nobody sits at “omi” in summer. Choose one of: iga, ise, kii, public, referee." in said


@pytest.mark.parametrize("args", [*SEEING, ("what", "summer"), ("audit", "summer"), ("export", "summer")])
def test_a_game_that_is_not_there(bugyo: Bugyo, args: tuple[str, ...]) -> None:
    said = bugyo(args[0], "winter", *args[2:], code=NOT_FOUND).stderr
    assert "There is no game “winter” in this store. It has: summer, bots-7-1." in said


@pytest.mark.parametrize("args", [("show", "--at", "999"), ("replay", "--from", "999"), ("explain", "999")])
def test_an_event_that_is_not_there(bugyo: Bugyo, args: tuple[str, ...]) -> None:
    said = bugyo(args[0], "summer", *args[1:], code=NOT_FOUND).stderr
    assert "There is no event 999 in the game summer; its events are 1 to 21." in said


@pytest.mark.parametrize(
    ("question", "said"),
    [
        (("twilight_shogun", "card", "86"), "86  Jo-i execution"),
        (("kawanakajima", "table", "combat"), "6    aR^R*"),
        (("kawanakajima", "help", "fight"), "  fight UNITS ... on TARGETS ..."),
        (("shinobi", "place"), "  place CARD in PROVINCE"),
        (("shinobi",), "Ask, whether it is your turn or not:"),
        (("shinobi", "plaice"), "The nearest: place."),
        (("summer", "where", "iga"), "iga: "),
    ],
)
def test_the_reference_answers_as_by_mail(bugyo: Bugyo, question: tuple[str, ...], said: str) -> None:
    printed = bugyo("reference", *question).stdout
    assert any(line.startswith(said) for line in printed.splitlines())
    assert bugyo.json("reference", *question)["lines"] == printed.splitlines()


def test_show_as_of_an_event(bugyo: Bugyo) -> None:
    shown = bugyo.json("show", "bots-7-1", "--at", 30)
    log = bugyo.json("log", "bots-7-1", "--from", 30, "--to", 30)["events"]
    assert (shown["position"], shown["over"], shown["winners"]) == (30, False, [])
    assert [(line["position"], line["turn"]) for line in log] == [(30, shown["turn"])]
    assert shown["view"]["turn"] == int(shown["turn"][1:])


def test_replay_goes_by_turns_or_by_events(bugyo: Bugyo) -> None:
    turns = bugyo.json("replay", "bots-7-1", "--to", 60)["steps"]
    events = bugyo.json("replay", "bots-7-1", "--to", 60, "--every", "event")["steps"]
    assert [step["turn"] for step in turns] == list(dict.fromkeys(step["turn"] for step in turns))
    told = [event["position"] for step in turns for event in step["events"]]
    assert told == [step["position"] for step in events]
    assert all(len(step["events"]) == 1 for step in events)
    assert bugyo("replay", "bots-7-1", "--to", 60).stdout.count(turns[-1]["board"]) == 1


def test_replay_prints_every_step_where_there_is_no_terminal(bugyo: Bugyo) -> None:
    assert bugyo("replay", "summer", "--all").stdout == bugyo("replay", "summer").stdout


def test_games_says_how_far_a_title_can_be_trusted(fresh: Bugyo) -> None:
    said = fresh("games").stdout
    for rules in TITLES.values():
        assert f"{rules.title}  {rules.name}\n" in said
        assert all(f"scenario {one.name}, " in said and one.status in said for one in rules.scenarios)
    assert [one["title"] for one in fresh.json("games")] == list(TITLES)
    assert not fresh.store.exists()


def test_rule_shows_where_a_rule_lives(fresh: Bugyo) -> None:
    found = fresh.json("rule", "shinobi", "turn/ninja-bars")
    assert {"ninja_shields"} <= {place["name"] for place in found["code"]}
    assert all(place["file"].startswith("domain/shinobi/") for place in found["code"])
    assert any(place["file"] == "tests/shinobi/test_attack.py" for place in found["tests"])
    said = fresh("rule", "shinobi", "[turn/ninja-bars]").stdout
    assert said.startswith("[turn/ninja-bars] No attack where a ninja has struck\n")
    assert f"{found['code'][0]['file']}:{found['code'][0]['line']}  " in said


def test_rule_knows_turn_ninja_from_turn_ninja_bars(fresh: Bugyo) -> None:
    assert "ninja_shields" not in {
        place["name"] for place in fresh.json("rule", "shinobi", "turn/ninja")["code"]
    }


def test_rule_lists_the_headings_and_names_the_nearest(fresh: Bugyo) -> None:
    headings = fresh.json("rule", "shinobi")["headings"]
    assert {one["rule"]: one["heading"] for one in headings} == dict(TITLES["shinobi"].headings)
    assert "Near it: turn/attack" in fresh("rule", "shinobi", "turn/atack", code=NOT_FOUND).stderr
    assert "“bugyo rule shinobi” lists them" in fresh("rule", "shinobi", "99.99", code=NOT_FOUND).stderr
    assert "Did you mean “shinobi”?" in fresh("rule", "shinoby", "1", code=2).stderr


def test_rule_says_how_far_a_section_is_built(fresh: Bugyo) -> None:
    assert fresh("rule", "shinobi", "turn/ninja").stdout.splitlines()[1] == "Complete as printed."
    assert "lost; it is reconstructed" in fresh.json("rule", "kawanakajima", "11.12")["status"]
    assert fresh("rule", "kawanakajima", "13.5").stdout.startswith(
        "[13.5] A siege begins\nComplete as printed.\n"
    )


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "Error: There is no event 9999 in the game summer"),
        ("fr", "Erreur : Il n'y a pas d'événement 9999 dans la partie summer"),
        ("ru", "Ошибка: В игре summer нет события 9999"),
    ],
)
def test_what_goes_wrong_is_said_in_the_language_of_what_is_shown(
    bugyo: Bugyo, language: str, said: str
) -> None:
    gone = bugyo("show", "summer", "--at", "9999", "--language", language, code=NOT_FOUND)
    assert said in gone.stderr
