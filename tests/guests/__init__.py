"""Titles that other packages bring: installed as pip would, in a folder on the path, and played.

packages.py    makes such packages; story.py plays with one, in a process that has it
"""
