"""The hosts that notices may go to, and how what is sent to each is shaped."""

from __future__ import annotations

import re
from collections.abc import Mapping

DISCORD, SLACK, NTFY = "discord", "slack", "ntfy"
HOSTS: Mapping[str, str] = {"discord.com": DISCORD, "hooks.slack.com": SLACK, "ntfy.sh": NTFY}
"""The hosts that are allowed where a desk names none, with the shape of each."""


HOST = r"[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,8}"


def is_host(name: str) -> bool:
    """Whether it is a name as it stands in an address, or could be one."""
    return re.fullmatch(HOST, name) is not None
