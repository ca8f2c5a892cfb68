"""Proof that a deal was fair and that a record is true."""
