"""Conditions and what they count, as the rulesets' ``effects.toml`` state them."""
