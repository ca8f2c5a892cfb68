"""Tables on the local network, by multicast DNS.

For other layers: `net.discovery.announce.announce_table` and `net.discovery.browse.TableBrowser`.
"""
