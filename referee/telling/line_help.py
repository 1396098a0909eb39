"""The lines that the desk knows besides the orders of a title, each form with what it does."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from domain.game.suggestions import classes
from projections.language.messages import _, wrap
from referee.games.datasets import errors
from referee.telling import lists_shown


def help_lines(about: str) -> list[str]:
    """The lines that the desk knows in every game: all of them, or those that begin with a word."""
    word = about.strip().lower()
    forms = [pair for pair in _explained() if not word or pair[0].lower().startswith(word)]
    return [_("Lines that the desk knows in every game:"), *_table(forms)] if forms else []


def _table(forms: Sequence[tuple[str, str]]) -> Iterator[str]:
    for form, said in forms:
        yield f"  {form}"
        yield from wrap(said, "      ", "      ")


def _explained() -> list[tuple[str, str]]:
    """Every form with what it does."""
    parts = [_of_questions(), _of_play(), _of_notes(), _of_people(), _of_readers(), _of_dice()]
    parts += [_of_votes(), _of_disputes(), lists_shown.forms()]
    return [pair for part in parts for pair in part]


def _of_questions() -> list[tuple[str, str]]:
    return [
        ("what", _("who is awaited, and what you may order now")),
        ("show [POSITION]", _("the board as you may see it, now or after an event")),
        ("log [since POSITION]", _("what has happened")),
        ("explain POSITION", _("how an event came about: throws, sums, rules")),
        ("story POSITION", _("the same with its proof and its mail, and what became of it")),
        ("held", _("your orders that wait")),
        ("conditions", _("your orders that wait")),
        ("preview, with orders below it", _("what would follow from them; none of them is played")),
        ("advise", _("what a program would order, where the game allows it; others see that you ask")),
        ("games", _("all your games: where it is your turn, and until when")),
        ("ratings [TITLE]", _("who plays how well here, by the games that are over")),
        ("help [ORDER]", _("what you can write now, or all of an order")),
        ("help desk", _("this list")),
        ("help standing", _("what can be left behind for later")),
        ("card NAME, table NAME, near PLACE, where NAME", _("what the game has of that name")),
        ("odds …, unseen, rule NUMBER", _("chances, what may still come, what a rule is about")),
        ("proof", _("what is played, and why no throw can be arranged")),
    ]


def _of_play() -> list[tuple[str, str]]:
    return [
        (
            "press to SEAT ...: TEXT",
            _(
                "a message to seats, to “referee” or to “all”; of several lines, it has no colon and goes "
                "down to a line “end press”"
            ),
        ),
        ("anonymous press to SEAT ...: TEXT", _("the same without your name, where the game allows it")),
        ("wait", _("the orders below it in this mail wait until you write “release”, or for the deadline")),
        ("later ORDER", _("an order that is played as soon as you are asked for one that it answers")),
        (
            "if …: ORDER [then ORDER …] [else: ORDER …]",
            _(
                "orders for when something is so, which nobody else sees before; also “unless …:” and “on "
                "turn 5:”; “help conditions” says what may stand there"
            ),
        ),
        ("release", _("plays the orders that wait; “ready” does too, where the game has no such order")),
        ("replace NUMBER with ORDER", _("another order in the place of one that waits")),
        ("withdraw NUMBER", _("takes back an order that waits")),
    ]


def _of_notes() -> list[tuple[str, str]]:
    return [
        ("note: TEXT", _("a note for yourself; nobody else reads it, and all below it belongs to it")),
        ("note to my successor: TEXT", _("the same, and whoever takes your seat reads it as well")),
        ("notes [SEAT]", _("your notes; after the end those of a seat, if their writer agrees")),
        ("forget note NUMBER", _("takes it out; its mail is kept as all mails are")),
        ("share notes", _("all may read yours once the game is over, those to come too")),
        ("hide notes", _("takes that back")),
        ("share notes with my successor", _("whoever takes your seat reads yours, those to come too")),
        ("hide notes from my successor", _("takes that back")),
    ]


def _of_people() -> list[tuple[str, str]]:
    return [
        ("vacation DATE [to DATE]", _("days, out of your budget, on which no deadline of yours runs")),
        (
            "delegate to PERSON [ADDRESS] until DATE [for orders|press|all]",
            _("lets somebody act for you until the end of a day, once he has answered that he will"),
        ),
        ("undelegate PERSON", _("ends that")),
        (
            "new link",
            _("other links and tokens for everybody who acts for your seat: those of before are worthless"),
        ),
        ("my address is ADDRESS", _("your mails of this game go there, once an answer has come from there")),
        ("resign seat [REASON]", _("you leave the game, and the seat is free for another person")),
        ("takeover [SEAT]", _("you take a free seat, from the list of standbys")),
        ("standby on|off", _("puts you on the list of standbys of the game, or takes you from it")),
        (
            "agree to pause|resume|abandon|show",
            _(
                "if all agree, the game rests, goes on, ends without a winner, or is shown to strangers "
                "once it is over"
            ),
        ),
        ("disagree to pause|resume|abandon|show", _("takes that back")),
    ]


def _of_readers() -> list[tuple[str, str]]:
    return [
        ("language CODE", _("the language of your mails: en, fr or ru")),
        ("zone NAME", _("the time zone of your deadlines, such as Europe/Paris")),
        ("digest TIME|off", _("one mail a day in place of each piece of news")),
        (
            "mails short|full|normal|only my turn|plain|html|proof|no proof|dark|light",
            _("how long your mails are, whether news comes, and in which form"),
        ),
        (
            "notices to https://… [as discord|slack|ntfy], notices off",
            _("a word there as well when it is your turn, where the desk sends any; alone in its mail"),
        ),
    ]


def _of_dice() -> list[tuple[str, str]]:
    return [
        ("rolled FACES", _("what your real dice show, where the game has agreed to them: “rolled 3 5”")),
        ("confirm dice", _("the dice of another fell so")),
        ("deny dice", _("they did not: they are thrown anew, and after a second denial without real dice")),
    ]


def _of_votes() -> list[tuple[str, str]]:
    return [
        ("agree to draw, agree that SEAT wins", _("if all agree, the game ends, drawn or won so")),
        ("disagree to draw, disagree that SEAT wins", _("takes that back")),
        ("concede", _("you give the game up, for good; between two the other wins")),
    ]


def _of_disputes() -> list[tuple[str, str]]:
    return [
        (
            "dispute [EVENT ...] [[RULE]] TEXT",
            _("asks the referee to rule on what happened; of several lines, it goes down to “end dispute”"),
        ),
        (
            "dispute [EVENT ...] [[RULE]] as CLASS: TEXT",
            _(
                "the same with a class of error, for which the policy of the game suggests a ruling: {known}"
            ).format(known=", ".join(classes(errors()))),
        ),
        ("appeal RULING TEXT", _("the same against a ruling, before the next order of a seat")),
        ("withdraw dispute NUMBER", _("takes it back before it is ruled on")),
        (
            "take back [to EVENT] REASON",
            _("asks the others to let you take back your newest order, or all of yours after an event"),
        ),
        (
            "undo [to EVENT]",
            _("takes it back at once, where nobody was told of it; else it asks the others to let you"),
        ),
        ("agree to take back", _("lets them; when all have, play goes back")),
        ("refuse take back", _("does not")),
    ]
