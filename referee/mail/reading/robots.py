"""Robots: mails that a program has sent, which nobody must answer and which hold no order [RFC 3834].

robot  why nobody must be answered: our own, loop, bounce, list, auto-submitted, vacation…
"""

import re
import unicodedata

from referee.mail.reading.opening import Fields, clean_text

_MACHINES = ("mailer-daemon", "postmaster", "noreply", "no-reply", "donotreply", "do-not-reply")
_PRECEDENCES = ("bulk", "junk", "list", "auto_reply")
_AUTOMATIC = ("x-autoreply", "x-autorespond", "x-autoresponder", "x-mail-autoreply", "x-autoreply-from")
_LISTS = ("list-id", "list-post", "x-mailing-list", "x-mailman-version")
_REPORTS = ("multipart/report", "message/delivery-status", "message/disposition-notification")
_MOST_HOPS = 40

_VACATIONS = (
    *("Automatic reply:", "Auto-reply:", "Autoreply:", "Auto reply:", "Auto response:", "Autoresponse:"),
    *(
        "Auto-Response:",
        "Automatic response:",
        "Out of office",
        "Out of the office",
        "I am out of the office",
    ),
    *("Abwesenheitsnotiz", "Abwesenheitsmeldung", "Abwesenheitsnachricht", "Abwesend:", "Nicht im Büro"),
    *("Automatische Antwort", "Réponse automatique", "Absence du bureau", "Absent du bureau"),
    *("Message d'absence", "Notification d'absence", "Respuesta automática", "Fuera de la oficina"),
    *("Ausente de la oficina", "Resposta automática", "Resposta automàtica", "Fora do escritório"),
    *("Fora de l'oficina", "Erantzun automatikoa", "Risposta automatica", "Fuori sede", "Fuori ufficio"),
    *("Automatisch antwoord", "Afwezig:", "Afwezigheidsbericht", "Afwezigheidsmelding", "Niet op kantoor"),
    *("Automatisk svar", "Automatiskt svar", "Autosvar", "Fraværsmelding", "Fraværende:", "Ikke til stede"),
    *("Ikke på kontoret", "Frånvaromeddelande", "Frånvarande:", "Frånvaro:", "Ej på kontoret"),
    *("Sjálfvirkt svar", "Automaattinen vastaus", "Automaattivastaus", "Poissaoloilmoitus", "Poissa:"),
    *("Automatyczna odpowiedź", "Odpowiedź automatyczna", "Autoodpowiedź", "Poza biurem", "Nieobecność:"),
    *("Automatická odpověď", "Mimo kancelář", "Nepřítomnost:", "Automatická odpoveď", "Neprítomnosť:"),
    *("Automatikus válasz", "Automatikus üzenet", "Házon kívül", "Irodán kívül", "Szabadságon:"),
    *("Otomatik Yanıt", "Otomatik Cevap", "Otomatik İleti", "Ofis dışında", "Ofis dışı", "İş yeri dışında"),
    *("İşyeri dışında", "Αυτόματη απάντηση", "Εκτός γραφείου", "Răspuns automat", "Absent din birou"),
    *("În afara biroului", "Автоматичен отговор", "Извън офиса", "Автоматична відповідь", "Автовідповідь"),
    *("Поза офісом", "Автоматический ответ", "Автоответ", "Вне офиса", "Автоматски одговор"),
    *("Аутоматски одговор", "Automatski odgovor", "Izvan ureda", "Van kancelarije", "Samodejni odgovor"),
    *("Odsotnost:", "Automatinis atsakymas", "Automātiskā atbilde", "Automaatvastus", "Automaatne vastus"),
    *(
        "Përgjigje automatike",
        "Автоматты жауап",
        "자동 회신",
        "자동회신",
        "자동 응답",
        "자동응답",
        "부재중:",
        "부재 중:",
    ),
    *(
        "自動応答",
        "自動返信",
        "不在通知",
        "不在:",
        "自动回复",
        "自动答复",
        "自動回覆",
        "自動答覆",
        "不在辦公室",
        "不在办公室",
    ),
    *(
        "رد تلقائي",
        "الرد التلقائي",
        "خارج المكتب",
        "پاسخ خودکار",
        "תשובה אוטומטית",
        "מענה אוטומטי",
        "מחוץ למשרד",
    ),
    *("ตอบกลับอัตโนมัติ", "การตอบกลับอัตโนมัติ", "Trả lời tự động", "Thư trả lời tự động", "Balasan otomatis"),
    *("Jawaban otomatis", "Balasan automatik", "स्वचालित उत्तर", "Undelivered mail returned", "Undeliverable:"),
    *("Mail delivery failed", "Delivery status notification", "Returned mail:", "Failure notice"),
    *("Unzustellbar:", "Non remis :", "No se puede entregar", "Não é possível entregar", "Non recapitabile"),
    *(
        "Onbestelbaar:",
        "Nie można dostarczyć",
        "Kézbesíthetetlen",
        "Teslim edilemedi",
        "Не удается доставить",
    ),
)
"""How programs begin the subject of what they answer by themselves. Words that a person could begin with as
well have a colon."""

_REPLIES = re.compile(
    r"(?:\[[^\]]{0,40}\]|(?:re|aw|antw|antwort|sv|vs|odp|ynt|vá|r|réf|ответ|отв|відп|απ|σχετ|atb"
    r"|回复|回覆|答复|返信|답장|회신)(?:\[\d{1,3}\])? ?[:：])\s*",
    re.IGNORECASE,
)
"""What answers have before a subject, and what servers mark it with."""


def _alike(text: str) -> str:
    """Without the differences that programs make: case, widths, and the dots of a Turkish i."""
    words = " ".join(unicodedata.normalize("NFKC", text).split())
    folded = unicodedata.normalize("NFKC", words.casefold())
    return unicodedata.normalize("NFC", folded.replace("i\u0307", "i").replace("ı", "i")).replace("’", "'")


_BEGINNINGS = tuple(map(_alike, _VACATIONS))


def _is_vacation(subject: str) -> bool:
    text, place = _alike(subject), 0
    while found := _REPLIES.match(text, place):
        place = found.end()
    return text.startswith(_BEGINNINGS, place)


def robot(fields: Fields, subject: str, sender: str, own_address: str) -> str:
    """Why nobody must be answered, or "" for a person."""
    said = _Said(fields)
    reasons = {
        "our own": bool(own_address) and sender == own_address,
        "loop": any(_is_our_loop(value, own_address) for value in said("x-loop"))
        or len(said("received")) > _MOST_HOPS,
        "bounce": "<>" in said("return-path")
        or any(value in _REPORTS for value in said("content-type"))
        or bool(said("x-failed-recipients"))
        or sender.partition("@")[0] in _MACHINES,
        "list": any(said(name) for name in _LISTS),
        "auto-submitted": any(value != "no" for value in said("auto-submitted")),
        "precedence": any(value in _PRECEDENCES for value in said("precedence")),
        "auto-response-suppress": any(value != "none" for value in said("x-auto-response-suppress")),
        "vacation": any(said(name) for name in _AUTOMATIC) or _is_vacation(subject),
    }
    return next((reason for reason, holds in reasons.items() if holds), "")


class _Said:
    """The values of a field by its name, without parameters, in lower case."""

    def __init__(self, fields: Fields) -> None:
        self._fields = fields

    def __call__(self, name: str) -> list[str]:
        values = (value for field, value in self._fields if field == name)
        return [clean_text(value).split(";")[0].strip().lower() for value in values]


def _is_our_loop(value: str, own_address: str) -> bool:
    return value.startswith("bugyo") or (bool(own_address) and own_address in value)
