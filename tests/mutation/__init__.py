"""Mutation testing: small changes of the source, each of which some test should notice.

`python -m tests.mutation GROUP --most 200 --seed 1` tries a sample of a group, `--page` writes the page. It
is run by hand: a mutant costs about a second. Code at module level, decorators, defaults and what stands
inside of f-strings is not changed.
"""
