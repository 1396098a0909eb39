"""Chapter "flight": in the air, into an engagement and back to the ground."""
