"""Chapter 11: who fights whom, the odds, the results and the losses."""
