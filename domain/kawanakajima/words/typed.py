"""Words and forms in which people type the orders besides the printed ones, also in French and Russian.

POSTURES … ZONES, EFFECTIVES, ADVANTAGE, CHITS  names of fixed kinds
WORDS, OPTIONAL  other words for the literal ones of the forms, and those that may be left out
TYPED            other forms, by order; they are read and never written
WISHES           the words of preferences
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from domain.kawanakajima.words import field_orders as f
from domain.kawanakajima.words import orders as o
from domain.kawanakajima.words import siege_orders as s
from domain.kit.vocabulary import Name

POSTURES = (
    Name("attack", ("att", "a", "attaque", "d'attaque", "атака", "атаку", "атаки", "攻")),
    Name(
        "move",
        ("mov", "m", "movement", "mouvement", "déplacement", "de-déplacement", "движение", "движения"),
    ),
    Name("defence", ("def", "d", "defense", "défense", "de-défense", "оборона", "обороны", "оборону")),
    Name(
        "regroup",
        ("reg", "r", "regrouping", "regroupement", "de-regroupement", "перегруппировка", "перегруппировку"),
    ),
)
AXES = (
    Name("column", ("col", "c", "colonne", "столбец", "столбце", "колонна")),
    Name("row", ("r", "line", "lig", "l", "ligne", "строка", "строку", "строке", "ряд")),
)
ACTIVATIONS = (
    Name("attack", ("att", "a", "attaque", "атака", "атаку")),
    Name("retreat", ("ret", "r", "retraite", "отступление")),
    Name(
        "impetuous",
        ("imp", "i", "impetuous-attack", "impétueuse", "attaque-impétueuse", "натиск"),
    ),
    Name(
        "combined",
        ("comb", "c", "combined-manoeuvres", "manoeuvres", "manoeuvres-combinées", "манёвры"),
    ),
)
USES = (
    Name("rally", ("r", "rallier", "ralliement", "восстановить")),
    Name("attack", ("a", "att", "attaque", "attaquer", "атака", "атаковать")),
    Name("stay", ("s", "wait", "rester", "reste", "остаться")),
)
OCCASIONS = (
    Name("retreats", ("retreats:", "retreat:", "retraites:")),
    Name("leaders", ("leaders:", "leader:", "individu:", "individus:")),
    Name("delays", ("delays:", "delay:", "délais:", "retards:")),
    Name("advances", ("advances:", "advance:", "avances:")),
    Name("kansukes", ("kansukes:", "kansuke:")),
    Name("moves", ("moves:", "move:", "mouvements:")),
    Name("marches", ("marches:", "march:")),
    Name("fights", ("fights:", "fight:", "combats:")),
    Name("postures", ("postures:", "posture:")),
    Name("rallies", ("rallies:", "rally:", "ralliements:")),
    Name("initiatives", ("initiatives:", "initiative:")),
    Name("sufferers", ("sufferers:", "sufferer:", "suffer:")),
    Name("pursuits", ("pursuits:", "pursuit:", "pursue:", "poursuites:")),
    Name("seppukus", ("seppukus:", "seppuku:")),
    Name("provocations", ("provocations:", "provocation:", "impetuous:")),
    Name("rears", ("rears:", "rear:")),
    Name("posts", ("posts:", "post:")),
    Name("sieges", ("sieges:", "siege:", "sièges:")),
    Name("sacrifices", ("sacrifices:", "sacrifice:")),
    Name("troops", ("troops:", "losses:", "pertes:")),
    Name("seizures", ("seizures:", "seizure:", "seize:")),
    Name("withdrawals", ("withdrawals:", "withdrawal:", "withdraw:", "retraits:")),
    Name("survivors", ("survivors:", "survivor:", "keep:", "survivants:")),
)
ZONES = {"centre": ("center", "keep", "centre-de-la-forteresse", "центр")}
EFFECTIVES = Name("effectives", ("effective", "effectifs", "les-effectifs", "eff", "reserve", "боеспособные"))
ADVANTAGE = Name("advantage", ("adv", "avantage", "перевес"))
CHITS = (
    Name("rally", ("ralliement", "восстановление")),
    Name("march", ("marche", "марш")),
    Name("combat", ("бой",)),
    Name("initiative", ("инициатива",)),
    Name("samurai", ("samouraï", "самурай")),
)
SPECIAL = ("spécifique", "особая", "особый")
"""Other words for "special" in the name of a chit."""

WORDS = {
    "plan": ("battleplan", "план"),
    "deploy": ("place", "déployer", "déploie", "placer", "развернуть", "поставить"),
    "fortify": ("position", "fortifier", "укрепить"),
    "start": ("set", "commencer", "départ", "начать"),
    "entry": ("enter", "write", "entrée", "вход"),
    "save": ("garder", "épargner", "économiser", "отложить"),
    "attempt": ("try", "activate", "tenter", "tente", "essayer", "activer", "попробовать"),
    "command": (
        *("cmd", "choose", "chits", "select", "commander", "commande", "sélectionner", "choisir"),
        *("выбрать", "выбираю"),
    ),
    "special": ("spec", "sp", "spéc", "spécifique", "особая", "особый"),
    "by": ("from", "paid-by", "par", "через"),
    "done": ("ready", "nothing", "none", "pass", "fini", "terminé", "passer", "готово", "пас"),
    "clear": ("again", "effacer", "recommencer", "заново"),
    "play": ("accept", "jouer", "joue", "accepter", "сыграть", "играть", "принять"),
    "delay": ("refuse", "retarder", "retarde", "refuser", "différer", "отложить"),
    "impetuous": ("provoke", "provoquer", "impétueuse", "натиск"),
    "when": ("if", "quand", "lorsque", "si", "когда"),
    "is": ("est", "comes", "sort"),
    "drawn": ("drawn:", "tiré", "tiré:", "pioché", "pioché:", "вынута", "вынута:"),
    "standing": ("always", "permanent", "consigne", "всегда"),
    "resign": ("give-up", "abandonner", "сдаться", "сдаюсь"),
    "posture": ("pos", "mode", "положение"),
    "move": (
        *("mv", "go", "bouger", "bouge", "bougez", "déplacer", "déplace", "déplacez", "déplacement"),
        *("mouvement", "aller", "двигать", "двигаю", "идти", "движение"),
    ),
    "fight": (
        *(
            "attack",
            "charge",
            "combat",
            "combattre",
            "attaquer",
            "attaque",
            "attaquez",
        ),
        *("charger", "атаковать", "атакую", "атака", "атакует", "бой"),
    ),
    "on": ("against", "vs", "sur", "contre", "на", "против"),
    "at": ("to", "via", "à", "vers", "в", "на"),
    "in": ("into", "en", "dans", "в"),
    "leader": ("individu", "вождь"),
    "retreat": ("ret", "retraite", "retraiter", "reculer", "recule", "replier", "отступить", "отступление"),
    "advance": ("adv", "avance", "avancer", "avancez", "наступать", "наступление"),
    "suffer": ("subir", "subit", "понести"),
    "pursue": ("pursuit", "poursuite", "poursuivre", "poursuit", "преследовать"),
    "rally": ("rallier", "rallie", "ralliez", "ralliement", "восстановить", "восстановление"),
    "march": ("marche", "marcher", "marchez", "марш"),
    "gather": ("regroup", "rassembler", "regrouper", "собрать"),
    "occupy": ("storm", "garrison", "occuper", "occupe", "занять"),
    "post": ("station", "poster", "présence"),
    "assault": ("assaut", "assaillir", "штурм", "штурмовать"),
    "fire": ("shoot", "feu", "tirer", "tir", "tire", "огонь", "стрелять"),
    "muster": ("regain", "lever", "набор"),
    "sacrifice": ("sacrifier", "sacrifie", "жертва", "пожертвовать"),
    "lose": ("perdre", "perd", "потерять"),
    "seize": ("prendre", "conquérir", "захватить"),
    "withdraw": ("retrait", "retirer", "отвести"),
    "taking": ("prenant", "avec"),
    "without": ("sans", "без"),
    "with": ("avec",),
    "keep": ("conserver", "оставить"),
    "disorganised": ("disorganized", "worn", "désorganisé", "désorganisée", "désorganisées"),
    "column": ("file", "colonne", "колонна"),
    "bring": ("bring-in", "faire-entrer", "ввести"),
    "kansuke": ("кансуке",),
    "samurai": ("samouraï", "самурай"),
    "clan": ("клан", "клана", "clans"),
    "unit": ("unité", "unités", "units", "отряд", "отряды"),
    "to": ("vers", "->", "=>"),
    "troops": ("troupes", "войска"),
}
OPTIONAL = frozenset({"is", "with"})

TYPED: Mapping[type[Struct], tuple[str, ...]] = {
    o.DeployClan: ("deploy clan {clan} at {hexes}",),
    o.Fortify: ("fortify unit {units}",),
    o.WriteEntry: ("entry clan {clan} at {point}", "entry {clan} {point}"),
    o.Attempt: ("attempt plan with {points}", "attempt plan"),
    o.Command: ("command clan {clans}[ by {general}]",),
    o.Play: ("play chit", "play the chit", "jouer le jeton"),
    o.Delay: ("delay chit", "delay the chit", "retarder le jeton"),
    o.Impetuous: ("impetuous clan {clan}",),
    f.Posture: (
        "posture clan {clan} {posture}",
        "clan {clan} in posture {posture}",
        "clan {clan} posture[ in] {posture}",
        "clan {clan} in {posture}",
        "{clan} posture {posture}",
    ),
    f.Move: (
        "move {unit} at {path}",
        "move unit {unit}[ at] {path}",
        "{unit} move[ at] {path}",
        "{unit} to {path}",
    ),
    f.Fight: (
        "fight unit {units} on[ unit] {targets}[ leader {leader}]",
        "fight {targets} with {units}[ leader {leader}]",
        "{units} fight[ on] {targets}[ leader {leader}]",
        "{units} on {targets}[ leader {leader}]",
    ),
    f.Leader: ("leader on {axis}", "leader in {axis}"),
    f.Retreat: ("retreat {unit} at {hex}", "{unit} retreat[ at] {hex}"),
    f.Advance: ("advance {unit} at {hex}", "{unit} advance[ at] {hex}", "advance {unit} in {hex}"),
    f.Pursue: ("pursue with {unit}", "{unit} pursue"),
    f.Rally: ("rally unit {units}", "{units} rally"),
    f.Seppuku: ("{unit} seppuku",),
    f.March: ("march clan {clan}", "clan {clan} march"),
    f.Gather: ("gather clan {clan}", "clan {clan} gather"),
    s.Occupy: ("occupy kaizu with {clan} by {zone}", "occupy clan {clan} by {zone}"),
    s.Post: ("post in {zones}",),
    s.Assault: ("assault on {zone}[ with {advantage}]",),
    s.Shoot: ("fire on {zone}", "fire in {zone}", "faire feu on {zone}"),
    s.Muster: ("muster troops", "rallier les troops"),
}

WISHES = {
    "loin": "away",
    "s'éloigner": "away",
    "ennemi": "enemy",
    "ennemis": "enemy",
    "l'ennemi": "enemy",
    "rester": "stay",
    "reste": "stay",
    "colonne": "column",
    "ligne": "row",
    "défense": "defence",
    "mieux": "best",
    "meilleur": "best",
    "devoir": "duty",
    "obligation": "duty",
    "frais": "fresh",
    "fraîches": "fresh",
    "usées": "worn",
    "éprouvées": "worn",
    "fort": "strong",
    "fortes": "strong",
    "faible": "weak",
    "faibles": "weak",
    "sans-individu": "leaderless",
    "jamais": "never",
    "toujours": "always",
    "tous": "always",
    "toutes": "always",
    "assaut": "assault",
    "avantage": "advantage",
    "feu": "fire",
    "tirer": "fire",
    "rallier": "muster",
    "présence": "post",
    "effectifs": "effectives",
    "marqueurs": "markers",
    "individus": "leaders",
    "rien": "nothing",
    **dict.fromkeys(
        ("de", "du", "des", "le", "la", "les", "à", "au", "vers", "sur", "puis", "et", "par"), "the"
    ),
}
"""French words of preferences, each with the one that is kept; those that say nothing stand for "the"."""
