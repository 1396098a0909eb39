"""The worker in which programs think: one thought at a time, behind everything else, in a process of its own
beside the desk; or a few thoughts after a mail, where no desk serves.
"""
