"""What a player keeps beside the saves: battles, parties, monsters, setups, runs, lessons."""
