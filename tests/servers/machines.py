"""Dovecot and Postfix with a configuration of their own, and a certificate authority that signs theirs.

Dovecot has the mailboxes (IMAP over TLS) and takes mails by LMTP; Postfix takes mails from its users over
STARTTLS and hands them to Dovecot, or to the desk. Nothing outside of the folder is touched.
"""

from __future__ import annotations

import os
import pwd
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

HOST = "127.0.0.1"
DOMAIN = "club.example"
PASSWORD = "correct horse"
PATIENCE = 300.0


def needed(*programs: str) -> None:
    """Skips the test where a program is not installed; in continuous integration that is a failure."""
    lacking = [
        name for name in programs if shutil.which(name, path=f"{os.environ['PATH']}:/usr/sbin") is None
    ]
    why = f"{', '.join(lacking)} not installed" if lacking else ""
    if not why and "postfix" in programs and os.geteuid() != 0:
        why = "Postfix can only be started by root"
    if why and os.environ.get("BUGYO_CI"):
        pytest.fail(f"{why}: .ci/run installs what these tests need")
    if why:
        pytest.skip(why)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        port: int = probe.getsockname()[1]
        return port


def wait_for(
    what: str, is_so: object, patience: float = PATIENCE, told: Callable[[], str] = lambda: ""
) -> None:
    """Waits until it is so; fails after so many seconds, with what is `told` then."""
    end = time.monotonic() + patience
    while not is_so():  # type: ignore[operator]
        assert time.monotonic() < end, f"Waited in vain for {what}.\n{told()}"
        time.sleep(0.02)


def listens(port: int) -> bool:
    with socket.socket() as probe:
        probe.settimeout(1)
        return probe.connect_ex((HOST, port)) == 0


@contextmanager
def folder() -> Iterator[Path]:
    """A folder that other users may go through: the servers do not run as root."""
    path = Path(tempfile.mkdtemp(prefix="bugyo-"))
    path.chmod(0o755)
    try:
        yield path
    finally:
        shutil.rmtree(path, ignore_errors=True)


class Authority:
    """A certificate authority of our own, and a certificate of 127.0.0.1 and localhost."""

    def __init__(self, path: Path) -> None:
        path.mkdir()
        self.ca, self.cert, self.key = path / "ca.pem", path / "cert.pem", path / "key.pem"
        ours, theirs = ec.generate_private_key(ec.SECP256R1()), ec.generate_private_key(ec.SECP256R1())
        name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "A club of ours")])
        root = self._signed(name, name, ours, ours, [(x509.BasicConstraints(ca=True, path_length=0), True)])
        names = x509.SubjectAlternativeName([x509.DNSName("localhost"), x509.IPAddress(ip_address(HOST))])
        subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
        leaf = self._signed(subject, name, theirs, ours, [(names, False)])
        self.ca.write_bytes(root.public_bytes(serialization.Encoding.PEM))
        self.cert.write_bytes(leaf.public_bytes(serialization.Encoding.PEM))
        self.key.write_bytes(
            theirs.private_bytes(
                serialization.Encoding.PEM,
                serialization.PrivateFormat.PKCS8,
                serialization.NoEncryption(),
            )
        )

    def _signed(
        self,
        subject: x509.Name,
        issuer: x509.Name,
        key: ec.EllipticCurvePrivateKey,
        signer: ec.EllipticCurvePrivateKey,
        extensions: Sequence[tuple[x509.ExtensionType, bool]],
    ) -> x509.Certificate:
        now = datetime.now(UTC)
        builder = (
            x509.CertificateBuilder()
            .subject_name(subject)
            .issuer_name(issuer)
            .public_key(key.public_key())
            .serial_number(x509.random_serial_number())
            .not_valid_before(now - timedelta(days=1))
            .not_valid_after(now + timedelta(days=2))
        )
        for extension, is_critical in extensions:
            builder = builder.add_extension(extension, critical=is_critical)
        return builder.sign(signer, hashes.SHA256())


DOVECOT = """
base_dir = {run}
log_path = {path}/dovecot.log
instance_name = bugyo-{imap}
protocols = imap lmtp
listen = 127.0.0.1
ssl = required
ssl_cert = <{tls.cert}
ssl_key = <{tls.key}
auth_mechanisms = plain login xoauth2
auth_failure_delay = 0
passdb {{
  driver = passwd-file
  args = scheme=PLAIN username_format=%n {path}/users
}}
passdb {{
  driver = oauth2
  mechanisms = xoauth2
  args = {path}/oauth2.conf
}}
userdb {{
  driver = static
  args = uid={user} gid={group} home={path}/mail/%n
}}
mail_location = maildir:~/Maildir
first_valid_uid = 1
default_internal_user = {internal}
default_internal_group = {internal_group}
default_login_user = {login}
default_vsz_limit = 512M
mailbox_list_index = no
service imap-login {{
  chroot =
  inet_listener imap {{
    port = 0
  }}
  inet_listener imaps {{
    port = {imap}
    ssl = yes
  }}
}}
service lmtp {{
  chroot =
  inet_listener lmtp {{
    port = {lmtp}
  }}
}}
service auth {{
  chroot =
  unix_listener {run}/postfix {{
    mode = 0666
  }}
}}
service anvil {{
  chroot =
}}
service stats {{
  chroot =
}}
"""

OAUTH2 = """
introspection_mode = local
local_validation_key_dict = fs:posix:prefix={path}/keys/
tokeninfo_url =
client_id =
username_attribute = email
"""


class Dovecot:
    """IMAP over TLS and LMTP. `users` are the local parts of the addresses; all have the same password."""

    def __init__(self, path: Path, tls: Authority, users: Sequence[str]) -> None:
        self.path = path
        self.imap, self.lmtp = free_port(), free_port()
        self.run = path / "run"
        self.log = path / "dovecot.log"
        self._process: subprocess.Popen[bytes] | None = None
        for folder in (path, self.run, path / "mail", path / "keys"):
            folder.mkdir(exist_ok=True)
        (path / "users").write_text("".join(f"{user}:{PASSWORD}\n" for user in users))
        (path / "oauth2.conf").write_text(OAUTH2.format(path=path))
        names = _owners()
        if os.geteuid() == 0:
            shutil.chown(path / "mail", names["user"], names["group"])
        self._config = path / "dovecot.conf"
        self._config.write_text(
            DOVECOT.format(path=path, run=self.run, tls=tls, imap=self.imap, lmtp=self.lmtp, **names)
        )

    def start(self) -> None:
        """Starts it where it does not run."""
        if self._process:
            return
        with (self.path / "dovecot.out").open("ab") as out:
            self._process = subprocess.Popen(
                ["/usr/sbin/dovecot", "-F", "-c", str(self._config)], stdout=out, stderr=out
            )
        wait_for("Dovecot", lambda: listens(self.imap) and listens(self.lmtp))

    def stop(self) -> None:
        if self._process:
            self._process.terminate()
            self._process.wait(PATIENCE)
            self._process = None

    def kill(self) -> None:
        """The master and all that it has started, at once."""
        assert self._process
        children = Path(f"/proc/{self._process.pid}/task/{self._process.pid}/children").read_text().split()
        self._process.kill()
        for child in children:
            try:
                os.kill(int(child), 9)
            except ProcessLookupError:
                continue
        self._process.wait(PATIENCE)
        self._process = None
        (self.run / "master.pid").unlink(missing_ok=True)

    def mails(self, user: str, *, name: str = "") -> list[Path]:
        """The mails in a folder of a user, in the order of their arrival."""
        box = self.path / "mail" / user / "Maildir" / (f".{name}" if name else "")
        found = [path for part in ("new", "cur") for path in (box / part).glob("*") if box.exists()]
        return sorted(found, key=lambda path: (path.stat().st_mtime_ns, path.name))

    def count(self, user: str) -> int:
        """How many mails nobody has looked at by IMAP yet: quick, for whoever looks often."""
        new = self.path / "mail" / user / "Maildir" / "new"
        return len(os.listdir(new)) if new.exists() else 0


def _owners() -> dict[str, str]:
    """Who the processes of Dovecot are: users of the system where root starts it, else whoever we are."""
    if os.geteuid() == 0:
        return {
            "user": "nobody",
            "group": "nogroup",
            "internal": "dovecot",
            "internal_group": "dovecot",
            "login": "dovenull",
        }
    me = pwd.getpwuid(os.geteuid())
    group = str(me.pw_gid)
    return {
        "user": me.pw_name,
        "group": group,
        "internal": me.pw_name,
        "internal_group": group,
        "login": me.pw_name,
    }


MAIN = """
compatibility_level = 3.6
queue_directory = {path}/spool
data_directory = {path}/data
command_directory = /usr/sbin
daemon_directory = /usr/lib/postfix/sbin
mail_owner = postfix
setgid_group = postdrop
maillog_file = {path}/mail.log
maillog_file_prefixes = {path}
myhostname = mx.{domain}
mydestination =
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
mynetworks =
alias_maps =
disable_dns_lookups = yes
smtp_host_lookup = native
local_recipient_maps =
virtual_mailbox_domains = {domain}
virtual_mailbox_maps = texthash:{path}/boxes
virtual_transport = lmtp:inet:127.0.0.1:{lmtp}
transport_maps = texthash:{path}/transport
lmtp_destination_recipient_limit = 1
smtpd_tls_security_level = encrypt
smtpd_tls_cert_file = {tls.cert}
smtpd_tls_key_file = {tls.key}
smtpd_sasl_auth_enable = yes
smtpd_sasl_type = dovecot
smtpd_sasl_path = {auth}
smtpd_recipient_restrictions = reject_unlisted_recipient, permit_sasl_authenticated, reject
smtpd_relay_restrictions = permit_sasl_authenticated, reject
minimal_backoff_time = 1s
maximal_backoff_time = 2s
# Postfix loses sight of a mail that is put off while it looks at its queue: so it looks later
# than in the first second, in which most tests send theirs.
queue_run_delay = 3s
"""

MASTER = """
127.0.0.1:{smtp} inet n - n - - smtpd
pickup unix n - n 60 1 pickup
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
tlsmgr unix - - n 1000? 1 tlsmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
verify unix - - n - 1 verify
flush unix n - n 1000? 0 flush
proxymap unix - - n - - proxymap
smtp unix - - n - - smtp
relay unix - - n - - smtp
showq unix n - n - - showq
error unix - - n - - error
retry unix - - n - - error
discard unix - - n - - discard
local unix - n n - - local
virtual unix - n n - - virtual
lmtp unix - - n - - lmtp
anvil unix - - n - 1 anvil
scache unix - - n - 1 scache
postlog unix-dgram n - n - 1 postlogd
"""


class Postfix:
    """Takes mails from users who log in over STARTTLS; `routes` are transports of single addresses."""

    def __init__(
        self,
        path: Path,
        tls: Authority,
        dovecot: Dovecot,
        users: Sequence[str],
        routes: dict[str, str] | None = None,
    ) -> None:
        self.path = path
        self.smtp = free_port()
        self.log = path / "mail.log"
        self._etc = path / "etc"
        for part in (path, self._etc, path / "spool", path / "data"):
            part.mkdir(exist_ok=True)
        shutil.chown(path / "data", "postfix")
        auth = dovecot.run / "postfix"
        main = MAIN.format(path=path, domain=DOMAIN, lmtp=dovecot.lmtp, tls=tls, auth=auth)
        (self._etc / "main.cf").write_text(main)
        (self._etc / "master.cf").write_text(MASTER.format(smtp=self.smtp))
        (path / "boxes").write_text("".join(f"{user}@{DOMAIN} {user}\n" for user in users))
        (path / "transport").write_text("".join(f"{to} {via}\n" for to, via in (routes or {}).items()))

    def start(self) -> None:
        self._run("start")
        wait_for("Postfix", lambda: listens(self.smtp))

    def stop(self) -> None:
        self._run("stop")

    def _run(self, what: str) -> None:
        done = subprocess.run(
            ["/usr/sbin/postfix", "-c", str(self._etc), what], capture_output=True, text=True, check=False
        )
        log = self.log.read_text() if self.log.exists() else ""
        assert done.returncode == 0, done.stdout + done.stderr + log


USERS = ("bugyo", "anna", "bela", "cara", "dora", "rei")


class Club:
    """A mail server of a club: its users, Postfix in front, Dovecot behind."""

    def __init__(self, path: Path, routes: dict[str, str] | None = None) -> None:
        self.path = path
        self.tls = Authority(path / "tls")
        self.dovecot = Dovecot(path / "dovecot", self.tls, USERS)
        self.postfix = Postfix(path / "postfix", self.tls, self.dovecot, USERS, routes)
        self.secret = path / "password"
        self.secret.write_text(PASSWORD + "\n")
        self.secret.chmod(0o600)

    def __enter__(self) -> Club:
        self.dovecot.start()
        self.postfix.start()
        return self

    def __exit__(self, *error: object) -> None:
        self.postfix.stop()
        self.dovecot.stop()

    def configuration(self, store: Path, *, ways_in: str = "") -> str:
        """A desk's file: mails in by IMAP (or as said), out by SMTP, both with TLS and a login."""
        imap = (
            f'[[imap]]\nhost = "{HOST}"\nport = {self.dovecot.imap}\nuser = "bugyo"\n'
            f'password = {{file = "{self.secret}"}}\nca = "{self.tls.ca}"\n'
        )
        return (
            f'store = "{store}"\naddress = "bugyo@{DOMAIN}"\nreferee = "rei@{DOMAIN}"\n'
            f"{ways_in or imap}\n"
            f'[smtp]\nhost = "localhost"\nport = {self.postfix.smtp}\nuser = "bugyo"\n'
            f'password = {{file = "{self.secret}"}}\nca = "{self.tls.ca}"\n'
        )
