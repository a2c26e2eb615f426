"""The game in a browser: a server of pages, and a process of the game for each of them."""
