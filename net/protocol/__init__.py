"""The protocol: messages, their bytes, and the values that both ends of a connection share. No I/O.

For other layers: `net.protocol.messages` (all messages), `net.protocol.table_state` (the state of a table),
`net.protocol.sanitize` (cleaning foreign text), `net.protocol.endpoint` (endpoints).
"""
