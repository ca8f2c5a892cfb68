"""One person's access to a table: the client over TCP, its session, its copies of match and table, the verifier.

For other layers: `api.Client` and `events` (what a user interface works with), `remote.join` (a table on another
machine), `playback` (a record replayed step by step). A client never imports the host or the table.
"""
