"""The host, the protocol and the client; knows the rules in `core`, never what is on a screen.

For others: `net.client` (what an interface holds), `net.near.open_table` (a table in this process),
`net.host.host` (a table on the network), `net.far.join` (somebody else's table), `net.errors`, `net.limits`.
"""
