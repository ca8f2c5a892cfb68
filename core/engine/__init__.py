"""The engine: what every game is made of. Cards, piles, changes, views, chance, matches, and the registry of games.

Other layers use it through `core`; `core/README.md` gives an order for reading it.
"""
