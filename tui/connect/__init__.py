"""From a wish to an open table."""
