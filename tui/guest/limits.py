"""Bounds of a guest's terminal and program, each with its unit in its name and the reason for the number.

Bounds that only one carrier has are in `tui.ssh.limits` and `tui.web.limits`.
"""

from __future__ import annotations

from typing import Final

# Input of one connection

READ_BYTES_PER_SECOND: Final = 65_536
"""The average read rate of one connection: ten times what its guest may type, to leave room for resizes and pastes."""

READ_BYTES_IN_A_BURST: Final = 262_144
"""One connection may send at most this many bytes in a burst: the key exchange, and the longest paste."""

# Input of one guest

INPUT_BYTES_PER_SECOND: Final = 6_000.0
"""The average input rate: a typing person sends 20 bytes a second, a dragged mouse 2,000."""

INPUT_BYTES_AT_ONCE: Final = 8_192
"""At most this many bytes of input are handled in a burst: a pasted chat line fits thirty times."""

MESSAGES_PER_SECOND: Final = 100
"""The average rate of keys, clicks and mouse movements passed to a program; a key held down repeats 30 times a second.
"""

MESSAGES_AT_ONCE: Final = 60
"""At most this many keys, clicks and mouse movements are passed in a burst: typing ahead, or a spin of the mouse wheel.
"""

MAX_MESSAGES_IN_A_ROW: Final = 8
"""At most this many messages are passed to one program before the other guests have a turn; each takes up to some
milliseconds.
"""

MAX_GUESTS_WITH_MOVEMENT: Final = 8
"""Boards of guests are animated while at most this many guests are connected to a host. A guest with animated boards
takes 45 ms of each second of a trick game (65 in Mad Queens), one without takes 11 (29).
"""

EVENT_LOOP_SHARE_PER_GUEST: Final = 0.1
"""The share of the event loop's time that one guest's keys may use on average: a key takes some 10 ms, a new screen 50.
"""

LOOP_SECONDS_AT_ONCE: Final = 1.0
"""The time of the event loop that one guest's keys may use in a burst: the first screen, and ten others."""

INPUT_PAUSE_SECONDS: Final = 0.02
"""The pause of one program after `MAX_MESSAGES_IN_A_ROW` messages, in which the others run."""

MAX_PASTE_BYTES: Final = 65_536
"""At most this many bytes of a paste are handled; the longest text that can be typed anywhere in the program takes a
hundredth of it.
"""

MIN_ENDLESS_PASTE_BYTES: Final = 16_777_216
"""A guest's screen is closed if a paste has at least this many bytes, as its end may never come: ten long books."""

# Input that nobody takes yet, and lines

MAX_BYTES_BEFORE_LISTENER: Final = 4_096
"""At most this many bytes of input are stored while a terminal has no listener yet."""

MAX_LINE_CHARACTERS: Final = 1_024
"""A line in the line mode has at most this many characters; the longest chat line has a quarter of it."""

MAX_UNTAKEN_LINES: Final = 64
"""At most this many lines typed ahead are stored; with more, the client must wait."""

LINES_PER_SECOND: Final = 10
"""The average rate at which typed lines are handled."""

LINES_AT_ONCE: Final = 40
"""At most this many typed lines, such as those of a script, are handled at once; later ones wait."""

# Output that a guest leaves unread

MIN_UNREAD_BYTES_TO_PAUSE: Final = 65_536
"""Drawing pauses if more than this many bytes are unsent: three whole screens."""

MAX_UNREAD_BYTES: Final = 2_097_152
"""The connection is cut if more than this many bytes are unsent: five screens of the largest size in full colour."""

MAX_UNREAD_SECONDS: Final = 60.0
"""The connection of a guest who leaves output unread for this many seconds is cut; they can come back."""

# Views

VIEW_SWITCHES_PER_SECOND: Final = 0.5
"""The average rate at which a guest may switch between screen and lines: a new program takes the event loop 0.1 s."""

VIEW_SWITCHES_AT_ONCE: Final = 4
"""A guest may switch between screen and lines at most this many times in a burst: there and back, twice."""

# Window sizes

MIN_COLUMNS: Final = 20
"""A program is drawn for at least this many columns, also in a narrower window."""

MIN_ROWS: Final = 5
"""A program is drawn for at least this many rows, also in a lower window."""

MAX_COLUMNS: Final = 400
"""A program is drawn for at most this many columns: some clients claim 65,000, and each cell costs time and memory."""

MAX_ROWS: Final = 150
"""A program is drawn for at most this many rows."""

SECONDS_BETWEEN_RESIZES: Final = 0.1
"""A program is drawn in a new window size at most once in this many seconds: a new layout takes some 30 ms."""

# Timeouts

MAX_COLOUR_ANSWER_SECONDS: Final = 0.3
"""The terminal's answer about its colours is awaited at most this many seconds; a connection across an ocean takes that
long.
"""

LATE_ANSWER_SECONDS: Final = 5.0
"""For this many seconds after a terminal's answer about its colours was due, a late answer is removed from what the
guest types.
"""

MAX_CODE_ANSWER_SECONDS: Final = 60.0
"""A guest may take at most this many seconds to type the table code."""

MAX_FAREWELL_SECONDS: Final = 3.0
"""A guest's program may take this many seconds to end, and the last line to be read, before the connection is cut."""

# Turns on the event loop that all guests share

SECONDS_BETWEEN_REPAINT_TURNS: Final = 0.03
"""The time between two guests' turns to repaint arrivals and departures; painting a lobby takes some 8 ms of the loop.
"""

MAX_TURN_DELAY_SECONDS: Final = 3.0
"""Turns wait at most this many seconds while a guest's program starts; its first screen takes a tenth of a second."""

MAX_START_SECONDS: Final = 2.0
"""A starting program keeps others from starting for at most this many seconds; it paints after a tenth of a second."""

MAX_PROGRAMS_STARTING: Final = 1
"""At most this many programs start at the same time: two would not start sooner, and would hold up running ones longer.
"""

MAX_PROGRAMS_ENDING: Final = 1
"""At most this many programs end at the same time: to end one takes the event loop some 40 ms, in small pieces."""

PAUSE_AFTER_PROGRAM_END_SECONDS: Final = 0.05
"""The pause after the end of a program in which the others run, before the next one ends."""

# Connections that are not at the table yet

MAX_PENDING_CONNECTIONS: Final = 1_024
"""At most this many connections may not have reached the table yet: silent ones cost 11 kB each, half-open ones 23 kB.

When there are more, the oldest of the network with the most of them is closed. With 64 places, connections from a
thousand addresses had each newcomer closed before the key exchange.
"""

MAX_PENDING_CONNECTIONS_PER_ADDRESS: Final = 32
"""At most this many connections from one address may not have reached the table yet: many guests may share an address.
"""

# Guests

MAX_GUESTS: Final = 256
"""A host admits at most this many guests: at three megabytes each, they take less than a gigabyte."""

MAX_GUESTS_PER_ADDRESS: Final = 128
"""There are at most this many guests from one address: half of all, so that no address can take every place."""

MAX_GUESTS_KNOWN: Final = 1_024
"""The tokens of at most this many guests are kept in memory: four times `MAX_GUESTS`, because anybody can make new
keys.
"""

MAX_GUEST_TOKENS_ON_DISK: Final = 512
"""The tokens of at most this many guests are kept on disk; those with a seat at the table are forgotten last."""

DEVICE_CODE_CHARACTERS: Final = 5
"""The length of the code with which another device takes a seat over: 25 bits, of which five a minute can be tried."""

DEVICE_CODE_SECONDS: Final = 120.0
"""The code for another device is valid for this many seconds: the time to type it there."""

# Garbage collection

DELAY_BEFORE_FREEING_PROGRAM_SECONDS: Final = 1.0
"""The objects of a program are freed this many seconds after its end: by then its last tasks and timers have ended."""

PAUSE_AFTER_FREEING_PROGRAM_SECONDS: Final = 0.05
"""The pause after the objects of a program have been freed, which takes some milliseconds, before the next one's are.
"""

MIN_GUESTS_BEFORE_IDLE_COLLECTION: Final = 8
"""While no guest is there, a full collection runs if at least this many have left since the last: the host's own
objects take it 0.1 s.
"""

MIN_GUESTS_BEFORE_COLLECTION: Final = 1_000
"""While guests are there, a full collection runs if at least this many have left since the last: their programs have
left 90 MB of objects.
"""

END_NOTICE_DELAY_SECONDS: Final = 2.0
"""Guests are told that their host is being stopped this many seconds after its tables have begun to move to other
hosts: by then they have read that they are back at their tables.
"""
