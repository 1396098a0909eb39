"""The page of the referee: what his desk wants of him, the most urgent first, and how every game stands. It
only says; what is to be done is done by the commands that it names. But it can have him asked by mail whether
a program may play for a seat.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from html import escape
from pathlib import Path

from msgspec import Struct

from projections.language.catalogues import LANGUAGES, reader
from projections.language.messages import _, listed, minute, plain, somebody, term
from projections.page.look import LOADS, bar, icon, look
from projections.page.making import digest
from projections.telling.own_tables import with_own_tables
from referee.clocks import machine_clock
from referee.programs.choosing import KEEN, RANDOM, STEADY
from referee.web import desk_wants
from referee.web.desk_games import (
    PAUSED,
    Clock,
    Over,
    Overseen,
    Sits,
    Waiting,
    clocks,
    over,
    replaceable,
    waitings,
)
from referee.web.desk_wants import MOST, Want, lasting, short

HERE = Path(__file__).resolve().parent


class Section(Struct, frozen=True):
    """What is wanted of one kind; `name` is for programs. `more` are not shown."""

    name: str
    heading: str
    nothing: str
    wants: tuple[Want, ...]
    more: int = 0


class Told(Struct, frozen=True):
    """`clock` says why nobody is called late, "" where the clock of the machine is trusted."""

    now: int
    clock: str
    wants: tuple[Section, ...]
    waiting: tuple[Waiting, ...]
    clocks: tuple[Clock, ...]
    over: tuple[Over, ...]
    seats: tuple[Sits, ...] = ()


def told(desk: Overseen, *, asks: bool = False) -> Told:
    """With the seats that a program could take, where the page `asks`."""
    waiting, running = waitings(desk), clocks(desk)
    sections = (
        _section(
            "unsent",
            _("What could not be sent or read"),
            _("Every mail was sent."),
            [*desk_wants.unsent(desk), *desk_wants.unread(desk)],
        ),
        _section("disputes", _("Disputes"), _("No dispute is open."), desk_wants.disputes(desk)),
        _section("stuck", _("Who is stuck"), _("Nobody is stuck."), desk_wants.stuck(desk, waiting)),
        _section("questions", _("Not answered"), _("No question is open."), desk_wants.questions(desk)),
        _section(
            "paused", _("Clocks that stand still"), _("No clock stands still."), desk_wants.paused(running)
        ),
        _section("open", _("Not yet begun"), _("Every game has begun."), desk_wants.joins(desk, waiting)),
    )
    stopped = machine_clock.trouble(desk.record, machine_clock.read_clocks(desk.record))
    seats = tuple(replaceable(desk)) if asks else ()
    return Told(desk.now, stopped, sections, tuple(waiting), tuple(running), tuple(over(desk)), seats)


def _section(name: str, heading: str, nothing: str, wants: Sequence[Want]) -> Section:
    return Section(name, heading, nothing, tuple(wants[:MOST]), max(len(wants) - MOST, 0))


# ---- as a page


@cache
def _style() -> str:
    return look() + (HERE / "referee_page.css").read_text(encoding="utf-8")


@cache
def _script() -> str:
    return (HERE / "referee_page.js").read_text(encoding="utf-8")


@cache
def policy(*, asks: bool = False) -> str:
    """What the browser may load for the page: its own style, and its script where the referee can be
    asked."""
    own = f"{LOADS}; style-src '{digest(_style())}'; base-uri 'none'; form-action 'none'; "
    own += "frame-ancestors 'none'"
    script = f"; script-src '{digest(_script())}'; connect-src 'self'" if asks else ""
    return f"default-src 'none'; {own}{script}"


def page(told: Told) -> str:
    """What wants somebody comes before what only stands."""
    wanted = [one for one in told.wants if one.wants]
    calm = [one for one in told.wants if not one.wants]
    title = _("What the desk wants of you")
    body = (
        f"<h1>{escape(title)}</h1>",
        _summary(told, wanted),
        _stopped(told.clock),
        *(_wanted(one, told.seats) for one in wanted),
        f'<p class="calm">{escape(" ".join(one.nothing for one in calm))}</p>' if calm else "",
        _running(told),
        _programs(told.seats),
        _ended(told.over),
    )
    script = f"<script>{_script()}</script>\n" if told.seats else ""
    return (
        f'<!doctype html>\n<html lang="{escape(reader().language)}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n{icon()}\n<style>{_style()}</style>\n</head>\n<body>\n"
        f"{bar(_languages())}\n<main>\n"
        + "\n".join(filter(None, body))
        + f"\n</main>\n{script}</body>\n</html>\n"
    )


def _languages() -> str:
    links = (
        f'<a href="?language={code}" lang="{code}"{" aria-current=true" * (code == reader().language)}>'
        f"{escape(name)}</a>"
        for code, name in LANGUAGES.items()
    )
    return f'<nav aria-label="{escape(_("Language"))}">{" ".join(links)}</nav>'


def _summary(told: Told, wanted: Sequence[Section]) -> str:
    """What there is, with links to it, and as of when."""
    parts = [
        f'<li><a href="#{one.name}">{escape(one.heading)}</a> <b>{len(one.wants) + one.more}</b></li>'
        for one in wanted
    ]
    calm = escape(_("Nothing wants you now."))
    summary = f'<ul class="summary">{"".join(parts)}</ul>' if parts else f'<p class="well">{calm}</p>'
    as_of = _("As of {time}. Load the page again for what is new.").format(time=minute(told.now))
    how = _(
        "Nothing is changed here. The commands are for the machine of the desk, with --config or "
        "BUGYO_CONFIG; fill in what is in capitals. Whoever has this link sees addresses of players: tell it "
        "nobody."
    )
    return f'{summary}<p class="quiet">{escape(as_of)} {escape(how)}</p>'


def _stopped(why: str) -> str:
    if not why:
        return ""
    command = "<pre><code>bugyo clock confirm</code></pre>"
    heading = f"<h2>{escape(_('The clock of the machine'))}</h2>"
    return f'<section class="alarm">{heading}<p>{escape(term(why))}</p>{command}</section>'


def _wanted(one: Section, seats: Sequence[Sits]) -> str:
    cards = "".join(_card(want, seats) for want in one.wants)
    more = escape(_("And {count} more.").format(count=one.more))
    rest = f"<p>{more}</p>" if one.more else ""
    return _part(one.name, one.heading, f"<ul>{cards}</ul>{rest}")


def _part(name: str, heading: str, body: str) -> str:
    of = f'<h2 id="of-{name}">{escape(heading)}</h2>'
    return f'<section id="{name}" aria-labelledby="of-{name}">{of}{body}</section>'


def _card(want: Want, seats: Sequence[Sits]) -> str:
    says = "".join(f"<li>{escape(said)}</li>" for said in want.says)
    commands = "".join(f"<pre><code>{escape(command)}</code></pre>" for command in want.commands)
    link = _link(want.game, _("The public page of {game}").format(game=want.game)) if want.game else ""
    return (
        f'<li class="card"><h3>{escape(want.about)}</h3><ul class="says">{says}</ul>'
        f"<p>{escape(want.wants)}</p>{commands}{_instead(want, seats)}{link and f'<p>{link}</p>'}</li>"
    )


def _instead(want: Want, seats: Sequence[Sits]) -> str:
    """A form for each seat that a game waits for, and that a program could take."""
    waits = (want.facts.get("seat"), *want.facts.get("missing", ())) if "state" in want.facts else ()
    forms = "".join(_form(one) for one in seats if one.game == want.game and one.seat in waits)
    return f'<div class="asks" hidden>{forms}</div>' if forms else ""


def _link(game: str, said: str) -> str:
    return f'<a href="/g/{escape(game)}/">{escape(said)}</a>'


def _named(one: Clock | Over) -> str:
    own = with_own_tables(one.own_tables)
    return _link(one.game, one.game) + (own and f' <span class="quiet">{escape(own)}</span>')


def _table(caption: str, heads: Iterable[str], rows: Iterable[Sequence[str]]) -> str:
    """The first cell of a row is its heading, as markup; on a narrow screen each cell says what it is."""
    named = [escape(head) for head in heads]
    columns = "".join(f'<th scope="col" role="columnheader">{head}</th>' for head in named)
    body = "".join(
        f'<tr role="row"><th scope="row" role="rowheader">{first}</th>'
        + "".join(
            f'<td role="cell" data-of="{head}">{escape(cell)}</td>'
            for head, cell in zip(named[1:], cells, strict=True)
        )
        + "</tr>\n"
        for first, *cells in rows
    )
    return (
        f'<table role="table"><caption>{escape(caption)}</caption>'
        f'<thead role="rowgroup"><tr role="row">{columns}</tr></thead>'
        f'<tbody role="rowgroup">{body}</tbody></table>'
    )


def _running(told: Told) -> str:
    """All that are on, whoever is awaited, with their clocks."""
    if not told.clocks:
        return ""
    waiting = dict[str, list[Waiting]]()
    for one in told.waiting:
        waiting.setdefault(one.game, []).append(one)
    none: list[Waiting | None] = [None]
    rows = [_row(told.now, clock, one) for clock in told.clocks for one in waiting.get(clock.game) or none]
    heads = (_("Game"), _("It waits for"), _("Since"), _("Time until"), _("Reminders"), _("Vacation"))
    table = _table(_("All games that are on, and their clocks"), heads, rows)
    return _part("games", _("Games and clocks"), table)


def _row(now: int, clock: Clock, one: Waiting | None) -> tuple[str, ...]:
    link = _named(clock)
    vacation = _vacation(clock, one.seat if one else "")
    if one is None:
        return link, _("nobody"), "–", _left(now, clock, None), "–", vacation
    who = short(": ".join(filter(None, (one.who(), one.what)))) or _("real dice")
    reminders = str(one.reminders) if one.due else "–"
    return link, who, minute(one.since), _left(now, clock, one), reminders, vacation


def _left(now: int, clock: Clock, one: Waiting | None) -> str:
    """Until when there is time, and how much that is."""
    if clock.state == PAUSED:
        return _("the clock stands still")
    if one is None or not one.due:
        return _("no clock")
    said = _("{time}, {left} left") if one.due >= now else _("{time}, {left} ago")
    return said.format(time=minute(one.due), left=lasting(one.due - now))


def _vacation(clock: Clock, seat: str) -> str:
    """Who is away now or will be, and how many days whoever is awaited has left."""
    said = [
        _("{seat} from {first} to {last}").format(
            seat=who, first=minute(first)[:10], last=minute(last - 1)[:10]
        )
        for who, first, last in clock.away
    ]
    if seat in clock.left:
        said.append(_("{days} days left").format(days=clock.left[seat]))
    return ", ".join(said) or "–"


# ---- programs


def _programs(seats: Sequence[Sits]) -> str:
    """For each game that is on a form for each seat. They are shown by the script that they need."""
    if not seats:
        return ""
    games = dict[str, list[Sits]]()
    for one in seats:
        games.setdefault(one.game, []).append(one)
    how = _(
        "You are asked by mail, and your “yes” does it; nothing is changed here. A person gets the seat back "
        "by “bugyo roster take”."
    )
    shown = "".join(
        f"<details><summary>{escape(game)}</summary>{''.join(map(_form, some))}</details>"
        for game, some in list(games.items())[:MOST]
    )
    body = f'<p class="quiet">{escape(how)}</p>{shown}'
    return f'<div class="asks" hidden>{_part("programs", _("Programs at seats"), body)}</div>'


def _form(one: Sits) -> str:
    says = escape(_("Let a program play {seat}").format(seat=one.seat))
    who = f' <span class="quiet">({escape(plain(somebody(one.person)))})</span>' if one.person else ""
    options = "".join(f"<option>{name}</option>" for name in (STEADY, RANDOM, KEEN))
    failed = escape(_("Nothing was sent: the desk was not reached. Try again."))
    return (
        f'<form class="program" data-game="{escape(one.game)}" data-seat="{escape(one.seat)}" '
        f'data-failed="{failed}"><button>{says}</button>{who} '
        f'<label>{escape(_("Strength"))} <select>{options}</select></label><p role="status"></p></form>'
    )


def _ended(games: Sequence[Over]) -> str:
    if not games:
        return ""
    rows = [(_named(one), _ends(one), minute(one.at)) for one in games[:MOST]]
    table = _table(_("Games that are over"), (_("Game"), _("How it ended"), _("Last event")), rows)
    return _part("over", _("Over"), table)


def _ends(one: Over) -> str:
    if not one.winners:
        return _("It is over; nobody has won.")
    said = _("Drawn between {seats}.") if one.drawn else _("Won by {seats}.")
    return plain(said.format(seats=listed(one.winners)))
