"""The battle screen: what is pointed at, done and asked while a battle is played."""
