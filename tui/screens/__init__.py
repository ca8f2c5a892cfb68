"""Screens of the program, one file and one style sheet each: they show the state of a table and send requests."""
