"""The table of a seat, measured as a person plays at it: `python -m benchmarks.table`."""
