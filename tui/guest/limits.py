"""Bounds of a guest's terminal and program, each with its unit in its name and the reason for the number.

Bounds that only one carrier has are in `tui.ssh.limits` and `tui.web.limits`.
"""

from __future__ import annotations

from typing import Final

# Input of one connection

READ_BYTES_PER_SECOND: Final = 65_536
"""Average read rate of one connection: ten times what its guest may type, to leave room for resizes and pastes."""

READ_BYTES_IN_A_BURST: Final = 262_144
"""Largest burst that one connection may send: the key exchange, and the longest paste."""

# Input of one guest

INPUT_BYTES_PER_SECOND: Final = 6_000.0
"""Average input rate: a typing person sends 20 bytes a second, a dragged mouse 2,000."""

INPUT_BYTES_AT_ONCE: Final = 8_192
"""Largest burst of input: a pasted chat line fits thirty times."""

MESSAGES_PER_SECOND: Final = 100
"""Average rate of keys, clicks and mouse movements passed to a program; a key held down repeats 30 times a second."""

MESSAGES_AT_ONCE: Final = 60
"""Largest burst of keys, clicks and mouse movements: typing ahead, or a spin of the mouse wheel."""

MESSAGES_IN_A_ROW: Final = 8
"""Messages passed to one program before the other guests have a turn; each takes up to some milliseconds."""

MOST_GUESTS_WITH_MOVEMENT: Final = 8
"""How many guests of a host may be there while their boards move: a guest who sees cards travel and Queens enter takes
45 ms of each second of a trick game, one who sees each change at once 11 (65 and 29 in Mad Queens)."""

LOOP_SECONDS_PER_SECOND: Final = 0.1
"""The share of the event loop that one guest's keys may use on average: a key takes some 10 ms, a new screen 50."""

LOOP_SECONDS_AT_ONCE: Final = 1.0
"""Time of the event loop that one guest's keys may use in a burst: the first screen, and ten others."""

INPUT_PAUSE_SECONDS: Final = 0.02
"""Pause of one program after `MESSAGES_IN_A_ROW` messages, in which the others run."""

PASTE_BYTES: Final = 65_536
"""How much of a paste is handled; the longest text that can be typed anywhere in the program takes a hundredth of it.
"""

ENDLESS_PASTE_BYTES: Final = 16_777_216
"""The length of a paste at which the guest's screen is closed, as its end may never come: ten long books."""

# Input that nobody takes yet, and lines

EARLY_BYTES: Final = 4_096
"""How much input is stored while a terminal has no listener yet."""

LINE_CHARACTERS: Final = 1_024
"""The longest line in the line mode; the longest chat line has a quarter of it."""

MAX_UNTAKEN_LINES: Final = 64
"""How many lines typed ahead are stored; with more, the client must wait."""

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

# Views

VIEWS_PER_SECOND: Final = 0.5
"""Average rate at which a guest may switch between screen and lines: a new program takes the event loop 0.1 s."""

VIEWS_AT_ONCE: Final = 4
"""How many switches between screen and lines may come in a burst: there and back, twice."""

# Window sizes

MIN_COLUMNS, MIN_ROWS = 20, 5
"""The smallest window that a program is drawn for; a smaller one is treated as this size."""

MAX_COLUMNS, MAX_ROWS = 400, 150
"""The largest window that is drawn: some clients claim 65,000 columns, and each cell costs time and memory."""

RESIZE_SECONDS: Final = 0.1
"""Time between two window sizes that are drawn for: a new layout takes some 30 ms."""

# Timeouts

COLOUR_SECONDS: Final = 0.3
"""How long the terminal's answer about its colours is awaited; a line across an ocean takes that long."""

LATE_ANSWER_SECONDS: Final = 5.0
"""How long a late answer about colours is filtered out of what the guest types."""

QUESTION_SECONDS: Final = 60.0
"""How long a guest may take to type the table code."""

FAREWELL_SECONDS: Final = 3.0
"""How long a guest's program may take to end, and the last line to be read, before the connection is cut."""

# Turns on the event loop that all guests share

TURN_SECONDS: Final = 0.03
"""Time between two guests' turns to repaint arrivals and departures; painting a lobby takes some 8 ms of the loop."""

NEWCOMERS_FIRST_SECONDS: Final = 3.0
"""How long turns wait while a guest's program starts; its first screen takes a tenth of a second."""

START_SECONDS: Final = 2.0
"""How long a starting program keeps others from starting; it paints after a tenth of a second."""

MAX_PROGRAMS_STARTING: Final = 1
"""Programs that start at the same time: two would not start sooner, and would hold up running ones longer."""

MAX_PROGRAMS_ENDING: Final = 1
"""Programs that end at the same time: ending one takes the event loop some 40 ms, in small pieces."""

END_PAUSE_SECONDS: Final = 0.05
"""Pause after the end of a program in which the others run, before the next one ends."""

# Connections that are not at the table yet

MAX_PENDING_CONNECTIONS: Final = 1_024
"""Connections that have not reached the table, in all: silent ones cost 11 kB each, half-open ones 23 kB.

When there are more, the oldest of the network with the most of them is closed. With 64 places, connections from a
thousand addresses had each newcomer closed before the key exchange.
"""

MAX_PENDING_CONNECTIONS_PER_ADDRESS: Final = 32
"""Connections from one address that have not reached the table: many guests may sit behind one address."""

# Guests

MAX_GUESTS: Final = 256
"""Guests in all: at three megabytes each, less than a gigabyte."""

MAX_GUESTS_PER_ADDRESS: Final = 128
"""Guests from one address: half of all, so that no address can take every place."""

MAX_GUESTS_KNOWN: Final = 1_024
"""Guests whose tokens are kept in memory: four times `MAX_GUESTS`, because anybody can make new keys."""

MAX_GUEST_TOKENS_ON_DISK: Final = 512
"""Guests whose tokens are kept on disk; those with a seat at the table are forgotten last."""

DEVICE_CODE_CHARACTERS: Final = 5
"""The length of the code with which another device takes a seat over: 25 bits, of which five a minute can be tried."""

DEVICE_CODE_SECONDS: Final = 120.0
"""How long the code for another device is valid: the time to type it there."""

# Garbage collection

FREE_AFTER_SECONDS: Final = 1.0
"""Time from the end of a program until its objects are freed: its last tasks and timers are over then."""

FREE_PAUSE_SECONDS: Final = 0.05
"""Pause after the objects of a program have been freed, which takes some milliseconds, before the next one's are."""

COLLECT_AFTER_LAST_GUESTS: Final = 8
"""Guests who must have left before a full collection while no guest is there: the host's own objects take it 0.1 s."""

COLLECT_AFTER_GUESTS: Final = 1_000
"""Guests who must have left before a full collection while others are there: 90 MB are left of their programs."""
