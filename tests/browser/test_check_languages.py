"""The page that checks a bundle, in three languages: that each says all of it, and nothing of another's."""

from __future__ import annotations

import json
import re
import zipfile
from collections.abc import Callable, Mapping
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from projections.language.catalogues import Reader, written_for
from projections.page.carried import Carried
from projections.page.making import page
from referee.bundle.check.joined import LANGUAGES, WITHOUT_SCRIPTS, check_html, check_script, texts
from tests.browser.conftest import Open
from tests.browser.laned import laned
from tests.browser.test_proof import record_of, replayed
from tests.bundle.maker import Maker, Members, small_game, zipped

FORMS = {"en": 2, "fr": 2, "ru": 3}
OTHERS = ("fr", "ru")
PUT_IN = re.compile(r"\{(\w+)(#?)([^{}]*)\}")

Texts = Mapping[str, str]


TEXTS: Mapping[str, Texts] = {language: texts(language) for language in LANGUAGES}


def put_in(text: str) -> set[tuple[str, str]]:
    """What is put into a text, and whether as a number."""
    return {(name, number) for name, number, _words in PUT_IN.findall(text)}


# --- the texts ---


@pytest.mark.soak
def test_every_language_says_everything() -> None:
    assert len(TEXTS["en"]) > 280
    for language in LANGUAGES:
        assert list(TEXTS[language]) == list(TEXTS["en"])
        script = check_script(language)
        said = json.loads(re.findall(rf"^TEXTS\.{language} = (.*);$", script, re.MULTILINE)[0])
        assert said == {name: text for name, text in TEXTS[language].items() if name != WITHOUT_SCRIPTS}


@pytest.mark.soak
@pytest.mark.parametrize("language", OTHERS)
def test_the_same_is_put_into_every_text(language: str) -> None:
    differing = {
        name: (put_in(text), put_in(TEXTS[language][name]))
        for name, text in TEXTS["en"].items()
        if {key for key, _ in put_in(text)} != {key for key, _ in put_in(TEXTS[language][name])}
    }
    assert differing == {}


@pytest.mark.soak
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_word_beside_a_number_has_all_its_forms(language: str) -> None:
    for name, text in TEXTS[language].items():
        for _key, number, words in PUT_IN.findall(text):
            assert not words or (number and len(words.split("|")) == FORMS[language]), name
        assert "{" not in PUT_IN.sub("", text), name


@pytest.mark.soak
@pytest.mark.parametrize(("one", "other"), list(combinations(LANGUAGES, 2)))
def test_no_text_was_left_as_it_was(one: str, other: str) -> None:
    """But names that a record has, and words that are the same."""
    alike = {name for name, text in TEXTS[one].items() if text == TEXTS[other][name]}
    names = {"key_holds", "given_said", "why", "page_word_n", "what_public", "what_act", "what_entry"}
    same = {"page_th_faces", "page_told", "page_word_face", "why_member", "what_question", "step_question"}
    assert sorted(alike - names - same) == []


# --- what is said ---

SAY = "([name, values]) => bugyoCheck.say(name, values)"
COUNTS = {
    "en": {0: "0 events", 1: "1 event", 2: "2 events", 10_000: "10,000 events"},
    "fr": {0: "0 événement", 1: "1 événement", 2: "2 événements", 10_000: "10\u202f000 événements"},
    "ru": {
        0: "0 событий", 1: "1 событие", 3: "3 события", 5: "5 событий", 11: "11 событий",
        21: "21 событие", 10_000: "10\u00a0000 событий",
    },
}  # fmt: skip
HUGE = str(2**64 - 1)


@pytest.mark.soak
@pytest.mark.parametrize("language", LANGUAGES)
def test_numbers_take_their_words(opened: Open, check_file: Path, language: str) -> None:
    tab = opened(check_file, "", locale=language)
    for count, said in COUNTS[language].items():
        assert tab.evaluate(SAY, ["chain_holds", {"events": count}]).startswith(f"{said} ")
    told = tab.evaluate(SAY, ["event_count", {"said": HUGE, "found": "x{why}"}])
    assert re.sub(r"\D", "", told) == HUGE
    assert "x{why}" in told


@pytest.mark.soak
def test_signs_stay_with_their_words(opened: Open, check_file: Path) -> None:
    """Only those of the page: what a record says is shown as it is."""
    tab = opened(check_file, "", locale="fr")
    assert tab.evaluate(SAY, ["sealed_to", {"path": "a « b » : c"}]).startswith(
        "«\u00a0a « b » : c\u00a0» est"
    )


@pytest.mark.soak
@pytest.mark.parametrize(
    ("wanted", "spoken"),
    [("fr-CA", "fr"), ("ru-RU", "ru"), ("en-GB", "en"), ("de-DE", "en"), ("uk-UA", "en")],
)
def test_the_browser_says_which_language(opened: Open, check_file: Path, wanted: str, spoken: str) -> None:
    tab = opened(check_file, "", locale=wanted)
    assert tab.locator("html").get_attribute("lang") == spoken
    assert tab.title() == tab.locator("h1").inner_text() == TEXTS[spoken]["page_title"]
    pressed = tab.locator("#languages [aria-pressed=true]").all()
    assert [one.get_attribute("lang") for one in pressed] == [spoken]


def broken() -> bytes:
    return small_game().bundle()["game.jsonl"].replace(b"weather", b"harvest")


def unreadable() -> bytes:
    return b"PK" + bytes(100)


def held() -> bytes:
    return zipped(laned(3, "public"), zipfile.ZIP_DEFLATED)


def unfinished() -> bytes:
    """Also with an event that the format does not name."""
    maker = Maker(2)
    maker.fact({"name": "begun"}, then=("march",))
    maker.throw("weather", 6)
    maker.entries.append({"type": "dance"})
    return zipped(maker.bundle(), zipfile.ZIP_DEFLATED)


def lost_member() -> bytes:
    found: Members = small_game().bundle()
    return zipped({name: raw for name, raw in found.items() if name != "format.md"})


FOUND: Mapping[str, tuple[Callable[[], bytes], str, str]] = {
    # what was found, and the text of its verdict
    "holds": (held, "verdict_holds", "holds"),
    "not over": (unfinished, "verdict_holds", "holds"),
    "broken": (broken, "verdict_fails", "fails"),
    "a member is lost": (lost_member, "verdict_fails", "fails"),
    "unreadable": (unreadable, "verdict_fails", "fails"),
    "too large": (lambda: b"PK" + bytes((128 << 20) + 1), "page_unread", "unchecked"),
}


def chosen(tab: Any, raw: bytes, folder: Path) -> Any:
    path = folder / "a.zip"
    path.write_bytes(raw)
    tab.set_input_files("#file", path)
    return settled(tab)


def settled(tab: Any) -> Any:
    tab.wait_for_selector("#verdict.holds, #verdict.fails, #verdict.unchecked")
    return tab


def parts(language: str) -> list[str]:
    """What stands between the values of its texts, as far as it is long enough to be known by."""
    said = [part.strip() for text in TEXTS[language].values() for part in PUT_IN.split(text)[::4]]
    return [part for part in said if len(part) > 11 and " " in part]


def spaced(text: str) -> str:
    return text.replace("\u00a0", " ").replace("\u202f", " ")


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("what", FOUND)
def test_nothing_english_stands_in_it(
    opened: Open, check_file: Path, language: str, what: str, tmp_path: Path
) -> None:
    made, verdict, status = FOUND[what]
    tab = chosen(opened(check_file, "", locale=language), made(), tmp_path)
    assert tab.locator("#verdict").get_attribute("class") == status
    assert spaced(tab.locator("#verdict").inner_text()).startswith(PUT_IN.split(TEXTS[language][verdict])[0])
    if status == "holds":
        tab.locator("#throws-list button").last.click()
    said = spaced(tab.locator("body").inner_text())
    assert any(part in said for part in parts(language))
    assert [part for part in parts("en") if part in said] == []
    assert "undefined" not in said
    assert PUT_IN.search(said.replace("\\u{", "")) is None


@pytest.mark.soak
def test_the_parts_are_those_that_an_english_page_shows(
    opened: Open, check_file: Path, tmp_path: Path
) -> None:
    """Else the test above could not fail."""
    tab = chosen(opened(check_file, "", locale="en"), held(), tmp_path)
    tab.locator("#throws-list button").last.click()
    said = tab.locator("body").inner_text()
    assert sum(part in said for part in parts("en")) > 50


def test_another_language_is_chosen(opened: Open, check_file: Path, tmp_path: Path) -> None:
    """What was found is said anew, also what was given to compare."""
    tab = chosen(opened(check_file, "", locale="en"), held(), tmp_path)
    tab.fill("#given", "0" * 64)
    tab.click("#again")
    tab.locator("#verdict", has_text="does not hold").wait_for()
    for language in ("ru", "fr", "en"):
        tab.click(f"#languages [lang={language}]")
        told = PUT_IN.split(TEXTS[language]["given_neither"])[-1]
        tab.locator("#verdict", has_text=told).wait_for()
        assert tab.locator("html").get_attribute("lang") == language
        assert tab.locator("#throws-head th").count() == 5
        heads = [tab.locator("#throws-head").inner_text(), tab.locator("#foot").inner_text()]
        assert TEXTS[language]["page_th_event"] in heads[0]
        assert spaced(heads[1]) == TEXTS[language]["page_foot"]


@pytest.mark.soak
def test_a_file_that_changed_is_said_so(opened: Open, check_file: Path, tmp_path: Path) -> None:
    tab = chosen(opened(check_file, "", locale="ru"), held(), tmp_path)
    (tmp_path / "a.zip").write_bytes(b"PK")
    tab.click("#again")
    tab.locator("#verdict", has_text=TEXTS["ru"]["page_lost"]).wait_for()


# --- the replay page ---

MARKS = {"en": "Checked in", "fr": "Vérifié dans ce navigateur", "ru": "Проверено в этом браузере"}


@pytest.mark.soak
@pytest.mark.parametrize("language", ["en", "fr", "ru", "de"])
def test_the_mark_of_a_page_speaks_its_language(opened: Open, tmp_path: Path, language: str) -> None:
    """Of a page in a language that the check has not, the check is English, and says so."""
    spoken, own = language if language in LANGUAGES else "en", record_of(2)
    with written_for(Reader(language, "Europe/Paris")):
        text = page(replayed(own), "referee", carried=Carried(own, check_script))
    (tmp_path / "page.html").write_text(text, "utf-8")
    tab = opened(tmp_path / "page.html")
    tab.wait_for_selector("#proof.holds, #proof.fails, #proof.unchecked")
    assert tab.locator("#proof").get_attribute("class") == "holds"
    assert tab.locator("#mark").inner_text().startswith(MARKS[spoken])
    tab.click("#mark")
    assert tab.locator("#verdict ul").get_attribute("lang") == spoken
    said = spaced(tab.locator("#verdict ul").inner_text())
    assert TEXTS[spoken]["row_chain"] in said
    others = [part for other in LANGUAGES if other != spoken for part in parts(other)]
    assert [part for part in others if part in said] == []


@pytest.mark.soak
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_carries_one_language_and_the_check_all(language: str) -> None:
    whole, alone = check_html().decode(), check_script(language)
    for other in LANGUAGES:
        assert TEXTS[other]["page_foot"] in whole
        assert (TEXTS[other]["page_foot"] in alone) == (other == language)
    assert check_script("de") == check_script("en")
