"""A game told to people: its log, its people, its rulings and disputes, the story of an event."""
