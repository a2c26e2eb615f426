"""Cubes: the grid with 26 neighbours, its lines and areas."""
