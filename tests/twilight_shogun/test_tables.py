"""The data set, its sources, and what is said of a bad one."""

from __future__ import annotations

import pytest

from domain.kit.errors import BadTable
from domain.twilight_shogun.data.checks import deeds
from domain.twilight_shogun.data.effects import (
    Ban,
    Deed,
    End,
    Last,
    Look,
    Retire,
    RetireFace,
    Retrieve,
    Treaty,
    Unmark,
    Where,
)
from domain.twilight_shogun.data.reading import read_data
from domain.twilight_shogun.data.tables import Face
from tests.titles.play import FIXTURES
from tests.twilight_shogun.boards import TABLES

FILES = {path.name: path.read_bytes() for path in (FIXTURES / "twilight_shogun").iterdir()}


# ---- what is known holds


def test_2_11_thirty_six_spaces_of_all_kinds() -> None:
    kinds = [space.kind for space in TABLES.spaces.values()]
    assert (len(kinds), kinds.count("clan"), kinds.count("edo")) == (36, 32, 1)
    others = {name: space.kind for name, space in TABLES.spaces.items() if space.kind not in ("clan", "edo")}
    assert others == {"kyo": "nonclan", "nagasaki": "port", "yokohama": "port"}
    assert [name for name, space in TABLES.spaces.items() if space.opens] == ["yokohama"]


def test_2_11_five_powered_clans_one_in_each_area() -> None:
    assert {name: area.powered for name, area in TABLES.areas.items()} == {
        "ou": "mito",
        "chubu": "fukui",
        "chugoku": "choshu",
        "nankai": "tosa",
        "kyushu": "satsuma",
    }


def test_4_2_every_inherent_number_is_one_but_that_of_aizu() -> None:
    numbers = {
        name: (space.anti, space.pro) for name, space in TABLES.spaces.items() if space.anti or space.pro
    }
    assert numbers.pop("aizu") == (0, 3)
    assert {number for pair in numbers.values() for number in pair} == {0, 1}
    assert numbers["kyo"] == (1, 0)
    assert numbers["owari"] == (0, 1)
    assert TABLES.spaces["tosa"].pro == 0


def test_the_stabilities_of_the_worked_examples() -> None:
    """Owari 3 [8.3], Tosa 2 [3.4]; and it costs 2 AP in Kyo, 1 AP a round in the ports [8.1, 8.0]."""
    assert (TABLES.spaces["owari"].stability, TABLES.spaces["tosa"].stability) == (3, 2)
    assert {name for name, space in TABLES.spaces.items() if space.cost != 1} == {"kyo"}
    assert {name: space.limit for name, space in TABLES.spaces.items() if space.limit} == {
        "yokohama": 1,
        "nagasaki": 1,
    }


def test_2_13_lines_join_both_ways_and_all_spaces() -> None:
    for name, space in TABLES.spaces.items():
        assert all(name in TABLES.spaces[other].adjacent for other in space.adjacent)
    reached, left = {"edo"}, ["edo"]
    while left:
        for other in TABLES.spaces[left.pop()].adjacent:
            if other not in reached:
                reached.add(other)
                left.append(other)
    assert reached == set(TABLES.spaces)


# the list of 2.22: head and tail, letter by letter
PRINTED_MARKERS = {
    "choshu": (("Katsura Kogoro", "anti", 1), ("Choshu regular", "anti", 2)),
    "choshu-school": (("Yoshida Sho-in", "anti", 1), ("Kihei-tai", "anti", 2)),
    "kameyama": (("Kameyama Shachu", "anti", 1), ("Sakamoto Ryoma", "anti", 2)),
    "tosa-loyalists": (("Takechi Hanpeita", "anti", 1), ("Nakaoka Shintaro", "anti", 2)),
    "shinsengumi": (("Shinsen-gumi", "pro", 1), ("Roushi-gumi", "anti", 1)),
    "satsuma-regulars": (("Satsuma regular", "pro", 1), ("Satsuma regular", "anti", 1)),
    "tosa-regulars": (("Tosa regular", "pro", 1), ("Tosa regular", "anti", 1)),
    "saga-regulars": (("Saga regular", "pro", 1), ("Saga regular", "anti", 1)),
    "aizu": (("Matsudaira Katamori", "pro", 1), ("Mimawari-kumi", "anti", 1)),
    "bakufu-infantry": (("Bakufu infantry", "pro", 1), ("Bakufu infantry", "pro", 2)),
    "yodo": (("Yamanouchi Yodo", "pro", 1), ("Yamanouchi Yodo", "anti", 1)),
    "shogun": (("Tokugawa Iemochi", "pro", 3), ("Tokugawa Yoshinobu", "pro", 1)),
    "ii": (("Ii Naosuke", "pro", 2), ("Ii Naonori", "anti", 1)),
}


def test_2_22_the_support_markers_as_they_are_printed() -> None:
    def told(face: Face) -> tuple[str, str, int]:
        return face.name, face.side, face.value

    found = {name: (told(one.head), told(one.tail)) for name, one in TABLES.markers.items()}
    assert found.pop("navy") == (("Bakufu Navy", "pro", 2), ("Katsu Kaishu", "anti", 2))
    assert found == PRINTED_MARKERS


def test_the_anchors_of_the_scorings_and_the_first_hand() -> None:
    """Kyo 5, Kyushu 6 and Chubu 3 were reported, and only a difference is moved [9.5]; five cards are
    printed [4.1]; the treaty level has 0 to 4."""
    assert TABLES.scorings["kyo"].spaces == {"kyo": 5}
    assert TABLES.areas["kyushu"].control == 6
    chubu = TABLES.areas["chubu"]
    assert chubu.control - chubu.presence == 3
    assert TABLES.tracks.hand[0] == 5
    assert len(TABLES.tracks.hand) == 5


def test_2_23_four_treaty_events_two_of_them_in_the_closed_deck() -> None:
    """Without two in the closed deck the open one would never come."""
    found = [
        card.deck
        for card in TABLES.cards.values()
        if any(isinstance(effect, Treaty) for effect in deeds(card.effects))
    ]
    assert found == ["closed", "closed", "open", "open"]


def test_9_5_seven_scorings_each_with_its_must_play_card() -> None:
    scored = {card.scoring: card.side for card in TABLES.cards.values() if card.scoring}
    assert scored == dict.fromkeys(TABLES.scorings, "must")
    assert [name for name, scoring in TABLES.scorings.items() if not scoring.area] == ["kyo", "powers"]


def test_2_24_two_events_place_the_court_modification_marker() -> None:
    text = FILES["cards.toml"].decode()
    assert text.count('{ do = "court-modifier" }') == 2


def test_the_card_of_the_worked_example_in_7_21() -> None:
    card = TABLES.cards["jo-i-execution"]
    assert (card.side, card.ap, card.joi) == ("anti", 2, True)


def test_what_is_ours_says_so() -> None:
    """Only what the rulebook prints or shows claims to be printed or shown."""
    kinds = [card.source.partition(":")[0] for card in TABLES.cards.values()]
    assert {kind: kinds.count(kind) for kind in kinds} == {"reconstructed": 123, "example": 2, "printed": 1}
    assert all("reconstructed" in area.source for area in TABLES.areas.values())


def test_an_area_needs_more_than_half_for_control() -> None:
    assert {name: (area.majority, len(area.clans)) for name, area in TABLES.areas.items()} == {
        "ou": (4, 7),
        "chubu": (4, 7),
        "chugoku": (4, 6),
        "nankai": (4, 6),
        "kyushu": (4, 6),
    }


# ---- a bad data set


def refused(**texts: str) -> str:
    changed = {name.replace("_", "."): text.encode() for name, text in texts.items()}
    with pytest.raises(BadTable) as bad:
        read_data(FILES | changed)
    return str(bad.value)


def text(name: str) -> str:
    return FILES[name].decode()


def altered(name: str, written: str, instead: str) -> str:
    """What is said of the data set with one thing written otherwise."""
    whole = text(name)
    assert written in whole
    return refused(**{name.replace(".", "_"): whole.replace(written, instead, 1)})


NOT_BELOW = "expected numbers that are not below zero, and a cost of 1 or more"

# file, what is written, what is written instead, the message after the file
ALTERED = [
    (
        "spaces.csv",
        "\nkyo,Kyo,京,nonclan",
        "\nkyo,Kyo,京,village",
        'line 8: expected a word of the format in the column kind, got "village".',
    ),
    (
        "spaces.csv",
        "clan,chubu,,3,,1",
        "clan,chubu,,many,,1",
        "line 19: expected int in the column stability, got str.",
    ),
    ("spaces.csv", ",also,source", ",others,source", "line 5: expected columns among"),
    ("spaces.csv", "2.11(4)", "2.11(4),more", "line 6: expected 16 cells, got 17."),
    ("spaces.csv", "printed: 2.11(4)", "hearsay: a friend", "line 6: expected a source such as"),
    ("spaces.csv", "\nkaga,", "\nowari,", "line 19: expected another id than those before"),
    ("spaces.csv", "\nkaga,", "\nKaga han,", "line 18: expected an id of small letters"),
    (
        "spaces.csv",
        "clan,chubu,,3,,1",
        "clan,kanto,,3,,1",
        "line 19: expected a clan in an area of areas.csv",
    ),
    ("spaces.csv", "clan,chubu,,3,,1", "clan,chubu,,0,,1", "line 19: expected a clan with a stability"),
    ("spaces.csv", "clan,ou,true,2", "clan,ou,,2", "line 1: expected 5 powered clans [2.11], got 4."),
    ("spaces.csv", "edo,,,,,", "edo,,,,1,", "line 6: expected no influence in Edo"),
    ("lines.csv", "edo,mito,", "edo,mitto,", 'line 4: expected a space of spaces.csv, got "mitto".'),
    ("lines.csv", "edo,mito,", "yokohama,edo,", "line 4: expected two spaces that no line before has joined"),
    ("areas.csv", "奥羽,1,2,4", "奥羽,1,5,4", "line 3: expected VP that do not fall"),
    (
        "nonclan.csv",
        "kyo,Kyo,kyo,5",
        "kyo,Kyo,tosa,5",
        "line 3: expected a space of spaces.csv that is no clan",
    ),
    ("nonclan.csv", "powers,the Powers,nagasaki", "ou,Ou,nagasaki", "line 4: expected a scoring and a space"),
    ("nonclan.csv", "kyo,Kyo,kyo,5", "kyo,Kyo,kyo,0", "line 3: expected 1 VP or more, got 0."),
    (
        "nonclan.csv",
        "kyo,Kyo,kyo",
        "powers,Kyo,kyo",
        "line 1: expected 7 scorings with those of the areas [9.5]",
    ),
    ("tracks.csv", "turns,,8", "turns,,eight", "line 3: expected int in the column value, got str."),
    ("tracks.csv", "turns,,8", "rounds,,8", "line 1: expected every number that the rulebook needs"),
    ("tracks.csv", "hand,1,6", "hand,2,6", "line 5: expected step 1 of hand, got 2."),
    ("tracks.csv", "hand,1,6", "hand,1,4", "line 8: expected hands that do not shrink"),
    ("tracks.csv", "court_top,,4", "court_top,,6", "line 14: expected VP for the levels below 6"),
    ("tracks.csv", "lose_at,,5", "lose_at,,4", "line 10: expected a level below lose_at"),
    ("markers.toml", "value = 1, source", "value = 0, source", "line 4: expected a support of 1 or more"),
    ("markers.toml", 'id = "navy"', 'id = "ships"', 'line 1: expected the optional marker "navy" [12.1]'),
    ("markers.toml", '"printed: 2.22"', '"2.22"', "line 3: expected a source such as"),
    (
        "cards.toml",
        "number = 2\n",
        "number = 1\n",
        "line 22: expected a number that no card before has, got 1.",
    ),
    ("cards.toml", "ap = 2", 'ap = "two"', "line 12: expected int, got str."),
    ("cards.toml", "ap = 2", "ap = 0", "line 7: expected 1 AP or more"),
    ("cards.toml", "ap = 2", "pa = 2", "line 5: expected a complete record"),
    (
        "cards.toml",
        'do = "treaty"',
        'do = "treatise"',
        "line 75: expected a complete record, got Invalid value",
    ),
    (
        "cards.toml",
        'spaces = ["nagasaki"]',
        'spaces = ["edo-bay"]',
        'expected a space of this data set, got "edo-bay".',
    ),
    ("cards.toml", 'scoring = "ou"', 'scoring = "kyo"', "expected one card for each scoring"),
    ("cards.toml", 'marker = "ii"', 'marker = "iii"', 'expected a marker of this data set, got "iii".'),
    ("cards.toml", 'card = "namamugi"', 'card = "nama"', 'expected a card of this data set, got "nama".'),
    ("cards.toml", 'table = "ou"', 'table = "uo"', 'expected a scoring of this data set, got "uo".'),
    (
        "cards.toml",
        'areas = ["chugoku"]',
        'areas = ["kanto"]',
        'expected an area of this data set, got "kanto".',
    ),
    ("cards.toml", 'name = "nanki"', 'name = "hitotsubashi"', "expected two ways or more, each with a name"),
    (
        "cards.toml",
        ', { name = "nanki", effects = [{ do = "influence", side = "player", spaces = ["kii", "hikone"],'
        " change = 1 }] }",
        "",
        "expected two ways or more, each with a name of its own, got ['hitotsubashi'].",
    ),
    (
        "cards.toml",
        'effects = [{ do = "marker", marker = "bakufu-infantry", face = "tail"',
        'effects = [{ do = "marker", marker = "infantry", face = "tail"',
        'expected a marker of this data set, got "infantry".',
    ),
    (
        "cards.toml",
        'where = { spaces = ["fukui", "uwajima", "tosa", "satsuma"] }',
        'where = { spaces = ["fukui", "osaka"] }',
        'expected a space of this data set, got "osaka".',
    ),
    (
        "cards.toml",
        '{ is = "ahead", side = "anti", space = "kyo" }',
        '{ is = "ahead", side = "anti", space = "osaka" }',
        'expected a space of this data set, got "osaka".',
    ),
    (
        "cards.toml",
        '{ is = "treaty", least = 3 }',
        '{ is = "not", condition = { is = "removed", card = "nothing" } }',
        'expected a card of this data set, got "nothing".',
    ),
    (
        "cards.toml",
        '{ do = "treaty" },',
        '{ do = "draw", side = "pro", count = 1 },',
        "line 1: expected 4 with an event to raise the treaty level [2.23], got 3.",
    ),
    (
        "cards.toml",
        '{ do = "court-modifier" },',
        '{ do = "treaty" },',
        "line 1: expected 4 with an event to raise the treaty level [2.23], got 5.",
    ),
    (
        "cards.toml",
        '{ do = "court-modifier" },',
        '{ do = "court", side = "anti", change = 1 },',
        "line 1: expected 2 with an event to place the court modification marker [2.24], got 1.",
    ),
    (
        "cards.toml",
        '{ do = "open-yokohama" },',
        '{ do = "draw", side = "pro", count = 1 },',
        "line 1: expected 1 with an event to open Yokohama [2.24], got 0.",
    ),
    (
        "cards.toml",
        '{ do = "emperor-flags" },',
        '{ do = "draw", side = "pro", count = 1 },',
        "line 1: expected 1 with an event to let the emperor's flags stand [11.3], got 0.",
    ),
    ("cards.toml", "count = 3, where", "count = 0, where", "expected some influence to place or to remove"),
    ("cards.toml", "[[card]]", "[[card]", "expected TOML, got"),
    ("cards.toml", "[[card]]", "[[kard]]", "line 1: expected a complete record, got Object"),
    (
        "cards.toml",
        '{ is = "marker", marker = "shinsengumi"',
        '{ is = "marker", marker = "shinsen"',
        'expected a marker of this data set, got "shinsen".',
    ),
    ("spaces.csv", "clan,nankai,true,2,1", "clan,nankai,true,2,-1", f"line 29: {NOT_BELOW}, got tosa."),
    (
        "spaces.csv",
        "nambu,Nambu,南部,clan,ou,,2,,",
        "nambu,Nambu,南部,clan,ou,,2,,-1",
        f"line 16: {NOT_BELOW}, got nambu.",
    ),
    ("spaces.csv", "nonclan,,,,1,,2", "nonclan,,,,1,,0", f"line 8: {NOT_BELOW}, got kyo."),
    ("spaces.csv", "port,,,,,,,1", "port,,,,,,,-1", f"line 7: {NOT_BELOW}, got yokohama."),
]


@pytest.mark.parametrize(("name", "written", "instead", "message"), ALTERED)
def test_a_bad_table_is_refused_with_its_line(name: str, written: str, instead: str, message: str) -> None:
    said = altered(name, written, instead)
    assert said.startswith(f"{name}, line ")
    assert message in said


# an effect of the first treaty card, what is said of it
EFFECTS = [
    ('do = "end", card = "kanagawa-treaty"', 'a lasting event of this data set, got "kanagawa-treaty".'),
    ('do = "end", card = "nothing"', 'a lasting event of this data set, got "nothing".'),
    ('do = "retire", cards = ["nothing"]', 'a card of this data set, got "nothing".'),
    ('do = "retire", cards = []', "cards that are out of play [9.2], got none."),
    ('do = "retrieve", side = "pro", cards = ["nothing"]', 'a card of this data set, got "nothing".'),
    ('do = "retrieve", side = "pro", count = 0', "1 card or more out of the discards, got 0."),
    ('do = "retire-face", marker = "nobody", face = "head"', 'a marker of this data set, got "nobody".'),
    ('do = "retire-face", marker = "ii", face = "edge"', "a word of the format"),
    ('do = "last", until = "ever"', "a word of the format"),
    ('do = "last", until = "turn", forbids = [{ what = "pass" }]', "a word of the format"),
    (
        'do = "last", until = "turn", forbids = [{ what = "event" }]',
        "cards where events are forbidden, and only there, got event [].",
    ),
    (
        'do = "last", until = "turn", forbids = [{ what = "coup", cards = ["cholera"] }]',
        "cards where events are forbidden, and only there, got coup ['cholera'].",
    ),
    (
        'do = "last", until = "turn", forbids = [{ what = "court", where = { powered = true } }]',
        "spaces only where actions or warfare are forbidden, got court.",
    ),
    (
        'do = "last", until = "turn", forbids = [{ what = "event", cards = ["nothing"] }]',
        'a card of this data set, got "nothing".',
    ),
    (
        'do = "last", until = "turn", forbids = [{ what = "coup", where = { areas = ["kanto"] } }]',
        'an area of this data set, got "kanto".',
    ),
    (
        'do = "if", condition = { is = "lasts", card = "cholera" }, effects = []',
        'a lasting event of this data set, got "cholera".',
    ),
    (
        'do = "if", condition = { is = "retired", card = "nothing" }, effects = []',
        'a card of this data set, got "nothing".',
    ),
    (
        'do = "if", condition = { is = "face-retired", marker = "nobody", face = "head" }, effects = []',
        'a marker of this data set, got "nobody".',
    ),
]


@pytest.mark.parametrize(("effect", "message"), EFFECTS)
def test_2_35_a_bad_effect_is_refused(effect: str, message: str) -> None:
    assert message in altered("cards.toml", '{ do = "treaty" },', f'{{ do = "treaty" }}, {{ {effect} }},')


# the same, of what is read
READ = [
    ('do = "retire", cards = ["cholera"]', Retire(("cholera",))),
    ('do = "unmark", marker = "ii", face = "tail"', Unmark("ii", "tail")),
    ('do = "retire-face", marker = "ii", face = "tail"', RetireFace("ii", "tail")),
    ('do = "look"', Look()),
    ('do = "retrieve", side = "pro", sides = ["must"]', Retrieve("pro", sides=("must",))),
    (
        'do = "last", until = "ended", forbids = [{ what = "coup", side = "anti", '
        'where = { areas = ["ou"] } }]',
        Last("ended", (Ban("coup", "anti", Where(areas=("ou",))),)),
    ),
]


@pytest.mark.parametrize(("written", "effect"), READ)
def test_2_35_effects_are_read(written: str, effect: Deed) -> None:
    whole = text("cards.toml").replace('{ do = "treaty" },', f'{{ do = "treaty" }}, {{ {written} }},', 1)
    tables = read_data(FILES | {"cards.toml": whole.encode()})
    assert effect in tables.cards["kanagawa-treaty"].effects


def test_2_35_a_lasting_event_that_another_card_ends() -> None:
    lasts = text("cards.toml").replace(
        '{ do = "treaty" },', '{ do = "treaty" }, { do = "last", until = "ended" },', 1
    )
    both = lasts.replace(
        '{ do = "court-modifier" },',
        '{ do = "court-modifier" }, { do = "end", card = "kanagawa-treaty" },',
        1,
    )
    tables = read_data(FILES | {"cards.toml": both.encode()})
    assert sum(End("kanagawa-treaty") in card.effects for card in tables.cards.values()) == 1


def test_2_34_irregular_icons_are_read_by_side() -> None:
    whole = text("cards.toml")
    icons = whole.replace("ap = 2\n", 'ap = 2\nicons = { pro = "anti" }\n', 1)
    card = read_data(FILES | {"cards.toml": icons.encode()}).cards["kyo-scoring"]
    assert (card.icon("pro"), card.icon("anti")) == ("anti", "anti")
    assert "a word of the format" in altered("cards.toml", "ap = 2\n", 'ap = 2\nicons = { pro = "pass" }\n')


def test_a_file_must_be_there_and_be_text() -> None:
    with pytest.raises(BadTable) as bad:
        read_data({name: raw for name, raw in FILES.items() if name != "areas.csv"})
    assert str(bad.value).startswith(
        "areas.csv, line 1: expected a file areas.csv, got the files cards.toml, "
    )
    with pytest.raises(BadTable) as bad:
        read_data(FILES | {"tracks.csv": b"# a\n# \xff"})
    assert str(bad.value) == "tracks.csv, line 2: expected UTF-8, got the byte 0xff."
    assert refused(areas_csv="# nothing\n").endswith(
        "expected a line with the names of the columns, got no line."
    )


def test_a_space_too_few() -> None:
    without = "".join(line for line in text("spaces.csv").splitlines(True) if not line.startswith("nambu,"))
    lines = "".join(line for line in text("lines.csv").splitlines(True) if "nambu" not in line)
    said = refused(spaces_csv=without, lines_csv=lines)
    assert said == "spaces.csv, line 1: expected 36 spaces [2.11], got 35."


def test_a_space_without_a_line() -> None:
    lines = "".join(line for line in text("lines.csv").splitlines(True) if "nambu" not in line)
    assert refused(lines_csv=lines).endswith(
        "expected a space that a line joins to another [2.13], got nambu alone."
    )


def test_a_scoring_without_its_card() -> None:
    records = text("cards.toml").split("[[card]]")
    rest = "[[card]]".join(record for record in records if 'scoring = "ou"' not in record)
    assert refused(cards_toml=rest) == "cards.toml, line 1: expected a card that scores ou [9.5], got none."


def test_4_1_a_closed_deck_that_is_too_small_for_two_hands() -> None:
    tracks = "".join(
        f"hand,{line[5]},20,{line.split(',', 3)[3]}" if line.startswith("hand,") else line
        for line in text("tracks.csv").splitlines(True)
    )
    said = refused(tracks_csv=tracks)
    assert said == "cards.toml, line 1: expected a closed deck for two hands [4.1], got fewer cards."
