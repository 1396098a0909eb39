"""What is printed: spaces, cards and tracks, how they are read and checked, the headings of the rules, the options."""
