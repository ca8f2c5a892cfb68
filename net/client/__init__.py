"""What one person's program knows of a table."""
