"""Questions that the steps of an order ask, by the kind of names that answers them."""

from __future__ import annotations

from projections.language.messages import _


def question(kind: str, *, many: bool) -> str:
    """What is asked where a name of that kind is to be picked, or several."""
    return (_of_several() if many else {}).get(kind) or _of_one().get(kind) or _("What next?")


def how_many() -> str:
    return _("How many?")


def in_own_words() -> str:
    return _("In words of your own:")


def who_whom() -> str:
    return _("Who fights whom?")


def kind_of_order() -> str:
    return _("What do you do?")


def more_of_it() -> str:
    return _("Is there more to say of it?")


def _of_one() -> dict[str, str]:
    which_clan, where = _("Which clan?"), _("Where?")
    return {
        **dict.fromkeys(("clan", "army"), which_clan),
        **dict.fromkeys(("space", "place", "hex", "entry point", "zone"), where),
        "unit": _("Which unit?"),
        "card": _("Which card?"),
        "province": _("Which province?"),
        "personality": _("Which personality?"),
        "hostage": _("Which hostage?"),
        "figure": _("Which figure?"),
        "posture": _("Which posture?"),
        "plan": _("Which plan?"),
        "general": _("Who pays?"),
        "season": _("Of which season?"),
        "condition": _("Which condition?"),
        "outcome": _("How did it come out?"),
        "distance": _("How many inches?"),
        "axis": _("On the column or on the row?"),
        "choice": _("Yes or no?"),
        "moment": _("First or last?"),
        "source": _("From where?"),
        "use": _("What for?"),
        "special activation": _("For what?"),
    }


def _of_several() -> dict[str, str]:
    return {
        "clan": _("Which clans?"),
        "unit": _("Which units?"),
        "card": _("Which cards?"),
        "province": _("Which provinces?"),
        "troop": _("Which figures?"),
    }
