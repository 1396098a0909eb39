"""A mail desk under siege: forged, flooding, huge and half mails and requests, while people play honestly.

`python -m tests.siege --minutes 60` besieges a real `bugyo serve`, which is known by its interfaces alone.
"""
