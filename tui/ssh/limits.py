"""Bounds of an SSH connection and of its terminal, each with its unit in its name and the reason for the number.

The bounds of the program that a guest sees are in `tui.guest.limits`.
"""

from __future__ import annotations

from typing import Final

# Input of one connection

WINDOW_BYTES: Final = 65_536
"""What a client may have sent on a channel before it is read."""

READ_BYTES: Final = 16_384
"""What is read from one connection at once: some hundred packets, a few milliseconds of the event loop."""

READ_BYTES_PER_SECOND: Final = 65_536
"""Average read rate of one connection: ten times what its guest may type, to leave room for resizes and pastes."""

READ_BYTES_IN_A_BURST: Final = 262_144
"""Largest burst that one connection may send: the key exchange, and the longest paste."""

RSA_EXPONENT_BITS: Final = 32
"""The longest public exponent of an RSA key that is checked: that of ssh-keygen has 17 bits.

A signature by a key of 3,072 bits takes 0.04 ms to check with that one, and 10 ms with an exponent as long as the key.
"""

EARLY_BYTES: Final = 4_096
"""Input kept while nothing listens to a terminal yet."""

LINE_CHARACTERS: Final = 1_024
"""The longest line in the line mode; a chat line is a quarter of it."""

MAX_UNTAKEN_LINES: Final = 64
"""Lines typed ahead that are kept; for more, the client must wait."""

LINES_PER_SECOND: Final = 10
"""Average rate at which typed lines are handled."""

LINES_AT_ONCE: Final = 40
"""Largest burst of typed lines, such as those of a script."""

# Output that a guest leaves unread

UNREAD_BYTES: Final = 65_536
"""Unsent bytes above which drawing stops: three whole screens."""

MAX_UNREAD_BYTES: Final = 2_097_152
"""Unsent bytes above which the connection is cut: five screens of the largest size in full colour."""

UNREAD_SECONDS: Final = 60.0
"""How long a guest may leave output unread before the connection is cut; they can come back."""

# Window sizes

MIN_COLUMNS, MIN_ROWS = 20, 5
"""The smallest window that a program is drawn for; a smaller one is treated as this size."""

MAX_COLUMNS, MAX_ROWS = 400, 150
"""The largest window that is drawn: some clients claim 65,000 columns, and each cell costs time and memory."""

RESIZE_SECONDS: Final = 0.1
"""Time between two window sizes that are drawn for: a new layout takes some 30 ms."""

# Timeouts

COLOUR_SECONDS: Final = 0.3
"""How long the terminal's answer about its colours is waited for; a line across an ocean takes that long."""

LATE_ANSWER_SECONDS: Final = 5.0
"""How long a late answer about colours is filtered out of what the guest types."""

LOGIN_SECONDS: Final = 20.0
"""Time from the connection to our part of the key exchange, and from the login to the request for a terminal.

A slow network needs two seconds.
"""

HOST_KEY_SECONDS: Final = 600.0
"""Time from our part of the key exchange to that of the client: a person may compare the fingerprint."""

PASSPHRASE_SECONDS: Final = 120.0
"""Time from the key exchange to the end of the login: a person may type a passphrase. OpenSSH uses the same."""

QUESTION_SECONDS: Final = 60.0
"""Time to type the table code."""

KEEPALIVE_SECONDS: Final = 20.0
"""Silence after which a client gets a keepalive request."""

MAX_UNANSWERED_KEEPALIVES: Final = 3
"""Keepalive requests that may stay unanswered."""

FAREWELL_SECONDS: Final = 3.0
"""How long a guest's program may take to end, and the last line to be read, before the connection is cut."""

# Connections that are not at the table yet

MAX_PENDING_CONNECTIONS: Final = 1_024
"""Connections that have not reached the table, in all: silent ones cost 11 kB each, half-open ones 23 kB.

When there are more, the oldest of the network with the most of them is closed. With 64 places, connections from a
thousand addresses had each newcomer closed before the key exchange.
"""

MAX_PENDING_CONNECTIONS_PER_ADDRESS: Final = 32
"""Connections from one address that have not reached the table: many guests may sit behind one address."""
