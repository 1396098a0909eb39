"""What can be ordered, corrected and asked, and the words that it is written in."""
