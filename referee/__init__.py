"""The service: the record, chance, mail, self-play, audit, export. Imports `domain`, and `projections`
to draw boards."""
