"""The screens around a battle: start, new skirmish, saves, options, rules, help."""
