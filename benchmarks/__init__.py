"""Speed: each figure is a ratio within one run, of interleaved repeats, by their medians."""
