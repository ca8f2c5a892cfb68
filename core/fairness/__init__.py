"""Fairness: the commit–reveal scheme for the seed of a deal, and the verification of whole records.

`net` uses `commitments` at the table and in the client, and `verification` for records and their marks (short hashes
of the match at regular intervals).
"""
