"""What a player or a witness does on a machine of his own."""
