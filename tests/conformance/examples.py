"""The number of random examples with which tests of the promises for every game are run."""

from __future__ import annotations

from tests.support.depth import examples

few_examples = examples(2, 8, print_blob=True)
"""Decorator of a Hypothesis test that makes it try two examples for each game and number of seats, or eight with
`QUEENS_DEEP=1`.
"""
