"""Runs of the gauntlet: the first fight, what a won one leaves, and the next one made of it.

Everything here is a function of what it is given: the same fight, ended in the same way and with
the same reward, leads to the same bytes.
"""
