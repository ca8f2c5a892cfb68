"""The host: runs tables in this process, with or without a network, journals them and recovers them.

For other layers: `local_table.open_table` (a table without a network), `server.host` (a table on the network),
`table_spec.table_spec` (what a table is opened with), `recovery.JournalSettings`, `local_client.LocalClient`.
"""
