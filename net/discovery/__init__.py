"""Tables on this network, by mDNS."""
