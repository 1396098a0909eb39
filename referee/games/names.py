"""Names of people: labels that all read, each of which belongs to one address within a game.

A name that somebody has chosen is mailed to others, who may not know him: it is no sentence, address, number
to call or line of ours. What it says where it is a few words and no more, is for the mails to tell: they put
it in quotation marks (`seats/defused_text.py`).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping

from domain.game.state.game_state import GameState
from domain.kit.errors import IllegalMove
from domain.kit.likeness import is_alike, is_role, may_stand, program_of, scripts

LONGEST = 40
"""Signs of a name."""

FIGURES = 6
"""Figures in a name: fewer than a number that somebody could be asked to call."""

MARKS = 3
"""Marks on a letter, such as accents."""

NO_NAME = (
    "A name has letters of one alphabet, at most 40 signs and 6 figures, one blank or hyphen at a time, and "
    "a full stop only behind an initial or “Jr.”; it is no address, no link and no role."
)
"""Without the name: what a stranger writes in the name of another does not go to him."""

_LINK = re.compile(r"\b(?:www|http)", re.IGNORECASE)
_MANY_MARKS = re.compile(f"M{{{MARKS + 1}}}|(?<![LM])M")
_BESIDE = re.compile(r"[ '’.-]+")
_BETWEEN = frozenset({" ", "-", "'", "’", ".", ". ", ".-", "' ", "’ ", " '", " ’", ". '", ". ’"})
"""What may stand between two letters: no line of hyphens, and no gap."""

_DRAWN = re.compile("[一ㅡᅳーـߺᐨⲻ]{3}|[ꞏꟷːꓸ-ꓽ]|ǃ(?!\\w)")
"""Letters that make a line of hyphens, and those that look like a mark behind a word or in it."""

_ABBREVIATIONS = frozenset(
    {
        *("jr", "jnr", "sr", "snr", "dr", "mr", "mrs", "ms", "mx", "prof", "rev", "hon", "st", "ste", "esq"),
        *("sgt", "lt", "cpt", "capt", "col", "maj", "gen", "cpl", "mme", "mlle", "mgr", "hr", "fr", "ing"),
        *("мл", "ст", "св", "д-р", "др", "проф", "акад", "г-н", "г-жа"),
        *("ch", "chr", "th", "ph", "wm", "дж", "ju", "yu", "ya", "zh", "kh", "sh", "ts"),
    }
)
"""Before a full stop, in small letters; a single letter may stand there as well. No other word may: it would
end a sentence, or begin the name of a machine."""


def check(
    game: GameState, name: str, address: str, known: Mapping[str, str], *, may_add: bool = False
) -> None:
    """Whether somebody at an address may be called so in a game. `known` are the people of the game by their
    names, each with its address, "" where none is known; `may_add`, whether one may be given to those.
    Whoever is among them keeps his name.

    A program has no address. Raises `IllegalMove`, with what would do.
    """
    if program_of(name) and address:
        raise IllegalMove("people", f"{name} is a program: no mail is sent to it, and none taken from it.")
    if name in known and (not address or known[name] == address.lower() or (may_add and not known[name])):
        return
    why = fault(name) or _taken(game, name, known)
    if why:
        raise IllegalMove("people", why, "Choose another name, such as “Dora K.”.")


def fault(name: str) -> str:
    """Why it is no name; "" where it is."""
    return misshapen(name) or (f"“{name}” is a role and not a name." if is_role(name) else "")


def misshapen(name: str) -> str:
    """Why somebody who may be called by a role, such as whoever looks for the referee, cannot have a name."""
    name = unicodedata.normalize("NFC", name)
    if not 0 < len(name) <= LONGEST or name.strip() != name or not any(sign.isalpha() for sign in name):
        return f"“{_short(name)}” is no name of a person: that has letters, and at most {LONGEST} signs."
    if not all(map(may_stand, name)) or _LINK.search(name):
        return (
            f"“{_short(name)}” is no name of a person: it has letters, figures, blanks, hyphens, apostrophes "
            "and full stops, and is no address."
        )
    if not all(map(_is_stopped, name.split())):
        return (
            f"“{name}” is no name of a person: a full stop stands behind an initial or an abbreviation, such "
            "as “J. R.” or “Jr.”, and a blank behind that."
        )
    if _is_drawn(name):
        return f"“{name}” is no name of a person: one blank, hyphen or apostrophe stands between two letters."
    if sum(map(str.isdecimal, name)) > FIGURES:
        return f"“{name}” is no name of a person: that has at most {FIGURES} figures."
    if any(len(set(scripts(word))) > 1 for word in name.split()):
        return f"“{name}” mixes letters of two alphabets in one word."
    return ""


def _is_stopped(word: str) -> bool:
    """Whether each full stop in it stands behind an initial, the first one also behind an abbreviation."""
    first, *others = re.split(r"\.-?", word)
    is_short = {first.lower(), first.lower().rpartition("-")[2]} & _ABBREVIATIONS
    begins = not others or is_short or _is_initial(first.rpartition("-")[2])
    return bool(begins) and all(map(_is_initial, filter(None, others)))


def _is_initial(part: str) -> bool:
    letters = [sign for sign in part if unicodedata.category(sign)[0] != "M"]
    return len(letters) == 1 and letters[0].isalpha()


def _is_drawn(name: str) -> bool:
    """Whether something is drawn with it, such as a line above a message."""
    plain, kinds = unicodedata.normalize("NFKC", name), "".join(unicodedata.category(one)[0] for one in name)
    between = _BESIDE.findall(name.strip("'’").rstrip("."))
    is_even = all(run in _BETWEEN for run in between) and not set(name[0] + name[-1]) & set("-")
    return not is_even or bool(_DRAWN.search(plain.replace("-", "")) or _MANY_MARKS.search(kinds))


def _taken(game: GameState, name: str, known: Mapping[str, str]) -> str:
    if any(is_alike(name, seat) for seat in (*game.seats, *game.rules.seats)):
        return "That is a seat and not a name."
    second = game.register.policy.referee.second
    if any(is_alike(name, other) for other in (*known, *filter(None, (second,)))):
        return "That is the name of somebody else in this game, or looks like it."
    return ""


def _short(name: str) -> str:
    """A name as it may be repeated to whoever has written it."""
    plain = "".join(sign if sign.isprintable() else " " for sign in name)
    return plain if len(plain) <= LONGEST else f"{plain[:LONGEST]}…"
