"""The stages of a fair deal (commit-reveal), as the host sends them to the clients in `DealProgress.stage`."""

from __future__ import annotations

from enum import Enum


class DealStage(Enum):
    """The stage of the deal of a match."""

    COMMIT = "commit"
    """The host waits for commitments."""
    REVEAL = "reveal"
    """The list of commitments is sealed, and the host waits for secrets."""
    SETTLED = "settled"
    """The seed is settled."""
    VOID = "void"
    """A secret did not come; clients are not sent this stage but the `COMMIT` of the next deal."""
    GIVEN = "given"
    """The seed was given on the command line, so there is no commit-reveal."""
