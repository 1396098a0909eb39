"""The words by which mail programs and people introduce what they quote, and end what they write."""

import re

_LONGEST = 400
ADDRESS = re.compile(r"[\w.+-]@[\w-]+\.\w")
_TIME = re.compile(r"\b\d{1,2}[:.h]\d\d\b")
_DATE = re.compile(r"(?:\d{4}([-/.])\d{1,2}\1\d{1,2}|\d{1,2}([-/.])\d{1,2}\2\d{2,4})\b,? \S")
_STARTS = (
    *("on ", "le ", "am ", "el ", "il ", "op ", "em ", "dnia ", "w dniu ", "den ", "dne ", "dana "),
    *("no dia ", "il giorno "),
)
_VERBS = (
    *(" wrote", " a écrit", " schrieb", " escribió", " ha scritto", " schreef", " escreveu", " napisał"),
    *(" skrev", " kirjoitti", " napsal", " napísal", " írta", " yazdı", " a scris", " je napisao"),
)
_LAST_WORDS = (
    *("wrote", "writes", "a écrit", "schrieb", "escribió", "ha scritto", "schreef", "escreveu"),
    *("napisał", "napisał(a)", "napisała", "skrev", "kirjoitti", "napsal", "napsal(a)", "napísal(a)"),
    *("írta", "yazdı", "şunu yazdı", "a scris", "έγραψε", "je napisao", "je napisao/la", "rašė", "kirjutas"),
    *("пишет", "пишут", "написал", "написала", "написал(а)", "писал", "писала", "писал(а)", "сообщает"),
    *("вы писали", "пише", "написав", "написав(ла)", "написа", "написао"),
    *("書きました", "が書きました", "さんは書きました", "のメール", "のメッセージ", "写道", "寫道", "작성"),
)
_FORWARDED = (
    *("begin forwarded message", "anfang der weitergeleiteten nachricht", "début du message transféré"),
    *("début du message réexpédié", "начало переадресованного сообщения", "начало пересылаемого сообщения"),
    *("inizio messaggio inoltrato", "inicio del mensaje reenviado", "begin doorgestuurd bericht"),
    *("início da mensagem reencaminhada", "początek przekazywanej wiadomości", "転送されたメッセージ"),
)

FROM_LABELS = {
    *("from", "de", "von", "от", "от кого", "da", "van", "od", "від", "från", "fra", "差出人", "送信者"),
    *("发件人", "寄件者", "보낸 사람", "expéditeur", "absender", "отправитель"),
}
LABELS = FROM_LABELS | {
    *("sent", "date", "to", "cc", "subject", "reply-to", "importance", "bcc", "organization"),
    *("envoyé", "envoyé le", "à", "objet", "copie à", "répondre à", "destinataire"),
    *("gesendet", "an", "betreff", "datum", "kopie", "empfänger"),
    *("отправлено", "дата", "кому", "копия", "тема", "получатель"),
    *("risposta", "risposta a", "rispondi a"),
    *("inviato", "data", "a", "oggetto", "enviado", "enviada em", "para", "asunto", "assunto", "fecha"),
    *("verzonden", "aan", "onderwerp", "wysłano", "do", "temat", "надіслано", "skickat", "till", "ämne"),
    *("送信日時", "日時", "日付", "宛先", "件名", "发送时间", "收件人", "主题"),
    *("보낸 날짜", "받는 사람", "제목"),
}

_CLOSINGS = re.compile(
    r"(?:sent from (?:my|mail|outlook|yahoo|the|android|proton)\b|sent (?:via|with) \S|get outlook for\b"
    r"|get bluemail\b|отправлено (?:с|из|через|от)\s|надіслано (?:з|із)\s"
    r"|envoyé (?:de mon|de ma|depuis|à partir|avec)\b|télécharger outlook\b|obtenir outlook\b"
    r"|von mein(?:em|er) .{1,60} gesendet|gesendet (?:von|mit|aus)\s|diese nachricht wurde von mein"
    r"|inviato da\s|enviado (?:desde|do|a partir)\s|verzonden (?:vanaf|met|vanuit)\s|wysłan[eo] z\s"
    r"|skickat från\s|sendt fra\s|lähetetty\s|发自我的|從我的|[\w ]{1,40}から送信)",
    re.IGNORECASE,
)


def attributes(body: str) -> bool:
    """Whether the line says who wrote what follows."""
    # Plain string tests and a bound on the length: a pattern with two gaps is quadratic on a nasty line.
    if len(body) > _LONGEST or not body.endswith((":", "：")):
        return False
    low = body[:-1].rstrip().casefold()
    if ADDRESS.search(low) or low.endswith(_LAST_WORDS):
        return True
    return low.startswith(_STARTS) and any(verb in low for verb in _VERBS)


def dates(body: str) -> bool:
    """Whether a line begins with a date, as some programs begin what they quote."""
    return len(body) <= _LONGEST and _DATE.match(body) is not None


def begins(body: str) -> bool:
    """Whether a line may be the first of an attribution."""
    return body.casefold().startswith(_STARTS) or _TIME.search(body) is not None


def is_forwarded(body: str) -> bool:
    return body.casefold().rstrip(" :").startswith(_FORWARDED)


def closes(body: str) -> bool:
    """Whether everything from this line on is a signature."""
    return body == "--" or _CLOSINGS.match(body) is not None
