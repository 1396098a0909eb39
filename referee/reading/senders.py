"""Addresses of mail; and who has sent one: address and name in its field From, or a robot that none answers.

The receiving server has checked one address, and it must be the one that is taken. So the one in angle
brackets counts, whatever stands before it, as every program has it; where a second one could be meant, none
is. Read by our own patterns: the library's parser recurses into nested comments until it breaks.
"""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Sequence

from referee.reading.opening import Fields, clean_text, header_text

_QUOTED, _ANGLE, _COMMENT, _WORDS = '"', "<", "(", ""
_Piece = tuple[str, str]
"""What it is, and its text without what encloses it."""

_SIMPLE = re.compile(r'"((?:[^"\\]|\\.)*)"|<([^<>()"\\]*)>|([^"<>()]+)')
_NEEDLESS = re.compile(r"(?<![^\s<])\"([A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64})\"@")
"""Quotes around what stands before the @, without which it says the same."""

_SEPARATORS = re.compile(r"[,;:]")
_DOMAIN = re.compile(r"(?:[A-Za-z0-9-]+\.)*[A-Za-z0-9-]+")
_AT = "[@＠﹫]"
_SHOWN = re.compile(
    rf"\S{{0,99}}\s?{_AT}\s?\S+\.\S+|\S{{1,99}}{_AT}\S*|{_AT}\S+|\S{{0,99}}(?:://|www\.)\S*", re.IGNORECASE
)
"""An address or a link in a name."""

LONGEST = 2000

ENCODED = "=?"
"""The library would decode an encoded word, also within an id or an address, and with it a line break."""


def _within(*domains: str) -> tuple[str, ...]:
    """How the addresses of domains end, and of those below them."""
    return tuple(mark + domain for domain in domains for mark in "@.")


HERE = _within("localhost")
UNANSWERABLE = _within("invalid", "example")
"""Addresses that nobody can write to: these domains are nobody's for ever (RFC 2606 and 6761)."""

RESERVED = (*UNANSWERABLE, *HERE, *_within("test", "example.com", "example.net", "example.org"))
"""Addresses that are no mailbox of a real person."""


_ADDRESS = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9.-]{1,190}")


def is_address(text: str) -> bool:
    """Whether mail can be sent there: a bare address in ASCII, without quotes."""
    return _ADDRESS.fullmatch(text) is not None and ENCODED not in text


def sender_of(value: str) -> tuple[str, str]:
    """The address in lower case, and the name, in which no address stands."""
    pieces = _pieces(_NEEDLESS.sub(r"\1@", value)) if len(value) <= LONGEST else ()
    comments = [text for kind, text in pieces if kind == _COMMENT]
    found = [(kind, text) for kind, text in pieces if kind != _COMMENT and (kind or text.strip())]
    if not found or any("<" in text and "@" in text for text in comments):
        return "", ""
    (kind, address), name = found[-1], found[:-1]
    address, named = address.strip(), "".join([text for _, text in name] if kind else comments[:1])
    words = " ".join(text for before, text in name if before == _WORDS)
    is_list = "@" in words and _SEPARATORS.search(words)
    # no second address can be meant, before one in angle brackets or a bare one
    is_one = kind == _WORDS and not name
    if kind == _ANGLE:
        is_one = not is_list and all(before != _ANGLE for before, _ in name)
    if not (is_one and is_address(address) and _DOMAIN.fullmatch(address.rpartition("@")[2])):
        return "", ""
    shown = unicodedata.normalize("NFC", header_text(named))
    return address.lower(), " ".join(_SHOWN.sub(" ", shown).split())


def _pieces(value: str) -> Sequence[_Piece]:
    """What the field consists of; nothing where a quote, a bracket or a comment does not close."""
    found: list[_Piece] = []
    place = 0
    while place < len(value):
        end = _comment_end(value, place) if value[place] == "(" else 0
        if end:
            found.append((_COMMENT, value[place + 1 : end - 1]))
        elif simple := _SIMPLE.match(value, place):
            end = simple.end()
            kind = (_QUOTED, _ANGLE, _WORDS)[(simple.lastindex or 0) - 1]
            text = simple[simple.lastindex or 0]
            found.append((kind, re.sub(r"\\(.)", r"\1", text) if kind == _QUOTED else text))
        else:
            return ()
        place = end
    return found


def _comment_end(value: str, place: int) -> int:
    """The place behind a comment, in which others may stand; 0 where it does not close."""
    depth, is_escaped = 0, False
    for end in range(place, len(value)):
        sign = value[end]
        if is_escaped or sign == "\\":
            is_escaped = not is_escaped
        else:
            depth += (sign == "(") - (sign == ")")
        if not depth:
            return end + 1
    return 0


_MACHINES = (
    *("mailer-daemon", "mailerdaemon", "mail-daemon", "maildaemon", "mdaemon", "postmaster", "postoffice"),
    *("noreply", "no-reply", "donotreply", "do-not-reply"),
)
_PRECEDENCES = ("bulk", "junk", "list", "auto_reply")
_AUTOMATIC = ("x-autoreply", "x-autorespond", "x-autoresponder", "x-mail-autoreply", "x-autoreply-from")
_NONE = ("no", "none", "false", "0", "off", "")
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
    *(
        "Undelivered mail",
        "Undeliverable mail",
        "Undeliverable message",
        "Nondeliverable mail",
        "Delivery failure",
    ),
    *(
        "Mail system error",
        "Delivery failed",
        "Delivery has failed",
        "Message delivery failure",
        "Mail failure",
    ),
    *(
        "Mail could not be delivered",
        "Message undeliverable",
        "Message could not be delivered",
        "User unknown",
    ),
    *("Unable to deliver", "Warning: could not send message", "Warning: message", "Mail undeliverable"),
    *("Failure delivery", "Message status - undeliverable", "Delivery notification:", "Non-delivery"),
    *(
        "Nicht zustellbar",
        "Unzustellbare",
        "Échec de la remise",
        "Échec de remise",
        "Недоставленное сообщение",
    ),
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


PERHAPS = ("list", "precedence", "auto-response-suppress")
"""What servers put into the mails of people as well."""


def robot(fields: Fields, subject: str, sender: str, own_address: str) -> str:
    """Why nobody must be answered, or "" for a person."""
    said = defaultdict[str, list[str]](list)  # the values of fields, without parameters, in lower case
    for name, value in fields:
        said[name].append(clean_text(value.split(";")[0]).lower())
    text, begun = _alike(subject), 0
    while found := _REPLIES.match(text, begun):
        begun = found.end()
    reasons = {
        "our own": bool(own_address) and sender == own_address,
        "loop": any(_is_our_loop(value, own_address) for value in said["x-loop"])
        or len(said["received"]) > _MOST_HOPS,
        "bounce": "<>" in said["return-path"]
        or any(value in _REPORTS for value in said["content-type"])
        or bool(said["x-failed-recipients"])
        or sender.startswith(_MACHINES),
        "auto-submitted": any(value != "no" for value in said["auto-submitted"]),
        "vacation": text.startswith(_BEGINNINGS, begun)
        or any(value not in _NONE for name in _AUTOMATIC for value in said[name]),
        "list": any(said[name] for name in _LISTS),
        "precedence": any(value in _PRECEDENCES for value in said["precedence"]),
        "auto-response-suppress": any(value not in _NONE for value in said["x-auto-response-suppress"]),
    }
    return next((reason for reason, holds in reasons.items() if holds), "")


def _is_our_loop(value: str, own_address: str) -> bool:
    return value.startswith("bugyo") or (bool(own_address) and own_address in value)
