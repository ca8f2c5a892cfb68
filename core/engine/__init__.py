"""What every game is made of: cards, piles, views, changes, chance, matches and the registry of games."""
