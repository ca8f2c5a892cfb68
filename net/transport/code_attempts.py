"""How often somebody may guess a table's code: a few times a minute from one address, each time more slowly."""

from __future__ import annotations

from collections import OrderedDict, deque
from typing import Final

from net.limits import ADDRESSES, WRONG_CODE_SECONDS, WRONG_CODES_PER_MINUTE
from net.transport.admission import origin

MINUTE: Final = 60.0

TOO_MANY: Final = "Too many wrong codes came from your address; wait a minute and try again."


class CodeAttempts:
    """The wrong codes of the last minute, by the address from which they came.

    An IPv6 address of the internet counts with its whole /64 network, for that is what one household or one machine has
    to choose from; one of the own network counts alone, for everybody there shares the rest.
    """

    __slots__ = ("_wrong",)

    def __init__(self) -> None:
        self._wrong: OrderedDict[str, deque[float]] = OrderedDict()

    def refused(self, address: str, now: float) -> bool:
        """Whether no code from this address is to be looked at now."""
        return len(self._lately(origin(address), now)) >= WRONG_CODES_PER_MINUTE

    def wrong(self, address: str, now: float) -> float:
        """Note a wrong code, and return for how many seconds the answer to it is to wait."""
        whence = origin(address)
        lately = self._lately(whence, now)
        lately.append(now)
        self._wrong[whence] = lately
        self._wrong.move_to_end(whence)
        if len(self._wrong) > ADDRESSES:
            self._wrong.popitem(last=False)
        return WRONG_CODE_SECONDS * (len(lately) - 1)

    def _lately(self, whence: str, now: float) -> deque[float]:
        lately = self._wrong.get(whence, deque())
        while lately and lately[0] <= now - MINUTE:
            lately.popleft()
        if not lately:
            self._wrong.pop(whence, None)
        return lately
