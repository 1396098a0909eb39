"""The command line: one function per command. It parses, calls and prints; no rule and no SQL lives here.

main.py       `run()`: the group, whose commands are imported when they are used
contents.py   every command with its module and one sentence, in the order in which a user needs them
command.py    what all commands have: --store, --json, help with examples; families of commands
faults.py     the one place that turns an exception into a sentence and an exit code
codes.py      the exit codes
printing.py   results to stdout, notes to stderr; JSON, colour, progress
stores.py     the store that a command works on
reasons.py    looking at what is not public is recorded, with its reason
standing.py   where a game stands, in a sentence and in JSON
languages.py  the language of what is shown
files.py      files that are written whole or not at all
records.py    files that hold a game, and mailboxes
people.py     who takes which seat, as it is written on the command line
mailing.py    the outgoing Maildir and the referee's address
sources.py    where a rule number stands in the source
titles.py     games, rule            opening.py   open             waiting.py     list
asking.py     what                   playing.py   orders           throwing.py    throw
looking.py    show, log, replay, explain  picturing.py picture     bots.py        play
auditing.py   audit                  exporting.py export, import   checkpoints.py checkpoint
seats.py      seat new, more, fill, status                         witnessing.py  witness
rewinding.py  rewind                 forking.py   fork              previewing.py preview
story.py      story
backups.py    backup, restore
desk.py       deliver, serve         demo.py      demo             helping.py     completion, help
"""
