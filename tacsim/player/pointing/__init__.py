"""What is pointed at and planned, and what it would do."""
