"""Keys, codes and tokens: the host's certificate, known hosts, table codes, and what a table derives from its secret.

For other layers: `net.security.host_certificate`, `net.security.known_hosts`, `net.security.table_code`.
"""
