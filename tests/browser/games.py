"""Games for the browser: recorded ones of every title, and stories whose lines of play were abandoned."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from domain.titles import TITLES
from projections.page.making import page
from projections.replay import Replay
from referee.audit.game_lines import envelopes_of, read_export
from referee.bundle.checking import read_bundle
from tests.titles.recorded import GAMES

_STORY = re.compile(r'(<script id="story" type="application/json">)(.*?)(</script>)', re.DOTALL)


@cache
def recorded(title: str, ending: str, first: int | None = None) -> Replay:
    """A recorded game of `fixtures/games`, or as it stood after its first events."""
    bundle = read_bundle(GAMES / title / f"{ending}.zip")
    export = read_export(bundle.members["game.jsonl"].splitlines(keepends=True))
    rules = TITLES[title]
    data = rules.read_data({name: text.encode() for name, text in export.header.data.items()})
    return Replay(export.header.game, rules, data, list(envelopes_of(export))[:first])


def written(
    folder: Path, replay: Replay, name: str = "replay", viewer: str = "public", live: str = ""
) -> Path:
    """The page of a game as a file."""
    path = folder / f"{name}.html"
    path.write_text(page(replay, viewer, live=live), encoding="utf-8")
    return path


def rewound(file: Path, rewinds: Mapping[int, int]) -> Path:
    """The page with events that rewind the game: {event: the one that play goes on from}."""
    text = file.read_text(encoding="utf-8")
    found = _STORY.search(text)
    assert found
    story: dict[str, Any] = json.loads(found[2])
    for event, back_to in rewinds.items():
        story["steps"][event - 1]["rewound"] = back_to
    path = file.with_name("rewound.html")
    told = json.dumps(story).replace("<", "\\u003c").replace(">", "\\u003e")
    path.write_text(f"{text[: found.start(2)]}{told}{text[found.end(2) :]}", encoding="utf-8")
    return path
