"""The command line: one function per command. It parses, calls and prints; no rule and no SQL lives here.

main.py       `run()`: the group, whose commands are imported when they are used
contents.py   every command with its module and one sentence, in the order in which a user needs them
command.py    what all commands have: --store, --json, help with examples
faults.py     the one place that turns an exception into a sentence and an exit code
codes.py      the exit codes
printing.py   results to stdout, notes to stderr; JSON, colour, progress
stores.py     the store that a command works on
people.py     who takes which seat, as it is written on the command line
mailing.py    the outgoing Maildir and the referee's address
sources.py    where a rule number stands in the source
titles.py     games, rule            playing.py  open, orders      waiting.py  list, what
looking.py    show, log, replay, explain
proving.py    audit, export, import  desk.py     deliver, serve
bots.py       play                   demo.py     demo
helping.py    completion, help
"""
