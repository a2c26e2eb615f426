"""The replay screen: a saved battle forwards and backwards, and the branches it has."""
