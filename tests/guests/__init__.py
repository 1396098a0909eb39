"""Titles that other packages bring: installed as pip would, in a folder on the path, and played."""
