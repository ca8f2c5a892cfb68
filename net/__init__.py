"""The host, the protocol and the client; knows the rules in `core`, never what is on a screen.

For others: `net.client` (what an interface holds), `net.host.local_client.open_table` (a table in this process),
`net.host.server.host` (a table on the network), `net.client.remote.join` (somebody else's table), `net.errors`,
`net.limits`.
"""
