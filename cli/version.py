"""Which Bugyo this is."""

VERSION = "0.2.0"
"""Of the whole package; pyproject.toml reads it here. To ask what is installed takes longer than to start."""
