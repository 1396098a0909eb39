"""One seed, one season: a club's year in virtual time, with weather, deaths and people, from one seed.

- agenda     what happens when: the clock goes from one thing to the next
- weather    mails that are lost, doubled, late; servers that refuse; disks that fail; processes that die
- desk       the process of the desk: the real one, on a real store, that dies at any step and begins anew
- people     who plays: they know the blocks in their mails, order at random, and do much else
- charge     who is in charge: opens games, finds people, rules on disputes, sees to what hangs
- club       `Season`: all of it, from a seed
- checks     what must hold after it

`python -m tests.season` runs the published campaign.
"""
