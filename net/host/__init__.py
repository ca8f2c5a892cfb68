"""Runs and recovers tables in a process."""
