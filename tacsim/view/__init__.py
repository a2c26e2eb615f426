"""What people see and read of a battle: drawings on tcod consoles, sentences, plain records."""
