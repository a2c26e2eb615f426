"""Editing: scenario and map files that are changed and keep what people wrote into them."""
