"""The environment variables that are accepted from an SSH client."""

from __future__ import annotations

from typing import Final

ACCEPTED_VARIABLES: Final = (
    b"COLORTERM", b"NO_COLOR", b"LC_COLORTERM", b"LC_NO_COLOR", b"LC_ALL", b"LC_CTYPE", b"LANG"
)  # fmt: skip
"""The names of the variables that are accepted from a client."""

MAX_VALUE_BYTES: Final = 64
"""The value of an accepted variable has at most this many bytes."""


class ClientVariables(dict[bytes, bytes]):
    """The variables of one client, of which only `ACCEPTED_VARIABLES` with values up to `MAX_VALUE_BYTES` are kept."""

    def __setitem__(self, name: bytes, value: bytes) -> None:
        if name in ACCEPTED_VARIABLES and len(value) <= MAX_VALUE_BYTES:
            super().__setitem__(name, value)
