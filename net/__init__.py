"""The host, the protocol and the client; knows the rules in `core`, never what is on a screen."""
