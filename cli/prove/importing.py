"""import: a game from its export, a new game from its orders, notes from a journal."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

import click
from msgspec import Struct

from cli.frame.codes import NOT_FOUND
from cli.frame.command import command, complete_game
from cli.frame.printing import HOLDS, QUIET, document, note, say
from cli.frame.records import STDIN, data_option, filled, read_game, read_input
from cli.frame.standing import stands
from cli.frame.stop import Stop
from cli.frame.stores import existing, made
from domain.game.entries.entries import OWN, Tables
from domain.kit.errors import BrokenRecord
from domain.kit.sealed import REFEREE
from domain.titles import TITLES
from projections.exports.journal import ACTS, TEXT, Journal, NotAJournal, names_of, read_journal
from projections.exports.notation import SEALED, NotNotation, Script, is_notation, read_notation
from projections.language.messages import _, plain
from referee.audit.game_lines import Export, NotAnExport, read_export
from referee.copies.importing import IMPORT, CannotImport, Given, Orders, import_game, import_orders
from referee.games.datasets import read_files
from referee.games.opening import Opening
from referee.games.referee import AlreadyTaken, Referee, Taken
from referee.owner_data.checked import own_set
from referee.record.envelope import Act
from referee.record.location import Place
from referee.record.record import Kept, Record, data_digest, pack_files

GAME, ORDERS = "game", "orders"
KINDS = (GAME, ORDERS, ACTS, TEXT)

MOST_TEXT = 32 << 20
"""Bytes of the largest sheet of orders, or journal."""


class Asked(Struct, frozen=True):
    """What goes with a file that is not the export of a game."""

    game: str | None
    name: str | None
    new_throws: bool
    data: Path | None
    person: str


@command(
    "import",
    "bugyo import summer.jsonl",
    "bugyo import summer.zip --store other.db",
    "bugyo import orders.txt --id summer-again --new-throws",
    "bugyo import journal.txt --as acts --game summer",
    more=_(
        "An export or a bundle is audited first; one that does not hold, or that has sealed values, is "
        "refused. The raw mails of a bundle are kept too. Orders (export --format orders, or written by "
        "hand) are played by the rules as a new game, all of them or none: at the first that cannot be "
        "played the import stops and names its line. The throws that the file quotes are entered as those "
        "of real dice; where it quotes none, or with --new-throws, they fall anew. A journal, of ACTS or "
        "any other text, is added to a game as notes that everybody reads; lines that say nothing of when "
        "and who are kept as they are."
    ),
)
@click.argument("file", metavar="FILE|-")
@click.option(
    "--as",
    "kind",
    type=click.Choice(KINDS),
    help=_("What the file is.  [default: game or orders, as it begins]"),
)
@click.option(
    "--game", shell_complete=complete_game, metavar="GAME", help=_("The game that a journal belongs to.")
)
@click.option(
    "--id", "name", metavar="ID", help=_("What the new game is called.  [default: as the orders say]")
)
@click.option("--new-throws", is_flag=True, help=_("Throw anew what the orders quote."))
@data_option(_("The data set that the game was played with, where neither file nor store has it."))
@click.option("--person", default="", metavar="NAME", help=_("Who adds a journal.  [default: referee]"))
def import_(
    store: Place,
    as_json: bool,
    file: str,
    kind: str | None,
    game: str | None,
    name: str | None,
    new_throws: bool,
    data: Path | None,
    person: str,
) -> None:
    asked = Asked(game, name, new_throws, data, person)
    kind = kind or (ORDERS if _begins_like_orders(file) else GAME)
    _check(kind, asked)
    if kind == GAME:
        _import_game(store, as_json, file, data)
    elif kind == ORDERS:
        _import_orders(store, as_json, file, asked)
    else:
        _import_journal(store, as_json, file, kind, asked)


def _check(kind: str, asked: Asked) -> None:
    """A usage error for an option that means nothing for such a file."""
    if kind in (ACTS, TEXT) and asked.game is None:
        raise click.UsageError(_("A journal belongs to a game: add --game GAME."))
    if kind not in (ACTS, TEXT) and (asked.game is not None or asked.person):
        raise click.UsageError(_("--game and --person are for journals: add --as acts or --as text."))
    if kind != ORDERS and (asked.name is not None or asked.new_throws):
        raise click.UsageError(_("--id and --new-throws are for orders: add --as orders."))
    if kind in (ACTS, TEXT) and asked.data is not None:
        raise click.UsageError(_("--data is for orders and for exports that leave their data set out."))


def _begins_like_orders(file: str) -> bool:
    path = Path(file)
    if file == STDIN or not path.is_file():
        return False
    with path.open("rb") as opened:
        return is_notation(opened.read(4096))


def _bytes(file: str) -> bytes:
    if file != STDIN and not Path(file).exists():
        raise Stop(_("There is no file {name}.").format(name=file), NOT_FOUND)
    return read_input(file, MOST_TEXT)


# ---- a game


def _import_game(store: Place, as_json: bool, file: str, data: Path | None) -> None:
    export, mails = _read(file)
    with made(store) as record:
        game = import_game(record, filled(export, data))
        for name, raw in mails.items():
            record.keep_mail(name, raw)
        _tell_imported(record.load(game), as_json)


def _read(file: str) -> tuple[Export, dict[str, bytes]]:
    """The game in a file, and the raw mails by their digests. Raises `CannotImport` for a bundle that does
    not hold."""
    game = read_game(file)
    if isinstance(game, Export):
        return game, {}
    from referee.bundle.checking import audit_bundle
    from referee.bundle.members import GAME, MAIL

    found = audit_bundle(game)
    if found.finding is not None:
        where = found.member or _("event {position}").format(position=found.finding.position)
        said = _("The bundle does not hold at {where}: {why}")
        raise CannotImport(said.format(where=where, why=found.finding.why))
    mails = {name[1]: raw for member, raw in game.members.items() if (name := MAIL.fullmatch(member))}
    return read_export(game.members[GAME].splitlines(keepends=True)), mails


def _tell_imported(kept: Kept, as_json: bool) -> None:
    game, head = kept.game, kept.head.hex()
    if as_json:
        document({"game": game.id, "title": game.rules.title, "events": kept.game.position, "head": head})
        return
    said = _("{game} ({title}) is imported: {events} events, head {head}.")
    say(said.format(game=game.id, title=game.rules.title, events=kept.game.position, head=head), HOLDS)
    note(_("Next: bugyo show {game}").format(game=game.id), QUIET)


# ---- orders


def _import_orders(store: Place, as_json: bool, file: str, asked: Asked) -> None:
    raw = _bytes(file)
    try:
        script = read_notation(raw)
    except NotNotation as error:
        raise NotAnExport(str(error)) from None
    real = script.quotes_faces() and not asked.new_throws
    lines = tuple(given_lines(script, real=real))
    with made(store) as record:
        opening = opening_of(record, script, asked)
        kept = import_orders(record, Orders(opening, lines, sha256(raw).hexdigest(), real))
    _tell_orders(kept, script, as_json, real=real)


def given_lines(script: Script, *, real: bool) -> list[Given]:
    """The lines to be played. Raises `CannotImport` where one is sealed in the file."""
    found = [said for said in script.lines if said.seat or real]
    for said in found:
        if said.order == SEALED:
            what = _("the order of {seat}").format(seat=said.seat) if said.seat else _("the throw")
            raise CannotImport(
                _(
                    "Line {line}: {what} is sealed in this file. Import the orders as the referee may know "
                    "them, or as they are exported after the end of the game. Nothing of the file was "
                    "stored."
                ).format(line=said.line, what=what)
            )
    return [Given(said.line, said.seat, said.order, said.faces) for said in found]


def opening_of(record: Record, script: Script, asked: Asked) -> Opening:
    """The new game that a file of orders describes. Raises `CannotImport`."""
    headings = script.headings
    title = headings["title"]
    if title not in TITLES:
        said = _("There is no title “{title}”. There are: {titles}.")
        raise CannotImport(said.format(title=plain(title), titles=", ".join(TITLES)))
    rules = TITLES[title]
    edition = headings.get("edition", rules.edition)
    if not rules.plays(edition):
        said = _(
            "The orders are of the edition “{theirs}”, and this program plays “{ours}”. Leave that line out "
            "to try."
        )
        raise CannotImport(said.format(theirs=plain(edition), ours=rules.edition))
    preset = headings.get("preset", "default")
    files, tables = _data(record, title, headings.get("data", ""), asked.data)
    return Opening(
        asked.name or headings.get("game", ""),
        title,
        tuple(script.seats.values()),
        scenario=headings.get("scenario", ""),
        preset="default" if preset == OWN else preset,
        data=files,
        tables=tables,
        seats=tuple(script.seats),
        options=script.options,
        edition=edition,
    )


def _data(
    record: Record, title: str, wanted: str, directory: Path | None
) -> tuple[dict[str, bytes], Tables | None]:
    """The files of the data set that the orders name, and whose its rows are where it is an owner's. Raises
    `CannotImport` where nobody has it."""
    files, tables = own_set(title, directory) if directory else (read_files(title), None)
    if not wanted or data_digest(title, pack_files(files)) == wanted:
        return files, tables
    try:
        return record.data_files(title, wanted), None
    except BrokenRecord:
        said = _(
            "The orders were played with the data set {data}: name the directory that has it with --data."
        )
        raise CannotImport(said.format(data=plain(wanted)[:12])) from None


def _tell_orders(kept: Kept, script: Script, as_json: bool, *, real: bool) -> None:
    game, head = kept.game, kept.head.hex()
    if as_json:
        throws = "quoted" if real else "new"
        document(
            {
                "game": game.id,
                "title": game.rules.title,
                "events": kept.game.position,
                "head": head,
                "orders": sum(bool(said.seat) for said in script.lines),
                "throws": throws,
                "over": game.is_over(),
            }
        )
        return
    said = _("{game} ({title}) is played anew from its orders: {events} events, head {head}.")
    say(said.format(game=game.id, title=game.rules.title, events=kept.game.position, head=head), HOLDS)
    say(_("Its throws are those that the file quotes.") if real else _("Its throws fell anew."))
    say(stands(game))
    note(_("Next: bugyo show {game}").format(game=game.id), QUIET)


# ---- journals


def _import_journal(store: Place, as_json: bool, file: str, kind: str, asked: Asked) -> None:
    raw = _bytes(file)
    game = asked.game or ""
    with existing(store) as record:
        journal = _journal(record, game, raw, kind)
        person = plain(asked.person).strip() or REFEREE
        taken = _noted(record, game, journal, person)
    first, last = taken.kept.game.position - len(taken.entries) + 1, taken.kept.game.position
    found = {"notes": len(journal.notes), "unparsed": journal.unparsed(), "first": first, "last": last}
    if as_json:
        document({"game": game, **found, "source": journal.source, "head": taken.kept.head.hex()})
        return
    said = _("{notes} notes are added to {game}, {unparsed} of them unparsed: events {first} to {last}.")
    say(said.format(game=game, **found), HOLDS)


def _journal(record: Record, game: str, raw: bytes, kind: str) -> Journal:
    """The notes of a file, its players known by the seats and persons of the game."""
    opened = record.load(game).game.opened
    assert opened is not None, "A game of the record begins with its opening."
    try:
        return read_journal(raw, kind, names_of([(held.seat, held.person) for held in opened.seats]))
    except NotAJournal as error:
        raise NotAnExport(str(error)) from None


def _noted(record: Record, game: str, journal: Journal, person: str) -> Taken:
    act = Act(IMPORT, journal.digest, person=person)
    try:
        return Referee(record).note(game, journal.noted(person), act, (f"journal:{journal.digest}",))
    except AlreadyTaken as before:
        said = _("This journal is in {game} already: event {position}.")
        raise CannotImport(said.format(game=game, position=before.position)) from None
