"""Words and forms in which people type the orders besides the printed ones, also in Russian and French."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from domain.kit.vocabulary import Name
from domain.shinobi.data.tables import NINJA
from domain.shinobi.words import orders as o

PROVINCES = (
    Name("iga", ("Ига", "Иги", "Иге", "Игу", "Игой", "d'Iga")),
    Name("ise", ("Исэ", "Исе", "d'Ise")),
    Name("kii", ("Кии", "Кий")),
    Name("omi", ("Оми", "ohmi", "d'Omi")),
    Name("yamato", ("Ямато",)),
)
"""The seats, clockwise: provinces that belong to none of the clans. Our own invention, see RULINGS.md."""

NINJA_NAME = Name(
    NINJA, ("ниндзя", "ниндзю", "ниндзей", "assassin", "l'assassin", "убийца", "убийцу", "убийцей")
)

OF_CLANS = {
    "go-hojo": ("Го-Ходзе", "Ходзе"),
    "mori": ("Моури",),
    "oda": ("Ода", "Оды", "Оде", "Оду", "Одой", "d'Oda"),
    "takeda": (
        *("Такеда", "Такеды", "Такеде", "Такеду", "Такедой"),
        *("Такэда", "Такэды", "Такэде", "Такэду", "Такэдой"),
    ),
    "uesugi": ("Уэсуги", "Уесуги", "d'Uesugi"),
}

WORDS = {
    "place": (
        *("put", "deploy", "play", "placer", "placez", "poser", "pose", "posez", "jouer", "joue", "jouez"),
        *("разместить", "размести", "разместите", "размещаю", "размещение"),
        *("положить", "положи", "положите", "кладу", "выложить", "выложи", "выкладываю"),
        *("сыграть", "сыграй", "играть", "играю", "поставить", "ставлю"),
    ),
    "ninja": ("assassinate", "assassin", "assassiner", "ниндзя", "убийца"),
    "move": (
        *("transfer", "déplacer", "déplace", "déplacez", "déplacement", "bouger", "bouge", "bougez"),
        *("переместить", "перемести", "переместите", "перемещаю", "перемещение"),
        *("переложить", "переложи", "переложите", "перекладываю", "передвинуть", "передвигаю"),
    ),
    "attack": (
        *("attaquer", "attaque", "attaquez"),
        *("атаковать", "атакуй", "атакуйте", "атакую", "атака", "напасть", "нападаю"),
    ),
    "pass": ("skip", "passer", "passe", "passez", "пас", "пасую", "пропустить", "пропускаю"),
    "in": ("into", "before", "at", "à", "en", "dans", "devant", "chez", "в", "во", "перед", "у"),
    "from": ("de", "depuis", "из", "от"),
    "to": ("into", "à", "en", "dans", "vers", "chez", "в", "во", "к"),
    "with": ("by", "using", "avec", "par", "силами", "армией", "войсками", "войском", "кланом"),
    "on": ("against", "sur", "contre", "на", "против"),
    "of": ("clan", "de", "du", "des", "клана", "клан"),
    "army": ("armée", "l'armée", "carte", "card", "армию", "армия", "войска", "карту"),
}

TYPED: Mapping[type[Struct], tuple[str, ...]] = {
    o.Place: (
        "place {card} {province}",
        "place[ army] of {card} in {province}",
        "place army {card} in {province}",
        "place in {province}[ army][ of] {card}",
    ),
    o.Ninja: (
        "ninja {clan} {province}",
        "ninja on[ army][ of] {clan} in {province}",
        "ninja in {province} on[ army][ of] {clan}",
        "place ninja on[ army][ of] {clan} in {province}",
    ),
    o.Move: (
        "move {clan} {source}[ to] {target}",
        "move[ army] of {clan}[ from] {source} to {target}",
        "move army {clan}[ from] {source} to {target}",
        "move from {source} to {target}[ army][ of] {clan}",
    ),
    o.Attack: (
        "attack[ army] of {clan} in {province} with[ army][ of] {army}",
        "attack[ army] {clan} in {province} with[ army][ of] {army}",
        "attack {province} {clan} with {army}",
        "attack {clan} {province}[ with] {army}",
        "attack with[ army][ of] {army}[ army][ of] {clan} in {province}",
        "with {army} attack {clan} in {province}",
    ),
}
