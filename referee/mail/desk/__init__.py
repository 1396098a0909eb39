"""The desk: the lines of a mail sorted, and each carried out."""
