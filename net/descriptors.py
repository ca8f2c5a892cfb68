"""How many connections the system lets this process hold: each takes a file descriptor."""

from __future__ import annotations

from typing import Final

from net.limits import PEOPLE, STRANGERS

SPARE: Final = 64
"""Descriptors for everything else: the journal, the terminal, libraries that are still to be loaded."""

FEWEST: Final = 64
"""Connections that are allowed for even where the system seems to allow fewer."""


def connections_allowed(wanted: int = PEOPLE + STRANGERS) -> int:
    """Return how many connections there may be, as many as are `wanted` or the system allows.

    What the system allows at first is often little; whoever may have more has only to ask for it.
    """
    try:
        import resource
    except ImportError:  # a system without such limits
        return wanted
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = wanted + SPARE if hard == resource.RLIM_INFINITY else min(wanted + SPARE, hard)
    if soft != resource.RLIM_INFINITY and soft < most:
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
        except (OSError, ValueError):
            most = soft
    return max(FEWEST, most - SPARE)
