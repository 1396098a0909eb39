"""Reading and writing orders of invented types, of the shapes that the titles need."""

import pickle
from typing import Annotated, Any, ClassVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import Meta, Struct, defstruct

from domain.kit.errors import AmbiguousOrder, Fault, OrderError, UnreadableOrder
from domain.kit.notation import LONGEST, Notation
from domain.kit.vocabulary import Name, Named, Vocabulary, cut, fold, nearest

Clan = Annotated[str, Named("clan")]
Province = Annotated[str, Named("province")]
Leader = Annotated[str, Named("leader")]
Hex = Annotated[str, Named("hex")]
Tenth = Annotated[int, Meta(ge=0, le=10)]


class Place(Struct, frozen=True, tag="place"):
    FORM: ClassVar[str] = "place {clan} in {province}"
    clan: Clan
    province: Province
    note: str = ""


class Attack(Struct, frozen=True, tag="attack"):
    FORM: ClassVar[str] = "attack {clan} in {province} with {leader}"
    clan: Clan
    province: Province
    leader: Leader


class Bid(Struct, frozen=True, tag="bid"):
    FORM: ClassVar[str] = "bid {coins}"
    coins: tuple[int, int, int, int]


class Pay(Struct, frozen=True, tag="pay"):
    FORM: ClassVar[str] = "pay {coins}[ from {treasury}]"
    coins: Tenth
    treasury: Annotated[int, Meta(ge=1)] = 1


class March(Struct, frozen=True, tag="march"):
    FORM: ClassVar[str] = "march {leader} {path}"
    leader: Leader
    path: tuple[Hex, ...]


class Move(Struct, frozen=True, tag="move"):
    FORM: ClassVar[tuple[str, ...]] = (
        "move {leader} to {goal}[ via {path}][ escort {escort}]",
        "{leader} - {goal}",
    )
    leader: Leader
    goal: Hex
    path: tuple[Hex, ...] = ()
    escort: Clan = ""


class Gather(Struct, frozen=True, tag="gather"):
    FORM: ClassVar[str] = "gather {leaders} at {goal}"
    leaders: tuple[Leader, ...]
    goal: Hex


class Swap(Struct, frozen=True, tag="swap"):
    FORM: ClassVar[str] = "swap {leaders} {steps}"
    leaders: tuple[Leader, Leader]
    steps: int


class Tell(Struct, frozen=True, tag="tell"):
    FORM: ClassVar[str] = "tell {leader} {text}"
    leader: Leader
    text: str


class Say(Struct, frozen=True, tag="say"):
    FORM: ClassVar[str] = "say {text}"
    text: str


class PassTurn(Struct, frozen=True, tag="pass-turn"):
    FORM: ClassVar[str] = "pass"


class PassBattle(Struct, frozen=True, tag="pass-battle"):
    FORM: ClassVar[str] = "pass"


def names(*words: str) -> tuple[Name, ...]:
    return tuple(Name(word) for word in words)


HEXES = tuple(f"{column:02}{row:02}" for column in range(1, 21) for row in range(1, 16))
VOCABULARY = Vocabulary(
    {
        "clan": (*names("hojo", "mori"), Name("oda", ("ода", "tenka")), *names("takeda", "uesugi")),
        "province": (Name("ise", ("i.",)), Name("kai", ("k",)), Name("kaga", ("k",)), Name("odawara")),
        "leader": (
            Name("Takeda", ("shingen",)),
            Name("Takeda Nobushige", ("t.n.", "tn")),
            Name("Takeda Nobukado"),
            Name("go-hojo"),
            Name("Uesugi K."),
            Name("武田 信玄"),
        ),
        "hex": names(*HEXES),
    }
)
WORDS = {"place": ("put", "поставить"), "in": ("at", "before")}
ORDERS = (Place, Attack, Bid, Pay, March, Move, Gather, Swap, Tell, Say, PassTurn)
NOTATION = Notation(ORDERS, VOCABULARY, WORDS, frozenset({"in", "with", "to", "at", "from"}))

READ: list[tuple[str, Struct]] = [
    ("place oda in ise", Place("oda", "ise")),
    ("  PLACE  Oda   IN ise  ", Place("oda", "ise")),
    ("place oda in ise.", Place("oda", "ise")),
    ("place oda in ise...", Place("oda", "ise")),
    ("place oda in i.", Place("oda", "ise")),
    ("place oda in ise ; and then I win", Place("oda", "ise")),
    ("place oda in ise;", Place("oda", "ise")),
    ("place oda, ise", Place("oda", "ise")),
    ("put oda before ise", Place("oda", "ise")),
    ("поставить ОДА at ise", Place("oda", "ise")),
    ("ｐｌａｃｅ ｏｄａ in ise", Place("oda", "ise")),
    ("place od ise", Place("oda", "ise")),  # a prefix of two letters, a preposition left out
    ("place od od", Place("oda", "odawara")),
    ("place oda in odaw", Place("oda", "odawara")),
    ("attack ue kai t.n.", Attack("uesugi", "kai", "Takeda Nobushige")),
    ("attack ue in kai with takeda", Attack("uesugi", "kai", "Takeda")),  # in full: no prefix of others
    ("attack ue in kai with takeda nobus", Attack("uesugi", "kai", "Takeda Nobushige")),
    ("attack ue in kai with uesugi k.", Attack("uesugi", "kai", "Uesugi K.")),
    ("attack ue in kai with go", Attack("uesugi", "kai", "go-hojo")),
    ("attack ue in kai with 武田 信玄", Attack("uesugi", "kai", "武田 信玄")),
    ("bid 1 2 3 4", Bid((1, 2, 3, 4))),
    ("bid 1,2, 3 ,4", Bid((1, 2, 3, 4))),
    ("bid -1 +2 03 4", Bid((-1, 2, 3, 4))),
    ("pay 0", Pay(0)),
    ("pay 10", Pay(10)),
    ("pay 10 from 1", Pay(10, 1)),
    ("pay 10 7", Pay(10, 7)),
    ("march go-hojo 0101", March("go-hojo", ("0101",))),
    ("march takeda nobuk 0101, 0102 0103.", March("Takeda Nobukado", ("0101", "0102", "0103"))),
    ("march takeda 0101", March("Takeda", ("0101",))),
    ("move go to 0101", Move("go-hojo", "0101")),
    ("move go 0101 via 0102", Move("go-hojo", "0101", ("0102",))),
    ("move go 0101 via 0102 0103 escort mori", Move("go-hojo", "0101", ("0102", "0103"), "mori")),
    ("move go 0101 escort mori", Move("go-hojo", "0101", (), "mori")),
    ("takeda - 0101", Move("Takeda", "0101")),
    ("Takeda Nobushige - 0101", Move("Takeda Nobushige", "0101")),
    ("gather takeda nobushige takeda go at 0101", Gather(("Takeda Nobushige", "Takeda", "go-hojo"), "0101")),
    ("gather takeda, go at 0101", Gather(("Takeda", "go-hojo"), "0101")),
    ("swap takeda takeda nobushige 3", Swap(("Takeda", "Takeda Nobushige"), 3)),
    ("swap takeda, takeda 3", Swap(("Takeda", "Takeda"), 3)),
    ("tell takeda nobushige is late", Tell("Takeda Nobushige", "is late")),  # the longest name
    ("tell takeda, nobushige is late", Tell("Takeda", "nobushige is late")),
    ("say I come; wait for me.", Say("I come; wait for me.")),
    ("say ;", Say(";")),
    ("pass", PassTurn()),
    ("Place oda in ise!", Place("oda", "ise")),
    ("place oda in ise…", Place("oda", "ise")),
    ("place ōda in ISÉ", Place("oda", "ise")),
    ("place ода in ise", Place("oda", "ise")),
    ("attack ue in kai with Go‑Hōjō", Attack("uesugi", "kai", "go-hojo")),
    ("attack ue in kai with go hojo", Attack("uesugi", "kai", "go-hojo")),
    ("attack ue in kai with gohojo", Attack("uesugi", "kai", "go-hojo")),
    ("attack ue in kai with takeda-nobushige", Attack("uesugi", "kai", "Takeda Nobushige")),
    ("pay x5", Pay(5)),
    ("march go 0101, 0102 and 0103", March("go-hojo", ("0101", "0102", "0103"))),
    ("I place oda in ise", Place("oda", "ise")),
    ("Place: oda in ise", Place("oda", "ise")),
    ("please say: nothing: at all", Say("nothing: at all")),
]

CLANS = "a clan: hojo, mori, oda, takeda or uesugi"
PROVINCES = "a province: ise, kai, kaga or odawara"
LEADERS = "a leader: Takeda, Takeda Nobushige, Takeda Nobukado, go-hojo, Uesugi K. or 武田 信玄"
VERBS = "an order: place, attack, bid, pay, march, move, gather, swap, tell, say or pass"

# line, column, what the player reads under the caret
UNREADABLE = [
    ("place odda in ise", 6, f'I do not know "odda". Expected {CLANS}. Did you mean "oda"?'),
    ("place  ODDA in ise", 7, f'I do not know "ODDA". Expected {CLANS}. Did you mean "oda"?'),
    (
        "place оdа in ise",  # the o and the a are Cyrillic
        6,
        'I do not know "оdа": some of its letters are of another alphabet. '
        f'Expected {CLANS}. Did you mean "oda"?',
    ),
    ("place o in ise", 6, f'I do not know "o". Expected {CLANS}.'),  # a prefix has two letters
    ("place ise in ise", 6, f'"ise" is a province, which does not fit here. Expected {CLANS}.'),
    ("place 7 in ise", 6, f'"7" does not fit here. Expected {CLANS}.'),
    ("place in ise", 6, f'"in" does not fit here. Expected {CLANS}.'),
    ("place oda in", 12, f"The line ends too early. Expected {PROVINCES}."),
    ("place oda in  ; ise", 12, f"The line ends too early. Expected {PROVINCES}."),
    ("place", 5, f"The line ends too early. Expected {CLANS}."),
    ("place oda in ise and kai.", 17, '"and kai" is too much at the end.'),
    ("pass 1", 5, '"1" is too much at the end.'),
    ("please pass", 0, f'I do not know "please". Expected {VERBS}; or {LEADERS}. Did you mean "place"?'),
    ("Pass!", 0, f'I do not know "Pass!". Expected {VERBS}; or {LEADERS}. Did you mean "pass"?'),
    ("pass:", 0, f'I do not know "pass:". Expected {VERBS}; or {LEADERS}. Did you mean "pass"?'),
    (
        "attack oda in kai with takeda nobushgie",
        30,
        '"nobushgie" is too much at the end. Did you mean "Takeda Nobushige"?',
    ),
    (
        "attack oda in kai with takdea nobushige",
        23,
        f'I do not know "takdea". Expected {LEADERS}. Did you mean "Takeda Nobushige"?',
    ),
    ("bid 1 2 3", 9, "The line ends too early. Expected a number."),
    ("bid 1 2 3 4 5", 12, '"5" is too much at the end.'),
    ("bid 1 2 x 4", 8, 'I do not know "x". Expected a number.'),
    ("bid 1.5 2 3 4", 4, 'I do not know "1.5". Expected a number.'),
    ("pay -1", 4, '"-1" does not fit here. Expected a number from 0 to 10.'),
    ("pay 11", 4, '"11" does not fit here. Expected a number from 0 to 10.'),
    ("pay 1 from 0", 11, '"0" does not fit here. Expected a number of at least 1.'),
    ("march go-hojo", 13, "The line ends too early. Expected a hex."),
    (
        "march go-hojo 0101 01O2",
        19,
        'I do not know "01O2". Expected a hex or the end of the line.',
    ),
    ("march go-hojo 01", 14, '"01" does not fit here. Expected a hex.'),
    (
        "move go to 0101 vai 0102",
        16,
        'I do not know "vai". Expected "via", "escort" or the end of the line. Did you mean "via"?',
    ),
    ("move go to 0101 via", 19, "The line ends too early. Expected a hex."),
    ("gather takeda", 13, f'The line ends too early. Expected {LEADERS}; or "at".'),
    ("gather at 0101", 7, f'"at" does not fit here. Expected {LEADERS}.'),
    ("swap takeda 3", 12, f'"3" does not fit here. Expected {LEADERS}.'),
    ("say", 3, "The line ends too early. Expected some text."),
    ("takeda > 0101", 7, 'I do not know ">". Expected "-".'),
    ("plaice oda", 0, f'I do not know "plaice". Expected {VERBS}; or {LEADERS}. Did you mean "place"?'),
    ("", 0, f"There is no order in this line. Expected {VERBS}; or {LEADERS}."),
    (" ; pass", 0, f"There is no order in this line. Expected {VERBS}; or {LEADERS}."),
    ("...", 0, f"There is no order in this line. Expected {VERBS}; or {LEADERS}."),
]

AMBIGUOUS = [
    ("place oda in ka", ("place oda in kaga", "place oda in kai")),
    ("place oda in k", ("place oda in kai", "place oda in kaga")),  # an abbreviation of two
    (
        "march takeda nobu 0101",
        ("march Takeda Nobukado, 0101", "march Takeda Nobushige, 0101"),
    ),
]


@pytest.mark.parametrize(("line", "order"), READ)
def test_a_line_that_reads(line: str, order: Struct) -> None:
    assert NOTATION.read(line) == order


@pytest.mark.parametrize(("line", "column", "said"), UNREADABLE)
def test_a_line_that_does_not_read(line: str, column: int, said: str) -> None:
    with pytest.raises(UnreadableOrder) as refusal:
        NOTATION.read(line)
    assert str(refusal.value) == f"    {line}\n    {' ' * column}^\n{said}"


@pytest.mark.parametrize(("line", "readings"), AMBIGUOUS)
def test_a_line_that_reads_in_several_ways(line: str, readings: tuple[str, ...]) -> None:
    with pytest.raises(AmbiguousOrder) as refusal:
        NOTATION.read(line)
    assert refusal.value.readings == readings
    assert all(NOTATION.write(NOTATION.read(reading)) == reading for reading in readings)


@pytest.mark.parametrize(
    ("order", "line"),
    [
        (Place("oda", "ise"), "place oda in ise"),
        (Place("oda", "ise", "not in the form"), "place oda in ise"),
        (Bid((1, -2, 3, 4)), "bid 1 -2 3 4"),
        (March("Takeda", ("0101", "0102")), "march Takeda, 0101 0102"),
        (Move("go-hojo", "0101"), "move go-hojo to 0101"),
        (Move("go-hojo", "0101", (), "oda"), "move go-hojo to 0101 escort oda"),
        (Gather(("Takeda", "Takeda Nobushige"), "0101"), "gather Takeda, Takeda Nobushige at 0101"),
        (Swap(("Takeda", "go-hojo"), 2), "swap Takeda, go-hojo, 2"),
        (Say(", well"), "say, , well"),
        (Tell("Takeda", "well, no; yes."), "tell Takeda, well, no; yes."),
        (Tell("Takeda", ","), "tell Takeda, ,"),
    ],
)
def test_canonical_notation(order: Struct, line: str) -> None:
    assert NOTATION.write(order) == line


@pytest.mark.parametrize(
    "order",
    [
        Place("odda", "ise"),
        Place("ода", "ise"),
        Place("", "ise"),
        Pay(11),
        Bid((1, 2, 3)),  # type: ignore[arg-type]
        March("Takeda", ()),
        Say(""),
        Say(" x"),
        Say("two\nlines"),
        Say("x" * LONGEST),
        PassBattle(),
    ],
)
def test_an_order_without_notation_is_our_fault(order: Struct) -> None:
    with pytest.raises(Fault):
        NOTATION.write(order)


def test_forms_for_a_help_text() -> None:
    assert NOTATION.forms({Place, Bid, March, Move}) == (
        "place CLAN in PROVINCE",
        "bid COINS COINS COINS COINS",
        "march LEADER PATH ...",
        "move LEADER to GOAL [via PATH ...] [escort ESCORT]",
        "LEADER - GOAL",
    )
    assert len(NOTATION.forms()) == len(ORDERS) + 1


# What is awaited


def test_an_order_that_is_not_awaited_is_read_all_the_same() -> None:
    assert NOTATION.read("place oda in ise", {Bid}) == Place("oda", "ise")


def test_awaited_orders_settle_what_two_types_share() -> None:
    notation = Notation((PassTurn, PassBattle), VOCABULARY)
    assert notation.read("pass", {PassBattle}) == PassBattle()
    assert notation.read("pass", {PassTurn}) == PassTurn()
    with pytest.raises(AmbiguousOrder) as refusal:
        notation.read("pass")
    assert refusal.value.readings == ("pass (pass-turn)", "pass (pass-battle)")


def test_awaited_orders_do_not_settle_between_names() -> None:
    with pytest.raises(AmbiguousOrder):
        NOTATION.read("place oda in ka", {Place})


def test_only_awaited_orders_are_expected() -> None:
    with pytest.raises(UnreadableOrder) as refusal:
        Notation((Place, Bid, PassTurn), VOCABULARY).read("pas", {Bid, PassTurn})
    assert refusal.value.misread.expected == ("an order: bid or pass",)
    assert refusal.value.misread.nearest == "pass"


class FightClan(Struct, frozen=True, tag="fight-clan"):
    FORM: ClassVar[str] = "fight {clan}"
    clan: Clan


class FightLeader(Struct, frozen=True, tag="fight-leader"):
    FORM: ClassVar[str] = "fight {leader}"
    leader: Leader


@pytest.mark.parametrize(
    ("line", "among", "order"),
    [
        ("fight oda", None, FightClan("oda")),
        ("fight shingen", None, FightLeader("Takeda")),
        ("fight takeda", {FightClan}, FightClan("takeda")),
        ("fight takeda", {FightLeader}, FightLeader("Takeda")),
        ("fight takeda nobus", {FightClan}, FightLeader("Takeda Nobushige")),
    ],
)
def test_two_types_with_one_verb(line: str, among: set[type] | None, order: Struct) -> None:
    assert Notation((FightClan, FightLeader), VOCABULARY).read(line, among) == order


def test_expectations_of_two_types_favour_the_awaited_one() -> None:
    notation = Notation((FightClan, FightLeader), VOCABULARY)
    with pytest.raises(UnreadableOrder) as both:
        notation.read("fight nobody")
    assert both.value.misread.expected == (CLANS, LEADERS)
    with pytest.raises(UnreadableOrder) as one:
        notation.read("fight nobody", {FightLeader})
    assert one.value.misread.expected == (LEADERS,)


# Limits


@pytest.mark.parametrize(("count", "listed"), [(12, True), (13, False)])
def test_twelve_names_are_listed_and_thirteen_are_not(count: int, listed: bool) -> None:
    clans = names(*(f"clan{letter}" for letter in "abcdefghijklm"[:count]))
    with pytest.raises(UnreadableOrder) as refusal:
        Notation((FightClan,), Vocabulary({"clan": clans})).read("fight nobody")
    assert refusal.value.misread.expected[0].startswith("a clan: ") == listed
    assert listed or refusal.value.misread.expected == ("a clan",)


def test_a_line_may_have_two_thousand_characters() -> None:
    text = "x" * (LONGEST - len("say "))
    assert NOTATION.read(f"say {text}") == Say(text)
    assert NOTATION.write(Say(text)) == f"say {text}"
    with pytest.raises(UnreadableOrder, match=r"The line has 2,001 characters; an order has at most 2,000\."):
        NOTATION.read(f"say {text}x")


@pytest.mark.parametrize(
    "line",
    [
        "march go " + "0101 " * 397 + "x",
        "gather " + "takeda nobu " * 165,
        "gather " + "takeda nobu " * 160 + "at 0101",
        "bid " + "9" * 1_990,
        "bid " + "9 " * 998,
        "place " + "x" * 1_990,
        "place " + "od " * 660,
        "[" * 2_000,
        "{clan}" * 333,
        "," * 2_000,
        "武" * 2_000,
        "a\u0301" * 1_000,
        "\x00\x1b[31m" * 300,
    ],
)
def test_long_garbage_is_refused(line: str) -> None:
    assert len(line) <= LONGEST
    with pytest.raises(OrderError):
        NOTATION.read(line)


@pytest.mark.parametrize(
    "line", ["gather " + "tn " * 600 + "at 0101", "gather " + "t.n., " * 300 + "at 0101"]
)
def test_abbreviations_that_are_too_long_in_full_are_refused(line: str) -> None:
    with pytest.raises(
        UnreadableOrder, match=r"Written in full, this order has more than 2,000 characters\."
    ):
        NOTATION.read(line)


def test_a_path_may_fill_the_line() -> None:
    assert NOTATION.read("march go-hojo " + "0101 " * 397) == March("go-hojo", ("0101",) * 397)


# Construction


def order_type(form: object, **types: Any) -> type[Struct]:
    return defstruct("Odd", list(types.items()), namespace={"FORM": form}, frozen=True, tag="odd")


MALFORMED: list[tuple[object, dict[str, Any], str]] = [
    (None, {}, "has no FORM"),
    ((), {}, "has no FORM"),
    ("", {}, "empty FORM"),
    ("go {where}", {}, "has no field where"),
    ("go {a", {"a": Clan}, "malformed FORM"),
    ("go [to {a}", {"a": Clan}, "malformed FORM"),
    ("go {a}{b}", {"a": Clan, "b": Clan}, "malformed FORM"),
    ("go {a};", {"a": Clan}, "malformed FORM"),
    ("go {a} {a}", {"a": Clan}, "same field twice"),
    ("go", {"a": Clan}, "has no default"),
    ("go[ to {a}]", {"a": Clan}, "has no default"),
    ("go {a}", {"a": Annotated[str, Named("ship")]}, 'kind "ship"'),
    ("go {a}", {"a": float}, "cannot be written"),
    ("go {a}", {"a": bool}, "cannot be written"),
    ("go {a}", {"a": tuple[str, ...]}, "cannot be written"),
    ("go {a}", {"a": tuple[()]}, "cannot be written"),
    ("go {a}", {"a": Annotated[str, Meta(max_length=3)]}, "cannot be written"),
    ("go {a}", {"a": Annotated[int, Meta(gt=3)]}, "only ge and le"),
    ("say {a} to {b}", {"a": str, "b": Clan}, "nothing can follow"),
    ("go {a} {b}", {"a": tuple[Clan, ...], "b": Clan}, "a word must end it"),
    ("go {a} oda {b}", {"a": tuple[Clan, ...], "b": Clan}, "which ends it"),
]


@pytest.mark.parametrize(("form", "types", "why"), MALFORMED)
def test_a_form_that_does_not_fit_is_found_at_once(form: object, types: dict[str, Any], why: str) -> None:
    order = order_type(form, **types)
    with pytest.raises(TypeError, match=why):
        Notation((order,), VOCABULARY)


@pytest.mark.parametrize("word", ["", " oda", "a  b", "a,b", "a;b", "."])
def test_a_name_that_no_line_could_hold(word: str) -> None:
    with pytest.raises(TypeError, match="cannot be a name"):
        Vocabulary({"clan": names(word)})


@pytest.mark.parametrize("pair", [("oda", "ODA"), ("uesugi k.", "Uesugi K")])
def test_two_names_that_nobody_could_tell_apart(pair: tuple[str, str]) -> None:
    with pytest.raises(TypeError, match="Two names"):
        Vocabulary({"clan": names(*pair)})


def test_a_canonical_word_is_never_the_abbreviation_of_another() -> None:
    clans = Vocabulary({"clan": (Name("hojo", ("oda",)), Name("oda"))})
    assert Notation((FightClan,), clans).read("fight oda") == FightClan("oda")


def test_a_notation_survives_pickling() -> None:
    again = pickle.loads(pickle.dumps(NOTATION))
    assert again.forms() == NOTATION.forms()
    assert again.read("place oda in ise") == Place("oda", "ise")


# Words


def test_cutting_a_line() -> None:
    line = cut(" Place oda, ise. ; no")
    assert (line.words, line.starts, line.ends) == (["place", "oda", "ise", ""], [1, 7, 12], [6, 10, 15])
    assert line.cuts == {2}


@pytest.mark.parametrize(
    ("word", "name"),
    [("odda", "oda"), ("оda", "oda"), ("hоjо", "hojo"), ("zzz", ""), ("o" * 40, ""), ("o" * 41, "")],
)
def test_the_nearest_name(word: str, name: str) -> None:
    assert nearest(fold(word), {"oda": "oda", "hojo": "hojo"}) == name


# Properties


def of_kind(kind: str) -> st.SearchStrategy[str]:
    return st.sampled_from(VOCABULARY.kinds[kind].canonical)


def many(kind: str, fewest: int) -> st.SearchStrategy[tuple[str, ...]]:
    return st.lists(of_kind(kind), min_size=fewest, max_size=12).map(tuple)


integers = st.integers(-(10**30), 10**30)
texts = st.text(max_size=60).map(str.strip).filter(lambda text: len(text.splitlines()) == 1)
orders = st.one_of(
    st.builds(Place, of_kind("clan"), of_kind("province")),
    st.builds(Attack, of_kind("clan"), of_kind("province"), of_kind("leader")),
    st.builds(Bid, st.tuples(integers, integers, integers, integers)),
    st.builds(Pay, st.integers(0, 10), st.integers(1)),
    st.builds(March, of_kind("leader"), many("hex", 1)),
    st.builds(Move, of_kind("leader"), of_kind("hex"), many("hex", 0), of_kind("clan") | st.just("")),
    st.builds(Gather, many("leader", 1), of_kind("hex")),
    st.builds(Swap, st.tuples(of_kind("leader"), of_kind("leader")), integers),
    st.builds(Tell, of_kind("leader"), texts),
    st.builds(Say, texts),
    st.just(PassTurn()),
)


FEW = settings(max_examples=30)


@FEW
@given(orders)
def test_what_is_written_reads_as_the_same_order(order: Struct) -> None:
    line = NOTATION.write(order)
    assert NOTATION.read(line) == order
    assert NOTATION.read(line, {Bid}) == order


@pytest.mark.soak
@given(orders)
def test_many_orders_read_as_they_are_written(order: Struct) -> None:
    assert NOTATION.read(NOTATION.write(order)) == order


def untidy(letters: str, draw: st.DataObject) -> str:
    cased = "".join(letter.upper() if draw.draw(st.booleans()) else letter for letter in letters)
    return f"  {cased.replace(' ', '   ')} . ; {letters}"


@FEW
@given(orders.filter(lambda order: not isinstance(order, Say | Tell)), st.data())
def test_case_spaces_and_comments_never_matter(order: Struct, draw: st.DataObject) -> None:
    assert NOTATION.read(untidy(NOTATION.write(order), draw)) == order


SOUP = (
    "place put oda od in ise ka k takeda nobu nobushige move to via 0101 01 7 - gather at swap march escort"
)
words = st.sampled_from([*SOUP.split(), ",", ";", ".", "оda"])
lines = st.text(max_size=200) | st.lists(words | st.text(max_size=4), max_size=20).map(" ".join)


def read_or_refuse(line: str, among: Any) -> Struct | OrderError:
    try:
        return NOTATION.read(line, among)
    except (UnreadableOrder, AmbiguousOrder) as refusal:
        return refusal


@given(lines, st.sampled_from([None, (), {Place}, {Move, Gather}]))
def test_any_line_reads_or_is_refused_with_a_reason(line: str, among: Any) -> None:
    result = read_or_refuse(line, among)
    if isinstance(result, UnreadableOrder):
        assert 0 <= result.misread.column <= len(line)
        assert str(result).count("\n") == 2
    elif isinstance(result, AmbiguousOrder):
        assert len(set(result.readings)) > 1
    else:
        assert isinstance(result, Struct)
        assert NOTATION.read(NOTATION.write(result)) == result


# ---- quotation marks and fractions

GIVEN = Vocabulary({"leader": names("Takeda", "Takeda Nobushige")}, given=["leader"])
FIXED = Vocabulary({"leader": names("Takeda", "Takeda Nobushige")})
QUOTED = [
    ('tell "takeda nobushige" hello', Tell("Takeda Nobushige", "hello")),
    ("tell “Takeda”, hello", Tell("Takeda", "hello")),
]


@pytest.mark.parametrize(("line", "order"), QUOTED)
def test_a_known_name_may_stand_in_quotation_marks(line: str, order: Struct) -> None:
    for words in (GIVEN, FIXED):
        notation = Notation((Tell,), words)
        assert notation.read(line) == order
        assert notation.read(notation.write(order)) == order


@pytest.mark.parametrize("line", ['tell "My  Lord" hello', "tell «My Lord» hello", "tell “My Lord” hello"])
def test_people_may_give_names_of_a_kind_and_write_them_in_quotation_marks(line: str) -> None:
    notation = Notation((Tell,), GIVEN)
    order = notation.read(line)
    assert order == Tell('"My Lord"', "hello")
    assert notation.write(order) == 'tell "My Lord", hello'
    with pytest.raises(UnreadableOrder):
        Notation((Tell,), FIXED).read(line)


@pytest.mark.parametrize("name", ["", "a" * 41, "a\u200bb", "a\u202eb"])
def test_what_is_too_long_or_not_seen_is_no_given_name(name: str) -> None:
    notation = Notation((Tell,), GIVEN)
    assert notation.read(f'tell "{"a" * 40}" hello') == Tell(f'"{"a" * 40}"', "hello")
    with pytest.raises(UnreadableOrder):
        notation.read(f'tell "{name}" hello')
    with pytest.raises(Fault):
        notation.write(Tell(f'"{name}"', "hello"))


def test_text_keeps_its_quotation_marks_and_inches_are_none() -> None:
    assert Notation((Say,), VOCABULARY).read('say "a b" 3" to 4"') == Say('"a b" 3" to 4"')
    assert cut('to 3" 4"').words == ["to", '3"', '4"', ""]


@pytest.mark.parametrize("line", ["3 1/4", "3 ¼", "3-1/4"])
def test_a_number_and_its_fraction_are_one_word(line: str) -> None:
    assert cut(f"to {line}, 5").words == ["to", "3-1/4", "5", ""]
