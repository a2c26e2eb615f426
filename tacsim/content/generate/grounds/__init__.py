"""The grounds: one function draws each kind, all into the same kind of sketch."""
