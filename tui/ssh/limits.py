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
"""The same in a burst: the key exchange, and the longest paste."""

EARLY_BYTES: Final = 4_096
"""Input kept while nothing listens to a terminal yet."""

LINE_CHARACTERS: Final = 1_024
"""The longest line in the line mode; a chat line is a quarter of it."""

UNTAKEN_LINES: Final = 64
"""Lines typed ahead; further ones stay with the client."""

LINES_PER_SECOND: Final = 10
"""Average rate at which typed lines are handled."""

LINES_AT_ONCE: Final = 40
"""The same in a burst, such as lines piped in by a script."""

# Output that a guest leaves unread

UNREAD_BYTES: Final = 65_536
"""Unsent bytes above which drawing stops: three whole screens."""

MAX_UNREAD_BYTES: Final = 2_097_152
"""Unsent bytes above which the connection is cut: five screens of the largest size in full colour."""

UNREAD_SECONDS: Final = 60.0
"""How long a guest may leave output unread before the connection is cut; they can come back."""

# Window sizes

MIN_COLUMNS, MIN_ROWS = 20, 5
MAX_COLUMNS, MAX_ROWS = 400, 150
"""Window sizes are clamp_size to these: some clients claim 65,000 columns, and each cell costs time and memory."""

RESIZE_SECONDS: Final = 0.1
"""Time between two window sizes that are drawn for: a new layout takes some 30 ms."""

# Timeouts

COLOUR_SECONDS: Final = 0.3
"""How long the terminal's answer about its colours is waited for; a line across an ocean takes that long."""

LATE_ANSWER_SECONDS: Final = 5.0
"""How long a late answer about colours is filtered out of what the guest types."""

LOGIN_SECONDS: Final = 20.0
"""From the connection to our part of the key exchange, and from the login to a terminal; a slow network needs two."""

HOST_KEY_SECONDS: Final = 600.0
"""From our part of the key exchange to the client's: meanwhile somebody may compare the host's fingerprint."""

PASSPHRASE_SECONDS: Final = 120.0
"""From there to the end of the login: meanwhile somebody may type the passphrase of their key; OpenSSH's own figure."""

QUESTION_SECONDS: Final = 60.0
"""How long a guest may take to type the table's code."""

KEEPALIVE_SECONDS: Final = 20.0
"""Silence after which a client is asked for a sign of life."""

KEEPALIVES: Final = 3
"""Keepalive requests that may stay unanswered."""

FAREWELL_SECONDS: Final = 3.0
"""How long a guest's program may take to end, and the last line to be read, before the connection is cut."""

# Connections that are not at the table yet

PENDING_CONNECTIONS: Final = 64
"""Such connections in all; each costs some hundred kilobytes. When there are more, the one that has been
waited for the longest, and longer than `LOGIN_SECONDS`, makes room."""

PENDING_CONNECTIONS_PER_ADDRESS: Final = 32
"""The same from one address; newcomers wait for a moment while the table is painted for others."""
