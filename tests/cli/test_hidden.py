"""What a seat hides changes no byte and no exit code of what is shown at the shell, where nobody says why he
looks: two games that differ in one secret, and every command that takes a seat, an order or a correction."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest
from msgspec import Struct

from cli.frame.codes import REFUSED, USAGE
from domain.game.deciding.bars_people import MOST_REFUSED
from domain.game.state.game_state import GameState
from domain.game.state.words import notation_of
from domain.kit.errors import OrderError
from domain.kit.rules import takes
from domain.kit.sealed import PUBLIC
from domain.titles import TITLES
from referee.games import rulings
from referee.games.opening import Opening
from referee.games.order_sheet import PLAYED, Line, Sheet
from referee.games.referee import Referee
from referee.games.refusals import LAST
from referee.games.rulings import Judgement
from referee.games.selfplay import play_out
from referee.programs.everybody import imagined
from referee.record.envelope import BOTS, COMMAND_LINE, Act
from referee.record.record import Record
from tests.cli.conftest import WHY, Bugyo
from tests.referee.mail.test_desk_secrets import ideal

NOW = 1_795_000_000_000
CORRECTED = {"shinobi": "hand {seat} {kept} {card}", "twilight_shogun": "give {card} to {seat}"}
"""How a ruling puts a card into a hand; what other titles hide is ordered under seal."""


class Secret(NamedTuple):
    """Two games that everybody sees alike: their stores, whose secret differs, and lines of that seat: legal
    in the one, in the other, in both, in neither, and no order at all."""

    stores: tuple[Path, Path]
    seat: str
    lines: list[str]


def opened(path: Path) -> Record:
    """A store in which everything is as it is in the other: times, salts and commitments."""
    return Record(path, clock=lambda: NOW, entropy=bytes, commit=ideal)


def two(title: str, folder: Path) -> Secret:
    """The two games, and nothing else is different."""
    base, rules = folder / "base.db", TITLES[title]
    people = tuple(f"person {nth}" for nth in range(rules.scenarios[0].seats[0]))
    with closing(opened(base)) as record:
        Referee(record, seed="7").open(Opening("summer", title, people), Act(BOTS))
        referee, seats = Referee(record, seed="7"), len(people)
        for orders in range(seats, 200):
            play_out(referee, "summer", Random(orders), orders=seats if orders == seats else 1)
            game = record.load("summer").game
            for seat in game.awaited():
                secrets = list(hidden(game, seat))
                if len(secrets) > 1 and (made := _made(record, folder, seat, secrets)):
                    return made
    raise AssertionError(f"In {title} nobody hides anything.")


def hidden(game: GameState, seat: str) -> Iterator[str]:
    """Lines that put one secret or another there."""
    board, form = game.state.board, CORRECTED.get(game.rules.title, "")
    if form:
        kept = board.hands[seat][:3] if game.rules.title == "shinobi" else ()
        deck = [card for card in board.deck if not isinstance(board.deck, dict) or board.deck[card]]
        yield from (form.format(seat=seat, kept=" ".join(kept), card=one) for one in deck if one not in kept)
        return
    for order in game.examples(seat):
        if isinstance(order, game.rules.sealed) and not game.rules.played_openly(board, order):
            yield notation_of(game).write(order)


def _made(record: Record, folder: Path, seat: str, secrets: Sequence[str]) -> Secret | None:
    """The two stores; None where everybody sees which is which."""
    stores, games = (folder / "one.db", folder / "two.db"), list[GameState]()
    for store, line in zip(stores, (secrets[0], secrets[-1]), strict=True):
        shutil.copy(record.path, store)
        with closing(opened(store)) as other:
            if not _done(Referee(other, seed="7"), seat, line):
                return None
            games.append(other.load("summer").game)
    one, other_one = games
    views = [game.rules.view(game.state, PUBLIC) for game in games]
    is_alike = views[0] == views[1] and one.awaited() == other_one.awaited()
    may_speak = seat in (*one.awaited(), *one.welcome())
    if not is_alike or one.is_over() or not (may_speak or one.rules.title == "kawanakajima"):
        return None
    return Secret(stores, seat, list(_lines(one, other_one, seat)))


def _done(referee: Referee, seat: str, line: str) -> bool:
    game = referee.record.load("summer").game
    if game.rules.title in CORRECTED:
        rule = next(iter(game.rules.headings))
        judged = Judgement("corrected", "A test.", rules=(rule,), corrections=(line,))
        try:
            rulings.rule(referee, "summer", judged, Act(COMMAND_LINE))
        except OrderError:
            return False
        return True
    (result,) = Sheet(referee, "summer", seat, Act(COMMAND_LINE, "a", seat)).play([Line(1, line)])
    return result.outcome == PLAYED


def _lines(one: GameState, two: GameState, seat: str) -> Iterator[str]:
    write = notation_of(one).write
    here, there = (list(game.examples(seat)) if _is_asked(game, seat) else [] for game in (one, two))
    only = [order for order in here if not _takes(two, seat, order)][:1]
    only += [order for order in there if not _takes(one, seat, order)][:1]
    both = [order for order in here if _takes(two, seat, order)][:1]
    both += next(_in_neither(one, two, seat), [])
    asked = one.awaited()[0]
    others = [order for order in one.examples(asked) if asked != seat][:1]
    lines = [write(order) for order in (*only, *both, *others)]
    yield from lines
    yield f"{lines[0][:2]}x{lines[0][2:]}"  # a word that is nearly one


def _in_neither(one: GameState, two: GameState, seat: str) -> Iterator[list[Struct]]:
    """An order that the seat might be able to give, and cannot give in either game: for what it has."""
    for game in imagined(one):
        for order in game.examples(seat) if _is_asked(game, seat) else ():
            if not (_takes(one, seat, order) or _takes(two, seat, order)):
                yield [order]


def _is_asked(game: GameState, seat: str) -> bool:
    return seat in (*game.awaited(), *game.welcome())


def _takes(game: GameState, seat: str, order: Struct) -> bool:
    return type(order) in game.rules.always or takes(game.rules.decide, game.state, seat, order)


@pytest.fixture(scope="module")
def secrets(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Secret]:
    known = dict[str, Secret]()

    def made(title: str) -> Secret:
        if title not in known:
            known[title] = two(title, tmp_path_factory.mktemp(title))
        return known[title]

    return made


@pytest.fixture(params=TITLES)
def secret(
    request: pytest.FixtureRequest, secrets: Callable[[str], Secret], monkeypatch: pytest.MonkeyPatch
) -> Secret:
    alike = partial(Record, clock=lambda: NOW, entropy=bytes, commit=ideal)
    monkeypatch.setattr("cli.frame.stores.Record", alike)
    return secrets(request.param)


def said(store: Path, args: Sequence[object], stdin: str) -> tuple[int, str, str]:
    from click.testing import CliRunner

    from cli.main import commands

    env = {"BUGYO_STORE": str(store), "COLUMNS": "80", "BUGYO_OUTGOING": None, "BUGYO_ADDRESS": None}
    made = CliRunner(env=env).invoke(commands, [str(arg) for arg in args], stdin, prog_name="bugyo")
    assert "Traceback" not in made.output
    return made.exit_code, made.stdout, made.stderr.replace(str(store.parent), "")


def compared(secret: Secret, folder: Path, *args: object, stdin: str = "") -> tuple[int, str, str]:
    """What is said of both games, where the one says the same as the other."""
    answers = []
    for nth, store in enumerate(secret.stores):
        (place := folder / f"{nth}").mkdir(exist_ok=True)
        copied = Path(shutil.copy(store, place / "games.db"))
        answers.append(said(copied, args, stdin))
    one, other = ((code, out, err.replace(f"/{nth}/", "/")) for nth, (code, out, err) in enumerate(answers))
    assert one == other, args
    return one


def test_an_order_that_is_tried_tells_nothing(secret: Secret, tmp_path: Path) -> None:
    for nth, line in enumerate(secret.lines):
        form = ("--json",) if nth else ("--every",)
        compared(secret, tmp_path, "preview", "summer", secret.seat, "--seed", "s", *form, stdin=line)
    compared(secret, tmp_path, "what", "summer", "--json")


def test_an_order_that_is_refused_tells_nothing(secret: Secret, tmp_path: Path) -> None:
    """Where it is refused in both games: what is played, everybody sees."""
    refused = 0
    for nth, line in enumerate(secret.lines):
        codes = []
        for store in secret.stores:
            copied = Path(shutil.copy(store, tmp_path / f"tried-{nth}.db"))
            codes.append(said(copied, ("orders", "summer", secret.seat, "-"), line)[0])
        if codes == [REFUSED, REFUSED]:
            refused += 1
            compared(secret, tmp_path, "orders", "summer", secret.seat, "-", stdin=line)
    assert refused


@pytest.mark.parametrize(
    "secret",
    [pytest.param(title, marks=[pytest.mark.soak] if title != "shinobi" else []) for title in TITLES],
    indirect=True,
)
def test_what_can_be_asked_without_a_reason_tells_nothing(secret: Secret, tmp_path: Path) -> None:
    seat = secret.seat
    with closing(Record(secret.stores[0])) as record:
        last = record.load("summer").game.position
    asks: tuple[tuple[object, ...], ...] = (
        ("what", "summer"),
        ("show", "summer", "--json"),
        ("log", "summer"),
        ("explain", "summer", last),
        ("story", "summer", last),
        ("export", "summer"),
        ("picture", "summer"),
        ("clock", "show", "summer"),
        ("dispute", "list", "summer"),
        ("ruling", "list", "summer"),
    )
    for command in asks:
        assert compared(secret, tmp_path, *command)[0] == 0
    looks: tuple[tuple[object, ...], ...] = (
        ("advise", "summer", seat),
        ("fork", "summer"),
        ("preview", "summer", seat, "--whole"),
        ("solo", "summer"),
        *((one, "summer", "--seat", seat) for one in ("what", "show", "log", "replay", "export", "picture")),
    )
    for command in looks:
        assert compared(secret, tmp_path, *command, stdin=secret.lines[0])[0] == USAGE
    acts: tuple[tuple[object, ...], ...] = (
        ("throw", "summer", 1),
        ("takeback", "ask", "summer", seat, "--reason", "x"),
        ("takeback", "answer", "summer", seat, "--yes"),
        ("dispute", "open", "summer", seat, "--text", "No.", "--event", last),
        ("roster", "leave", "summer", seat, "--reason", "x"),
        ("reference", "summer", "odds", secret.lines[0]),
    )
    for command in acts:
        compared(secret, tmp_path, *command)


@pytest.mark.parametrize("secret", CORRECTED, indirect=True)
def test_a_correction_that_is_refused_tells_nothing(secret: Secret, tmp_path: Path) -> None:
    """As it stands already in one of the games, or as the deck has not the cards for it."""
    with closing(Record(secret.stores[0])) as record:
        one = record.load("summer").game
    with closing(Record(secret.stores[1])) as record:
        other = record.load("summer").game
    hands = [game.state.board.hands[secret.seat] for game in (one, other)]
    forms = {
        "shinobi": [f"hand {secret.seat} {' '.join(hand)}" for hand in hands],
        "twilight_shogun": [f"give {hand[-1]} to {secret.seat}" for hand in hands],
    }
    rule = next(iter(one.rules.headings))
    for line in forms[one.rules.title]:
        args = ("ruling", "make", "summer", "corrected", "--rule", rule, "--set", line, "--reason", "x")
        answers = []
        for nth, store in enumerate(secret.stores):
            copied = Path(shutil.copy(store, tmp_path / f"{nth}.db"))
            answers.append(said(copied, args, ""))
        refused = [text for code, _out, text in answers if code == REFUSED]
        assert refused
        assert all("hangs on what somebody hides" in text for text in refused)


@pytest.mark.parametrize("secret", ["shinobi"], indirect=True)
def test_where_nothing_can_be_imagined_it_is_asked_why(
    secret: Secret, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As in a title of somebody else that no program plays."""
    monkeypatch.setattr("referee.programs.everybody.imagined", lambda game: ())
    monkeypatch.setattr("cli.play.tried.imagined", lambda game: ())
    bugyo = Bugyo(Path(shutil.copy(secret.stores[0], tmp_path / "games.db")))
    line = next(one for one in secret.lines if one not in bugyo.legal("summer")[1])
    tried = bugyo("preview", "summer", secret.seat, stdin=line, code=USAGE)
    assert "say why you look with --reason TEXT" in " ".join(tried.stderr.split())
    for _nth in range(MOST_REFUSED):
        given = bugyo("orders", "summer", secret.seat, "-", stdin=line, code=REFUSED).stdout
    assert f"Why, {secret.seat} alone may know." in given
    assert LAST in given


@pytest.mark.parametrize("secret", ["shinobi"], indirect=True)
def test_with_a_reason_it_is_told_whole_and_the_players_read_who_looked(
    secret: Secret, tmp_path: Path
) -> None:
    bugyo = Bugyo(Path(shutil.copy(secret.stores[0], tmp_path / "games.db")))
    line = next(one for one in secret.lines if one not in bugyo.legal("summer")[1])
    short = bugyo("orders", "summer", secret.seat, "-", stdin=line, code=REFUSED).stdout
    assert "you hold" not in short
    assert f"Why, {secret.seat} alone may know." in short
    whole = bugyo("orders", "summer", secret.seat, "-", *WHY, stdin=line, code=REFUSED)
    assert "you hold" in whole.stdout
    assert "tells every player that you look, and why" in whole.stderr
    tried: Any = bugyo.json("preview", "summer", secret.seat, *WHY, stdin=line, code=REFUSED)
    assert (tried["viewer"], tried["imagined"]) == (secret.seat, 0)
    assert "you hold" in tried["lines"][0]["error"]
    log = [event["text"] for event in bugyo.json("log", "summer")["events"]][-4:]
    assert log == [
        f"referee has given an order for {secret.seat}, and it is refused.",
        f"Rei has looked at what {secret.seat} alone may know (orders): {WHY[1]}",
        f"referee has given an order for {secret.seat}, and it is refused.",
        f"Rei has looked at what {secret.seat} alone may know (preview): {WHY[1]}",
    ]
