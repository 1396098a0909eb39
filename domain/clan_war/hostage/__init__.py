"""Chapter "hostage": captors and rescue."""
