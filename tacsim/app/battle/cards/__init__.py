"""The cards in front of a battle, which ask and tell."""
