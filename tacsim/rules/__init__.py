"""Rule systems: what is legal, what follows from it, and the one place that writes the world.

They ask the battle's ruleset for its policies and never for its name.
"""
