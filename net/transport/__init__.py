"""TCP, TLS and addresses: everything between the network and an endpoint, and who may connect.

For other layers: `net.transport.address_errors` (addresses and failures as sentences), `net.transport.admission` and
`net.transport.code_attempts` (policies that the SSH server shares).
"""
