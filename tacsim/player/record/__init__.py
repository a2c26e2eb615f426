"""What has happened in a battle, as a side may read it and as a save is watched."""
