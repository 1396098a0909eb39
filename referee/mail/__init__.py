"""The mail desk's reading table: from the bytes of a mail to the lines that a game may read.

- reading: `read_mail`, what a mail says: sender, robot or person, block, lines, problem.
- opening: the raw mail within its limits: header fields, text parts, character sets.
- quoting: which lines are the player's own, and `plain`, a line as the grammars read it.

Nothing in here knows a game, keeps a record or sends a mail.
"""
