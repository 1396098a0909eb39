"""All that one picks on the page of a seat, in full words: kinds of orders, values, and what is asked.

Letters have names: "Baba (O)" is a clan, "Baba O1" a unit of his.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from domain.kawanakajima.standing.preferences import WORDS, meaning
from domain.kawanakajima.standing.siege_preferences import SIEGE_WORDS
from domain.kawanakajima.view import View
from domain.kawanakajima.words import field_orders as f
from domain.kawanakajima.words import orders as o
from domain.kawanakajima.words import siege_orders as s
from projections.kawanakajima.names import activation, general, plan, posture
from projections.kawanakajima.whereabouts import OF_THE_ENEMY, moves_the_enemy
from projections.language.catalogues import as_named
from projections.language.messages import _, _n, listed, whole
from projections.pictures import Field, Names, StepWords

_UNITS = ("unit", "units", "targets", "worn", "behind")
_CLANS = ("clan", "clans", "aim")
_ZONES = ("zone", "zones", "markers", "source")


# ---- kinds


def kind(view: View, field: Field, tag: str, names: Names) -> str:
    if tag == "move" and field.given.get("unit"):
        return _("Hex by hex…")
    said = _KINDS.get(tag)
    return said() if said else ""


_KINDS: Mapping[str, Callable[[], str]] = {
    "plan": lambda: _("Battle plan"),
    "deploy": lambda: _("Place a clan"),
    "fortify": lambda: _("Positions"),
    "postures": lambda: _("Postures"),
    "entry": lambda: _("Entry point"),
    "save": lambda: _("Save for the plan"),
    "attempt": lambda: _("Try the plan"),
    "command": lambda: _("Chits of clans"),
    "special": lambda: _("Special chit"),
    "clear": lambda: _("Begin again"),
    "done": lambda: _("Done"),
    "play": lambda: _("Play it"),
    "delay": lambda: _("Delay it"),
    "kansuke": lambda: _("Yamamoto Kansuke"),
    "impetuous": lambda: _("Impetuous attack"),
    "samurai": lambda: _("Samurai"),
    "column": lambda: _("Column"),
    "bring": lambda: _("Bring in"),
    "posture": lambda: _("New posture"),
    "move": lambda: _("Move"),
    "fight": lambda: _("Fight"),
    "leader": lambda: _("Leader"),
    "suffer": lambda: _("Who suffers"),
    "retreat": lambda: _("Retreat"),
    "advance": lambda: _("Advance"),
    "pursue": lambda: _("Pursue"),
    "rally": lambda: _("Rally"),
    "seppuku": lambda: _("Seppuku"),
    "march": lambda: _("March"),
    "gather": lambda: _("Close up"),
    "occupy": lambda: _("Enter Kaizu"),
    "post": lambda: _("Markers"),
    "assault": lambda: _("Assault"),
    "fire": lambda: _("Fire at"),
    "muster": lambda: _("Rally troops"),
    "sacrifice": lambda: _("Sacrifice"),
    "lose": lambda: _("Lose"),
    "seize": lambda: _("Marker from"),
    "withdraw": lambda: _("Withdraw"),
    "keep": lambda: _("Keep"),
}


# ---- values


def value(view: View, field: Field, word: str, names: Names) -> str:
    """A value of a field; "" for a hex, which is called as it is printed."""
    said = _value(view, field, word)
    return f"{said[:1].upper()}{said[1:]}"


def _value(view: View, field: Field, word: str) -> str:
    if field.order is o.Command and field.name in ("activation", "aim"):
        said = _("Special chit: {what}") if field.name == "activation" else _("Special for {what}")
        return said.format(what=activation(word) if field.name == "activation" else clan(view, field, word))
    if field.name in _CLANS:
        return clan(view, field, word)
    if field.name in _UNITS and " " in word:
        return _going(word)
    if field.name in _UNITS:
        return unit(view, field, word)
    if field.name in _ZONES:
        return zone(word)
    if field.name == "points":
        return _points(field, int(word))
    named = _VALUES.get(field.name)
    return named(word) if named else ""


def clan(view: View, field: Field, letter: str) -> str:
    """ "Baba (O)"."""
    title = _title(view, field, letter)
    return f"{title} ({letter})" if title else letter


def unit(view: View, field: Field, name: str) -> str:
    """ "Baba O1"."""
    return f"{_title(view, field, name[:1])} {name}".strip()


def _title(view: View, field: Field, letter: str) -> str:
    is_own = (field.order, field.name) not in OF_THE_ENEMY and not moves_the_enemy(view, field)
    armies = (army for army in view.armies if (army.seat == field.seat) is is_own)
    found = (one.title for army in armies for one in army.clans if one.clan[1:] == letter)
    return as_named(next(found, ""))


def zone(word: str) -> str:
    if word == "effectives":
        return _("a point of effectives")
    if word == "centre":
        return _("the centre")
    return _("zone {name}").format(name=word.upper())


def _going(word: str) -> str:
    """How a clan withdraws that cannot go whole: "disorganised B1 without B2"."""
    worn, _without, behind = word.partition("without ")
    turned = worn.removeprefix("disorganised ").split()
    said = [_("{units} disorganised").format(units=listed(turned))] if turned else []
    said += [_("without {units}").format(units=listed(behind.split()))] if behind else []
    return ", ".join(said)


def _points(field: Field, count: int) -> str:
    if field.order is o.Attempt:
        return _n("with {count} point", "with {count} points", count).format(count=count)
    return _n("{count} point", "{count} points", count).format(count=count) if count else _("nothing")


_VALUES: Mapping[str, Callable[[str], str]] = {
    "posture": lambda word: posture(word).capitalize(),
    "plan": plan,
    "activation": activation,
    "general": lambda word: _("{general} pays").format(general=general(word)),
    "leader": lambda word: _("leader on the column") if word == "column" else _("leader on the row"),
    "axis": lambda word: _("on the column") if word == "column" else _("on the row"),
    "point": lambda word: _("point {name}").format(name=word),
    "advantage": lambda word: _("with an advantage, for an action more"),
    "use": lambda word: {"rally": _("to rally it"), "attack": _("to attack"), "stay": _("to stay")}[word],
}


# ---- questions


def ask(view: View, field: Field, word: str, names: Names) -> str:
    """The question where the next value of a field is picked."""
    said = _QUESTIONS.get((field.order, field.name))
    return said(view, field) if said else ""


Said = Callable[[View, Field], str]


def _of(said: Callable[[], str]) -> Said:
    """With the unit or the clan that has been picked."""

    def asked(view: View, field: Field) -> str:
        of, given = Field(field.seat, field.order, "unit"), field.given
        who = unit(view, of, given["unit"]) if given.get("unit") else ""
        return said().format(who=who or clan(view, of, given.get("clan", "")))

    return asked


def _bare(said: Callable[[], str]) -> Said:
    return lambda view, field: said()


_QUESTIONS: Mapping[tuple[type, str], Said] = {
    (o.DeployClan, "hexes"): _of(lambda: _("{who}: to which hexes, unit by unit?")),
    (o.Fortify, "units"): _bare(lambda: _("Which units get a defensive position?")),
    (o.Postures, "clans"): _bare(lambda: _("Which clans, and which posture?")),
    (o.WriteEntry, "point"): _of(lambda: _("Where will {who} appear?")),
    (o.Command, "clans"): _bare(lambda: _("Whose chits?")),
    (o.Special, "activation"): _bare(lambda: _("Which special activation?")),
    (o.Special, "aim"): _bare(lambda: _("For which clan?")),
    (o.Samurai, "use"): _of(lambda: _("What does the samurai do with {who}?")),
    (o.Column, "units"): _bare(lambda: _("Who stands in the column, from its head?")),
    (o.Bring, "hex"): _of(lambda: _("Where does {who} enter?")),
    (f.Posture, "posture"): _of(lambda: _("Which posture does {who} take?")),
    (f.Move, "path"): _of(lambda: _("Where does {who} go?")),
    (f.Fight, "units"): _bare(lambda: _("Who fights whom?")),
    (f.Retreat, "hex"): _of(lambda: _("Where does {who} retreat to?")),
    (f.Advance, "hex"): _of(lambda: _("Where does {who} advance to?")),
    (f.Seppuku, "yes"): _of(lambda: _("The leader of {who} takes his life.")),
    (f.Rally, "units"): _bare(lambda: _("Who rallies next?")),
    (s.Occupy, "zone"): _of(lambda: _("By which zone does {who} enter Kaizu?")),
    (s.Post, "zones"): _bare(lambda: _("Markers in which zones?")),
    (s.Assault, "zone"): _bare(lambda: _("Which zone is attacked?")),
    (s.Assault, "advantage"): _bare(lambda: _("With an advantage?")),
    (s.Shoot, "zone"): _bare(lambda: _("Which zone is fired at?")),
    (s.Withdraw, "zone"): _bare(lambda: _("By which zone does it withdraw?")),
    (s.Withdraw, "markers"): _bare(lambda: _("What does it take along, and where does it go?")),
    (s.Keep, "units"): _bare(lambda: _("Which units survive?")),
}

# ---- standing orders


def occasions(view: View, sheet: Sequence[str]) -> Iterator[tuple[str, str]]:
    """What may be left for each, in the words that choose; and orders for a chit of one's own."""
    recommended = {line.split()[0]: line for line in sheet}
    own = next((army.clans for army in view.armies if army.seat == view.viewer and army.clans), ())
    if own:
        yield _("When the chit of a clan is drawn: its orders"), f"when {own[0].clan[1:]} is drawn "
    for word, said in _OCCASIONS.items():
        if word in _OF_SIEGES and not view.fortress:
            continue
        line = recommended.get(word) or " ".join((word, *WORDS[word][:1])) + " " * (not WORDS[word])
        yield f"{said()}. {whole(meaning(word))}", line


_OF_SIEGES = (*SIEGE_WORDS, "rears")

_OCCASIONS: Mapping[str, Callable[[], str]] = {
    "delays": lambda: _("Chits of mine to delay"),
    "kansukes": lambda: _("Yamamoto Kansuke"),
    "postures": lambda: _("Postures"),
    "moves": lambda: _("Moves"),
    "marches": lambda: _("March"),
    "fights": lambda: _("Fights"),
    "leaders": lambda: _("Leaders of the attacked"),
    "sufferers": lambda: _("Who suffers"),
    "retreats": lambda: _("Retreats"),
    "pursuits": lambda: _("Who pursues"),
    "advances": lambda: _("Advance after combat"),
    "rallies": lambda: _("Rallies"),
    "initiatives": lambda: _("Clan Initiative"),
    "seppukus": lambda: _("Seppuku"),
    "provocations": lambda: _("Impetuous attacks"),
    "rears": lambda: _("The rear of the column"),
    "posts": lambda: _("Siege: markers"),
    "sieges": lambda: _("Siege: actions"),
    "sacrifices": lambda: _("Siege: sacrifices"),
    "troops": lambda: _("Siege: losses"),
    "seizures": lambda: _("Siege: conquered zones"),
    "withdrawals": lambda: _("Siege: withdrawal"),
    "survivors": lambda: _("Siege: survivors"),
}

STEPS = StepWords(kind=kind, ask=ask, value=value, occasions=occasions)
"""What is said of the steps of an order."""
