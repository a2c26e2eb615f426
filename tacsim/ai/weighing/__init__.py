"""The tactician, which tries on forks what it might do."""
