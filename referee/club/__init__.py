"""A club, which is one store: who plays how well, and how the games of a title go, from the record."""
