"""A sixth game, to prove what a new game costs: its folder and a line; with its own board and narrator, a few more."""
