"""Bounds of an SSH connection, each with its unit in its name and the reason for the number.

The bounds of a guest's terminal and program, over any carrier, are in `tui.guest.limits`.
"""

from __future__ import annotations

from typing import Final

# Input of one connection

MAX_WINDOW_BYTES: Final = 65_536
"""A client may send at most this many bytes on a channel before they are read."""

MAX_READ_BYTES: Final = 16_384
"""At most this many bytes are read from one connection at once: some hundred packets, a few milliseconds of the event
loop.
"""

MAX_RSA_EXPONENT_BITS: Final = 32
"""An RSA key is checked if its public exponent has at most this many bits; that of ssh-keygen has 17.

A signature by a key of 3,072 bits takes 0.04 ms to check with an exponent of 17 bits, and 10 ms with one as long as the
key.
"""

# Timeouts

MAX_LOGIN_STEP_SECONDS: Final = 20.0
"""The longest time for each of two steps: from the connection to the host's part of the key exchange, and from the
login to the request for a terminal. A slow network needs two seconds.
"""

MAX_HOST_KEY_REPLY_SECONDS: Final = 600.0
"""The longest time from the host's part of the key exchange to that of the client: a person may compare the
fingerprint.
"""

MAX_PASSPHRASE_SECONDS: Final = 120.0
"""The longest time from the key exchange to the end of the login: a person may type a passphrase.

OpenSSH uses the same.
"""

KEEPALIVE_SECONDS: Final = 20.0
"""A client that has been silent for this many seconds is sent a keepalive request."""

MAX_UNANSWERED_KEEPALIVES: Final = 3
"""A client is disconnected if it has left this many keepalive requests unanswered."""
