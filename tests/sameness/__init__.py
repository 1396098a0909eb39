"""Everything by which it is shown that nothing has changed, written to a folder, from any checkout.

`python -m tests.sameness FOLDER [PART…]` writes what this checkout makes: of each recorded game every export,
page, report, log, board and bundle; what a game that is on shows to each seat; whole correspondences of the
desk in three languages; games of bots; counts of legal orders; stored bytes read and written again; the
published schema, the vectors, the catalogues, the help. `digests` has the sha256 of each file. The same code
writes the same bytes, on any day and in any place. A part is named by the beginning of its files' names:
`games/shinobi`, `mails`.

`python -m tests.sameness compare OLD NEW [FOLDER]` says in which files two such folders differ, and ends with
1 if they do in any. OLD and NEW are folders, or checkouts: these write first, each by its own code, but both
by the writer that stands here (into FOLDER, where it is to be kept). So an old checkout need not have it, and
the writer holds to the command line and to few modules: `cli.main`, `domain.titles`, `referee.record`,
`referee.bundle.writing`, `projections.exports.schema`, and what the tests have for sessions, perft, samples
and vectors. A difference that is meant is listed with its reason where the change is told.

What is not in it: where code stands (`bugyo rule TITLE NUMBER`, and `code` in a story), which is meant to
change, and the page of the desk's own server. The signatures of bundles made of imported games are by a key
of all zeros, since nobody has the key of the referee who opened them.
"""
