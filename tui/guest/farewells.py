"""The last sentence that a guest reads, one for each reason why a session ends."""

from __future__ import annotations

from typing import Final

from net.errors import LEFT_CLUB_SENTENCE, LEFT_TABLE_SENTENCE

LEFT_TABLE_FAREWELL: Final = LEFT_TABLE_SENTENCE
"""The farewell of a guest who has left the table."""

LEFT_CLUB_FAREWELL: Final = LEFT_CLUB_SENTENCE
"""The farewell of a guest who has left the hall of a club."""

_SCREEN_CRASHED_SENTENCE: Final = "Sorry: something went wrong with your screen, and it had to close."
"""The first sentence after a crash of the guest's program."""

CRASHED_SEAT_KEPT_FAREWELL: Final = f"{_SCREEN_CRASHED_SENTENCE} Your seat is kept: come back."
"""The farewell after a crash, of a guest who can return to their seat by their key."""

CRASHED_SEAT_LOST_FAREWELL: Final = f"{_SCREEN_CRASHED_SENTENCE} You can come again."
"""The farewell after a crash, of a guest without a key, whose seat is lost."""

PASTE_TOO_LONG_FAREWELL: Final = "You pasted more than anything here can take, so your screen was closed."
"""The farewell of a guest who has pasted more than `MIN_ENDLESS_PASTE_BYTES`."""

PASTE_CUT_SENTENCE: Final = "You pasted more than anything here can take: the rest is left out."
"""The notice for a guest who has pasted more than `MAX_PASTE_BYTES`."""

CLUB_GOES_ON_FAREWELL: Final = (
    "This machine of the club is being stopped, and the club goes on. Come back with:\n\n  {}"
)
"""The farewell to a guest of a host that is stopped; `{}` is the command or address by which they come in at another
host, on a line of its own, so that it can be copied.
"""

WAY_BACK_SENTENCE: Final = "If this screen ever stops, come back with: {}"
"""The first sentence to a guest with an SSH client in a club of several hosts: by which command, ``{}``, they come in
at another host if this one dies. A dead host could not say it.
"""

STAY_AT_STOPPED_HOST_SENTENCE: Final = (
    "This machine of the club is being stopped. You can go on here for {}; then come back with: {}"
)
"""The sentence to a guest with an SSH client whose host is stopped: for how long it still serves them, and the command
by which they come in at another host.
"""
