"""The environment variables that are accepted from an SSH client."""

from __future__ import annotations

from typing import Final

ACCEPTED_VARIABLES: Final = (
    b"COLORTERM", b"NO_COLOR", b"LC_COLORTERM", b"LC_NO_COLOR", b"LC_ALL", b"LC_CTYPE", b"LANG"
)  # fmt: skip
"""The variables that are accepted from a client."""

VALUE_BYTES: Final = 64
"""The greatest length of an accepted value."""


class ClientVariables(dict[bytes, bytes]):
    """The variables of one client, of which only `ACCEPTED_VARIABLES` with values up to `VALUE_BYTES` are kept."""

    def __setitem__(self, name: bytes, value: bytes) -> None:
        if name in ACCEPTED_VARIABLES and len(value) <= VALUE_BYTES:
            super().__setitem__(name, value)
