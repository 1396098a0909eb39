"""Chapter 8: what APs are spent for."""
