"""The parts that screens are composed of: they show what they are given, and post what is done."""
