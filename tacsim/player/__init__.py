"""What a person at the keys has, on a screen or line by line, with no screen known here.

The game and its save, the battle as far as it has been shown, the cell or creature pointed at and
what that would do, and the log as a side may read it.
"""
