"""Bundles: one zip file with all that a viewer of a game may hold, signed.

members.py     its parts, and how large each may be
writing.py     `write_bundle`: a game of a store as a bundle
checking.py    `read_bundle`, `audit_bundle`: trusts nothing in the file
verify.py      the verifier that travels in every bundle: the standard library and docs/format.md alone;
               verify_entries.py, verify_people.py, verify_record.py, verify_rulings.py, verify_signed.py,
               verify_throws.py and verify_lanes.py are further parts of it, and all are one file there
page_record.py what a replay page carries of its game, to be checked in it
check/         the page that checks a bundle in a browser, from docs/format.md alone; one file too
"""
