"""The rare paths that runs over many seeds must have taken: a run in which one of them is missing proves little."""

from __future__ import annotations

from typing import Final

from tests.sim.host_process import KILL_POINTS

RARE_PATH_NAMES: Final = (
    *KILL_POINTS,
    "written, but sent to nobody",
    "a torn tail was cut off",
    "unsynced writes were lost",
    "the host was killed",
    "the host lost power",
    "the host's clock jumped",
    "the host ended in order",
    "the disk was full",
    "a match was paused",
    "a match waited for somebody",
    "a match was proven fair",
    "a clock ran out",
    "a stand-in played for somebody who let the clock decide",
    "somebody was sent away by the owner",
    "somebody was sent the past of their seat",
    "a hostile peer sent too much",
    "a match went on after a restart",
    "came back and was sent the changes since",
    "came back and was sent a snapshot",
    "came back and had missed nothing",
    "a reader fell behind",
    "a stand-in played",
    "a person took over from a stand-in",
    "a duplicate was answered from the record",
    "an action was sent twice",
    "an action came for another decision",
    "an action was sent again after coming back",
    "an action was held back",
    "a held-back action lapsed",
    "a person's program was killed",
    "a connection broke",
    "a connection was half closed",
    "the network was split",
    "somebody stopped reading",
    "a hostile peer hung up and never read",
    "a match stood still until somebody came back",
    "somebody saw at the end what the host shows",
    "a hostile peer flooded the host",
    "a hostile peer sent garbage",
    "a hostile peer sent half a frame",
    "a hostile peer sent nonsense",
    "a hostile peer was silent",
    "refused: Malformed",
    "refused: TooBig",
    "refused: TooFast",
    "refused: TooSlow",
)
"""The names under which `Simulation.count` counts how often each rare path is taken."""
