"""Bounds of a connection of a browser, each with its unit in its name and the reason for the number.

The bounds of a guest's terminal and program, over any carrier, are in `tui.guest.limits`.
"""

from __future__ import annotations

from typing import Final

MAX_READ_AT_ONCE_BYTES: Final = 16_384
"""At most this many bytes are read from one connection at once: a few milliseconds of the event loop."""

MAX_HEADER_BYTES: Final = 8_190
"""A line or a header of a request has at most this many bytes: browsers send half of it, with all cookies of a host."""

MAX_HEADERS: Final = 64
"""A request has at most this many headers: browsers send twenty, reverse proxies add ten."""

MAX_FRAME_BYTES: Final = 4_096
"""A message of a browser has at most this many bytes: a page of typed text.

The page cuts a longer paste into such pieces.
"""

FRAME_EXTRA_COST_BYTES: Final = 200
"""The bytes that each message counts, besides its own, towards the read rate: to handle a short one takes 20 µs."""

TAPS_PER_SECOND: Final = 10
"""The average rate of taps on choices of a menu or on the screen; more are ignored, as nobody taps so fast."""

TAPS_AT_ONCE: Final = 20
"""At most this many taps on choices or on the screen may come at once: those on a phone that was slow for a moment."""

MAX_SECONDS_WITHOUT_GUEST: Final = 60.0
"""A connection may last at most this many seconds without a guest: the page is loaded in a second, on a bad network in
ten."""

MAX_IDLE_SECONDS: Final = 15.0
"""A connection without a guest waits for another request at most this many seconds."""

MAX_SILENT_SECONDS: Final = 20.0
"""A socket may stay silent at most this many seconds until its guest has given a name: the page sends it at once."""

SECONDS_BETWEEN_PINGS: Final = 20.0
"""The time between two pings to a browser; one that does not answer in half of it counts as disconnected."""

SECONDS_BETWEEN_ALIVE_FRAMES: Final = 15.0
"""The time between two frames by which a page, which sees no pings, knows that its host still answers."""

MAX_HANDSHAKE_SECONDS: Final = 10.0
"""A TLS handshake may take at most this many seconds: on a slow network it takes two."""

PAGE_CHUNK_BYTES: Final = 16_384
"""A file of the page is sent in pieces of this many bytes, so that a client who reads nothing costs no more memory."""

COOKIE_LIFETIME_SECONDS: Final = 14 * 86_400
"""A browser keeps its cookie for this many seconds: as long as an unfinished match is mentioned."""
