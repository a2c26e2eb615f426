"""The quick policy, which plays battles out."""
