"""The catalogues: collected from the sources, current, complete and used."""
