"""Mutation testing: small changes of the source, each of which some test should notice.

`python -m tests.mutation --tonight` tries 200 of the group whose turn it is and writes docs/mutation.md;
`python -m tests.mutation GROUP --most 200 --seed 1` tries a group of one's own choice. It is run by hand: a
mutant costs about a second, and what survives wants somebody who writes the test for it.
"""
