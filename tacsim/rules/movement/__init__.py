"""Moving about: steps, the search for ways, plans, moves under way."""
