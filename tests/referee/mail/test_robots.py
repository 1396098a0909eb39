"""What programs answer by themselves, by its subject, in the languages that they have."""

from __future__ import annotations

import time
import unicodedata
from base64 import b64encode

import pytest

from referee.reading.reading import read_mail
from tests.pace import rounds

AUTOMATIC = [
    "Automatikus válasz: [winter T1 kii] Shinobi",
    "Házon kívül: [winter T1 kii] Shinobi",
    "AUTOMATIKUS VÁLASZ: x",
    "Otomatik Yanıt: [winter T1 kii] Shinobi",
    "Otomatik yanıt: x",
    "OTOMATİK YANIT: x",
    "OTOMATIK YANIT: x",
    "Ofis dışında: x",
    "OFİS DIŞINDA",
    "Automatická odpověď: x",
    "Automatická odpoveď: x",
    "Automatisk svar: x",
    "Autosvar: x",
    "Automaattinen vastaus: x",
    "Αυτόματη απάντηση: x",
    "ΑΥΤΌΜΑΤΗ ΑΠΆΝΤΗΣΗ: x",
    "Răspuns automat: x",
    "Автоматична відповідь: x",
    "Автоматичен отговор: x",
    "Automatski odgovor: x",
    "자동 회신: x",
    "自動回覆: x",
    "自动回复：x",
    "自動応答: x",
    "رد تلقائي: x",
    "תשובה אוטומטית: x",
    "Resposta automàtica: x",
    "Trả lời tự động: x",
    "Re: Automatic reply: x",
    "AW: Abwesenheitsnotiz: x",
    "YNT: Otomatik Yanıt: x",
    "Vá: Automatikus válasz: x",
    "Re[2]: RE : Réponse automatique : x",
    "[EXTERNAL] Automatic reply: x",
    "Re: [EXT] [winter T1 kii] Out of Office",
    "回覆：自動回覆: x",
    "Absence du bureau : x",
    "Message d’absence",
    "Kézbesíthetetlen: x",
]

BY_PEOPLE = [
    "Re: [winter T1 kii] Shinobi",
    "[winter T1 kii] my orders",
    "AW: [winter T1 kii] Shinobi CONFIRM AAAA-BBBB-CCCC-DDDD-EEEE-FFFF",
    "orders",
    "",
    "Automatic!",
    "Poissa on vuoro",
    "Házon belül",
    "Re: no automatic reply please",
    "Afwezig tot maandag",
    "不在の間の命令",
    "yes",
    "[[[[",
]


def robot(subject: str) -> str:
    packed = b64encode(subject.encode()).decode()
    return read_mail(f"From: a@b.org\nSubject: =?utf-8?B?{packed}?=\n\nAway.\n".encode()).robot


@pytest.mark.parametrize("subject", AUTOMATIC)
def test_an_automatic_answer_counts_as_no_person(subject: str) -> None:
    assert robot(subject) == "vacation"
    assert robot(unicodedata.normalize("NFD", subject)) == "vacation"


@pytest.mark.parametrize("subject", BY_PEOPLE)
def test_what_people_write_does(subject: str) -> None:
    assert robot(subject) == ""


def test_many_marks_before_a_subject_take_no_time() -> None:
    start = time.process_time()
    robot("[] " * 2000)
    robot("Re: " * 1500)
    assert rounds(time.process_time() - start) < 130
