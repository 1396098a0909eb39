"""Pages that commands make, and whether what they are made of is still the same.

Whoever makes one with its command leaves a digest of what it depends on in `digests.json`; a cheap test
compares them, and says which command makes the page anew. Only these commands write a digest.
"""
