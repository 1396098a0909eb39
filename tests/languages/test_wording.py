"""What an editor found: the words of the rulebooks, one word for one thing, how fields stand in sentences."""

from __future__ import annotations

import re
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any, cast

import pytest

from domain.kit.errors import either
from domain.titles import TITLES
from projections.language.catalogues import Reader, written_for
from projections.language.messages import _, heading, term
from projections.rising_sun.sentences import _battle_began, _bid_sealed
from tests.languages.test_catalogues import TRANSLATED, is_of_check, messages, texts

FORBIDDEN = {
    "fr": {
        "échelle des Délais": r"piste de retard",
        "échelle Bundori": r"piste Bundori",
        "hexagone": r"\bhex(es)?\b",
        "ZdC, ZdCE": r"\bzone ennemie|zone de \{names\}",
        "match nul": r"\bpartie nulle",
        "subit N PP": r"\bperd \{steps\}",
        "activation spécifique « Attaque »": r"(attaque|retraite) spéciale",
        "posture désavantageuse": r"inapte au combat",
        "recule": r"\bse replie",
        "dégagé, place forte": r"\bplaines?\b|\bchâteau",
        "message": r"\bpresse\b",
        "place": r"(?i)\bsièges? (\{seat\}|libre|de la partie)|\b(votre|ce|ces|leur|chaque|autre) siège",
        "code du tour": r"\bjeton (de ce tour|d'une place|du tour)",
        "empreinte": r"(?<!depuis [ls]a )(?<!en-)\btêtes?\b",
        "réponse donnée": r"questions? répondue",
        "rejoint la partie": r"\bse (joint|sont joints) (avec|à la partie)|\bse sont joints",
        "on attend :": r"\belle attend \{",
        "obtient": r"\bjett?(e|ent) \{|après modification",
        "coup de force": r"coup d'État",
        "se fait seppuku": r"met fin à ses jours",
        "prend fin :": r"\bfinit \{",
        "jet": r"\blancers?\b",
        "de Uesugi": r"\bd'Uesugi",
    },
    "ru": {
        "one script": r"Кайдзу|Уэсуги|Такэда|Сингэн|Кэнсин|Косак|Кансукэ|Сайдзё|Иокогам|Дзёи|Коякю|Синоби",
        "судья": r"\b[Аа]рбитр",
        "хеш": r"(?<!от )\b[Гг]олов(а|у|ы|ой)\b",
        "послание": r"\bсообщени(е|я|ю|й)\b",
        "противник": r"\b[Вв]раг|\b[Вв]раж",
        "дан ответ": r"\bотвечено? \{count\}",
        "ждём: {who}": r"\bждёт \{|\bждёт:",
        "срок — {moment}": r"\b(до|от|с|С) \{moment\}|кончается \{",
        "согласие: {seat}": r"\bсоглас(ен|на|ился) \{|\{(seat|army)\} (больше не )?соглас",
        "выбирают: {choices}": r"выбирают \{",
        "идёт {place}: «в чашу»": r"идёт в \{place\}",
        "в {point}": r"\bу \{point\}",
        "сезон «весна»": r"сезона? \{season\}",
    },
}
"""What is written, and the words that an editor struck out for it."""


@pytest.mark.parametrize(
    ("language", "diary", "log"), [("fr", r"\bcarnets?\b", "journa"), ("ru", r"\bдневник", "журнал")]
)
def test_a_diary_and_the_log_are_two_things(language: str, diary: str, log: str) -> None:
    said = {str(message.id): str(message.string) for message in messages(language)}
    of_diaries = [text for about, text in said.items() if re.search(r"(?i)\bdiar(y|ies)\b", about)]
    of_the_log = [text for about, text in said.items() if re.search(r"(?i)\blog\b(?! since)", about)]
    assert [text for text in of_diaries if not re.search(diary, text.lower()) or log in text.lower()] == []
    assert [text for text in of_the_log if re.search(diary, text.lower())] == []
    assert log in said["Log"].lower()


HEX = re.compile(r"\{hex(es|agon)?[0-9]?\}")
"""Fields that are called like a word that French does not have."""


def found(language: str) -> Iterator[str]:
    """Each text of a catalogue, but for the page that checks a bundle: it speaks as docs/format.md does."""
    for message in messages(language):
        if not is_of_check(message):
            yield from texts(message.string)


@pytest.mark.parametrize(
    ("language", "written"), [(k, one) for k, words in FORBIDDEN.items() for one in words]
)
def test_what_an_editor_struck_out_does_not_come_back(language: str, written: str) -> None:
    wrong = re.compile(FORBIDDEN[language][written])
    assert [text for text in found(language) if wrong.search(HEX.sub("{}", text))] == []


# ---- elision


ELIDED = [
    ("Force of {seat} in {province}", {"seat": "iga", "province": "oshu"}, "Force d'iga en oshu"),
    ("Force of {seat} in {province}", {"seat": "fox", "province": "oshu"}, "Force de fox en oshu"),
    ("Force of {seat} in {province}", {"seat": "uesugi", "province": "x"}, "Force de uesugi en x"),
    ("Force of {seat} in {province}", {"seat": "A2", "province": "x"}, "Force de A2 en x"),
    ("Force of {seat} in {province}", {"seat": "Émile", "province": "x"}, "Force d'Émile en x"),
    ("Force of {seat} in {province}", {"seat": "hojo", "province": "x"}, "Force de hojo en x"),
    ("Force of {seat} in {province}", {"seat": "ab{c}", "province": "x"}, "Force d'ab{c} en x"),
    ("Force of {seat} in {province}", {"seat": "le joueur", "province": "x"}, "Force du joueur en x"),
]


@pytest.mark.parametrize(("message", "values", "said"), ELIDED)
def test_french_leaves_a_vowel_out_before_another(message: str, values: dict[str, str], said: str) -> None:
    say = _
    with written_for(Reader("fr")):
        assert say(message).format(**values) == said


ALIKE = {
    "Kaizu",
    "Seppuku",
    "Clans",
    "Influence",
    "Actions",
    "Fatigue",
    "Distances, positions, angles",
    "Combat",
}
"""Headings that are the same in English and in French, but for the last place in Russian too."""


# ---- headings, and what an order lacks


@pytest.mark.parametrize("language", TRANSLATED)
def test_each_heading_is_looked_up_as_it_stands(language: str) -> None:
    said = {
        text for rules in TITLES.values() for text in (*rules.headings.values(), *rules.statuses.values())
    }
    with written_for(Reader(language)):
        same = {text for text in said if heading(text) == text}
        assert heading("Clan cards of somebody") == "Clan cards of somebody"
    assert len(said) > 290
    assert same <= ALIKE


EXPECTED = [
    ("fr", ("a province: iga, ise or kii",), "Attendu : province (iga, ise ou kii)."),
    (
        "fr",
        ("a clan: koi or sun", "a choice: yes or no"),
        "Attendu : clan (koi ou sun) ; ou choix (yes ou no).",
    ),
    ("fr", ("a unit", '"troops"'), 'Attendu : unité ou "troops".'),
    (
        "fr",
        ("a number from 0 to 12", "the end of the line"),
        "Attendu : un nombre de 0 à 12 ou la fin de la ligne.",
    ),
    ("ru", ("a province: iga, ise or kii",), "Ожидается: провинция (iga, ise или kii)."),
    ("ru", ("a figure", '"no"'), 'Ожидается: фигурка или "no".'),
    ("ru", ("an order", "an occasion"), "Ожидается: приказ или случай."),
]


@pytest.mark.parametrize(("language", "wanted", "said"), EXPECTED)
def test_what_was_expected_is_said_whole(language: str, wanted: tuple[str, ...], said: str) -> None:
    with written_for(Reader(language)):
        assert term(f"Expected {either(wanted)}.") == said


# ---- what is put together is not taken for something else


SAID = [
    ("fr", "Clan N is not on the map.", "Le clan N n'est pas sur la carte."),
    ("ru", "Clan N is not on the map.", "Клана N нет на карте."),
    ("fr", "Crab Scouts is formed already.", "Crab Scouts : déjà formée."),
    ("ru", "Crab Scouts is routing already.", "Crab Scouts: уже бежит."),
    ("fr", "2514 does not do.", "2514 ne convient pas."),
]


@pytest.mark.parametrize(("language", "text", "said"), SAID)
def test_a_name_is_no_message_and_a_sentence_no_list(language: str, text: str, said: str) -> None:
    """The letter of a clan is not the north of a map, and “… already” takes in no unit."""
    with written_for(Reader(language)):
        assert term(text) == said


def test_what_is_said_of_bids_is_not_looked_up_again() -> None:
    """To a template “1 pour Engager des Ronin” looks like Ronin of somebody."""
    bid = SimpleNamespace(seen_by=lambda _viewer: (0, 1, 2, 0))
    began = SimpleNamespace(province="edo", players=("koi",), coins={"koi": 8}, ronin={"koi": 0})
    with written_for(Reader("fr")):
        sealed = _bid_sealed(cast(Any, SimpleNamespace(seat="Koi", bid=bid)), "koi")
        assert sealed == "Mise de Koi : 1 pour Prise d'otage et 2 pour Engager des Ronin."
        assert "koi avec 8 pièces et 0 Ronin" in _battle_began(cast(Any, began), "koi")
