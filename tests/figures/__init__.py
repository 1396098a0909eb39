"""Figures of every title: how long its games are, how they end, what decides, each beside its band.

`python -m tests.figures --write [TITLE…]` plays 200 games of each title with the best players that the tests
have, and writes what it counts into `results.json` and `docs/figures/TITLE.md`. The bands, in which the
figures should lie, stand in `bands.toml` with their reasons. Without `--write` it only prints the pages;
`--games N` plays fewer.
"""
