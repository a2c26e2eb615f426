"""Measurements: run them with ``pytest -o addopts="" benchmarks``; nothing here asserts a time."""
