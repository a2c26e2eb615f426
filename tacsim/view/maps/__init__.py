"""Maps as text, for terminals, pages and pipes."""
