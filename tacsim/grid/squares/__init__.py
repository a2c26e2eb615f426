"""Squares: the grid with eight neighbours, its lines and areas."""
