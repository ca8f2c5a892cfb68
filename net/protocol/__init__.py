"""Bytes, messages and values that both ends of a connection share."""
