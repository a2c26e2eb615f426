"""The lab: a battle tried many times beside the screen, as it stands and otherwise."""
