"""How many connections the system lets this process hold: each takes a file descriptor."""

from __future__ import annotations

from net.limits import FEWEST_CONNECTIONS, PEOPLE, SPARE_DESCRIPTORS, STRANGERS


def connections_allowed(wanted: int = PEOPLE + STRANGERS) -> int:
    """Return how many connections there may be, as many as are `wanted` or the system allows.

    What the system allows at first is often little; whoever may have more has only to ask for it.
    """
    try:
        import resource
    except ImportError:  # a system without such limits
        return wanted
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = wanted + SPARE_DESCRIPTORS if hard == resource.RLIM_INFINITY else min(wanted + SPARE_DESCRIPTORS, hard)
    if soft != resource.RLIM_INFINITY and soft < most:
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
        except (OSError, ValueError):
            most = soft
    return max(FEWEST_CONNECTIONS, most - SPARE_DESCRIPTORS)
