"""Content: reading and checking scenario, map and bestiary files, and setting battles up."""
