"""Short codes with which a guest's second device takes over the seat of the first."""

from __future__ import annotations

import secrets
from typing import Final

from net.errors import Rejected
from net.security.table_code import CODE_ALPHABET, canonical_code
from net.transport.code_attempts import CodeAttempts, CodeDelayed, CodeRefused
from tui.guest.limits import DEVICE_CODE_CHARACTERS, DEVICE_CODE_SECONDS

WRONG_DEVICE_CODE_SENTENCE: Final = "That code is wrong, or out of date: ask the other device for a new one."
"""The answer to a wrong code, or one that has been used."""


class DeviceCodes:
    """The codes that are valid now, each for the guest of one identity, once, and for `DEVICE_CODE_SECONDS`.

    Attempts with wrong codes are limited as for table codes.
    """

    def __init__(self) -> None:
        self._codes: dict[str, tuple[str, float]] = {}
        self._attempts = CodeAttempts(self._codes.__contains__, lambda token: False)

    def new_code(self, identity: str, now: float) -> str:
        """Return a new code for the guest of this identity, whose earlier code becomes invalid.

        `now` is in seconds of the loop's clock.
        """
        kept = {code: entry for code, entry in self._codes.items() if entry[0] != identity and entry[1] > now}
        self._codes.clear()
        self._codes.update(kept)
        code = "".join(secrets.choice(CODE_ALPHABET) for _ in range(DEVICE_CODE_CHARACTERS))
        self._codes[code] = (identity, now + DEVICE_CODE_SECONDS)
        return code

    def take_identity(self, code: str, address: str, now: float) -> str:
        """Return the identity of the guest for whom this code was made, and use it up.

        Raises `Rejected` for a wrong code. `address` is that of the person who typed it, and `now` is in seconds of the
        loop's clock.
        """
        code = canonical_code(code)
        if code in self._codes and self._codes[code][1] <= now:
            del self._codes[code]
        decision = self._attempts.check_answer(address, code, now)
        if isinstance(decision, CodeRefused):
            raise Rejected(decision.sentence)
        if code not in self._codes or (isinstance(decision, CodeDelayed) and not decision.is_right):
            raise Rejected(WRONG_DEVICE_CODE_SENTENCE)
        return self._codes.pop(code)[0]
