"""The token by which a host of a club tells another host the address of a guest whose connection it forwards."""

from __future__ import annotations

import pytest

from net.security.hall_tokens import HallTokens

HALL_TOKENS = HallTokens(b"secret", b"process")
"""The object that makes and checks the tokens of a club."""


@pytest.mark.parametrize("address", ["192.0.2.7", "2001:db8::7", "fe80::1%eth0"])
def test_address_in_a_token_of_the_club_is_believed_by_every_host_of_the_club(address):
    token = HALL_TOKENS.guest_address_token(address)
    assert HallTokens(b"secret", b"other").guest_address([HALL_TOKENS.new_token(), token]) == address


def test_token_with_an_address_from_outside_the_club_is_not_believed():
    token = HALL_TOKENS.guest_address_token("192.0.2.7")
    for forged in (
        token.replace("7", "8"),
        "@192.0.2.7",
        HALL_TOKENS.host_key + "@192.0.2.7",
        HALL_TOKENS.new_token(),
        "",
        "é@ü",
    ):
        assert HALL_TOKENS.guest_address([forged]) == ""
    assert HallTokens(b"another club", b"process").guest_address([token]) == ""
