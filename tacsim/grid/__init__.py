"""Cells, footprints, metrics, areas and lines: pure geometry that knows no rule and no world."""
