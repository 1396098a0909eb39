"""Exports: a game in the formats of others, as a viewer may know it; and what comes back in from them.

Everything here is a pure function of a `Replay` and a viewer, or of a text that somebody has written.
"""
