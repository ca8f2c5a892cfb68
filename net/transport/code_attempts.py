"""The policy for table codes: how often an address may try one, and how long the answer to a wrong one waits.

It has no socket and no clock. Connections over TCP and guests over SSH use the same object, so that attempts of an
address count together.
"""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from net.limits import ADDRESSES_TRACKED, WRONG_CODE_SECONDS, WRONG_CODES_PER_MINUTE
from net.transport.admission import origin

ATTEMPT_WINDOW_SECONDS: Final = 60.0
"""How long a wrong code counts."""

TOO_MANY_WRONG_CODES: Final = "Too many wrong codes came from your address; wait a minute and try again."


@dataclass(frozen=True, slots=True)
class Admit:
    """The person may go on to the table, which answers at once."""


@dataclass(frozen=True, slots=True)
class Delay:
    """The code is wrong; the answer that says so must wait for this many seconds."""

    seconds: float


@dataclass(frozen=True, slots=True)
class Refuse:
    """No code from this address is checked now; `sentence` is what the person reads about it."""

    sentence: str


CodeDecision: TypeAlias = Admit | Delay | Refuse


class CodeAttempts:
    """Counts the wrong codes of the last minute by the address from which they came.

    `is_code` returns whether a text is the table's code (always true if it has none), `is_member` whether a token
    belongs to somebody at the table. Addresses are grouped by `net.transport.admission.origin`: an IPv6 address of the
    internet counts with its whole /64 network.
    """

    __slots__ = ("_is_code", "_is_member", "_wrong")

    def __init__(self, is_code: Callable[[str], bool], is_member: Callable[[str], bool]) -> None:
        self._is_code = is_code
        self._is_member = is_member
        self._wrong: OrderedDict[str, deque[float]] = OrderedDict()

    def check(self, address: str, code: str, tokens: Sequence[str], now: float) -> CodeDecision:
        """Return what to do with a hello that carries `code` and `tokens`; a wrong code is counted.

        A hello without a code, or with a token of a member, is no attempt: the table itself answers it.
        """
        if not code.strip() or any(map(self._is_member, tokens)):
            return Admit()
        return self.check_answer(address, code, now)

    def check_question(self, address: str, now: float) -> Admit | Refuse:
        """Return whether a person at this address may be asked for the code at all."""
        if len(self._recent_wrong_codes(origin(address), now)) >= WRONG_CODES_PER_MINUTE:
            return Refuse(TOO_MANY_WRONG_CODES)
        return Admit()

    def check_answer(self, address: str, code: str, now: float) -> CodeDecision:
        """Return what to do with the answer of a person who was asked for the code; a blank answer is a wrong one."""
        decision = self.check_question(address, now)
        if isinstance(decision, Refuse) or self._is_code(code):
            return decision
        return Delay(self._count_wrong_code(origin(address), now))

    def _count_wrong_code(self, where: str, now: float) -> float:
        """Count a wrong code, and return for how many seconds its answer waits: longer for each further one."""
        recent = self._recent_wrong_codes(where, now)
        recent.append(now)
        self._wrong[where] = recent
        self._wrong.move_to_end(where)
        if len(self._wrong) > ADDRESSES_TRACKED:
            self._wrong.popitem(last=False)
        return WRONG_CODE_SECONDS * (len(recent) - 1)

    def _recent_wrong_codes(self, where: str, now: float) -> deque[float]:
        """Return when wrong codes came from an origin within the window; older ones are forgotten."""
        recent = self._wrong.get(where, deque())
        while recent and recent[0] <= now - ATTEMPT_WINDOW_SECONDS:
            recent.popleft()
        if not recent:
            self._wrong.pop(where, None)
        return recent
