"""Words and forms in which people type the orders besides the printed ones, also in French and Russian."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from domain.twilight_shogun.words import orders as o

WORDS = {
    "play": (
        *("card", "use", "jouer", "joue", "jouez"),
        *("сыграть", "играть", "играю", "разыграть", "разыгрываю"),
    ),
    "card": ("carte", "карту", "карта"),
    "event": ("as-event", "for-event", "événement", "évènement", "l'événement", "событие", "события"),
    "the": ("an", "its"),
    "for": ("as", "pour", "comme", "для", "ради", "на", "как"),
    "action": ("as-action", "ap", "aps", "ops", "op", "operations", "pa", "действие", "действия", "од"),
    "action:": ("action", "ap:", "ap", "aps", "ops:", "ops", "op", "operations", "pa", "действие", "од"),
    "first": ("d'abord", "сначала", "вперёд"),
    "first:": ("first", "d'abord", "d'abord:", "сначала", "сначала:"),
    "then": ("before", "puis", "затем", "потом"),
    "influence": ("place", "add", "increase", "placer", "ajouter", "влияние", "влияния", "влиять"),
    "realign": (
        *("realignment", "realigning", "realigns", "réalignement", "réaligner"),
        *("перестановка", "перестановку", "переставить"),
    ),
    "coup": ("переворот", "coup-de-force", "coup-d'état"),
    "court": ("court-operation", "cour", "двор"),
    "in": ("at", "to", "on", "into", "à", "en", "dans", "sur", "в", "на", "во"),
    "with": ("using", "by", "avec", "par", "картой", "с"),
    "pass": ("done", "stop", "skip", "passer", "passe", "пас", "пасую", "пропустить"),
    "evade": ("decline", "esquiver", "éviter", "уклониться"),
    "accept": ("accepter", "принять"),
    "navy": ("marine", "flotte", "флот"),
    "resign": ("surrender", "abandonner", "сдаться", "сдаюсь"),
    "put": ("mettre", "poser", "поставить", "положить"),
    "remove": ("retirer", "enlever", "убрать", "снять"),
    "attack": ("attaquer", "attaque", "атаковать", "атака", "атакую"),
    "choose": ("pick", "select", "choisir", "choisis", "выбрать", "выбираю"),
    "discard": ("défausser", "défausse", "сбросить", "сбрасываю"),
    "retrieve": ("recover", "récupérer", "récupère", "вернуть", "возвращаю"),
}

TYPED: Mapping[type[Struct], tuple[str, ...]] = {
    o.PlayEvent: (
        "play card {card}[ for][ the] event",
        "play {card} for[ the] event",
        "play {card} the event",
        "play event[ card] {card}",
    ),
    o.PlayAction: ("play card {card}[ for] action", "play {card} for action"),
    o.PlayActionFirst: (
        "play card {card} action first",
        "play[ card] {card}[ for] action then[ the] event",
        "play[ card] {card}[ for] action event after",
        "play[ card] {card} event after[ action]",
    ),
    o.PlayEventFirst: (
        "play card {card} event first",
        "play[ card] {card}[ for][ the] event then action",
        "play[ card] {card} action event first",
        "play[ card] {card} event first then action",
    ),
    o.PlayInfluence: (
        "play[ card] {card}[ for][ action:] influence[ in] {places}",
        "{card}[ for][ action:] influence[ in] {places}",
        "influence[ in] {places} with[ card] {card}",
    ),
    o.PlayRealign: (
        "play[ card] {card}[ for][ action:] realign[ in] {spaces}",
        "{card}[ for][ action:] realign[ in] {spaces}",
        "realign[ in] {spaces} with[ card] {card}",
    ),
    o.PlayCoup: (
        "play[ card] {card}[ for][ action:] coup[ in] {space}",
        "{card}[ for][ action:] coup[ in] {space}",
        "coup[ in] {space} with[ card] {card}",
    ),
    o.Court: (
        "court card {card}",
        "court with[ card] {card}",
        "court operation[ with][ card] {card}",
        "play[ card] {card}[ for] court[ operation]",
    ),
    o.Influence: (
        "influence in {places}",
        "[play ]action: influence[ in] {places}",
        "play influence[ in] {places}",
    ),
    o.Realign: (
        "realign in {spaces}",
        "[play ]action: realign[ in] {spaces}",
        "play realign[ in] {spaces}",
    ),
    o.Coup: (
        "coup in {space}",
        "[play ]action: coup[ in] {space}",
        "play coup[ in] {space}",
    ),
    o.Accept: ("принять вмешательство", "accepter l'intervention"),
    o.Navy: ("navy in {space}",),
    o.Put: (
        "put in {space}",
        "put {count}[ influence] in {space}",
        "put {count} {space}",
        "put influence in {space}",
    ),
    o.Remove: (
        "remove in {space}",
        "remove {count}[ influence][ in] {space}",
        "remove {count} from {space}",
    ),
    o.Attack: ("attack in {space}",),
    o.Discard: ("discard card {card}",),
    o.Retrieve: ("retrieve card {card}",),
}

IN_RUSSIAN = {
    "edo": "Эдо",
    "yokohama": "Иокогама",
    "kyo": "Киото",
    "nagasaki": "Нагасаки",
    "mito": "Мито",
    "aizu": "Айдзу",
    "sendai": "Сэндай",
    "yonezawa": "Ёнэдзава",
    "shonai": "Сёнай",
    "akita": "Акита",
    "nambu": "Намбу",
    "fukui": "Фукуи",
    "kaga": "Кага",
    "owari": "Овари",
    "hikone": "Хиконэ",
    "kuwana": "Кувана",
    "matsushiro": "Мацусиро",
    "nagaoka": "Нагаока",
    "kii": "Кии",
    "tokushima": "Токусима",
    "takamatsu": "Такамацу",
    "matsuyama": "Мацуяма",
    "uwajima": "Увадзима",
    "tosa": "Тоса",
    "himeji": "Химэдзи",
    "okayama": "Окаяма",
    "tottori": "Тоттори",
    "matsue": "Мацуэ",
    "hiroshima": "Хиросима",
    "choshu": "Тёсю",
    "kokura": "Кокура",
    "fukuoka": "Фукуока",
    "kurume": "Курумэ",
    "saga": "Сага",
    "kumamoto": "Кумамото",
    "satsuma": "Сацума",
}
"""The spaces; those in "а" have cases."""


def in_russian(space: str) -> tuple[str, ...]:
    """A space as Russian sentences have it: Сацума, Сацумы, Сацуме, Сацуму."""
    name = IN_RUSSIAN.get(space, "")
    if not name.endswith("а"):
        return (name,) if name else ()
    return tuple(name[:-1] + ending for ending in ("а", "и" if name[-2] in "гк" else "ы", "е", "у", "ой"))
