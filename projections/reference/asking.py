"""Where an answer comes from: a title by itself, or a game before the eyes of somebody."""

from __future__ import annotations

from collections.abc import Mapping

from domain.kit.rules import Rules
from domain.kit.sealed import PUBLIC
from projections.references import Asked
from projections.replay import Replay


def of_title(rules: Rules, files: Mapping[str, bytes]) -> Asked:
    """Of no game: what is printed, with the options of the preset "default"."""
    data = rules.read_data(files)
    return Asked(rules, data, files, rules.notation(data, rules.seats))


def of_game(replay: Replay, files: Mapping[str, bytes], viewer: str = PUBLIC) -> Asked:
    """Of a game at its newest event. `files` are those of its data set."""
    eye = replay.eye(viewer)
    return Asked(replay.rules, replay.data, files, replay.notation, replay.newest(), viewer, eye)
