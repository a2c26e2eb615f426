"""What ``d20`` and the 5e family share: everything that is settled with a twenty-sided die."""
