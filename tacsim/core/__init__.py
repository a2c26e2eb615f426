"""What a battle consists of: components, terrain, intents, events, verdicts, dice and the world."""
