"""What is drawn with: colours for every terminal, and the characters of the board."""
