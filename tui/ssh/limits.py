"""Every bound of the SSH half, with its unit in its name and the reason for the number."""

from __future__ import annotations

from typing import Final

# What one guest may send

INPUT_BYTES_PER_SECOND: Final = 6_000.0
"""What a guest may type on average: a person types 20, a mouse that is dragged says 2,000."""

INPUT_BYTES_AT_ONCE: Final = 8_192
"""What a guest may type in a burst: a pasted chat line fits thirty times."""

MESSAGES_PER_SECOND: Final = 100
"""Keys, clicks and movements that a guest's program is told of on average; a key that is held down says 30."""

MESSAGES_AT_ONCE: Final = 60
"""The same in a burst: somebody types ahead, or a mouse wheel is spun."""

MESSAGES_IN_A_ROW: Final = 8
"""The same before everybody else has a turn: each takes up to some milliseconds."""

INPUT_PAUSE_SECONDS: Final = 0.02
"""Between two such rows."""

PASTE_BYTES: Final = 65_536
"""The longest paste; the longest thing that anybody can write here takes a hundredth of it."""

WINDOW_BYTES: Final = 65_536
"""What a guest may have sent before we read it."""

READ_BYTES: Final = 16_384
"""What is read at once from one connection: some hundred packets, a few milliseconds of everybody's time."""

READ_BYTES_PER_SECOND: Final = 65_536
"""What is read of one connection on average; ten times of what its guest may type, for their own windows and pastes."""

READ_BYTES_IN_A_BURST: Final = 262_144
"""The same in a burst: a greeting, and the longest paste."""

EARLY_BYTES: Final = 4_096
"""What is kept of what is typed before anybody listens."""

LINE_CHARACTERS: Final = 1_024
"""The longest line that is typed where there are lines; a chat line is a quarter of it."""

UNTAKEN_LINES: Final = 64
"""Lines typed ahead; more stay on the guest's side."""

LINES_PER_SECOND: Final = 10
"""Lines that are looked at on average."""

LINES_AT_ONCE: Final = 40
"""Lines that are looked at in a burst, such as those that a script has written."""

# What one guest may leave unread

UNREAD_BYTES: Final = 65_536
"""Unsent bytes above which nothing is drawn any more: three whole screens."""

MOST_UNREAD_BYTES: Final = 2_097_152
"""Unsent bytes above which a guest is let go: a screen of the largest size in full colour, five times."""

UNREAD_SECONDS: Final = 60.0
"""How long a guest may leave unread what is drawn; they may come back."""

# Windows

LEAST_COLUMNS, LEAST_ROWS = 20, 5
MOST_COLUMNS, MOST_ROWS = 400, 150
"""Sizes of a window that are believed: some claim 65,000 columns, and each cell costs time and memory."""

RESIZE_SECONDS: Final = 0.1
"""Between two sizes of a window that are drawn for: everything is laid out anew, which takes some 30 ms."""

# Seconds

COLOUR_SECONDS: Final = 0.3
"""How long the answer to the question for colours is waited for; a line across an ocean takes that long."""

LATE_ANSWER_SECONDS: Final = 5.0
"""How long such an answer is not taken for keys."""

TURN_SECONDS: Final = 0.03
"""Between the turns of two guests to be shown who comes and goes; to paint a lobby takes some 8 ms for everybody."""

NEWCOMERS_FIRST_SECONDS: Final = 3.0
"""How long all others' turns wait for those who are just coming; a program's first screen takes a tenth of a second."""

LOGIN_SECONDS: Final = 20.0
"""From the connection to the end of its greeting, and from there to a terminal; a slow network needs two."""

QUESTION_SECONDS: Final = 60.0
"""How long somebody may take to type a table's code."""

KEEPALIVE_SECONDS: Final = 20.0
"""Silence after which a guest's end is asked whether it is still there."""

KEEPALIVES: Final = 3
"""How many such questions may be left unanswered."""

START_SECONDS: Final = 2.0
"""How long a starting program keeps others from starting; it paints after a tenth of a second."""

FAREWELL_SECONDS: Final = 3.0
"""How long a guest's program may take to end, and the last words to be read, before the connection is cut."""

# Counts

GUESTS: Final = 256
"""Guests in all: at three megabytes each, not yet a gigabyte."""

GUESTS_KNOWN: Final = 1_024
"""Guests of whom it is known what brings them back; four times as many as can be here, for anybody can make keys."""

LEFT_TOGETHER: Final = 8
"""Guests who must have gone before what is left of them is collected: some 25 MB."""

LEFT_SHARE: Final = 0.5
"""The same as a share of those who are still here, for whom that takes a moment."""

GUESTS_PER_ADDRESS: Final = 128
"""Guests from one address: half of all, so that no address can take all the room."""

STARTING: Final = 1
"""Programs that start at the same time: two would not be there sooner, and make those who play wait for longer."""

STRANGERS: Final = 64
"""Connections that are not at the table yet; each costs some hundred kilobytes and goes after `LOGIN_SECONDS`."""

STRANGERS_PER_ADDRESS: Final = 32
"""The same from one address; whoever comes has to wait for a moment while the table is shown to others."""
