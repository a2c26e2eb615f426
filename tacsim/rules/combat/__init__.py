"""Fighting: threatened cells, cover, flanks, weapons and targets, attacks on areas."""
