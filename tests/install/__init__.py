"""Bugyo as people install it: the wheel, pipx, extras, and what may be in the way."""
