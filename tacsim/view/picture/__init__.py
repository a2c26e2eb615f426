"""The board as a picture: cells, creatures and marks on a tcod console."""
