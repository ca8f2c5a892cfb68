"""Tables, the protocol and the client; knows the rules in `core`, never what is on a screen.

For other layers: `net.client` (what an interface holds of a table), `net.host` (a table in this process or on the
network), `net.discovery` (tables nearby), `net.journal` (past matches), `net.protocol` (values at a table, clean texts,
rate limits), `net.security` (codes, known hosts), `net.transport` (addresses, admission), `net.errors`, `net.limits`.
"""
