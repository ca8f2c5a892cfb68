"""The stages of a fair deal (commit-reveal), as the host sends them to the clients in `DealProgress.stage`."""

from __future__ import annotations

from enum import Enum


class DealStage(Enum):
    """How far the deal of a match is: commitments are awaited, then secrets; then the seed is settled.

    `GIVEN` is the stage of a match whose seed was given on the command line, without commit-reveal.
    """

    COMMIT = "commit"
    REVEAL = "reveal"
    SETTLED = "settled"
    GIVEN = "given"
