"""What can be reported, corrected and asked, and the words that it is written in."""
