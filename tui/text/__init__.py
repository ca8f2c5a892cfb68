"""English for people."""
