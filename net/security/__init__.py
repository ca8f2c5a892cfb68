"""Keys, codes and tokens."""
