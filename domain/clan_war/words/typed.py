"""Words and forms in which people type the orders besides the printed ones, also in French and Russian."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from domain.clan_war.words import movement_reports as m
from domain.clan_war.words import reports as r

WORDS = {
    "done": ("ready", "fini", "terminé", "готово"),
    "resign": ("surrender", "abandonner", "сдаться", "сдаюсь"),
    "honor": ("honour", "honneur", "честь"),
    "vp": ("points", "pv", "очки"),
    "confirm": ("confirmer", "confirme", "подтвердить", "подтверждаю"),
    "deny": ("contester", "conteste", "оспорить", "оспариваю"),
    "retract": ("retirer", "retire", "отозвать"),
    "clear": ("empty", "vider", "очистить"),
    "list": ("liste", "список"),
    "muster": ("rassembler", "lever", "набрать"),
    "clan": ("клан",),
    "call": ("name", "appeler", "nommer", "назвать"),
    "as": ("comme", "как"),
    "unit": ("unité", "отряд"),
    "recruit": ("recruter", "нанять"),
    "morale": ("moral", "боевой-дух"),
    "condition": ("état", "состояние"),
    "wounds": ("wound", "blessures", "раны"),
    "casualties": ("losses", "pertes", "потери"),
    "slain": ("killed", "tué", "tuée", "убит", "убита"),
    "play": ("use", "jouer", "joue", "сыграть", "играть"),
    "challenge": ("défier", "défi", "вызвать", "вызов"),
    "hostage": ("otage", "заложник"),
    "transfer": ("transférer", "передать"),
    "fight": ("combat", "combattre", "бой"),
    "sacrifice": ("sacrifier", "пожертвовать"),
    "destroy": ("détruire", "уничтожить"),
    "hostages": ("guests", "otages", "заложников"),
    "recover": ("récupérer", "вернуть"),
    "leave": ("laisser", "оставить"),
    "place": ("placer", "поставить"),
    "march": ("move", "marcher", "avancer", "déplacer", "марш", "двигать"),
    "takeoff": ("take-off", "décoller", "décollage", "взлететь", "взлёт"),
    "fly": ("voler", "vol", "лететь", "полёт"),
    "land": ("atterrir", "сесть", "посадка"),
    "dive": ("plonger", "piqué", "пикировать"),
    "engage": ("charge", "engager", "charger", "напасть"),
    "react": ("réagir", "ответить"),
    "flyby": ("fly-by",),
    "breakaway": ("break-away", "rompre", "оторваться"),
    "retreat": ("retraite", "fuir", "отступить", "отступление"),
    "strike": ("frapper", "ударить"),
    "refrain": ("s'abstenir", "воздержаться"),
    "shoot": ("fire", "tirer", "tir", "стрелять", "выстрел"),
    "allout": ("all-out",),
    "easy": ("strike-easy",),
    "inches": ("inch", "in", "pouce", "pouces", "дюйм", "дюйма", "дюймов"),
    "given": ("infligées", "нанесено"),
    "taken": ("subies", "получено"),
    "tested": ("testé", "испытан"),
    "after": ("après", "после"),
    "of": ("from", "de", "du", "des", "клана"),
    "in": ("into", "dans", "в"),
    "with": ("using", "avec", "с"),
    "against": ("on", "contre", "sur", "против", "на"),
    "by": ("from", "par", "от"),
    "at": ("on", "sur", "à", "по", "в"),
    "to": ("vers", "à", "в", "до"),
    "past": ("devant", "мимо"),
}
OPTIONAL = frozenset({"inches"})

ALSO = {
    "contact": ("engaged", "контакт"),
    "short": ("failed", "trop-court", "недолёт"),
    "angle": ("угол",),
    "charge-card": ("card",),
    "dive": ("diving", "skill"),
    "stopped": ("blocked", "interrupted", "arrêté", "остановлен"),
    "skyward": ("airborne", "flying"),
    "reserve": ("réserve", "резерв"),
    "unformed": ("désordonné", "désordonnée"),
    "spent": ("épuisé", "épuisée"),
    "broken": ("brisé", "brisée", "сломлен"),
    "routing": ("routed", "rout", "en-déroute", "бежит"),
    "rallied": ("rally", "recovered", "rallié", "ralliée"),
    "creature": ("non-human", "nonhuman"),
}

TYPED: Mapping[type[Struct], tuple[str, ...]] = {
    m.March: (
        "{unit} march {distance} inches[ {kind}][ to {position}]",
        "march unit {unit} {distance} inches[ {kind}][ to {position}]",
    ),
    m.TakeOff: ("{unit} takeoff {distance} inches[ {stopped}][ to {position}]",),
    m.Fly: ("{unit} fly {distance} inches[ {stopped}][ with {maneuvers}][ to {position}]",),
    m.Land: ("{unit} land {distance} inches[ {stopped}][ with {maneuvers}][ to {position}]",),
    m.Dive: (
        "{unit} dive {distance} inches[ {stopped}][ by {means}][ with {maneuvers}][ tested after {tested}]"
        "[ to {position}]",
    ),
    m.Engage: (
        "{unit} engage {target} {distance} inches {outcome}[ by {means}][ with {maneuvers}]"
        "[ tested after {tested}]",
    ),
    m.Retreat: ("{unit} retreat {distance} inches[ {skyward}]",),
    m.Shoot: (
        "{unit} shoot at {target} {distance} inches[ past {nearer}][ with {dice} dice]",
        "shoot at {target} with {unit} {distance} inches[ past {nearer}]",
    ),
    r.CallUnit: ("call {unit} {called}",),
    r.CallPersonality: ("call {personality} {called}",),
    r.Wounds: ("{unit} wounds {wounds}", "{unit} {wounds} wounds", "wounds {wounds} on {unit}"),
    r.Casualties: ("{unit} casualties {models}", "{unit} {models} casualties"),
    r.SetCondition: ("condition of {unit} {condition}",),
    r.KillAll: ("destroy all in {unit}", "{unit} destroy hostages"),
    r.EndBattle: ("end the battle", "fin de la bataille", "конец боя"),
}
