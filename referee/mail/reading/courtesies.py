"""Greetings, closings, words of yes and no, and words by which somebody takes back what he has written, in
eight languages.

- greets       "Hello Bugyo,", "Bonjour à tous", "here are my orders:"
- takes_leave  "Best regards, Cara", "Merci !"
- signs        "Cara", "Cara Castle"
- without_thanks  a line, but for "please" or thanks at its end
- own_lines    those of a mail that are neither, nor below a closing
- takes_back   "please ignore this one", "did you get my move"
- says_yes, says_no   a line that says it, and nothing more
- REACTION     "Cara reacted to your message"

The lists are closed: what is not in them is something else, and is asked about.
"""

import re
from collections.abc import Iterable
from itertools import dropwhile, pairwise, takewhile

from referee.mail.reading.quoting import plain

_WORD = re.compile(r"[^\W_]+(?:['-][^\W_]+)*")
_LONGEST_PHRASE = 6
_MOST_NAMES = 3
_LONGEST = 120
_LONGEST_NAME = 2
"""Words of a phrase, names in a line, signs of a line and words of a name: longer is a text."""


def _phrases(*lists: str) -> frozenset[str]:
    return frozenset(" ".join(one.split()).casefold() for some in lists for one in some.split("|"))


_HELLO = _phrases(
    "hello|hi|hey|hiya|dear|good morning|good afternoon|good evening|good day|greetings|ahoy|howdy",
    "bonjour|bonsoir|salut|coucou|cher|chère|chers|madame|monsieur",
    "здравствуйте|здравствуй|привет|приветствую|добрый день|добрый вечер|доброе утро|доброго дня",
    "доброго времени суток|уважаемый|уважаемая|уважаемые|доброго утра",
    "hallo|guten tag|guten morgen|guten abend|moin|servus|grüß gott|grüezi|liebe|lieber|sehr geehrte",
    "sehr geehrter|hola|buenos días|buenas|buenas tardes|buenas noches|estimado|estimada|estimados|querido",
    "ciao|buongiorno|buonasera|salve|gentile|caro|cara|cari",
    "cześć|dzień dobry|dobry wieczór|witam|witaj|witajcie|hej|szanowny|szanowna|szanowni",
    "こんにちは|こんばんは|おはよう|おはようございます|お世話になっております|お疲れ様です|どうも",
)
_WHOM = _phrases(
    "bugyo|referee|master|gm|sir|madam|all|everybody|everyone|there|again|folks|team|friends|to all|mr|mrs",
    "à tous|tout le monde|arbitre|всем|все|судья|alle|allerseits|zusammen|schiedsrichter|herr|frau|a todos",
    "árbitro|a tutti|tutti|arbitro|wszystkim|państwo|państwu|sędzio|皆さん|奉行|奉行様|奉行さん",
)
_INTRODUCES = _phrases(
    "here are|here is|here's|here come|these are|this is|below are|below is|please find|find below|so|ok",
    "here you go|here goes|here it is|here they are|here we go|see below|my orders|my order|my move",
    "my moves|my turn|my next move|my action|my actions|the orders|orders|order|for this turn|below|my reply",
    "voici|voilà|mes ordres|mon ordre|mon coup|mes coups|mon tour|les ordres|ordres|pour ce tour",
    "вот|мой ход|мои ходы|мой приказ|мои приказы|приказы|приказ|ход|ходы|hier|hier sind|hier ist|hier kommen",
    "meine befehle|mein befehl|mein zug|meine züge|befehle|aquí|aquí están|aquí va|aquí van|mis órdenes",
    "mi orden|mi jugada|mis jugadas|órdenes|ecco|i miei ordini|il mio ordine|la mia mossa|le mie mosse",
    "oto|moje rozkazy|mój rozkaz|mój ruch|moje ruchy|rozkazy|命令です|命令|指示|よろしくお願いします",
    "よろしくお願いいたします|命令は以下の通りです|以下の通りです|on my way|from my phone",
)
_THANKS = _phrases(
    "thanks|thank you|thx|ty|cheers|please|pls|thanks a lot|many thanks|thank you very much|much appreciated",
    "merci|merci beaucoup|merci bien|s'il vous plaît|s'il te plaît",
    "svp|stp|спасибо|большое спасибо|пожалуйста",
    "благодарю|заранее спасибо|danke|danke schön|dankeschön|vielen dank|bitte|besten dank|gracias",
    "muchas gracias|por favor|grazie|grazie mille|per favore|per piacere|prego|dzięki|dziękuję|proszę",
    "dziękuję bardzo|bardzo dziękuję|ありがとう|ありがとうございます|お願いします|どうぞ|in advance",
)
_FAREWELL = _phrases(
    "best|best regards|regards|kind regards|warm regards|best wishes|sincerely|yours|yours sincerely|bye",
    "all the best|take care|see you|see you soon",
    "good luck|have fun|good game|have a nice day|have a good day",
    "have a good one|have a great day|later|talk soon|cordialement|bien cordialement|amicalement|bien à vous",
    "bien à toi|à bientôt|à plus|à plus tard",
    "bonne journée|bonne soirée|bonne chance|bonne partie|salutations",
    "meilleures salutations|bises|с уважением",
    "с наилучшими пожеланиями|всего доброго|всего хорошего|до встречи",
    "до свидания|удачи|пока|хорошего дня|mit freundlichen grüßen|freundliche grüße|viele grüße|liebe grüße",
    "beste grüße|grüße|gruß|schöne grüße|lg|mfg|vg|tschüss|bis bald|viel glück|schönen tag|saludos",
    "un saludo|saludos cordiales|atentamente|un abrazo|hasta luego|hasta pronto|suerte|buena suerte|buen día",
    "saluti|cordiali saluti|distinti saluti|un saluto|a presto|buona giornata|buona serata|buona fortuna",
    "pozdrawiam|z poważaniem|pozdrowienia|serdecznie pozdrawiam|do widzenia|na razie|miłego dnia|powodzenia",
    "敬具|よろしく|では|それでは|失礼します|また|and|et|и|und|y|e|i",
)
_YES = _phrases("yes|y|yep|yeah|oui|да|ja|sí|si|sì|tak|はい")
_NO = _phrases("no|n|nope|non|нет|nein|nie|いいえ")
_AFFIRMS = _phrases(
    "yes|i confirm|confirmed|confirm|i mean it|i do",
    "i did|it was me|that was me|it is mine|that is right|right",
    "correct|that's right|that's correct|that is correct|sure|of course|absolutely|exactly|go ahead|do it",
    "play it|ok|okay|indeed|certainly|i wrote it",
    "i wrote that|oui|je confirme|confirmé|c'est moi|c'est bien moi",
    "bien sûr|tout à fait|c'est bien ça|d'accord|exactement|да|подтверждаю|конечно|верно|это я|всё верно",
    "именно|хорошо|точно|ja|ich bestätige|bestätigt|bestätige|genau|natürlich|richtig|das war ich|stimmt|sí",
    "si|confirmo|confirmado|claro|claro que sí|por supuesto|correcto|fui yo|exacto|sì|confermo|confermato",
    "certo|certamente|esatto|sono io|tak|potwierdzam|oczywiście|zgadza się|dokładnie|to ja|はい|そうです",
    "確認しました|間違いありません|その通りです",
)
_BACK = _phrases(
    "ignore|ignored|disregard|cancel|cancelled|canceled|forget|instead|wait|undo|retract|withdraw|mistake",
    "mistaken|oops|wrong|not|no|don't|dont|didn't",
    "isn't|wasn't|won't|never|never mind|nevermind|get my|got my",
    "receive|received|arrive|arrived|took back|take back|taken back|changed my mind|scrap|delete|void|revoke",
    "invalid|outdated|obsolete|superseded|postpone|hold|stop|before|unless|if|maybe|perhaps|rather|only if",
    "ignore|ignorez|ignorer|annule|annulez|annuler|oublie|oubliez|oublier|pas|ne|erreur|attends|attendez",
    "plutôt|reçu|jamais|non|игнорируйте|игнорируй|проигнорируйте|отмените|отмени|отменить|отмена|отменяю",
    "забудьте|забудь|не|нет|подождите|подожди|ошибка|ошибся|ошиблась|вместо|получили|ignoriere|ignorieren",
    "ignoriert|vergiss|vergessen|storniere|stornieren|abbrechen|nicht|kein|keine|keinen|warte|warten|falsch",
    "fehler|stattdessen|bekommen|erhalten|zurück|nein|ignora|ignorad|ignoren|cancela|cancelen|cancelar",
    "olvida|olviden|olvidad|espera|esperen|error|recibido|recibiste|recibió|vez|ignori|ignorare|annulla",
    "annullare|annullate|dimentica|dimenticate|aspetta|aspettate|errore|invece|ricevuto|zignoruj",
    "zignorujcie|anuluj|anulujcie|zapomnij|nie|czekaj|poczekaj|błąd|pomyłka|zamiast|dotarł|dotarło",
)
_BACK_SIGNS = (
    "無視",
    "取り消",
    "取消",
    "キャンセル",
    "間違",
    "待って",
    "忘れて",
    "届き",
    "届い",
    "ない",
    "ません",
)
REACTION = re.compile(
    r".{1,80}(?: reacted (?:to your message|via \w+)| a réagi à votre message"
    r"| hat auf (?:ihre|deine) nachricht"
    r" reagiert| reaccionó a tu mensaje| ha reagito al tuo messaggio| отреагировал(?:а|\(а\))? на ваше "
    r"сообщение)\b.{0,80}",
    re.IGNORECASE,
)
"""What programs write when somebody puts a sign to a mail, instead of answering it."""

_ASKS = ("?", "？")


def greets(text: str) -> bool:
    """Whether a line greets, or says that orders follow, and nothing more."""
    return _consists(text, _HELLO | _WHOM | _INTRODUCES | _THANKS, _HELLO | _INTRODUCES | _THANKS)


def takes_leave(text: str) -> bool:
    """Whether a line thanks or says goodbye, with a name or without, and nothing more."""
    return _consists(text, _FAREWELL | _THANKS | _WHOM, _FAREWELL | _THANKS)


def signs(text: str) -> bool:
    """Whether a line may be the name of whoever writes: a word or two, not beginning with a small letter."""
    return 0 < len(text.split()) <= _LONGEST_NAME and not text.lstrip()[0].islower()


def without_thanks(text: str) -> str:
    words = list(_WORD.finditer(text))
    for at in range(max(1, len(words) - _LONGEST_PHRASE), len(words)):
        if " ".join(word[0] for word in words[at:]).casefold() in _THANKS:
            return text[: words[at].start()].rstrip(" ,;.!-–")
    return text


def own_lines(lines: Iterable[str]) -> list[str]:
    """What a mail says between its greeting and its closing or signature."""
    below = dropwhile(greets, lines)
    own = list(takewhile(lambda line: not takes_leave(line), below))
    while len(own) > 1 and signs(own[-1]):
        own.pop()
    return own


def takes_back(text: str) -> bool:
    """Whether a line asks something, or may take back what was written."""
    words = [word.casefold() for word in _WORD.findall(plain(text))]
    pairs = (" ".join(pair) for pair in pairwise(words))
    signs = any(sign in text for sign in (*_ASKS, *_BACK_SIGNS))
    return signs or not _BACK.isdisjoint(words) or not _BACK.isdisjoint(pairs)


def says_yes(text: str) -> bool:
    """Whether a line says yes, alone or with nothing but thanks, please and affirmation behind it."""
    return _consists(text, _YES | _AFFIRMS | _THANKS | _FAREWELL, _YES, most_names=0)


def says_no(text: str) -> bool:
    return _consists(text, _NO | _THANKS, _NO, most_names=0)


def _consists(
    text: str, phrases: frozenset[str], first: frozenset[str], *, most_names: int = _MOST_NAMES
) -> bool:
    """Whether a line is made of phrases, the first of them out of its own list, and of a few names behind it:
    words with a capital letter, or in a script that has none."""
    if len(text) > _LONGEST or any(sign in text for sign in _ASKS):
        return False
    words = _WORD.findall(plain(text))
    at, names = _phrase(words, 0, first), 0
    while 0 < at < len(words):
        if found := _phrase(words, at, phrases):
            at += found
        elif names < most_names and words[at][0].isalpha() and not words[at][0].islower():
            at, names = at + 1, names + 1
        else:
            return False
    return at > 0


def _phrase(words: list[str], at: int, phrases: frozenset[str]) -> int:
    """How many words the longest phrase takes that stands at a place; 0 where none does."""
    sizes = range(min(_LONGEST_PHRASE, len(words) - at), 0, -1)
    return next((size for size in sizes if " ".join(words[at : at + size]).casefold() in phrases), 0)
