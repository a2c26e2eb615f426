"""Playing a battle: who decides, what each side may know, and the loop that joins them."""
