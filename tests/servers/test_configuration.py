"""The file of a desk: what it may say, what is refused, and with which sentence."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from referee.service.configuration import (
    BadConfiguration,
    Configuration,
    Imap,
    Listen,
    Maildir,
    Notices,
    Person,
    Secret,
    Smtp,
    Web,
    read_configuration,
)
from referee.service.mail_sizes import MOST_BYTES, Keep
from tests.servers.machines import needed

WHOLE = """
store = "games.db"
address = "bugyo@club.example"
referee = "rei@club.example"
authserv_ids = ["mx.club.example"]

[[maildir]]
path = "in"

[[imap]]
host = "mail.club.example"
user = "bugyo"
password = {file = "secret"}
folder = "Games"
done = ""
poll = 5.0

[[imap]]
host = "imap.other.example"
user = "bugyo@other.example"
token = {env = "BUGYO_TOKEN"}
tls = "starttls"

[listen]
protocol = "smtp"
port = 2525

[smtp]
host = "mail.club.example"
tls = "implicit"
ca = "/etc/ca.pem"
user = "bugyo"
password = {file = "~/secret"}
"""


def read(path: Path, text: str) -> Configuration:
    (path / "desk.toml").write_text(text)
    return read_configuration(path / "desk.toml")


def test_the_whole_file_with_paths_from_where_it_stands(tmp_path: Path) -> None:
    secret = Secret(file=str(tmp_path / "secret"))
    home = Secret(file=str(Path.home() / "secret"))
    assert read(tmp_path, WHOLE) == Configuration(
        str(tmp_path / "games.db"),
        "bugyo@club.example",
        "rei@club.example",
        ("mx.club.example",),
        (Maildir(str(tmp_path / "in")),),
        (
            Imap("mail.club.example", "bugyo", secret, folder="Games", done="", poll=5.0),
            Imap(
                "imap.other.example", "bugyo@other.example", token=Secret(env="BUGYO_TOKEN"), tls="starttls"
            ),
        ),
        Listen("smtp", port=2525),
        Smtp("mail.club.example", "bugyo", home, tls="implicit", ca="/etc/ca.pem"),
    )


def test_ports_are_those_of_the_kind_of_tls() -> None:
    assert [Imap("h", "u", tls=tls).at for tls in ("implicit", "starttls", "none")] == [993, 143, 143]
    assert [Smtp("h", tls=tls).at for tls in ("implicit", "starttls", "none")] == [465, 587, 25]
    assert (Imap("h", "u", port=1143).at, Smtp("h", port=2525).at) == (1143, 2525)


PROXIES = [
    ('listen = "127.0.0.1:8080"', ()),
    ('listen = "127.0.0.1:8080"\nbase = "http://games.club.example"', ()),
    ('listen = "127.0.0.1:8080"\nbase = "https://games.club.example"', ("127.0.0.0/8", "::1")),
    ('listen = "[::1]:8080"\nbase = "https://games.club.example"', ("127.0.0.0/8", "::1")),
    ('listen = "0.0.0.0:8080"\nbase = "https://games.club.example"', ()),
    ('listen = "0.0.0.0:8080"\nproxies = ["10.0.0.2", "10.1.0.0/16"]', ("10.0.0.2", "10.1.0.0/16")),
    ('listen = "127.0.0.1:8080"\nbase = "https://games.club.example"\nproxies = []', ()),
]


@pytest.mark.parametrize(("web", "trusted"), PROXIES)
def test_a_proxy_is_known_where_one_must_be_there_or_is_named(
    tmp_path: Path, web: str, trusted: tuple[str, ...]
) -> None:
    found = read(tmp_path, f"{HEAD}{IN}{OUT}[web]\n{web}\n").web
    assert found
    assert found.trusted == trusted


def test_notices_are_sent_where_the_file_says_so(tmp_path: Path) -> None:
    assert read(tmp_path, f"{HEAD}{IN}{OUT}").notices is None
    assert read(tmp_path, f"{HEAD}{IN}{OUT}[notices]\n").notices == Notices()
    found = read(tmp_path, f'{HEAD}{IN}{OUT}[notices]\nurl = {{file = "club.url"}}\nhosts = ["ntfy.x.org"]\n')
    secret = Secret(file=str(tmp_path / "club.url"))
    assert found.notices == Notices(secret, hosts=("ntfy.x.org",))
    assert found.secrets() == (secret,)


IN = '[[maildir]]\npath = "in"\n'
OUT = '[outgoing]\npath = "out"\n'
HEAD = 'store = "s"\naddress = "b@x.example"\n'
SMTP = '[smtp]\nhost = "h.example"\n'

WRONG = [
    ("store = ", "is no TOML: "),
    (f'{HEAD}colour = "red"\n{IN}{OUT}', "line 3: There is no setting “colour” here."),
    (f'{HEAD}{IN}[smtp]\nhost = "h"\nuser = "u"\npassword = "p"\n', "A secret never stands in this file"),
    (f"{HEAD}{IN}[smtp]\nhost = 5\n", "line 6: Expected `str`, got `int` - at `$.smtp.host`"),
    (f'{HEAD}[[maildir]]\npath = "in"\n[[maildir]]\npaht = "x"\n{OUT}', "line 6: There is no setting “paht”"),
    (
        f'{HEAD}{IN}{OUT}[web]\nlistne = ":1"\n',
        "line 8: There is no setting “listne” here. Did you mean “listen”?",
    ),
    (
        f'{HEAD}{IN}[smtp]\nhost = "h"\npassword = {{fiel = "p"}}\n',
        "line 7: There is no setting “fiel” here.",
    ),
    (f'store = "s"\naddress = "The desk"\n{IN}{OUT}', "address is “The desk”, which is no mail address"),
    (f'{HEAD}referee = "rei"\n{IN}{OUT}', "referee is “rei”, which is no mail address"),
    (f'{HEAD}{IN}{OUT}[referee]\naddress = "rei"\n', "referee is “rei”, which is no mail address"),
    (f'{HEAD}{IN}{OUT}[referee]\nlanguage = "fr"\n', "Object missing required field `address`"),
    (f'{HEAD}{IN}{OUT}[referee]\naddress = "r@x.example"\nlanguage = "de"\n', "Invalid enum value 'de'"),
    (f"{HEAD}{IN}", "Mails go out one way: write either [smtp] or [outgoing]."),
    (f"{HEAD}{IN}{OUT}{SMTP}", "Mails go out one way: write either [smtp] or [outgoing]."),
    (
        f'{HEAD}{IN}{OUT}[web]\nlisten = ":1"\nproxies = ["nginx"]\n',
        "The proxy “nginx” is no address or network. Write it as 127.0.0.1 or 10.0.0.0/8.",
    ),
    (
        f'{HEAD}{IN}{OUT}[notices]\nurl = "https://ntfy.sh/topic"\n',
        "A secret never stands in this file",
    ),
    (f'{HEAD}{IN}{OUT}[notices]\nshape = "irc"\n', "Invalid enum value 'irc'"),
    (
        f'{HEAD}{IN}{OUT}[notices]\nhosts = ["https://ntfy.sh"]\n',
        "The host “https://ntfy.sh” of [notices] is no name of a machine. Write it bare: ntfy.example.org.",
    ),
    (f'{HEAD}{IN}{OUT}[notices]\nhosts = ["localhost"]\n', "The host “localhost” of [notices] is no name"),
    (f"{HEAD}{IN}{OUT}[notices]\nurl = {{}}\n", "A secret stands in one place"),
    (f"{HEAD}{OUT}", "No mail can come in: write [[imap]], [[maildir]] or [listen]."),
    (
        f'{HEAD}{IN}{SMTP}user = "u"\n',
        "smtp: a user needs a password or a token (OAuth 2), and they need a user.",
    ),
    (f'{HEAD}{IN}{SMTP}password = {{env = "P"}}\n', "smtp: a user needs a password"),
    (
        f'{HEAD}{IN}{SMTP}user = "u"\npassword = {{env = "P"}}\ntoken = {{env = "P"}}\n',
        "smtp: write password or token, not both.",
    ),
    (
        f'{HEAD}{IN}{SMTP}tls = "none"\nuser = "u"\npassword = {{env = "P"}}\n',
        "smtp: without TLS the password would go over the network in the clear.",
    ),
    (
        f'{HEAD}{OUT}[[imap]]\nhost = "h.example"\nuser = "u"\n',
        "imap u at h.example:993: a user needs a password",
    ),
    (
        f'{HEAD}{IN}{SMTP}user = "u"\npassword = {{env = "P", file = "f"}}\n',
        "A secret stands in one place",
    ),
    (f'{HEAD}{IN}{SMTP}user = "u"\npassword = {{}}\n', "A secret stands in one place"),
    (
        f'{HEAD}authserv_ids = ["mx"]\n{OUT}[listen]\nhost = "0.0.0.0"\n',
        "Whoever reaches 0.0.0.0:2424 could write what the servers in authserv_ids have verified.",
    ),
    (f'{HEAD}{IN}{SMTP}tls = "ssl"\n', "Invalid enum value 'ssl' - at `$.smtp.tls`"),
]


@pytest.mark.parametrize(("text", "said"), WRONG, ids=[row[1][:40] for row in WRONG])
def test_what_is_wrong_is_said_with_the_file(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(BadConfiguration, match=re.escape(said)) as raised:
        read(tmp_path, text)
    assert str(raised.value).startswith(str(tmp_path / "desk.toml"))


def test_who_is_in_charge_has_an_address_and_perhaps_a_language(tmp_path: Path) -> None:
    alone = read(tmp_path, f'{HEAD}referee = "r@x.example"\n{IN}{OUT}')
    assert alone.in_charge == Person("r@x.example", "en")
    table = read(tmp_path, f'{HEAD}{IN}{OUT}[referee]\naddress = "r@x.example"\nlanguage = "ru"\n')
    assert table.in_charge == Person("r@x.example", "ru")
    assert read(tmp_path, f"{HEAD}{IN}{OUT}").in_charge == Person("")


def test_a_password_in_the_clear_may_go_to_this_machine(tmp_path: Path) -> None:
    for host in ("localhost", "127.0.0.1", "::1"):
        text = f'{HEAD}{IN}[smtp]\nhost = "{host}"\ntls = "none"\nuser = "u"\npassword = {{env = "P"}}\n'
        assert read(tmp_path, text).smtp == Smtp(host, "u", Secret(env="P"), tls="none")


def test_how_much_is_taken_in_and_kept(tmp_path: Path) -> None:
    assert read(tmp_path, f"{HEAD}{IN}{OUT}").keep == Keep(30, 50_000_000)
    assert read(tmp_path, f"{HEAD}{IN}{OUT}").most_bytes == MOST_BYTES == 10_485_760
    made = read(tmp_path, f"{HEAD}most_bytes = 1\n{IN}{OUT}[keep]\ndays = 1\nmost_bytes = 0\n")
    assert (made.keep, made.most_bytes) == (Keep(1, 0), 1)
    for wrong in (
        "most_bytes = 0\n",
        "keep = {days = 0}\n",
        "keep = {most_bytes = -1}\n",
        "keep = {x = 1}\n",
    ):
        with pytest.raises(BadConfiguration, match=r"desk\.toml(, line \d+)?: "):
            read(tmp_path, f"{HEAD}{wrong}{IN}{OUT}")


def test_there_is_no_such_file_and_no_text(tmp_path: Path) -> None:
    with pytest.raises(BadConfiguration, match="cannot be read: No such file"):
        read_configuration(tmp_path / "none.toml")
    (tmp_path / "desk.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(BadConfiguration, match="is no text in UTF-8"):
        read_configuration(tmp_path / "desk.toml")


def test_a_secret_is_the_first_line_of_its_file_or_a_variable(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "secret"
    file.write_text("correct horse \nand a note\n")
    assert Secret(file=str(file)).read() == "correct horse"
    file.write_text("\n")
    with pytest.raises(BadConfiguration, match="should be the secret, and is empty"):
        Secret(file=str(file)).read()
    with pytest.raises(BadConfiguration, match="cannot be read: No such file"):
        Secret(file=str(tmp_path / "none")).read()
    monkeypatch.setenv("BUGYO_SECRET", "battery")
    assert Secret(env="BUGYO_SECRET").read() == "battery"
    monkeypatch.setenv("BUGYO_SECRET", "")
    with pytest.raises(BadConfiguration, match="BUGYO_SECRET is not set, or is empty"):
        Secret(env="BUGYO_SECRET").read()


@pytest.mark.parametrize(("mode", "is_open"), [(0o600, False), (0o400, False), (0o640, True), (0o604, True)])
def test_whether_others_may_read_a_secret(tmp_path: Path, mode: int, is_open: bool) -> None:
    file = tmp_path / "secret"
    file.write_text("x")
    file.chmod(mode)
    assert Secret(file=str(file)).is_open_to_others() == is_open
    assert not Secret(env="HOME").is_open_to_others()


PAGE = Path(__file__).parents[2] / "docs" / "desk.md"


def test_the_examples_of_the_page_can_be_read(tmp_path: Path) -> None:
    before, _of_the_club, after = re.split(r"## The club's file|## What the mail", PAGE.read_text("utf-8"))
    examples = re.findall(r"```toml\n(.*?)```", before + after, re.DOTALL)
    assert [bool(read(tmp_path, text).smtp) for text in examples] == [True]


def test_the_page_has_every_setting() -> None:
    rows = "\n".join(line for line in PAGE.read_text("utf-8").splitlines() if line.startswith("| "))
    said = set(re.findall(r"`\[?\[?(\w+)\]?\]?`", rows))
    parts = (Configuration, Maildir, Imap, Keep, Listen, Smtp, Web)
    assert {name for part in parts for name in part.__struct_fields__} - said == set()


def test_what_is_not_installed_is_skipped_but_not_in_continuous_integration(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("BUGYO_CI", raising=False)
    with pytest.raises(pytest.skip.Exception, match="no-such-mail-server not installed"):
        needed("no-such-mail-server")
    monkeypatch.setenv("BUGYO_CI", "1")
    with pytest.raises(pytest.fail.Exception, match="no-such-mail-server not installed"):
        needed("no-such-mail-server")
