"""Which reading of a line is meant where there are several: what mutants of the notation have asked for."""

from __future__ import annotations

from typing import Annotated, ClassVar

import pytest
from msgspec import Struct

from domain.kit.errors import AmbiguousOrder, UnreadableOrder
from domain.kit.notation import Notation
from domain.kit.vocabulary import MEANT, Name, Named, Vocabulary

Clan = Annotated[str, Named("clan")]
Province = Annotated[str, Named("province")]


class Hold(Struct, frozen=True, tag="hold"):
    FORM: ClassVar[str] = "hold {province}"
    province: Province


class Keep(Struct, frozen=True, tag="keep"):
    FORM: ClassVar[str] = "hold {clan}"
    clan: Clan


class Tour(Struct, frozen=True, tag="tour"):
    FORM: ClassVar[str] = "tour {provinces}"
    provinces: tuple[Province, ...]


PROVINCES = (Name("kai", ("k",)), Name("kaga", ("k",)), Name("ise"), Name("izumo"))
NOTATION = Notation(
    (Hold, Keep, Tour), Vocabulary({"province": PROVINCES, "clan": (Name("kaiser"), Name("isegawa"))})
)


@pytest.mark.parametrize(
    ("line", "order"),
    [
        ("hold kai", Hold("kai")),  # a province in full, though it begins the name of a clan
        ("hold ise", Hold("ise")),
        ("hold kais", Keep("kaiser")),
        ("hold kaiser", Keep("kaiser")),
    ],
)
def test_a_name_in_full_is_meant_before_one_that_it_begins_also_of_another_order(
    line: str, order: Struct
) -> None:
    assert NOTATION.read(line) == order


# a list with words that may mean two places, and its readings
SEVERAL = [
    ("tour k", ("tour kai", "tour kaga")),
    ("tour ise k", ("tour ise kai", "tour ise kaga")),
    ("tour k ise", ("tour kai ise", "tour kaga ise")),
    ("tour k k", ("tour kai kai", "tour kai kaga", "tour kaga kai", "tour kaga kaga")),
]


@pytest.mark.parametrize(("line", "readings"), SEVERAL)
def test_a_list_has_a_reading_for_each_meaning_of_its_names(line: str, readings: tuple[str, ...]) -> None:
    with pytest.raises(AmbiguousOrder) as refusal:
        NOTATION.read(line)
    assert refusal.value.readings == readings


def test_no_more_readings_of_a_list_are_shown_than_can_be_chosen_from() -> None:
    with pytest.raises(AmbiguousOrder) as refusal:
        NOTATION.read("tour k k k k")
    assert len(refusal.value.readings) == MEANT
    assert refusal.value.readings[0] == "tour kai kai kai kai"


def test_what_a_list_means_is_settled_where_every_name_is_in_full() -> None:
    assert NOTATION.read("tour kai, ise izumo") == Tour(("kai", "ise", "izumo"))


def test_the_beginning_of_a_name_in_the_wrong_place_is_not_known() -> None:
    """Only a whole name tells what it is: "isega" may be anything."""
    for word, said in (("isega", 'I do not know "isega".'), ("isegawa", '"isegawa" is a clan, which')):
        with pytest.raises(UnreadableOrder) as refusal:
            NOTATION.read(f"tour kai {word}")
        assert said in str(refusal.value)
