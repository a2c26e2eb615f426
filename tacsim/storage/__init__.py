"""Storage: battles on disk. Intents and events as plain data, the journal, replays of it."""
