"""The worker in which programs think: one thought at a time, behind everything else, in a process of its own
beside the desk; or a few thoughts after a mail, where no desk serves.

- worker   what is done: for which game a program thinks next, its order, the mails that follow
- process  the same for ever, in a process of its own
- beside   keeps that process running beside a desk
"""
