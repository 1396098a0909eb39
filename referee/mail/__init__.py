"""The mail desk: from the bytes of a mail to the mails that answer it.

The reading table knows no game, keeps no record and sends no mail:

- reading: `read_mail`, what a mail says: sender, robot or person, block, lines, problem.
- guard: the same in a process of its own, with limited time and memory.
- opening: the raw mail within its limits: header fields, parts; decoding: their lines, and which bytes made
  each; pages: what a reader sees of HTML.
- quoting: which lines are the player's own, and `plain`, a line as the grammars read it; attributions: the
  words by which programs quote; ours: lines of proofs; robots: what must not be answered.

The desk:

- desk: `Desk`, from bytes to answers; exits: `Handled`, what became of a mail.
- taking: `Taker`, the order of intake after reading; tokens: the token of a seat for a turn; gate: which game
  and seat a mail is for; authority: what proves who wrote it; confirming: mails that wait for one word;
  guests: people without a seat; cases: what became of each mail; tracing: from an order to its bytes;
  provenance: who has brought an event about.
- intake: the lines that ask for something, and what must not be applied twice.
- commands: the lines that the desk knows in every game; asking: the answers to questions; doing: the rest.
- post: the mails that go out; letters: their header fields; heads: their first two lines; tidings: what a
  party has to be told.
- answers: what they say; echo: the lines of a mail in its answer; scene: a game before the eyes of a seat;
  folded: the games that are kept folded.
- voices: press; digest: one mail a day; readers: who reads in which language, zone and rhythm.
- delegates: the mails to who acts for another.
- invitations: how a game begins; agreed: what is agreed for it; witness: what a witness is asked; requests:
  the same, for its program.
- proofs: the receipt and the checkpoint in a mail; ours: their lines, where a mail quotes them.

The ways in and out:

- serving: `Serving`, a desk at work; configuration: its file; checking: whether that is right.
- boxes: Maildirs in and out; imap: a mailbox; listener: a server that mails are handed to; intray: where
  these hand their mails in.
- office: `PostOffice`, which carries mails away; outbox: `Queue`, those that have yet to go out; smtp:
  `Relay`, the server that takes them; bounces: those that came back; locks: one desk a store.
"""
