"""The stages of a fair deal (commit-reveal), as the host sends them to the clients in `DealProgress.stage`."""

from __future__ import annotations

from enum import Enum


class DealStage(Enum):
    """How far the deal of a match is: commitments are awaited, then, under a seal, secrets; then the seed is settled.

    A deal is `VOID` if a secret does not come; clients are not sent that but the `COMMIT` of the next deal. `GIVEN` is
    the stage of a match whose seed was given on the command line, without commit-reveal.
    """

    COMMIT = "commit"
    REVEAL = "reveal"
    SETTLED = "settled"
    VOID = "void"
    GIVEN = "given"
