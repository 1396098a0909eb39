"""Every conceivable order is taken if it is offered, and otherwise refused; reading and writing."""

from __future__ import annotations

from itertools import product

import pytest
from msgspec import Struct

from domain.kit.bars import written
from domain.kit.chance import Chance, Faces
from domain.kit.errors import IllegalMove
from domain.shinobi import SHINOBI
from domain.shinobi.book import BOOK
from domain.shinobi.data.options import PRESETS, Options
from domain.shinobi.words.grammar import notation
from domain.shinobi.words.orders import Attack, Move, Ninja, Pass, Place
from tests.shinobi.boards import CARDS, CLANS
from tests.titles.play import Played

EVERYTHING = Options(True, True, False, "army", True, "single", "first-seat")
PLAYED = (*PRESETS.values(), EVERYTHING, Options(no_take_back=True, ninja_bars="army"))


def conceivable(seats: tuple[str, ...]) -> tuple[Struct, ...]:
    provinces, names = (*seats, "edo"), (*CLANS, "ninja", "date")
    return (
        *(Place(card, province) for card, province in product(names, provinces)),
        *(Ninja(clan, province) for clan, province in product(names, provinces)),
        *(Move(*one) for one in product(names, provinces, provinces)),
        *(Attack(*one) for one in product(names, provinces, names)),
        Pass(),
    )


@pytest.mark.parametrize("nth", range(len(PLAYED)))
def test_an_order_is_taken_if_and_only_if_it_is_offered(nth: int) -> None:
    """At every third point of a game."""
    played = Played(SHINOBI, nth, CARDS, options=PLAYED[nth])
    every = conceivable(played.game.seats)
    while not played.game.is_over():
        if played.orders % 3:
            played.step()
            continue
        state = played.game.state
        (seat,) = played.game.awaited()
        expected = SHINOBI.expected(state)
        offers = SHINOBI.offers(state, seat)
        assert offers is not None
        assert len(set(offers)) == len(offers) > 0
        taken = {order for order in every if type(order) in expected and is_taken(played, seat, order)}
        assert taken == set(offers)
        played.step()


def is_taken(played: Played, seat: str, order: Struct) -> bool:
    try:
        BOOK.decide(played.game.state, seat, order, Chance(Faces()))
    except IllegalMove as refusal:
        return not is_well_said(refusal)
    return True


def is_well_said(refusal: IllegalMove) -> bool:
    """A refusal that is not would count as taken, and fail."""
    known, sentence = refusal.rule in SHINOBI.headings, refusal.why.endswith(".")
    return known and sentence and refusal.instead.startswith("Possible now: ")


READ = [
    ("place oda in ise", Place("oda", "ise")),
    ("Place hojo before IGA", Place("go-hojo", "iga")),
    ("разместить Ходзё в Исэ", Place("go-hojo", "ise")),
    ("place ninja in iga", Place("ninja", "iga")),
    ("ninja mori in kii", Ninja("mori", "kii")),
    ("ниндзя Мори в Кии", Ninja("mori", "kii")),
    ("move uesugi from kii to iga", Move("uesugi", "kii", "iga")),
    ("переместить Уэсуги из Кии в Ига", Move("uesugi", "kii", "iga")),
    ("attack mori in ise with takeda", Attack("mori", "ise", "takeda")),
    ("атаковать Го-Ходзё в Ига силами Ода", Attack("go-hojo", "iga", "oda")),
    ("pass", Pass()),
    ("пас", Pass()),
    # as people type, with the cases of the names
    ("Положить Оду в Игу.", Place("oda", "iga")),
    ("кладу го-ходзе перед Исэ", Place("go-hojo", "ise")),
    ("Атакую армию Оды в Иге кланом Такэда", Attack("oda", "iga", "takeda")),
    ("перекладываю карту Такеды из Исэ в Кии", Move("takeda", "ise", "kii")),
    ("ниндзя на Оду в Иге", Ninja("oda", "iga")),
    ("пропускаю", Pass()),
    ("placer Oda devant Iga", Place("oda", "iga")),
    ("Je place Oda à Iga", Place("oda", "iga")),
    ("déplacer Oda d’Iga à Ise", Move("oda", "iga", "ise")),
    ("attaquer Mori à Ise avec Takeda", Attack("mori", "ise", "takeda")),
    ("place Go-Hōjō, Ise", Place("go-hojo", "ise")),
    ("place gohojo iga", Place("go-hojo", "iga")),
    ("attack ise: mori with takeda", Attack("mori", "ise", "takeda")),
]


@pytest.mark.parametrize(("line", "order"), READ)
def test_a_line_is_read(line: str, order: Struct) -> None:
    assert notation(CARDS, SHINOBI.seats).read(line) == order


def test_every_order_is_read_as_it_is_written_and_refusals_write_alike() -> None:
    words = notation(CARDS, SHINOBI.seats)
    known = {*CLANS, "ninja", *SHINOBI.seats}
    for order in conceivable(SHINOBI.seats):
        names = [getattr(order, name) for name in order.__struct_fields__]
        armies = not isinstance(order, Place) and "ninja" in names
        if set(names) <= known and not armies:
            assert words.read(words.write(order)) == order
            assert words.write(order) == written(order)
