"""An owner's own copy of a game: worksheets of its tables, and what there is to say of them once filled."""
