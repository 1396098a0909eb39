"""Imports, forks, backups, moves."""
