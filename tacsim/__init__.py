"""tacsim: skirmishes of miniatures on a grid, under exact tabletop rules, in the terminal."""

__version__ = "0.1.0"
