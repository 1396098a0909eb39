"""Words and forms in which people type the orders besides the printed ones, also in French and Russian."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from domain.kit.vocabulary import Name
from domain.rising_sun.words import orders as o

CHOICES = (
    Name("yes", ("y", "oui", "da", "да")),
    Name("no", ("n", "non", "нет")),
    Name("ask", ("later", "demander", "спросить")),
)
MOMENTS = (
    Name("first", ("early", "premier", "d'abord", "первым", "сначала")),
    Name("last", ("late", "dernier", "après", "последним", "потом")),
)
ADVANTAGE_NAMES = (
    Name("seppuku", ("сэппуку",)),
    Name("hostage", ("hostages", "take-hostage", "otage", "заложник")),
    Name("ronin", ("hire-ronin", "rônin", "ронин")),
    Name("poets", ("imperial-poets", "poètes", "поэты")),
)
SEASON_NAMES = {
    "spring": ("printemps", "весна", "весны"),
    "summer": ("été", "лето", "лета"),
    "autumn": ("automne", "fall", "осень", "осени"),
}

OF_CLANS = {
    "koi": ("carpe", "carpes", "кои", "карп", "карпа"),
    "turtle": ("tortue", "tortues", "черепаха", "черепахи"),
    "sun": ("soleil", "солнце", "солнца"),
    "fox": ("renard", "renards", "лиса", "лисы"),
    "moon": ("lune", "луна", "луны"),
    "lotus": ("лотос", "лотоса"),
    "dragonfly": ("libellule", "libellules", "стрекоза", "стрекозы"),
    "bonsai": ("bonsaï", "бонсай", "бонсая"),
}
OF_FIGURES = {
    "daimyo": ("daïmio", "даймё", "даймио"),
    "shinto": ("prêtre", "prêtres", "синто", "жрец", "жреца"),
    "bushi": ("буси",),
    "stronghold": ("forteresse", "forteresses", "крепость", "крепости"),
}
OF_PROVINCES = {
    "hokkaido": ("Хоккайдо",),
    "oshu": ("Осю",),
    "kanto": ("Канто",),
    "edo": ("Эдо",),
    "kansai": ("Кансай", "Кансае"),
    "nagato": ("Нагато",),
    "shikoku": ("Сикоку",),
    "kyushu": ("Кюсю",),
}

WORDS = {
    "honor": ("honour", "honneur", "честь"),
    "alliance": ("allies", "ally", "alliés", "союз"),
    "alone": ("seul", "один"),
    "coins": ("coin", "pièces", "монеты", "монет"),
    "vp": ("points", "pv", "очки", "очков"),
    "tokens": ("token", "jetons", "jeton", "жетоны"),
    "cards": ("card", "cartes", "карты"),
    "war": ("wars", "guerre", "guerres", "война", "войны"),
    "figures": ("figure", "army", "figurines", "фигурки", "армия"),
    "none": ("nothing", "nobody", "aucun", "aucune", "ничего"),
    "ready": ("begin", "prêt", "готово"),
    "bid": ("bids", "mise", "miser", "enchère", "ставка", "ставлю"),
    "close": ("fermer", "clore", "закрыть"),
    "always": ("toujours", "всегда"),
    "seppuku": ("suicide", "сэппуку"),
    "hostage": ("capture", "otage", "заложник", "заложника"),
    "ronin": ("hire", "rônin", "engager", "ронин", "ронины", "нанять"),
    "poets": ("poètes", "поэты", "воспеть"),
    "act": ("agir", "действовать"),
    "drive": ("chasser", "repousser", "изгнать"),
    "burn": ("kill", "brûler", "tuer", "сжечь", "убить"),
    "borrow": ("emprunter", "занять"),
    "cross": ("traverser", "переправиться"),
    "spare": ("épargner", "пощадить"),
    "place": ("put", "placer", "поставить"),
    "decline": ("pass", "refuser", "renoncer", "passer", "пас", "отказаться"),
    "done": ("fini", "terminé"),
    "in": ("at", "à", "en", "dans", "в", "на"),
    "of": ("from", "de", "du", "des", "клана", "от"),
    "to": ("into", "vers", "à", "en", "в", "на"),
    "take": ("prendre", "взять"),
    "the": ("le", "la", "les"),
    "clan": ("клан",),
    "and": ("et", "и", "&"),
}
OPTIONAL = frozenset({"in", "of", "to"})

TYPED: Mapping[type[Struct], tuple[str, ...]] = {
    o.Alliance: ("alliance {first} and {second}", "{first} and {second} alliance"),
    o.Coins: ("{clan} coins {number}", "{clan} {number} coins"),
    o.Ronin: ("{clan} ronin {number}", "{clan} {number} ronin"),
    o.Points: ("{clan} vp {number}", "{clan} {number} vp"),
    o.Bid: ("bid seppuku {seppuku} hostage {hostage} ronin {ronin} poets {poets}",),
    o.TakeHostage: (
        "take hostage {figure}[ of {clan}]",
        "take {figure} of {clan} hostage",
        "take {figure} of {clan}",
        "take {clan} {figure} hostage",
    ),
    o.HireRonin: ("hire ronin {choice}",),
    o.Place: ("place bushi in {province}", "place in {province}"),
}
