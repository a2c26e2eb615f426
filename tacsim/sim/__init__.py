"""Many battles: who wins, how surely, and what it costs."""
