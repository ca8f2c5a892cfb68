"""The stages of a fair deal (commit-reveal), as the host sends them to the clients in `DealProgress.stage`."""

from __future__ import annotations

from enum import Enum


class DealStage(Enum):
    """The stage of the deal of a match."""

    COMMIT = "commit"
    """The host waits for the commitments of people."""
    REVEAL = "reveal"
    """The list of commitments is final, and the host waits for the secrets that belong to them."""
    SETTLED = "settled"
    """All secrets have been revealed, so the seed is fixed."""
    VOID = "void"
    """A secret did not arrive in time; clients are not sent this stage but the `COMMIT` of the next deal."""
    SEED_GIVEN = "given"
    """The seed was given on the command line, so there is no commit-reveal."""
