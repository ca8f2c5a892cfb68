"""Guests: people whose screen is drawn by the host's process, and shown over SSH or in a browser (`tui.ssh`,
`tui.web`).

Each guest has a program of their own (`tui.guest.app.GuestApp`) in the host's event loop, with an in-process client
that gets the same redacted view as a client on the network. A guest's program must not touch the host's machine, must
not show another guest's or the host's data, and must not hold up the event loop:

* `session`: from joining over program or line mode to the farewell; what a carrier does otherwise, it overrides.
* `host`, `listener`: what all guests of a table share, and the connections and sessions of one carrier.
* `client_terminal`: a terminal at the other end of a channel of bytes, with bounds on what is left unread.
* `app` and `tui.app.textual_internals`: no files, no browser, no shell, no output of the process; a crash ends one
  program.
* `driver` and `input_throttle`: input reaches a program no faster than a person types.
* `table_session`: programs repaint arrivals and departures one after the other.
* `guest_limit`, `runtime`, and `tui.app.stylesheet_cache`: memory, garbage collection and start time of many programs.

Other folders import the modules themselves; nothing here loads asyncssh or aiohttp.
"""
