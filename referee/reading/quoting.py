"""The player's own lines of a mail, told apart from those that it quotes.

Where a line could be either, it is not the player's own: an order that is not taken is answered and sent
again, an old order that is taken moves an army.
"""

import re
import unicodedata
from collections.abc import Sequence
from itertools import takewhile

from msgspec import Struct

from referee.reading.passages import NO_TEXT, armour_lines, passages, proof_lines

_LONGEST = 400
ADDRESS = re.compile(r"[\w.+-]@[\w-]+\.\w")
_TIME = re.compile(r"\b\d{1,2}[:.h]\d\d\b")
_DATE = re.compile(r"(?:\d{4}([-/.])\d{1,2}\1\d{1,2}|\d{1,2}([-/.])\d{1,2}\2\d{2,4})\b,? \S")
_STARTS = (
    *("on ", "le ", "am ", "el ", "il ", "op ", "em ", "dnia ", "w dniu ", "den ", "dne ", "dana "),
    *("no dia ", "il giorno ", "vào ", "στις ", "în ", "pe ", "в ", "på ", "tarihinde ", "בתאריך ", "في "),
)
_VERBS = (
    *(" wrote", " a écrit", " schrieb", " escribió", " ha scritto", " schreef", " escreveu", " napisał"),
    *(" skrev", " kirjoitti", " napsal", " napísal", " írta", " yazdı", " a scris", " je napisao"),
    *(" έγραψε", " va escriure", " đã viết", " rašė", " כתב", " كتب", " เขียนว่า", " пишет", " написал"),
    *(" menulis", " napsal(a)", " schreven", " escribiera", " je napisala", " pisze", " napisała"),
)
_LAST_WORDS = (
    *("wrote", "writes", "a écrit", "schrieb", "escribió", "ha scritto", "schreef", "escreveu"),
    *("napisał", "napisał(a)", "napisała", "skrev", "kirjoitti", "napsal", "napsal(a)", "napísal(a)"),
    *("írta", "yazdı", "şunu yazdı", "a scris", "έγραψε", "je napisao", "je napisao/la", "rašė", "kirjutas"),
    *("пишет", "пишут", "написал", "написала", "написал(а)", "писал", "писала", "писал(а)", "сообщает"),
    *("вы писали", "пише", "написав", "написав(ла)", "написа", "написао"),
    *("書きました", "が書きました", "さんは書きました", "のメール", "のメッセージ", "写道", "寫道", "작성"),
    *("şunları yazdı", "va escriure", "đã viết", "כתב", "כתבה", "כתב/ה", "كتب", "كتبت", "เขียนว่า", "เขียน"),
    *(
        "menulis",
        "님이 작성",
        "のメッセージ:",
        "撰寫",
        "已寫",
        "skreiv",
        "skrifaði",
        "rakstīja",
        "написала(а)",
    ),
)
_FORWARDED = (
    *("begin forwarded message", "anfang der weitergeleiteten nachricht", "début du message transféré"),
    *("début du message réexpédié", "начало переадресованного сообщения", "начало пересылаемого сообщения"),
    *("inizio messaggio inoltrato", "inicio del mensaje reenviado", "begin doorgestuurd bericht"),
    *("início da mensagem reencaminhada", "początek przekazywanej wiadomości", "転送されたメッセージ"),
)

FROM_LABELS = {
    *(
        "from",
        "de",
        "von",
        "от",
        "от кого",
        "da",
        "van",
        "od",
        "від",
        "from",
        "från",
        "fra",
        "差出人",
        "送信者",
    ),
    *(
        "发件人",
        "寄件者",
        "寄件人",
        "發件人",
        "보낸 사람",
        "expéditeur",
        "absender",
        "отправитель",
        "lähettäjä",
    ),
    *(
        "kimden",
        "gönderen",
        "feladó",
        "küldte",
        "από",
        "αποστολέας",
        "de la",
        "expeditor",
        "מאת",
        "من",
        "จาก",
    ),
    *("từ", "người gửi", "nuo", "siuntėjas", "од", "remitente", "remetente", "mittente", "odesílatel"),
    *("odosielateľ", "nadawca", "afzender", "avsender", "afsender", "avsändare", "dari", "daripada", "frá"),
    *(
        "saatja",
        "no",
        "відправник",
        "emissor",
        "remitent",
        "از",
        "प्रेषक",
        "šalje",
        "pošiljatelj",
        "nork",
        "送信元",
    ),
}
LABELS = FROM_LABELS | {
    *("sent", "date", "to", "cc", "subject", "reply-to", "importance", "bcc", "organization", "attachments"),
    *("envoyé", "envoyé le", "à", "objet", "copie à", "répondre à", "destinataire", "message du", "sujet"),
    *("gesendet", "an", "betreff", "datum", "kopie", "empfänger", "wichtigkeit", "importance", "priority"),
    *("отправлено", "дата", "кому", "копия", "тема", "получатель", "надіслано", "копія", "отримувач"),
    *("risposta", "risposta a", "rispondi a", "inviato", "data", "a", "oggetto", "per conto di"),
    *("enviado", "enviado el", "enviado em", "enviada em", "para", "asunto", "assunto", "fecha", "cco"),
    *("verzonden", "aan", "onderwerp", "wysłano", "wysłane", "do", "dw", "temat", "data"),
    *("skickat", "till", "ämne", "kopia", "sendt", "til", "emne", "dato", "kopi", "vedhæftede filer"),
    *("lähetetty", "vastaanottaja", "kopio", "aihe", "päivämäärä", "päiväys", "sent", "efni", "dagsetning"),
    *("odesláno", "komu", "předmět", "odoslané", "kópia", "predmet", "dátum", "poslano", "za", "prima", "kp"),
    *("zadeva", "kome", "naslov", "послато", "коме", "наслов", "изпратено", "до", "относно", "копие"),
    *("gönderildi", "gönderme tarihi", "gönderilme tarihi", "gönderim tarihi", "tarih", "kime", "alıcı"),
    *("konu", "bilgi", "küldve", "elküldve", "küldés ideje", "címzett", "másolat", "másolatot kap", "tárgy"),
    *("στάλθηκε", "εστάλη", "απεστάλη", "προς", "κοιν", "κοιν.", "κοινοποίηση", "θέμα", "ημερομηνία"),
    *("trimis", "trimis la", "trimisă", "expediat", "către", "catre", "la", "subiect", "subiectul", "copie"),
    *("נשלח", "אל", "עותק", "נושא", "הנדון", "תאריך", "תאריך שליחה", "تم الإرسال", "أرسلت", "إلى", "نسخة"),
    *("الموضوع", "التاريخ", "تاريخ الإرسال", "مرسل", "ارسال شده", "به", "موضوع", "تاریخ", "रवाना", "विषय"),
    *("ส่ง", "ส่งเมื่อ", "วันที่ส่ง", "ถึง", "สำเนา", "สำเนาถึง", "เรื่อง", "หัวเรื่อง", "วันที่", "đã gửi", "gửi", "ngày"),
    *("tới", "đến", "người nhận", "chủ đề", "tiêu đề", "đã gửi lúc", "đồng kính gửi", "enviat", "enviat el"),
    *("per a", "a/c", "assumpte", "tema", "išsiųsta", "kam", "gavėjas", "kopija", "nosūtīts", "tēma"),
    *("saadetud", "adressaat", "kellele", "koopia", "teema", "dikirim", "kepada", "subjek", "perihal"),
    *(
        "tanggal",
        "dihantar",
        "bidaltze-data",
        "nori",
        "gaia",
        "送信日時",
        "日時",
        "日付",
        "宛先",
        "件名",
        "送信",
    ),
    *(
        "发送时间",
        "发送日期",
        "收件人",
        "抄送",
        "主题",
        "日期",
        "寄件日期",
        "寄件時間",
        "傳送時間",
        "傳送日期",
        "發送時間",
    ),
    *("發送日期", "收件者", "副本", "主旨", "主題", "標題", "보낸 날짜", "받는 사람", "참조", "제목", "날짜"),
}
LABELS |= set(map(str.casefold, LABELS))  # the sigma at the end of a word


_CLOSINGS = re.compile(
    r"(?:sent from (?:my|mail|outlook|yahoo|the|android|proton)\b|sent (?:via|with) \S|get outlook for\b"
    r"|get bluemail\b|отправлено (?:с|из|через|от)\s|надіслано (?:з|із)\s"
    r"|envoyé (?:de mon|de ma|depuis|à partir|avec)\b|télécharger outlook\b|obtenir outlook\b"
    r"|von mein(?:em|er) .{1,60} gesendet|gesendet (?:von|mit|aus)\s|diese nachricht wurde von mein"
    r"|inviato da\s|enviado (?:desde|do|a partir)\s|verzonden (?:vanaf|met|vanuit)\s|wysłan[eo] z\s"
    r"|skickat från\s|sendt fra\s|lähetetty\s|发自我的|從我的|[\w ]{1,40}から送信"
    r"|נשלח (?:מ|באמצעות|על ידי)|أُ?رسلت? من|تم الإرسال (?:من|بواسطة)|مُ?رسل من|odesláno (?:z|pomocí)\s"
    r"|odoslané (?:z|pomocou)\s|[\w' ]{1,40} gönderildi\b|[\w -]{1,40} küldve\b|στάλθηκε από\s|εστάλη από\s"
    r"|trimis (?:de pe|din|cu|de la)\s|ส่งจาก|(?:đã |được ){0,2}gửi từ\s|enviat (?:des|amb|de)\b"
    r"|išsiųsta (?:iš|naudojant)\s|sent from iphone\b|(?:나의|내) .{1,30}에서 보냄|寄自|傳送自|發自|从我的"
    r"|由.{1,30}(?:傳送|发送|發送)$|poslano (?:s|sa|iz|z)\s|изпратено от\s|надіслано\s|dikirim dari\s"
    r"|dihantar daripada\s|saadetud minu\s)",
    re.IGNORECASE,
)


def attributes(body: str) -> bool:
    """Whether the line says who wrote what follows."""
    # Plain string tests and a bound on the length: a pattern with two gaps is quadratic on a nasty line.
    if len(body) > _LONGEST:
        return False
    is_dashed = body.startswith("--") and body.endswith("--")  # as Zoho has it
    low = body.strip("-:： " if is_dashed else ":： ").casefold()
    is_dated = begins(low) or _YEAR.search(low) is not None
    has_verb = is_dated and any(verb in low for verb in _VERBS)
    if not (is_dashed or body.endswith((":", "："))):
        return has_verb and low.endswith((">", "'")) and ADDRESS.search(low) is not None
    if low.endswith(_LAST_WORDS) or (ADDRESS.search(low) and not is_dashed):
        return True
    return has_verb


def dates(body: str) -> bool:
    """Whether a line begins with a date, as some programs begin what they quote."""
    return len(body) <= _LONGEST and _DATE.match(body) is not None


def begins(body: str) -> bool:
    """Whether a line may be the first of an attribution."""
    low = body.lstrip("- ").casefold()
    says_when = _TIME.search(low) or (_YEAR.search(low) and any(verb in low for verb in _VERBS))
    return low.startswith(_STARTS) or bool(says_when)


_YEAR = re.compile(r"\b(?:19|20)\d\d\b")


_SINGLE_QUOTES = "‘’‚‛‹›′´"
_DOUBLE_QUOTES = "“”„‟«»″"
DASHES = "‐‑‒–—―−﹘﹣－"
_NO_WIDTH = "\u200b\u200c\u200d\u2060\ufeff\u00ad\ufffc"
TURNING = "\u061c\u200e\u200f\u202a\u202b\u202c\u2066\u2067\u2068\u2069"
"""Marks that programs put around words where two directions of writing meet. Those that turn letters round
are no such thing, and stay."""

_CONTROLS = [chr(code) for code in (*range(32), *range(127, 160))]
_LONGEST_WORD = 100
_PLAIN = str.maketrans(
    dict.fromkeys(_SINGLE_QUOTES, "'")
    | dict.fromkeys(_DOUBLE_QUOTES, '"')
    | dict.fromkeys(DASHES, "-")
    | dict.fromkeys(_NO_WIDTH + TURNING, "")
    | dict.fromkeys(_CONTROLS, " ")
)

# Signs of quoting: "> ", ">>", "| ", ": ", and the initials of The Bat! and Gnus ("AB> ").
# Two colons begin the first lines of our own mails.
_SIGNS = re.compile(r"\s*(?:[^\W\d_]{1,4}>(?=\s|>|$)|[>|＞]|:(?!:))(?:\s?(?:[>|＞]|:(?!:)))*")
_SIGN = re.compile(r"[>|:＞]")
_BAR = "|"
"""Behind it our mails show what people have written (`defused_text`): never a fence, a token or a head."""

_DASHED = re.compile(r"-{5,} ?[^\W_].{0,80}(?<!-)-{3,}")
_OUR_DASHED = re.compile(r"-+ ?(?:BEGIN|END) (?:ORDERS|RECEIPT|PGP|SSH)\b", re.IGNORECASE)
_RULE = re.compile(r"_{10,}|-{5,}|={10,}|message du\b.{0,80}", re.IGNORECASE)
"""What separates only above a group of header rows."""

_LABEL = re.compile(r"\*?([^\s:：*]{1,16}(?: [^\s:：*]{1,16}){0,2})\*? ?(?::\*?(?:\s|$)|：)")
_STARRED = re.compile(r"\*([^\s:*]{1,16}(?: [^\s:*]{1,16}){0,2}) ?(?::\*|\* ?:)")


def plain(text: str) -> str:
    """The line as the grammars read it: NFC, ASCII quotes and dashes, single spaces, nothing invisible."""
    words = text.translate(_PLAIN).split()
    return " ".join(words if text.isascii() else map(_composed, words))


_BULLET = re.compile(r"(?:[*•·‣▪◦-]|\d{1,2}[.)])\s+(?=\S)")
_LINK = re.compile(r"(?<!\s)\s*<(?:https?://|mailto:|tel:)[^<>\s]{1,300}>", re.IGNORECASE)


_SYMBOLS = ((0x2190, 0x2200), (0x2300, 0x2400), (0x25A0, 0x27C0), (0x2B00, 0x2C00), (0xFE00, 0xFE10))
_PICTURES = ((0x1F000, 0x1FB00), (0xE0020, 0xE0080))
_BESIDE = " 。．｡、，\u20e3\u3030" + "".join(chr(n) for ends in (*_SYMBOLS, *_PICTURES) for n in range(*ends))
"""Signs that people put before or behind an order, and that are no part of any: emoji, and the full stop of
languages without blanks."""


def undressed(body: str) -> str:
    """A plain line without bullet, number or emoji, without the stars of bold print, and without the address
    that programs add to a word which they take for a link."""
    if not body.isascii():
        bare = body.strip(_BESIDE)
        body = bare if bare and not NO_TEXT.fullmatch(bare) else body  # these may be all that it says
    bullet = _BULLET.match(body)
    body = _LINK.sub("", body[bullet.end() :] if bullet else body)
    if len(body) > 2 and body[0] == body[-1] and body[0] in "*_" and body[1] not in "*_":
        body = body[1:-1].strip()
    return body


def _composed(word: str) -> str:
    # Composing a thousand stacked accents takes a millisecond a line; no name in a game is that long.
    return unicodedata.normalize("NFC", word) if len(word) <= _LONGEST_WORD else word


class Marked(Struct, frozen=True):
    """A line and what is known of whose it is."""

    text: str
    body: str  # plain, without its quote signs; "" behind a bar
    signs: int  # quote signs before it: 0, 1 for "> ", 2 for ">> "
    section: int  # attributions and separators at or above it
    under: int  # those of them that quote without signs, as Outlook does
    is_attribution: bool
    is_signature: bool
    is_proof: bool  # of a receipt or a checkpoint of ours
    is_armour: bool = False  # of a signature by a key
    goes_on: bool = False  # stands in a press or its like, or ends it


def mark_lines(texts: Sequence[str]) -> tuple[Marked, ...]:
    """Each line with its marks; the texts are as received, one for each line of the text part."""
    cut = [_without_signs(text) for text in texts]
    if any(signs for signs, _ in cut):
        cut = list(_combed(texts, cut))
    written = _written(cut)
    shown = [(0, "") if index in written else one for index, one in enumerate(cut)]
    openings = _openings(shown)
    proofs = frozenset(proof_lines([body for _, body in shown]))
    armour = armour_lines([body for _, body in shown])
    marked: list[Marked] = []
    section = under = 0
    attribution_ends = -1
    in_signature = False
    for index, (signs, body) in enumerate(cut):
        if index in openings:
            attribution_ends = openings[index]
            section += 1
            under += _quotes_without_signs(shown, attribution_ends)
        is_closing = shown[index][1] == "--" or bool(_CLOSINGS.match(shown[index][1]))
        in_signature = index not in openings and not signs and (in_signature or is_closing)
        is_attribution = index <= attribution_ends
        flags = is_attribution, in_signature, index in proofs, index in armour, index in written
        marked.append(Marked(texts[index], body, signs, section, under, *flags))
    return tuple(marked)


_WRAPPED = range(60, 81)
"""How long lines are at most where programs break them."""

_HEX = re.compile(r"[0-9a-f]{16,64}")
_COMBED = 3
_GAP = 12
"""Pieces that show that a program has broken lines so; and the blanks that it may have taken away between."""


def _combed(texts: Sequence[str], cut: Sequence[tuple[int, str]]) -> Sequence[tuple[int, str]]:
    """The lines of a program that has broken what it quotes, and has put no sign before the second pieces: no
    quoted line is longer than others, and the first word of each piece did not fit above it."""
    lengths = (len(text) for text, (signs, body) in zip(texts, cut, strict=True) if signs and " " in body)
    longest = max(lengths, default=0)
    if longest not in _WRAPPED:
        return cut
    strict = _pieces(texts, cut, longest)
    pieces = _pieces(texts, cut, longest - _GAP) if len(strict) >= _COMBED else {}
    return [(pieces.get(index, signs), body) for index, (signs, body) in enumerate(cut)]


def _pieces(texts: Sequence[str], cut: Sequence[tuple[int, str]], longest: int) -> dict[int, int]:
    """The places of second pieces, and how many signs the first has."""
    found: dict[int, int] = {}
    for index in range(1, len(cut) - 1):
        (signs, body), (before, above) = cut[index], cut[index - 1]
        is_free = not above or _HEX.fullmatch(above)  # behind a bar, or where an order may stand
        fits = len(texts[index - 1]) + len(body.partition(" ")[0]) < longest
        if body and not (signs or fits or is_free) and found.get(index - 1, before):
            found[index] = found.get(index - 1, before)
    return found


def _written(cut: Sequence[tuple[int, str]]) -> frozenset[int]:
    """The lines that belong to a press or its like, below its first. Between the fences of a block they are
    all the writer's; elsewhere a mail that is quoted may have begun before the end comes."""
    fences = {index: found[1].upper() for index, (_, body) in enumerate(cut) if (found := fence(body))}
    bodies = ["" if signs else undressed(body) for signs, body in cut]
    texts = passages(bodies, list(fences))
    openings = _openings(cut) if texts else {}
    lines: list[int] = []
    for first, end in texts.items():
        before = next((fences[index] for index in range(first, -1, -1) if index in fences), "")
        after = next((fences[index] for index in range(end, len(cut)) if index in fences), "")
        if (before, after) == ("BEGIN", "END") or not any(first < index <= end for index in openings):
            lines += range(first + 1, end + 1)
    return frozenset(lines)


def _without_signs(text: str) -> tuple[int, str]:
    """How many signs of quoting a line has, and what stands behind them that may be ours."""
    found = _SIGNS.match(text)
    if found is None:
        return 0, plain(text)
    signs = _SIGN.findall(found.group())
    return len(signs), "" if _BAR in signs else plain(text[found.end() :])


def unsigned(text: str) -> str:
    """A line without the signs of quoting before it, otherwise as received."""
    found = _SIGNS.match(text)
    return text[found.end() :].lstrip() if found else text


_LONGEST_OPENING = 10
"""Lines of an attribution or a separator, at most."""


def _openings(cut: Sequence[tuple[int, str]]) -> dict[int, int]:
    """First line of each attribution or separator, and its last line."""
    found: dict[int, int] = {}
    signed = next((index for index, (signs, _) in enumerate(cut) if signs), len(cut))
    index = 0
    while index < len(cut):
        unsigned = takewhile(lambda one: not one[0], cut[index : index + _LONGEST_OPENING])
        taken = opening_at([body for _, body in unsigned])
        if not taken and index < signed < len(cut) and not any(body for _, body in cut[index + 1 : signed]):
            # whatever its language, it announces the first line with quote signs ("Вы писали …:")
            taken = int(cut[index][1].endswith((":", "：")) or dates(cut[index][1]))
        if taken:
            found[index] = index + taken - 1
        index += taken or 1
    return found


def opening_at(bodies: Sequence[str]) -> int:
    """How many lines the attribution or separator at the first line takes; 0 if there is none."""
    if not bodies or not bodies[0]:
        return 0
    is_dashed = _DASHED.fullmatch(bodies[0]) and not _OUR_DASHED.match(bodies[0])
    is_separator = bool(is_dashed) or bodies[0].casefold().rstrip(" :").startswith(_FORWARDED)
    if is_separator or _RULE.fullmatch(bodies[0]):
        skipped = 2 if len(bodies) > 1 and (not bodies[1] or _RULE.fullmatch(bodies[1])) else 1
        group = _header_group(bodies[skipped:]) or (is_separator and _attribution(bodies[skipped:]))
        return skipped + group if group else int(is_separator)
    return _header_group(bodies) or _attribution(bodies)


def _header_group(bodies: Sequence[str]) -> int:
    """Lines of a From/Sent/To/Subject group here, in any of our languages, or led by an address; or 0."""
    if bodies and len(starred := _STARRED.findall(bodies[0])) > 1 and bodies[0].startswith("*"):
        named = {label.casefold() for label in starred}  # all in one row
        return int(len(named & LABELS) > 1 and not named.isdisjoint(FROM_LABELS))
    leading = takewhile(bool, map(_LABEL.match, bodies))
    labels = [found[1].casefold() for found in leading if found]
    known = 0
    while known < len(labels) and labels[known] in LABELS:
        known += 1
    least = 2 if bodies and ADDRESS.search(bodies[0]) else 3
    if known >= least and FROM_LABELS.intersection(labels[:known]):
        return known
    return len(labels) if len(labels) >= 3 and ADDRESS.search(bodies[0]) else 0


def _attribution(bodies: Sequence[str]) -> int:
    """Lines of an attribution here ("On … wrote:"), which mail programs wrap over up to three, some with a
    blank line between them; or 0."""
    if not bodies:
        return 0
    if attributes(bodies[0]):
        return 1
    if not begins(bodies[0]):
        return 0
    places = [place for place, body in enumerate(bodies[:_LONGEST_WRAPPED]) if body]
    for count in (2, 3):
        wrapped = [bodies[place] for place in places[:count]]
        if len(wrapped) < count or _is_whole_attribution(wrapped[-1]):
            return 0
        if attributes(" ".join(wrapped)):
            end = places[count - 1] + 1
            return end if end == count or _has_year(wrapped[0]) else 0
    return 0


_LONGEST_WRAPPED = 5
"""Lines of an attribution that a program has wrapped, with the blank ones."""


def _has_year(body: str) -> bool:
    """What an attribution begins with, and no order: across a blank line nothing else is sure."""
    return _YEAR.search(body) is not None and not body.endswith((".", "!"))


def _is_whole_attribution(body: str) -> bool:
    return attributes(body) and begins(body)


def _quotes_without_signs(cut: Sequence[tuple[int, str]], attribution_ends: int) -> bool:
    following = (signs for signs, body in cut[attribution_ends + 1 :] if signs or body)
    return next(following, 0) == 0


# Fences.

LONGEST_FENCE = 250
_FENCE = re.compile(r"(?:- )?-+ ?(BEGIN|END) ORDERS\b ?(.*?) ?-+", re.IGNORECASE)


def fence(body: str) -> re.Match[str] | None:
    return _FENCE.fullmatch(body) if len(body) <= LONGEST_FENCE else None
