"""What may be done and answered, with what it promises."""
