"""What is true at a table, without I/O."""
