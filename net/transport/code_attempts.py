"""The policy for table codes: how often an address and all together may try one, and how long an answer waits.

It has no socket and no clock. Connections over TCP and guests over SSH use the same object, so that attempts of an
address count together.
"""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from net.limits import (
    CODE_ATTEMPT_WINDOW_SECONDS,
    CODE_REPORT_INTERVAL_SECONDS,
    MAX_ADDRESSES_TRACKED,
    MAX_CODE_WAIT_SECONDS,
    WRONG_CODE_DELAY_SECONDS,
    WRONG_CODES_OF_ALL_PER_MINUTE,
    WRONG_CODES_PER_MINUTE,
)
from net.protocol.rate_limit import TokenBucket
from net.transport.admission import origin_of_address

TOO_MANY_CODES_OF_ALL_SENTENCE: Final = "Too many codes are being tried at this table; wait a minute and try again."
"""The answer to a code that is not checked because very many are tried from all addresses together."""

TOO_MANY_WRONG_CODES_SENTENCE: Final = "Too many wrong codes came from your address; wait a minute and try again."
"""The answer to a code that is not checked because too many wrong ones came from its address."""


@dataclass(frozen=True, slots=True)
class CodeAdmitted:
    """The decision that the person may go on to the table, which answers at once."""


@dataclass(frozen=True, slots=True)
class CodeDelayed:
    """The decision that the answer to a code must wait for this number of `seconds`; `is_right` is whether the code is
    correct."""

    seconds: float
    is_right: bool = False


@dataclass(frozen=True, slots=True)
class CodeRefused:
    """The decision that no code from this address is checked now; `sentence` gives the person the reason."""

    sentence: str


CodeDecision: TypeAlias = CodeAdmitted | CodeDelayed | CodeRefused
"""The decision about a code that somebody has sent: it is checked at once, after a delay, or not at all."""


class CodeAttempts:
    """Counts the wrong codes of the last minute by the address from which they came, and all together.

    There are very many addresses in a network, so the bound for all is what makes a code hard to guess. Above it even
    the answer to the right code waits: otherwise a guess that is not answered at once would be known to be wrong.
    `report` is called when that begins, at most every `CODE_REPORT_INTERVAL_SECONDS`.

    `is_code` returns whether a text is the table's code (always true if it has none), `is_member` whether a token
    belongs to somebody at the table. Addresses are grouped by `net.transport.admission.origin_of_address`: an IPv6
    address of the internet counts with its whole /64 network.
    """

    __slots__ = ("_is_code", "_is_member", "_report", "_reported_at", "_turns", "_wrong")

    def __init__(
        self,
        is_code: Callable[[str], bool],
        is_member: Callable[[str], bool],
        report: Callable[[], None] = lambda: None,
    ) -> None:
        self._is_code = is_code
        self._is_member = is_member
        self._report = report
        self._reported_at = float("-inf")
        self._turns = TokenBucket(WRONG_CODES_OF_ALL_PER_MINUTE / 60, WRONG_CODES_OF_ALL_PER_MINUTE, 0.0)
        self._wrong: OrderedDict[str, deque[float]] = OrderedDict()

    def check_hello(self, address: str, code: str, tokens: Sequence[str], now: float) -> CodeDecision:
        """Return what to do with a hello that carries `code` and `tokens`; a wrong code is counted.

        A hello without a code, or with a token of a member, is no attempt: the table itself answers it.
        """
        if not code.strip() or any(map(self._is_member, tokens)):
            return CodeAdmitted()
        return self.check_answer(address, code, now)

    def check_address(self, address: str, now: float) -> CodeAdmitted | CodeRefused:
        """Return whether a person at this address may be asked for the code: not after too many wrong codes
        from there.
        """
        if len(self._recent_wrong_codes(origin_of_address(address), now)) >= WRONG_CODES_PER_MINUTE:
            return CodeRefused(TOO_MANY_WRONG_CODES_SENTENCE)
        return CodeAdmitted()

    def check_answer(self, address: str, code: str, now: float) -> CodeDecision:
        """Return what to do with the answer of a person who was asked for the code.

        A wrong answer is counted, unless it is refused; a blank one is wrong.
        """
        decision = self.check_address(address, now)
        if isinstance(decision, CodeRefused):
            return decision
        turn = self._seconds_until_turn(now)
        if turn > MAX_CODE_WAIT_SECONDS:
            return CodeRefused(TOO_MANY_CODES_OF_ALL_SENTENCE)
        if self._is_code(code):
            return CodeDelayed(turn, is_right=True) if turn else decision
        self._turns.overdraw(1, now)
        return CodeDelayed(max(turn, self._count_wrong_code(origin_of_address(address), now)))

    def _seconds_until_turn(self, now: float) -> float:
        """Return for how many seconds the answer to one more code waits because of wrong codes from all addresses.

        Calls `report` if it waits and the last report is `CODE_REPORT_INTERVAL_SECONDS` ago or more.
        """
        missing = 1 - self._turns.tokens_left(now)
        if missing > 0 and now >= self._reported_at + CODE_REPORT_INTERVAL_SECONDS:
            self._reported_at = now
            self._report()
        return max(0.0, missing * 60 / WRONG_CODES_OF_ALL_PER_MINUTE)

    def _count_wrong_code(self, origin: str, now: float) -> float:
        """Count a wrong code, and return for how many seconds its answer waits: longer for each further one.

        `origin` is the origin of the person (`net.transport.admission.origin_of_address`).
        """
        recent_times = self._recent_wrong_codes(origin, now)
        recent_times.append(now)
        self._wrong[origin] = recent_times
        self._wrong.move_to_end(origin)
        if len(self._wrong) > MAX_ADDRESSES_TRACKED:
            self._wrong.popitem(last=False)
        return WRONG_CODE_DELAY_SECONDS * (len(recent_times) - 1)

    def _recent_wrong_codes(self, origin: str, now: float) -> deque[float]:
        """Return when wrong codes came from the origin `origin` within the last minute; older ones are forgotten."""
        recent_times = self._wrong.get(origin, deque())
        while recent_times and recent_times[0] <= now - CODE_ATTEMPT_WINDOW_SECONDS:
            recent_times.popleft()
        if not recent_times:
            self._wrong.pop(origin, None)
        return recent_times
