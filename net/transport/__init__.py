"""Sockets, TLS and addresses."""
