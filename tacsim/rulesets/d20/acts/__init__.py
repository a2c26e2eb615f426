"""The special acts of ``d20``, one file each."""
