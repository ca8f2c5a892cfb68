"""Screens of the program, one file and one style sheet each: they show snapshots of a table and return requests."""
