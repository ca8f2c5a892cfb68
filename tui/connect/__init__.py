"""Opens, hosts and joins tables for the interface: from a `TableRequest` to a `TableHandle`.

Other folders import `request` (what is wanted), `open_table` (does it), `table_handle` (what comes back), and the
files for addresses, invitations, unfinished matches and tables nearby. `net` is imported inside the functions
that need it, so that importing this folder loads no network code.
"""
