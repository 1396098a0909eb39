"""How mail programs in several languages quote, sign and encode: how our own mails come back."""

from __future__ import annotations

from typing import NamedTuple

SIGNS, BARE = "signs", "bare"
"""Quoting by a sign before each line, or by nothing but what stands above it."""


class Program(NamedTuple):
    """A mail program in a language. `above` are the lines with which it introduces what it quotes; `sign`
    stands before each quoted line ("" where none does); `ends` is what it adds below what was written."""

    name: str
    above: tuple[str, ...]
    sign: str = "> "
    ends: tuple[str, ...] = ()
    charset: str = "utf-8"
    encoding: str = "quoted-printable"
    flowed: bool = False
    html: str = ""  # the style of its HTML alternative: "gmail", "outlook", "apple"; "" for none
    quotes_attribution: bool = False  # as Apple Mail does
    mailer: str = ""

    @property
    def how(self) -> str:
        return SIGNS if self.sign else BARE


BOT = "Bugyo <referee@bugyo.invalid>"
GROUP_EN = (
    "From: Bugyo <referee@bugyo.invalid>",
    "Sent: Friday, 20 November 2026 10:00",
    "To: Cara <cara@example.org>",
    "Subject: [winter T1 kii] Shinobi",
)
GROUP_DE = (
    "Von: Bugyo <referee@bugyo.invalid>",
    "Gesendet: Freitag, 20. November 2026 10:00",
    "An: Cara",
    "Betreff: [winter T1 kii] Shinobi",
)
GROUP_FR = (
    "De : Bugyo <referee@bugyo.invalid>",
    "Envoyé : vendredi 20 novembre 2026 10:00",
    "À : Cara",
    "Objet : [winter T1 kii] Shinobi",
)
GROUP_RU = (
    "От: Bugyo <referee@bugyo.invalid>",
    "Отправлено: 20 ноября 2026 г. 10:00",
    "Кому: Cara",
    "Тема: [winter T1 kii] Shinobi",
)
GROUP_JA = (
    "差出人: Bugyo <referee@bugyo.invalid>",
    "送信日時: 2026年11月20日 10:00",
    "宛先: Cara",
    "件名: [winter T1 kii] Shinobi",
)
GROUP_IT = (
    "Da: Bugyo <referee@bugyo.invalid>",
    "Inviato: venerdì 20 novembre 2026 10:00",
    "A: Cara",
    "Oggetto: [winter T1 kii] Shinobi",
)

PROGRAMS = (
    Program(
        "gmail-en",
        ("On Fri, Nov 20, 2026 at 10:00 AM Bugyo <referee@bugyo.invalid> wrote:", ""),
        html="gmail",
    ),
    Program(
        "gmail-en-wrapped",
        ("On Fri, Nov 20, 2026 at 10:00 AM Bugyo <referee@bugyo.invalid>", "wrote:", ""),
        encoding="7bit",
    ),
    Program(
        "gmail-fr",
        ("Le ven. 20 nov. 2026 à 10:00, Bugyo <referee@bugyo.invalid> a écrit :", ""),
        html="gmail",
    ),
    Program(
        "gmail-de",
        ("Am Fr., 20. Nov. 2026 um 10:00 Uhr schrieb Bugyo <", "referee@bugyo.invalid>:", ""),
        html="gmail",
    ),
    Program(
        "gmail-ru",
        ("пт, 20 нояб. 2026 г. в 10:00, Bugyo <referee@bugyo.invalid>:", ""),
        encoding="base64",
        html="gmail",
    ),
    Program(
        "gmail-ja",
        ("2026年11月20日(金) 10:00 Bugyo <referee@bugyo.invalid>:", ""),
        encoding="base64",
        html="gmail",
    ),
    Program("gmail-es", ("El vie, 20 nov 2026 a las 10:00, Bugyo (<referee@bugyo.invalid>) escribió:", "")),
    Program(
        "gmail-it", ("Il giorno ven 20 nov 2026 alle ore 10:00 Bugyo <referee@bugyo.invalid> ha scritto:", "")
    ),
    Program("gmail-pl", ("pt., 20 lis 2026 o 10:00 Bugyo <referee@bugyo.invalid> napisał(a):", "")),
    Program(
        "gmail-pt", ("Em sex., 20 de nov. de 2026 às 10:00, Bugyo <referee@bugyo.invalid> escreveu:", "")
    ),
    Program(
        "gmail-app",
        ("On Fri, 20 Nov 2026, 10:00 Bugyo, <referee@bugyo.invalid> wrote:", ""),
        ends=("", "Sent from my Pixel"),
        html="gmail",
    ),
    Program(
        "thunderbird-en",
        ("On 20/11/2026 10:00, Bugyo wrote:",),
        flowed=True,
        encoding="8bit",
        ends=("", "-- ", "Cara"),
        mailer="Mozilla Thunderbird",
    ),
    Program(
        "thunderbird-fr",
        ("Le 20/11/2026 à 10:00, Bugyo a écrit\u00a0:",),
        flowed=True,
        encoding="8bit",
        mailer="Mozilla Thunderbird",
    ),
    Program(
        "thunderbird-de",
        ("Am 20.11.26 um 10:00 schrieb Bugyo:",),
        flowed=True,
        encoding="8bit",
        mailer="Mozilla Thunderbird",
    ),
    Program(
        "thunderbird-ru",
        ("20.11.2026 10:00, Bugyo пишет:",),
        flowed=True,
        charset="koi8-r",
        encoding="8bit",
        mailer="Mozilla Thunderbird",
    ),
    Program(
        "thunderbird-ja",
        ("On 2026/11/20 10:00, Bugyo wrote:",),
        flowed=True,
        charset="iso-2022-jp",
        encoding="7bit",
        ends=("", "-- ", "山田 花子"),
        mailer="Mozilla Thunderbird",
    ),
    Program(
        "apple-en",
        ("On 20 Nov 2026, at 10:00, Bugyo <referee@bugyo.invalid> wrote:", ""),
        html="apple",
        quotes_attribution=True,
        mailer="Apple Mail (2.3776)",
    ),
    Program(
        "apple-fr",
        ("Le 20 nov. 2026 à 10:00, Bugyo <referee@bugyo.invalid> a écrit :", ""),
        quotes_attribution=True,
        mailer="Apple Mail (2.3776)",
    ),
    Program(
        "apple-de",
        ("Am 20.11.2026 um 10:00 schrieb Bugyo <referee@bugyo.invalid>:", ""),
        quotes_attribution=True,
        charset="windows-1252",
        mailer="Apple Mail (2.3776)",
    ),
    Program(
        "iphone-en",
        ("On 20 Nov 2026, at 10:00, Bugyo <referee@bugyo.invalid> wrote:", ""),
        ends=("", "Sent from my iPhone", ""),
        quotes_attribution=True,
        mailer="iPhone Mail (20H115)",
    ),
    Program(
        "iphone-ru",
        ("20 нояб. 2026 г., в 10:00, Bugyo <referee@bugyo.invalid> написал(а):", ""),
        ends=("", "Отправлено с iPhone", ""),
        encoding="base64",
        quotes_attribution=True,
        mailer="iPhone Mail (20H115)",
    ),
    Program(
        "iphone-fr",
        ("Le 20 nov. 2026 à 10:00, Bugyo <referee@bugyo.invalid> a écrit :", ""),
        ends=("", "Envoyé de mon iPhone", ""),
        quotes_attribution=True,
    ),
    Program(
        "iphone-ja",
        ("2026/11/20 10:00、Bugyo <referee@bugyo.invalid>のメール:", ""),
        ends=("", "iPhoneから送信", ""),
        encoding="base64",
        quotes_attribution=True,
    ),
    Program(
        "k9",
        ("On 20 November 2026 10:00:00 CET, Bugyo <referee@bugyo.invalid> wrote:",),
        sign=">",
        ends=("-- ", "Sent from my Android device with K-9 Mail. Please excuse my brevity."),
    ),
    Program(
        "mutt",
        ("On Fri, Nov 20, 2026 at 10:00:00AM +0100, Bugyo wrote:",),
        charset="us-ascii",
        encoding="7bit",
        ends=("", "-- ", "cara"),
        mailer="Mutt/2.2.12",
    ),
    Program("gnus", (f"{BOT} writes:", ""), encoding="8bit", mailer="Gnus/5.13"),
    Program(
        "gnus-supercite",
        ('>>>>> "Bugyo" == Bugyo <referee@bugyo.invalid> writes:', ""),
        sign="    Bug> ",
        encoding="8bit",
    ),
    Program(
        "alpine",
        ("On Fri, 20 Nov 2026, Bugyo wrote:", ""),
        encoding="7bit",
        charset="us-ascii",
        mailer="Alpine 2.26",
    ),
    Program(
        "evolution",
        ("On Fri, 2026-11-20 at 10:00 +0100, Bugyo wrote:",),
        encoding="8bit",
        mailer="Evolution 3.52",
    ),
    Program(
        "kmail",
        ("On Friday, 20 November 2026 10:00:00 CET Bugyo wrote:",),
        encoding="7bit",
        charset="us-ascii",
    ),
    Program(
        "claws",
        ("On Fri, 20 Nov 2026 10:00:00 +0100", "Bugyo <referee@bugyo.invalid> wrote:", ""),
        encoding="7bit",
    ),
    Program(
        "the-bat",
        ("Вы писали 20 ноября 2026 г., 10:00:", ""),
        sign="B> ",
        charset="windows-1251",
        encoding="8bit",
        mailer="The Bat! (v10.5)",
    ),
    Program(
        "mail-ru",
        ("Пятница, 20 ноября 2026, 10:00 +03:00 от Bugyo <referee@bugyo.invalid>:",),
        sign=">",
        encoding="base64",
        ends=("", "--", "Кара"),
    ),
    Program("yandex", ('20.11.2026, 10:00, "Bugyo" <referee@bugyo.invalid>:',), ends=(), encoding="8bit"),
    Program("rambler", ("20.11.2026, 10:00, Bugyo пишет:", ""), charset="koi8-r", encoding="base64"),
    Program(
        "becky",
        ("On Fri, 20 Nov 2026 10:00:00 +0900", f"{BOT} wrote:", ""),
        charset="iso-2022-jp",
        encoding="7bit",
        mailer="Becky! ver. 2.82",
    ),
    Program("shuriken", ("Bugyo さんは書きました：", ""), charset="shift_jis", encoding="8bit"),
    Program(
        "sylpheed-ja",
        ("On Fri, 20 Nov 2026 10:00:00 +0900", "Bugyo <referee@bugyo.invalid> さんは書きました:"),
        charset="euc-jp",
        encoding="8bit",
    ),
    Program(
        "yahoo",
        ("    On Friday, November 20, 2026 at 10:00:00 AM GMT+1, Bugyo <referee@bugyo.invalid> wrote:", ""),
        sign=" > ",
        encoding="8bit",
    ),
    Program(
        "proton",
        (
            "------- Original Message -------",
            "On Friday, November 20th, 2026 at 10:00, Bugyo <referee@bugyo.invalid> wrote:",
            "",
        ),
        ends=("", "Sent with Proton Mail secure email."),
        encoding="8bit",
    ),
    Program(
        "orange-fr",
        (
            "> Message du 20/11/26 10:00",
            '> De : "Bugyo" <referee@bugyo.invalid>',
            "> A : cara@example.org",
            "> Objet : [winter T1 kii] Shinobi",
            ">",
        ),
    ),
    Program("list-digest", ("2013/7/20 sam via Bugyo", "")),
    Program("date-first", ("2016-03-03 17:21 GMT+01:00 Bugyo Referee", "")),
    Program("date-first-colon", ("2016-03-03 17:21 GMT+01:00 Bugyo Referee:", "")),
    Program(
        "on-in-pieces",
        ("On Fri, Nov 20, 2026 at 10:00 AM", "", "Bugyo <referee@bugyo.invalid>", "", "wrote:", ""),
    ),
    Program(
        "webmail-it",
        ("Da: Bugyo <referee@bugyo.invalid>", "Risposta: referee@bugyo.invalid", "Oggetto: Shinobi", ""),
        sign="",
    ),
    Program("zimbra-fr", ("----- Mail original -----", *GROUP_FR, ""), sign=""),
    Program(
        "outlook-en",
        ("-----Original Message-----", *GROUP_EN, ""),
        sign="",
        charset="windows-1252",
        html="outlook",
        mailer="Microsoft Outlook 16.0",
    ),
    Program(
        "outlook-de",
        (*GROUP_DE, ""),
        sign="",
        charset="iso-8859-1",
        html="outlook",
        mailer="Microsoft Outlook 16.0",
    ),
    Program("outlook-fr", (*GROUP_FR, ""), sign="", charset="windows-1252", mailer="Microsoft Outlook 16.0"),
    Program(
        "outlook-ru",
        (*GROUP_RU, ""),
        sign="",
        charset="koi8-r",
        encoding="base64",
        mailer="Microsoft Outlook 16.0",
    ),
    Program(
        "outlook-ja",
        (*GROUP_JA, ""),
        sign="",
        charset="iso-2022-jp",
        encoding="7bit",
        mailer="Microsoft Outlook 16.0",
    ),
    Program("outlook-it", (*GROUP_IT, ""), sign="", charset="windows-1252", mailer="Microsoft Outlook 16.0"),
    Program(
        "outlook-com",
        ("________________________________", *GROUP_EN, ""),
        sign="",
        ends=("", "Get Outlook for iOS<https://aka.ms/o0ukef>"),
        html="outlook",
    ),
    Program(
        "gmx",
        (
            "Gesendet: Freitag, 20. November 2026 um 10:00 Uhr",
            'Von: "Bugyo" <referee@bugyo.invalid>',
            "An: cara@example.org",
            "Betreff: [winter T1 kii] Shinobi",
            "",
        ),
        sign="",
    ),
    Program("forwarded-gmail", ("---------- Forwarded message ---------", *GROUP_EN, ""), sign=""),
    Program("forwarded-apple", ("Begin forwarded message:", "", *GROUP_EN, ""), sign=""),
    Program(
        "forwarded-thunderbird-de", ("-------- Weitergeleitete Nachricht --------", *GROUP_DE, ""), sign=""
    ),
)
