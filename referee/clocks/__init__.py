"""The calendar, what is due, and whether the clock of the machine is right."""
