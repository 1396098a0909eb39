"""Packages that bring a bad title, or do what they should not: each is a sentence, and the five play on."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest
from click.testing import CliRunner

from cli.frame.codes import INTERRUPTED
from cli.main import commands
from domain import titles
from domain.contracts import misfit
from domain.installed import BadTitle, Guests
from domain.kit.rules import Rules
from domain.titles import OURS, TITLES
from projections.locale.sentences import ROOT
from projections.pictures import Pictures
from projections.reference.titles import reference_of
from projections.references import Reference
from projections.titles import PICTURES
from referee import apart
from tests.guests.packages import installed, module
from tests.nim.rules import NIM

NIM_TITLE = """from tests.nim.rules import NIM
from msgspec.structs import replace
from domain.kit.rules import Edition
"""
OTHERWISE = "TITLE = replace(NIM, title='{name}', name='{name}', editions=(Edition('{name}/1'),))\n"

# how a module behaves, what is said of it; "" where its title is taken
BEHAVES = {
    "interrupts": ("raise KeyboardInterrupt", "its code fails (KeyboardInterrupt)"),
    "cancels": (
        "import asyncio; raise asyncio.CancelledError('x')",
        "cannot be imported (CancelledError: x)",
    ),
    "leaves": ("raise SystemExit(0)", "cannot be imported (SystemExit: 0)"),
    "recurses": ("def a(): a()\na()", "cannot be imported (RecursionError: maximum recursion"),
    "nameless": ("class E(BaseException):\n def __str__(self): 1/0\nraise E", "its error cannot be read)"),
    "colours": (
        "raise ValueError('\\x1b[2J' * 9 + 'a\\nb' * 900)",
        "cannot be imported (ValueError: \ufffd[2J",
    ),
    "waits": ("import time; time.sleep(100)", "it was waited for 6 seconds"),
    "wrongs": (f"{NIM_TITLE}TITLE = replace(NIM, name=None)", "is not as `Rules` declares it (name: str)"),
    "says": (
        "import os, sys; print('said'); sys.stdout.write('written\\n'); os.write(1, b'raw\\n')\n"
        "os.system('echo shelled')\n",
        "",
    ),
    "works": (
        "import threading, time\nfor daemon in (None, False):\n"
        " threading.Thread(target=time.sleep, args=(100,), daemon=daemon).start()\n",
        "",
    ),
}
SAID = ("said", "written", "raw", "shelled")


def python(site: Path, *words: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, *words],
        env={**os.environ, "PYTHONPATH": f"{site}:{ROOT}"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
    )


def program(told: float, most: float) -> str:
    """The console script, with other limits. In the background nobody hears of Ctrl-C by himself."""
    return (
        "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); from referee import apart; "
        f"apart.TOLD, apart.MOST = {told}, {most}; from cli.main import run; run()"
    )


@pytest.mark.budget(250, "starts Python")
@pytest.mark.waits("one of the packages is waited for as long as may be")
def test_whatever_a_package_does_is_a_sentence_beside_the_five(tmp_path: Path) -> None:
    """At its import: it ends the program, prints, sleeps, starts threads that never end."""
    for name, (text, why) in BEHAVES.items():
        title = "" if why else NIM_TITLE + OTHERWISE.format(name=name)
        module(tmp_path, name, f"{text}\n{title}", f"[bugyo.titles]\n{name} = {name}:TITLE\n")
    with python(tmp_path, "-c", program(0.5, 6), "games", "--json") as done:
        out, err = done.communicate(timeout=600)
    assert done.returncode == 0, err
    listed = [row["title"] for row in json.loads(out)]
    assert listed == [
        *OURS,
        *(name for name, (_, why) in BEHAVES.items() if not why),
    ]
    said = " ".join(err.split())
    for name, (_, why) in BEHAVES.items():
        bad = re.search(rf"The package {name} 1.0 does not bring “{name}”: (.*?)\.(?= |$)", said)
        assert (why in bad[1] and len(bad[1]) < 300) if bad else not why, (name, said)
    assert [word for word in SAID if word not in said] == []
    assert "Waiting for the package waits 1.0, which brings a title." in said
    assert "Traceback" not in said
    assert "\x1b" not in err


@pytest.mark.budget(250, "starts Python")
def test_an_interrupt_of_the_users_ends_the_command_while_a_package_is_waited_for(tmp_path: Path) -> None:
    text = "import atexit, time\natexit.register(print, 'last')\ntime.sleep(100)\n"
    module(tmp_path, "waits", text, "[bugyo.titles]\nnim = waits:TITLE\n")
    with python(tmp_path, "-c", program(0, 100), "games") as done:
        assert done.stderr
        assert "Waiting for the package waits 1.0" in done.stderr.readline()
        done.send_signal(signal.SIGINT)
        out, err = done.communicate(timeout=600)
    assert (done.returncode, "Interrupted." in err, "Traceback" in err) == (INTERRUPTED, True, False)
    assert [list(map(str.strip, text.splitlines()[-1:])) for text in (out, err)] == [[], ["last"]]


@pytest.mark.budget(500, "starts Python, and all commands")
def test_no_command_imports_what_it_does_not_need(tmp_path: Path) -> None:
    """Its own title alone, and all only where all are listed."""
    for name, title in (("spy", "nim"), ("other", "go")):
        text = f"{NIM_TITLE}TITLE = NIM\n"
        module(tmp_path, name, text, f"[bugyo.titles]\n{title} = {name}:TITLE\n")
    with python(tmp_path, "-m", "tests.guests.needed", str(tmp_path)) as done:
        out, err = done.communicate(timeout=600)
    assert done.returncode == 0, err
    told = json.loads(out)
    assert {name: code for name, (code, _) in told.items() if code} == {"preview": 1}  # an order is refused
    assert {name: found for name, (_, found) in told.items() if found} == {
        "rule  ": ["spy"],
        "games": ["spy", "other"],
    }


def test_completion_imports_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    module(tmp_path, "nim_bad", "raise SystemExit\n", "[bugyo.titles]\nnim = nim_bad:TITLE\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr("domain.titles.GUESTS", Guests(OURS, TITLES.__getitem__))
    env = {"_BUGYO_COMPLETE": "bash_complete", "COMP_WORDS": "bugyo open ", "COMP_CWORD": "2"}
    found = CliRunner(env=env).invoke(commands, [], prog_name="bugyo").stdout
    assert [one in found for one in ("shinobi", "nim", "nim_bad")] == [True, True, False]
    assert "nim_bad" not in sys.modules


# ---- what is asked of it


class Hostile(str):
    def __eq__(self, other: object) -> bool:
        raise KeyboardInterrupt

    def __hash__(self) -> int:
        raise SystemExit


class Meta(type):
    def __eq__(cls, other: object) -> bool:
        raise SystemExit

    __hash__ = type.__hash__

    @property
    def __mro__(cls) -> tuple[type, ...]:
        raise SystemExit


class Odd(metaclass=Meta):
    pass


WRONG = {
    "nothing": None,
    "object": object(),
    "fraction": 1.5,
    "classes": (int,),
    "list": [],
    "dict": {1: 2},
    "text": Hostile("nim"),
    "class": Odd,
    "odd": Odd(),
}


WHOLE = {name: getattr(NIM, name) for name in Rules.__struct_fields__}


def guests_of(rules: object, name: str = "nim") -> Guests:
    """With one package, whose title is this."""
    found = Guests(OURS, TITLES.__getitem__)
    point = type(
        "Point",
        (),
        {
            "name": name,
            "value": "a:T",
            "module": "a",
            "dist": type("Dist", (), {"name": "a", "version": "1"}),
            "load": lambda self: rules,
        },
    )()
    found._points = [point]
    return found


@pytest.mark.parametrize("field", Rules.__struct_fields__)
def test_a_field_of_a_wrong_type_is_refused(field: str) -> None:
    declared = str(Rules.__annotations__[field])
    fit = ["nothing"] * (field in ("takes_sheet", "admitted", "players"))
    fit += ["class"] * declared.startswith(("Callable", "Decide"))
    for name, value in WRONG.items():
        found = guests_of(Rules(**WHOLE | {field: value}))
        assert ("nim" in found) is (name in fit), (name, found.refused())
        for one in found.refused():
            assert f"is not as `Rules` declares it ({field}: " in one.why


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ({"scenarios": ()}, "no edition, no scenario or no seat"),
        ({"editions": ()}, "no edition, no scenario or no seat"),
        ({"seats": ()}, "no edition, no scenario or no seat"),
        ({"seats": ("red", "rеd")}, "two seats look alike"),
        ({"seats": ("red", "pubIic")}, "a seat cannot be called “pubIic”"),
        ({"seats": ("red", "a b")}, "is no name of a seat"),
        ({"seats": ("red", "")}, "is no name of a seat"),
        ({"presets": {}}, "no preset “default”"),
        ({"presets": {"default": NIM}}, "other options than the title"),
        ({"sheets": 0}, "no sheet of cells"),
        ({"name": "Nim\x1b[2J"}, "is no name"),
        ({"name": "Nim\n"}, "is no name"),
        ({"name": "\u200b"}, "is no name"),
        ({"name": "N" * 81}, "is no name"),
        ({"name": "Niм"}, "is no name"),  # with a Cyrillic letter
        ({"events": (*NIM.events, *NIM.events[:0], type("Own", (), {}))}, "events: tuple[type[Struct], ...]"),
    ],
)
def test_what_could_not_be_played_or_listed_is_refused(changed: dict[str, object], why: str) -> None:
    found = guests_of(Rules(**WHOLE | changed))
    assert list(found) == []
    assert [why in one.why for one in found.refused()] == [True], found.refused()


def test_a_class_of_its_own_is_no_rules() -> None:
    for rules in (object(), Rules, Odd(), None):
        found = guests_of(rules)
        assert list(found) == []
        assert "is no `Rules` of this Bugyo" in found.refused()[0].why


LIKE = [
    "Rising Sun: the War phase",
    "RISING  SUN",
    "Rising-Sun",
    "Rіsіng Sun",  # Ukrainian letters
    "Ｒｉｓｉｎｇ Ｓｕｎ",
    "Rïsing Sùn",
    "Rising\u200b Sun",
    "R\u200dising Sun: a game",
    "Rıslng Sun",
    "Clаn Wаr",
    "СLАN WАR",
    "Kawanakajirna 1561",
    "clan_war",
    "Shinobi; another",
    "Shın0bi",
    "ЅНІΝОВІ",
]


@pytest.mark.parametrize("name", LIKE)
def test_a_name_that_looks_like_one_of_ours_is_refused(name: str) -> None:
    found = guests_of(Rules(**WHOLE | {"name": name}))
    assert list(found) == []
    ((said),) = [one.why for one in found.refused()]
    assert "looks like it" in said or "is no name" in said


@pytest.mark.parametrize("name", ["Sunrise", "War of Clans", "Nim", "Го", "碁", "Shinobi Nights"])
def test_another_name_is_taken(name: str) -> None:
    assert list(guests_of(Rules(**WHOLE | {"name": name}))) == ["nim"]


@pytest.mark.parametrize("title", ["shin0bi", "c1an_war", "risingsun", "a11", "referee", "shinobi", "s"])
def test_a_title_that_looks_like_one_of_ours_is_refused_before_it_is_imported(
    title: str,
) -> None:
    found = guests_of(None, title)
    assert list(found) == []
    assert re.search("is taken by Bugyo|is no name", found.refused()[0].why)


def test_of_two_that_look_alike_neither_is_listed_and_the_games_of_both_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, printed in (("go_a", "Mica"), ("go_b", "Міса")):
        text = NIM_TITLE + OTHERWISE.format(name=name) + f"TITLE = replace(TITLE, name={printed!r})\n"
        module(tmp_path, name, text, f"[bugyo.titles]\n{name} = {name}:TITLE\n")
    monkeypatch.syspath_prepend(tmp_path)
    found = Guests(OURS, TITLES.__getitem__)
    assert list(found) == []
    assert {(one.title, one.why) for one in found.refused()} == {
        ("go_a", "the package go-b 1.0 brings one that looks like it"),
        ("go_b", "the package go-a 1.0 brings one that looks like it"),
    }
    assert found["go_a"].package == "go-a 1.0"
    monkeypatch.setattr(titles, "GUESTS", found)
    assert "go_a" in titles.TITLES
    assert [titles.is_listed(name) for name in ("go_a", "shinobi", "none")] == [False, True, False]


def test_a_damaged_list_of_entry_points_is_the_loss_of_one_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    module(tmp_path, "good", f"{NIM_TITLE}TITLE = NIM\n", "[bugyo.titles]\nnim = good:TITLE\n")
    installed(tmp_path, "bad", "1", "[bugyo.titles]\n")
    (tmp_path / "bad-1.dist-info" / "entry_points.txt").write_bytes(b"[bugyo.titles]\n\xff = a:b\n")
    monkeypatch.syspath_prepend(tmp_path)
    found = Guests(OURS, TITLES.__getitem__)
    assert list(found) == ["nim"]
    assert [
        "its list of what it brings cannot be read (UnicodeDecodeError" in one.why for one in found.refused()
    ] == [True]


# ---- pictures


@pytest.mark.parametrize("field", Pictures.__struct_fields__)
def test_a_field_of_pictures_of_a_wrong_type_is_refused(field: str) -> None:
    ours = PICTURES["shinobi"]
    whole = {name: getattr(ours, name) for name in Pictures.__struct_fields__}
    assert misfit(ours, Pictures) == ""
    assert misfit(Pictures(**whole | {field: Hostile("a")}), Pictures).startswith(f"{field}: ")


def test_our_titles_are_as_declared() -> None:
    assert [misfit(TITLES[title], Rules) for title in OURS] == [""] * len(OURS)


@pytest.mark.parametrize("title", OURS)
def test_what_our_titles_bring_is_asked_of_them_as_of_a_package(title: str) -> None:
    brought = import_module(f"projections.{title}").PICTURES
    assert PICTURES[title] is brought
    assert type(brought) is Pictures
    assert misfit(brought, Pictures) == ""
    asked = import_module(f"projections.{title}.reference").REFERENCE
    assert reference_of(title) is asked
    assert type(asked) is Reference
    assert misfit(asked, Reference) == ""


# ---- how it is run


def test_what_a_package_prints_later_is_not_printed_on_stdout(capfd: pytest.CaptureFixture[str]) -> None:
    def act() -> str:
        print("at once")
        return "done"

    assert apart.apart("a 1", act) == "done"
    try:
        print("later")
    finally:
        apart.undo()
    print("ours")
    assert capfd.readouterr() == ("ours\n", "at once\nlater\n")


def test_what_is_run_apart_comes_back_as_it_was_raised_or_as_a_sentence() -> None:
    def refuse() -> None:
        raise BadTitle("it is blue")

    with pytest.raises(BadTitle, match=r"^it is blue$"):
        apart.apart("a 1", refuse)
    with pytest.raises(BadTitle, match="KeyboardInterrupt"):
        apart.apart("a 1", lambda: signal.default_int_handler(2, None))
    apart.undo()
