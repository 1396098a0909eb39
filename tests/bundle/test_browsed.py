"""What travels for a browser: check.html in every bundle; in a replay page the export of its viewer alone."""

from __future__ import annotations

import re
import tomllib
import zlib
from base64 import b64decode, b64encode
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import pytest
from click.testing import CliRunner

from cli.main import commands
from domain.kit.sealed import PUBLIC, REFEREE
from projections.language.catalogues import CHECK, translated
from projections.page.carried import Carried
from projections.page.making import page
from referee.audit.game_lines import export_lines
from referee.bundle.check import joined
from referee.bundle.check.joined import HERE, LANGUAGES, WITHOUT_SCRIPTS, check_html, check_script, texts
from referee.bundle.checking import Bundle, audit_bundle
from referee.bundle.members import BROWSED
from referee.bundle.page_record import page_record
from referee.bundle.verify import verify
from referee.bundle.writing import members, signed, zipped
from referee.proof.signing import seed_of
from referee.record.record import Record
from referee.seats.seat_view import replay_of
from tests.browser.laned import GAME, Table

ROOT = Path(__file__).parents[2]
VIEWERS = ("iga", "ise", "kii", PUBLIC, REFEREE)


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Record]:
    """A game that is on, in which each seat knows something."""
    record = Record(tmp_path_factory.mktemp("browsed") / "a.db")
    Table(record, 1, "shinobi").play(12)
    yield record
    record.close()


# ---- the bundle


def test_every_bundle_has_the_page_that_checks_it(record: Record) -> None:
    found = members(record, GAME, PUBLIC)
    assert found[BROWSED] == check_html()
    assert "in a browser with `check.html`" in found["report.md"].decode()
    assert audit_bundle(Bundle(found)).finding is None
    assert verify(zipped(found)).ok


def test_bundles_of_before_have_none_and_hold(record: Record) -> None:
    found = members(record, GAME, PUBLIC)
    before = {name: data for name, data in found.items() if name != BROWSED}
    old = signed({name: data for name, data in before.items() if "manifest" not in name}, seed_of(record))
    assert audit_bundle(Bundle(old)).finding is None
    assert verify(zipped(old)).ok
    lacking = audit_bundle(Bundle(before))
    assert (lacking.member, lacking.finding is None) == (BROWSED, False)


def test_the_policy_of_that_page_has_no_outside_source() -> None:
    """Its own script and style, by their digests, and nothing else."""
    text = check_html().decode()
    (policy,) = re.findall(r'http-equiv="Content-Security-Policy" content="([^"]*)"', text)
    told = dict(part.strip().split(" ", 1) for part in policy.split(";"))
    inline = {kind: re.findall(rf"<{kind}>(.*?)</{kind}>", text, re.DOTALL) for kind in ("script", "style")}
    assert told == {
        "default-src": "'none'",
        "img-src": "data:",
        "script-src": digest_of(*inline["script"]),
        "style-src": digest_of(*inline["style"]),
        "base-uri": "'none'",
        "form-action": "'none'",
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_it_says_comes_from_the_catalogues(language: str) -> None:
    script, page, english = check_script(language), check_html().decode(), texts(LANGUAGES[0])
    for name, said in texts(language).items():
        assert said == translated(language, f"{CHECK} {name}", english[name])
        assert said in page
        assert (said in script) == (name != WITHOUT_SCRIPTS)
    code = [path.read_text("utf-8") for path in HERE.iterdir() if path.suffix in (".js", ".html", ".toml")]
    assert [line for text in code for line in text.splitlines() if re.search("[А-я]", line)] == [
        line for line in page.splitlines() if "Русский</button>" in line
    ]


def test_no_text_of_it_ends_the_script(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(joined, "translated", lambda language, context, text: f"</script>{text}")
    assert joined._texts("fr").startswith('TEXTS.fr = {"page_title":"<\\/script>Check a game')


def digest_of(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


def test_an_installation_has_all_that_the_page_is_made_of() -> None:
    """The wheel takes whole packages; nothing of them is left out but what only tests read."""
    wheel = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["hatch"]["build"]
    told = wheel["targets"]["wheel"]
    assert HERE.relative_to(ROOT).parts[0] in told["only-include"]
    assert told["exclude"] == ["fixtures/perft"]
    assert "exclude" not in wheel
    ignored = (ROOT / ".gitignore").read_text("utf-8").split()
    assert not [line for line in ignored if line.endswith((".js", ".css", ".html", ".toml", ".mo"))]


# ---- the replay page


def carried(text: str, what: str = "record") -> bytes:
    """What a page carries, unpacked."""
    (packed,) = re.findall(rf'<script id="{what}" type="text/plain">([A-Za-z0-9+/=]*)</script>', text)
    return zlib.decompress(b64decode(packed))


def exported(record: Record, viewer: str) -> bytes:
    return b"".join(export_lines(record, GAME, viewer))


@pytest.mark.parametrize("viewer", VIEWERS)
def test_a_page_carries_exactly_the_export_of_its_viewer(record: Record, viewer: str) -> None:
    replay = replay_of(record, GAME)
    text = page(replay, viewer, carried=Carried(*page_record(record, GAME, viewer, len(replay))))
    assert carried(text) == exported(record, viewer)
    assert carried(text, "check").decode() == check_script()
    assert f" {digest_of(check_script())}; img-src" in text
    others = [exported(record, other) for other in VIEWERS if other != viewer]
    assert carried(text) not in others


def test_a_page_of_the_past_carries_no_more_than_it_shows(record: Record) -> None:
    """What is held back from everybody for some hours."""
    lines, _script = page_record(record, GAME, PUBLIC, 9)
    assert lines == b"".join(export_lines(record, GAME, PUBLIC, upto=9))
    assert lines.count(b"\n") == 10


def test_the_page_of_the_command_carries_what_the_command_exports(record: Record) -> None:
    run = CliRunner(env={"BUGYO_STORE": str(record.place)})
    made = run.invoke(commands, ["export", GAME, "--format", "html"], prog_name="bugyo")
    assert made.exit_code == 0, made.output
    assert carried(made.stdout) == exported(record, PUBLIC)
