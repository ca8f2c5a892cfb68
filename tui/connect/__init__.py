"""Opens, hosts and joins tables for the interface: from a `TableRequest` to a `TableHandle`.

Other folders import `request` (describes a table to open), `tables` (opens and leaves it), `open_table` (the opener
that `tables` calls), `table_handle` (the result), and the files for addresses, invitations, unfinished matches and
tables nearby. `net` is imported inside the functions that need it, so that importing this folder loads no network code.
"""
