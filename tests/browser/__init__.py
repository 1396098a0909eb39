"""What a reader does with the replay page, in a real Chromium; `.ci/run` installs it."""
