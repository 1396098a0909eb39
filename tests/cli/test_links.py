"""A seat's link that is made anew at the command line, and a seat that is lost there."""

from __future__ import annotations

import re
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path

from tests.cli.conftest import Bugyo
from tests.cli.mails import desk_file

WHY = ("--reason", "Anna has lost her telephone.")
PAGES = "https://games.example.org"


def setup(bugyo: Bugyo, folder: Path) -> Path:
    """The file of a desk that serves pages."""
    path = desk_file(bugyo.store, folder)
    path.write_text(f'{path.read_text()}\n[web]\nlisten = "127.0.0.1:8080"\nbase = "{PAGES}"\n')
    return path


def out(folder: Path) -> list[tuple[str, str]]:
    """What has gone out: to whom, in one line, in its order."""
    paths = {int(re.findall(r"Q(\d+)", one.name)[0]): one for one in (folder / "out" / "new").iterdir()}
    found = []
    for _number, path in sorted(paths.items()):
        mail = message_from_bytes(path.read_bytes(), policy=policy.default)
        path.unlink()
        assert isinstance(mail, EmailMessage)
        part = mail.get_body(("plain",))
        assert part is not None
        found.append((str(mail["To"]), " ".join(str(part.get_content()).split())))
    return found


def test_a_new_link_is_mailed_with_the_reason_and_never_printed(bugyo: Bugyo, tmp_path: Path) -> None:
    config = setup(bugyo, tmp_path)
    said = bugyo("link", "new", "summer", "iga", *WHY, "--config", config).stdout
    assert said.startswith("The links and tokens of iga in summer that were out are worthless.")
    assert PAGES not in said
    (told,) = [text for to, text in out(tmp_path) if "has renewed the links" in text]
    assert "The referee has renewed the links and tokens of iga in the game summer." in told
    assert "The reason: Anna has lost her telephone." in told
    (first,) = set(re.findall(rf"{PAGES}/s/\S+", told))
    assert bugyo.json("link", "send", "summer", "iga", "--config", config)["seat"] == "iga"
    (to, sent), *others = out(tmp_path)
    assert (to, others) == ("anna@example.org", [])
    assert "Here is your link for iga in the game summer once more." in sent
    assert first in sent  # the same
    bugyo("audit", "summer")


def test_it_waits_where_mails_have_no_way_out(bugyo: Bugyo, tmp_path: Path) -> None:
    bugyo("link", "new", "summer", "iga", *WHY)
    bugyo("serve", "--config", setup(bugyo, tmp_path), "--once")
    assert len([text for _to, text in out(tmp_path) if "has renewed the links" in text]) == 1


def test_what_cannot_be_renewed_is_said(bugyo: Bugyo, tmp_path: Path) -> None:
    assert "Nobody sits at “mori”" in bugyo("link", "new", "summer", "mori", *WHY, code=2).stderr
    assert "--reason" in bugyo("link", "new", "summer", "iga", code=2).stderr
    assert "--reason" in bugyo("link", "new", "summer", "iga", "--reason", " ", code=2).stderr
    config = desk_file(bugyo.store, tmp_path)
    assert "No pages are served" in bugyo("link", "send", "summer", "iga", "--config", config, code=78).stderr
    bugyo("roster", "leave", "summer", "iga", *WHY)
    assert "Nobody sits at iga" in bugyo("link", "new", "summer", "iga", *WHY, code=1).stderr


def test_who_loses_a_seat_is_told_before_the_next(bugyo: Bugyo, tmp_path: Path) -> None:
    config, dora = setup(bugyo, tmp_path), "Dora <dora@example.org>"
    bugyo("roster", "take", "summer", "iga", dora, "--agreed", "--reason", "Anna is ill.", "--config", config)
    (first, told), *others = out(tmp_path)
    assert first == "anna@example.org"
    assert "The referee has given your seat iga in the game summer to “Dora”." in told
    assert "The reason on record: Anna is ill." in told
    assert "dora@example.org" in [to for to, _text in others]
    assert "anna@example.org" not in [to for to, _text in others]


def test_who_loses_a_seat_is_told_by_the_next_desk_where_the_command_writes_nothing(
    bugyo: Bugyo, tmp_path: Path
) -> None:
    bugyo("roster", "take", "summer", "iga", "Dora <dora@example.org>", "--reason", "Anna is ill.")
    for _again in range(2):
        bugyo("serve", "--config", setup(bugyo, tmp_path), "--once")
    told = out(tmp_path)
    assert [to for to, _text in told].count("anna@example.org") == 1
    assert told[0][0] == "anna@example.org"


def test_the_referee_says_why_somebody_may_act_no_more(bugyo: Bugyo, tmp_path: Path) -> None:
    config, dora = setup(bugyo, tmp_path), "Dora <dora@example.org>"
    bugyo(
        "roster",
        "delegate",
        "summer",
        "iga",
        dora,
        "--until",
        "2099-01-01 12:00",
        "--agreed",
        "--config",
        config,
    )
    out(tmp_path)
    assert "--reason TEXT" in bugyo("roster", "delegate", "summer", "iga", "Dora", code=2).stderr
    ended = ("roster", "delegate", "summer", "iga", "Dora", "--reason", "She plays ise.", "--config", config)
    assert "Dora acts for iga no more: She plays ise." in bugyo(*ended).stdout
    (told,) = [text for to, text in out(tmp_path) if to == "dora@example.org"]
    assert "The referee has ended it. The reason on record: She plays ise." in told
    bugyo("audit", "summer")


def test_another_setting_leaves_a_moved_deadline(bugyo: Bugyo) -> None:
    bugyo("policy", "summer", "--deadline", "3d", "--press", "white", *WHY)
    seat = bugyo.legal("summer")[0]
    bugyo("clock", "move", "summer", seat, "2099-01-01 12:00", *WHY)
    bugyo("policy", "summer", "--press", "none", *WHY)
    (row,) = bugyo.json("clock", "show")["deadlines"]
    assert row["deadline"].startswith("2099-01-01")
    bugyo("audit", "summer")


def test_the_link_of_the_referee_is_printed_and_made_anew(bugyo: Bugyo, tmp_path: Path) -> None:
    config = setup(bugyo, tmp_path)
    first = bugyo("link", "referee", "--config", config).stdout.strip()
    assert re.fullmatch(rf"{PAGES}/r/[a-z2-7]{{24}}/", first)
    assert bugyo.json("link", "referee", "--config", config) == {"link": first, "new": False}
    path = bugyo("link", "referee").stdout.strip()
    assert first == PAGES + path
    anew = bugyo("link", "referee", "--new", "--config", config).stdout.strip()
    assert anew != first
    assert bugyo("link", "referee", "--config", config).stdout.strip() == anew


def test_it_is_in_the_language_of_the_referee(bugyo: Bugyo, tmp_path: Path) -> None:
    config = setup(bugyo, tmp_path)
    text = config.read_text()
    config.write_text(f'{text}\n[referee]\naddress = "rei@example.org"\nlanguage = "ru"\n')
    assert bugyo("link", "referee", "--config", config).stdout.strip().endswith("/?language=ru")
