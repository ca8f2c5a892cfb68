"""A sixth game, which proves what a new game costs: its folder and one line; with a board and a narrator of its own, a
few lines more.
"""
