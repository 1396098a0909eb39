"""The rules, and nothing else: the standard library, msgspec and itself. No clock, file, network
or random module.
"""
