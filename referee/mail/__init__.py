"""The mail desk: from the bytes of a mail to the mails that answer it.

The reading table knows no game, keeps no record and sends no mail:

- reading: `read_mail`, what a mail says: sender, robot or person, block, lines, problem.
- opening: the raw mail within its limits: header fields, text parts, character sets.
- quoting: which lines are the player's own, and `plain`, a line as the grammars read it.

The desk:

- desk: `Desk`, the order of intake; exits: `Handled`, what became of a mail.
- tokens: the token of a seat for a turn; gate: who may order what.
- intake: what must not be applied twice.
- post: the mails that go out; letters: their header fields.
- answers: what they say; echo: the lines of a mail in its answer; scene: a game before the eyes of a seat.
- invitations: how a game begins; witness: what a witness is asked; requests: the same, for its program.
- proofs: the receipt and the checkpoint in a mail; ours: their lines, where a mail quotes them.
- boxes: `Outbox` and `serve`, Maildirs out and in.
"""
