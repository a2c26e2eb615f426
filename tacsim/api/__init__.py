"""What ``import tacsim`` gives: battles to load, fork, foretell and play, answers about rules."""
