"""Mutation testing: small changes of the source, each of which some test should notice.

mutants.py    the changes of a module: a comparison, a sum, a number, a condition, a result, a statement
covering.py   which tests run which lines
running.py    a mutant in a process of its own, with the tests that run its lines
groups.py     which modules are changed, and which tests are asked
results.py    what was found here (`build/mutation.json`, not committed), and the page `docs/mutation.md`
explained.toml  what is said of each mutant that survives

`python -m tests.mutation GROUP --most 200 --seed 1` tries a sample of a group, `--page` writes the page. It
is run by hand: a mutant costs about a second. Code at module level, decorators, defaults and what stands
inside of f-strings is not changed.
"""
