"""A club on several machines: the journals of its tables and their directory, in a store that all its hosts reach.

The store is NATS with JetStream (`jetstream`, the only file that uses NATS). Who owns a table is decided by its log
alone: an owner has written the last *claim* in it, an entry by which a host takes the table over, and every entry names
the one that it follows (`table_log`). So a host that was frozen, or cut off, is refused at its first write after
another host has taken the table over.
"""
