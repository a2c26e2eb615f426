"""What happens and what may be done, in words."""
