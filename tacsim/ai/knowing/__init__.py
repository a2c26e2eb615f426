"""What opponents know, and by which numbers they weigh it."""
