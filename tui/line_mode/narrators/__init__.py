"""The narrators: each writes a match of its game in sentences for the line mode."""
