"""Hexes: the grid with six neighbours, its lines and areas."""
