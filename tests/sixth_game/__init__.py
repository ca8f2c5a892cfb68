"""A sixth game, to prove what a new game costs: its folder, and a line in each of two lists."""
