"""The editor of battles and maps: what is drawn, what is written on cards, and its files."""
