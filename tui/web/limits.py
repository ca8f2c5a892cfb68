"""Bounds of a connection of a browser, each with its unit in its name and the reason for the number.

The bounds of a guest's terminal and program, over any carrier, are in `tui.guest.limits`.
"""

from __future__ import annotations

from typing import Final

READ_AT_ONCE_BYTES: Final = 16_384
"""What is read from one connection at once: a few milliseconds of the event loop."""

HEADER_BYTES: Final = 8_190
"""The longest line, and the longest header, of a request: browsers send half of it, with all cookies of a host."""

MAX_HEADERS: Final = 64
"""Headers of a request: browsers send twenty, reverse proxies add ten."""

FRAME_BYTES: Final = 4_096
"""The longest message of a browser: a page of typed text. The page cuts a longer paste into such pieces."""

FRAME_COST_BYTES: Final = 200
"""How many bytes more than its own a message counts towards the read rate: handling a short one takes 20 µs."""

TAPS_PER_SECOND: Final = 10
"""Average rate of taps on choices of a menu or on the screen; more are ignored, as nobody taps so fast."""

TAPS_AT_ONCE: Final = 20
"""How many taps on choices or on the screen may come at once: those on a phone that was slow for a moment."""

PAGE_SECONDS: Final = 60.0
"""How long a connection may last without a guest: the page is loaded in a second, on a bad network in ten."""

IDLE_SECONDS: Final = 15.0
"""How long a connection without a guest waits for another request of the page."""

ENTER_SECONDS: Final = 20.0
"""How long a socket may stay silent until its guest has given a name: the page sends it at once."""

PING_SECONDS: Final = 20.0
"""Time between two pings to a browser; one that does not answer in half of it counts as disconnected."""

ALIVE_SECONDS: Final = 15.0
"""Time between two frames that tell a page, which sees no pings, that its host is there."""

HANDSHAKE_SECONDS: Final = 10.0
"""How long a TLS handshake may take: on a slow network two seconds."""

PAGE_CHUNK_BYTES: Final = 16_384
"""What is sent of a file of the page at once, so that a client who reads nothing costs no more memory."""

COOKIE_SECONDS: Final = 14 * 86_400
"""How long a browser keeps its cookie: as long as an unfinished match is mentioned."""
