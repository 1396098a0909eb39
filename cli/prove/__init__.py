"""Audit, exports and imports, checkpoints."""
