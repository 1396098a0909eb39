"""The referee: the record, proof, clocks, games, mail, audit, bundles, copies and pages.

Imports `domain`, and `projections` to draw boards.
"""
