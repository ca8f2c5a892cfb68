"""Fairness: the commit-reveal scheme for the seed of a deal, and the verification of whole records.

`net` uses both: `commitments` at the table and in the client, `verification` for records and marks.
"""
