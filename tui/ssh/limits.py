"""Bounds of an SSH connection, each with its unit in its name and the reason for the number.

The bounds of a guest's terminal and program, over any carrier, are in `tui.guest.limits`.
"""

from __future__ import annotations

from typing import Final

# Input of one connection

WINDOW_BYTES: Final = 65_536
"""How many bytes a client may send on a channel before they are read."""

READ_BYTES: Final = 16_384
"""How much is read from one connection at once: some hundred packets, a few milliseconds of the event loop."""

RSA_EXPONENT_BITS: Final = 32
"""The longest public exponent of an RSA key that is checked: that of ssh-keygen has 17 bits.

A signature by a key of 3,072 bits takes 0.04 ms to check with that one, and 10 ms with an exponent as long as the key.
"""

# Timeouts

LOGIN_SECONDS: Final = 20.0
"""Time from the connection to the host's part of the key exchange, and from the login to the request for a terminal. A
slow network needs two seconds."""

HOST_KEY_SECONDS: Final = 600.0
"""Time from the host's part of the key exchange to that of the client: a person may compare the fingerprint."""

PASSPHRASE_SECONDS: Final = 120.0
"""Time from the key exchange to the end of the login: a person may type a passphrase. OpenSSH uses the same."""

KEEPALIVE_SECONDS: Final = 20.0
"""Silence after which a client gets a keepalive request."""

MAX_UNANSWERED_KEEPALIVES: Final = 3
"""Keepalive requests that may stay unanswered."""
